-- The game stands with its players too: a page of somebody's history of one game is read from one index, however many others
-- they have played.
ALTER TABLE players ADD COLUMN game text COLLATE "C";
UPDATE players p SET game = m.game FROM matches m WHERE m.id = p.match;
ALTER TABLE players ALTER COLUMN game SET NOT NULL;
CREATE INDEX matches_by_player_and_game ON players (user_id, listed, game, started_at, match);
