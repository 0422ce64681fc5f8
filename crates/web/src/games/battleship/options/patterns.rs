//! Which shot patterns the table offers, and how often each may be used.

use super::Edit;
use crate::games::battleship::patterns::picture;
use leptos::prelude::*;
use parlor_battleship::{Config, Pattern};
use parlor_kernel::GameConfig;

/// Every pattern that some preset knows, each once.
fn known() -> Vec<Pattern> {
    let presets = Config::preset_ids().filter_map(Config::preset);
    presets.flat_map(|config| config.patterns).fold(Vec::new(), |mut known, pattern| {
        if known.iter().all(|other: &Pattern| other.id != pattern.id) {
            known.push(pattern);
        }
        known
    })
}

/// A line for every pattern.
pub fn editor(edit: Edit) -> impl IntoView {
    let lines = known().into_iter().map(|pattern| line(edit, pattern)).collect_view();
    view! {
        <fieldset class="wide">
            <legend>"Shot patterns"</legend>
            <ul class="bs-pattern-edit" role="list">{lines}</ul>
        </fieldset>
    }
}

fn line(edit: Edit, pattern: Pattern) -> impl IntoView {
    let id = StoredValue::new(pattern.id.clone());
    let offered = Memo::new(move |_| {
        edit.with(|config| {
            id.with_value(|id| config.patterns.iter().find(|pattern| pattern.id == *id).map(|pattern| pattern.uses))
        })
        .flatten()
    });
    let drawing = picture(&pattern);
    let (name, test) = (pattern.name.clone(), pattern.id.clone());
    let uses_label = format!("Uses of {name}");
    let pattern = StoredValue::new(pattern);
    let toggle = move |on: bool| {
        edit.update(|config| {
            config.patterns.retain(|other| id.with_value(|id| other.id != *id));
            if on {
                config.patterns.push(pattern.get_value());
                in_known_order(config);
            }
        });
    };
    let limit = move |text: String| {
        let uses = text.parse().ok();
        edit.update(|config| {
            let found = config.patterns.iter_mut().find(|pattern| id.with_value(|id| pattern.id == *id));
            found.into_iter().for_each(|pattern| pattern.uses = uses);
        });
    };
    view! {
        <li>
            <label>
                <input
                    type="checkbox"
                    prop:checked=move || offered.get().is_some()
                    on:change=move |event| toggle(event_target_checked(&event))
                    data-test=format!("option-pattern-{test}")
                />
                {drawing}
                <span>{name}</span>
            </label>
            <input
                type="number"
                inputmode="numeric"
                min="1"
                max="99"
                placeholder="∞"
                aria-label=uses_label
                prop:disabled=move || offered.get().is_none()
                prop:value=move || offered.get().flatten().map(|uses| uses.to_string()).unwrap_or_default()
                on:change=move |event| limit(event_target_value(&event))
                data-test=format!("option-uses-{test}")
            />
        </li>
    }
}

/// The order in which people know the patterns; others stay behind them.
fn in_known_order(config: &mut Config) {
    let known = known();
    config.patterns.sort_by_key(|pattern| known.iter().position(|other| other.id == pattern.id).unwrap_or(known.len()));
}
