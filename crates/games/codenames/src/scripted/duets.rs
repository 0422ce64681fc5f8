//! Duets: the key is in the order of `deal.rs`. To the first player cards 0–8 are green, 9, 15 and 16 assassins; to the
//! second 0–2 and 9–14 are green, 3, 15 and 17 assassins.

use super::*;
use parlor_kernel::{Outcome, Reason, SeatSet, Tell, Viewer};

fn duet() -> Scene {
    Scene::of(Config::preset("duet").unwrap())
}

const LOST: Outcome = Outcome::won_by(SeatSet::EMPTY, Reason::Completed);

#[test]
fn a_partner_guesses_by_the_others_key() {
    let mut scene = duet();
    let keys = |viewer| scene.game.view(viewer).keys.iter().map(Option::is_some).collect::<Vec<_>>();
    assert_eq!(keys(Viewer::Seat(Seat(0))), [true, false]);
    assert_eq!(keys(Viewer::Seat(Seat(1))), [false, true]);
    assert_eq!(keys(Viewer::Spectator), [false, false]);
    scene.hint(0, 2);
    assert_eq!(scene.game.awaiting(), SeatSet::only(Seat(1)));
    for card in 0..5 {
        scene.reveal(Seat(1), card);
    }
    assert!(matches!(scene.game.phase, Phase::TeamTurn { guesses: 5, .. }), "there is no limit");
    scene.reveal(Seat(1), 10);
    assert_eq!((scene.turn(), scene.game.turns_left()), (Some(Side::BLUE), 8));
    assert_eq!(scene.act(1, Action::Reveal { card: Place(10) }), Err(Illegal::NotPlayersTurn));
    scene.hint(1, 1);
    scene.reveal(Seat(0), 10);
    assert_eq!(scene.game.face(Place(10)).shown, Some(Kind::Green), "innocent to one, green to the other");
}

#[test]
fn an_assassin_on_the_partners_key_loses() {
    let mut scene = duet();
    scene.hint(0, 1);
    scene.reveal(Seat(1), 9);
    assert_eq!(scene.game.outcome(), Some(LOST));
}

#[test]
fn all_fifteen_words_win() {
    let mut scene = duet();
    scene.hint(0, 9);
    (0..9).for_each(|card| scene.reveal(Seat(1), card));
    assert_eq!(scene.turn(), Some(Side::BLUE), "nothing is left to find on this key");
    scene.hint(1, 6);
    (9..14).for_each(|card| scene.reveal(Seat(0), card));
    scene.act(0, Action::EndTurn).unwrap();
    assert_eq!(scene.turn(), Some(Side::BLUE), "the first player has nothing to hint at");
    scene.hint(1, 1);
    scene.reveal(Seat(0), 14);
    assert_eq!(scene.game.outcome(), Some(Outcome::won_by(SeatSet::all(2), Reason::Completed)));
    assert_eq!(scene.game.score(Seat(0)), 15);
}

#[test]
fn after_nine_turns_a_wrong_guess_loses() {
    let mut scene = duet();
    for turn in 0..9 {
        let hinter = turn % 2;
        scene.hint(hinter, 1);
        // Cards that are innocent to both.
        scene.reveal(Seat(1 - hinter), 18 + turn / 2);
    }
    assert_eq!(scene.game.phase, Phase::SuddenDeath { guessers: SeatSet::all(2) });
    assert_eq!(scene.game.awaiting(), SeatSet::all(2));
    assert_eq!(scene.act(0, Action::EndTurn), Err(Illegal::MustGuessOnce));
    scene.reveal(Seat(0), 9);
    scene.reveal(Seat(1), 0);
    assert_eq!(scene.game.outcome(), None);
    scene.reveal(Seat(1), 24);
    assert_eq!(scene.game.outcome(), Some(LOST));
}

#[test]
fn partners_who_do_nothing_have_lost_and_are_told_so() {
    let mut scene = Scene::of(Config { turn_seconds: Some(30), ..Config::preset("duet").unwrap() });
    for _ in 0..crate::play::IDLE_TURNS {
        assert_eq!(scene.game.outcome(), None);
        let due = scene.game.next_wake().unwrap();
        scene.heard.clear();
        scene.game.wake(due, &FastDice(1), &mut scene.heard);
    }
    assert_eq!(scene.game.outcome(), Some(LOST));
    let (_, last) = scene.heard.last().unwrap();
    assert_eq!(Codenames::event_text(scene.game.config(), last, &[]), "The partners have lost.");
}

/// Either hears of the other's marks and knows a key: a mark would tell the partner which cards are green.
#[test]
fn only_the_partner_who_guesses_marks_cards() {
    let mark = |scene: &mut Scene, seat| scene.act(seat, Action::Tag { card: Place(0), on: true });
    let mut scene = duet();
    for seat in [0, 1] {
        assert_eq!(mark(&mut scene, seat), Err(Illegal::NotPlayersTurn));
    }
    scene.hint(0, 2);
    assert_eq!(mark(&mut scene, 0), Err(Illegal::NotPlayersTurn));
    assert_eq!(mark(&mut scene, 1), Ok(()));
    scene.game.begin_sudden_death(scene.now, &mut ());
    assert_eq!(scene.act(0, Action::Tag { card: Place(1), on: true }), Err(Illegal::NotPlayersTurn));
}

#[test]
fn a_card_that_was_innocent_is_not_guessed_twice_by_the_same() {
    let mut scene = duet();
    scene.hint(0, 1);
    scene.reveal(Seat(1), 20);
    scene.hint(1, 1);
    scene.reveal(Seat(0), 20);
    scene.hint(0, 1);
    assert_eq!(scene.act(1, Action::Reveal { card: Place(20) }), Err(Illegal::AlreadyRevealed));
}

#[test]
fn a_duet_needs_both() {
    let mut scene = duet();
    scene.game.leave(scene.now, Seat(1), &FastDice(1), &mut ());
    assert_eq!(scene.game.outcome(), Some(Outcome::won_by(SeatSet::EMPTY, Reason::Abandoned(Seat(1)))));
}
