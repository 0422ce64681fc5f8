-- A table at which nothing happens sleeps: it is a row and nothing else until it is due, or until a user comes.
ALTER TABLE tables ADD COLUMN due INTEGER; -- when it must be read back, on the wall clock; NULL while it is awake
ALTER TABLE tables ADD COLUMN listed INTEGER; -- in the public list, if it sleeps: 0 with a free seat, 1 without
CREATE INDEX tables_awake ON tables (code) WHERE due IS NULL;
CREATE INDEX tables_by_due ON tables (due, code) WHERE due IS NOT NULL;
CREATE INDEX tables_listed ON tables (listed, code) WHERE listed IS NOT NULL;

-- Who sits at tables that sleep.
CREATE TABLE sleeping_seats (
    user INTEGER NOT NULL,
    code TEXT NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
    PRIMARY KEY (user, code)
) WITHOUT ROWID;
CREATE INDEX sleeping_seats_by_table ON sleeping_seats (code);

-- How many days a player has for a move, if the table is played over days.
ALTER TABLE invitations ADD COLUMN days INTEGER;
