//! How good the bots are. Seeds are fixed, so the figures are too; `cargo bench --bench bots` has finer ones.

use crate::arena::{attacks, classic, mean};

#[test]
fn each_level_needs_fewer_shots_than_the_one_before() {
    let [random, easy, medium, hard] =
        ["random", "easy", "medium", "hard"].map(|level| mean(&attacks(&classic(), level, 300, 1)));
    assert!(easy < random && medium < easy, "{random} {easy} {medium}");
    // Three standard errors above the mean of many matches.
    assert!(hard <= 45.5, "{hard}");
}
