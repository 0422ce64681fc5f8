//! HopeAddon's opponent: it thinks, errs, and drops straight down.

use super::let_go;
use crate::{
    Action, Config, Key, Phase, Tetris, View,
    board::{Board, ROWS},
    piece::{Facing, Placement, Turn},
    well::{Active, Well},
};
use parlor_kernel::{Bot, Game, Rng, Seat};

/// HopeAddon: it thinks for 0.3 to 0.8 s.
const THINKS: (u64, u64) = (18, 48);
/// HopeAddon: chance of a mistake, in percent.
const MISTAKES: u32 = 15;

pub(super) struct Easy;

impl Bot<Tetris> for Easy {
    fn choose(&mut self, _: &Config, view: &View, seat: Seat, rng: &mut Rng) -> Option<Action> {
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
    if errs(well, active, MISTAKES) { slip(well, active) } else { best(well, active) }
}

/// Whether a bot that errs in so many of a hundred cases errs with this piece.
pub(super) fn errs(well: &Well, active: &Active, percent: u32) -> bool {
    Rng::new(active.since ^ well.score << 20 ^ u64::from(well.pieces) << 40).percent(percent)
}

fn best(well: &Well, active: &Active) -> Placement {
    let best = drops(&well.board, active.placement).max_by_key(|&(drop, order)| (value(&well.board, drop), order));
    best.map_or(active.placement, |(drop, _)| drop)
}

/// Seed: a mistake is a column or two off. It still does what it can there.
pub(super) fn slip(well: &Well, active: &Active) -> Placement {
    let best = best(well, active);
    let beside = |drop: &Placement| (1..=2).contains(&(drop.x - best.x).abs());
    let slips = drops(&well.board, active.placement).map(|(drop, _)| drop).filter(beside);
    slips.max_by_key(|&slip| value(&well.board, slip)).unwrap_or(best)
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
