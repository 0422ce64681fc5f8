//! Counting positions: the oldest test of a move generator.

use parlor_kernel::{Dice, Playable, Seat, Tick};
use std::ops::ControlFlow;

/// What [`perft`] counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Perft {
    /// Ways to play exactly `depth` actions.
    pub nodes: u64,
    /// Ways to finish the game within `depth` actions.
    pub terminals: u64,
}

/// Counts the ways to play on from `game`, following the actions that `follow` says yes to.
///
/// Where several seats are awaited, the lowest moves first: sealed moves in another order are the same game. Where none
/// is, the clock moves the game, which costs no depth.
pub fn perft<G: Playable, D: Dice>(
    game: &G,
    dice: &D,
    depth: u32,
    mut follow: impl FnMut(&G, Seat, &G::Action) -> bool,
) -> Perft {
    let mut count = Perft::default();
    descend(game, Tick::ZERO, dice, depth, &mut follow, &mut count);
    count
}

fn descend<G: Playable, D: Dice>(
    game: &G,
    now: Tick,
    dice: &D,
    depth: u32,
    follow: &mut impl FnMut(&G, Seat, &G::Action) -> bool,
    count: &mut Perft,
) {
    let over = game.outcome().is_some();
    count.terminals += u64::from(over);
    if depth == 0 {
        count.nodes += 1;
        return;
    }
    if over {
        return;
    }
    let Some(seat) = game.awaiting().first() else {
        if let Some(due) = game.next_wake() {
            let mut next = game.clone();
            next.wake(due, dice, &mut ());
            descend(&next, due, dice, depth, follow, count);
        }
        return;
    };
    let _: ControlFlow<()> = game.each_legal(seat, |action| {
        if follow(game, seat, &action) {
            let mut next = game.clone();
            next.act(now, seat, action, dice, &mut ());
            descend(&next, now, dice, depth - 1, follow, count);
        }
        ControlFlow::Continue(())
    });
}
