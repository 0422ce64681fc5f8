-- The house's own clock, in milliseconds. It stands still while the house is closed.
CREATE TABLE clock (only INTEGER PRIMARY KEY CHECK (only = 1), ms INTEGER NOT NULL);
INSERT INTO clock VALUES (1, 0);

CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
);

-- Only the hash of a token is kept: whoever reads the file cannot impersonate anyone.
CREATE TABLE sessions (
    token_hash BLOB PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (user);

CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    header TEXT NOT NULL,
    dice_key BLOB NOT NULL,
    opened_ms INTEGER NOT NULL, -- on the house's clock
    started_at INTEGER NOT NULL, -- on the wall clock, for people
    ended_at INTEGER,
    footer TEXT
);

CREATE TABLE players (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user INTEGER REFERENCES users (id) ON DELETE SET NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE INDEX matches_by_player ON players (user, match);

-- The log. One owner appends; a second one fails on the primary key.
CREATE TABLE entries (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    input TEXT NOT NULL,
    digest TEXT,
    command TEXT, -- who commanded it, and their name for the command: a repeated one is recognised after a crash
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;

CREATE TABLE tables (
    code TEXT PRIMARY KEY,
    state TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE chat (
    code TEXT NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
    line TEXT NOT NULL
);
CREATE INDEX chat_by_table ON chat (code);
