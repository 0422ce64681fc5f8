//! Tables whose game is not known by type: all that the server and the clients' plumbing see.

use crate::{
    Audience, Code, Digest, Entry, Enumerate, Game, Input, KeyedDice, Mismatch, Outcome, RANDOM, Rejected, Rng, Seat,
    SeatSet, Spec, Table, Tick, Viewer, replay,
};
use serde::Serialize;
use std::sync::Arc;

/// An event as it goes out: who may hear it, and its JSON, written once however many hear it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// Who may hear it.
    pub audience: Audience,
    /// The event.
    pub json: Arc<str>,
}

/// Why something was refused: a code for programs and a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// Stable code.
    pub code: &'static str,
    /// What to tell the player.
    pub message: String,
}

impl Refusal {
    /// A refusal from any coded error.
    pub fn new(error: &(impl Code + ToString)) -> Self {
        Self { code: error.code(), message: error.to_string() }
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
    /// Takes `seat` out for good; gives back what to log and what to announce.
    ///
    /// # Errors
    /// If the match is over.
    fn leave(&mut self, now: Tick, seat: Seat) -> Result<(String, Vec<Announcement>), Refusal>;
    /// Applies an entry of this match's own log, to recover it.
    ///
    /// # Errors
    /// If the log does not hold.
    fn apply(&mut self, entry: &Entry) -> Result<(), Mismatch>;
    /// The seats the game waits for.
    fn awaiting(&self) -> SeatSet;
    /// When the game next moves by itself.
    fn next_wake(&self) -> Option<Tick>;
    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;
    /// The seat's points.
    fn score(&self, seat: Seat) -> i64;
    /// The fingerprint of the position.
    fn digest(&self) -> Digest;
    /// What `viewer` may know, as JSON.
    fn view(&self, viewer: Viewer) -> String;
    /// How many ticks lie between two questions to each bot of a real-time game; `None` in turn-based games, whose
    /// bots act when they are awaited.
    fn bot_every(&self) -> Option<u64>;
    /// What a bot of `level` does as `seat`, as JSON. `None` if there is no such level or nothing to do.
    fn bot_action(&self, level: &str, seat: Seat, rng: &mut Rng) -> Option<String>;
}

/// JSON of one of the game's own types.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("actions, events and views are JSON")
}

fn announcements<E: Serialize>(events: Vec<(Audience, E)>) -> Vec<Announcement> {
    events.into_iter().map(|(audience, event)| Announcement { audience, json: json(&event).into() }).collect()
}

fn refusal<I: Code + std::error::Error>(rejected: &Rejected<I>) -> Refusal {
    Refusal { code: rejected.code(), message: rejected.to_string() }
}

impl<G: Game + Enumerate> AnyTable for Table<G, KeyedDice> {
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
        let action: G::Action = serde_json::from_str(text).map_err(|error| Refusal {
            code: "malformed_action",
            message: format!("That is not an action of {}: {error}.", G::SPEC.name),
        })?;
        let mut events = Vec::new();
        // The log keeps the action as the game writes it, not as it arrived.
        let input = json(&Input::Act { seat, action: &action });
        Self::act(self, now, seat, action, &mut events).map_err(|rejected| refusal(&rejected))?;
        Ok((input, announcements(events)))
    }

    fn leave(&mut self, now: Tick, seat: Seat) -> Result<(String, Vec<Announcement>), Refusal> {
        let mut events = Vec::new();
        Self::leave(self, now, seat, &mut events).map_err(|rejected| refusal(&rejected))?;
        Ok((json(&Input::<()>::Leave { seat }), announcements(events)))
    }

    fn apply(&mut self, entry: &Entry) -> Result<(), Mismatch> {
        replay::apply(self, entry, &mut ()).map(drop)
    }

    fn awaiting(&self) -> SeatSet {
        self.game().awaiting()
    }

    fn next_wake(&self) -> Option<Tick> {
        self.game().next_wake()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }

    fn score(&self, seat: Seat) -> i64 {
        self.game().score(seat)
    }

    fn digest(&self) -> Digest {
        Self::digest(self)
    }

    fn view(&self, viewer: Viewer) -> String {
        json(&Self::view(self, viewer))
    }

    fn bot_every(&self) -> Option<u64> {
        G::SPEC.real_time.then_some(G::BOT_EVERY)
    }

    fn bot_action(&self, level: &str, seat: Seat, rng: &mut Rng) -> Option<String> {
        let action = if level == RANDOM {
            self.game().sample(seat, rng)
        } else {
            G::bot(level)?.choose(self.config(), &Self::view(self, Viewer::Seat(seat)), seat, rng)
        };
        action.as_ref().map(json)
    }
}
