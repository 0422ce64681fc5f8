-- The game stands with its players too: a page of somebody's history of one game is read from one index, however many others
-- they have played.
ALTER TABLE players ADD COLUMN game TEXT NOT NULL DEFAULT '';
UPDATE players SET game = (SELECT m.game FROM matches m WHERE m.id = players.match);
CREATE INDEX matches_by_player_and_game ON players (user, listed, game, started_at, match);
