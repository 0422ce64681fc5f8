-- How the name of an account or a program looks (Unicode's confusables), so that no other user takes one that looks the same.
-- Names that were given before are filled in by the program: SQL does not know how letters look.
ALTER TABLE users ADD COLUMN look TEXT;
CREATE INDEX users_by_look ON users (look) WHERE look IS NOT NULL;
