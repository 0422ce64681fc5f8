-- What has expired is found without reading everything.
CREATE INDEX sessions_by_age ON sessions (created_at) WHERE scopes = 128;
CREATE INDEX guests_by_age ON users (created_at) WHERE kind = 'guest';

-- The latest commands that a table has carried out, so that a repeated one is recognised after a crash. Moves are not among
-- them: the log has those.
CREATE TABLE done (
    place INTEGER PRIMARY KEY,
    code TEXT NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
    command TEXT NOT NULL,
    UNIQUE (code, command)
);
CREATE INDEX done_by_table ON done (code, place);
