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
pub use options::options;
pub use result::result;
pub use stage::stage;

use crate::{games::kit::keys, table::TableCtx};
use desk::Desk;
use firing::Firing;
use leptos::prelude::*;
use parlor_battleship::{Config, Phase};
use parlor_kernel::Seat;
use parlor_wire::MatchId;
use placing::Placing;
use std::sync::Arc;

/// What is to be drawn: another scene is drawn from scratch.
#[derive(Clone, PartialEq, Debug)]
struct Scene {
    id: MatchId,
    config: Arc<Config>,
    me: Option<Seat>,
    placing: bool,
}

/// The board of a match.
pub fn play(ctx: TableCtx) -> AnyView {
    let desk = Desk::new(ctx);
    let config = rules(ctx);
    let scene = Memo::new(move |_| {
        let id = ctx.with(|model| model.game.as_ref().map(|game| game.id))??;
        let config = config.get()?;
        desk.view.with(|view| {
            let view = view.as_ref()?;
            Some(Scene { id, config, me: view.seat, placing: view.phase == Phase::Placing && view.seat.is_some() })
        })
    });
    desk.narrate(config.into());
    let root = NodeRef::new();
    let draw = move || {
        scene.get().map(|Scene { config, me, placing, .. }| match me {
            Some(me) if placing => view! { <Placing desk=desk config=config me=me root=root /> }.into_any(),
            me => view! { <Firing desk=desk config=config me=me root=root /> }.into_any(),
        })
    };
    view! { <div class=format!("bs {}", keys::PLACE) node_ref=root>{draw}</div> }.into_any()
}

/// The table's rule set.
fn rules(ctx: TableCtx) -> Memo<Option<Arc<Config>>> {
    let json = ctx.memo(|model| model.info.config.clone());
    Memo::new(move |_| json.with(|json| serde_json::from_value(json.clone()).ok().map(Arc::new)))
}
