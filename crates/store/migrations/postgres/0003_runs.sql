-- Playing alone for a record. The dice of a run come from the house when it begins, and it is counted once.

CREATE TABLE runs (
    user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, -- who has one at a time
    id bigint NOT NULL,
    game text COLLATE "C" NOT NULL,
    solo text COLLATE "C" NOT NULL, -- the way to play it alone
    dice_key bytea NOT NULL,
    begun_at bigint NOT NULL,
    worth bigint, -- the more, the better; none until it is counted
    before bigint -- what the best run before it was worth
);

CREATE TABLE best_runs (
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game text COLLATE "C" NOT NULL,
    solo text COLLATE "C" NOT NULL,
    worth bigint NOT NULL,
    at bigint NOT NULL,
    match bigint REFERENCES matches (id) ON DELETE SET NULL, -- which has its log
    listed boolean NOT NULL, -- accounts are on leaderboards, guests are not
    PRIMARY KEY (user_id, game, solo)
);
CREATE INDEX best_runs_by_worth ON best_runs (game, solo, worth DESC, user_id DESC) WHERE listed;
CREATE INDEX best_runs_by_match ON best_runs (match) WHERE match IS NOT NULL;
