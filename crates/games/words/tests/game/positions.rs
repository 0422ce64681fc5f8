//! Plays on hand-made positions: what they form, what they count, and why some are refused. The figures were worked out
//! by hand.

use parlor_kernel::{Code, GameConfig, Library, MemoryShelf, Rules};
use parlor_lexicon::{WordList, build};
use parlor_words::{At, Board, Challenge, Config, Illegal, Layout, Word, Words, judge};
use std::sync::Arc;

const LEXICON: &str = "ab ad an as at ax axe ba cat cats dragon dragons gas go on ox retains retrains so";

/// The rules of a preset, with these words only.
fn rules(preset: &str, challenge: Challenge) -> Rules<Words> {
    let shelf = MemoryShelf::default();
    let list = WordList::parse(&LEXICON.replace(' ', "\n")).unwrap();
    let lexicon = shelf.put("lexicon", "tiny", build(&list).unwrap());
    let config = Config { lexicon, challenge, ..Config::preset(preset).unwrap() };
    Rules::load(config, &Library::new(Arc::new(shelf))).unwrap()
}

/// `8H WORD`, taken apart.
fn play(text: &str) -> (At, Word) {
    let (at, word) = text.split_once(' ').unwrap();
    (at.parse().unwrap(), word.parse().unwrap())
}

/// A board with words laid on it.
fn board(words: &[&str]) -> Board {
    let mut board = Board::EMPTY;
    for text in words {
        let (at, word) = play(text);
        for (step, placed) in (0..).zip(word.letters()) {
            board.put(at.square.step(at.direction, step).unwrap(), *placed);
        }
    }
    board
}

/// What a play counts, and every word that it forms with its points.
fn count(rules: &Rules<Words>, there: &[&str], text: &str) -> Result<(i32, String), Illegal> {
    let (at, word) = play(text);
    let laid = judge(rules, &board(there), at, &word)?;
    let words: Vec<_> = laid.words.iter().map(|formed| format!("{} {}", formed.word, formed.points)).collect();
    Ok((laid.score, words.join(", ")))
}

#[test]
fn plays_form_and_count_what_they_should() {
    let table: &[(&[&str], &str, i32, &str)] = &[
        // The star doubles the word, wherever the word begins and however it lies.
        (&[], "8H CAT", 10, "CAT 10"),
        (&[], "8F CAT", 10, "CAT 10"),
        (&[], "H6 CAT", 10, "CAT 10"),
        // A double letter at 8D, and the star: (2*2+1+1+2+1+1)*2.
        (&[], "8D DRAGON", 20, "DRAGON 20"),
        // A blank counts nothing, and its square doubles the word all the same.
        (&[], "8H cAT", 4, "cAT 4"),
        (&[], "8H cat", 0, "cat 0"),
        // What is there counts its face value only, and is part of the word even if it is not typed.
        (&["8H CAT"], "8H CATS", 6, "CATS 6"),
        (&["8H CAT"], "8K S", 6, "CATS 6"),
        (&["8H CAT"], "K8 S", 6, "CATS 6"),
        (&["8H cAT"], "8H CATS", 3, "cATS 3"),
        // A single tile on a double letter (9I): one word, and two.
        (&["8H CAT"], "9I T", 3, "AT 3"),
        (&["8H CAT", "H8 CAT"], "9I T", 6, "AT 3, AT 3"),
        // A hook, and a word beside another.
        (&["8H CAT"], "K8 SO", 8, "SO 2, CATS 6"),
        (&["8H CAT"], "7J AT", 4, "AT 2, AT 2"),
        // Triple letter (2F), double word (14B) and triple word (8A, 1A), each alone.
        (&["2G A"], "2F CAT", 11, "CAT 11"),
        (&["14C X"], "14B AX", 18, "AX 18"),
        (&["A6 CA"], "A6 CAT", 15, "CAT 15"),
        (&["1B X"], "1A AXE", 30, "AXE 30"),
        // Bonuses count in both words that a tile is part of: a double word (5E), a triple letter (6F), also for a blank.
        (&["E4 B", "5F X"], "5E AX", 26, "AX 18, BA 8"),
        (&["F5 B", "6G X"], "6F AX", 17, "AX 11, BA 6"),
        (&["F5 B", "6G X"], "6F aX", 11, "aX 8, Ba 3"),
        // Two double words (5E and 5K) count four times; all seven tiles bring 50.
        (&["6H O"], "5E DRAGONS", 89, "DRAGONS 36, GO 3"),
        // Two triple words (1A and 1H) count nine times, with a double letter (1D): (8+1)*9+50.
        (&["1C T"], "1A RETRAINS", 131, "RETRAINS 81"),
        // Seven letters, but six tiles.
        (&["8B R"], "8B RETAINS", 16, "RETAINS 16"),
    ];
    let rules = rules("days", Challenge::Void);
    for (there, text, score, words) in table {
        assert_eq!(count(&rules, there, text), Ok((*score, (*words).to_owned())), "{text} on {there:?}");
    }
}

#[test]
fn hope_has_its_own_board_and_bonus() {
    let rules = rules("hope", Challenge::Void);
    // Triple letters at 8D and 8F, the star: (1+1+3+1+3+1+1)*2, and 35 for all seven tiles.
    assert_eq!(count(&rules, &[], "8B RETAINS"), Ok((57, "RETAINS 22".into())));
    // The bottom of the centre column is a double word, the top a triple word.
    assert_eq!(count(&rules, &["15I X"], "15H AX"), Ok((18, "AX 18".into())));
    assert_eq!(count(&rules, &["1I X"], "1H AX"), Ok((27, "AX 27".into())));
}

#[test]
fn plays_are_refused_in_the_order_of_the_rules() {
    let table: &[(&[&str], &str, &str)] = &[
        (&[], "15N CAT", "off_board"),
        (&[], "N14 XXX", "off_board"),
        (&[], "8H A", "too_short"),
        (&[], "1A XX", "not_a_word"),
        (&["8H CAT"], "8F XX", "not_a_word"),
        (&["8H CAT"], "8K AT", "not_a_word"),
        (&[], "1A CAT", "misses_centre"),
        (&["8H CAT"], "1A CAT", "not_connected"),
        (&["8H CAT"], "8H GAS", "square_taken"),
        (&["8H CAT"], "H8 AT", "square_taken"),
        (&["8H CAT"], "8H CAT", "no_new_tile"),
        (&["8H CAT"], "9H ON", "cross_not_a_word"),
    ];
    let rules = rules("days", Challenge::Void);
    for (there, text, code) in table {
        let refused = count(&rules, there, text).expect_err(text);
        assert_eq!(refused.code(), *code, "{text} on {there:?}: {refused}");
    }
    let taken = count(&rules, &["8H CAT"], "H8 AT").unwrap_err();
    assert_eq!(taken.to_string(), "There is already a C at 8H.");
}

#[test]
fn where_plays_are_challenged_the_lexicon_is_not_asked() {
    let rules = rules("days", Challenge::Double);
    assert_eq!(count(&rules, &[], "8H XX"), Ok((32, "XX 32".into())));
    // A double letter at 9I.
    assert_eq!(count(&rules, &["8H CAT"], "9H ON"), Ok((10, "ON 3, CO 4, AN 3".into())));
    for (there, text, code) in [(&[][..], "1A XX", "misses_centre"), (&[], "8H X", "too_short")] {
        assert_eq!(count(&rules, there, text).unwrap_err().code(), code);
    }
}

/// Where plays are challenged any letters are judged, before anyone looks at the rack.
#[test]
fn a_word_too_dear_to_count_is_judged_all_the_same() {
    let layout: Layout = serde_json::from_value(serde_json::json!(vec!["=".repeat(15); 15])).unwrap();
    let rules = rules("classic", Challenge::Double);
    let rules = Rules { config: Arc::new(Config { layout, ..(*rules.config).clone() }), ..rules };
    let (at, word) = play(&format!("8A {}", "Z".repeat(15)));
    let laid = judge(&rules, &board(&[]), at, &word).unwrap();
    assert_eq!((laid.score, laid.words[0].points), (i32::MAX, i32::MAX));
}
