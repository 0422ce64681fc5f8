//! Move generation as anyone would write it first: one placement at a time, from the published shapes, kicks and rules. It
//! shares nothing with the engine but the names of things and the stack.

use crate::published::{I, JLSTZ, facing};
use parlor_tetris::{
    Board, Facing, Piece, Placement, Spin, SpinRule,
    board::{ROWS, WIDTH},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

/// The cells of a placement, in a fixed order.
pub type Footprint = [(i8, i8); 4];

/// The published boxes of a piece, as it enters and after each turn to the right. Its centre is the second cell of the
/// second row.
const fn boxes(piece: Piece) -> [&'static str; 4] {
    match piece {
        Piece::I => ["..../####/..../....", "..#./..#./..#./..#.", "..../..../####/....", ".#../.#../.#../.#.."],
        Piece::O => [".##./.##./....", ".##./.##./....", ".##./.##./....", ".##./.##./...."],
        Piece::T => [".#./###/...", ".#./.##/.#.", ".../###/.#.", ".#./##./.#."],
        Piece::S => [".##/##./...", ".#./.##/..#", ".../.##/##.", "#../##./.#."],
        Piece::Z => ["##./.##/...", "..#/.##/.#.", ".../##./.##", ".#./##./#.."],
        Piece::J => ["#../###/...", ".##/.#./.#.", ".../###/..#", ".#./.#./##."],
        Piece::L => ["..#/###/...", ".#./.#./.##", ".../###/#..", "##./.#./.#."],
    }
}

/// The cells of every piece around its centre, by facing.
static SHAPES: LazyLock<[[Footprint; 4]; 7]> = LazyLock::new(|| Piece::ALL.map(|piece| boxes(piece).map(shape)));

fn shape(drawn: &str) -> Footprint {
    let rows = drawn.split('/').zip(0..);
    let all = rows.flat_map(|(row, down)| row.bytes().zip(0..).map(move |(cell, right)| (cell, right - 1, 1 - down)));
    let mut cells: Vec<(i8, i8)> = all.filter(|&(cell, ..)| cell == b'#').map(|(_, x, y)| (x, y)).collect();
    cells.sort_unstable();
    cells.try_into().expect("a piece has four cells")
}

fn cells(Placement { piece, facing, x, y }: Placement) -> Footprint {
    SHAPES[piece as usize][facing as usize].map(|(dx, dy)| (x + dx, y + dy))
}

/// Whether a cell is part of the stack, or outside: walls, floor and ceiling are solid.
fn solid(board: &Board, x: i8, y: i8) -> bool {
    !(0..WIDTH as i8).contains(&x) || !(0..ROWS as i8).contains(&y) || board.filled(x, y)
}

fn fits(board: &Board, placement: Placement) -> bool {
    cells(placement).iter().all(|&(x, y)| !solid(board, x, y))
}

/// Where a piece gets by turning, with the number of the kick that made it.
fn turned(board: &Board, here: Placement) -> Vec<(Placement, usize)> {
    let table = match here.piece {
        Piece::O => return Vec::new(),
        Piece::I => I,
        _ => JLSTZ,
    };
    let ways = table.into_iter().filter(|&(from, ..)| facing(from) == here.facing);
    let kicked = ways.filter_map(|(_, to, tests)| {
        let there = tests.map(|(dx, dy)| Placement { facing: facing(to), ..here.moved(dx, dy) });
        there.into_iter().zip(0..).find(|&(there, _)| fits(board, there))
    });
    kicked.collect()
}

/// What a T that a turn brought there counts as.
fn judge(board: &Board, Placement { piece, facing, x, y }: Placement, kick: usize, rule: SpinRule) -> Spin {
    if piece != Piece::T {
        return Spin::None;
    }
    let corner = |dx: i8, dy: i8| u32::from(solid(board, x + dx, y + dy));
    let [upper_left, upper_right, lower_left, lower_right] =
        [corner(-1, 1), corner(1, 1), corner(-1, -1), corner(1, -1)];
    let front = match facing {
        Facing::North => upper_left + upper_right,
        Facing::East => upper_right + lower_right,
        Facing::South => lower_left + lower_right,
        Facing::West => upper_left + lower_left,
    };
    let all = upper_left + upper_right + lower_left + lower_right;
    match (rule, all) {
        (SpinRule::Hope, 3 | 4) => Spin::Full,
        (SpinRule::Hope, 2) if front == 0 || kick == 0 => Spin::Mini,
        (SpinRule::Guideline, 3 | 4) if front == 2 || kick == 4 => Spin::Full,
        (SpinRule::Guideline, 3 | 4) => Spin::Mini,
        _ => Spin::None,
    }
}

/// Every way `start` can come to rest, by the cells it covers, with the best T-spin that leads there.
pub fn moves(board: &Board, start: Placement, rule: SpinRule) -> BTreeMap<Footprint, Spin> {
    let mut seen = BTreeSet::new();
    let mut todo = Vec::new();
    let mut resting: BTreeMap<Footprint, Spin> = BTreeMap::new();
    if fits(board, start) {
        todo.push(start);
    }
    while let Some(here) = todo.pop() {
        if !seen.insert(here) {
            continue;
        }
        let rests = |there: Placement| !fits(board, there.moved(0, -1));
        if rests(here) {
            resting.entry(cells(here)).or_default();
        }
        todo.extend([here.moved(-1, 0), here.moved(1, 0), here.moved(0, -1)].into_iter().filter(|&to| fits(board, to)));
        for (there, kick) in turned(board, here) {
            todo.push(there);
            if rests(there) {
                let best = resting.entry(cells(there)).or_default();
                *best = judge(board, there, kick, rule).max(*best);
            }
        }
    }
    resting
}

/// Every way a piece that enters can come to rest: from the middle, just above the twenty rows in sight.
pub fn entering(board: &Board, piece: Piece, rule: SpinRule) -> BTreeMap<Footprint, Spin> {
    moves(board, Placement { piece, facing: Facing::North, x: 4, y: 20 }, rule)
}
