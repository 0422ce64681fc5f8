//! A client without a screen.
//!
//! Nothing here does I/O or reads a clock. The owner of a connection tells a [`Session`] when it opens and closes, feeds
//! it what arrives and sends what it asks to be sent; a [`Line`] says when to ping, when to give up and when to try
//! again. A session follows any number of tables, resumes where it left off after a drop, and sends unanswered commands
//! again with the same ids, so that each is done once.

mod ahead;
mod backoff;
mod inbox;
mod line;
mod model;
mod moves;
#[cfg(feature = "native")]
pub mod native;
mod notice;
mod pending;
mod session;
pub mod typed;
pub mod words;

pub use ahead::Ahead;
use backoff::Backoff;
pub use inbox::{EndedInvitation, Inbox, OpenInvitation};
pub use line::{Attempt, Duty, Line, LineStatus};
pub use model::{MatchModel, TableModel};
pub use moves::{MoveLog, ToldMove};
pub use notice::{BadFrame, Notice};
pub use pending::{Answered, Pending, RefusedCommand};
pub use session::Session;
