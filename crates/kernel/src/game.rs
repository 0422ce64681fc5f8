//! The contract between a game and the house.

use crate::{Assets, Bot, Code, Dice, GameConfig, Level, Outcome, Rules, Seat, SeatSet, Sink, Tick, Viewer};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{error::Error, fmt::Debug, sync::Arc};

/// Facts about a game that never change during a match.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Stable id: on the command line, in addresses, in logs.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// Version of the rules; a log replays only under the version it was played with.
    pub rules: u32,
    /// How many ticks make a second. Turn-based games count milliseconds.
    pub ticks_per_second: u32,
    /// Whether the game moves by itself, tick by tick, whatever the seats do.
    pub real_time: bool,
    /// What happens to the seat of a player who does not come back.
    pub on_abandon: OnAbandon,
    /// Whether people may bet the house's play money on it.
    pub stakes: bool,
    /// How many log entries share one digest of the state.
    pub digest_every: u64,
}

/// What becomes of a seat whose player is gone for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnAbandon {
    /// The seat loses (two-player games).
    Forfeit,
    /// A bot plays on until the player returns (team and four-player games).
    Bot,
    /// The seat loses in a match of two, and among more a bot plays on.
    BotAmongSeveral,
}

impl OnAbandon {
    /// Whether a bot plays on, in a match of so many seats.
    pub const fn has_bot(self, seats: usize) -> bool {
        match self {
            Self::Forfeit => false,
            Self::Bot => true,
            Self::BotAmongSeveral => seats > 2,
        }
    }
}

/// Something that is counted for every seat and kept with the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Stat {
    /// Stable id.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// Which value is a player's best one.
    pub best: Best,
}

/// Which value of a [`Stat`] is a player's best one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Best {
    /// None: it only adds up.
    Sum,
    /// The highest.
    Highest,
    /// The highest with which a match was won.
    HighestWon,
    /// The lowest with which a match was won.
    LowestWon,
}

/// A game: a pure, deterministic value.
///
/// Rules are checked first and applied afterwards: [`Game::act`] presumes that [`Game::check`] said yes, and
/// a refused action changes nothing. Implementations keep hash maps, wall clocks and `usize` out of their
/// serialised state.
///
/// A game of the house is [`Playable`](crate::Playable): besides being a game, it can be [predicted](crate::Predict),
/// [told](crate::Tell) and [enumerated](crate::Enumerate).
pub trait Game: Clone + Eq + Debug + Serialize + Send + 'static {
    /// Facts about the game.
    const SPEC: Spec;
    /// Bots that can take a seat, weakest first.
    const LEVELS: &'static [Level];
    /// What is counted for every seat.
    const STATS: &'static [Stat];

    /// The rule set.
    type Config: GameConfig;
    /// The assets that a rule set names, loaded; `()` if there are none.
    type Assets: Assets<Self::Config>;
    /// What a seat may do.
    type Action: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What is announced.
    type Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What one viewer may know. It carries all its seat has learned, since bots see nothing else.
    type View: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// Why an action is refused.
    type Illegal: Error + Code + Clone + PartialEq + Send;

    /// The position before the first action.
    fn new<D: Dice>(rules: &Arc<Rules<Self>>, dice: &D) -> Self;

    /// The seats the game is waiting for; empty when it waits for its clock or is over.
    fn awaiting(&self) -> SeatSet;

    /// When the game next moves by itself, if no seat acts before.
    fn next_wake(&self) -> Option<Tick>;

    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the match has begun in earnest: with the first move that counts, or after some time of play. Once it
    /// has, it has for good. A match that ends before that counts for no player.
    fn has_begun(&self) -> bool;

    /// The seat's points, for tables of results.
    fn score(&self, seat: Seat) -> i64;

    /// What [`Game::STATS`] lists, counted for `seat`, in the same order.
    fn stats(&self, seat: Seat) -> Vec<i64>;

    /// What a [run](crate::Solo) is worth, once it is over: the more, the better, so a time is below zero. `None` if it
    /// counts for nothing, because its goal was not reached.
    fn worth(&self) -> Option<i64> {
        None
    }

    /// How many turns have been taken, by all seats together.
    fn turns(&self) -> u64;

    /// Whether `seat` may do `action` now.
    ///
    /// # Errors
    /// The first rule that forbids it.
    fn check(&self, seat: Seat, action: &Self::Action) -> Result<(), Self::Illegal>;

    /// What `seat` takes back by attempting `action` when [`Game::check`] has refused it. The refusal itself changes
    /// nothing; this is an ordinary action, which is done next and stands in the log.
    fn amends(&self, _seat: Seat, _refused: &Self::Action) -> Option<Self::Action> {
        None
    }

    /// Does it. Presumes that [`Game::check`] allowed it.
    fn act<D: Dice, S: Sink<Self::Event>>(
        &mut self,
        now: Tick,
        seat: Seat,
        action: Self::Action,
        dice: &D,
        out: &mut S,
    );

    /// Time has reached [`Game::next_wake`].
    fn wake<D: Dice, S: Sink<Self::Event>>(&mut self, now: Tick, dice: &D, out: &mut S);

    /// Whether `seat` has played to the end while others may play on: from then on its result stands, whether its player
    /// stays or goes.
    fn has_finished(&self, _seat: Seat) -> bool {
        false
    }

    /// Whether `seat` is out of a match that goes on without it: it has [left](Game::leave), or given up.
    fn has_left(&self, _seat: Seat) -> bool {
        false
    }

    /// `seat` is gone for good and no other player takes its place. It has not [finished](Game::has_finished).
    fn leave<D: Dice, S: Sink<Self::Event>>(&mut self, now: Tick, seat: Seat, dice: &D, out: &mut S);

    /// All that `viewer` may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Brings a view up to date with an event its viewer heard. Folding every event over the first view and then
    /// letting time [elapse](crate::Predict::elapse) gives the current view; a law checks it at every step of random play.
    fn fold(view: &mut Self::View, event: &Self::Event);

    /// Options for the next match at the same table: what this match has used up. They win over the host's.
    fn carries(&self) -> Value {
        Value::Null
    }

    /// The bot of that level.
    fn bot(level: &str) -> Option<Box<dyn Bot<Self>>>;
}
