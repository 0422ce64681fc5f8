//! Which key does what. Everyone may choose their own, and the browser remembers it.

use crate::prefs::Prefs;
use leptos::prelude::*;

/// Something that a key does in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control {
    /// Stable id.
    pub id: &'static str,
    /// What people call it.
    pub does: &'static str,
    /// The key that does it unless somebody chose another: where it is on the keyboard, not what is printed on it.
    pub key: &'static str,
}

/// The keys of a game.
#[derive(Clone, Copy)]
pub struct Keymap {
    game: &'static str,
    controls: &'static [Control],
    prefs: Prefs,
}

impl Keymap {
    /// The keys of a game, as they were chosen.
    pub fn of(game: &'static str, controls: &'static [Control]) -> Self {
        Self { game, controls, prefs: Prefs::expect() }
    }

    /// All that keys do.
    pub const fn controls(self) -> &'static [Control] {
        self.controls
    }

    fn name(self, control: &str) -> String {
        format!("{}.{control}", self.game)
    }

    /// The key that does it now.
    pub fn key(self, control: &'static Control) -> String {
        let chosen = self.prefs.keys.with(|keys| keys.get(&self.name(control.id)).cloned());
        chosen.unwrap_or_else(|| control.key.to_owned())
    }

    /// What a key does.
    pub fn control(self, key: &str) -> Option<&'static Control> {
        untrack(|| self.controls.iter().find(|control| self.key(control) == key))
    }

    /// Every key that does something, for the element that claims them.
    pub fn claimed(self) -> String {
        self.controls.iter().map(|control| self.key(control)).collect::<Vec<_>>().join(" ")
    }

    /// From now on `key` does it. What that key did before is done by the old key of this one.
    pub fn bind(self, control: &'static Control, key: String) {
        let (other, old) = untrack(|| (self.control(&key), self.key(control)));
        self.prefs.keys.update(|keys| {
            if let Some(other) = other {
                keys.insert(self.name(other.id), old);
            }
            keys.insert(self.name(control.id), key);
        });
    }

    /// Forgets what was chosen.
    pub fn reset(self) {
        let ours = self.name("");
        self.prefs.keys.update(|keys| keys.retain(|name, _| !name.starts_with(&ours)));
    }
}

/// A key as people call it: `KeyW` is W, `ArrowUp` is ↑.
pub fn key_name(key: &str) -> String {
    match key {
        "ArrowUp" => "↑".into(),
        "ArrowDown" => "↓".into(),
        "ArrowLeft" => "←".into(),
        "ArrowRight" => "→".into(),
        "Escape" => "Esc".into(),
        "Space" => "Space".into(),
        _ => key.trim_start_matches("Key").trim_start_matches("Digit").to_owned(),
    }
}
