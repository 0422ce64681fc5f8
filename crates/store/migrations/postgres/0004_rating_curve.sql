-- How ratings went, match by match.
CREATE TABLE rating_curve (
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game text COLLATE "C" NOT NULL,
    number bigint NOT NULL, -- of the rated match, from 1
    at bigint NOT NULL, -- when it ended
    value double precision NOT NULL, -- afterwards
    PRIMARY KEY (user_id, game, number)
);

INSERT INTO rating_curve (user_id, game, number, at, value)
    SELECT p.user_id, m.game,
        row_number() OVER (PARTITION BY p.user_id, m.game ORDER BY coalesce(m.ended_at, m.started_at), m.id),
        coalesce(m.ended_at, m.started_at), p.rating_after
    FROM players p JOIN matches m ON m.id = p.match WHERE p.user_id IS NOT NULL AND p.rating_after IS NOT NULL;
