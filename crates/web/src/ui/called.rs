//! What bots are called, on every page alike.

use parlor_wire::Occupant;

/// What a bot of that level is called.
pub fn bot_name(level: &str) -> String {
    Occupant::Bot { level: level.to_owned() }.name()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_have_one_name() {
        assert_eq!(bot_name("hard"), "Bot (hard)");
    }
}
