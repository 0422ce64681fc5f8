-- Tables have rooms, and every line has an id to be named by. What was said so far was said at the table.
ALTER TABLE chat ADD COLUMN room TEXT NOT NULL DEFAULT '"table"';
UPDATE chat SET line = json_set(line, '$.id', printf('%016x', rowid));
DROP INDEX chat_by_table;
CREATE INDEX chat_by_room ON chat (code, room);

-- Whom somebody does not want to hear.
CREATE TABLE mutes (
    user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    muted INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (user, muted)
) WITHOUT ROWID;
CREATE INDEX mutes_by_muted ON mutes (muted);

-- What whoever keeps the house is asked to look at. Who is deleted takes along what is about them.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    reporter INTEGER REFERENCES users (id) ON DELETE SET NULL,
    about INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    about_name TEXT NOT NULL, -- at the time
    code TEXT NOT NULL, -- of a table that may be gone
    line TEXT, -- the id of the line it is about
    reason TEXT NOT NULL,
    note TEXT NOT NULL,
    at INTEGER NOT NULL,
    closed_at INTEGER
);
CREATE INDEX reports_by_reporter ON reports (reporter, at);
CREATE INDEX reports_by_about ON reports (about);
CREATE INDEX reports_by_closing ON reports (closed_at);

-- What was said there, as the reporter could read it.
CREATE TABLE report_lines (
    report INTEGER NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    sender INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    line TEXT NOT NULL,
    PRIMARY KEY (report, place)
) WITHOUT ROWID;
CREATE INDEX report_lines_by_sender ON report_lines (sender);
