//! How to play: pictures, and a first pass to try.

use super::{
    card, card_of,
    looks::Looks,
    tile::{Size, Sprite, lying, picture},
    tray::{Piece, Tray},
};
use crate::ui::Press;
use leptos::prelude::*;
use parlor_mahjong::{Config, Rack, Tile};

/// The rules on one screen.
pub fn how_to() -> AnyView {
    Looks::provide();
    let config = Config::default();
    let whole = card_of(&config).map(|card| card::whole(&config.card, &card));
    view! {
        <div class="mj-howto">
            <Sprite />
            <h1>"American Mahjong"</h1>
            <p class="lead">"Pass, draw and discard until your fourteen tiles are a hand of the card."</p>
            <div class="mj-lessons">
                <section>
                    <h2>"1 · The tiles"</h2>
                    {row("1C 5C 9C", "Craks, 1 to 9: a character and a C")}
                    {row("1B 5B 9B", "Bams: sticks and a B")}
                    {row("1D 5D 9D", "Dots: rings and a D")}
                    {row("N E W S", "Four winds")}
                    {row("R G 0", "Dragons: red goes with Craks, green with Bams, white with Dots; white is also 0")}
                    {row("F J", "Flowers are all alike. A joker stands in for any tile of a group of three or more")}
                </section>
                <section>
                    <h2>"2 · The Charleston"</h2>
                    <Demo />
                    <p>
                        "Before play everyone passes three tiles right, across and left, all at once. If no player objects, three more passes go left, across and right. Jokers never pass."
                    </p>
                </section>
                <section>
                    <h2>"3 · Your turn"</h2>
                    <p>"Draw a tile, then discard one. A tap raises a tile, the button discards it."</p>
                    <h3>"Claims"</h3>
                    {row("5D 5D 5D", "A pung of three, laid open: claim the third with two in hand")}
                    {row("5D 5D 5D J", "A kong of four; jokers help")}
                    <p>
                        "You may claim the last discard for a group of three to six that a hand of the card has, or for mahjong. The group lies open, and its jokers can be taken by a player who holds the tile they stand for."
                    </p>
                </section>
                <section>
                    <h2>"4 · Mahjong"</h2>
                    {row("1B 1B 2B 2B 2B 3B 3B J 4B 4B 4B 5B 5B 5B", "C1: a pair and four pungs in a row, of one suit")}
                    <p>
                        "The winner gets the value of the hand from everyone, and twice from the player who discarded the last tile; for a tile of one’s own, twice from all. A hand without jokers pays double. If the wall runs out, no player pays."
                    </p>
                </section>
            </div>
            <details class="mj-whole">
                <summary>"The house’s card"</summary>
                {whole}
            </details>
            <p class="muted">
                "Keys: arrows and " <kbd>"Space"</kbd> " choose tiles, " <kbd>"P"</kbd> " passes, " <kbd>"D"</kbd> " discards, " <kbd>"3"</kbd> " to " <kbd>"6"</kbd>
                " claim, " <kbd>"W"</kbd> " wins, " <kbd>"H"</kbd> " gives hints, " <kbd>"K"</kbd> " shows the card. " <kbd>"?"</kbd> " lists all of them."
            </p>
        </div>
    }
    .into_any()
}

fn tiles(text: &str) -> impl Iterator<Item = Tile> {
    text.split(' ').filter_map(|tile| tile.parse().ok())
}

fn row(text: &str, words: &'static str) -> impl IntoView {
    let tiles = tiles(text).map(|tile| lying(tile, Size::Full)).collect_view();
    view! {
        <figure class="mj-figure">
            <span class="mj-group">{tiles}</span>
            <figcaption class="small muted">{words}</figcaption>
        </figure>
    }
}

/// What the demo is dealt, and what comes in for what is passed.
const DEALT: &str = "1B 1B 2B 3B 9C N 7D J";
const COMES: &str = "2B 3B 4B";

/// A first pass to try. Nothing leaves the page.
#[component]
fn Demo() -> impl IntoView {
    let fresh = || {
        let mut tray = Tray::default();
        tray.follow(&tiles(DEALT).collect());
        tray.settle();
        tray
    };
    let tray = RwSignal::new(fresh());
    let says = RwSignal::new("Try it: raise three tiles that fit no run of Bams, and pass them.".to_owned());
    let passed = RwSignal::new(false);
    let why = Signal::derive(move || {
        let raised = tray.with(|tray| tray.raised().len());
        (!passed.get() && raised != 3).then(|| format!("Choose exactly 3 tiles. {raised} raised."))
    });
    let touch = move |piece: Piece| {
        let full = !piece.raised && tray.with_untracked(|tray| tray.raised().len() >= 3);
        if passed.get_untracked() {
            return;
        }
        if piece.tile == Tile::JOKER {
            says.set("Jokers are never passed.".into());
        } else if full {
            says.set("3 tiles are already raised. Lower one first.".into());
        } else {
            tray.update(|tray| tray.touch(piece.id, false));
        }
    };
    let pass = move || {
        if passed.get_untracked() {
            tray.set(fresh());
            says.set("Once more: which three do you give away?".into());
        } else {
            let gave = tray.with_untracked(Tray::raised);
            let mut hand: Rack = tray.with_untracked(|tray| tray.pieces().iter().map(|piece| piece.tile).collect());
            hand.remove_all(&gave);
            hand.add_all(&tiles(COMES).collect());
            tray.update(|tray| tray.follow(&hand));
            let run = ["9C", "N", "7D"].iter().all(|tile| tile.parse().is_ok_and(|tile| gave.count(tile) > 0));
            says.set(match run {
                true => "Well passed: 1, 2, 3 and 4 of Bams, and a joker for what is missing.".into(),
                false => "Three came back. Craks, winds and Dots were of no use here.".into(),
            });
        }
        passed.update(|passed| *passed = !*passed);
    };
    let tile = move |piece: Piece| {
        let now = move || tray.with(|tray| tray.place(piece.id).map(|place| tray.pieces()[place]));
        let raised = move || now().is_some_and(|piece| piece.raised);
        let fresh = move || now().is_some_and(|piece| piece.came == super::tray::Came::Received);
        view! {
            <button
                type="button"
                class="mj-tile mj-own"
                class:raised=raised
                class:fresh=fresh
                aria-pressed=move || raised().to_string()
                aria-label=piece.tile.name().into_owned()
                data-tile=piece.tile.to_string()
                data-test="demo-tile"
                on:click=move |_| touch(now().unwrap_or(piece))
            >
                {picture(piece.tile, Size::Full)}
            </button>
        }
    };
    view! {
        <div class="mj-demo">
            <div class="mj-rack">
                <For each=move || tray.with(|tray| tray.pieces().to_vec()) key=|piece| piece.id children=tile />
            </div>
            <Press class="primary" test="demo-pass" why=why on_press=pass>{move || if passed.get() { "Again" } else { "Pass right" }}</Press>
            <p aria-live="polite" data-test="demo-says">{says}</p>
        </div>
    }
}
