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

/// As it is stored.
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

/// What is remembered, live: a change is stored and takes effect at once.
#[derive(Clone, Copy)]
pub struct Prefs {
    /// Whether the house has known us: a stranger need not ask who they are.
    pub visited: RwSignal<bool>,
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
            visited: RwSignal::new(written.visited),
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
        Effect::new(move |_| write(&prefs.written()));
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

    fn written(&self) -> Written {
        Written {
            visited: self.visited.get(),
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

/// A browser that will not remember (private browsing, full disk) is no reason to fail.
fn write(written: &Written) {
    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(written)) {
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
