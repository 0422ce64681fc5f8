//! How to play: pictures, and a first word to try.

use super::{
    desk::Desk,
    grid::{self, bonus_class, bonus_mark, bonus_name},
    live::{Live, sum},
    rack::{Rack, tile_face},
};
use crate::{
    house::House,
    ui::{Press, once_loaded},
};
use leptos::prelude::*;
use parlor_kernel::{Assets, GameConfig, Rules};
use parlor_words::{Board, Bonus, Config, Lexicon, Tile, Tiles};
use std::sync::Arc;

/// The tiles of the first move. DRAGON is in them, and some more.
const RACK: &str = "ADGNORS";

/// The rules on one screen.
pub fn how_to() -> AnyView {
    let bonuses = [
        (Bonus::DoubleLetter, "the letter counts twice"),
        (Bonus::TripleLetter, "the letter counts three times"),
        (Bonus::DoubleWord, "the word counts twice"),
        (Bonus::TripleWord, "the word counts three times"),
        (Bonus::Star, "the first word covers it, and counts twice"),
    ];
    let bonuses = bonuses.map(|(bonus, what)| {
        view! {
            <li>
                <span class=format!("wd-cell sample {}", bonus_class(bonus)) role="img" aria-label=bonus_name(bonus)>
                    <span class="wd-bonus">{bonus_mark(bonus)}</span>
                </span>
                {what}
            </li>
        }
    });
    let word = |text: &str| {
        let tiles = text.chars().filter_map(Tile::of);
        tiles.map(|tile| view! { <span class="wd-tile">{tile_face(tile)}</span> }).collect_view()
    };
    view! {
        <div class="wd-howto">
            <h1>"Words"</h1>
            <p class="lead">"Lay a word from your seven tiles, count it, draw again. The most points win."</p>
            <div class="wd-steps">
                <section class="wd-demo">{demo()}</section>
                <section>
                    <h2>"A play"</h2>
                    <p>"All tiles of a play lie in one line, and touch a tile that is there already. Every word that this forms must be one, also those across."</p>
                    <p class="wd-rack small" role="img" aria-label="DRAGON and S: DRAGONS">{word("DRAGON")} <span>"+"</span> {word("S")}</p>
                    <h2>"What it counts"</h2>
                    <p>"Add up the tiles of every word that you form. A square with a bonus counts once, for the tile that is laid on it:"</p>
                    <ul class="wd-bonuses">{bonuses.into_iter().collect_view()}</ul>
                    <p>"All seven tiles in one play bring 35 points more, or 50 by classic rules. A blank stands for any letter and counts nothing."</p>
                    <h2>"Instead of a play"</h2>
                    <p>"Swap some tiles, while the bag holds seven or more, or pass. The match ends when the bag and a rack are empty, when everyone passes in a row, or after six turns without points."</p>
                </section>
            </div>
            <p class="muted">
                "Drag tiles, or tap a tile and then a square, or tap a square and type. Keys: arrows move the cursor, "
                <kbd>"Space"</kbd> " turns it, " <kbd>"Backspace"</kbd> " takes a tile back, " <kbd>"Enter"</kbd> " plays, "
                <kbd>"Esc"</kbd> " takes all back."
            </p>
        </div>
    }
    .into_any()
}

/// A first move to try, with the house's themed words. Nothing leaves the page.
fn demo() -> AnyView {
    let config = Config::preset("hope").and_then(|config| config.with_lexicon("azeroth"));
    let Some(config) = config.map(Arc::new) else { return ().into_any() };
    let needs = Arc::<Lexicon>::ids(&*config);
    once_loaded(needs, move || {
        let rules = Rules::load(Arc::clone(&config), &House::expect().catalog.library());
        rules.map_or_else(|_| ().into_any(), |rules| first_move(Arc::new(rules)))
    })
}

fn first_move(rules: Arc<Rules<parlor_words::Words>>) -> AnyView {
    let laid = RwSignal::new(None::<parlor_words::Laid>);
    let board = Memo::new(move |_| {
        let mut board = Board::EMPTY;
        if let Some(laid) = laid.get() {
            laid.squares().zip(laid.word.letters()).for_each(|((square, _), placed)| board.put(square, *placed));
        }
        board
    });
    let rack = Memo::new(move |_| {
        let rack: Tiles = RACK.parse().unwrap_or_default();
        laid.get().and_then(|laid| rack.minus(&laid.tiles()).ok()).unwrap_or(rack)
    });
    let desk = Desk::new(Arc::clone(&rules), board, rack);
    let lit = Signal::derive(move || {
        let squares = |laid: &parlor_words::Laid| laid.squares().map(|(square, _)| square).collect();
        laid.with(|laid| laid.as_ref().map(squares)).unwrap_or_default()
    });
    let why = Signal::derive(move || {
        desk.judged().err().map(|why| why.sentence().unwrap_or_else(|| "Lay a word first.".into()))
    });
    let play = move || laid.set(untrack(|| desk.judged()).ok());
    let says = move || match laid.get() {
        Some(laid) => format!("{}. Well played!", sum(&laid)),
        None => "Try it: lay a word over the star. There is a creature in these letters.".into(),
    };
    let button = move || match laid.with(Option::is_some) {
        true => view! { <Press test="demo-again" on_press=move || laid.set(None)>"Again"</Press> }.into_any(),
        false => view! {
            <Press test="recall" on_press=move || desk.recall()>"Recall"</Press>
            <Press test="demo-play" class="primary" why=why on_press=play>"Play"</Press>
        }
        .into_any(),
    };
    view! {
        <div class="wd wd-first">
            <p class="wd-says" aria-live="polite" data-test="demo-says">{says}</p>
            <div class="wd-place">{grid::board(desk, &rules.config.layout, lit)}</div>
            <Live desk idle=Signal::stored(String::new()) />
            <Rack desk />
            <div class="wd-actions">{button}</div>
        </div>
    }
    .into_any()
}
