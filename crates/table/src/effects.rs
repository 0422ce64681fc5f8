//! What comes out of a table: all of it is data.

use crate::input::ConnectionId;
use parlor_kernel::{Refusal, Seat};
use parlor_store::Write;
use parlor_wire::{CommandId, Frame, TableInfo};
use smallvec::SmallVec;
use std::{fmt, sync::Arc};

/// What a step leads to. The writes are made durable first, all of them or none; then everyone is told, in order.
///
/// If the writes fail, or it is not known whether they did, nothing of this has happened: the frames are dropped, the
/// answers become refusals, and the table [takes back](crate::Table::take_back) what it did.
#[derive(Debug)]
pub struct Effects {
    /// What must be durable before anyone is told.
    pub writes: Vec<Write>,
    /// What to tell, in this order.
    pub told: Vec<Told>,
    /// What came of an input that is no command.
    pub done: Result<(), Refusal>,
    /// When the table must be woken, on the house's clock, unless something else happens before.
    pub wake_at: Option<u64>,
    /// What to write if the table is to fall asleep, which it may now. Once that is durable, it can be dropped.
    pub sleep: Option<Box<Write>>,
    /// How the table is listed from now on, if that has changed.
    pub listing: Option<Box<TableInfo>>,
    /// Whether the table has closed for good. It takes no more input.
    pub closed: bool,
    /// What to count.
    pub counted: Counted,
    /// What the keeper of the house may want to read.
    pub remarks: Vec<Remark>,
}

impl Default for Effects {
    fn default() -> Self {
        Self {
            writes: Vec::new(),
            told: Vec::new(),
            done: Ok(()),
            wake_at: None,
            sleep: None,
            listing: None,
            closed: false,
            counted: Counted::default(),
            remarks: Vec::new(),
        }
    }
}

/// Those who are told something: seldom more than the one or two windows of a player.
pub type Connections = SmallVec<[ConnectionId; 2]>;

/// Something to tell.
#[derive(Clone, Debug)]
pub enum Told {
    /// One frame, to all of these connections.
    Frame(Connections, Arc<Frame>),
    /// What came of a command.
    Answer(Answer),
}

/// What came of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Where its user listens.
    pub to: ConnectionId,
    /// Their name for it.
    pub id: CommandId,
    /// Whether it was carried out.
    pub result: Result<(), Refusal>,
}

/// What a step adds to the house's counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Matches that began.
    pub matches: u64,
    /// Actions of players that were accepted.
    pub actions: u64,
    /// Clients that came back and had to be shown everything anew.
    pub resyncs: u64,
}

/// Something that should not happen, for the keeper of the house to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// Everyone is ready, and no match can begin.
    NotBegun(Refusal),
    /// A bot did something against the rules.
    BotRefused(Seat, Refusal),
    /// A bot had nothing to do when it was its turn.
    BotIdle(Seat),
    /// The bet did not allow what the match came to; everyone gets back what they put in.
    BetBroken(Refusal),
    /// The log of a disputed match does not hold.
    LogBroken(String),
    /// The escrow does not hold what the table says; the bet is over.
    EscrowBroken,
    /// What was due could not be done.
    NotDone(Refusal),
    /// A match that is over cannot be shown any more.
    NotShown(String),
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotBegun(refusal) => write!(f, "a match could not begin: {}", refusal.message),
            Self::BotRefused(seat, refusal) => write!(f, "the bot in seat {seat} was refused: {}", refusal.message),
            Self::BotIdle(seat) => write!(f, "the bot in seat {seat} has nothing to do"),
            Self::BetBroken(refusal) => write!(f, "a bet does not allow how its match ended: {}", refusal.message),
            Self::LogBroken(mismatch) => write!(f, "the log of a disputed match does not hold: {mismatch}"),
            Self::EscrowBroken => f.write_str("an escrow does not hold what its table says"),
            Self::NotDone(refusal) => write!(f, "what was due could not be done: {}", refusal.message),
            Self::NotShown(error) => write!(f, "a match that is over cannot be shown any more: {error}"),
        }
    }
}
