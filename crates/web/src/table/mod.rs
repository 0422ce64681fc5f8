//! A table on the screen, on a page of its own or in a window.

mod bar;
mod bet;
mod chat;
mod ctx;
mod fairness;
mod free_seat;
mod hold;
mod honours;
mod invite;
mod leave;
mod moves;
mod page;
mod part;
mod picture;
mod rearrange;
mod recall;
mod rematch;
mod result;
mod seats;
pub mod slash;
mod status;
mod view;
mod waiting;
mod words;

pub use bar::company;
pub use bet::trust;
pub use ctx::TableCtx;
pub(crate) use ctx::{Fate, TableSignals};
pub use hold::{Hold, HoldSeconds};
pub use leave::{LeaveDialog, with_gold};
pub use page::TablePage;
pub use view::{Place, TableView};
