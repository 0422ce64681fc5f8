-- Accounts. Guests have neither a name of their own nor a password.
ALTER TABLE users ADD COLUMN kind TEXT NOT NULL DEFAULT 'guest';
ALTER TABLE users ADD COLUMN folded TEXT; -- the name in small letters, for whoever has it to themselves
ALTER TABLE users ADD COLUMN owner INTEGER REFERENCES users (id) ON DELETE CASCADE; -- whose program it is
CREATE UNIQUE INDEX users_by_name ON users (folded) WHERE folded IS NOT NULL;
CREATE INDEX users_by_owner ON users (owner) WHERE owner IS NOT NULL;

CREATE TABLE accounts (
    user INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    password TEXT NOT NULL, -- Argon2id in PHC text form
    email TEXT,
    email_folded TEXT UNIQUE,
    show_email INTEGER NOT NULL DEFAULT 0
);

-- A session's id names it without giving its token away.
ALTER TABLE sessions ADD COLUMN id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN label TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN scopes INTEGER NOT NULL DEFAULT 128; -- everything
UPDATE sessions SET id = random();

-- Results.
ALTER TABLE matches ADD COLUMN game TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN status TEXT NOT NULL DEFAULT 'IN_PROGRESS';
ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN turns INTEGER;
UPDATE matches SET game = json_extract(header, '$.game');
UPDATE matches SET status = CASE
        WHEN json_extract(footer, '$.outcome.reason') IN ('abandoned', 'void') THEN 'ABANDONED' ELSE 'COMPLETED'
    END
    WHERE footer IS NOT NULL;

ALTER TABLE players ADD COLUMN result TEXT;
ALTER TABLE players ADD COLUMN score INTEGER;
ALTER TABLE players ADD COLUMN stats TEXT;
ALTER TABLE players ADD COLUMN rating_before REAL;
ALTER TABLE players ADD COLUMN rating_after REAL;

-- What results add up to, kept up to date with every match: no page has to read them all.
CREATE TABLE standings (
    user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    versus TEXT NOT NULL, -- 'people', or 'bots' when everybody else was one
    played INTEGER NOT NULL DEFAULT 0,
    won INTEGER NOT NULL DEFAULT 0,
    lost INTEGER NOT NULL DEFAULT 0,
    drawn INTEGER NOT NULL DEFAULT 0,
    streak INTEGER NOT NULL DEFAULT 0,
    best_streak INTEGER NOT NULL DEFAULT 0,
    totals TEXT NOT NULL DEFAULT '{}',
    bests TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (user, game, versus)
) WITHOUT ROWID;
CREATE INDEX standings_by_wins ON standings (game, versus, won DESC);

CREATE TABLE ratings (
    user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (user, game)
) WITHOUT ROWID;
CREATE INDEX ratings_by_value ON ratings (game, value DESC);

CREATE TABLE rivals (
    user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    opponent INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    won INTEGER NOT NULL DEFAULT 0,
    lost INTEGER NOT NULL DEFAULT 0,
    drawn INTEGER NOT NULL DEFAULT 0,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (user, opponent)
) WITHOUT ROWID;
CREATE INDEX rivals_by_opponent ON rivals (opponent);
