-- Several nodes over one database: which of them live, and which table is whose. A house that has the database to itself
-- leaves all of this alone.

-- A node is one run of a process, under a number of its own. It lives as long as it says so in time, by this server's clock.
CREATE TABLE nodes (
    id bigint PRIMARY KEY,
    joined bigint GENERATED ALWAYS AS IDENTITY, -- the one that joined first does what one node does for all
    house_ms bigint NOT NULL, -- what its clock showed when it last said so
    alive_until timestamptz NOT NULL
);

-- A table has one owner. Whatever the owner writes, it writes only as long as it is that: its number and the epoch since which
-- it owns the table are compared in the same transaction.
ALTER TABLE tables
    ADD COLUMN owner bigint, -- the node; none while the table sleeps, or between two owners
    ADD COLUMN epoch bigint NOT NULL DEFAULT 0, -- how often it has had another owner; 0 if none ever was
    ADD COLUMN ahead bigint NOT NULL DEFAULT 0; -- its clock, less its owner's; without an owner, its clock
CREATE INDEX tables_by_owner ON tables (owner) WHERE due IS NULL;
