-- Who asked whom to which game. Those that are over stay for a while, so that both sides see what became of them.
CREATE TABLE invitations (
    id INTEGER PRIMARY KEY,
    sender INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    recipient INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    wish TEXT NOT NULL,
    pace TEXT NOT NULL,
    command TEXT NOT NULL, -- who commanded it, and their name for the command: a repeated one is recognised after a crash
    sent_at INTEGER NOT NULL, -- on the wall clock, as is all time here
    expires_at INTEGER NOT NULL,
    outcome TEXT, -- how it ended; nothing while it waits for an answer
    ended_at INTEGER
);
CREATE INDEX invitations_waiting ON invitations (expires_at) WHERE outcome IS NULL;
CREATE INDEX invitations_by_sender ON invitations (sender, ended_at);
CREATE INDEX invitations_by_recipient ON invitations (recipient, ended_at);
