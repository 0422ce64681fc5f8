//! Fields that read and write a rule set.

use leptos::prelude::*;
use parlor_kernel::GameConfig;
use serde_json::Value;
use std::{marker::PhantomData, ops::RangeInclusive};

/// A rule set that is being edited. What cannot be read is left alone.
pub struct Edit<C>(RwSignal<Value>, PhantomData<fn() -> C>);

impl<C> Clone for Edit<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Edit<C> {}

/// Reaches a part of a rule set.
pub type Part<C, T> = fn(&mut C) -> &mut T;

impl<C: GameConfig> Edit<C> {
    /// Edits the rule set in that signal.
    pub const fn new(json: RwSignal<Value>) -> Self {
        Self(json, PhantomData)
    }

    /// Reads the rule set.
    pub fn with<R>(self, read: impl FnOnce(&C) -> R) -> Option<R> {
        self.0.with(|json| serde_json::from_value(json.clone()).ok()).as_ref().map(read)
    }

    /// Changes the rule set.
    pub fn update(self, change: impl FnOnce(&mut C)) {
        let Ok(mut config) = self.0.with_untracked(|json| serde_json::from_value::<C>(json.clone())) else {
            return;
        };
        change(&mut config);
        if let Ok(json) = serde_json::to_value(config) {
            self.0.set(json);
        }
    }

    /// Reads a part of it.
    pub fn read<T: Clone>(self, part: Part<C, T>) -> Option<T> {
        self.with(|config| part(&mut config.clone()).clone())
    }
}

/// A whole number with a step up and a step down.
pub fn number<C: GameConfig>(
    edit: Edit<C>,
    label: &'static str,
    test: &'static str,
    range: RangeInclusive<u8>,
    part: Part<C, u8>,
) -> impl IntoView {
    let (min, max) = range.into_inner();
    let change = move |text: String| {
        if let Ok(value) = text.parse::<u8>() {
            edit.update(|config| *part(config) = value.clamp(min, max));
        }
    };
    view! {
        <label class="option">
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
pub fn choice<C, T>(
    edit: Edit<C>,
    label: &'static str,
    test: &'static str,
    values: &[(&'static str, T)],
    part: Part<C, T>,
) -> impl IntoView + use<C, T>
where
    C: GameConfig,
    T: Copy + PartialEq + Send + Sync + 'static,
{
    choice_with(edit, label, test, values, part, move |config, value| *part(config) = value)
}

/// One of a few values with which something else changes, too: `choose` does all of it.
pub fn choice_with<C, T, F>(
    edit: Edit<C>,
    label: &'static str,
    test: &'static str,
    values: &[(&'static str, T)],
    part: Part<C, T>,
    choose: F,
) -> impl IntoView + use<C, T, F>
where
    C: GameConfig,
    T: Copy + PartialEq + Send + Sync + 'static,
    F: Fn(&mut C, T) + 'static,
{
    let values = StoredValue::new(values.to_vec());
    let options = values.with_value(|values| {
        let option = |(index, &(name, value)): (usize, &(&'static str, T))| {
            let selected = move || edit.read(part) == Some(value);
            view! { <option value=index.to_string() prop:selected=selected>{name}</option> }
        };
        values.iter().enumerate().map(option).collect_view()
    });
    let change = move |text: String| {
        let value = text
            .parse::<usize>()
            .ok()
            .and_then(|index| values.with_value(|values| values.get(index).map(|&(_, value)| value)));
        if let Some(value) = value {
            edit.update(|config| choose(config, value));
        }
    };
    view! {
        <label class="option">
            <span>{label}</span>
            <select on:change=move |event| change(event_target_value(&event)) data-test=test>{options}</select>
        </label>
    }
}

/// A clock: off, or so many seconds.
pub fn seconds<C: GameConfig>(
    edit: Edit<C>,
    label: &'static str,
    test: &'static str,
    offered: &[u32],
    part: Part<C, Option<u32>>,
) -> impl IntoView + use<C> {
    let chosen = edit.0.with_untracked(|json| {
        serde_json::from_value::<C>(json.clone()).ok().and_then(|mut config| *part(&mut config))
    });
    let mut offered: Vec<u32> = offered.iter().copied().chain(chosen).collect();
    offered.sort_unstable();
    offered.dedup();
    let option = |value: Option<u32>| {
        let selected = move || edit.read(part) == Some(value);
        view! { <option value=value.map(|seconds| seconds.to_string()).unwrap_or_default() prop:selected=selected>{duration(value)}</option> }
    };
    let options = [None].into_iter().chain(offered.into_iter().map(Some)).map(option).collect_view();
    view! {
        <label class="option">
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

/// What is wrong with the rule set, in the game's own words.
pub fn problem<C: GameConfig>(edit: Edit<C>) -> impl IntoView {
    let problem = move || edit.with(|config| config.validate().err().map(|why| why.to_string())).flatten();
    view! { <p class="option-problem" role="alert" data-test="option-problem">{problem}</p> }
}
