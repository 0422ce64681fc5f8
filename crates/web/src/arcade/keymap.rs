//! Which key does what. Everyone may choose their own, and the browser remembers it.

use crate::{prefs::Prefs, ui::KeyRow};
use leptos::prelude::*;
use parlor_kernel::Spec;

/// Something that a key does in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control {
    /// Stable id. What ends in `-2` is for the other half of the keyboard.
    pub id: &'static str,
    /// What people call it.
    pub does: &'static str,
    /// The key that does it unless the player chose another: where it is on the keyboard, not what is printed on it.
    pub key: &'static str,
}

/// The keys of a game.
#[derive(Clone, Copy)]
pub struct Keymap {
    game: Spec,
    controls: &'static [Control],
    prefs: Prefs,
}

impl Keymap {
    /// The keys of a game, as they were chosen.
    pub fn of(game: Spec, controls: &'static [Control]) -> Self {
        Self { game, controls, prefs: Prefs::expect() }
    }

    /// The game's name.
    pub const fn title(self) -> &'static str {
        self.game.name
    }

    /// What keys do, for the list of them: of a `pair`, or of one player.
    pub fn list(self, pair: bool) -> Vec<KeyRow> {
        let row = |(does, controls): (String, Vec<&'static Control>)| KeyRow {
            keys: controls.into_iter().map(|control| key_name(&self.key(control))).collect(),
            does,
        };
        rows(self.controls, pair).into_iter().map(row).collect()
    }

    /// All that keys do.
    pub const fn controls(self) -> &'static [Control] {
        self.controls
    }

    fn name(self, control: &str) -> String {
        format!("{}.{control}", self.game.id)
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

impl Control {
    /// What it does on the other half of the keyboard, if it is about a half.
    fn name_and_half(&self) -> (&'static str, bool) {
        self.id.strip_suffix("-2").map_or((self.id, false), |name| (name, true))
    }
}

/// What keys do, in words, each with the controls that do it: of a `pair` at one keyboard each has their own half,
/// a player alone has both.
pub fn rows(controls: &'static [Control], pair: bool) -> Vec<(String, Vec<&'static Control>)> {
    let halves = |name| controls.iter().filter(move |control| control.name_and_half().0 == name);
    let row = |control: &'static Control| {
        let (name, second) = control.name_and_half();
        match (pair && halves(name).count() == 2, second) {
            (true, _) => {
                let who = if second { "right" } else { "left" };
                Some((format!("{} ({who} player)", control.does), vec![control]))
            }
            (false, false) => Some((control.does.to_owned(), halves(name).collect())),
            (false, true) => None,
        }
    };
    controls.iter().filter_map(row).collect()
}

/// A key as people call it: `KeyW` is W, `ArrowUp` is ↑, `ShiftRight` is the right Shift.
pub fn key_name(key: &str) -> String {
    let name = match key {
        "ArrowUp" => "↑",
        "ArrowDown" => "↓",
        "ArrowLeft" => "←",
        "ArrowRight" => "→",
        "Escape" => "Esc",
        "ShiftLeft" => "Left Shift",
        "ShiftRight" => "Right Shift",
        "CapsLock" => "Caps Lock",
        "PageUp" => "Page Up",
        "PageDown" => "Page Down",
        "Slash" => "/",
        "Backslash" => "\\",
        "IntlBackslash" => "<",
        "Period" => ".",
        "Comma" => ",",
        "Semicolon" => ";",
        "Quote" => "'",
        "Backquote" => "`",
        "BracketLeft" => "[",
        "BracketRight" => "]",
        "Minus" => "-",
        "Equal" => "=",
        "NumpadAdd" => "Num +",
        "NumpadSubtract" => "Num -",
        "NumpadMultiply" => "Num *",
        "NumpadDivide" => "Num /",
        "NumpadDecimal" => "Num .",
        _ => match key.strip_prefix("Numpad") {
            Some(rest) => return format!("Num {rest}"),
            None => key.trim_start_matches("Key").trim_start_matches("Digit"),
        },
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROLS: &[Control] = &[
        Control { id: "up", does: "Up", key: "KeyW" },
        Control { id: "up-2", does: "Up", key: "ArrowUp" },
        Control { id: "pause", does: "Pause", key: "Escape" },
    ];

    #[test]
    fn only_a_pair_hears_of_left_and_right() {
        let listed = |pair| -> Vec<(String, Vec<&str>)> {
            let ids = |controls: Vec<&'static Control>| controls.iter().map(|control| control.id).collect();
            rows(CONTROLS, pair).into_iter().map(|(words, controls)| (words, ids(controls))).collect()
        };
        assert_eq!(listed(false), [("Up".to_owned(), vec!["up", "up-2"]), ("Pause".to_owned(), vec!["pause"])]);
        let each = [("Up (left player)", "up"), ("Up (right player)", "up-2"), ("Pause", "pause")];
        assert_eq!(listed(true), each.map(|(words, id)| (words.to_owned(), vec![id])));
    }

    #[test]
    fn keys_have_the_names_that_are_printed_on_them() {
        let names = ["KeyW", "Digit7", "ShiftRight", "Slash", "Numpad8", "Space"].map(key_name);
        assert_eq!(names, ["W", "7", "Right Shift", "/", "Num 8", "Space"]);
    }
}
