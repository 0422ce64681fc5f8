//! Words on the screen.
//!
//! The engine judges: [`desk`] asks the same rules as the house whether the tiles on the board make a play, with the
//! lexicon that the rule set names. [`draft`] is what the player has in hand, without a screen.
//!
//! # Hooks for browser tests (`data-test`)
//! - Board: `words-board`, `square-8H` (their accessible names tell what lies there), `board-view`, `unzoom` (while a small board is zoomed), `live`
//!   (`live-score` or `why`), `rack`, `tile-A` (`tile-?` for a blank), `blank-dialog`, `blank-A`, `score-toast`.
//! - Turn: `shuffle`, `recall`, `swap`, `swap-now`, `swap-cancel`, `pass`, `hint` (`hint-dialog`, `hint-way`), `challenge`,
//!   `play`, `surrender`.
//! - Players and turns: `scores`, `player` (`data-seat`), `score`, `clock`, `bag`, `history`, `history-turn`, `unseen`,
//!   `lookup`, `lookup-verdict`, `more` and `more-dialog` (on a phone).
//! - Result: `stats`, `to-analysis`.
//! - Options: `option-seats`, `option-first`, `option-layout`, `option-bag`, `option-lexicon`, `option-bingo`,
//!   `option-challenge`, `option-leftovers`, `option-tie`, `option-clock` (`option-turn-time`; `option-total-time`,
//!   `option-overtime`, `option-penalty`), `option-own-board`, `option-own-bag`, `option-own-problem`, `option-problem`.
//! - How to play: the hooks of a board, `demo-play`, `demo-again`, `demo-says`.
//! - On this screen (`/local/words`): `local-preset-PRESET`, `local-third`, `local-fourth`, `local-bot-LEVEL`, `local-two`,
//!   `local-three`, `local-four`, `cover`, `cover-ready`, `local-stop`.
//! - Replay: `analysis` (`data-done` once it is complete), `analysis-progress`, `analysis-turn`, `analysis-way`,
//!   `analysis-graph-score`, `analysis-graph-chance`, `analysis-player`, `gcg`.
//!
//! # Keys
//! Arrows move the cursor, letters lay tiles, Space turns the direction, Backspace takes the last tile back, Enter plays,
//! Escape takes all tiles back.

mod actions;
mod analysis;
mod board;
mod desk;
mod draft;
mod drag;
mod finish;
mod grid;
mod hints;
mod howto;
mod live;
mod local;
mod options;
mod own;
mod rack;
mod result;
mod scores;
mod sentences;
mod side;
mod stage;
mod zoom;

use crate::{
    games::{
        Face, Screen, Shelved, Stroke,
        kit::{Ending, Play, at_table, ending_at, result_at},
    },
    parts::Unloaded,
    replay::{self, Unplayable},
    table::TableCtx,
};
use leptos::{prelude::*, wasm_split::wasm_split};
use parlor_client::typed::{self, TypedGame};
use parlor_kernel::{AnyGame, Entrant, Game, GameConfig, Library, Record, Seat};
use parlor_wire::http::Tally;
use parlor_words::{View, Words};
use serde_json::Value;
use std::sync::Arc;

/// Words on the shelf.
pub const SHELVED: Shelved = Shelved { face: &FACE, fetch: || Box::pin(screen()) };

/// How Words looks wherever the page speaks of it.
const FACE: Face = Face {
    game: Words::SPEC,
    tagline: "Cross words with your friends, letter by letter.",
    mark: &[
        Stroke::Line(
            "M5.5 3h13A2.5 2.5 0 0 1 21 5.5v13a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 18.5v-13A2.5 2.5 0 0 1 5.5 3z",
        ),
        Stroke::Line("M6.6 7.5 9 16l3-7 3 7 2.4-8.5"),
    ],
    presets: <<Words as Game>::Config as GameConfig>::PRESETS,
    solos: <<Words as Game>::Config as GameConfig>::SOLOS,
    levels: Words::LEVELS,
    stats: Words::STATS,
    totals,
    scene: include_str!("scene.svg"),
    accent: "--game-words",
    window: (1120, 800),
};

/// What a player has done in all matches.
fn totals(tally: &Tally) -> Vec<(&'static str, String)> {
    let total = |id: &str| tally.totals.get(id).copied().unwrap_or(0).to_string();
    vec![("Points", total("points")), ("Whole racks", total("bingos"))]
}

/// Words as the page shows it: a part of its own.
#[wasm_split(words, wasm_split_path = ::leptos::wasm_split, fallible)]
fn screen() -> Result<&'static dyn Screen, Unloaded> {
    Ok(&OnScreen)
}

struct OnScreen;

impl Screen for OnScreen {
    fn engine(&self, library: &Library) -> Arc<dyn AnyGame> {
        Arc::new(Entrant::<Words>::new(library))
    }

    fn typed(&self) -> &'static dyn TypedGame {
        &typed::Words
    }

    fn board(&self, ctx: TableCtx) -> AnyView {
        at_table(ctx, |play| board::board(play, None))
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
        let film = replay::viewer::<Words>(record.clone(), start, stage::stage)?;
        let analysis = analysis::analysis(record);
        Ok(view! { {film} {analysis} }.into_any())
    }
}

/// A match, for every part of its board.
type Match = Play<Words>;

/// What is known of a match. When it is called off no game hears of it, only the table: then that is its end.
fn view_of(play: Match) -> Memo<Option<View>> {
    Memo::new(move |_| {
        let mut view = play.view.get()?;
        if let (None, Some(outcome)) = (view.common.outcome, play.outcome.get()) {
            view.common.outcome = Some(outcome);
            (view.common.turn, view.common.timing) = (None, None);
        }
        Some(view)
    })
}
