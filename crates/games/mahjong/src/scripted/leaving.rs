//! Players who leave for good: the table goes on without them, whatever they have sealed.

use super::*;
use crate::{
    State,
    stage::{Passing, Step},
};
use parlor_kernel::Barrier;

/// All seats are about to offer a courtesy.
fn bidding() -> Script {
    let mut script = Script::house(["1C 2C 3C", "1B 2B 3B", "1D 2D 3D", "N E W"], EAST);
    script.game.stage = Stage::Bidding { sealed: Barrier::new(SEATS) };
    script
}

#[test]
fn a_courtesy_does_not_wait_for_a_player_who_left_after_bidding() {
    let mut script = bidding();
    script.play(&["1 bid 2"]).leave(SOUTH).play(&["0 bid 0", "2 bid 0", "3 bid 2"]);
    assert_eq!(script.view(NORTH).state, State::Courtesy);
    assert_eq!(script.game.awaiting(), parlor_kernel::SeatSet::only(NORTH));
    let given = script.game.hurried_pass(SOUTH, 2);
    script.play(&["3 pass N W"]);
    assert!(script.view(NORTH).hand.has_all(&given), "the first tiles are passed");
    assert_eq!(script.chooses(), Some(EAST));
}

#[test]
fn a_courtesy_between_players_who_left_is_exchanged_at_once() {
    let mut script = bidding();
    script.play(&["1 bid 2", "3 bid 1"]).leave(SOUTH).leave(NORTH).play(&["0 bid 0", "2 bid 0"]);
    assert_eq!(script.chooses(), Some(EAST));
    assert_eq!((script.game.held(SOUTH).rack.len(), script.game.held(NORTH).rack.len()), (13, 13));
}

#[test]
fn a_claim_is_void_once_its_player_has_left() {
    for claim in ["1 call 3 2", "1 mahjong"] {
        let waiting = "1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B J J";
        let mut script = Script::house(["5B", waiting, "", ""], EAST);
        script.play(&["0 discard 5B", claim]).leave(SOUTH).decline();
        assert_eq!((script.chooses(), script.winner()), (Some(WEST), None), "{claim}");
    }
}

#[test]
fn the_next_claim_counts_once_the_player_of_the_first_has_left() {
    let mut script = Script::house(["5B", "J J", "", "5B 5B"], EAST);
    script.play(&["0 discard 5B", "1 call 3 2", "3 call 3 0"]).leave(SOUTH).decline();
    assert_eq!(script.chooses(), Some(NORTH));
}

#[test]
fn a_hand_that_was_dealt_complete_does_not_win_once_its_player_has_left() {
    let mut script = Script::house([RUN, "", "", ""], EAST);
    script.game.stage = Stage::Charleston { step: Step::FIRST, sealed: Barrier::<Passing>::new(SEATS) };
    let given = script.game.hurried_pass(EAST, 3);
    script.play(&["0 mahjong"]).leave(EAST);
    for seat in [SOUTH, WEST, NORTH] {
        let tiles = script.game.hurried_pass(seat, 3);
        script.game.act(script.now, seat, Action::Pass { tiles }, &DICE, &mut script.heard);
    }
    assert_eq!((script.winner(), script.view(SOUTH).state), (None, State::Charleston1));
    assert!(script.view(SOUTH).hand.has_all(&given), "the first tiles are passed");
}

#[test]
fn an_absent_east_is_skipped_where_there_is_no_charleston() {
    let config = Config { charleston: false, ..Config::default() };
    let mut game = Mahjong::new(&config.rules().unwrap(), &DICE);
    game.leave(Tick(0), EAST, &DICE, &mut ());
    for seat in [SOUTH, WEST, NORTH] {
        game.act(Tick(0), seat, Action::Ready, &DICE, &mut ());
    }
    let view = game.view(Viewer::Seat(SOUTH));
    assert_eq!((view.east, view.turn, view.hand.len()), (EAST, Some(SOUTH), 14), "South draws and opens");
}
