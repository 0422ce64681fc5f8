//! The form that changes the rule set of a new table.

use crate::games::kit::form::{self, Edit, choice, number};
use leptos::prelude::*;
use parlor_kernel::PauseBy;
use parlor_tetris::{Config, Contest};
use serde_json::Value;

/// Edits the rule set in `config`, and says at once what is wrong with it.
pub fn options(config: RwSignal<Value>) -> AnyView {
    let edit = Edit::<Config>::new(config);
    let contests = [("garbage", Contest::Versus), ("points", Contest::Score)];
    let limits = [("1 min", 60), ("2 min", 120), ("5 min", 300), ("an hour", 3600)];
    let limits = limits.map(|(name, seconds)| (name, Some(seconds)));
    let who = [("everyone", PauseBy::Everyone), ("anyone", PauseBy::Anyone)];
    // The rules of a challenge say what it is about and how long it lasts, and it is not paused.
    let free = Memo::new(move |_| edit.with(|config| config.challenge.is_none()) == Some(true));
    view! {
        <div class="options-form">
            <fieldset>
                <legend>"Match"</legend>
                <Show when=move || free.get()>
                    {choice(edit, "You compete in", "option-contest", &contests, |config| &mut config.contest)}
                    {choice(edit, "It lasts at most", "option-time", &limits, |config| &mut config.time_limit)}
                    {choice(edit, "A pause needs", "option-pause", &who, |config| &mut config.pause.by)}
                </Show>
                {number(edit, "First level", "option-level", 1..=30, |config| &mut config.start_level)}
            </fieldset>
            <fieldset>
                <legend>"Pieces"</legend>
                {number(edit, "Pieces shown", "option-next", 1..=6, |config| &mut config.next)}
                {choice(edit, "A piece can be held", "option-hold", &[("no", false), ("yes", true)], |config| &mut config.hold)}
            </fieldset>
            {form::problem(edit)}
        </div>
    }
    .into_any()
}
