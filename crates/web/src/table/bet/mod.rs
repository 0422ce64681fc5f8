//! The bet at a table: how far it has come, who holds it, and what the viewer can do about it.

mod act;
mod dispute;
mod evidence;
mod holder;
mod line;
mod panel;
mod role;
mod steps;
mod words;

pub use line::BetLine;
pub use panel::{BetPanel, Says};
pub use role::{Role, bet_at, settled_at};
pub use words::{headline, status, trust};
