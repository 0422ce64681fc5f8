//! One running match.

use super::{HIDE, preset};
use parlor_kernel::{Code, Digest, FastDice, Game, Key, KeyedDice, Reason, Rejected, Seat, SeatSet, Table, Tick};
use parlor_testkit::toy::{Action, Call, Event, Illegal, Pebbles};

fn table(name: &str) -> Table<Pebbles, FastDice> {
    Table::new(preset(name), FastDice(1))
}

#[test]
fn refuse_with_codes_and_change_nothing() {
    let mut table = table("duel");
    let before = Digest::of(table.game());
    let mut act = |seat, action| table.act(Tick(5), Seat(seat), action, &mut ()).unwrap_err();
    assert_eq!(act(2, HIDE), Rejected::NoSuchSeat);
    assert_eq!(act(2, HIDE).code(), "no_such_seat");
    assert_eq!(act(0, Action::Guess { total: 1 }), Rejected::Rule(Illegal::StillHiding));
    let error = act(0, Action::Hide { pebbles: 4 });
    assert_eq!((error.code(), &*error.to_string()), ("too_many_pebbles", "A fist holds at most 3 pebbles."));
    assert_eq!((Digest::of(table.game()), table.now()), (before, Tick(5)));
}

#[test]
fn are_closed_when_the_match_is_over() {
    let mut table = table("duel");
    assert_eq!(table.leave(Tick(1), Seat(2), &mut ()), Err(Rejected::NoSuchSeat));
    table.leave(Tick(1), Seat(0), &mut ()).unwrap();
    let outcome = table.game().outcome().unwrap();
    assert_eq!((outcome.winners(), outcome.reason), (SeatSet::only(Seat(1)), Reason::Abandoned(Seat(0))));
    let refused = table.act(Tick(2), Seat(1), HIDE, &mut ()).unwrap_err();
    assert_eq!((&refused, refused.code()), (&Rejected::Over, "game_already_over"));
    assert_eq!(table.leave(Tick(2), Seat(1), &mut ()), Err(Rejected::Over));
}

#[test]
fn wake_the_game_whenever_it_asked_to() {
    let mut table = table("party");
    let mut heard = Vec::new();
    table.advance(Tick(9_999), &mut heard);
    assert!(heard.is_empty());
    // Fists at 10 s, then a missed turn at 20 s.
    table.advance(Tick(20_000), &mut heard);
    let passes = heard.iter().filter(|(_, event)| matches!(event, Event::Called { call: Call::Pass, .. }));
    assert_eq!(passes.count(), 1);
    assert_eq!(table.game().next_wake(), Some(Tick(30_000)));
    // Time never runs backwards.
    table.advance(Tick(3), &mut heard);
    assert_eq!(table.now(), Tick(20_000));
}

#[test]
fn let_the_clock_run_before_an_action() {
    let mut table = table("party");
    let mut heard = Vec::new();
    let late = table.act(Tick(10_000), Seat(0), HIDE, &mut heard);
    assert_eq!(late, Err(Rejected::Rule(Illegal::AlreadyHidden)));
    assert!(!heard.is_empty(), "a refused action does not swallow what the clock did");
}

#[test]
fn play_by_their_key() {
    let play = |key| {
        let mut table = Table::<Pebbles, _>::new(preset("party"), KeyedDice::new(Key([key; 32])));
        table.advance(Tick(10_000), &mut ());
        Digest::of(table.game())
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}
