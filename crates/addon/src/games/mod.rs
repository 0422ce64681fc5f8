//! What each game's moves are called in frames: a file for each game, listed in [`LANGUAGES`].

mod battleship;
mod death_roll;
mod pong;
mod tetris;
mod words_game;

use parlor_client::{MatchModel, TableModel};
use parlor_kernel::{AnyEvent, Game, Predict, Refusal, Seat, Tick};
use parlor_wire::addon::{Body, GameType, Move, score::Ping, words};
use serde::Serialize;
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use std::fmt::Debug;

/// Every game that addons can play.
static LANGUAGES: [&dyn Language; 5] =
    [&battleship::Language, &death_roll::Language, &pong::Language, &tetris::Language, &words_game::Language];

/// What one game is called in frames, and how to speak of a table of it.
trait Language: Sync {
    /// The game's id.
    fn id(&self) -> &'static str;

    /// Which game type a table with these rules is.
    fn game_type(&self, config: &Value) -> GameType;

    /// How to speak of a table with these rules.
    ///
    /// # Errors
    /// If they are no rules of this game.
    fn tongue(&self, config: &Value) -> Result<Box<dyn Tongue>, serde_json::Error>;
}

fn language(game: &str) -> Option<&'static dyn Language> {
    LANGUAGES.into_iter().find(|language| language.id() == game)
}

/// Which game type a table is, by its game and its rules; `None` if it has no words here.
pub fn game_type(game: &str, config: &Value) -> Option<GameType> {
    language(game).map(|language| language.game_type(config))
}

/// How to speak of a table, by its game and its rules; `None` if it has no words here.
pub fn tongue(game: &str, config: &Value) -> Option<Box<dyn Tongue>> {
    let tongue = language(game)?.tongue(config);
    tongue.inspect_err(|error| tracing::error!(%error, game, "the house's own rules cannot be read")).ok()
}

/// What an addon wants to do in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A move.
    Move(Move),
    /// To be ready.
    Ready,
    /// To pause.
    Pause,
    /// To go on.
    Resume,
    /// Nothing: it says how it takes the match to stand.
    Claim(words::Sync),
}

/// A match as the addon may know it now.
pub struct At<'a> {
    pub table: &'a TableModel,
    pub game: &'a MatchModel,
    pub now_ms: f64,
}

impl At<'_> {
    /// The seat from which it is seen; none for a spectator.
    pub const fn seat(&self) -> Option<Seat> {
        self.table.seat
    }

    /// The view, as far as it is settled.
    fn view<G: Game>(&self) -> Option<&G::View> {
        self.game.view_of::<G>()
    }

    /// A real-time match as it should look now, and what time it is there.
    fn picture<G: Predict>(&self) -> Option<(G::View, f64)> {
        if self.game.ended.is_none()
            && let Some(picture) = self.game.picture::<G>(self.now_ms)
        {
            return Some(picture);
        }
        Some((self.view::<G>()?.clone(), self.game.told.0.0 as f64))
    }

    /// Seconds until a deadline, rounded up.
    fn seconds<G: Game>(&self, deadline: Option<Tick>) -> Option<u64> {
        deadline.map(|deadline| (self.game.remaining_ms::<G>(deadline, self.now_ms) / 1000.0).ceil() as u64)
    }

    /// What a client claims is never believed. If it is wrong, the log of the house says so.
    fn doubt<T: PartialEq + Debug>(&self, what: &str, claimed: &T, known: &T) {
        if claimed != known {
            let table = self.table.info.code;
            tracing::debug!(%table, seat = ?self.seat(), ?claimed, ?known, "a claimed {what} differs and is ignored");
        }
    }

    /// The same for how a player stands in a score challenge. Its checksum is not looked at.
    fn doubt_ping(&self, claimed: &Ping, known: &Ping) {
        let numbers = |ping: &Ping| (ping.score, ping.lines, ping.level);
        self.doubt("score", &numbers(claimed), &numbers(known));
    }
}

/// How a game speaks.
pub trait Tongue: Send {
    /// All that the addon may know of the match.
    fn show(&mut self, at: &At<'_>) -> Vec<Body>;

    /// What an event means. The match is up to date with it.
    fn tell(&mut self, at: &At<'_>, event: &AnyEvent) -> Vec<Body>;

    /// In a real-time game: what has changed since it was last shown.
    fn picture(&mut self, _at: &At<'_>) -> Vec<Body> {
        Vec::new()
    }

    /// What to do at the table, if anything: a claim leads to nothing.
    ///
    /// # Errors
    /// If it makes no sense in this game. Whether it is allowed is for the engine to say.
    fn act(&mut self, at: &At<'_>, deed: &Deed) -> Result<Option<Box<RawValue>>, Refusal>;
}

fn action(action: &impl Serialize) -> Box<RawValue> {
    to_raw_value(action).expect("actions are JSON")
}

/// How many milliseconds pass between two status pings when nothing changes. HopeAddon allows ten seconds.
const PING_MS: f64 = 5_000.0;

/// When the other player's standing in a score challenge was last told.
#[derive(Default)]
struct Pings {
    last: Option<(Ping, f64)>,
}

impl Pings {
    /// Whether it is time to tell it again.
    fn due(&mut self, ping: &Ping, now_ms: f64) -> bool {
        let due = self.last.as_ref().is_none_or(|(last, at)| last != ping || now_ms - at >= PING_MS);
        if due {
            self.last = Some((ping.clone(), now_ms));
        }
        due
    }
}
