//! Death Roll on the screen.
//!
//! The view is the truth, and the screen runs a little behind it: [`suspense`] says which rolls have landed, and
//! everything that would give one away waits for it. Nothing that a player may do waits.
//!
//! # Hooks for browser tests (`data-test`)
//! - `roll` (the button), `roll-result` (what is up; `data-tier` says how close it was, or `rolling`), `history`,
//!   `history-roll`, `salt`, `salt-number`, `salt-add`, `luck`, `clock`, `surrender`.
//! - Result: `stats`.
//! - Options: `option-start`, `option-start-100` (and `-1000`, `-10000`), `option-roll-seconds`, `option-problem`.
//! - How to play: `demo-roll`.
//! - On this screen (`/local/death-roll`): `local-preset-START`, `local-alone`, `local-bot-easy`, `local-two`,
//!   `local-stop`, `local-comfort`.
//!
//! # Keys
//! Space, Enter or R rolls.

mod history;
mod howto;
mod local;
mod options;
mod play;
mod result;
mod salt;
mod stage;
mod suspense;
mod tray;
mod words;

pub use howto::how_to;
pub use local::local;
pub use options::options;
pub use play::play;
pub use result::result;
pub use stage::stage;

use crate::table::TableCtx;
use leptos::prelude::*;
use parlor_death_roll::{Config, DeathRoll, View};

/// The match at a table. When it is called off no game hears of it, only the table: then that is its end.
fn view_at(ctx: TableCtx) -> Memo<Option<View>> {
    ctx.memo(|model| {
        let game = model.game.as_ref()?;
        let mut view = game.view_of::<DeathRoll>()?.clone();
        if let (None, Some(ended)) = (view.outcome, &game.ended) {
            (view.outcome, view.deadline) = (Some(ended.outcome), None);
        }
        Some(view)
    })
}

/// What the first roll at a table is out of.
fn start_at(ctx: TableCtx) -> Memo<u32> {
    let json = ctx.memo(|model| model.info.config.clone());
    Memo::new(move |_| json.with(|json| serde_json::from_value(json.clone()).map_or(0, |config: Config| config.start)))
}
