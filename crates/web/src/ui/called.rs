//! What bots and presets are called, on every page alike.

use parlor_wire::Occupant;

/// What a bot of that level is called.
pub fn bot_name(level: &str) -> String {
    Occupant::Bot { level: level.to_owned() }.name()
}

/// What a preset is called: its id, with a capital.
pub fn preset_name(id: &str) -> String {
    let mut letters = id.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_and_bots_have_one_name() {
        assert_eq!([preset_name("hope"), preset_name("")], ["Hope", ""]);
        assert_eq!(bot_name("hard"), "Bot (hard)");
    }
}
