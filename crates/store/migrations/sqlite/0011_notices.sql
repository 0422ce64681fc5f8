-- Where users are told what they should know while they are away.

-- A browser that takes messages by a push service. It belongs to a session, and goes with it.
CREATE TABLE push_subscriptions (
    session INTEGER PRIMARY KEY, -- a session's id
    user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    endpoint TEXT NOT NULL,
    p256dh BLOB NOT NULL, -- the browser's public key
    auth BLOB NOT NULL, -- a secret that it shares with us
    created_at INTEGER NOT NULL
);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user);
CREATE TRIGGER push_subscriptions_end AFTER DELETE ON sessions
    BEGIN DELETE FROM push_subscriptions WHERE session = OLD.id; END;

-- An address of a user's own.
CREATE TABLE webhooks (
    user INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    secret TEXT NOT NULL -- messages are signed with it
);

-- The key that push services know this house by.
CREATE TABLE push_key (secret TEXT NOT NULL);
