//! The rules of the store, above any database: each is written once and speaks to a [`Tx`](crate::Tx).

mod ledger;
mod results;

pub use ledger::{close_purse, daily_key, grant, return_escrow, transfer, welcome_key};
pub use results::{MatchEnd, end_match};
