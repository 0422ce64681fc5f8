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

/// Cleans a name that somebody typed: outer space goes, inner space becomes single.
///
/// # Errors
/// What to tell whoever typed it.
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

/// Control characters, and the invisible ones that reorder or hide what surrounds them or make two names look alike.
fn upsets_text(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_invisible_makes_two_names_look_alike() {
        for c in ['\u{AD}', '\u{115F}', '\u{3164}', '\u{E0041}', '\u{200D}'] {
            assert_eq!(display_name(&format!("Ada{c}")), Err(BadName::Unprintable), "{c:?}");
        }
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
