-- Gold, the house's play money, in double entry. Nothing here is ever real money.

-- Who may have gold: people (purses), bets (boxes), and the bank, which gives it out and is below zero by exactly
-- what is out. Balances follow from the postings; they are kept so that nobody has to add them up.
CREATE TABLE ledger_accounts (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('bank', 'purse', 'box')),
    owner INTEGER, -- a purse's person (none once they are deleted), a box's bet
    code TEXT, -- the table a box stands beside
    balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0 OR kind = 'bank')
);
CREATE UNIQUE INDEX ledger_accounts_by_owner ON ledger_accounts (kind, owner) WHERE owner IS NOT NULL;
CREATE INDEX ledger_boxes_with_gold ON ledger_accounts (id) WHERE kind = 'box' AND balance > 0;
INSERT INTO ledger_accounts (id, kind) VALUES (1, 'bank');

CREATE TABLE ledger_transfers (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE, -- what it is called by whoever asks for it: the same one is done only once
    why TEXT NOT NULL,
    at INTEGER NOT NULL -- on the wall clock, for people
);

CREATE TABLE ledger_postings (
    transfer INTEGER NOT NULL REFERENCES ledger_transfers (id),
    place INTEGER NOT NULL,
    account INTEGER NOT NULL REFERENCES ledger_accounts (id),
    amount INTEGER NOT NULL CHECK (amount <> 0),
    balance INTEGER NOT NULL, -- the account's, afterwards
    PRIMARY KEY (transfer, place)
) WITHOUT ROWID;
CREATE INDEX ledger_postings_by_account ON ledger_postings (account, transfer);

-- What has been written stays written.
CREATE TRIGGER ledger_transfers_stay BEFORE UPDATE ON ledger_transfers
    BEGIN SELECT RAISE(ABORT, 'the ledger is only added to'); END;
CREATE TRIGGER ledger_transfers_last BEFORE DELETE ON ledger_transfers
    BEGIN SELECT RAISE(ABORT, 'the ledger is only added to'); END;
CREATE TRIGGER ledger_postings_stay BEFORE UPDATE ON ledger_postings
    BEGIN SELECT RAISE(ABORT, 'the ledger is only added to'); END;
CREATE TRIGGER ledger_postings_last BEFORE DELETE ON ledger_postings
    BEGIN SELECT RAISE(ABORT, 'the ledger is only added to'); END;
CREATE TRIGGER ledger_accounts_last BEFORE DELETE ON ledger_accounts
    BEGIN SELECT RAISE(ABORT, 'the ledger is only added to'); END;

-- Which bets people have held for others, each counted once.
CREATE TABLE held_bets (
    bet INTEGER PRIMARY KEY,
    holder INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    disputed INTEGER NOT NULL,
    overturned INTEGER NOT NULL
);
CREATE INDEX held_bets_by_holder ON held_bets (holder);
