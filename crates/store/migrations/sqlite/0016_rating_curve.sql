-- How ratings went, match by match.
CREATE TABLE rating_curve (
    user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    number INTEGER NOT NULL, -- of the rated match, from 1
    at INTEGER NOT NULL, -- when it ended
    value REAL NOT NULL, -- afterwards
    PRIMARY KEY (user, game, number)
) WITHOUT ROWID;

INSERT INTO rating_curve (user, game, number, at, value)
    SELECT p.user, m.game, row_number() OVER (PARTITION BY p.user, m.game ORDER BY coalesce(m.ended_at, m.started_at), m.id),
        coalesce(m.ended_at, m.started_at), p.rating_after
    FROM players p JOIN matches m ON m.id = p.match WHERE p.user IS NOT NULL AND p.rating_after IS NOT NULL;
