//! Bodies about gold, the house's play money.

use crate::{EscrowId, Person, TableCode};
use serde::{Deserialize, Serialize};

/// A person's gold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Purse {
    /// How much gold.
    pub balance: u64,
    /// What the house gives every day.
    pub daily: DailyGrant,
}

/// What the house gives a person with little gold, once a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DailyGrant {
    /// How much at most.
    pub amount: u64,
    /// Only up to this balance.
    pub ceiling: u64,
    /// From when on there is another, in milliseconds since 1970. It comes by itself when you do.
    pub next_at: u64,
}

/// Some lines of an account statement, newest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Statement {
    /// The lines.
    pub lines: Vec<StatementLine>,
    /// What to ask for to see older ones; missing on the last page.
    pub next: Option<u64>,
}

/// One line of an account statement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StatementLine {
    /// Its number; later lines have higher ones.
    pub id: u64,
    /// When, in milliseconds since 1970.
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

/// What gold was moved for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// A present for a new account.
    Welcome,
    /// The daily present.
    Daily,
    /// A bet was put in.
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

/// The other side of a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Counterparty {
    /// The bank of the house, which gives grants.
    Bank,
    /// The escrow of a bet.
    Bet {
        /// Which bet.
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        id: EscrowId,
        /// At which table.
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        table: TableCode,
        /// Whether that table is still there.
        #[serde(default)]
        open: bool,
        /// Who else put in; people who have been deleted are left out.
        with: Vec<Person>,
    },
}

/// Which lines to show.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct StatementFilter {
    /// Where the page before ended: its `next`.
    #[serde(default)]
    pub before: Option<u64>,
}
