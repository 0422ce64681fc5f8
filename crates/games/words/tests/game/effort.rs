//! However many blanks there are, a turn is not thought about without end: counted, not timed.

use crate::shelf;

use parlor_kernel::{Enumerate, FastDice, Game, GameConfig, Rng, Table, Tick, Viewer};
use parlor_words::{Config, Prospect, Words, moves::MOST_LOOKED_AT};
use std::sync::Arc;

#[test]
fn the_plays_looked_at_for_a_turn_are_bounded() {
    let rules = shelf::rules(Config::preset("classic").unwrap());
    let (mut with_two, mut with_four) = (0, 0);
    for seed in 0..2 {
        let mut table = Table::<Words, _>::new(Arc::clone(&rules), FastDice(seed));
        let mut rng = Rng::new(seed);
        for _ in 0..25 {
            let Some(seat) = table.game().awaiting().first() else { break };
            let mut view = table.game().view(Viewer::Seat(seat));
            let mut looked_at = |rack: &str| {
                view.racks[seat.index()] = Some(rack.parse().unwrap());
                let mut count = 0;
                Prospect::new(&rules, &view, None).each_play(|_| count += 1);
                count
            };
            (with_two, with_four) = (with_two.max(looked_at("AEINR??")), with_four.max(looked_at("????RST")));
            let action = table.game().sample(seat, &mut rng).unwrap();
            table.act(Tick(0), seat, action, &mut ()).unwrap();
        }
    }
    assert!(with_two > 10_000 && with_two < MOST_LOOKED_AT, "nothing is left out at the presets: {with_two}");
    assert_eq!(with_four, MOST_LOOKED_AT, "four blanks are too many to look at everything");
}
