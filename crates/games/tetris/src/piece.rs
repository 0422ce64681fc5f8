//! The seven pieces, the four ways they can face, and where they enter.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A tetromino.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Piece {
    /// The long one.
    I,
    /// The square.
    O,
    /// The one that spins.
    T,
    /// A step up to the right.
    S,
    /// A step up to the left.
    Z,
    /// A hook on the left.
    J,
    /// A hook on the right.
    L,
}

impl Piece {
    /// Every piece once, in the order in which a bag is filled before it is shuffled.
    pub const ALL: [Self; 7] = [Self::I, Self::O, Self::T, Self::S, Self::Z, Self::J, Self::L];

    /// Its cells as (x right, y up) around the centre that it turns about.
    ///
    /// The centre of I and O lies on a corner of the grid; the cell to its upper left (I) or lower left (O) stands for it.
    pub const fn cells(self, facing: Facing) -> [(i8, i8); 4] {
        CELLS[self as usize][facing as usize]
    }

    /// The letter it is named after.
    pub const fn letter(self) -> char {
        match self {
            Self::I => 'I',
            Self::O => 'O',
            Self::T => 'T',
            Self::S => 'S',
            Self::Z => 'Z',
            Self::J => 'J',
            Self::L => 'L',
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Which way a piece faces; it enters facing north, flat side down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Facing {
    /// As it enters.
    #[default]
    North,
    /// One turn to the right.
    East,
    /// Upside down.
    South,
    /// One turn to the left.
    West,
}

impl Facing {
    /// All of them, each one turn to the right of the one before.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// After a turn.
    #[must_use]
    pub const fn turned(self, turn: Turn) -> Self {
        Self::ALL[(self as usize + turn.quarters()) % 4]
    }
}

/// A quarter turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// Clockwise.
    Right,
    /// Counter-clockwise.
    Left,
}

impl Turn {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Right, Self::Left];

    const fn quarters(self) -> usize {
        match self {
            Self::Right => 1,
            Self::Left => 3,
        }
    }
}

const CELLS: [[[(i8, i8); 4]; 4]; 7] = {
    let mut cells = [[[(0, 0); 4]; 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        cells[piece][0] = NORTH[piece];
        let mut facing = 1;
        while facing < 4 {
            let mut cell = 0;
            while cell < 4 {
                cells[piece][facing][cell] = turn_right(piece, cells[piece][facing - 1][cell]);
                cell += 1;
            }
            facing += 1;
        }
        piece += 1;
    }
    cells
};

const NORTH: [[(i8, i8); 4]; 7] = [
    [(-1, 0), (0, 0), (1, 0), (2, 0)],
    [(0, 0), (1, 0), (0, 1), (1, 1)],
    [(-1, 0), (0, 0), (1, 0), (0, 1)],
    [(-1, 0), (0, 0), (0, 1), (1, 1)],
    [(-1, 1), (0, 1), (0, 0), (1, 0)],
    [(-1, 1), (-1, 0), (0, 0), (1, 0)],
    [(1, 1), (-1, 0), (0, 0), (1, 0)],
];

/// A cell after a turn to the right about the piece's true centre: (½, −½) for I, (½, ½) for O, else the origin.
const fn turn_right(piece: usize, (x, y): (i8, i8)) -> (i8, i8) {
    match piece {
        0 => (y + 1, -x),
        1 => (y, 1 - x),
        _ => (y, -x),
    }
}

/// A piece somewhere in the field: which, facing where, and the column and row of its centre, counted from the lower left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Placement {
    /// Which piece.
    pub piece: Piece,
    /// Which way it faces.
    pub facing: Facing,
    /// Column of its centre.
    pub x: i8,
    /// Row of its centre.
    pub y: i8,
}

impl Placement {
    /// Where `piece` enters: in the middle, just above the visible field.
    pub const fn entering(piece: Piece) -> Self {
        Self { piece, facing: Facing::North, x: 4, y: crate::board::VISIBLE as i8 }
    }

    /// Moved by so many columns and rows.
    #[must_use]
    pub const fn moved(self, dx: i8, dy: i8) -> Self {
        Self { x: self.x + dx, y: self.y + dy, ..self }
    }

    /// The cells it covers.
    pub fn cells(self) -> [(i8, i8); 4] {
        self.piece.cells(self.facing).map(|(dx, dy)| (self.x + dx, self.y + dy))
    }

    /// The cells it covers in a fixed order: equal for placements that look alike.
    pub fn footprint(self) -> [(i8, i8); 4] {
        let mut cells = self.cells();
        cells.sort_unstable();
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shapes of the published SRS chart, drawn in a box around the centre.
    #[test]
    fn pieces_look_as_published() {
        let drawn = |piece: Piece, facing: Facing| {
            let rows = (-2..=2).rev().map(|y| {
                (-1..=2).map(|x| if piece.cells(facing).contains(&(x, y)) { '#' } else { '.' }).collect::<String>()
            });
            rows.filter(|row| row.contains('#')).collect::<Vec<_>>().join("/")
        };
        let all = |piece| Facing::ALL.map(|facing| drawn(piece, facing));
        assert_eq!(all(Piece::I), ["####", "..#./..#./..#./..#.", "####", ".#../.#../.#../.#.."]);
        assert_eq!(all(Piece::O), [".##./.##."; 4]);
        assert_eq!(all(Piece::T), [".#../###.", ".#../.##./.#..", "###./.#..", ".#../##../.#.."]);
        assert_eq!(all(Piece::S), [".##./##..", ".#../.##./..#.", ".##./##..", "#.../##../.#.."]);
        assert_eq!(all(Piece::Z), ["##../.##.", "..#./.##./.#..", "##../.##.", ".#../##../#..."]);
        assert_eq!(all(Piece::J), ["#.../###.", ".##./.#../.#..", "###./..#.", ".#../.#../##.."]);
        assert_eq!(all(Piece::L), ["..#./###.", ".#../.#../.##.", "###./#...", "##../.#../.#.."]);
        assert_eq!(Piece::I.cells(Facing::South).map(|(_, y)| y), [-1; 4]);
    }

    #[test]
    fn four_turns_lead_back() {
        for piece in Piece::ALL {
            for facing in Facing::ALL {
                assert_eq!(facing.turned(Turn::Right).turned(Turn::Left), facing);
                let placement = Placement { facing, ..Placement::entering(piece) };
                assert_eq!(placement.footprint().len(), 4);
            }
        }
        assert_eq!(Facing::North.turned(Turn::Left), Facing::West);
    }

    #[test]
    fn pieces_enter_in_the_middle() {
        let columns = |piece| {
            let cells = Placement::entering(piece).footprint();
            (cells[0].0, cells[3].0, cells.iter().map(|cell| cell.1).min().unwrap())
        };
        assert_eq!(columns(Piece::I), (3, 6, 20));
        assert_eq!(columns(Piece::O), (4, 5, 20));
        assert_eq!(columns(Piece::T), (3, 5, 20));
    }
}
