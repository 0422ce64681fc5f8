//! Battleship on the screen.
//!
//! # Hooks for browser tests (`data-test`)
//! - Cells: `enemy-B7`, `own-B7` (for a spectator `own` is seat 1's board and `enemy` seat 2's). Their accessible
//!   names tell what is known: `B7, unknown`, `B7, hit`, `C3, Cruiser, sunk`.
//! - Placing: `ship-<id>` (`ship-carrier`, …), `rotate`, `random`, `clear-fleet`, `fleet-ready`.
//! - Firing: `pattern-<id>` (`pattern-cross`, …), `confirm-attack`, `cancel-attack`, `surrender`,
//!   `clock`.
//! - Result: `stats`.
//! - Options: `option-width`, `option-height`, `option-spacing`, `option-turns`, `option-first`, `option-attack`,
//!   `option-announce`, `option-placement-seconds`, `option-turn-seconds`, `option-pattern-<id>`, `option-uses-<id>`,
//!   `option-ship-name-<n>`, `option-ship-size-<n>`, `option-ship-remove-<n>`, `option-ship-add`, `option-problem`.
//! - How to play: cells `demo-B2`, `demo-again`.
//!
//! # Keys
//! Arrows move on a board, Enter or Space places, aims or fires; R turns a ship, 1–9 takes one; P changes the
//! pattern; Escape drops what is in hand or planned.

mod board;
mod chart;
mod desk;
mod dock;
mod firing;
mod howto;
mod hulls;
mod layout;
mod local;
mod options;
mod panels;
mod patterns;
mod placing;
mod result;
mod reveal;
mod ships;
mod stage;
mod words;
mod yard;

pub use howto::how_to;
pub use local::local;
pub use options::options;
pub use result::result;
pub use stage::stage;

use crate::{
    games::kit::{Play, at_table, keys},
    table::TableCtx,
};
use firing::Firing;
use leptos::prelude::*;
use parlor_battleship::{Battleship, Phase};
use placing::Placing;

/// A match, for every part of its board.
type Desk = Play<Battleship>;

/// The board of a match at a table.
pub fn play(ctx: TableCtx) -> AnyView {
    at_table(ctx, board)
}

/// The board of a match, whoever runs it: first the fleet is placed, then shots are fired.
fn board(desk: Desk) -> AnyView {
    let config = desk.config();
    let me = desk.names.with_untracked(|names| names.me);
    let placing = Memo::new(move |_| {
        desk.view.with(|view| view.as_ref().is_some_and(|view| view.phase == Phase::Placing)) && me.is_some()
    });
    desk.narrate();
    let root = NodeRef::new();
    let draw = move || {
        let config = config.clone();
        match me {
            Some(me) if placing.get() => view! { <Placing desk config me root /> }.into_any(),
            me => view! { <Firing desk config me root /> }.into_any(),
        }
    };
    view! { <div class=format!("bs {}", keys::PLACE) node_ref=root>{draw}</div> }.into_any()
}
