-- Who looks after the house besides its keeper.
CREATE TABLE roles (
    user INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('moderator', 'admin'))
);

-- Who may not come in.
CREATE TABLE bans (
    user INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    until INTEGER -- none if it has no end
);

-- What was done to people and tables by those who may, and by whom. It is only added to, and cut at its old end.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    actor INTEGER, -- none for the keeper, at the command line
    actor_name TEXT NOT NULL, -- at the time
    action TEXT NOT NULL,
    subject TEXT NOT NULL, -- a user's id, a table's code, a report's number
    subject_name TEXT NOT NULL, -- at the time
    note TEXT NOT NULL
);
CREATE INDEX audit_by_age ON audit (at);
CREATE TRIGGER audit_stays BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;

-- Tables that are to be closed by the house that runs them, which is perhaps another process.
CREATE TABLE closings (
    code TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL
) WITHOUT ROWID;

-- What is not kept for ever is found from its old end.
CREATE INDEX matches_by_end ON matches (ended_at) WHERE ended_at IS NOT NULL;
