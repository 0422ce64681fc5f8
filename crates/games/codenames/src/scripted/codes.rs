//! Every code of a refused action, each in a position where it is the answer.

use super::*;
use parlor_kernel::Code;
use std::collections::BTreeSet;

fn reveal(card: u8) -> Action {
    Action::Reveal { card: Place(card) }
}

fn tag(card: u8, on: bool) -> Action {
    Action::Tag { card: Place(card), on }
}

/// A match in which the first card reads "Snowman", before the first hint.
fn opening(variant: Variant) -> Scene {
    let mut scene = Scene::new(variant);
    scene.game.words[0] = "Snowman".into();
    scene
}

/// The same after red's hint for two words.
fn hinted(variant: Variant) -> Scene {
    let mut scene = opening(variant);
    scene.hint(0, 2);
    scene
}

#[test]
fn every_code_has_its_position() {
    use Variant::{Interception, Standard};
    let word = |word: &str| hint(word, Count::Number(1));
    let appeal = |word: &str| Action::Appeal { word: word.into(), count: Count::Number(1) };
    let meaning = |cards: &[u8]| Action::Hint {
        word: "flower".into(),
        count: Count::Number(1),
        meant: cards.iter().copied().map(Place).collect(),
    };
    // The host guesses for red, so that only blue may ask.
    let asked = || {
        let mut scene = hinted(Standard);
        scene.reveal(RED, INNOCENT);
        scene.act(3, appeal("snow")).unwrap();
        scene
    };
    let denied = || {
        let mut scene = asked();
        scene.act(2, Action::Rule { allow: false }).unwrap();
        scene
    };
    let hostless = || {
        let mut scene = Scene::of(Config { red: 3, blue: 3, ..Config::default() });
        scene.game.words[0] = "Snowman".into();
        scene
    };
    let stolen = || {
        let mut scene = hinted(Interception);
        scene.act(4, Action::Intercept { card: Place(0) }).unwrap();
        scene
    };
    let waived = || {
        let mut scene = hinted(Interception);
        scene.act(4, Action::Waive).unwrap();
        scene
    };
    let revealed = || {
        let mut scene = hinted(Standard);
        scene.reveal(RED, 1);
        scene
    };
    let table: Vec<(Scene, u8, Action, &str)> = vec![
        (opening(Standard), 1, word("flower"), "must_be_spymaster"),
        (opening(Standard), 3, word("flower"), "not_players_turn"),
        (hinted(Standard), 0, word("flower"), "already_has_hint"),
        (hinted(Standard), 3, word("flower"), "not_players_turn"),
        (opening(Standard), 0, hint("flower", Count::Number(10)), "bad_count"),
        (opening(Standard), 0, word("two words"), "not_one_word"),
        (opening(Standard), 0, word("SNOWMAN"), "visible_word"),
        (opening(Standard), 0, word("snowmans"), "form_of_visible"),
        (opening(Standard), 0, word("snow"), "part_of_visible"),
        (opening(Standard), 0, meaning(&[9]), "bad_meaning"),
        (opening(Standard), 0, meaning(&[1, 1]), "bad_meaning"),
        (opening(Standard), 0, meaning(&[200]), "bad_meaning"),
        (opening(Standard), 0, appeal("flower"), "nothing_to_ask"),
        (opening(Standard), 0, appeal("snowman"), "visible_word"),
        (asked(), 3, appeal("snow"), "already_asked"),
        (denied(), 3, appeal("snow"), "already_asked"),
        (hostless(), 0, appeal("snow"), "no_host"),
        (opening(Standard), 0, appeal("snow"), "host_guesses"),
        (asked(), 1, Action::Rule { allow: true }, "not_host"),
        (opening(Standard), 2, Action::Rule { allow: true }, "nothing_asked"),
        (opening(Standard), 1, reveal(1), "no_hint"),
        (hinted(Standard), 0, reveal(1), "cant_be_spymaster"),
        (hinted(Standard), 4, reveal(1), "not_players_turn"),
        (hinted(Standard), 1, reveal(25), "no_such_card"),
        (revealed(), 1, reveal(1), "already_revealed"),
        (hinted(Standard), 1, Action::EndTurn, "must_guess_once"),
        (opening(Standard), 0, tag(1, true), "cant_be_spymaster"),
        (opening(Standard), 1, tag(1, false), "already_tagged"),
        (hinted(Standard), 4, Action::Intercept { card: Place(1) }, "no_interception"),
        (opening(Interception), 4, Action::Intercept { card: Place(1) }, "not_intercept_phase"),
        (stolen(), 5, Action::Intercept { card: Place(1) }, "intercept_already_used"),
        (hinted(Interception), 1, Action::Intercept { card: Place(1) }, "not_intercepting_team"),
        (waived(), 4, Action::Waive, "already_waived"),
    ];
    let mut met = BTreeSet::new();
    for (mut scene, seat, action, code) in table {
        let before = scene.game.clone();
        let refused = scene.act(seat, action.clone()).expect_err(code);
        assert_eq!((refused.code(), &scene.game), (code, &before), "{action:?}");
        assert!(refused.to_string().ends_with('.') || refused.to_string().ends_with('?'), "{refused}");
        met.insert(code);
    }
    let all: BTreeSet<_> = Illegal::CODES.iter().copied().collect();
    assert_eq!(met, all);
}
