//! The rules of the store, above any database: each is written once and speaks to a [`Tx`](crate::Tx).

mod results;

pub use results::{MatchEnd, end_match};
