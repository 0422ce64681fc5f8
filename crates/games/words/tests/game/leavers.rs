//! Players who give up or leave a table of three or four, and what that means for those who play on.

use crate::endings::{Match, act, open, places, refused, scores, word};

use parlor_kernel::{Outcome, Seat, Tick};
use parlor_words::{Action, Challenge};

fn leaves(table: &mut Match, seat: u8) {
    table.leave(Tick(0), Seat(seat), &mut ()).unwrap();
}

fn outcome(table: &Match) -> Option<Outcome> {
    table.outcome()
}

/// Three players, so many tiles, and a play that may be challenged.
fn open_play(tiles: usize, letter: &str, play: &str) -> Match {
    let mut table = open(tiles, "days", |config| {
        config.seats = 3;
        config.bag = letter.repeat(tiles).parse().unwrap();
        config.challenge = Challenge::Double;
    });
    act(&mut table, word(play));
    assert_eq!(table.game().common().turn, Some(Seat(1)));
    table
}

#[test]
fn passes_of_players_who_left_do_not_count() {
    let passed_twice = || {
        let mut table = open(40, "days", |config| config.seats = 3);
        act(&mut table, word("8H AA"));
        act(&mut table, Action::Pass);
        act(&mut table, Action::Pass);
        table
    };
    let mut table = passed_twice();
    leaves(&mut table, 1);
    assert_eq!((outcome(&table), table.game().common().turn), (None, Some(Seat(0))), "the first has yet to pass");
    assert_eq!(table.game().common().passes, 1);
    act(&mut table, Action::Pass);
    assert_eq!(places(&table), [Some(1), Some(3), Some(2)], "now all who play have passed");
    let mut table = passed_twice();
    leaves(&mut table, 0);
    assert_eq!(places(&table), [Some(3), Some(1), Some(1)], "and here all who play had passed already");
}

#[test]
fn a_play_stays_open_when_a_third_player_leaves() {
    let mut table = open_play(35, "A", "8H AAA");
    leaves(&mut table, 2);
    assert!(table.game().common().open && table.game().common().turn == Some(Seat(1)));
    act(&mut table, Action::Challenge);
    assert_eq!((scores(&table)[0], table.game().common().hands.clone()), (0, vec![7, 7, 0]), "it is taken back");
}

#[test]
fn a_play_stands_when_its_player_or_the_next_one_leaves() {
    for leaver in [0, 1] {
        let mut table = open_play(35, "A", "8H AAA");
        leaves(&mut table, leaver);
        assert!(!table.game().common().open && !table.game().common().board.is_empty());
        assert_eq!(table.game().common().turn, Some(Seat(if leaver == 0 { 1 } else { 2 })));
        assert_eq!(table.game().common().hands[0], if leaver == 0 { 0 } else { 7 });
        assert_eq!(refused(&mut table, Action::Challenge), "nothing_to_challenge");
    }
}

#[test]
fn the_last_tiles_end_the_match_and_the_leaver_ranks_last() {
    for (leaver, ranks) in [(0, [Some(3), Some(1), Some(1)]), (1, [Some(1), Some(3), Some(2)])] {
        let mut table = open_play(21, "A", "8H AAAAAAA");
        leaves(&mut table, leaver);
        assert_eq!((scores(&table), places(&table)), (vec![66 + 14, -7, -7], ranks.to_vec()));
    }
}

#[test]
fn the_last_tiles_can_be_accepted_or_challenged_when_a_third_player_has_left() {
    let mut table = open_play(21, "A", "8H AAAAAAA");
    leaves(&mut table, 2);
    assert_eq!((outcome(&table), refused(&mut table, word("9H AA"))), (None, "last_tiles_laid"));
    act(&mut table, Action::Pass);
    assert_eq!((scores(&table), places(&table)), (vec![66 + 14, -7, -7], vec![Some(1), Some(2), Some(3)]));

    let mut wrong = open_play(21, "B", "8H BBBBBBB");
    leaves(&mut wrong, 2);
    act(&mut wrong, Action::Challenge);
    let common = wrong.game().common();
    assert_eq!((common.outcome, common.bag, common.hands.clone()), (None, 7, vec![7, 7, 0]), "the match goes on");
    assert_eq!(wrong.game().all_tiles().len(), 21);
}
