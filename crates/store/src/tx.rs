//! What the store's rules need of a database: a handful of reads and increments inside one transaction.
//!
//! The rules themselves are in [`rules`](crate::rules), once, for every database. What a row looks like, and how it is
//! found, is the database's own.

use crate::{AddressTag, FullRating, MatchStatus, NewResult, SeatResult, StoreError, Till, Why};
use async_trait::async_trait;
use parlor_kernel::Footer;
use parlor_wire::{EscrowId, Kind, MatchId, UserId};

/// An open transaction. If a rule fails, the caller undoes all of it.
pub trait Tx: ResultsTx + LedgerTx {}

impl<T: ResultsTx + LedgerTx> Tx for T {}

/// The part of a transaction in which results are counted.
#[async_trait]
pub trait ResultsTx: Send {
    /// Writes down how a match ended and gives back what it was; none if it had ended before, or is not there. Where its
    /// players came from is forgotten.
    async fn end_match(&mut self, id: MatchId, ended: &Ended<'_>) -> Result<Option<Begun>, StoreError>;

    /// Writes down how a match went for one seat.
    async fn end_seat(&mut self, id: MatchId, seat: u8, end: &SeatEnd<'_>) -> Result<(), StoreError>;

    /// Adds a match to a user's standing.
    async fn count(&mut self, of: Standings<'_>, change: Count) -> Result<(), StoreError>;

    /// Adds to the total of something that a game counts, and keeps the best of it.
    async fn count_stat(&mut self, of: Standings<'_>, stat: &str, add: i64, best: Best) -> Result<(), StoreError>;

    /// Adds a match to a user's record against an opponent.
    async fn count_rival(
        &mut self,
        user: UserId,
        opponent: UserId,
        result: SeatResult,
        at: u64,
    ) -> Result<(), StoreError>;

    /// Counts a match of `game` between a user and an opponent on a day (counted from 1970): how many there were that day,
    /// this one included.
    async fn meet(&mut self, user: UserId, opponent: UserId, game: &str, day: u64) -> Result<u32, StoreError>;

    /// The same for all opponents who came from one address.
    async fn meet_from(&mut self, user: UserId, from: AddressTag, game: &str, day: u64) -> Result<u32, StoreError>;

    /// A user's rating in a game, once they have one. It cannot change until the transaction ends.
    async fn rating(&mut self, user: UserId, game: &str) -> Result<Option<FullRating>, StoreError>;

    /// Gives a user another rating, and adds it to how their rating went. `at` is when, on the wall clock in milliseconds.
    async fn set_rating(&mut self, user: UserId, game: &str, rating: &FullRating, at: u64) -> Result<(), StoreError>;
}

/// The part of a transaction in which gold is booked.
#[async_trait]
pub trait LedgerTx: Send {
    /// The account of a till, opened when it is first needed; none for a user who is not there.
    async fn till(&mut self, till: Till) -> Result<Option<AccountId>, StoreError>;

    /// The escrow of a bet, if one was opened, with what is in it.
    async fn escrow(&mut self, bet: EscrowId) -> Result<Option<(AccountId, i64)>, StoreError>;

    /// The purse of a user, if one was opened, with what is in it.
    async fn purse(&mut self, user: UserId) -> Result<Option<(AccountId, i64)>, StoreError>;

    /// What a purse has in escrows that hold gold.
    async fn in_escrow(&mut self, purse: AccountId) -> Result<i64, StoreError>;

    /// What each account has put into an escrow and not got back, as far as it is anything. The purses of users who have
    /// been deleted count as the bank.
    async fn deposits(&mut self, escrow: AccountId) -> Result<Vec<(AccountId, i64)>, StoreError>;

    /// Whether a user has an account.
    async fn has_account(&mut self, user: UserId) -> Result<bool, StoreError>;

    /// The transfer with a key, if it was made: what for, and what went where, in order.
    async fn transfer(&mut self, key: &str) -> Result<Option<(Why, Vec<(AccountId, i64)>)>, StoreError>;

    /// Begins a transfer.
    async fn add_transfer(&mut self, key: &str, why: Why, at: u64) -> Result<TransferId, StoreError>;

    /// Adds an amount to an account as the next side of a transfer: the balance afterwards.
    async fn post(
        &mut self,
        transfer: TransferId,
        place: u32,
        account: AccountId,
        amount: i64,
    ) -> Result<i64, StoreError>;

    /// Nothing says any more whose purse it was.
    async fn disown(&mut self, purse: AccountId) -> Result<(), StoreError>;
}

/// An account of the ledger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AccountId(pub i64);

/// A transfer in the ledger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TransferId(pub i64);

/// How a match ended.
#[derive(Clone, Copy, Debug)]
pub struct Ended<'a> {
    /// The last line of its log.
    pub footer: &'a Footer,
    /// When, on the wall clock in milliseconds.
    pub at: u64,
    /// How many turns were taken.
    pub turns: u64,
    /// How far it came.
    pub status: MatchStatus,
    /// Whether it is in its players' histories.
    pub listed: bool,
}

/// A match as it was before it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Begun {
    /// The game's id.
    pub game: String,
    /// Whether it was played for ratings.
    pub rated: bool,
    /// Who played, by seat. None for bots of the house and for users who have been deleted.
    pub players: Vec<Option<Seated>>,
}

/// Who sat in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seated {
    /// Who.
    pub user: UserId,
    /// What kind of user.
    pub kind: Kind,
    /// Where they came from, if that is known.
    pub address: Option<AddressTag>,
}

/// How a match went for one seat. Where its player came from is forgotten with that.
#[derive(Clone, Copy, Debug)]
pub struct SeatEnd<'a> {
    /// Won, lost, …
    pub result: SeatResult,
    /// Place, points and what the game counted.
    pub counted: &'a NewResult,
    /// The rating before and after, if the match changed it.
    pub rating: Option<(f64, f64)>,
}

/// Which of a user's standings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standings<'a> {
    /// Whose.
    pub user: UserId,
    /// In which game.
    pub game: &'a str,
    /// Against whom.
    pub versus: Versus,
}

/// Against whom a match was played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Versus {
    /// At least one other person.
    People,
    /// Bots of the house, or programs, alone.
    Bots,
}

/// What one match adds to a standing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// A win: one more in a row, or the first of a new one.
    Won {
        /// Whether it climbs the leaderboard.
        climbs: bool,
    },
    /// A loss: one more in a row, or the first of a new one.
    Lost,
    /// A draw: it ends a row of either.
    Drawn,
}

/// Which value of something that a game counts is kept as the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Best {
    /// Not this one.
    Not,
    /// This one, unless the best is higher.
    Highest(i64),
    /// This one, unless the best is lower.
    Lowest(i64),
}
