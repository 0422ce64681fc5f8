//! What goes into a table: all of it is data.

use crate::restore::Log;
use parlor_kernel::Refusal;
use parlor_store::{AddressTag, User};
use parlor_wire::{CommandId, MatchId, TableCommand, TrustRecord, UserId, frame::Seen};
use std::sync::Arc;

/// A moment on both clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The house's own clock: milliseconds of open house. Everything at a table counts from it.
    pub house_ms: u64,
    /// The wall clock: milliseconds since 1970. For dates that people read.
    pub wall_ms: u64,
}

/// Names a connection. What it leads to is known outside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConnectionId(pub u64);

/// A user, through one of their connections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asker {
    /// The user.
    pub user: Arc<User>,
    /// The connection.
    pub connection: ConnectionId,
}

/// Something happens to a table.
#[derive(Clone, Debug)]
pub enum Input {
    /// A connection wants to be told what happens, from `seen` on.
    Watch {
        /// Whose connection.
        asker: Asker,
        /// Where the user comes from, as far as results have to know.
        address: Option<AddressTag>,
        /// Their name for the request.
        id: CommandId,
        /// How far they have followed the table.
        seen: Option<Seen>,
    },
    /// A connection is gone, or wants to be told no more.
    Unwatch(ConnectionId),
    /// A user gives a command.
    Command {
        /// Through which connection.
        asker: Asker,
        /// Their name for it.
        id: CommandId,
        /// What they want.
        command: TableCommand,
        /// What the table [needs](crate::Table::needs) to know for it.
        facts: Facts,
    },
    /// The moment named by [`Effects::wake_at`](crate::Effects::wake_at) has come.
    Time {
        /// What the table [needs](crate::Table::needs_by_time) to know for it.
        facts: Facts,
    },
    /// The house has not run for a while, and goes on. Its clock stood still meanwhile.
    Stopped,
    /// A user has another name, or an account now.
    Renamed(User),
    /// A user must stand up, wherever they sit here.
    StandUp(User),
    /// The table is to be closed, for this reason.
    Close(String),
    /// Users have been deleted.
    Forget(Arc<[User]>),
}

/// What a table cannot know by itself and must be told with an input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// Whether the user may take one more seat in the house.
    pub seat: bool,
    /// Whether so many bytes may be kept for ever of what the user does.
    pub bytes: Option<usize>,
    /// Whether the user may do one more thing about bets.
    pub bet: bool,
    /// What is in the user's purse.
    pub purse: bool,
    /// How a user has held bets before.
    pub trust: Option<UserId>,
    /// The log of a match.
    pub log: Option<MatchId>,
}

/// The answer to a table's [`Needs`].
#[derive(Clone, Debug)]
pub struct Facts {
    /// Whether the house allows what the user asks for; the first objection if not.
    pub allowed: Result<(), Refusal>,
    /// What is in the user's purse.
    pub purse: u64,
    /// How the user asked about has held bets before.
    pub trust: TrustRecord,
    /// The log asked for, if there is one.
    pub log: Option<Log>,
}

impl Default for Facts {
    /// What a table is told that needs to know nothing.
    fn default() -> Self {
        Self { allowed: Ok(()), purse: 0, trust: TrustRecord::default(), log: None }
    }
}
