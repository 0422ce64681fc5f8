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
    lower: String,
    /// The stems of its parts: "ice cream" has two.
    stems: Vec<String>,
}

impl<'a> Visible<'a> {
    pub(crate) fn new(words: impl Iterator<Item = &'a str>, language: Language, how: ClueCheck) -> Self {
        let cards = words.map(|word| {
            let lower = word.to_lowercase();
            let stems = lower.split([' ', '-']).map(|part| language.stem(part)).collect();
            Card { word, lower, stems }
        });
        Self { cards: cards.collect(), language, how }
    }

    /// Whether `word` may be a hint while these words are visible.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub(crate) fn check(&self, word: &str) -> Result<(), Illegal> {
        is_one_word(word)?;
        let clue = word.to_lowercase();
        self.is_not_visible(&clue)?;
        if self.how == ClueCheck::Lenient {
            return Ok(());
        }
        let stem = self.language.stem(&clue);
        for Card { word, lower, stems } in &self.cards {
            if stems.contains(&stem) {
                return Err(Illegal::FormOfVisible { word: (*word).to_owned() });
            }
            if is_part(&clue, lower) || is_part(&stem, lower) || is_part(lower, &clue) {
                return Err(Illegal::PartOfVisible { word: (*word).to_owned() });
            }
        }
        Ok(())
    }

    fn is_not_visible(&self, clue: &str) -> Result<(), Illegal> {
        match self.cards.iter().find(|card| card.lower == clue) {
            Some(card) => Err(Illegal::VisibleWord { word: card.word.to_owned() }),
            None => Ok(()),
        }
    }
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
    let long = |text: &str| text.chars().count() >= SHORTEST_PART;
    long(part) && rest.is_some_and(long)
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
