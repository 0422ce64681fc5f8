//! Every sentence of the ruling about `interception`, worked by hand.

use super::*;
use crate::{Interception, Window};
use parlor_kernel::SeatSet;

fn intercept(card: u8) -> Action {
    Action::Intercept { card: Place(card) }
}

/// The points of red and blue, and of the player in `seat`.
fn points(scene: &Scene, seat: Seat) -> (i16, i16, i16) {
    let [red, blue] = scene.game.points;
    (red, blue, scene.game.players[seat.index()])
}

#[test]
fn the_board_is_the_standard_one() {
    let config = Config::preset("interception").unwrap();
    let game = Codenames::new(&config.rules().unwrap(), &FastDice(5));
    let counts = [game.starter, game.starter.other()].map(|side| game.words_left(side));
    assert_eq!(counts, [9, 8]);
}

#[test]
fn a_stolen_word_is_two_points_and_three_within_ten_seconds() {
    for (wait, team, result) in
        [(10_000, 3, Interception::Stolen { quick: true }), (10_001, 2, Interception::Stolen { quick: false })]
    {
        let mut scene = Scene::new(Variant::Interception);
        scene.hint(0, 2);
        scene.now = scene.now + wait;
        scene.act(BLUE.0, intercept(0)).unwrap();
        assert_eq!(points(&scene, BLUE), (0, team, 2));
        let word = scene.game.words[0].clone();
        let event = Event::Intercepted { seat: BLUE, card: Place(0), word, kind: Kind::Red, result };
        assert!(scene.heard.contains(&(Audience::Everyone, event)));
        assert_eq!(scene.game.words_left(Side::RED), 8, "it is revealed");
        assert!(matches!(scene.game.phase, Phase::TeamTurn { side: Side::RED, guesses: 0, window: Window::Used }));
    }
}

#[test]
fn an_innocent_or_own_word_is_a_point_for_the_hinting_team() {
    for card in [INNOCENT, 9] {
        let mut scene = Scene::new(Variant::Interception);
        scene.hint(0, 2);
        scene.act(BLUE.0, intercept(card)).unwrap();
        assert_eq!(points(&scene, BLUE), (1, 0, -1));
        assert!(scene.game.face(Place(card)).shown.is_some());
        assert!(matches!(scene.game.phase, Phase::TeamTurn { side: Side::RED, .. }), "the turn goes on");
    }
}

#[test]
fn the_assassin_loses_for_the_interceptors_whatever_the_score() {
    let mut scene = Scene::new(Variant::Interception);
    scene.game.points = [0, 20];
    scene.hint(0, 2);
    scene.act(BLUE.0, intercept(ASSASSIN)).unwrap();
    assert_eq!((scene.winner(), points(&scene, BLUE)), (Some(Side::RED), (0, 20, -1)));
}

#[test]
fn an_ordinary_reveal_is_a_point_for_the_words_owner() {
    let mut scene = Scene::new(Variant::Interception);
    scene.hint(0, 3);
    scene.reveal(RED, 0);
    assert_eq!(points(&scene, RED), (1, 0, 1));
    scene.reveal(RED, 9);
    assert_eq!(points(&scene, RED), (1, 1, 0), "a word of blue, and a wrong guess");
    scene.hint(3, 1);
    scene.reveal(BLUE, INNOCENT);
    assert_eq!(points(&scene, BLUE), (1, 1, -1), "an innocent word is nobody's");
}

#[test]
fn there_is_one_intercept_until_the_first_reveal() {
    let mut scene = Scene::new(Variant::Interception);
    assert_eq!(scene.act(BLUE.0, intercept(0)), Err(Illegal::NotInterceptPhase));
    scene.hint(0, 2);
    assert_eq!(scene.act(RED.0, intercept(0)), Err(Illegal::NotInterceptingTeam));
    assert_eq!(scene.act(3, intercept(0)), Err(Illegal::CantBeSpymaster));
    scene.act(BLUE.0, intercept(0)).unwrap();
    assert_eq!(scene.act(5, intercept(1)), Err(Illegal::InterceptAlreadyUsed));
    scene.reveal(RED, 1);
    assert_eq!(scene.act(5, intercept(2)), Err(Illegal::NotInterceptPhase));
    assert_eq!(scene.game.words_left(Side::RED), 7);
}

#[test]
fn completion_is_three_points_and_the_higher_score_wins() {
    let mut scene = Scene::new(Variant::Interception);
    scene.hint(0, 9);
    (0..9).for_each(|card| scene.reveal(RED, card));
    assert_eq!((scene.game.points, scene.winner()), ([12, 0], Some(Side::RED)));

    let mut scene = Scene::new(Variant::Interception);
    scene.game.points = [0, 13];
    scene.hint(0, 9);
    (0..9).for_each(|card| scene.reveal(RED, card));
    assert_eq!((scene.game.points, scene.winner()), ([12, 13], Some(Side::BLUE)));
}

#[test]
fn a_tie_goes_to_the_team_that_is_complete() {
    let mut scene = Scene::new(Variant::Interception);
    scene.game.points = [0, 12];
    scene.hint(0, 9);
    (0..9).for_each(|card| scene.reveal(RED, card));
    assert_eq!((scene.game.points, scene.winner()), ([12, 12], Some(Side::RED)));
}

#[test]
fn stealing_the_last_word_completes_the_hinting_team() {
    let mut scene = Scene::new(Variant::Interception);
    scene.hint(0, 9);
    (0..8).for_each(|card| scene.reveal(RED, card));
    scene.act(RED.0, Action::EndTurn).unwrap();
    scene.hint(3, 1);
    scene.reveal(BLUE, INNOCENT);
    scene.hint(0, 1);
    scene.act(BLUE.0, intercept(8)).unwrap();
    assert_eq!((scene.game.points, scene.winner()), ([11, 3], Some(Side::RED)));
}

#[test]
fn a_team_of_bots_waits_for_people_to_intercept() {
    let bots: SeatSet = [0, 1, 2, 5].map(Seat).into_iter().collect();
    let mut scene = Scene::of(Config { variant: Variant::Interception, red: 3, blue: 3, bots, ..Config::default() });
    scene.hint(0, 1);
    assert_eq!(scene.game.awaiting(), SeatSet::only(Seat(5)), "a bot that may intercept");
    scene.act(5, Action::Waive).unwrap();
    assert_eq!(scene.act(5, Action::Waive), Err(Illegal::AlreadyWaived));
    assert!(scene.game.awaiting().is_empty());
    let due = scene.game.next_wake().unwrap();
    assert_eq!(due, scene.now + 10_000);
    scene.game.wake(due, &FastDice(1), &mut ());
    assert_eq!(scene.game.awaiting(), [Seat(1), Seat(2)].into_iter().collect());
    assert_eq!(scene.game.next_wake(), None);
}
