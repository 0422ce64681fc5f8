-- A match that ended before it began in earnest is in no history. Where players come from is kept as a keyed hash while
-- they play.
ALTER TABLE players ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;
ALTER TABLE players ADD COLUMN address INTEGER;
DROP INDEX matches_by_player;
CREATE INDEX matches_by_player ON players (user, listed, started_at, match);

-- Totals and bests as rows: they change by increments.
CREATE TABLE standing_stats (
    user INTEGER NOT NULL,
    game TEXT NOT NULL,
    versus TEXT NOT NULL,
    stat TEXT NOT NULL,
    total INTEGER NOT NULL DEFAULT 0,
    best INTEGER,
    PRIMARY KEY (user, game, versus, stat),
    FOREIGN KEY (user, game, versus) REFERENCES standings (user, game, versus) ON DELETE CASCADE
) WITHOUT ROWID;
INSERT INTO standing_stats
    SELECT s.user, s.game, s.versus, t.key, t.value, (SELECT b.value FROM json_each(s.bests) b WHERE b.key = t.key)
    FROM standings s, json_each(s.totals) t;
ALTER TABLE standings DROP COLUMN totals;
ALTER TABLE standings DROP COLUMN bests;

-- Leaderboards are read in the order of an index. `board` is the user's kind where that has a leaderboard; `climbed` are the
-- wins that weigh there.
ALTER TABLE standings ADD COLUMN climbed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE standings ADD COLUMN board TEXT;
UPDATE standings SET climbed = won,
    board = (SELECT nullif(u.kind, 'guest') FROM users u WHERE u.id = standings.user)
    WHERE versus = 'people';
DROP INDEX standings_by_wins;
CREATE INDEX standings_by_wins ON standings (game, board, climbed DESC, user DESC) WHERE climbed > 0;

-- Ratings that say little yet come after the others.
ALTER TABLE ratings ADD COLUMN board TEXT;
ALTER TABLE ratings ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
UPDATE ratings SET settled = deviation <= 110, board = (SELECT nullif(u.kind, 'guest') FROM users u WHERE u.id = ratings.user);
DROP INDEX ratings_by_value;
CREATE INDEX ratings_by_value ON ratings (game, board, settled DESC, value DESC, user DESC);

-- How often users met in a game on a day, and how often they met someone from an address. Yesterday's are deleted.
CREATE TABLE meetings (
    day INTEGER NOT NULL,
    user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    opponent INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (day, user, opponent, game)
) WITHOUT ROWID;
CREATE INDEX meetings_by_user ON meetings (user);
CREATE INDEX meetings_by_opponent ON meetings (opponent);
CREATE TABLE address_meetings (
    day INTEGER NOT NULL,
    user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address INTEGER NOT NULL,
    game TEXT NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (day, user, address, game)
) WITHOUT ROWID;
CREATE INDEX address_meetings_by_user ON address_meetings (user);
