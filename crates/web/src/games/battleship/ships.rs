//! Ships as pictures.

use super::hulls;
use leptos::prelude::*;
use parlor_battleship::{Config, Orientation, Placement, ShipClass};

/// A ship where it lies on a board, in a drawing with one unit per cell.
pub fn ship(config: &Config, placement: Placement, class: &'static str) -> AnyView {
    let Some(kind) = config.fleet.get(usize::from(placement.ship)) else {
        return ().into_any();
    };
    view! {
        <g class=format!("bs-ship {class}") transform=lie(placement)>
            {paths(kind)}
        </g>
    }
    .into_any()
}

/// A ship on its own, bow to the right, as wide as it is long.
pub fn portrait(kind: &ShipClass) -> AnyView {
    let box_ = format!("0 0 {} 1", kind.size);
    view! {
        <svg class="bs-portrait" viewBox=box_ style=format!("--size:{}", kind.size) aria-hidden="true">
            <g class="bs-ship">{paths(kind)}</g>
        </svg>
    }
    .into_any()
}

fn paths(kind: &ShipClass) -> impl IntoView + use<> {
    hulls::parts(&kind.id, kind.size).into_iter().map(|(class, d)| view! { <path class=class d=d /> }).collect_view()
}

/// Moves and turns a drawing made for the top-left corner.
fn lie(Placement { at, lies, .. }: Placement) -> String {
    match lies {
        Orientation::Horizontal => format!("translate({} {})", at.x, at.y),
        Orientation::Vertical => format!("translate({} {}) rotate(90)", u16::from(at.x) + 1, at.y),
    }
}
