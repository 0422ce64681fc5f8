//! Battleship on the screen.
//!
//! # Hooks for browser tests (`data-test`)
//! - Cells: `enemy-B7`, `own-B7` (for a spectator `own` is seat 1's board and `enemy` seat 2's). Their accessible
//!   names tell what is known: `B7, unknown`, `B7, hit`, `C3, Cruiser, sunk`.
//! - Placing: `ship-<id>` (`ship-carrier`, …), `rotate`, `random`, `clear-fleet`, `fleet-ready`.
//! - Firing: `pattern-<id>` (`pattern-cross`, …), `confirm-attack`, `cancel-attack`, `surrender`,
//!   `clock`.
//! - Result: `stats`.
//! - Options: `option-width`, `option-height`, `option-spacing`, `option-turns`, `option-first`, `option-attack`,
//!   `option-announce`, `option-placement-seconds`, `option-turn-seconds`, `option-pattern-<id>`, `option-uses-<id>`,
//!   `option-ship-name-<n>`, `option-ship-size-<n>`, `option-ship-remove-<n>`, `option-ship-add`, `option-problem`.
//! - Replay: `insight` (`data-done` once it is complete), `heat`, `turning-point`.
//! - How to play: cells `demo-B2`, `demo-again`.
//!
//! # Keys
//! Arrows move on a board, Enter or Space places, aims or fires; R turns a ship, 1–9 takes one; P changes the
//! pattern; Escape drops what is in hand or planned.

mod board;
mod chart;
mod desk;
mod dock;
mod finish;
mod firing;
mod howto;
mod hulls;
mod insight;
mod layout;
mod local;
mod options;
mod panels;
mod patterns;
mod placing;
mod result;
mod reveal;
mod ships;
mod stage;
mod words;
mod yard;

use crate::{
    games::{
        Face, Screen, Shelved, Stroke,
        kit::{Ending, Play, at_table, ending_at, keys, result_at},
    },
    parts::Unloaded,
    replay::{self, Unplayable},
    table::TableCtx,
};
use firing::Firing;
use insight::Insight;
use leptos::{prelude::*, wasm_split::wasm_split};
use parlor_battleship::{Battleship, Phase};
use parlor_client::typed::{self, TypedGame};
use parlor_kernel::{AnyGame, Entrant, Game, GameConfig, Library, Record, Seat};
use parlor_wire::http::Tally;
use placing::Placing;
use serde_json::Value;
use std::sync::Arc;

/// Battleship on the shelf.
pub const SHELVED: Shelved = Shelved { face: &FACE, fetch: || Box::pin(screen()) };

/// How Battleship looks wherever the page speaks of it.
const FACE: Face = Face {
    game: Battleship::SPEC,
    tagline: "Find their fleet before they find yours.",
    mark: &[
        Stroke::Line("M12 7.6V21 M8 10.6h8 M4 14.2c.5 4 3.6 6.6 8 6.8 4.4-.2 7.5-2.8 8-6.8"),
        Stroke::Line("M9.6 5.2a2.4 2.4 0 1 0 4.8 0 2.4 2.4 0 1 0-4.8 0"),
        Stroke::Line("M2.4 16.2 4 13.4l2.6 2 M21.6 16.2 20 13.4l-2.6 2"),
    ],
    presets: <<Battleship as Game>::Config as GameConfig>::PRESETS,
    solos: <<Battleship as Game>::Config as GameConfig>::SOLOS,
    levels: Battleship::LEVELS,
    stats: Battleship::STATS,
    totals,
    scene: include_str!("scene.svg"),
    accent: "--game-battleship",
    window: (1080, 760),
};

/// What a player has done in all matches.
fn totals(tally: &Tally) -> Vec<(&'static str, String)> {
    let total = |id: &str| tally.totals.get(id).copied().unwrap_or(0).to_string();
    let accuracy = tally.percentage("hits", "shots").map_or_else(|| "–".into(), |percent| format!("{percent} %"));
    vec![("Shots", total("shots")), ("Hits", total("hits")), ("Accuracy", accuracy)]
}

/// Battleship as the page shows it: a part of its own.
#[wasm_split(battleship, wasm_split_path = ::leptos::wasm_split, fallible)]
fn screen() -> Result<&'static dyn Screen, Unloaded> {
    Ok(&OnScreen)
}

struct OnScreen;

impl Screen for OnScreen {
    fn engine(&self, library: &Library) -> Arc<dyn AnyGame> {
        Arc::new(Entrant::<Battleship>::new(library))
    }

    fn typed(&self) -> &'static dyn TypedGame {
        &typed::Battleship
    }

    fn board(&self, ctx: TableCtx) -> AnyView {
        at_table(ctx, board)
    }

    fn ending(&self, ctx: TableCtx, me: Option<Seat>) -> Option<Ending> {
        ending_at(ctx, me, finish::finish)
    }

    fn details(&self, ctx: TableCtx) -> AnyView {
        result_at(ctx, result::details)
    }

    fn options(&self, config: RwSignal<Value>) -> AnyView {
        options::options(config)
    }

    fn how_to(&self) -> AnyView {
        howto::how_to()
    }

    fn local(&self, bot: Option<&str>) -> AnyView {
        local::local(bot)
    }

    fn replay(&self, record: Record, start: usize) -> Result<AnyView, Unplayable> {
        Insight::provide(&record);
        replay::viewer::<Battleship>(record, start, stage::stage)
    }
}

/// A match, for every part of its board.
type Desk = Play<Battleship>;

/// The board of a match, on this machine or the house's: first the fleet is placed, then shots are fired.
fn board(desk: Desk) -> AnyView {
    let config = desk.config();
    let me = desk.names.with_untracked(|names| names.me);
    let placing = Memo::new(move |_| {
        desk.view.with(|view| view.as_ref().is_some_and(|view| view.phase == Phase::Placing)) && me.is_some()
    });
    desk.narrate();
    let root = NodeRef::new();
    let draw = move || {
        let config = config.clone();
        match me {
            Some(me) if placing.get() => view! { <Placing desk config me root /> }.into_any(),
            me => view! { <Firing desk config me root /> }.into_any(),
        }
    };
    view! { <div class=format!("bs {}", keys::PLACE) node_ref=root>{draw}</div> }.into_any()
}
