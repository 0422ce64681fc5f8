//! Display names.

use thiserror::Error;

/// The longest display name, in characters.
pub const MAX_NAME: usize = 24;

/// Why a name is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadName {
    /// Nothing visible in it.
    #[error("Please choose a name with at least one letter or digit.")]
    Empty,
    /// Too long.
    #[error("Names have at most {MAX_NAME} characters.")]
    TooLong,
    /// Characters that would upset a line of text.
    #[error("Names cannot contain control or invisible characters.")]
    Unprintable,
}

/// Cleans a typed name: outer space goes, inner space becomes single.
///
/// # Errors
/// What to tell the person who typed it.
pub fn display_name(typed: &str) -> Result<String, BadName> {
    let name = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().any(upsets_text) {
        return Err(BadName::Unprintable);
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err(BadName::Empty);
    }
    if name.chars().count() > MAX_NAME {
        return Err(BadName::TooLong);
    }
    Ok(name)
}

/// What a stranger's program says, as one short line of text that is safe to show: nothing that moves a cursor, hides or
/// reorders, single spaces, at most `most` characters.
pub fn one_line(said: &str, most: usize) -> String {
    let visible: String = said.chars().filter(|c| c.is_whitespace() || !upsets_text(*c)).collect();
    let line = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(most).collect::<String>().trim_end().to_owned()
}

/// A text that others may have had a hand in, for a terminal: whatever would move a cursor, begin a line, hide or reorder
/// is spelled out.
pub fn spelled_out(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if upsets_text(c) || matches!(c, '\u{2028}' | '\u{2029}') {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

/// Control characters, and the invisible ones that reorder or hide what surrounds them or make two names look alike.
fn upsets_text(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}' | '\u{E0000}'..='\u{E0FFF}'
            // Blanks that do not count as space, and what only directs musical, shorthand and Egyptian signs.
            | '\u{2800}' | '\u{13430}'..='\u{1345F}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D159}' | '\u{1D173}'..='\u{1D17A}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_told_nothing_it_would_obey() {
        assert_eq!(
            spelled_out("Line 1: “ä”\n\u{1b}[2JFair\u{9b}1m\u{202e}"),
            "Line 1: “ä”\\n\\u{1b}[2JFair\\u{9b}1m\\u{202e}"
        );
    }

    #[test]
    fn nothing_invisible_makes_two_names_look_alike() {
        for c in ['\u{AD}', '\u{115F}', '\u{3164}', '\u{E0041}', '\u{200D}', '\u{2800}', '\u{1D159}'] {
            assert_eq!(display_name(&format!("Ada{c}")), Err(BadName::Unprintable), "{c:?}");
        }
    }

    #[test]
    fn what_strangers_say_becomes_a_line() {
        assert_eq!(one_line("\x1b[2J The \t Den\r\nrm -rf", 40), "[2J The Den rm -rf");
        assert_eq!(one_line("a\u{202E}b\u{200B}c\u{7}\u{9B}31m", 40), "abc31m");
        assert_eq!(one_line(&"x ".repeat(9), 4), "x x");
        assert_eq!(one_line("Zoë’s 🚢", 40), "Zoë’s 🚢");
    }

    #[test]
    fn names_are_cleaned_or_refused() {
        assert_eq!(display_name("  Ada   L. "), Ok("Ada L.".into()));
        assert_eq!(display_name("Zoë 🚢"), Ok("Zoë 🚢".into()));
        assert_eq!(display_name(" \t"), Err(BadName::Empty));
        assert_eq!(display_name("a\u{202E}b"), Err(BadName::Unprintable));
        assert_eq!(display_name(&"x".repeat(25)), Err(BadName::TooLong));
    }
}
