//! American Mahjong on the screen.
//!
//! The view is the truth. The rack is a player's own affair: [`tray`] keeps the order of the tiles, which of them are raised,
//! and which have just come, and follows the hand of the view. [`choices`] says what can be done now and why something
//! cannot; it needs no page and is tested without one. [`desk`] holds a match together for its parts.
//!
//! # Hooks for browser tests (`data-test`)
//! - `.mj` has `data-moment`, a text that changes whenever anything has happened.
//! - The rack: `rack`, `tile` (`data-tile`, `data-id`; `aria-pressed` while it is raised), `own-side`, `own-exposures`.
//! - What can be done, in `actions`: `pass`, `vote-more`, `vote-stop`, `bid-0` to `bid-3`, `discard`, `exchange`, `trade`,
//!   `regroup`, `mahjong`, `claim-pung`, `claim-kong`, `claim-quint`, `claim-sextet`, `decline`, `pause`, `ready-for-deal`;
//!   `claim-prompt` (`data-tile`), `clock`.
//! - The table: `player` (`data-seat`), `thinks`, `exposures`, `take-joker`, `challenge`, `wall`, `passing`
//!   (`data-direction`), `discards`, `discarded` (`data-tile`).
//! - Beside it: `sort`, `show-hints`, `show-card`, `show-scores`, `panel`, `panel-close`, `hints`, `advice`, `why-hint`,
//!   `hint-raise`, `prospect`, `card`, `hand-ID`, `practise-ID`, `practise-tiles`, `practise-charleston`, `ledger`, `ledger-deal`; `table-looks`, `looks-dialog`,
//!   `switch-text`, `switch-big`, `switch-quick`, `switch-music`.
//! - The end of a deal: `deal-end`, `settled`, `winning-hand`, `next-deal`, `fireworks`. Result: `stats`.
//! - Options: `option-card`, `option-deals`, `option-blanks`, `option-charleston`, `option-conduct`,
//!   `option-claim-seconds`, `option-turn-seconds`, `option-training`, `option-training-tiles`, `option-problem`.
//! - How to play: `demo-tile`, `demo-pass`, `demo-says`. Replay: `open-hand` (`data-seat`).
//! - On this screen (`/local/mahjong`, with `?bot=LEVEL&card=NAME&hand=ID&tiles=N&charleston=0` to practise): as on every such page.
//!
//! # Keys
//! The list in [`board`]; `?` shows it.

mod actions;
mod board;
mod card;
mod choices;
mod desk;
mod ending;
mod finish;
mod howto;
mod ledger;
mod local;
mod looks;
mod options;
mod panels;
mod pool;
mod rack;
mod result;
mod seats;
mod stage;
mod tile;
mod toolbar;
mod tray;
mod words;

use crate::{
    games::{
        Face, Screen, Shelved, Stroke,
        kit::{Ending, Play, at_table, ending_at, result_at},
    },
    house::House,
    parts::Unloaded,
    replay::{self, Unplayable},
    table::TableCtx,
};
use leptos::{prelude::*, wasm_split::wasm_split};
use parlor_client::typed::{self, TypedGame};
use parlor_kernel::{AnyGame, Asset, Entrant, Game, GameConfig, Library, Record, Seat};
use parlor_mahjong::{Card, Config, Mahjong, SHIPPED, library};
use parlor_wire::http::Tally;
use serde_json::Value;
use std::sync::Arc;

/// American Mahjong on the shelf.
pub const SHELVED: Shelved = Shelved { face: &FACE, fetch: || Box::pin(screen()) };

/// How American Mahjong looks wherever the page speaks of it.
const FACE: Face = Face {
    game: Mahjong::SPEC,
    tagline: "Four at a table, a card of hands, and eight jokers.",
    mark: &[
        Stroke::Line(
            "M7 3h4v18H7z M7 9h4 M7 15h4 M13.5 3h4v18h-4z M13.5 7h4 M13.5 13h4 M13.5 18h4 M17.5 13c2-1 3.5-1 4.5-3-2.5-.5-4 .5-4.5 3",
        ),
        Stroke::Fill("M7 11C5 10 3 10 2 8c2.5-.5 4.5.5 5 3z"),
    ],
    presets: <<Mahjong as Game>::Config as GameConfig>::PRESETS,
    solos: <<Mahjong as Game>::Config as GameConfig>::SOLOS,
    levels: Mahjong::LEVELS,
    stats: Mahjong::STATS,
    totals,
    scene: include_str!("scene.svg"),
    accent: "--game-mahjong",
    window: (1_000, 720),
};

/// What a player has done in all matches.
fn totals(tally: &Tally) -> Vec<(&'static str, String)> {
    let total = |id: &str| tally.totals.get(id).copied().unwrap_or(0);
    let (made, values) = (total("deals_won"), total("values"));
    let average = if made > 0 { (values / made).to_string() } else { "–".into() };
    vec![
        ("Hands made", made.to_string()),
        ("Value of all hands made", values.to_string()),
        ("Average value of a hand", average),
        ("Discards claimed", total("calls").to_string()),
        ("Jokers exchanged", total("exchanges").to_string()),
        ("Tiles passed", total("passed").to_string()),
    ]
}

/// American Mahjong as the page shows it: a part of its own.
#[wasm_split(mahjong, wasm_split_path = ::leptos::wasm_split, fallible)]
fn screen() -> Result<&'static dyn Screen, Unloaded> {
    Ok(&OnScreen)
}

/// A match, for every part of its table.
type Match = Play<Mahjong>;

/// The card that a rule set names: one that comes with the game, or one that the house has sent.
fn card_of(config: &Config) -> Option<Arc<Card>> {
    let sent = || House::expect().catalog.library().load(&config.card);
    library().load(&config.card).or_else(|_| sent()).ok()
}

struct OnScreen;

impl Screen for OnScreen {
    fn engine(&self, library: &Library) -> Arc<dyn AnyGame> {
        Arc::new(Entrant::<Mahjong>::new(library))
    }

    fn embedded(&self) -> Vec<(&'static str, &'static str, &'static [u8])> {
        SHIPPED.iter().map(|(name, text)| (Card::KIND, *name, text.as_bytes())).collect()
    }

    fn typed(&self) -> &'static dyn TypedGame {
        &typed::Mahjong
    }

    fn board(&self, ctx: TableCtx) -> AnyView {
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
        replay::viewer::<Mahjong>(record, start, stage::stage)
    }
}
