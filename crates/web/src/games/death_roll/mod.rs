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

mod board;
mod history;
mod howto;
mod local;
mod options;
mod result;
mod salt;
mod stage;
mod suspense;
mod tray;
mod words;

pub use howto::how_to;
pub use local::local;
pub use options::options;
pub use result::result;
pub use stage::stage;

use crate::{games::kit::Play, table::TableCtx};
use leptos::prelude::*;
use parlor_death_roll::{DeathRoll, View};

/// A match, for every part of its board.
type Match = Play<DeathRoll>;

/// The board of a match at a table.
pub fn play(ctx: TableCtx) -> AnyView {
    crate::games::kit::at_table(ctx, |play| board::board(play, words::status))
}

/// What is known of a match. When it is called off no game hears of it, only the table: then that is its end.
fn view_of(play: Match) -> Memo<Option<View>> {
    Memo::new(move |_| {
        let mut view = play.view.get()?;
        if let (None, Some(outcome)) = (view.outcome, play.outcome.get()) {
            (view.outcome, view.deadline) = (Some(outcome), None);
        }
        Some(view)
    })
}
