//! What the page needs of a game.

use super::{kit::Ending, mark::Stroke};
use crate::{parts::Unloaded, replay::Unplayable, table::TableCtx};
use leptos::prelude::*;
use parlor_client::typed::TypedGame;
use parlor_kernel::{AnyGame, Level, Library, Preset, Record, Seat, Solo, Spec, Stat};
use parlor_wire::http::Tally;
use serde_json::Value;
use std::{future::Future, pin::Pin, sync::Arc};

/// A game as the page shows it. Each game has one implementation, which carries all that is special about it.
pub trait Screen: Sync {
    /// The game itself, which takes its assets from `library`.
    fn engine(&self, library: &Library) -> Arc<dyn AnyGame>;

    /// The assets that come with it: a kind, a name and the bytes of each.
    fn embedded(&self) -> Vec<(&'static str, &'static str, &'static [u8])> {
        Vec::new()
    }

    /// Which moves can be typed.
    fn typed(&self) -> &'static dyn TypedGame;

    /// The board of the match at a table, with all that its players can do there.
    fn board(&self, ctx: TableCtx) -> AnyView;

    /// How the finished match at a table was decided, for the player in `me`; nothing before it is over.
    fn ending(&self, ctx: TableCtx, me: Option<Seat>) -> Option<Ending>;

    /// All else that there is to say about it.
    fn details(&self, ctx: TableCtx) -> AnyView;

    /// The form that changes a rule set before a table opens.
    fn options(&self, config: RwSignal<Value>) -> AnyView;

    /// One screen with the rules, pictures, and a first move to try.
    fn how_to(&self) -> AnyView;

    /// The page of the game on this screen alone, without the house. With the level of a bot, a match against it begins
    /// at once.
    fn local(&self, bot: Option<&str>) -> AnyView;

    /// The page of one of its ways to play alone for a record.
    fn solo(&self, _id: &str) -> AnyView {
        crate::local::no_such_run()
    }

    /// A finished match, to be watched from position `start` on.
    ///
    /// # Errors
    /// If the log does not hold.
    fn replay(&self, record: Record, start: usize) -> Result<AnyView, Unplayable>;
}

/// A game on the shelf: its face is there at once, its screen is a part of the page that is fetched when it is needed.
pub struct Shelved {
    /// How it looks.
    pub face: &'static Face,
    /// Fetches its screen, unless it is here.
    pub fetch: fn() -> Fetching,
}

/// A screen that is on its way.
pub type Fetching = Pin<Box<dyn Future<Output = Result<&'static dyn Screen, Unloaded>>>>;

/// How a game looks wherever the page speaks of it.
pub struct Face {
    /// The game itself: its id and its name.
    pub game: Spec,
    /// A line that makes people want to play it.
    pub tagline: &'static str,
    /// Its mark: a small picture of 24 by 24 in the colour of the game.
    pub mark: &'static [Stroke],
    /// The rule sets it is played by, the usual one first.
    pub presets: &'static [Preset],
    /// The ways to play it alone for a record.
    pub solos: &'static [Solo],
    /// Its bots, weakest first.
    pub levels: &'static [Level],
    /// What it counts.
    pub stats: &'static [Stat],
    /// What a player has done in all matches, for the profile: a line for each figure.
    pub totals: fn(&Tally) -> Vec<(&'static str, String)>,
    /// A small board that moves, as SVG markup of 120 by 80. What moves is in `scene.css`.
    pub scene: &'static str,
    /// Its colour: a custom property of the game's style sheet.
    pub accent: &'static str,
    /// The size of a window in which it is comfortable, in pixels.
    pub window: (u32, u32),
}

impl Face {
    /// The style that tints an element in the game's colour.
    pub fn tint(&self) -> String {
        format!("--tint: var({})", self.accent)
    }
}

/// The totals of a game that has none worth a line.
pub const fn no_totals(_: &Tally) -> Vec<(&'static str, String)> {
    Vec::new()
}
