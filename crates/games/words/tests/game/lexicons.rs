//! The lexicons of the house are those that rule sets name.

use crate::shelf;

use parlor_kernel::GameConfig;
use parlor_words::{Config, LEXICONS, Lexicon, named};

#[test]
fn the_digests_are_those_of_the_lists() {
    let library = shelf::library();
    let built: Vec<_> = LEXICONS.iter().filter_map(|(name, ..)| library.shelf().find("lexicon", name)).collect();
    let written: Vec<_> = LEXICONS.iter().filter_map(|(name, ..)| named(name)).collect();
    assert_eq!(written, built, "write the new digests into lexicons.rs");
    assert_eq!(named("klingon"), None);
}

#[test]
fn the_lexicons_have_the_words_of_their_lists() {
    let library = shelf::library();
    let has = |name: &str, word: &str| {
        let lexicon = library.load::<Lexicon>(&named(name).unwrap()).unwrap();
        lexicon.graph().contains_text(word)
    };
    for (word, azeroth, english) in
        [("gnoll", true, false), ("dragon", true, true), ("teapot", false, true), ("xyz", false, false)]
    {
        assert_eq!(has("azeroth", word), azeroth, "{word}");
        assert_eq!(has("english", word), english, "{word}");
        assert_eq!(has("azeroth+english", word), azeroth || english, "{word}");
    }
}

#[test]
fn every_preset_finds_its_lexicon() {
    for name in Config::preset_ids() {
        shelf::rules(Config::preset(name).unwrap());
    }
}
