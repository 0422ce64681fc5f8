-- Rows of the store's own: what was JSON of the wire becomes columns.

-- Chat. An id was sixteen hexadecimal digits of text.
CREATE TABLE lines (
    place INTEGER PRIMARY KEY,
    code TEXT NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
    room TEXT NOT NULL, -- 'table', 'gallery' or 'team 1'
    id INTEGER NOT NULL,
    sender INTEGER NOT NULL,
    name TEXT NOT NULL, -- at the time
    seated INTEGER NOT NULL,
    text TEXT NOT NULL
);
WITH RECURSIVE read (place, id, sender, digit) AS (
    SELECT rowid, 0, 0, 1 FROM chat
    UNION ALL
    SELECT read.place,
        read.id << 4 | instr('0123456789abcdef', substr(json_extract(chat.line, '$.id'), digit, 1)) - 1,
        read.sender << 4 | instr('0123456789abcdef', substr(json_extract(chat.line, '$.from'), digit, 1)) - 1,
        digit + 1
    FROM read JOIN chat ON chat.rowid = read.place WHERE digit <= 16
)
INSERT INTO lines (place, code, room, id, sender, name, seated, text)
    SELECT read.place, chat.code,
        CASE chat.room WHEN '"table"' THEN 'table' WHEN '"gallery"' THEN 'gallery'
            ELSE 'team ' || json_extract(chat.room, '$.team') END,
        read.id, read.sender, json_extract(chat.line, '$.name'), json_extract(chat.line, '$.seated'),
        json_extract(chat.line, '$.text')
    FROM read JOIN chat ON chat.rowid = read.place WHERE digit = 17 ORDER BY read.place;
DROP TABLE chat;
CREATE INDEX lines_by_room ON lines (code, room);
CREATE INDEX lines_by_sender ON lines (sender);

-- Reports, and what was said there. One that is about no talk has no table.
CREATE TABLE reported_lines (
    report INTEGER NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    room TEXT NOT NULL,
    id INTEGER NOT NULL,
    sender INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    seated INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (report, place)
) WITHOUT ROWID;
WITH RECURSIVE read (report, place, id, digit) AS (
    SELECT report, place, 0, 1 FROM report_lines
    UNION ALL
    SELECT l.report, l.place,
        id << 4 | instr('0123456789abcdef', substr(json_extract(l.line, '$.id'), digit, 1)) - 1, digit + 1
    FROM read JOIN report_lines l ON l.report = read.report AND l.place = read.place WHERE digit <= 16
)
INSERT INTO reported_lines (report, place, room, id, sender, name, seated, text)
    SELECT l.report, l.place,
        CASE WHEN json_extract(l.line, '$.room.team') IS NULL THEN coalesce(json_extract(l.line, '$.room'), 'table')
            ELSE 'team ' || json_extract(l.line, '$.room.team') END,
        read.id, l.sender, json_extract(l.line, '$.name'), json_extract(l.line, '$.seated'), json_extract(l.line, '$.text')
    FROM read JOIN report_lines l ON l.report = read.report AND l.place = read.place WHERE digit = 17;
DROP TABLE report_lines;
CREATE INDEX reported_lines_by_sender ON reported_lines (sender);

ALTER TABLE reports ADD COLUMN about_line INTEGER;
WITH RECURSIVE read (report, id, digit) AS (
    SELECT id, 0, 1 FROM reports WHERE line IS NOT NULL
    UNION ALL
    SELECT report, read.id << 4 | instr('0123456789abcdef', substr(r.line, digit, 1)) - 1, digit + 1
    FROM read JOIN reports r ON r.id = report WHERE digit <= 16
)
UPDATE reports SET about_line = (SELECT read.id FROM read WHERE read.report = reports.id AND digit = 17);
ALTER TABLE reports DROP COLUMN line;
ALTER TABLE reports ADD COLUMN at_table TEXT;
UPDATE reports SET at_table = nullif(code, '');
ALTER TABLE reports DROP COLUMN code;

-- Invitations.
ALTER TABLE invitations ADD COLUMN game TEXT NOT NULL DEFAULT '';
ALTER TABLE invitations ADD COLUMN preset TEXT;
ALTER TABLE invitations ADD COLUMN options TEXT NOT NULL DEFAULT 'null'; -- the game's own JSON
ALTER TABLE invitations ADD COLUMN public INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invitations ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invitations ADD COLUMN bet INTEGER; -- what every player deposits
ALTER TABLE invitations ADD COLUMN held_by_house INTEGER;
ALTER TABLE invitations ADD COLUMN opened TEXT; -- the table that an accepted one led to
UPDATE invitations SET
    game = json_extract(wish, '$.game'),
    preset = json_extract(wish, '$.preset'),
    options = coalesce(wish -> '$.options', 'null'),
    public = coalesce(json_extract(wish, '$.public'), 0),
    rated = coalesce(json_extract(wish, '$.rated'), 0),
    bet = json_extract(wish, '$.bet.amount'),
    held_by_house = CASE WHEN json_extract(wish, '$.bet.amount') IS NULL THEN NULL
        ELSE coalesce(json_extract(wish, '$.bet.holder'), 'house') = 'house' END,
    pace = trim(pace, '"'),
    opened = CASE WHEN json_type(outcome) = 'object' THEN json_extract(outcome, '$.accepted.table') END,
    outcome = CASE WHEN json_type(outcome) = 'object' THEN 'accepted' ELSE trim(outcome, '"') END;
ALTER TABLE invitations DROP COLUMN wish;

-- A player who is deleted while a match is played keeps their name in its header until it is over.
ALTER TABLE players ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;

-- Places.
ALTER TABLE players ADD COLUMN place INTEGER;
UPDATE players SET place = CASE result WHEN 'won' THEN 1 WHEN 'drawn' THEN 1 WHEN 'lost' THEN 2 END;

-- What holds deposits is called an escrow.
DROP TRIGGER ledger_accounts_last;
CREATE TABLE new_ledger_accounts (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('bank', 'purse', 'escrow')),
    owner INTEGER, -- a purse's user (none once they are deleted), an escrow's bet
    code TEXT, -- the table where an escrow's bet is played for
    balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0 OR kind = 'bank')
);
INSERT INTO new_ledger_accounts
    SELECT id, CASE kind WHEN 'box' THEN 'escrow' ELSE kind END, owner, code, balance FROM ledger_accounts;
DROP TABLE ledger_accounts;
ALTER TABLE new_ledger_accounts RENAME TO ledger_accounts;
CREATE UNIQUE INDEX ledger_accounts_by_owner ON ledger_accounts (kind, owner) WHERE owner IS NOT NULL;
CREATE INDEX ledger_escrows_with_gold ON ledger_accounts (id) WHERE kind = 'escrow' AND balance > 0;
CREATE TRIGGER ledger_accounts_last BEFORE DELETE ON ledger_accounts
    BEGIN SELECT RAISE(ABORT, 'the ledger is only added to'); END;
