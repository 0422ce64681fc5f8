//! The dock: the ships of the fleet, to be taken from there.

use super::{ships, yard::Yard};
use leptos::prelude::*;
use parlor_battleship::{Config, ShipClass};
use std::sync::Arc;

/// Every ship of the fleet as a button; those that lie on the board are ticked off.
#[component]
pub fn Dock(yard: Yard, config: Arc<Config>) -> impl IntoView {
    let ships = (0..).zip(&config.fleet).map(|(ship, kind)| berth(yard, ship, kind)).collect_view();
    view! { <ul class="bs-berths" role="list">{ships}</ul> }
}

fn berth(yard: Yard, ship: u8, kind: &ShipClass) -> impl IntoView + use<> {
    let in_hand = move || yard.hand.get().is_some_and(|hand| hand.ship == ship);
    let placed = move || yard.layout.read().of(ship).is_some();
    let state = move || match (in_hand(), placed()) {
        (true, _) => "in hand",
        (false, true) => "placed",
        (false, false) => "in the dock",
    };
    let label = format!("{}, {} cells", kind.name, kind.size);
    let key = (ship < 9).then(|| view! { <kbd aria-hidden="true">{ship + 1}</kbd> });
    view! {
        <li>
            <button
                type="button"
                class="bs-berth"
                class:held=in_hand
                class:placed=placed
                aria-label=move || format!("{label}, {}", state())
                aria-pressed=move || in_hand().to_string()
                data-test=format!("ship-{}", kind.id)
                on:pointerdown=move |event| {
                    yard.take(ship);
                    if yard.is_open() {
                        yard.start_drag(&event);
                    }
                }
                on:click=move |event| {
                    // A click without a pointer comes from a key: the press above has not happened.
                    if event.detail() == 0 {
                        yard.take(ship);
                    }
                }
            >
                {ships::portrait(kind)}
                <span class="bs-berth-name">{kind.name.clone()}</span>
                {key}
            </button>
        </li>
    }
}
