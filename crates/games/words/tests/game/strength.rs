//! How good the bots are. Seeds are fixed, so the figures are too; `examples/strength.rs` has finer ones.

use crate::arena;

#[test]
fn each_level_beats_the_one_before_it() {
    for (one, other, games) in [("medium", "easy", 60), ("hard", "medium", 60)] {
        let met = arena::meet("hope", one, other, games, 1);
        assert!(met.percent(games) >= 62.0, "{one} beats {other} in {:.1} %", met.percent(games));
    }
}
