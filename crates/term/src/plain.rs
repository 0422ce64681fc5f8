//! Text of other people, made fit for a terminal.

use anstream::adapter::strip_str;

/// The text in one line, without escape sequences, control characters and characters that reorder their neighbours. A
/// terminal obeys those: it would move the cursor, change its title or show one person's words as another's.
pub fn plain(text: &str) -> String {
    let spaced = text.replace(['\n', '\r', '\t', '\u{2028}', '\u{2029}'], " ");
    strip_str(&spaced).to_string().chars().filter(|&c| !c.is_control() && !reorders(c)).collect()
}

const fn reorders(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        for (text, shown) in [
            ("\u{1B}[31mred\u{1B}[0m and \u{1B}[2Jgone", "red and gone"),
            ("\u{1B}]0;a title\u{7}after", "after"),
            ("\u{1B}]8;;http://example.org\u{1B}\\a link\u{1B}]8;;\u{1B}\\", "a link"),
            ("a bell \u{7}and a\u{8} back", "a bell and a back"),
            ("first\nBen: second\r\tthird", "first Ben: second  third"),
            ("\u{202E}drawkcab\u{2066}", "drawkcab"),
            ("Zoë 🚢 👨‍👩‍👧 ok", "Zoë 🚢 👨‍👩‍👧 ok"),
        ] {
            assert_eq!(plain(text), shown, "{text:?}");
        }
        let all: String = (0..=0x2FF).filter_map(char::from_u32).collect();
        assert!(!plain(&all).chars().any(char::is_control));
        // Eight-bit controls too; the text that they introduced may stay.
        assert!(!plain("\u{9B}31m").contains('\u{9B}'));
    }
}
