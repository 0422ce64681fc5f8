//! Laying out the fleet: by drag, by click, by tap or by key.

use super::{
    Desk,
    board::{Board, Hands, Pick},
    chart::Chart,
    dock::Dock,
    ships,
    yard::Yard,
};
use crate::{games::kit::keys, ui::Press};
use leptos::{ev, html, prelude::*};
use parlor_battleship::{Action, Battleship, Config, Orientation};
use parlor_kernel::{Game, Seat};
use std::sync::Arc;

/// What keys do while a fleet is laid out.
const KEYS: keys::Listed = &[
    ("← → ↑ ↓", "Move over the board"),
    ("1 – 9", "Take a ship"),
    ("R", "Turn it"),
    ("Enter Space", "Put it down"),
    ("Esc", "Put it back"),
];

/// The screen on which a seat lays out its fleet.
#[component]
pub fn Placing(desk: Desk, config: Arc<Config>, me: Seat, root: NodeRef<html::Div>) -> impl IntoView {
    let yard = Yard::new(desk, Arc::clone(&config), me);
    let listeners = [
        window_event_listener(ev::pointermove, move |event| yard.drag_to(&event)),
        window_event_listener(ev::pointerup, move |_| yard.drop()),
        window_event_listener(ev::pointercancel, move |_| yard.let_go()),
    ];
    on_cleanup(move || listeners.into_iter().for_each(|listener| listener.remove()));
    keys::listen(root, (Battleship::SPEC.name, KEYS), move |key| yard.is_open() && yard.key(key));

    let hands = Hands {
        over: Callback::new(move |cell| yard.hover(cell)),
        pick: Callback::new(move |Pick { at, .. }| yard.pick(at)),
        press: Some(Callback::new(move |(at, event)| yard.press(at, &event))),
    };
    let chart = Signal::derive(move || Chart::of_fleet(yard.layout.read().placed()));
    let missing = Signal::derive(move || yard.missing());
    view! {
        <div class="bs-placing" class:locked=move || !yard.is_open()>
            <section class="bs-home">
                <Board
                    which="own"
                    config=Arc::clone(&config)
                    label="Your waters"
                    chart=chart
                    overlay=Signal::derive(move || yard.overlay())
                    hands=Some(hands)
                    sea=yard.sea
                />
            </section>
            <section class="bs-dock">
                <header class="bs-head">
                    <h2>"Your fleet"</h2>
                    {desk.clock(desk.deadline())}
                </header>
                <Dock yard=yard config=Arc::clone(&config) />
                <p class="bs-tip">"Drag a ship, or pick it and then a cell. R or a double tap turns it."</p>
                <Show when=move || yard.is_open()>
                    <div class="bs-actions">
                        <Press test="rotate" on_press=move || yard.turn()>"Rotate"</Press>
                        <Press test="random" on_press=move || desk.act(me, Action::AutoPlace)>"Random"</Press>
                        <Press test="clear-fleet" class="quiet" on_press=move || yard.clear()>"Clear"</Press>
                        <Press test="fleet-ready" class="primary" why=missing on_press=move || yard.ready()>"Ready"</Press>
                    </div>
                </Show>
            </section>
            {move || dragged(yard, &config)}
        </div>
    }
}

/// A ship that hangs from the pointer, off the board.
fn dragged(yard: Yard, config: &Config) -> Option<impl IntoView + use<>> {
    let (hand, (x, y)) = yard.hanging()?;
    let turned = if hand.lies == Orientation::Vertical { " rotate(90deg)" } else { "" };
    let style = format!("transform:translate({x}px,{y}px) translate(-50%,-50%){turned}");
    Some(view! { <div class="bs-dragged" style=style>{ships::portrait(&config.fleet[usize::from(hand.ship)])}</div> })
}
