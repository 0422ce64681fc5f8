//! Open tables and what is said there.

use crate::StoreError;
use async_trait::async_trait;
use parlor_wire::{ChatLine, LineId, MatchId, Room, TableCode, UserId};

/// How many commands of a table are remembered as carried out.
pub const DONE_KEPT: u32 = 128;

/// How many lines of chat are kept for each room of a table: talk in one does not push out that in another.
pub const LINES_KEPT: u32 = 200;

/// What is found of a table while it sleeps, without reading what it saved about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sleep {
    /// When it must be read back, on the wall clock in milliseconds.
    pub due: u64,
    /// Who sits there.
    pub seated: Vec<UserId>,
    /// How it stands in the public list, if it is there.
    pub listed: Option<Listed>,
    /// The match that is being played there.
    pub playing: Option<MatchId>,
}

/// How a table stands in the public list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Listed {
    /// A user can still join.
    Joinable,
    /// Every seat is taken, or a match is being played.
    Full,
}

/// Where a page of tables that are due ended: the next one holds what is due later.
pub type Due = (u64, TableCode);

/// Something that was said at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its id.
    pub id: LineId,
    /// Where it was said.
    pub room: Room,
    /// Who said it.
    pub from: UserId,
    /// Their name at the time.
    pub name: String,
    /// Whether they sat at the table.
    pub seated: bool,
    /// What.
    pub text: String,
}

impl From<ChatLine> for Line {
    fn from(ChatLine { id, room, from, name, seated, text }: ChatLine) -> Self {
        Self { id, room, from, name, seated, text }
    }
}

impl From<Line> for ChatLine {
    fn from(Line { id, room, from, name, seated, text }: Line) -> Self {
        Self { id, room, from, name, seated, text }
    }
}

/// Reading open tables. What a table saves about itself is text that only tables understand.
#[async_trait]
#[cfg_attr(feature = "layers", ambassador::delegatable_trait)]
pub trait Tables: Send + Sync {
    /// What the house's clock showed when it was last written.
    async fn clock(&self) -> Result<u64, StoreError>;

    /// Every open table, as it was last saved.
    async fn tables(&self) -> Result<Vec<(TableCode, String)>, StoreError>;

    /// Those of them that do not sleep.
    async fn awake(&self) -> Result<Vec<(TableCode, String)>, StoreError>;

    /// How many tables sleep.
    async fn asleep(&self) -> Result<u64, StoreError>;

    /// Up to `limit` tables that sleep and were due by `now`, what was due first first, from the one after `after` on.
    async fn due(&self, now: u64, after: Option<Due>, limit: u32) -> Result<Vec<Due>, StoreError>;

    /// The tables that sleep and at which a user sits, as they were last saved.
    async fn asleep_with(&self, user: UserId) -> Result<Vec<(TableCode, String)>, StoreError>;

    /// The first `limit` tables of the public list that sleep, as they were last saved.
    async fn asleep_in_public(&self, limit: u32) -> Result<Vec<(TableCode, String)>, StoreError>;

    /// An open table, as it was last saved.
    async fn table(&self, code: TableCode) -> Result<Option<String>, StoreError>;

    /// The commands that an open table has carried out, the oldest first, as far as they are kept.
    async fn done(&self, table: TableCode) -> Result<Vec<String>, StoreError>;

    /// The last `limit` lines of each room of a table, the oldest first.
    async fn chat(&self, table: TableCode, limit: u32) -> Result<Vec<Line>, StoreError>;

    /// What a user said at tables that are still open.
    async fn said(&self, user: UserId) -> Result<Vec<Line>, StoreError>;
}
