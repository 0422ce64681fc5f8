//! Codenames on the screen.
//!
//! # Hooks for browser tests (`data-test`)
//! - Board: `card-0` to `card-24` (`data-shown` says what is revealed, `data-key` what a spymaster knows, `data-tags` how
//!   many have marked it), `hint-bar`, `hint-word`, `hint-count`, `hint-give`, `hint-appeal`, `appeal-allow`, `appeal-deny`,
//!   `reveal`, `intercept`, `end-turn`, `waive`, `history`, `words-left-red`, `words-left-blue`, `points-red`,
//!   `points-blue`, `turns-left`, `guesses-left`, `clock`, `big-screen` (`data-big`), `big-code`.
//! - Result: `final-key`, `explanation`, `stats`.
//! - Options: `option-variant`, `option-red`, `option-blue`, `option-list`, `option-language`, `option-words`,
//!   `option-file`, `option-clues`, `option-turn-seconds`, `option-problem`.
//! - How to play: `demo-card-0` and so on.
//! - On this screen (`/local/codenames`): `local-preset-standard`, `local-bot-easy`, `local-stop`.

mod board;
mod cards;
mod desk;
mod finish;
mod hint_bar;
mod history;
mod howto;
mod local;
mod options;
mod result;
mod score;
mod stage;
mod words;

use crate::{
    games::{
        Face, Screen, Shelved, Stroke,
        kit::{Ending, Play, at_table, ending_at, plural, result_at},
    },
    parts::Unloaded,
    replay::{self, Unplayable},
    table::TableCtx,
};
use leptos::{prelude::*, wasm_split::wasm_split};
use parlor_client::typed::{self, TypedGame};
use parlor_codenames::Codenames;
use parlor_kernel::{AnyGame, Entrant, Game, GameConfig, Library, Record, Seat};
use parlor_wire::http::Tally;
use serde_json::Value;
use std::sync::Arc;

/// Codenames on the shelf.
pub const SHELVED: Shelved = Shelved { face: &FACE, fetch: || Box::pin(screen()) };

/// How Codenames looks wherever the page speaks of it.
const FACE: Face = Face {
    game: Codenames::SPEC,
    tagline: "One word, many meanings. Find your agents before they do.",
    mark: &[
        Stroke::Line("M2.5 12C5.5 6.8 8.6 5 12 5s6.5 1.8 9.5 7c-3 5.2-6.1 7-9.5 7s-6.5-1.8-9.5-7z"),
        Stroke::Line("M8.4 12a3.6 3.6 0 1 0 7.2 0 3.6 3.6 0 1 0-7.2 0"),
        Stroke::Fill("M10.6 12a1.4 1.4 0 1 0 2.8 0 1.4 1.4 0 1 0-2.8 0"),
    ],
    presets: <<Codenames as Game>::Config as GameConfig>::PRESETS,
    solos: <<Codenames as Game>::Config as GameConfig>::SOLOS,
    levels: Codenames::LEVELS,
    stats: Codenames::STATS,
    totals,
    scene: include_str!("scene.svg"),
    accent: "--game-codenames",
    window: (980, 720),
};

/// What a player has done in all matches.
fn totals(tally: &Tally) -> Vec<(&'static str, String)> {
    let of = |stat: &str| tally.totals.get(stat).copied().unwrap_or_default();
    let role = |matches: &str, won: &str| {
        let count = usize::try_from(of(matches)).unwrap_or_default();
        format!("{}, {} won", plural(count, "match", "matches"), of(won))
    };
    vec![
        ("As spymaster", role("as_spymaster", "won_as_spymaster")),
        ("As guesser", role("as_guesser", "won_as_guesser")),
    ]
}

/// Codenames as the page shows it: a part of its own.
#[wasm_split(codenames, wasm_split_path = ::leptos::wasm_split, fallible)]
fn screen() -> Result<&'static dyn Screen, Unloaded> {
    Ok(&OnScreen)
}

struct OnScreen;

impl Screen for OnScreen {
    fn engine(&self, library: &Library) -> Arc<dyn AnyGame> {
        Arc::new(Entrant::<Codenames>::new(library))
    }

    fn typed(&self) -> &'static dyn TypedGame {
        &typed::Codenames
    }

    fn board(&self, ctx: TableCtx) -> AnyView {
        provide_context(board::Whereabouts(Some(ctx)));
        at_table(ctx, board::board)
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
        replay::viewer::<Codenames>(record, start, stage::stage)
    }
}

/// A match, for every part of its board.
type Match = Play<Codenames>;
