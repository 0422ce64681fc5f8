//! Which words may be given as a hint.

use crate::{ClueCheck, Illegal, Language};

/// The most characters of a hint.
const LONGEST: usize = 30;
/// Shorter words are not looked for inside others: "is" stands in many words.
const SHORTEST_PART: usize = 3;

/// The words that lie on the board, ready to be compared with hints.
pub(crate) struct Visible<'a> {
    cards: Vec<Card<'a>>,
    language: Language,
    how: ClueCheck,
}

struct Card<'a> {
    word: &'a str,
    bare: String,
    /// The stems of the whole and of its parts: "ice cream" has two.
    stems: Vec<String>,
}

impl<'a> Visible<'a> {
    pub(crate) fn new(words: impl Iterator<Item = &'a str>, language: Language, how: ClueCheck) -> Self {
        let cards = words.map(|word| {
            let lower = lower(word);
            let bare = bare(&lower);
            let stems = std::iter::once(&*bare).chain(parts(&lower)).map(|part| language.stem(part)).collect();
            Card { word, bare, stems }
        });
        Self { cards: cards.collect(), language, how }
    }

    /// Whether `word` may be a hint while these words are visible.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub(crate) fn check(&self, word: &str) -> Result<(), Illegal> {
        is_one_word(word)?;
        let clue = lower(word);
        let bare_clue = bare(&clue);
        self.is_not_visible(&bare_clue)?;
        if self.how == ClueCheck::Lenient {
            return Ok(());
        }
        let stem = self.language.stem(&bare_clue);
        let of_parts: Vec<String> =
            parts(&clue).filter(|part| is_long(part)).map(|part| self.language.stem(part)).collect();
        for Card { word, bare, stems } in &self.cards {
            if stems.contains(&stem) || of_parts.iter().any(|part| stems.contains(part)) {
                return Err(Illegal::FormOfVisible { word: (*word).to_owned() });
            }
            if is_part(&bare_clue, bare) || is_part(&stem, bare) || is_part(bare, &bare_clue) {
                return Err(Illegal::PartOfVisible { word: (*word).to_owned() });
            }
        }
        Ok(())
    }

    fn is_not_visible(&self, bare: &str) -> Result<(), Illegal> {
        match self.cards.iter().find(|card| card.bare == bare) {
            Some(card) => Err(Illegal::VisibleWord { word: card.word.to_owned() }),
            None => Ok(()),
        }
    }
}

/// A word in small letters. Stemming knows the typewriter's apostrophe alone.
fn lower(word: &str) -> String {
    word.to_lowercase().replace('’', "'")
}

/// A word without what separates its parts: "snow-man" is no other word than "snowman".
fn bare(lower: &str) -> String {
    lower.replace([' ', '-', '\''], "")
}

/// The words that a word is made of.
fn parts(lower: &str) -> impl Iterator<Item = &str> {
    lower.split([' ', '-']).filter(|part| !part.is_empty())
}

fn is_long(part: &str) -> bool {
    part.chars().count() >= SHORTEST_PART
}

/// A hint is one word: letters, perhaps with digits, hyphens or apostrophes inside.
fn is_one_word(word: &str) -> Result<(), Illegal> {
    let fits = |c: char| c.is_alphanumeric() || "-'’".contains(c);
    let ends = [word.chars().next(), word.chars().last()];
    let whole = ends.iter().flatten().all(|c| c.is_alphanumeric()) && word.chars().all(fits);
    if word.is_empty() || word.chars().count() > LONGEST || !whole { Err(Illegal::NotOneWord) } else { Ok(()) }
}

/// Whether `part` begins or ends `whole`, and what is left could be a word, too: "snow" in "snowman".
fn is_part(part: &str, whole: &str) -> bool {
    let rest = whole.strip_prefix(part).or_else(|| whole.strip_suffix(part));
    is_long(part) && rest.is_some_and(is_long)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::Code;

    fn refused(word: &str, visible: &[&str], language: Language) -> &'static str {
        let result = Visible::new(visible.iter().copied(), language, ClueCheck::Strict).check(word);
        result.map_or_else(|illegal| illegal.code(), |()| "")
    }

    #[test]
    fn hints_are_compared_with_the_visible_words() {
        let visible = ["Snowman", "Run", "Ice Cream", "Horse", "City"];
        for (word, code) in [
            ("winter", ""),
            ("snowman", "visible_word"),
            ("HORSE", "visible_word"),
            ("horses", "form_of_visible"),
            ("running", "form_of_visible"),
            ("cities", "form_of_visible"),
            ("snow", "part_of_visible"),
            ("man", "part_of_visible"),
            ("cream", "form_of_visible"),
            ("horseshoe", "part_of_visible"),
            ("rung", ""),
            ("two words", "not_one_word"),
            ("", "not_one_word"),
            ("-dash", "not_one_word"),
            ("pop!", "not_one_word"),
            ("jack-in-the-box", ""),
            ("abcdefghijklmnopqrstuvwxyzabcde", "not_one_word"),
        ] {
            assert_eq!(refused(word, &visible, Language::English), code, "{word}");
        }
    }

    #[test]
    fn separators_do_not_hide_a_visible_word() {
        let visible = ["Snowman", "Ice Cream", "Horse", "X-ray", "Dragon's Lair"];
        for (word, code) in [
            ("snow-man", "visible_word"),
            ("snow’man", "visible_word"),
            ("ice-cream", "visible_word"),
            ("icecream", "visible_word"),
            ("xray", "visible_word"),
            ("dragon’s-lair", "visible_word"),
            ("horse's", "form_of_visible"),
            ("horse’s", "form_of_visible"),
            ("horse-", "not_one_word"),
            ("a-horse", "form_of_visible"),
            ("horse-o", "form_of_visible"),
            ("icecreams", "form_of_visible"),
            ("hor-ses", "form_of_visible"),
            ("snow-men", ""),
            ("sno-w", "part_of_visible"),
            ("hor-seshoe", "part_of_visible"),
            ("rock’n’roll", ""),
            ("x-mas", ""),
            ("gamma-ray", "form_of_visible"),
        ] {
            assert_eq!(refused(word, &visible, Language::English), code, "{word}");
        }
        let lenient = Visible::new(["Snowman"].into_iter(), Language::English, ClueCheck::Lenient);
        assert_eq!(lenient.check("snow-man"), Err(Illegal::VisibleWord { word: "Snowman".into() }));
    }

    #[test]
    fn forms_depend_on_the_language() {
        assert_eq!(refused("Häuser", &["Haus"], Language::German), "form_of_visible");
        assert_eq!(refused("Blumen", &["Blume"], Language::German), "form_of_visible");
        assert_eq!(refused("Blumentopf", &["Blume"], Language::German), "part_of_visible");
        assert_eq!(refused("Blumen", &["Blume"], Language::Other), "", "one letter is no part");
    }

    #[test]
    fn a_lenient_table_refuses_only_visible_words() {
        let visible = Visible::new(["Snowman"].into_iter(), Language::English, ClueCheck::Lenient);
        let lenient = |word| visible.check(word);
        assert_eq!(lenient("snow"), Ok(()));
        assert_eq!(lenient("Snowman"), Err(Illegal::VisibleWord { word: "Snowman".into() }));
        let told = Illegal::PartOfVisible { word: "Snowman".into() }.to_string();
        assert!(told.contains("Snowman"), "{told}");
    }
}
