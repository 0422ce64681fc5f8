//! The form that changes the rule set of a new table.

use crate::games::kit::form::{self, Edit, choice, number};
use leptos::prelude::*;
use parlor_kernel::PauseBy;
use parlor_pong::Config;
use serde_json::Value;

/// Edits the rule set in `config`, and says at once what is wrong with it.
pub fn options(config: RwSignal<Value>) -> AnyView {
    let edit = Edit::<Config>::new(config);
    let paces = [("leisurely", 150), ("steady", 200), ("brisk", 300), ("wild", 450)];
    let who = [("everyone", PauseBy::Everyone), ("anyone", PauseBy::Anyone)];
    view! {
        <div class="options-form">
            <fieldset>
                <legend>"Match"</legend>
                {number(edit, "Points to win", "option-points", 1..=99, |config| &mut config.points_to_win)}
                {number(edit, "Seconds before a serve", "option-countdown", 1..=10, |config| &mut config.countdown_seconds)}
            </fieldset>
            <fieldset>
                <legend>"Play"</legend>
                {choice(edit, "The serve is", "option-speed", &paces, |config| &mut config.ball.speed)}
                {choice(edit, "A pause needs", "option-pause", &who, |config| &mut config.pause.by)}
            </fieldset>
            {form::problem(edit)}
        </div>
    }
    .into_any()
}
