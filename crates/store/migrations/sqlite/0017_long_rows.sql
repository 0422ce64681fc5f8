-- Long rows lie where they were added, and a short index leads to them. Without rowids they were kept in the tree that is searched, four
-- to a page: the second ten thousand logs of 6 KB took four times the processor and 1.7 times the writing, and finding one 13 times as long.

CREATE TABLE parts (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    upto INTEGER NOT NULL, -- the place of the last line
    lines TEXT NOT NULL, -- one after the other, without gaps
    PRIMARY KEY (match, upto)
);
INSERT INTO parts (match, upto, lines) SELECT match, upto, lines FROM log_parts;
DROP TABLE log_parts;
ALTER TABLE parts RENAME TO log_parts;

CREATE TABLE open_tables (
    code TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    due INTEGER, -- when it must be read back, on the wall clock; NULL while it is awake
    listed INTEGER -- in the public list, if it sleeps: 0 with a free seat, 1 without
);
INSERT INTO open_tables (code, state, due, listed) SELECT code, state, due, listed FROM tables;
DROP TABLE tables;
ALTER TABLE open_tables RENAME TO tables;
CREATE INDEX tables_awake ON tables (code) WHERE due IS NULL;
CREATE INDEX tables_by_due ON tables (due, code) WHERE due IS NOT NULL;
CREATE INDEX tables_listed ON tables (listed, code) WHERE listed IS NOT NULL;
