//! Players who give up or leave a table of three or four, and what that means for those who play on.

use crate::endings::{Match, act, open, places, word};

use parlor_kernel::{Outcome, Seat, Tick};
use parlor_words::Action;

fn leaves(table: &mut Match, seat: u8) {
    table.leave(Tick(0), Seat(seat), &mut ()).unwrap();
}

fn outcome(table: &Match) -> Option<Outcome> {
    table.outcome()
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
