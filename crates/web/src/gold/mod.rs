//! Gold, the house's play money: the purse wherever it is needed, and the page that accounts for it.

mod page;
mod purse;
mod statement;
mod words;

pub use page::GoldPage;
pub use parlor_client::words::gold;
pub use purse::Gold;
pub use words::PLAY_MONEY;
