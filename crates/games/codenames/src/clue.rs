//! Which words may be given as a hint.

use crate::{ClueCheck, Illegal, Language};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_security::skeleton;

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
    looks: Looks,
    /// The stems of the whole and of its parts: "ice cream" has two.
    stems: Vec<String>,
}

impl<'a> Visible<'a> {
    pub(crate) fn new(words: impl Iterator<Item = &'a str>, language: Language, how: ClueCheck) -> Self {
        let cards = words.map(|word| {
            let lower = lower(word);
            let looks = Looks::of(&lower);
            let whole = stems(language, &bare(&lower));
            let stems = whole.into_iter().chain(parts(&lower).flat_map(|part| stems(language, part))).collect();
            Card { word, looks, stems }
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
        let looks = Looks::of(&clue);
        self.is_not_visible(&looks)?;
        if self.how == ClueCheck::Lenient {
            return Ok(());
        }
        let whole = stems(self.language, &bare(&clue));
        let of_parts: Vec<String> =
            parts(&clue).filter(|part| is_long(part)).flat_map(|part| stems(self.language, part)).collect();
        for Card { word, looks: card, stems } in &self.cards {
            if whole.iter().chain(&of_parts).any(|stem| stems.contains(stem)) {
                return Err(Illegal::FormOfVisible { word: (*word).to_owned() });
            }
            let is_part_of =
                |one: &Looks, other: &Looks| one.each().zip(other.each()).any(|(part, of)| is_part(part, of));
            let is_stem_part = card.each().any(|card| whole.iter().any(|stem| is_part(stem, card)));
            if is_part_of(&looks, card) || is_stem_part || is_part_of(card, &looks) {
                return Err(Illegal::PartOfVisible { word: (*word).to_owned() });
            }
        }
        Ok(())
    }

    fn is_not_visible(&self, looks: &Looks) -> Result<(), Illegal> {
        match self.cards.iter().find(|card| card.looks.is_like(looks)) {
            Some(card) => Err(Illegal::VisibleWord { word: card.word.to_owned() }),
            None => Ok(()),
        }
    }
}

/// The stem of a word, and those of what it looks like, if that is something else.
fn stems(language: Language, word: &str) -> Vec<String> {
    let looks = Looks::of(word);
    let others = looks.each().filter(|look| *look != word);
    std::iter::once(word).chain(others).map(|word| language.stem(word)).collect()
}

/// What a word looks like, without marks and separators: in letters of another alphabet, in wide ones or with accents it is
/// still the word on the card. Hints are shown in capitals, some of which look like other letters than the small ones do.
struct Looks {
    small: String,
    capital: String,
}

impl Looks {
    fn of(lower: &str) -> Self {
        let bare = bare(lower);
        Self { small: look(&bare, char::to_lowercase), capital: look(&bare, char::to_uppercase) }
    }

    fn each(&self) -> impl Iterator<Item = &str> {
        [self.small.as_str(), self.capital.as_str()].into_iter()
    }

    fn is_like(&self, other: &Self) -> bool {
        self.small == other.small || self.capital == other.capital
    }
}

/// A word by Unicode's confusables, in small letters. Plain letters look like themselves: to Unicode "m" looks like "rn", but
/// "modern" is a hint beside "modem".
fn look<C: Iterator<Item = char>>(bare: &str, case: impl Fn(char) -> C) -> String {
    let mut look = String::with_capacity(bare.len());
    for plain in bare.nfkd().filter(|c| !is_combining_mark(*c)) {
        if plain.is_ascii_alphabetic() {
            look.push(plain.to_ascii_lowercase());
            continue;
        }
        let shown: String = case(plain).collect();
        let like = skeleton(&shown).collect::<String>();
        look.extend(like.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase));
    }
    look
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
    use crate::WordList;
    use parlor_kernel::{Asset, Code};

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
    fn a_visible_word_is_no_hint_in_look_alike_letters() {
        let visible = ["Horse", "Snowman", "Opera", "Straße", "Bach"];
        for (word, code) in [
            // Wide letters, accents, Cyrillic and Greek ones, small and capital, and digits.
            ("ｈｏｒｓｅ", "visible_word"),
            ("hòrse", "visible_word"),
            ("ho\u{308}rse", "not_one_word"),
            ("hоrse", "visible_word"),
            ("НΟRSЕ", "visible_word"),
            ("h0rse", "visible_word"),
            ("ореrа", "visible_word"),
            ("STRASSE", "visible_word"),
            ("hоrses", "form_of_visible"),
            ("snоw", "part_of_visible"),
            ("hörseshoe", "part_of_visible"),
            ("bách", "visible_word"),
            // Other words in another alphabet, and what is alike to Unicode alone.
            ("лошадь", ""),
            ("ελλάδα", ""),
            ("back", ""),
        ] {
            assert_eq!(refused(word, &visible, Language::German), code, "{word}");
        }
        assert_eq!(refused("modern", &["Modem"], Language::English), "");
        assert_eq!(refused("сова", &["Лев", "Сова"], Language::Russian), "visible_word");
        assert_eq!(refused("собака", &["Лев", "Сова"], Language::Russian), "");
        let lenient = Visible::new(["Horse"].into_iter(), Language::English, ClueCheck::Lenient);
        assert_eq!(lenient.check("hоrse"), Err(Illegal::VisibleWord { word: "Horse".into() }));
    }

    /// Each word beside each other of its list: what was a hint by its letters is one by its looks.
    #[test]
    fn the_words_of_the_lists_do_not_look_like_each_other() {
        for list in crate::LISTS {
            let words = WordList::parse(std::sync::Arc::from(list.text.as_bytes())).unwrap();
            let mut looks: Vec<(String, &str)> = Vec::new();
            for entry in &words.entries {
                let Looks { small, capital } = Looks::of(&lower(&entry.word));
                assert!(entry.word.is_ascii() == (small == bare(&lower(&entry.word)) && small == capital), "{small}");
                looks.push((small, &entry.word));
            }
            looks.sort();
            let alike: Vec<_> = looks.windows(2).filter(|pair| pair[0].0 == pair[1].0).collect();
            assert!(alike.is_empty(), "{}: {alike:?}", list.name);
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
