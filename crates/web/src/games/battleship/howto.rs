//! How to play: pictures, and a first shot to try.

use super::{
    board::{Board, Hands, Pick},
    chart::{Chart, Overlay, Pin, Seen, Tone},
};
use leptos::prelude::*;
use parlor_battleship::{Cell, Config, Mark, Orientation, Placement, ShipClass};
use parlor_kernel::GameConfig;
use std::sync::Arc;

/// The rules on one screen.
pub fn how_to() -> AnyView {
    view! {
        <div class="bs bs-howto">
            <h1>"Battleship"</h1>
            <p class="lead">"Hide your fleet. Find theirs. Sink every enemy ship to win."</p>
            <div class="bs-steps">
                <section>
                    <h2>"1 · Place your fleet"</h2>
                    {picture(harbour(), "Your waters")}
                    <p>"Drag each ship into your waters. " <kbd>"R"</kbd> " or a double tap turns it. Random does it for you."</p>
                </section>
                <section>
                    <h2>"2 · Fire"</h2>
                    <Demo />
                </section>
                <section>
                    <h2>"3 · Sink them all"</h2>
                    {picture(wreck(), "Enemy waters")}
                    <p>"A ring is a miss, a burst a hit. When every cell of a ship is hit, it sinks and shows itself."</p>
                </section>
            </div>
            <p class="muted">
                "Tables may have their own rules: clocks, ships that must keep apart, a second shot after a hit, or shot patterns that you plan and confirm. "
                "Keys: arrows move, Enter fires, " <kbd>"P"</kbd> " changes the pattern, " <kbd>"Esc"</kbd> " drops the plan."
            </p>
        </div>
    }
    .into_any()
}

/// A small sea with two ships.
fn small() -> Option<Arc<Config>> {
    let config = Config::preset(Config::PRESETS[0].id)?;
    let fleet = config.fleet.iter().filter(|kind| kind.size <= 3).take(2).cloned().collect::<Vec<ShipClass>>();
    Some(Arc::new(Config { width: 5, height: 5, fleet, ..config }))
}

const FLEET: [Placement; 2] = [
    Placement { ship: 0, at: Cell::new(1, 1), lies: Orientation::Horizontal },
    Placement { ship: 1, at: Cell::new(4, 2), lies: Orientation::Vertical },
];

fn harbour() -> Chart {
    Chart::of_fleet(FLEET)
}

fn wreck() -> Chart {
    let pin = |x, y, mark| Pin { at: Cell::new(x, y), mark, fresh: None };
    Chart {
        ships: vec![Seen { placement: FLEET[0], sunk: true }],
        pins: vec![
            pin(1, 1, Mark::Sunk),
            pin(2, 1, Mark::Sunk),
            pin(3, 1, Mark::Sunk),
            pin(2, 3, Mark::Miss),
            pin(0, 4, Mark::Miss),
            pin(4, 3, Mark::Hit),
        ],
        ..Chart::default()
    }
}

fn picture(chart: Chart, label: &'static str) -> impl IntoView {
    small().map(|config| view! { <Board which="picture" config=config label=label chart=Signal::stored(chart) /> })
}

/// A sea to fire at. Nothing leaves the page.
#[component]
fn Demo() -> impl IntoView {
    let shots = RwSignal::new(Vec::<Pin>::new());
    let over = RwSignal::new(None);
    let fire = move |at: Cell| {
        let Some(config) = small() else { return };
        if shots.with_untracked(|shots| shots.iter().any(|pin| pin.at == at)) {
            return;
        }
        let hit = FLEET.iter().any(|&ship| config.cells_of(ship).any(|cell| cell == at));
        shots.update(|shots| shots.push(Pin { at, mark: if hit { Mark::Hit } else { Mark::Miss }, fresh: Some(0) }));
    };
    let hands = Hands {
        over: Callback::new(move |cell| over.set(cell)),
        pick: Callback::new(move |Pick { at, .. }| fire(at)),
        press: None,
    };
    let chart = Signal::derive(move || {
        let pins = shots.get();
        Chart { last: pins.last().map(|pin| pin.at).into_iter().collect(), pins, ..Chart::default() }
    });
    let overlay = Signal::derive(move || {
        let cell: Option<Cell> = over.get();
        Overlay { cursor: cell, aim: cell.map(|cell| (cell, Tone::Fresh)).into_iter().collect(), ..Overlay::default() }
    });
    let says = move || match shots.with(|shots| shots.last().copied()) {
        None => "Try it: choose a cell.".to_owned(),
        Some(Pin { at, mark: Mark::Hit, .. }) => format!("{at}: hit! The rest of the ship is next to it."),
        Some(Pin { at, .. }) => format!("{at}: miss. Try another cell."),
    };
    small().map(|config| {
        view! {
            <Board which="demo" config=config label="Enemy waters" chart=chart overlay=overlay hands=Some(hands) />
            <p aria-live="polite">
                {says}
                <Show when=move || shots.with(|shots| shots.len() > 3)>
                    " "
                    <button type="button" class="button quiet" data-test="demo-again" on:click=move |_| shots.set(Vec::new())>"Again"</button>
                </Show>
            </p>
        }
    })
}
