-- Playing alone for a record. The dice of a run come from the house when it begins, and it is counted once.

CREATE TABLE runs (
    user INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, -- who has one at a time
    id INTEGER NOT NULL,
    game TEXT NOT NULL,
    solo TEXT NOT NULL, -- the way to play it alone
    dice_key BLOB NOT NULL,
    begun_at INTEGER NOT NULL,
    worth INTEGER, -- the more, the better; none until it is counted
    before INTEGER -- what the best run before it was worth
);

CREATE TABLE best_runs (
    user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    solo TEXT NOT NULL,
    worth INTEGER NOT NULL,
    at INTEGER NOT NULL,
    match INTEGER REFERENCES matches (id) ON DELETE SET NULL, -- which has its log
    listed INTEGER NOT NULL, -- accounts are on leaderboards, guests are not
    PRIMARY KEY (user, game, solo)
) WITHOUT ROWID;
CREATE INDEX best_runs_by_worth ON best_runs (game, solo, worth DESC, user DESC) WHERE listed;
CREATE INDEX best_runs_by_match ON best_runs (match) WHERE match IS NOT NULL;
