//! The state machine: hints, guesses, turns, endings, clocks.

use super::*;
use crate::{Appeal, TurnEnd, play::IDLE_TURNS};
use parlor_kernel::{Outcome, Reason, SeatSet, Viewer};

#[test]
fn a_turn_is_a_hint_and_at_most_one_more_guess_than_it_says() {
    let mut scene = Scene::new(Variant::Standard);
    assert_eq!(scene.game.awaiting(), SeatSet::only(Seat(0)));
    scene.hint(0, 2);
    assert_eq!(scene.game.awaiting(), [Seat(1), Seat(2)].into_iter().collect());
    scene.reveal(RED, 0);
    scene.reveal(Seat(2), 1);
    assert_eq!(scene.game.view(Viewer::Spectator).guesses_left(), Some(1));
    scene.reveal(RED, 2);
    assert_eq!(scene.turn(), Some(Side::BLUE));
    assert!(scene.heard.contains(&(Audience::Everyone, Event::TurnEnded { side: Side::RED, end: TurnEnd::Used })));
    assert_eq!((scene.game.words_left(Side::RED), scene.game.turns()), (6, 1));
}

#[test]
fn zero_and_unlimited_lift_the_limit() {
    for count in [Count::Number(0), Count::Unlimited] {
        let mut scene = Scene::new(Variant::Standard);
        scene.act(0, hint("flower", count)).unwrap();
        (0..8).for_each(|card| scene.reveal(RED, card));
        assert!(matches!(scene.game.phase, Phase::TeamTurn { guesses: 8, .. }));
    }
}

#[test]
fn other_words_end_the_turn() {
    for card in [INNOCENT, 9] {
        let mut scene = Scene::new(Variant::Standard);
        scene.hint(0, 3);
        scene.reveal(RED, card);
        assert_eq!(scene.turn(), Some(Side::BLUE));
        assert_eq!(scene.game.words_left(Side::BLUE), if card == 9 { 7 } else { 8 });
    }
}

#[test]
fn the_assassin_loses_and_the_last_word_wins_whoever_reveals_it() {
    let mut scene = Scene::new(Variant::Standard);
    scene.hint(0, 1);
    scene.reveal(RED, ASSASSIN);
    assert_eq!(scene.winner(), Some(Side::BLUE));
    assert_eq!(scene.game.phase, Phase::Ended);

    let mut scene = Scene::new(Variant::Standard);
    scene.hint(0, 9);
    (0..9).for_each(|card| scene.reveal(RED, card));
    assert_eq!(scene.winner(), Some(Side::RED));

    let mut scene = Scene::new(Variant::Standard);
    scene.hint(0, 9);
    (0..8).for_each(|card| scene.reveal(RED, card));
    scene.act(RED.0, Action::EndTurn).unwrap();
    scene.hint(3, 1);
    scene.reveal(BLUE, 8);
    assert_eq!(scene.winner(), Some(Side::RED), "blue has revealed red's last word");
}

#[test]
fn marks_are_for_the_team_and_for_one_turn() {
    let mut scene = Scene::new(Variant::Standard);
    scene.hint(0, 2);
    scene.act(1, Action::Tag { card: Place(5), on: true }).unwrap();
    let red: SeatSet = [0, 1, 2].map(Seat).into_iter().collect();
    assert_eq!(scene.heard, [(Audience::Only(red), Event::Tagged { seat: RED, card: Place(5), on: true })]);
    let marks = |viewer| scene.game.view(viewer).tags.iter().map(|tags| tags.len()).sum::<u8>();
    assert_eq!([Viewer::Seat(Seat(0)), Viewer::Seat(BLUE), Viewer::Spectator].map(marks), [1, 0, 0]);
    scene.reveal(RED, INNOCENT);
    assert!(scene.game.tags.iter().all(|tags| tags.is_empty()));
}

#[test]
fn only_spymasters_see_the_key() {
    let scene = Scene::new(Variant::Standard);
    let knows = |viewer| scene.game.view(viewer).keys[0].is_some();
    let seats = [0, 1, 2, 3, 4, 5].map(|seat| knows(Viewer::Seat(Seat(seat))));
    assert_eq!(seats, [true, false, false, true, false, false]);
    assert!(!knows(Viewer::Spectator));
}

#[test]
fn the_clock_ends_turns_and_the_first_is_longer() {
    let config = Config { turn_seconds: Some(30), red: 3, blue: 3, ..Config::default() };
    let mut scene = Scene::of(config);
    assert_eq!(scene.game.next_wake(), Some(Tick(90_000)));
    scene.hint(0, 2);
    assert_eq!(scene.game.next_wake(), Some(Tick(90_000)), "hint and guesses together");
    scene.game.wake(Tick(90_000), &FastDice(1), &mut ());
    assert_eq!((scene.turn(), scene.game.next_wake()), (Some(Side::BLUE), Some(Tick(120_000))));
    for _ in 1..IDLE_TURNS {
        assert_eq!(scene.game.outcome(), None);
        let due = scene.game.next_wake().unwrap();
        scene.game.wake(due, &FastDice(1), &mut ());
    }
    assert_eq!(scene.game.outcome(), Some(Outcome::draw(Reason::Completed)), "no team plays");
}

#[test]
fn a_turn_in_which_a_card_was_revealed_is_not_idle() {
    let mut scene = Scene::of(Config { turn_seconds: Some(30), red: 3, blue: 3, ..Config::default() });
    let lapse = |scene: &mut Scene| {
        let due = scene.game.next_wake().unwrap();
        scene.game.wake(due, &FastDice(1), &mut ());
    };
    scene.hint(0, 2);
    scene.reveal(RED, 0);
    lapse(&mut scene);
    for _ in 1..IDLE_TURNS {
        lapse(&mut scene);
        assert_eq!(scene.game.outcome(), None);
    }
    lapse(&mut scene);
    assert_eq!(scene.game.outcome(), Some(Outcome::draw(Reason::Completed)), "eight turns without a card");
}

#[test]
fn the_host_decides_about_refused_hints() {
    let mut scene = Scene::new(Variant::Standard);
    scene.game.words[0] = "Snowman".into();
    let appeal = Action::Appeal { word: "snow".into(), count: Count::Number(1) };
    scene.act(0, appeal.clone()).unwrap();
    assert_eq!(scene.game.awaiting(), SeatSet::only(Seat(2)), "the host");
    scene.act(2, Action::Rule { allow: false }).unwrap();
    assert_eq!(scene.act(0, appeal.clone()), Err(Illegal::AlreadyAsked));
    scene.hint(0, 1);
    scene.reveal(RED, INNOCENT);
    scene.act(3, appeal).unwrap();
    scene.act(2, Action::Rule { allow: true }).unwrap();
    assert_eq!(scene.game.hints[1].word, "snow");
    assert!(matches!(scene.game.phase, Phase::TeamTurn { side: Side::BLUE, .. }));
}

#[test]
fn a_host_who_leaves_decides_nothing() {
    let mut scene = Scene::new(Variant::Standard);
    scene.game.words[0] = "Snowman".into();
    scene.act(0, Action::Appeal { word: "snow".into(), count: Count::Number(1) }).unwrap();
    scene.game.leave(scene.now, Seat(2), &FastDice(1), &mut ());
    assert_eq!(scene.game.phase, Phase::SpymasterTurn { side: Side::RED, appeal: Appeal::Denied });
}

#[test]
fn a_team_without_spymaster_or_guessers_has_lost() {
    for leavers in [&[0][..], &[1, 2]] {
        let mut scene = Scene::new(Variant::Standard);
        for (number, &seat) in leavers.iter().enumerate() {
            assert_eq!(scene.game.outcome(), None, "{number} have left");
            scene.game.leave(scene.now, Seat(seat), &FastDice(1), &mut ());
        }
        assert_eq!(scene.winner(), Some(Side::BLUE));
    }
}

#[test]
fn explanations_come_when_the_match_is_over() {
    let mut scene = Scene::of(Config { red: 2, blue: 2, ..Config::default() });
    scene.game.words[0] = "Apple".into();
    scene.game.words[9] = "Pear".into();
    let meant = vec![Place(0), Place(1)];
    scene.act(0, Action::Hint { word: "fruit".into(), count: Count::Number(2), meant }).unwrap();
    assert!(scene.game.view(Viewer::Seat(Seat(0))).explanations.is_empty());
    scene.reveal(RED, ASSASSIN);
    let view = scene.game.view(Viewer::Spectator);
    let told = &view.explanations[0];
    assert_eq!(told.meant[0].card, Place(0));
    assert!(told.meant[0].near.unwrap() > 30 && told.meant[1].near.is_none(), "{told:?}");
    assert_eq!(told.risks[0].card, Place(9));
    assert_eq!(told.sentence("fruit", &view.words).matches("Pear").count(), 1);
    assert_eq!(view.keys[0].as_ref().unwrap().len(), 25);
}

#[test]
fn used_words_are_handed_on() {
    let scene = Scene::new(Variant::Standard);
    let carried = scene.game.carries();
    let used: crate::Used = serde_json::from_value(carried["used"].clone()).unwrap();
    assert!(scene.game.drawn.iter().all(|&number| used.contains(number.into())));
}
