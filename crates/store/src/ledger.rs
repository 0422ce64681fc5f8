//! Gold, the house's play money: in double entry, and only ever added to.

use crate::{StoreError, User};
use async_trait::async_trait;
use parlor_wire::{EscrowId, TableCode, TrustRecord, UserId};

/// Where gold can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Till {
    /// The bank: all gold comes from it. It alone may be below zero, by exactly what is out.
    Bank,
    /// A user's purse. What is meant for a user who has been deleted goes to the bank.
    Purse(UserId),
    /// The escrow of a bet.
    Escrow {
        /// Which bet.
        bet: EscrowId,
        /// The table where it is played for.
        table: TableCode,
    },
}

/// What gold was moved for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// A present for a new account.
    Welcome,
    /// The daily present.
    Daily,
    /// A bet was deposited.
    Deposit,
    /// A bet was won.
    Payout,
    /// A bet was given back.
    Refund,
    /// The account was deleted.
    Closed,
    /// A present from those who look after the house.
    Gift,
}

/// One side of a transfer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leg {
    /// Where.
    pub till: Till,
    /// How much comes (above zero) or goes (below).
    pub amount: i64,
}

/// Gold that is moved: its legs add up to zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// A name that only this transfer has. Asking for the same again does nothing; asking for another under the same
    /// name is an error.
    pub key: String,
    /// What for.
    pub why: Why,
    /// When, on the wall clock in milliseconds.
    pub at: u64,
    /// What goes where.
    pub legs: Vec<Leg>,
}

/// A present of the bank to an account. Users without an account get none, and none is given twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grant {
    /// To whom.
    pub user: UserId,
    /// Which.
    pub kind: GrantKind,
    /// How much.
    pub amount: u64,
    /// When, on the wall clock in milliseconds.
    pub at: u64,
}

/// Which present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GrantKind {
    /// For a new account.
    Welcome,
    /// For a day.
    Daily {
        /// Which day, counted from 1970.
        day: u64,
        /// It fills a purse only up to this, together with what its owner has in escrow.
        ceiling: u64,
    },
}

/// A purse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PurseRow {
    /// What is in it.
    pub balance: u64,
    /// What its owner has in escrow.
    pub in_escrow: u64,
    /// Whether the welcome present was given.
    pub welcomed: bool,
    /// Whether the present of the day that was asked about was given.
    pub given_today: bool,
}

/// One line of an account statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementRow {
    /// Its number; later lines have higher ones.
    pub id: u64,
    /// When, on the wall clock in milliseconds.
    pub at: u64,
    /// How much: what came is above zero, what went below.
    pub amount: i64,
    /// How much there was afterwards.
    pub balance: u64,
    /// What for.
    pub why: Why,
    /// Where it came from or went to.
    pub counterparty: Counterparty,
}

/// The other side of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Counterparty {
    /// The bank of the house, which gives presents.
    Bank,
    /// The escrow of a bet.
    Bet {
        /// Which bet.
        id: EscrowId,
        /// At which table.
        table: TableCode,
        /// Whether that table is still open.
        open: bool,
        /// Who else deposited; users who have been deleted are left out.
        with: Vec<User>,
    },
}

/// An escrow with gold in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EscrowRow {
    /// Which bet it belongs to.
    pub bet: EscrowId,
    /// What is in it.
    pub balance: u64,
}

/// How a user has held other users' bets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TrustRow {
    /// How many they have held to the end, or until they left a dispute undecided.
    pub held: u32,
    /// How many of these were disputed.
    pub disputed: u32,
    /// How many of their rulings went against what the log proves.
    pub overturned: u32,
}

impl From<TrustRow> for TrustRecord {
    fn from(TrustRow { held, disputed, overturned }: TrustRow) -> Self {
        Self { held, disputed, overturned }
    }
}

/// What looking through the whole ledger found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audit {
    /// How many transfers there are.
    pub transfers: u64,
    /// How much gold is out.
    pub out: i64,
    /// How much of it lies in escrow.
    pub in_escrow: i64,
    /// What is wrong; nothing in a ledger that holds.
    pub faults: Vec<String>,
}

/// Reading the ledger.
#[async_trait]
#[cfg_attr(feature = "layers", ambassador::delegatable_trait)]
pub trait Ledger: Send + Sync {
    /// A user's purse, and whether the present of that day (counted from 1970) was given.
    async fn purse(&self, user: UserId, day: u64) -> Result<PurseRow, StoreError>;

    /// How a user's gold came and went, the newest first: lines with numbers below `before`.
    async fn statement(&self, user: UserId, before: Option<u64>, limit: u32) -> Result<Vec<StatementRow>, StoreError>;

    /// Every escrow that holds gold.
    async fn escrows(&self) -> Result<Vec<EscrowRow>, StoreError>;

    /// How a user has held other users' bets.
    async fn trust(&self, user: UserId) -> Result<TrustRow, StoreError>;

    /// Looks through the whole ledger.
    async fn audit(&self) -> Result<Audit, StoreError>;
}
