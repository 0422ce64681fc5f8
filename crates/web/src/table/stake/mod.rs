//! The bet at a table: how far it has come, who holds it, and what one can do about it.

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
