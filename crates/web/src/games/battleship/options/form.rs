//! Fields that read and write a rule set.

use leptos::prelude::*;
use parlor_battleship::Config;
use serde_json::Value;
use std::ops::RangeInclusive;

/// A rule set that is being edited. What cannot be read is left alone.
#[derive(Clone, Copy)]
pub struct Edit(RwSignal<Value>);

/// Reaches a part of a rule set.
type Part<T> = fn(&mut Config) -> &mut T;

impl Edit {
    /// Edits the rule set in that signal.
    pub const fn new(json: RwSignal<Value>) -> Self {
        Self(json)
    }

    /// Reads the rule set.
    pub fn with<R>(self, read: impl FnOnce(&Config) -> R) -> Option<R> {
        self.0.with(|json| serde_json::from_value(json.clone()).ok()).as_ref().map(read)
    }

    /// Changes the rule set.
    pub fn update(self, change: impl FnOnce(&mut Config)) {
        let Ok(mut config) = self.0.with_untracked(|json| serde_json::from_value::<Config>(json.clone())) else {
            return;
        };
        change(&mut config);
        if let Ok(json) = serde_json::to_value(config) {
            self.0.set(json);
        }
    }

    fn read<T: Clone>(self, part: Part<T>) -> Option<T> {
        self.with(|config| part(&mut config.clone()).clone())
    }
}

/// A whole number with a step up and a step down.
pub fn number(
    edit: Edit,
    label: &'static str,
    test: &'static str,
    range: RangeInclusive<u8>,
    part: Part<u8>,
) -> impl IntoView {
    let (min, max) = range.into_inner();
    let change = move |text: String| {
        if let Ok(value) = text.parse::<u8>() {
            edit.update(|config| *part(config) = value.clamp(min, max));
        }
    };
    view! {
        <label class="bs-field">
            <span>{label}</span>
            <input
                type="number"
                inputmode="numeric"
                min=min
                max=max
                prop:value=move || edit.read(part)
                on:change=move |event| change(event_target_value(&event))
                data-test=test
            />
        </label>
    }
}

/// One of a few values.
pub fn choice<T>(
    edit: Edit,
    label: &'static str,
    test: &'static str,
    values: &[(&'static str, T)],
    part: Part<T>,
) -> impl IntoView + use<T>
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    let values = StoredValue::new(values.to_vec());
    let options = values.with_value(|values| {
        let option = |(index, &(name, value)): (usize, &(&'static str, T))| {
            let selected = move || edit.read(part) == Some(value);
            view! { <option value=index.to_string() selected=selected>{name}</option> }
        };
        values.iter().enumerate().map(option).collect_view()
    });
    let change = move |text: String| {
        let value = text
            .parse::<usize>()
            .ok()
            .and_then(|index| values.with_value(|values| values.get(index).map(|&(_, value)| value)));
        if let Some(value) = value {
            edit.update(|config| *part(config) = value);
        }
    };
    view! {
        <label class="bs-field">
            <span>{label}</span>
            <select on:change=move |event| change(event_target_value(&event)) data-test=test>{options}</select>
        </label>
    }
}

/// A clock: off, or so many seconds.
pub fn seconds(
    edit: Edit,
    label: &'static str,
    test: &'static str,
    offered: &[u32],
    part: Part<Option<u32>>,
) -> impl IntoView + use<> {
    let chosen = edit.0.with_untracked(|json| {
        serde_json::from_value::<Config>(json.clone()).ok().and_then(|mut config| *part(&mut config))
    });
    let mut offered: Vec<u32> = offered.iter().copied().chain(chosen).collect();
    offered.sort_unstable();
    offered.dedup();
    let option = |value: Option<u32>| {
        let selected = move || edit.read(part) == Some(value);
        view! { <option value=value.map(|seconds| seconds.to_string()).unwrap_or_default() selected=selected>{duration(value)}</option> }
    };
    let options = [None].into_iter().chain(offered.into_iter().map(Some)).map(option).collect_view();
    view! {
        <label class="bs-field">
            <span>{label}</span>
            <select
                on:change=move |event| edit.update(|config| *part(config) = event_target_value(&event).parse().ok())
                data-test=test
            >
                {options}
            </select>
        </label>
    }
}

fn duration(seconds: Option<u32>) -> String {
    match seconds {
        None => "no limit".into(),
        Some(seconds) if seconds >= 60 && seconds % 60 == 0 => format!("{} min", seconds / 60),
        Some(seconds) => format!("{seconds} s"),
    }
}
