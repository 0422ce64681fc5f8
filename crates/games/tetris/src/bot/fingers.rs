//! From where a piece is to where it should be: which key to press next.

use crate::{
    board::Board,
    handling::Key,
    piece::{Placement, Turn},
    spin::{Spin, SpinRule},
};

/// What to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// Press this key once.
    Tap(Key),
    /// Let it fall by a row.
    Wait,
}

/// The first thing to do on a shortest way to `target`, as the spin that was promised. Soft drop is taken to go all the
/// way down at once. `None` if there is no way any more.
pub(crate) fn next_key(
    board: &Board,
    from: (Placement, Option<u8>),
    target: (Placement, Spin),
    rule: SpinRule,
) -> Option<Next> {
    let (start, kick) = from;
    let arrives = |at: Placement, kick: Option<u8>| {
        at.footprint() == target.0.footprint() && (target.1 == Spin::None || rule.judge(board, at, kick) >= target.1)
    };
    if arrives(start, kick) || (target.1 == Spin::None && lands_on(board, start, target.0)) {
        return Some(Next::Tap(Key::Hard));
    }
    // Each place with the first step of the way there; a queue that is never cut.
    let mut ways: Vec<(Placement, Next)> = Vec::with_capacity(128);
    let mut seen = vec![start];
    let mut at = 0;
    loop {
        let (here, first) = match at {
            0 => (start, None),
            _ => ways.get(at - 1).map(|&(here, first)| (here, Some(first)))?,
        };
        at += 1;
        for (step, there, kick) in steps(board, here) {
            let first = first.unwrap_or(step);
            if arrives(there, kick) || (target.1 == Spin::None && lands_on(board, there, target.0)) {
                return Some(first);
            }
            if !seen.contains(&there) {
                seen.push(there);
                ways.push((there, first));
            }
        }
    }
}

fn lands_on(board: &Board, from: Placement, target: Placement) -> bool {
    from.moved(0, -board.drop_height(from)).footprint() == target.footprint()
}

/// Every step from a place: the key, where it leads, and the kick if it is a turn.
fn steps(board: &Board, here: Placement) -> impl Iterator<Item = (Next, Placement, Option<u8>)> {
    let turned = |key, turn| board.turned(here, turn).map(|(there, kick)| (Next::Tap(key), there, Some(kick)));
    let moved = |next, dx, dy| Some((next, here.moved(dx, dy), None)).filter(|&(_, there, _)| board.fits(there));
    let ground = here.moved(0, -board.drop_height(here));
    [
        moved(Next::Tap(Key::Left), -1, 0),
        moved(Next::Tap(Key::Right), 1, 0),
        turned(Key::TurnRight, Turn::Right),
        turned(Key::TurnLeft, Turn::Left),
        (ground != here).then_some((Next::Tap(Key::Soft), ground, None)),
        moved(Next::Wait, 0, -1),
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Moves, Piece};

    /// Following the keys leads to every placement that there is, with its spin.
    #[test]
    fn keys_lead_everywhere() {
        let boards = [
            Board::EMPTY,
            Board::drawn(&["##..######", "#...######", "##.#######"]),
            Board::drawn(&["##........", "#.........", "#.########", "#..#######", "#.########"]),
            Board::drawn(&["....######", "##......##", "#####..###"]),
        ];
        for (board, piece) in boards.iter().flat_map(|board| Piece::ALL.map(|piece| (board, piece))) {
            for target in Moves::entering(board, piece, SpinRule::Guideline).list() {
                let mut here = (Placement::entering(piece), None);
                for presses in 0.. {
                    assert!(presses < 60, "{piece} never gets to {target:?}");
                    let next = next_key(board, here, target, SpinRule::Guideline).expect("there is a way");
                    let down = board.drop_height(here.0);
                    here = match next {
                        Next::Tap(Key::Hard) if down > 0 => (here.0.moved(0, -down), None),
                        Next::Tap(Key::Hard) => here,
                        next => {
                            let (_, there, kick) = steps(board, here.0).find(|step| step.0 == next).expect("a step");
                            (there, kick)
                        }
                    };
                    if next == Next::Tap(Key::Hard) {
                        break;
                    }
                }
                assert_eq!(here.0.footprint(), target.0.footprint());
                assert!(SpinRule::Guideline.judge(board, here.0, here.1) >= target.1);
            }
        }
    }
}
