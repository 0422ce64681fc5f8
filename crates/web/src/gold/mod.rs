//! Gold, the house's play money: the purse wherever it is needed, and the page that accounts for it.
//!
//! # Hooks for browser tests (`data-test`)
//! `gold`, `balance`, `grant`, `statement`, `statement-line`, `statement-amount`, `statement-balance`,
//! `statement-more`, `statement-empty`, `gold-guest`.

mod page;
mod purse;
mod statement;
mod words;

pub use page::GoldPage;
pub use purse::Gold;
pub use words::{PLAY_MONEY, gold};
