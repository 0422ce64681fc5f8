-- What a house must not forget. docs/database.md says which of this others may rely on: the schema `records` at the end.
--
-- Ids are 64 bits that all mean something, kept as signed numbers. All time is in milliseconds, on the wall clock since 1970
-- unless something else is said. Words and codes are compared byte by byte, whatever the database's language is. JSON is
-- kept as it was written (`json`, not `jsonb`): digests are over its text.

-- The house's own clock. It stands still while the house is closed.
CREATE TABLE clock (
    sole boolean PRIMARY KEY DEFAULT true CHECK (sole),
    ms bigint NOT NULL DEFAULT 0,
    probes bigint NOT NULL DEFAULT 0, -- how often the house has tried whether it can write
    opened bigint NOT NULL DEFAULT 0 -- how often a house has taken this database for itself
);
INSERT INTO clock DEFAULT VALUES;

-- Users and how they are recognised.
CREATE TABLE users (
    id bigint PRIMARY KEY,
    name text NOT NULL,
    created_at bigint NOT NULL,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('guest', 'account', 'bot')),
    folded text COLLATE "C", -- the name in small letters, if it belongs to this user alone
    look text COLLATE "C", -- how such a name looks (Unicode's confusables): no other user takes one that looks the same
    owner bigint REFERENCES users (id) ON DELETE CASCADE -- whose program it is
);
CREATE UNIQUE INDEX users_by_name ON users (folded) WHERE folded IS NOT NULL;
CREATE INDEX users_by_look ON users (look) WHERE look IS NOT NULL;
CREATE INDEX users_by_owner ON users (owner) WHERE owner IS NOT NULL;
CREATE INDEX guests_by_age ON users (created_at) WHERE kind = 'guest';

CREATE TABLE accounts (
    user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    password text NOT NULL, -- Argon2id in PHC text form
    email text,
    email_folded text COLLATE "C",
    show_email boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX accounts_by_email ON accounts (email_folded) WHERE email_folded IS NOT NULL;

-- Only the hash of a token is kept: a reader of the database cannot impersonate its users.
CREATE TABLE sessions (
    token_hash bytea PRIMARY KEY,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at bigint NOT NULL,
    id bigint NOT NULL UNIQUE, -- names a session without giving its token away
    label text NOT NULL,
    scopes bigint NOT NULL -- bits; 128 is everything
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_age ON sessions (created_at) WHERE scopes = 128;

-- Matches and their logs.
CREATE TABLE matches (
    id bigint PRIMARY KEY,
    header json NOT NULL,
    dice_key bytea NOT NULL, -- secret while the match is played
    opened_ms bigint NOT NULL, -- on the house's clock
    started_at bigint NOT NULL,
    ended_at bigint,
    footer json,
    game text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL DEFAULT 'IN_PROGRESS' CHECK (status IN ('IN_PROGRESS', 'COMPLETED', 'ABANDONED')),
    rated boolean NOT NULL,
    turns bigint
);
CREATE INDEX matches_over ON matches (id) WHERE footer IS NOT NULL;

CREATE TABLE players (
    match bigint NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat bigint NOT NULL,
    user_id bigint REFERENCES users (id) ON DELETE SET NULL, -- none for a bot of the house and for a deleted user
    started_at bigint NOT NULL, -- the match's: a page of a user's history is read from one index
    listed boolean NOT NULL DEFAULT true, -- not, if the match ended before it began in earnest
    address bigint, -- where the player comes from as a keyed hash, while the match is played
    deleted boolean NOT NULL DEFAULT false, -- the name goes out of the header once the match is over
    result text COLLATE "C" CHECK (result IN ('won', 'lost', 'drawn', 'void')),
    place bigint,
    score bigint,
    stats json,
    rating_before double precision,
    rating_after double precision,
    PRIMARY KEY (match, seat)
);
CREATE INDEX matches_by_player ON players (user_id, listed, started_at, match);

-- The log. One owner appends; a second one fails on the primary key.
CREATE TABLE entries (
    match bigint NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq bigint NOT NULL,
    tick bigint NOT NULL,
    input text NOT NULL,
    digest text COLLATE "C",
    command text, -- who commanded it, and their name for the command: a repeated one is recognised after a crash
    PRIMARY KEY (match, seq)
);

-- Open tables.
CREATE TABLE tables (
    code text COLLATE "C" PRIMARY KEY,
    state text NOT NULL, -- what only tables understand
    due bigint, -- when it must be read back if it sleeps; none while it is awake
    listed boolean -- in the public list, if it sleeps: false with a free seat, true without
);
CREATE INDEX tables_awake ON tables (code) WHERE due IS NULL;
CREATE INDEX tables_by_due ON tables (due, code) WHERE due IS NOT NULL;
CREATE INDEX tables_listed ON tables (listed, code) WHERE listed IS NOT NULL;

-- Who sits at tables that sleep.
CREATE TABLE sleeping_seats (
    user_id bigint NOT NULL,
    code text COLLATE "C" NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
    PRIMARY KEY (user_id, code)
);
CREATE INDEX sleeping_seats_by_table ON sleeping_seats (code);

-- The latest commands that a table has carried out, so that a repeated one is recognised after a crash. Moves are not among
-- them: the log has those.
CREATE TABLE done (
    place bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    code text COLLATE "C" NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
    command text COLLATE "C" NOT NULL,
    UNIQUE (code, command)
);
CREATE INDEX done_by_table ON done (code, place);
CREATE INDEX done_by_user ON done (substr(command, 1, 17));

-- What is said there.
CREATE TABLE lines (
    place bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    code text COLLATE "C" NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
    room text COLLATE "C" NOT NULL, -- 'table', 'gallery' or 'team 1'
    id bigint NOT NULL,
    sender bigint NOT NULL,
    name text NOT NULL, -- at the time
    seated boolean NOT NULL,
    text text NOT NULL
);
CREATE INDEX lines_by_room ON lines (code, room, place);
CREATE INDEX lines_by_sender ON lines (sender);

-- What results add up to, kept up to date with every match: no page has to read them all.
CREATE TABLE standings (
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game text COLLATE "C" NOT NULL,
    versus text COLLATE "C" NOT NULL CHECK (versus IN ('people', 'bots')),
    played bigint NOT NULL DEFAULT 0,
    won bigint NOT NULL DEFAULT 0,
    lost bigint NOT NULL DEFAULT 0,
    drawn bigint NOT NULL DEFAULT 0,
    streak bigint NOT NULL DEFAULT 0,
    best_streak bigint NOT NULL DEFAULT 0,
    climbed bigint NOT NULL DEFAULT 0, -- wins that weigh on leaderboards
    board text COLLATE "C", -- the user's kind, where that has a leaderboard
    PRIMARY KEY (user_id, game, versus)
);
CREATE INDEX standings_by_wins ON standings (game, board, climbed DESC, user_id DESC) WHERE climbed > 0;

CREATE TABLE standing_stats (
    user_id bigint NOT NULL,
    game text COLLATE "C" NOT NULL,
    versus text COLLATE "C" NOT NULL,
    stat text COLLATE "C" NOT NULL,
    total bigint NOT NULL DEFAULT 0,
    best bigint,
    PRIMARY KEY (user_id, game, versus, stat),
    FOREIGN KEY (user_id, game, versus) REFERENCES standings (user_id, game, versus) ON DELETE CASCADE
);

CREATE TABLE ratings (
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game text COLLATE "C" NOT NULL,
    value double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    matches bigint NOT NULL,
    board text COLLATE "C",
    settled boolean NOT NULL, -- ratings that say little yet come after the others
    PRIMARY KEY (user_id, game)
);
CREATE INDEX ratings_by_value ON ratings (game, board, settled DESC, value DESC, user_id DESC);

CREATE TABLE rivals (
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    opponent bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    won bigint NOT NULL DEFAULT 0,
    lost bigint NOT NULL DEFAULT 0,
    drawn bigint NOT NULL DEFAULT 0,
    last_at bigint NOT NULL,
    PRIMARY KEY (user_id, opponent)
);
CREATE INDEX rivals_by_opponent ON rivals (opponent);

-- How often users met in a game on a day (counted from 1970), and how often they met a player from an address. Yesterday's
-- are deleted.
CREATE TABLE meetings (
    day bigint NOT NULL,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    opponent bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game text COLLATE "C" NOT NULL,
    matches bigint NOT NULL,
    PRIMARY KEY (day, user_id, opponent, game)
);
CREATE INDEX meetings_by_user ON meetings (user_id);
CREATE INDEX meetings_by_opponent ON meetings (opponent);
CREATE TABLE address_meetings (
    day bigint NOT NULL,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address bigint NOT NULL,
    game text COLLATE "C" NOT NULL,
    matches bigint NOT NULL,
    PRIMARY KEY (day, user_id, address, game)
);
CREATE INDEX address_meetings_by_user ON address_meetings (user_id);

-- Gold, the house's play money, in double entry. The bank gives it out and is below zero by exactly what is out. Balances
-- follow from the postings; they are kept so that they need not be added up.
CREATE TABLE ledger_accounts (
    id bigint GENERATED BY DEFAULT AS IDENTITY (START WITH 2) PRIMARY KEY,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('bank', 'purse', 'escrow')),
    owner bigint, -- a purse's user (none once they are deleted), an escrow's bet
    code text COLLATE "C", -- the table where an escrow's bet is played for
    balance bigint NOT NULL DEFAULT 0 CHECK (balance >= 0 OR kind = 'bank')
);
CREATE UNIQUE INDEX ledger_accounts_by_owner ON ledger_accounts (kind, owner) WHERE owner IS NOT NULL;
CREATE INDEX ledger_escrows_with_gold ON ledger_accounts (id) WHERE kind = 'escrow' AND balance > 0;
INSERT INTO ledger_accounts (id, kind) VALUES (1, 'bank');

CREATE TABLE ledger_transfers (
    id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    key text COLLATE "C" NOT NULL UNIQUE, -- the caller's name for it: the same one is done only once
    why text COLLATE "C" NOT NULL,
    at bigint NOT NULL
);

CREATE TABLE ledger_postings (
    transfer bigint NOT NULL REFERENCES ledger_transfers (id),
    place bigint NOT NULL,
    account bigint NOT NULL REFERENCES ledger_accounts (id),
    amount bigint NOT NULL CHECK (amount <> 0),
    balance bigint NOT NULL, -- the account's, afterwards
    PRIMARY KEY (transfer, place)
);
CREATE INDEX ledger_postings_by_account ON ledger_postings (account, transfer);

-- What has been written stays written.
CREATE FUNCTION ledger_stays() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the ledger is only added to'; END $$;
CREATE TRIGGER ledger_transfers_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfers
    EXECUTE FUNCTION ledger_stays();
CREATE TRIGGER ledger_postings_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
    EXECUTE FUNCTION ledger_stays();
CREATE TRIGGER ledger_accounts_stay BEFORE DELETE OR TRUNCATE ON ledger_accounts
    EXECUTE FUNCTION ledger_stays();

-- Which bets users have held for others, each counted once.
CREATE TABLE held_bets (
    bet bigint PRIMARY KEY,
    holder bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    disputed boolean NOT NULL,
    overturned boolean NOT NULL
);
CREATE INDEX held_bets_by_holder ON held_bets (holder);

-- Who asked whom to which game. Those that are over stay for a while, so that both sides see what became of them.
CREATE TABLE invitations (
    id bigint PRIMARY KEY,
    sender bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    recipient bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game text COLLATE "C" NOT NULL,
    preset text,
    options text NOT NULL, -- the game's own JSON
    public boolean NOT NULL,
    rated boolean NOT NULL,
    bet bigint, -- what every player deposits
    held_by_house boolean,
    days bigint, -- how many a player has for a move, if the table is played over days
    pace text COLLATE "C" NOT NULL,
    command text NOT NULL, -- who commanded it, and their name for the command
    sent_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    outcome text COLLATE "C", -- how it ended; none while it waits for an answer
    opened text COLLATE "C", -- the table that an accepted one led to
    ended_at bigint
);
CREATE INDEX invitations_waiting ON invitations (expires_at) WHERE outcome IS NULL;
CREATE INDEX invitations_by_sender ON invitations (sender, ended_at);
CREATE INDEX invitations_by_recipient ON invitations (recipient, ended_at);

-- Whom a user does not want to hear.
CREATE TABLE mutes (
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    muted bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    at bigint NOT NULL,
    PRIMARY KEY (user_id, muted)
);
CREATE INDEX mutes_by_muted ON mutes (muted);

-- What the keeper of the house is asked to look at. A deleted user takes along what is about them.
CREATE TABLE reports (
    id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    reporter bigint REFERENCES users (id) ON DELETE SET NULL,
    about bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    about_name text NOT NULL, -- at the time
    at_table text COLLATE "C", -- which may be gone
    about_line bigint, -- the line it is about
    reason text COLLATE "C" NOT NULL,
    note text NOT NULL,
    at bigint NOT NULL,
    closed_at bigint
);
CREATE INDEX reports_by_reporter ON reports (reporter, at);
CREATE INDEX reports_by_about ON reports (about);
CREATE INDEX reports_by_closing ON reports (closed_at);

-- What was said there, as the reporter could read it.
CREATE TABLE reported_lines (
    report bigint NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
    place bigint NOT NULL,
    room text COLLATE "C" NOT NULL,
    id bigint NOT NULL,
    sender bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name text NOT NULL,
    seated boolean NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (report, place)
);
CREATE INDEX reported_lines_by_sender ON reported_lines (sender);

-- Where users are told what they should know while they are away: a browser that takes messages by a push service, which
-- belongs to a session and goes with it, and an address of a user's own.
CREATE TABLE push_subscriptions (
    session bigint PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    endpoint text NOT NULL,
    p256dh bytea NOT NULL, -- the browser's public key
    auth bytea NOT NULL, -- a secret that it shares with the house
    created_at bigint NOT NULL
);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id);
CREATE TABLE webhooks (
    user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    url text NOT NULL,
    secret text NOT NULL -- messages are signed with it
);
CREATE TABLE push_key (
    sole boolean PRIMARY KEY DEFAULT true CHECK (sole),
    secret text NOT NULL -- push services know this house by it
);

-- The records of matches for other programs: what is named here stays as it is, whatever the tables above become. Ids are
-- spelled as in links and in the API. Neither dice nor logs are shown.
CREATE SCHEMA records;

-- Every match: the first two seats by themselves, as most games have two. A match with one winner names them; of more than
-- one, and of games with more than two seats, records.players tells.
CREATE VIEW records.match AS
    SELECT lpad(to_hex(m.id), 16, '0') AS id,
        m.game,
        m.status, -- IN_PROGRESS, COMPLETED or ABANDONED
        m.rated,
        lpad(to_hex(one.user_id), 16, '0') AS player1_id, -- none for a bot of the house and for a deleted user
        lpad(to_hex(two.user_id), 16, '0') AS player2_id,
        lpad(to_hex(won.user_id), 16, '0') AS winner_id,
        won.seat + 1 AS winner, -- 1 for player1, also where it has no id
        m.turns AS total_turns,
        (one.stats ->> 'shots')::bigint AS player1_shots, -- where the game counts them
        (two.stats ->> 'shots')::bigint AS player2_shots,
        (one.stats ->> 'hits')::bigint AS player1_hits,
        (two.stats ->> 'hits')::bigint AS player2_hits,
        to_timestamp(m.started_at / 1000.0) AS created_at,
        to_timestamp(m.ended_at / 1000.0) AS ended_at
    FROM matches m
    LEFT JOIN players one ON one.match = m.id AND one.seat = 0
    LEFT JOIN players two ON two.match = m.id AND two.seat = 1
    LEFT JOIN players won ON won.match = m.id AND won.result = 'won' AND NOT EXISTS
        (SELECT 1 FROM players other WHERE other.match = m.id AND other.result = 'won' AND other.seat <> won.seat);

-- Every seat of every match.
CREATE VIEW records.players AS
    SELECT lpad(to_hex(p.match), 16, '0') AS match,
        p.seat + 1 AS player, -- from 1
        lpad(to_hex(p.user_id), 16, '0') AS user_id,
        u.name,
        p.result, -- won, lost, drawn or void; none while the match is played
        p.place, -- 1 is the best, and equals share one
        p.score,
        (p.stats ->> 'shots')::bigint AS shots,
        (p.stats ->> 'hits')::bigint AS hits,
        p.stats, -- all that the game counted, as a JSON object of numbers
        p.rating_before,
        p.rating_after
    FROM players p LEFT JOIN users u ON u.id = p.user_id;
