//! The Super Rotation System and its T-spins, against what is published about them.

use crate::published::{I, JLSTZ, facing};
use parlor_tetris::{
    Board, Facing, Moves, Piece, Placement, ScoreRule, Spin, SpinRule, Turn,
    kicks::{KICKS, kicks},
    scoring::Clear,
};

/// Every row of the tables for every piece it is about.
fn rows() -> impl Iterator<Item = (Piece, Facing, Turn, [(i8, i8); KICKS])> {
    let short = [Piece::J, Piece::L, Piece::S, Piece::T, Piece::Z].map(|piece| (piece, JLSTZ));
    short.into_iter().chain([(Piece::I, I)]).flat_map(|(piece, table)| {
        table.map(|(from, to, tests)| {
            let (from, to) = (facing(from), facing(to));
            let turn = if from.turned(Turn::Right) == to { Turn::Right } else { Turn::Left };
            (piece, from, turn, tests)
        })
    })
}

#[test]
fn kicks_are_as_published() {
    for (piece, from, turn, tests) in rows() {
        assert_eq!(kicks(piece, from, turn), tests, "{piece} from {from:?} {turn:?}");
    }
    assert_eq!(kicks(Piece::O, Facing::North, Turn::Left), [(0, 0); KICKS]);
}

/// Walls off every kick before the one in question, and the piece takes that one.
#[test]
fn a_turn_takes_the_first_kick_that_fits() {
    let mut taken = 0;
    for (piece, from, turn, tests) in rows() {
        let start = Placement { piece, facing: from, x: 5, y: 8 };
        for (kick, (dx, dy)) in tests.into_iter().enumerate() {
            let end = Placement { facing: from.turned(turn), ..start.moved(dx, dy) };
            let mut board = Board::EMPTY;
            let mut rows = vec![['.'; 10]; 16];
            for (dx, dy) in &tests[..kick] {
                let tried = Placement { facing: end.facing, ..start.moved(*dx, *dy) };
                let in_the_way =
                    tried.cells().into_iter().find(|cell| !start.cells().contains(cell) && !end.cells().contains(cell));
                // Some kicks are never reached: whatever stops an earlier one stops them, too.
                let Some((x, y)) = in_the_way else { continue };
                rows[15 - y as usize][x as usize] = '#';
                let drawn: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
                board = Board::drawn(&drawn.iter().map(String::as_str).collect::<Vec<_>>());
            }
            let blocked = tests[..kick]
                .iter()
                .all(|&(dx, dy)| !board.fits(Placement { facing: end.facing, ..start.moved(dx, dy) }));
            if blocked {
                assert_eq!(board.turned(start, turn), Some((end, kick as u8)), "{piece} from {from:?} {turn:?}");
                taken += 1;
            }
        }
        let full = Board::drawn(&["##########"; 24]);
        assert_eq!(full.turned(start, turn), None);
    }
    assert!(taken > 180, "only {taken} of 240 kicks could be tried");
}

/// A set-up: the board, where the T stands before its last turn, the turn, and what comes of it.
struct SetUp {
    name: &'static str,
    rows: &'static [&'static str],
    before: (Facing, i8, i8),
    turn: Turn,
    kick: u8,
    lines: u8,
    hope: Spin,
    guideline: Spin,
}

const SET_UPS: [SetUp; 9] = [
    SetUp {
        name: "T-spin double",
        rows: &["##...#####", "#...######", "##.#######"],
        before: (Facing::East, 2, 1),
        turn: Turn::Right,
        kick: 0,
        lines: 2,
        hope: Spin::Full,
        guideline: Spin::Full,
    },
    SetUp {
        name: "T-spin single",
        rows: &["##...#####", "#...##.###", "##.#######"],
        before: (Facing::West, 2, 1),
        turn: Turn::Left,
        kick: 0,
        lines: 1,
        hope: Spin::Full,
        guideline: Spin::Full,
    },
    SetUp {
        name: "T-spin triple, by the fifth kick",
        rows: &["##........", "#.........", "#.########", "#..#######", "#.########"],
        before: (Facing::North, 2, 3),
        turn: Turn::Right,
        kick: 4,
        lines: 3,
        hope: Spin::Full,
        guideline: Spin::Full,
    },
    SetUp {
        name: "T-spin triple, mirrored",
        rows: &["........##", ".........#", "########.#", "#######..#", "########.#"],
        before: (Facing::North, 7, 3),
        turn: Turn::Left,
        kick: 4,
        lines: 3,
        hope: Spin::Full,
        guideline: Spin::Full,
    },
    SetUp {
        name: "fin: one front corner, but the fifth kick",
        rows: &["##........", "#.........", "#.########", "#..#######", "#..#######"],
        before: (Facing::North, 2, 3),
        turn: Turn::Right,
        kick: 4,
        lines: 2,
        hope: Spin::Full,
        guideline: Spin::Full,
    },
    SetUp {
        name: "neo: one front corner, by the fourth kick",
        rows: &["##........", "..........", "#..#######", "#..#######", "#.########"],
        before: (Facing::South, 1, 3),
        turn: Turn::Left,
        kick: 3,
        lines: 2,
        hope: Spin::Full,
        guideline: Spin::Mini,
    },
    SetUp {
        name: "mini single under a ledge, by the third kick",
        rows: &["#..#......", "...#######"],
        before: (Facing::West, 2, 1),
        turn: Turn::Right,
        kick: 2,
        lines: 1,
        hope: Spin::Full,
        guideline: Spin::Mini,
    },
    SetUp {
        name: "two corners without a kick",
        rows: &["#.########"],
        before: (Facing::North, 1, 1),
        turn: Turn::Right,
        kick: 0,
        lines: 1,
        hope: Spin::Mini,
        guideline: Spin::None,
    },
    SetUp {
        name: "two corners, one of them in front, kicked",
        rows: &["#.########"],
        before: (Facing::North, 2, 1),
        turn: Turn::Right,
        kick: 1,
        lines: 1,
        hope: Spin::None,
        guideline: Spin::None,
    },
];

#[test]
fn t_spins_are_judged_as_ruled() {
    for set_up in SET_UPS {
        let SetUp { name, rows, before: (facing, x, y), turn, kick, lines, hope, guideline } = set_up;
        let mut board = Board::drawn(rows);
        let before = Placement { piece: Piece::T, facing, x, y };
        assert!(board.fits(before), "{name}: no room to begin with");
        let (after, kicked) = board.turned(before, turn).unwrap_or_else(|| panic!("{name}: it cannot turn"));
        assert_eq!(kicked, kick, "{name}");
        assert_eq!(SpinRule::Hope.judge(&board, after, Some(kicked)), hope, "{name}");
        assert_eq!(SpinRule::Guideline.judge(&board, after, Some(kicked)), guideline, "{name}");
        assert_eq!(SpinRule::Guideline.judge(&board, after, None), Spin::None, "{name}: a drop is no spin");
        let other = Placement { piece: Piece::J, ..after };
        assert_eq!(SpinRule::Hope.judge(&board, other, Some(kicked)), Spin::None, "{name}: only a T spins");
        for (rule, spin) in [(SpinRule::Hope, hope), (SpinRule::Guideline, guideline)] {
            // Another way may lead to the same place and be worth more.
            let listed = Moves::entering(&board, Piece::T, rule).list();
            assert!(listed.iter().any(|&(to, best)| to == after && best >= spin), "{name}: {rule:?} lists {listed:?}");
        }
        board.place(after);
        assert_eq!(board.clear_lines().count_ones(), u32::from(lines), "{name}");
    }
}

#[test]
fn two_corners_behind_are_a_mini_in_hope_whatever_the_kick() {
    let at_the_wall = Placement { piece: Piece::T, facing: Facing::East, x: 0, y: 1 };
    for kick in 0..KICKS as u8 {
        assert_eq!(SpinRule::Hope.judge(&Board::EMPTY, at_the_wall, Some(kick)), Spin::Mini);
        assert_eq!(SpinRule::Guideline.judge(&Board::EMPTY, at_the_wall, Some(kick)), Spin::None);
    }
}

#[test]
fn spins_are_worth_what_they_are_called() {
    let clear = |lines, spin| Clear { lines, spin, perfect: false };
    let attack = |lines, spin| ScoreRule::Guideline.attack(clear(lines, spin), Default::default());
    assert_eq!([attack(2, Spin::Full), attack(3, Spin::Full), attack(2, Spin::Mini)], [4, 6, 1]);
}

/// An upright I beside a wall kicks off it; a flat I on the floor climbs up, as far as the tables say.
#[test]
fn the_i_piece_kicks_off_walls_and_floor() {
    let turned = |facing, x, y, turn| Board::EMPTY.turned(Placement { piece: Piece::I, facing, x, y }, turn);
    let at = |facing, x, y, kick| Some((Placement { piece: Piece::I, facing, x, y }, kick));
    // Upright in the leftmost column.
    assert_eq!(turned(Facing::East, -1, 5, Turn::Right), at(Facing::South, 1, 5, 2));
    assert_eq!(turned(Facing::East, -1, 5, Turn::Left), at(Facing::North, 1, 5, 1));
    assert_eq!(turned(Facing::West, 0, 5, Turn::Right), at(Facing::North, 1, 5, 1));
    // Upright in the rightmost column.
    assert_eq!(turned(Facing::West, 9, 5, Turn::Right), at(Facing::North, 7, 5, 2));
    assert_eq!(turned(Facing::East, 8, 5, Turn::Left), at(Facing::North, 7, 5, 2));
    // Flat on the floor.
    assert_eq!(turned(Facing::North, 4, 0, Turn::Right), at(Facing::East, 5, 2, 4));
    assert_eq!(turned(Facing::North, 4, 0, Turn::Left), at(Facing::West, 3, 2, 3));
    assert_eq!(turned(Facing::South, 4, 1, Turn::Right), at(Facing::West, 6, 2, 3));
}
