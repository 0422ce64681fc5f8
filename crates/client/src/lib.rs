//! A client without a screen.
//!
//! A [`Session`] does no I/O: whoever owns a connection tells it when the connection opens and closes, feeds it
//! what arrives and sends what it asks to be sent. It follows any number of tables, resumes where it left off after
//! a drop, and sends unanswered commands again with the same ids, so that each is done once.

mod ahead;
mod backoff;
mod model;
#[cfg(feature = "native")]
pub mod native;
mod session;
pub mod typed;
pub mod words;

pub use ahead::Ahead;
pub use backoff::Backoff;
pub use model::{MatchModel, TableModel};
pub use session::{BadFrame, Notice, Session};
