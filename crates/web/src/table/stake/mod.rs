//! The bet at a table: how far it has come, who holds it, and what one can do about it.
//!
//! # Hooks for browser tests (`data-test`)
//! - `stake` (the panel; `data-state`), `pot`, `stake-clock`, `stake-steps`, `deposits`, `deposit-of` (`data-seat`),
//!   `holder`, `trust`, `stake-note`, `promise`, `purse-note`, `bets-need-an-account`.
//! - What one can do: `deposit`, `take-back`, `call-off`, `no-thanks`, `accept`, `dispute`, `award` (one for each seat),
//!   `refund`, `hold`, `unhold`, `stand`.
//! - `dispute-dialog`, `dispute-reason`, `dispute-reason-note`, `dispute-submit`; `dispute-said`, `evidence`,
//!   `evidence-verdict`, `check`.
//! - During the match: `stake-line` (opens `stake-dialog`).

mod act;
mod bet;
mod dispute;
mod evidence;
mod holder;
mod line;
mod panel;
mod steps;
mod words;

pub use bet::{Role, bet_at, settled_at};
pub use line::StakeLine;
pub use panel::{Says, StakePanel};
pub use words::{headline, status, trust};
