-- The log of running matches is appended to, whatever match a line belongs to; what is over lies under its match, in parts.

CREATE TABLE live_log (
    place INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    seq INTEGER NOT NULL, -- its place in the log of the match, from 1 without gaps
    line TEXT NOT NULL -- as it is given out, and after a tab the command that caused it
);

CREATE TABLE log_parts (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    upto INTEGER NOT NULL, -- the place of the last line
    lines TEXT NOT NULL, -- one after the other, without gaps
    PRIMARY KEY (match, upto)
) WITHOUT ROWID;

INSERT INTO log_parts (match, upto, lines)
    SELECT match, max(seq), group_concat(
        '{"seq":' || seq || ',"tick":' || tick || ',"input":' || input || coalesce(',"digest":"' || digest || '"', '') || '}'
            || coalesce(char(9) || command, ''),
        char(10) ORDER BY seq)
    FROM entries GROUP BY match, (seq - 1) / 256;
DROP TABLE entries;
