//! Bots beside people: what they leave to them, and when they do not.

use super::*;
use parlor_kernel::{Rng, SeatSet, Viewer};

fn chosen(scene: &Scene, seat: u8) -> Option<Action> {
    let (rules, view) = (&scene.game.rules, scene.game.view(Viewer::Seat(Seat(seat))));
    Codenames::bot("hard").unwrap().choose(rules, &view, Seat(seat), &mut Rng::new(1))
}

#[test]
fn bots_mark_cards_for_people_and_guess_where_there_are_none() {
    let bots: SeatSet = [2, 4, 5].map(Seat).into_iter().collect();
    let mut scene = Scene::of(Config { red: 3, blue: 3, bots, ..Config::default() });
    scene.hint(0, 1);
    assert_eq!(scene.game.awaiting(), [Seat(1), Seat(2)].into_iter().collect());
    scene.act(2, Action::Tag { card: Place(3), on: true }).unwrap();
    assert_eq!(scene.game.awaiting(), SeatSet::only(Seat(1)));
    scene.reveal(RED, 3);
    assert_eq!(scene.game.awaiting().len(), 2, "the marked card is gone");
    scene.reveal(RED, 4);
    scene.hint(3, 1);
    assert_eq!(scene.game.awaiting(), [Seat(4), Seat(5)].into_iter().collect());
}

#[test]
fn a_bot_guesses_once_all_people_of_its_team_have_left() {
    let bots = SeatSet::only(Seat(2));
    let mut scene = Scene::of(Config { red: 3, blue: 3, bots, ..Config::default() });
    scene.hint(0, 1);
    let Some(tag @ Action::Tag { .. }) = chosen(&scene, 2) else { panic!("it leaves the guess to Seat 1") };
    scene.act(2, tag).unwrap();
    scene.game.leave(scene.now, RED, &FastDice(1), &mut ());
    assert_eq!(scene.game.awaiting(), bots);
    let guess = chosen(&scene, 2).unwrap();
    assert!(matches!(guess, Action::Reveal { .. }), "{guess:?}");
    scene.act(2, guess).unwrap();
}
