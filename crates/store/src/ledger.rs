//! Gold, the house's play money, as the store keeps it: in double entry, and only ever added to.

use parlor_wire::{EscrowId, TableCode, UserId, http::Why};

/// Where gold can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Till {
    /// The bank: all gold comes from it. It alone may be below zero, by exactly what is out.
    Bank,
    /// A person's purse. What is meant for somebody who has been deleted goes to the bank.
    Purse(UserId),
    /// The box of a bet.
    Box {
        /// Which bet.
        bet: EscrowId,
        /// The table it stands beside.
        table: TableCode,
    },
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

/// A present of the bank to an account. People without an account get none, and nobody gets the same twice.
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
        /// It fills a purse only up to this, together with what its owner has in boxes.
        ceiling: u64,
    },
}

/// A purse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PurseRow {
    /// What is in it.
    pub balance: u64,
    /// What its owner has put into boxes that are open.
    pub in_boxes: u64,
    /// Whether the welcome present was given.
    pub welcomed: bool,
    /// Whether the present of the day that was asked about was given.
    pub given_today: bool,
}

/// A box with gold in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoxRow {
    /// Which bet it belongs to.
    pub bet: EscrowId,
    /// What is in it.
    pub balance: u64,
}

/// What looking through the whole ledger found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audit {
    /// How many transfers there are.
    pub transfers: u64,
    /// How much gold is out.
    pub out: i64,
    /// How much of it lies in boxes.
    pub in_boxes: i64,
    /// What is wrong; nothing in a ledger that holds.
    pub faults: Vec<String>,
}
