-- Counts how often the house has tried whether it can write. A commit that changes nothing writes nothing.
ALTER TABLE clock ADD COLUMN probes INTEGER NOT NULL DEFAULT 0;
