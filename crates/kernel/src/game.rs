//! The contract between a game and the house.

use crate::{Audience, Bot, Dice, Level, Outcome, Rng, Seat, SeatPlan, SeatSet, Sink, Team, Tick, Viewer, Voice};
use serde::{Serialize, de::DeserializeOwned};
use std::{borrow::Cow, error::Error, fmt::Debug, ops::ControlFlow, sync::Arc};

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
    /// What happens to the seat of someone who does not come back.
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
}

/// Something that is counted for every seat and kept with the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Stat {
    /// Stable id.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// Which value is somebody's best one.
    pub best: Best,
}

/// Which value of a [`Stat`] is somebody's best one.
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

/// A stable name for an error, for programs to compare and for tests to rely on.
pub trait Code {
    /// For example `cell_already_shot`.
    fn code(&self) -> &'static str;
}

/// The rule set of a match: data, fixed when the table opens and stored in its log.
pub trait GameConfig: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Why a configuration is refused.
    type Invalid: Error + Code;

    /// Names of the presets with a line about each, the default first.
    const PRESETS: &'static [(&'static str, &'static str)];

    /// The preset of that name.
    fn preset(name: &str) -> Option<Self>;

    /// How many seats a table with this configuration has.
    fn seats(&self) -> u8;

    /// How many seats must be taken for a match to begin; all of them unless the rules say otherwise.
    fn least_seats(&self) -> u8 {
        self.seats()
    }

    /// What a seat is called, and what it is in the match.
    fn seat_plan(&self, seat: Seat) -> SeatPlan {
        SeatPlan { name: format!("Seat {}", seat.0 + 1).into(), team: None, role: None }
    }

    /// What a team of [`GameConfig::seat_plan`] is called.
    fn team_name(&self, team: Team) -> Cow<'static, str> {
        format!("Team {}", team.0 + 1).into()
    }

    /// Where a seat may read and write while a match runs: everywhere, unless it knows what others must find out.
    fn voice(&self, seat: Seat) -> Voice {
        Voice::full(self.seat_plan(seat).team)
    }

    /// Whether a clock runs in it, now or later. Without one a match may lie for days: its [`Game::next_wake`] is always
    /// `None`.
    fn is_timed(&self) -> bool;

    /// Every rule of it in a few words that a player understands, in the same order for every rule set. Implementations
    /// take the rule set apart field by field, so that no rule is forgotten: people bet by these words.
    fn phrases(&self) -> Vec<String>;

    /// Whether a match can be played with it.
    ///
    /// # Errors
    /// The first thing wrong with it.
    fn validate(&self) -> Result<(), Self::Invalid>;

    /// Adjusts what a preset leaves to who plays, given the seats taken by bots. Options that somebody chose come
    /// afterwards and win.
    fn adapt(&mut self, _bots: SeatSet) {}
}

/// A game: a pure, deterministic value.
///
/// Rules are checked first and applied afterwards: [`Game::act`] presumes that [`Game::check`] said yes, and
/// a refused action changes nothing. Implementations keep hash maps, wall clocks and `usize` out of their
/// serialised state.
pub trait Game: Clone + Eq + Debug + Serialize + Send + 'static {
    /// Facts about the game.
    const SPEC: Spec;
    /// Bots that can take a seat, weakest first.
    const LEVELS: &'static [Level];
    /// What is counted for every seat.
    const STATS: &'static [Stat];
    /// In a [real-time](Spec::real_time) game, how many ticks lie between two questions to a bot. Such a game awaits
    /// nobody, so whoever runs it asks every bot at this pace; see [`Bot::choose`].
    const BOT_EVERY: u64 = 1;
    /// In a [real-time](Spec::real_time) game, how many ticks the house waits for inputs that are on their way: an
    /// input counts for the tick its player saw, unless it is later than this.
    const PATIENCE: u64 = 0;

    /// The rule set.
    type Config: GameConfig;
    /// What a seat may do.
    type Action: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send;
    /// What is announced.
    type Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send;
    /// What one viewer may know. It carries all its seat has learned, since bots see nothing else.
    type View: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// Why an action is refused.
    type Illegal: Error + Code + Clone + PartialEq + Send;

    /// The position before the first action. `config` has been validated.
    fn new<D: Dice>(config: &Arc<Self::Config>, dice: &D) -> Self;

    /// The seats the game is waiting for; empty when it waits for its clock or is over.
    fn awaiting(&self) -> SeatSet;

    /// When the game next moves by itself, if nobody acts before.
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

    /// `seat` is gone for good and nobody takes its place. It has not [finished](Game::has_finished).
    fn leave<D: Dice, S: Sink<Self::Event>>(&mut self, now: Tick, seat: Seat, dice: &D, out: &mut S);

    /// All that `viewer` may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Brings a view up to date with an event its viewer heard. Folding every event over the first view and then
    /// letting time [elapse](Game::elapse) gives the current view; a law checks it at every step of random play.
    fn fold(view: &mut Self::View, event: &Self::Event);

    /// Lets time pass in a view until `now`: what follows from what its viewer already knows happens in it.
    ///
    /// A real-time game moves sixty times a second, and announcing that would drown the wire. So such a game
    /// announces only what nobody could work out (inputs, dice, points), and between announcements whoever holds a
    /// view runs the same rules on it. A view stops by itself where it needs to be told something, dice for
    /// instance, and going back in time does nothing. Turn-based games need none of this: their deadlines are data.
    ///
    /// It is also how a client predicts. It keeps one view to which it folds what the house announced, and for every
    /// picture copies that view, adds its own inputs that are not confirmed yet and lets the copy elapse until now.
    /// Throwing the copy away is the whole rollback. Two things follow for a game that elapses:
    /// - An event names its own tick, since it may be heard late and together with others, and folding it first lets
    ///   the view elapse until then.
    /// - A view that was kept may only elapse until a moment that the house has confirmed; beyond that, an event may
    ///   still change what happened.
    fn elapse(_view: &mut Self::View, _now: Tick) {}

    /// Adds an action to a view before the house has confirmed it, as far as its viewer can tell what comes of it. For
    /// the copy of a view that a client shows, see [`Game::elapse`]; turn-based games wait for their events instead.
    fn expect(_view: &mut Self::View, _now: Tick, _seat: Seat, _action: &Self::Action) {}

    /// In a [real-time](Spec::real_time) game, who may be told of an input before it counts, so that they can
    /// [expect](Game::expect) it. An input tells all that comes of it, so nobody may be told who would not hear all of
    /// the events it leads to: a law checks that. If a game says nothing, only its own player is told.
    fn input_audience(_config: &Self::Config, seat: Seat, _action: &Self::Action) -> Audience {
        Audience::Only(SeatSet::only(seat))
    }

    /// The bot of that level.
    fn bot(level: &str) -> Option<Box<dyn Bot<Self>>>;

    /// An action in the game's own notation.
    fn action_text(config: &Self::Config, action: &Self::Action) -> String;

    /// An event as a sentence; `names` are the players, by seat.
    fn event_text(config: &Self::Config, event: &Self::Event, names: &[String]) -> String;

    /// What the dice decided in an event, for whoever checks a finished match; nothing if they had no part in it.
    fn dice_text(_event: &Self::Event, _names: &[String]) -> Option<String> {
        None
    }

    /// The whole position as text, secrets included: for replays of finished matches, never for the wire.
    fn picture(&self) -> String;
}

/// A game whose legal actions can be listed.
pub trait Enumerate: Game {
    /// Calls `f` with every legal action of `seat`, in a fixed order, until it breaks.
    fn each_legal<B>(&self, seat: Seat, f: impl FnMut(Self::Action) -> ControlFlow<B>) -> ControlFlow<B>;

    /// A random legal action that keeps the game going (no surrender), if `seat` has one. Knows no more than
    /// [`Game::check`] would tell the seat.
    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Self::Action>;
}

/// A game whose hidden part can be made up: the basis of the non-interference law and of sampling bots.
pub trait Imagine: Game {
    /// A random full state that looks exactly like `view` to its viewer.
    fn imagine(config: &Arc<Self::Config>, viewer: Viewer, view: &Self::View, rng: &mut Rng) -> Self;
}
