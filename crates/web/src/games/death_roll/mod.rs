//! Death Roll on the screen.
//!
//! The view is the truth, and the screen runs a little behind it: [`suspense`] says which rolls have landed, and
//! everything that would give one away waits for it. Nothing that a player may do waits.
//!
//! # Hooks for browser tests (`data-test`)
//! - `roll` (the button), `roll-result` (what is up; `data-tier` says how close it was, or `rolling`), `history`,
//!   `history-roll`, `salt`, `salt-number`, `salt-add`, `luck`, `clock`, `surrender`.
//! - Result: `stats`.
//! - Options: `option-start`, `option-start-100` (and `-1000`, `-10000`), `option-roll-seconds`, `option-problem`.
//! - How to play: `demo-roll`.
//! - On this screen (`/local/death-roll`): `local-preset-START`, `local-alone`, `local-bot-easy`, `local-two`,
//!   `local-stop`, `local-comfort`.
//!
//! # Keys
//! Space, Enter or R rolls.

mod board;
mod finish;
mod history;
mod howto;
mod local;
mod options;
mod result;
mod salt;
mod stage;
mod suspense;
mod tray;
mod words;

use crate::{
    games::{
        Face, Screen, Shelved, Stroke,
        kit::{Ending, Play, at_table, ending_at, result_at},
        no_totals,
    },
    parts::Unloaded,
    replay::{self, Unplayable},
    table::TableCtx,
};
use leptos::{prelude::*, wasm_split::wasm_split};
use parlor_client::typed::{self, TypedGame};
use parlor_death_roll::{DeathRoll, View};
use parlor_kernel::{AnyGame, Entrant, Game, GameConfig, Library, Record, Seat};
use serde_json::Value;
use std::sync::Arc;

/// Death Roll on the shelf.
pub const SHELVED: Shelved = Shelved { face: &FACE, fetch: || Box::pin(screen()) };

/// How Death Roll looks wherever the page speaks of it.
const FACE: Face = Face {
    game: DeathRoll::SPEC,
    tagline: "Roll lower and lower, but never a one.",
    mark: &[
        Stroke::Line("M12 2.5 20.5 7v10L12 21.5 3.5 17V7z M3.5 7 12 11.6 20.5 7 M12 11.6v9.9"),
        Stroke::Fill(
            "M10.8 7a1.2.7 0 1 0 2.4 0 1.2.7 0 1 0-2.4 0 M6.6 14.2a.8 1 0 1 0 1.6 0 .8 1 0 1 0-1.6 0 M14.6 13.4a.8 1 0 1 0 1.6 0 .8 1 0 1 0-1.6 0 M17.2 16.4a.8 1 0 1 0 1.6 0 .8 1 0 1 0-1.6 0",
        ),
    ],
    presets: <<DeathRoll as Game>::Config as GameConfig>::PRESETS,
    solos: <<DeathRoll as Game>::Config as GameConfig>::SOLOS,
    levels: DeathRoll::LEVELS,
    stats: DeathRoll::STATS,
    totals: no_totals,
    scene: include_str!("scene.svg"),
    accent: "--game-death-roll",
    window: (820, 640),
};

/// Death Roll as the page shows it: a part of its own.
#[wasm_split(death_roll, wasm_split_path = ::leptos::wasm_split, fallible)]
fn screen() -> Result<&'static dyn Screen, Unloaded> {
    Ok(&OnScreen)
}

struct OnScreen;

impl Screen for OnScreen {
    fn engine(&self, library: &Library) -> Arc<dyn AnyGame> {
        Arc::new(Entrant::<DeathRoll>::new(library))
    }

    fn typed(&self) -> &'static dyn TypedGame {
        &typed::DeathRoll
    }

    fn board(&self, ctx: TableCtx) -> AnyView {
        at_table(ctx, |play| board::board(play, words::status))
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
        replay::viewer::<DeathRoll>(record, start, stage::stage)
    }
}

/// A match, for every part of its board.
type Match = Play<DeathRoll>;

/// What is known of a match. When it is called off no game hears of it, only the table: then that is its end.
fn view_of(play: Match) -> Memo<Option<View>> {
    Memo::new(move |_| {
        let mut view = play.view.get()?;
        if let (None, Some(outcome)) = (view.outcome, play.outcome.get()) {
            (view.outcome, view.deadline) = (Some(outcome), None);
        }
        Some(view)
    })
}
