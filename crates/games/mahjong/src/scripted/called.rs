//! A discard that is called for a group and completes the hand: the discarder pays for it, as for one that is claimed for
//! mahjong.

use super::*;
use crate::Winner;
use parlor_kernel::SeatSet;

/// North discards a five, which South calls with two jokers.
fn called(held: &str) -> Script {
    let mut script = Script::house(["", held, "5B 5B 1C", "5B"], NORTH);
    script.play(&["3 discard 5B", "0 decline", "2 decline", "1 call 3 2"]);
    script
}

/// All of C1 in Bams but the fives, two of which are jokers.
const WAITING: &str = "1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B J J";

fn winner(script: &Script) -> Winner {
    script.game.settlement.as_ref().unwrap().winner.clone().unwrap()
}

#[test]
fn the_discarder_of_a_called_tile_pays_for_the_hand_that_it_completes() {
    let mut script = called(WAITING);
    script.play(&["1 mahjong"]);
    assert_eq!((winner(&script).seat, winner(&script).from), (SOUTH, Some(NORTH)));
    assert_eq!(script.game.ledger, [-25, 100, -25, -50]);
    assert_eq!(script.game.tiles(), Rack::full(false), "no other discard is taken");
}

/// By views that are told of it and not made anew.
#[test]
fn no_discard_leaves_the_table_when_a_called_one_wins() {
    // East's discard is still on the table when North's is called.
    let mut script = Script::house(["9C", WAITING, "", "5B"], EAST);
    script.play(&["0 discard 9C"]).decline();
    for seat in [SOUTH, WEST] {
        let drawn = script.view(seat).drawn.unwrap();
        script.play(&[&format!("{} discard {drawn}", seat.0)]).decline();
    }
    let viewers: Vec<Viewer> = Seat::all(SEATS).map(Viewer::Seat).chain([Viewer::Spectator]).collect();
    let mut views: Vec<_> = viewers.iter().map(|viewer| script.game.view(*viewer)).collect();
    script.heard.clear();
    script.play(&["3 discard 5B", "0 decline", "2 decline", "1 call 3 2", "1 mahjong"]);
    for (viewer, view) in viewers.iter().zip(&mut views) {
        let heard = script.heard.iter().filter(|(audience, _)| audience.includes(*viewer));
        heard.for_each(|(_, event)| Mahjong::fold(view, event));
        assert_eq!(*view, script.game.view(*viewer), "{viewer:?}");
    }
    assert_eq!((views[0].discards.len(), script.game.tiles()), (3, Rack::full(false)));
}

#[test]
fn a_correction_that_completes_the_hand_changes_nothing_of_who_pays() {
    let mut script = called("1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 5B J J");
    assert_eq!(script.refusal(SOUTH, "mahjong"), Illegal::NotMahjong);
    script.play(&["1 regroup 3 1", "1 mahjong"]);
    assert_eq!(script.game.ledger, [-25, 100, -25, -50]);
}

#[test]
fn an_exchange_that_completes_the_hand_after_a_call_is_a_pick() {
    // South calls a five, and misses one tile, for which a joker out of West's group will stand.
    let mut script = Script::house(["6D", "1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 6D J J", "6D J J", "5B"], EAST);
    script.play(&["0 discard 6D", "1 decline", "3 decline", "2 call 3 2"]);
    let spare = script.game.held(WEST).rack.tiles().find(|spare| *spare != tile("6D")).unwrap();
    script.play(&[&format!("2 discard {spare}")]).decline();
    script.play(&["3 discard 5B", "0 decline", "2 decline", "1 call 3 2"]);
    assert_eq!(script.refusal(SOUTH, "mahjong"), Illegal::NotMahjong);
    script.play(&["1 exchange 3 1", "1 mahjong"]);
    assert_eq!((winner(&script).from, script.game.ledger), (None, [-50, 150, -50, -50]));
}

#[test]
fn an_exchange_makes_no_pick_of_a_hand_that_the_call_completed() {
    let mut script = Script::house(["4B 4B", "1B 1B 2B 2B 2B 3B 3B 3B 4B 4B J J J", "", "5B"], NORTH);
    // East has laid open fours with a joker, for which South has a four.
    let east = script.game.held_mut(EAST);
    east.rack.remove(tile("4B"));
    east.exposures = vec![crate::Exposure { tile: tile("4B"), size: 3, jokers: 2 }];
    script.play(&["3 discard 5B", "0 decline", "2 decline", "1 call 3 2", "1 exchange 1 1", "1 mahjong"]);
    assert_eq!((winner(&script).seat, winner(&script).from), (SOUTH, Some(NORTH)));
    assert_eq!(script.game.ledger, [-25, 100, -25, -50]);
}

#[test]
fn the_clock_declares_a_called_hand_for_the_same_payment() {
    let config = Config { turn_seconds: Some(30), ..Config::default() };
    let mut script = Script::new(config, ["G", "", "", ""], EAST);
    let laid = |text: &str, size| crate::Exposure { tile: tile(text), size, jokers: 0 };
    let south = script.game.held_mut(SOUTH);
    (south.rack, south.exposures) = (Rack::EMPTY, vec![laid("E", 3), laid("W", 3), laid("R", 4)]);
    south.rack.add_many(tile("G"), 3);
    script.play(&["0 discard G", "2 decline", "3 decline", "1 call 4 0"]).time_out();
    assert_eq!((winner(&script).from, script.game.ledger.iter().sum::<i32>()), (Some(EAST), 0));
    assert_eq!(script.game.ledger[0], 2 * script.game.ledger[2], "{:?}", script.game.ledger);
    assert_eq!(script.game.awaiting(), SeatSet::EMPTY);
}
