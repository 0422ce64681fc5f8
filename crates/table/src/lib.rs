//! A table of the house as a value.
//!
//! A [`Table`] is told what happens, as an [`Input`] at a [`Moment`], and answers with [`Effects`]: what must be written,
//! whom to tell what, and when to come back. It reads no clock, writes nothing, knows no socket and draws all its chance
//! from a [`Seed`]. So the same table can be run by a task of the server, by another node, or by a test that makes up a
//! thousand days.
//!
//! The owner of a table does the same with every input:
//!
//! 1. find out what the table [needs](Table::needs) to know of the house for it, and add the [`Facts`];
//! 2. [`step`](Table::step);
//! 3. commit the writes, all or none;
//! 4. tell everyone what there is to [tell](Told), in order.
//!
//! If the commit fails, nothing is told, commands are refused, and the table is [taken back](Table::take_back) to what is
//! stored.
//!
//! A table owns parts that know nothing of each other: what is [kept](Saved) of it (the seats, the bet, the match's clock),
//! the live match with its log, the talk, who is present, the bots, and the numbered streams of what is told. `Turn`, a
//! step in progress, brings them together.

mod bet;
mod betting;
mod bots;
mod chance;
mod clock;
mod counts;
mod days;
mod done;
mod effects;
mod hold;
mod house;
mod input;
mod inputs;
mod live;
mod open;
mod play;
mod presence;
mod restore;
mod rules;
mod saved;
mod seating;
mod seats;
mod sleep;
mod streams;
mod table;
mod talk;
mod terms;
#[cfg(test)]
mod testing;
mod time;
mod turn;
mod waits;

pub use bet::{BetError, may_bet};
pub use chance::Seed;
pub use days::{Awaited, Days};
pub use done::{CommandName, name_of};
pub use effects::{Answer, Connections, Counted, Effects, Remark, Told};
pub use house::{HouseRules, Times};
pub use input::{Asker, ConnectionId, Facts, Input, Moment, Needs};
pub use live::PlayError;
pub use open::{OpenError, known_game};
pub use restore::{Log, RecoverError, Remains, Stored};
pub use saved::Saved;
pub use seats::{SeatError, may_play_rated};
pub use table::Table;
pub use talk::{CHAT_KEPT, Evidence, TalkError};
