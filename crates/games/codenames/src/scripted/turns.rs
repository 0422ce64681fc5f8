//! The state machine: hints, guesses, turns, endings, clocks.

use super::*;
use crate::{Appeal, TurnEnd, play::IDLE_TURNS};
use parlor_kernel::{Outcome, Reason, SeatSet, Tell, Viewer};

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

/// Blue's turn, with "Snowman" on the board. The host, Seat 2, guesses for red.
fn blues_turn() -> Scene {
    let mut scene = Scene::new(Variant::Standard);
    scene.game.words[0] = "Snowman".into();
    scene.hint(0, 1);
    scene.reveal(RED, INNOCENT);
    scene
}

fn appeal() -> Action {
    Action::Appeal { word: "snow".into(), count: Count::Number(1) }
}

#[test]
fn the_host_decides_about_refused_hints() {
    let mut scene = blues_turn();
    scene.act(3, appeal()).unwrap();
    assert_eq!(scene.game.awaiting(), SeatSet::only(Seat(2)), "the host");
    assert_eq!(scene.act(3, appeal()), Err(Illegal::AlreadyAsked));
    scene.act(2, Action::Rule { allow: false }).unwrap();
    assert_eq!(scene.act(3, appeal()), Err(Illegal::AlreadyAsked));
    let mut scene = blues_turn();
    scene.act(3, appeal()).unwrap();
    scene.act(2, Action::Rule { allow: true }).unwrap();
    assert_eq!(scene.game.hints[1].word, "snow");
    assert!(matches!(scene.game.phase, Phase::TeamTurn { side: Side::BLUE, .. }));
    assert!(scene.heard.iter().any(|(to, event)| *to == Audience::Everyone && matches!(event, Event::Hinted { .. })));
}

#[test]
fn only_the_spymaster_and_the_host_know_what_is_asked() {
    let mut scene = blues_turn();
    let viewers = || Seat::all(6).map(Viewer::Seat).chain([Viewer::Spectator]);
    let mut told: Vec<_> = viewers().map(|viewer| scene.game.view(viewer)).collect();
    scene.act(3, appeal()).unwrap();
    for (viewer, view) in viewers().zip(&mut told) {
        let heard = scene.heard.iter().filter(|(audience, _)| audience.includes(viewer));
        let heard: Vec<&Event> = heard.map(|(_, event)| event).collect();
        heard.iter().for_each(|event| Codenames::fold(view, event));
        assert_eq!(*view, scene.game.view(viewer), "{viewer:?}");
        let knows = [Viewer::Seat(Seat(2)), Viewer::Seat(Seat(3))].contains(&viewer);
        for shown in [serde_json::to_string(view).unwrap(), serde_json::to_string(&heard).unwrap()] {
            assert_eq!(shown.contains("\"snow\""), knows, "{viewer:?}: {shown}");
        }
        let listed = heard.iter().filter(|event| Codenames::is_listed(event, &heard));
        let sentences: Vec<_> = listed.map(|event| Codenames::event_text(scene.game.config(), event, &[])).collect();
        let named = if knows { "SNOW, 1" } else { "a hint" };
        assert_eq!(sentences, [format!("Blue asks the host to allow {named}.")], "{viewer:?}");
    }
    scene.act(2, Action::Rule { allow: false }).unwrap();
    assert_eq!(scene.heard, [(Audience::Everyone, Event::Denied { side: Side::BLUE })], "what was denied stays unsaid");
}

#[test]
fn a_host_who_guesses_is_not_asked() {
    let mut scene = Scene::new(Variant::Standard);
    scene.game.words[0] = "Snowman".into();
    assert_eq!(scene.act(0, appeal()), Err(Illegal::HostGuesses), "the host guesses for red");
    for (host, answer) in [(0, Ok(())), (1, Err(Illegal::HostGuesses))] {
        let mut duet = Scene::of(Config { host: Some(Seat(host)), ..Config::preset("duet").unwrap() });
        duet.game.words[0] = "Snowman".into();
        assert_eq!(duet.act(0, appeal()), answer, "host {host}");
    }
}

#[test]
fn a_new_hint_replaces_one_that_waits_for_the_host() {
    let mut scene = blues_turn();
    scene.act(3, appeal()).unwrap();
    scene.hint(3, 2);
    assert_eq!(scene.game.hints[1].word, "flower");
    assert!(matches!(scene.game.phase, Phase::TeamTurn { side: Side::BLUE, .. }));
    assert_eq!(scene.act(2, Action::Rule { allow: true }), Err(Illegal::NothingAsked));
}

#[test]
fn a_bot_in_the_seat_of_the_host_or_of_the_spymaster_goes_on() {
    use parlor_kernel::Rng;
    let mut scene = blues_turn();
    scene.act(3, appeal()).unwrap();
    for (seat, rules) in [(2, true), (3, false)] {
        let view = scene.game.view(Viewer::Seat(Seat(seat)));
        let mut bot = Codenames::bot("easy").unwrap();
        let action = bot.choose(&scene.game.rules, &view, Seat(seat), &mut Rng::new(1)).unwrap();
        assert_eq!(matches!(action, Action::Rule { allow: false }), rules, "{action:?}");
        assert_eq!(scene.game.check(Seat(seat), &action), Ok(()));
    }
}

#[test]
fn a_host_who_leaves_decides_nothing() {
    let mut scene = blues_turn();
    scene.act(3, appeal()).unwrap();
    scene.game.leave(scene.now, Seat(2), &FastDice(1), &mut ());
    assert_eq!(scene.game.phase, Phase::SpymasterTurn { side: Side::BLUE, appeal: Appeal::Denied });
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
