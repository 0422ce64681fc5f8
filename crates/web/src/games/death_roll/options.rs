//! The form that changes the rule set of a new table.

use super::words::thousands;
use crate::games::kit::form::{self, Edit, seconds};
use leptos::prelude::*;
use parlor_death_roll::Config;
use serde_json::Value;

/// Starts that are one tap away.
const STARTS: [u32; 3] = [100, 1_000, 10_000];

/// Edits the rule set in `config`, and says at once what is wrong with it.
pub fn options(config: RwSignal<Value>) -> AnyView {
    let edit = Edit::<Config>::new(config);
    view! {
        <div class="options-form">
            <fieldset>
                <legend>"Start"</legend>
                <label class="option">
                    <span>"The first roll is 1 to"</span>
                    <input
                        type="text"
                        inputmode="numeric"
                        maxlength="12"
                        prop:value=move || edit.read(|config| &mut config.start)
                        on:change=move |event| edit.update(|config| config.start = number(&event_target_value(&event)))
                        data-test="option-start"
                    />
                </label>
                <div class="row">{STARTS.map(|start| chip(edit, start)).into_iter().collect_view()}</div>
            </fieldset>
            <fieldset>
                <legend>"Clock"</legend>
                {seconds(edit, "For each roll", "option-roll-seconds", &[10, 30, 60, 300], |config| &mut config.roll_seconds)}
            </fieldset>
            {form::problem(edit)}
        </div>
    }
    .into_any()
}

fn chip(edit: Edit<Config>, start: u32) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button dr-chip"
            aria-pressed=move || (edit.read(|config| &mut config.start) == Some(start)).to_string()
            on:click=move |_| edit.update(|config| config.start = start)
            data-test=format!("option-start-{start}")
        >
            {thousands(start)}
        </button>
    }
}

/// A number as people write it, with or without commas; the rules say whether it will do.
fn number(text: &str) -> u32 {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u32::MAX) }
}
