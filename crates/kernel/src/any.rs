//! Tables whose game is not known by type: all that the server and the clients' plumbing see.

use crate::{
    AnyBot, Audience, Chain, Digest, Entry, Game, Hired, Input, KeyedDice, Mismatch, Outcome, Playable, Refusal, Rng,
    Seat, SeatSet, Spec, Stat, Table, Tick, Viewer, replay,
};
use serde::Serialize;
use serde_json::Value;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// An event as it goes out: who may hear it, and its JSON, written once however many hear it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// Who may hear it.
    pub audience: Audience,
    /// The event.
    pub json: String,
}

/// JSON that is not what it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Malformed {
    /// No action of this game.
    #[error("That is not an action of {0}.")]
    MalformedAction(&'static str),
    /// No event of this game.
    #[error("That is not an event of {0}.")]
    MalformedEvent(&'static str),
}

/// How a real-time game is run, in ticks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cadence {
    /// How long the house waits for inputs that are on their way: see [`Predict::PATIENCE`](crate::Predict::PATIENCE).
    pub patience: u64,
    /// How often bots are asked: see [`Predict::BOT_EVERY`](crate::Predict::BOT_EVERY).
    pub bot_every: u64,
}

impl Cadence {
    /// The pace of a `G`, if it is played in real time.
    pub(crate) const fn of<G: Playable>() -> Option<Self> {
        if G::SPEC.real_time { Some(Self { patience: G::PATIENCE, bot_every: G::BOT_EVERY }) } else { None }
    }
}

/// A table with its types erased. One blanket implementation serves every game.
///
/// Call [`AnyTable::advance`] before anything that depends on the time, and announce what it says: a refused
/// action must not swallow what the clock did.
pub trait AnyTable: Send {
    /// Facts about the game.
    fn spec(&self) -> &'static Spec;
    /// The latest moment the table has been brought to.
    fn now(&self) -> Tick;
    /// Lets time pass until `now`.
    fn advance(&mut self, now: Tick) -> Vec<Announcement>;
    /// Does the action in `json` as `seat`; gives back what to log and what to announce.
    ///
    /// # Errors
    /// If the JSON is no action of this game, or a rule forbids it.
    fn act(&mut self, now: Tick, seat: Seat, json: &str) -> Result<(String, Vec<Announcement>), Refusal>;
    /// What `seat` takes back by having attempted the action in `json`, which was refused: another action as JSON.
    fn amends(&self, seat: Seat, json: &str) -> Option<String>;
    /// Whether the match would be over if `seat` did the action in `json`. Nothing is done.
    fn would_end(&self, now: Tick, seat: Seat, json: &str) -> bool;
    /// Takes `seat` out for good; gives back what to log and what to announce.
    ///
    /// # Errors
    /// If the match is over.
    fn leave(&mut self, now: Tick, seat: Seat) -> Result<(String, Vec<Announcement>), Refusal>;
    /// Calls the match off; gives back what to log and what to announce.
    ///
    /// # Errors
    /// If the match is over.
    fn call_off(&mut self, now: Tick) -> Result<(String, Vec<Announcement>), Refusal>;
    /// Applies an entry of this match's own log, to recover it; see [`Journal::follow`](crate::Journal::follow).
    ///
    /// # Errors
    /// If the rules refuse it.
    fn apply(&mut self, entry: &Entry) -> Result<(), Mismatch>;
    /// The seats the game waits for.
    fn awaiting(&self) -> SeatSet;
    /// The same, if everyone may know it; see [`Predict::OPEN_TURNS`](crate::Predict::OPEN_TURNS).
    fn open_turns(&self) -> Option<SeatSet>;
    /// Whether the match has begun in earnest; see [`Game::has_begun`].
    fn has_begun(&self) -> bool;
    /// Whether `seat` has played to the end, whatever the others still do.
    fn has_finished(&self, seat: Seat) -> bool;
    /// Whether `seat` is out of a match that goes on without it.
    fn has_left(&self, seat: Seat) -> bool;
    /// When the game next moves by itself.
    fn next_wake(&self) -> Option<Tick>;
    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;
    /// The seat's points.
    fn score(&self, seat: Seat) -> i64;
    /// What is counted for `seat`.
    fn stats(&self, seat: Seat) -> Vec<(&'static Stat, i64)>;
    /// What a run alone is worth, once it is over; see [`Game::worth`].
    fn worth(&self) -> Option<i64>;
    /// How many turns have been taken.
    fn turns(&self) -> u64;
    /// Options for the next match at the same table; see [`Game::carries`].
    fn carries(&self) -> Value;
    /// What proves the log so far, and that it led to this position.
    fn digest(&self, chain: &Chain) -> Digest;
    /// What `viewer` may know, as JSON.
    fn view(&self, viewer: Viewer) -> String;
    /// The pace of a real-time game; `None` in turn-based games.
    fn cadence(&self) -> Option<Cadence>;
    /// A bot of `level` for one seat of this match, if there is such a level.
    fn hire(&self, level: &str) -> Option<Box<dyn AnyBot>>;
    /// What a bot does as `seat` at `now`, as JSON; `None` if it has nothing to do, or was hired for another game. In
    /// a real-time game `expected` are the inputs that this seat may know of and that have not come to count yet, in order.
    fn ask(
        &self,
        bot: &mut dyn AnyBot,
        seat: Seat,
        now: Tick,
        expected: &[(Tick, Seat, &str)],
        rng: &mut Rng,
    ) -> Option<String>;
    /// Who may be told of the input in `json` before it counts: see [`Predict::input_audience`](crate::Predict::input_audience). The rules are not asked.
    ///
    /// # Errors
    /// If the JSON is no action of this game.
    fn input_audience(&self, seat: Seat, json: &str) -> Result<Audience, Refusal>;
}

/// JSON of one of the game's own types.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("actions, events and views are JSON")
}

fn action<G: Game>(text: &str) -> Result<G::Action, Malformed> {
    serde_json::from_str(text).map_err(|_| Malformed::MalformedAction(G::SPEC.name))
}

fn announcements<E: Serialize>(events: Vec<(Audience, E)>) -> Vec<Announcement> {
    events.into_iter().map(|(audience, event)| Announcement { audience, json: json(&event) }).collect()
}

impl<G: Playable> AnyTable for Table<G, KeyedDice> {
    fn spec(&self) -> &'static Spec {
        &G::SPEC
    }

    fn now(&self) -> Tick {
        Self::now(self)
    }

    fn advance(&mut self, now: Tick) -> Vec<Announcement> {
        let mut events = Vec::new();
        Self::advance(self, now, &mut events);
        announcements(events)
    }

    fn act(&mut self, now: Tick, seat: Seat, text: &str) -> Result<(String, Vec<Announcement>), Refusal> {
        let action = action::<G>(text)?;
        let mut events = Vec::new();
        // The log keeps the action as the game writes it, not as it arrived.
        let input = Input::Act { seat, action: &action }.to_text();
        Self::act(self, now, seat, action, &mut events)?;
        Ok((input, announcements(events)))
    }

    fn amends(&self, seat: Seat, text: &str) -> Option<String> {
        self.game().amends(seat, &action::<G>(text).ok()?).map(|amends| json(&amends))
    }

    fn would_end(&self, now: Tick, seat: Seat, text: &str) -> bool {
        let Ok(action) = action::<G>(text) else { return false };
        let mut copy = self.clone();
        Self::act(&mut copy, now, seat, action, &mut ()).is_ok() && Self::outcome(&copy).is_some()
    }

    fn leave(&mut self, now: Tick, seat: Seat) -> Result<(String, Vec<Announcement>), Refusal> {
        let mut events = Vec::new();
        Self::leave(self, now, seat, &mut events)?;
        Ok((Input::<()>::Leave { seat }.to_text(), announcements(events)))
    }

    fn call_off(&mut self, now: Tick) -> Result<(String, Vec<Announcement>), Refusal> {
        let mut events = Vec::new();
        Self::call_off(self, now, &mut events)?;
        Ok((Input::<()>::CallOff.to_text(), announcements(events)))
    }

    fn apply(&mut self, entry: &Entry) -> Result<(), Mismatch> {
        replay::apply(self, entry, &mut ()).map(drop)
    }

    fn awaiting(&self) -> SeatSet {
        self.game().awaiting()
    }

    fn open_turns(&self) -> Option<SeatSet> {
        G::OPEN_TURNS.then(|| self.game().awaiting())
    }

    fn has_begun(&self) -> bool {
        self.game().has_begun()
    }

    fn has_finished(&self, seat: Seat) -> bool {
        self.game().has_finished(seat)
    }

    fn has_left(&self, seat: Seat) -> bool {
        self.game().has_left(seat)
    }

    fn next_wake(&self) -> Option<Tick> {
        self.game().next_wake()
    }

    fn outcome(&self) -> Option<Outcome> {
        Self::outcome(self)
    }

    fn score(&self, seat: Seat) -> i64 {
        self.game().score(seat)
    }

    fn stats(&self, seat: Seat) -> Vec<(&'static Stat, i64)> {
        let values = self.game().stats(seat);
        debug_assert_eq!(values.len(), G::STATS.len(), "{} counts what it lists", G::SPEC.id);
        G::STATS.iter().zip(values).collect()
    }

    fn worth(&self) -> Option<i64> {
        self.game().worth()
    }

    fn turns(&self) -> u64 {
        self.game().turns()
    }

    fn carries(&self) -> Value {
        self.game().carries()
    }

    fn digest(&self, chain: &Chain) -> Digest {
        Self::digest(self, chain)
    }

    fn view(&self, viewer: Viewer) -> String {
        json(&Self::view(self, viewer))
    }

    fn cadence(&self) -> Option<Cadence> {
        Cadence::of::<G>()
    }

    fn hire(&self, level: &str) -> Option<Box<dyn AnyBot>> {
        Some(Box::new(Hired::<G>::of(level)?))
    }

    fn ask(
        &self,
        bot: &mut dyn AnyBot,
        seat: Seat,
        now: Tick,
        expected: &[(Tick, Seat, &str)],
        rng: &mut Rng,
    ) -> Option<String> {
        let bot: &mut Hired<G> = bot.as_any_mut().downcast_mut()?;
        let expected = expected.iter().filter_map(|&(tick, seat, text)| Some((tick, seat, action::<G>(text).ok()?)));
        bot.ask(self.game(), self.rules(), seat, now, expected, rng).as_ref().map(json)
    }

    fn input_audience(&self, seat: Seat, text: &str) -> Result<Audience, Refusal> {
        Ok(G::input_audience(self.config(), seat, &action::<G>(text)?))
    }
}
