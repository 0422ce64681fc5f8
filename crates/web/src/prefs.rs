//! What the browser remembers for us: name, sound, theme, motion, keys, windows and wishes.

use crate::{place, windows::Layout};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Where the browser keeps it, for a house at the root of its site. Others on the same site have places of their own.
const KEY: &str = "parlor";

/// Which colours to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// What the device says.
    #[default]
    System,
    /// Linen and ink.
    Light,
    /// Felt and brass.
    Dark,
}

/// How much may move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// What the device says.
    #[default]
    System,
    /// Fades only.
    Reduced,
}

/// As it is stored. All tabs share it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
struct Written {
    visited: bool,
    name: Option<String>,
    volume: u8,
    muted: bool,
    theme: Theme,
    motion: Motion,
    rated: bool,
    windows: Layout,
    keys: BTreeMap<String, String>,
    numbers: BTreeMap<String, u8>,
}

impl Default for Written {
    fn default() -> Self {
        Self {
            visited: false,
            name: None,
            volume: 60,
            muted: false,
            theme: Theme::System,
            motion: Motion::System,
            rated: false,
            windows: Layout::default(),
            keys: BTreeMap::new(),
            numbers: BTreeMap::new(),
        }
    }
}

impl Written {
    /// Takes over what has changed in this tab. The rest may be from another tab, which knows better.
    fn take_over(&mut self, before: &Self, now: &Self) {
        // Whether the house knows us is written at once, by the tab that has heard of it.
        let Self { visited: _, name, volume, muted, theme, motion, rated, windows, keys, numbers } = self;
        replace(name, &before.name, &now.name);
        replace(volume, &before.volume, &now.volume);
        replace(muted, &before.muted, &now.muted);
        replace(theme, &before.theme, &now.theme);
        replace(motion, &before.motion, &now.motion);
        replace(rated, &before.rated, &now.rated);
        replace(windows, &before.windows, &now.windows);
        replace_entries(keys, &before.keys, &now.keys);
        replace_entries(numbers, &before.numbers, &now.numbers);
    }
}

/// Takes over a value that has changed.
fn replace<T: Clone + PartialEq>(stored: &mut T, before: &T, now: &T) {
    if before != now {
        stored.clone_from(now);
    }
}

/// Takes over the entries that have changed.
fn replace_entries<T: Clone + PartialEq>(
    stored: &mut BTreeMap<String, T>,
    before: &BTreeMap<String, T>,
    now: &BTreeMap<String, T>,
) {
    stored.retain(|key, _| now.contains_key(key) || !before.contains_key(key));
    let changed = now.iter().filter(|(key, value)| before.get(*key) != Some(value));
    stored.extend(changed.map(|(key, value)| (key.clone(), value.clone())));
}

/// What is remembered, live: a change is stored and takes effect at once.
#[derive(Clone, Copy)]
pub struct Prefs {
    /// For a browser that will not remember.
    visited: StoredValue<bool>,
    /// The display name we last had.
    pub name: RwSignal<Option<String>>,
    /// Loudness, 0–100.
    pub volume: RwSignal<u8>,
    /// Whether sounds are off.
    pub muted: RwSignal<bool>,
    /// Which colours to use.
    pub theme: RwSignal<Theme>,
    /// How much may move.
    pub motion: RwSignal<Motion>,
    /// Whether quick matches should count for ratings.
    pub rated: RwSignal<bool>,
    /// Where windows are.
    pub windows: RwSignal<Layout>,
    /// Keys that the player chose, as `GAME.CONTROL`.
    pub keys: RwSignal<BTreeMap<String, String>>,
    /// Numbers that the player chose, as `GAME.NAME`.
    pub numbers: RwSignal<BTreeMap<String, u8>>,
}

impl Prefs {
    /// Reads what was remembered, and goes on remembering.
    pub fn load() -> Self {
        let written = read().unwrap_or_default();
        let prefs = Self {
            visited: StoredValue::new(written.visited),
            name: RwSignal::new(written.name),
            volume: RwSignal::new(written.volume.min(100)),
            muted: RwSignal::new(written.muted),
            theme: RwSignal::new(written.theme),
            motion: RwSignal::new(written.motion),
            rated: RwSignal::new(written.rated),
            windows: RwSignal::new(written.windows),
            keys: RwSignal::new(written.keys),
            numbers: RwSignal::new(written.numbers),
        };
        let loaded = untrack(|| prefs.written());
        Effect::new(move |before: Option<Written>| {
            let (before, now) = (before.unwrap_or_else(|| loaded.clone()), prefs.written());
            if before != now {
                amend(&before, |stored| stored.take_over(&before, &now));
            }
            now
        });
        Effect::new(move |_| crate::sound::set_volume(if prefs.muted.get() { 0 } else { prefs.volume.get() }));
        Effect::new(move |_| {
            mark_root(
                "data-theme",
                match prefs.theme.get() {
                    Theme::System => None,
                    Theme::Light => Some("light"),
                    Theme::Dark => Some("dark"),
                },
            );
        });
        Effect::new(move |_| mark_root("data-motion", (prefs.motion.get() == Motion::Reduced).then_some("reduced")));
        prefs
    }

    /// What is remembered, from anywhere below the app.
    pub fn expect() -> Self {
        expect_context()
    }

    /// Whether the house has known us: a stranger need not ask who they are. We may have come in from another tab since
    /// this one was opened.
    pub fn has_visited(&self) -> bool {
        read().map_or_else(|| self.visited.get_value(), |stored| stored.visited)
    }

    /// Remembers whether the house knows us.
    pub fn set_visited(&self, visited: bool) {
        self.visited.set_value(visited);
        amend(&untrack(|| self.written()), |stored| stored.visited = visited);
    }

    fn written(&self) -> Written {
        Written {
            visited: self.visited.get_value(),
            name: self.name.get(),
            volume: self.volume.get(),
            muted: self.muted.get(),
            theme: self.theme.get(),
            motion: self.motion.get(),
            rated: self.rated.get(),
            windows: self.windows.get(),
            keys: self.keys.get(),
            numbers: self.numbers.get(),
        }
    }
}

/// As `first.js` has it, too.
fn key() -> String {
    format!("{KEY}{}", place::base())
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

fn read() -> Option<Written> {
    serde_json::from_str(&storage()?.get_item(&key()).ok()??).ok()
}

/// Changes what is stored: what all tabs have written until now, or `otherwise` if there is nothing yet. A browser that
/// will not remember (private browsing, full disk) is no reason to fail.
fn amend(otherwise: &Written, change: impl FnOnce(&mut Written)) {
    let mut written = read().unwrap_or_else(|| otherwise.clone());
    change(&mut written);
    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(&written)) {
        let _ = storage.set_item(&key(), &text);
    }
}

/// Marks the page's root for the style sheets.
fn mark_root(attribute: &str, value: Option<&str>) {
    if let Some(root) = document().document_element() {
        let _ = match value {
            Some(value) => root.set_attribute(attribute, value),
            None => root.remove_attribute(attribute),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_writes_what_changed_in_it_and_nothing_else() {
        let map = |entries: &[(&str, u8)]| entries.iter().map(|&(key, value)| (key.to_owned(), value)).collect();
        let before = Written {
            numbers: map(&[("tetris.delay", 1), ("pong.level", 1), ("words.level", 1)]),
            ..Written::default()
        };
        let now = Written { muted: true, numbers: map(&[("tetris.delay", 2), ("pong.level", 1)]), ..before.clone() };
        // Meanwhile another tab has signed in and changed some settings of its own.
        let mut stored = Written {
            visited: true,
            name: Some("Ada".into()),
            theme: Theme::Dark,
            numbers: map(&[("tetris.delay", 1), ("pong.level", 3), ("words.level", 1), ("mahjong.level", 4)]),
            ..before.clone()
        };
        stored.take_over(&before, &now);
        let expected = Written {
            muted: true,
            numbers: map(&[("tetris.delay", 2), ("pong.level", 3), ("mahjong.level", 4)]),
            ..stored.clone()
        };
        assert_eq!(stored, expected);
        assert_eq!((stored.visited, stored.name.as_deref(), stored.theme), (true, Some("Ada"), Theme::Dark));
    }
}
