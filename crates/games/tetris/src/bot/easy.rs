//! HopeAddon's opponent: it thinks, errs, and drops straight down.

use super::let_go;
use crate::{
    Action, Key, Phase, Tetris, View,
    board::{Board, ROWS},
    piece::{Facing, Placement, Turn},
    well::{Active, Well},
};
use parlor_kernel::{Bot, Predict, Rng, Rules, Seat};

/// HopeAddon: it thinks for 0.3 to 0.8 s.
const THINKS: (u64, u64) = (18, 48);
/// HopeAddon: chance of a mistake, in percent.
const MISTAKES: u32 = 15;

pub(super) struct Easy;

impl Bot<Tetris> for Easy {
    fn choose(&mut self, _: &Rules<Tetris>, view: &View, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let well = view.position.well(seat);
        let active = well.active.filter(|_| view.position.phase == Phase::Playing)?;
        if let Some(release) = let_go(well) {
            return Some(release);
        }
        let age = view.position.played(view.position.clock) - active.since;
        let untouched = Placement { y: active.placement.y, ..Placement::entering(active.placement.piece) };
        if active.placement == untouched && still_thinks(age, rng) {
            return None;
        }
        Some(Action::Tap(key_toward(well, &active, target(well, &active))))
    }
}

/// Whether it goes on thinking. Asked again and again, it comes to an end at any time between the limits, each equally
/// likely.
fn still_thinks(age: u64, rng: &mut Rng) -> bool {
    let (least, most) = THINKS;
    let questions_left = most.saturating_sub(age) / Tetris::BOT_EVERY;
    age < least || (questions_left > 0 && rng.below(questions_left as u32 + 1) > 0)
}

/// Where it wants the piece. The same whenever it is asked about this piece.
fn target(well: &Well, active: &Active) -> Placement {
    slip(well, active, MISTAKES).unwrap_or_else(|| best(well, active))
}

fn best(well: &Well, active: &Active) -> Placement {
    let best = drops(&well.board, active.placement).max_by_key(|&(drop, order)| (value(&well.board, drop), order));
    best.map_or(active.placement, |(drop, _)| drop)
}

/// Where the piece goes by mistake, if a bot that errs with so many of a hundred pieces errs with this one. Seed: it is
/// turned as it should be, but ends a column or two off.
pub(super) fn slip(well: &Well, active: &Active, percent: u32) -> Option<Placement> {
    let mut whim = whim(well, active);
    if !whim.percent(percent) {
        return None;
    }
    let aim = Placement { y: active.placement.y, ..best(well, active) };
    // In an order of their own: a column that the piece has fallen past does not change the choice among the others.
    let mut offsets = [-2, -1, 1, 2];
    whim.shuffle(&mut offsets);
    let beside = offsets.map(|dx| aim.moved(dx, 0)).into_iter().find(|&there| well.board.fits(there))?;
    Some(beside.moved(0, -well.board.drop_height(beside)))
}

/// What decides about this piece alone. Nothing that it comes from changes while the piece falls.
fn whim(well: &Well, active: &Active) -> Rng {
    let Well { pieces, lines, .. } = *well;
    let piece = active.placement.piece as u64;
    Rng::new(active.since ^ u64::from(lines) << 24 ^ u64::from(pieces) << 40 ^ piece << 60)
}

/// Every place that turning, moving and dropping leads to, with a number that tells them apart.
fn drops(board: &Board, from: Placement) -> impl Iterator<Item = (Placement, u32)> {
    let facings =
        Facing::ALL.into_iter().flat_map(move |facing| (-1..10).map(move |x| Placement { facing, x, ..from }));
    let open = facings.filter(|&there| board.fits(there));
    open.map(|there| there.moved(0, -board.drop_height(there))).zip(0..)
}

/// HopeAddon: 1.5 for each line, −0.5 for the sum of heights, −4 for each hole, −0.3 for each step; in tenths.
fn value(board: &Board, drop: Placement) -> i32 {
    let mut board = *board;
    board.place(drop);
    let lines = board.clear_lines().count_ones() as i32;
    let heights = board.columns().map(|column| ROWS as i32 - (column | 1 << ROWS).trailing_zeros() as i32);
    let total: i32 = heights.iter().sum();
    let holes = total - board.cells() as i32;
    let steps: i32 = heights.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum();
    15 * lines - 5 * total - 40 * holes - 3 * steps
}

/// HopeAddon: first it turns, then it moves, then it drops. What is in the way is not its concern.
fn key_toward(well: &Well, active: &Active, target: Placement) -> Key {
    let here = active.placement;
    let can_turn = well.board.turned(here, Turn::Right).is_some();
    let can_move = |dx| well.board.fits(here.moved(dx, 0));
    if here.facing != target.facing && can_turn {
        Key::TurnRight
    } else if target.x < here.x && can_move(-1) {
        Key::Left
    } else if target.x > here.x && can_move(1) {
        Key::Right
    } else {
        Key::Hard
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Piece,
        script::{ADA, Script},
    };
    use parlor_arcade::PauseRules;
    use parlor_kernel::{Game, Viewer};

    fn alone(seed: u64) -> Script {
        let mut script = Script::new("hope", |config| (config.seats, config.pause) = (1, PauseRules::ALONE));
        script.draw(ADA, &[], Piece::ALL[seed as usize % 7]);
        script
    }

    /// The columns and the facing that a piece is meant for.
    fn meant(placement: Placement) -> (Facing, i8) {
        (placement.facing, placement.x)
    }

    /// Plays on until the next piece; gives back where the last one came to rest.
    fn lock(script: &mut Script, rng: &mut Rng) -> Placement {
        let pieces = script.well(ADA).pieces;
        loop {
            assert_eq!(script.game.outcome(), None);
            let view = script.game.view(Viewer::Seat(ADA));
            let here = script.well(ADA).active.expect("a piece is in play").placement;
            let action = Easy.choose(&Rules::plain(view.config.clone()), &view, ADA, rng);
            if let Some(action) = action {
                script.act(ADA, action).unwrap();
            }
            if script.well(ADA).pieces > pieces {
                script.pass(6);
                return here.moved(0, -view.position.well(ADA).board.drop_height(here));
            }
            script.pass(Tetris::BOT_EVERY);
        }
    }

    /// Seed: 15 %. Of 2,500 pieces that is 375, and three times the deviation to be expected is 54.
    #[test]
    fn it_errs_with_fifteen_of_a_hundred_pieces() {
        let mut rng = Rng::new(1);
        let (mut played, mut slips) = (0, [0; 5]);
        let mut script = alone(0);
        while played < 2_500 {
            // A high stack or a high level would be in the way of what it wants.
            if played % 20 == 0 {
                let well = &mut script.game.position.wells[0];
                (well.board, well.lines) = (Board::EMPTY, 0);
            }
            let (well, active) = (script.well(ADA), script.well(ADA).active.unwrap());
            let best = best(well, &active);
            let rest = lock(&mut script, &mut rng);
            assert_eq!(rest.facing, best.facing, "a mistake is a column off, not a turn");
            let off = usize::try_from(rest.x - best.x + 2).unwrap_or(usize::MAX);
            *slips.get_mut(off).unwrap_or_else(|| panic!("{best:?} became {rest:?}")) += 1;
            played += 1;
        }
        let [far_left, left, right_place, right, far_right] = slips;
        let erred = played - right_place;
        assert!((321..=429).contains(&erred), "{erred} of {played}");
        assert!([far_left, left, right, far_right].iter().all(|&slips| slips > 60), "{slips:?}");
    }

    #[test]
    fn it_does_not_change_its_mind_while_a_piece_falls() {
        for seed in 0..7 {
            let mut script = alone(seed);
            let at_first = [15, 50, 100]
                .map(|percent| slip(script.well(ADA), &script.well(ADA).active.unwrap(), percent).map(meant));
            // Rows of soft drop are points.
            script.act(ADA, Action::Press(Key::Soft)).unwrap();
            script.pass(30);
            script.act(ADA, Action::Release(Key::Soft)).unwrap();
            script.tap(ADA, Key::Left);
            script.tap(ADA, Key::TurnRight);
            assert!(script.well(ADA).score > 8);
            let later = [15, 50, 100]
                .map(|percent| slip(script.well(ADA), &script.well(ADA).active.unwrap(), percent).map(meant));
            assert_eq!(later, at_first);
            assert!(later[2].is_some());
        }
    }
}
