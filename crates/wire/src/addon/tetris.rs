//! Moves of Tetris, in duels and in score challenges.

use super::{
    FrameError,
    field::{Field, Reader, Writer, payload},
    score::Ping,
};
use parlor_kernel::Seat;
#[cfg(test)]
use proptest::{prelude::*, strategy::BoxedStrategy};

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Clockwise.
    TurnRight,
    /// Counter-clockwise.
    TurnLeft,
    /// Falls faster.
    Soft,
    /// Drops and locks.
    Hard,
    /// Swaps with the held piece.
    Hold,
}

impl Key {
    /// Every key.
    pub const ALL: [Self; 7] =
        [Self::Left, Self::Right, Self::TurnRight, Self::TurnLeft, Self::Soft, Self::Hard, Self::Hold];

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "LEFT",
            Self::Right => "RIGHT",
            Self::TurnRight => "TURN_RIGHT",
            Self::TurnLeft => "TURN_LEFT",
            Self::Soft => "SOFT",
            Self::Hard => "HARD",
            Self::Hold => "HOLD",
        }
    }
}

impl Field for Key {
    fn read(fields: &mut Reader<'_>) -> Result<Self, FrameError> {
        let name = fields.take()?;
        let known = Self::ALL.into_iter().find(|key| key.name() == name);
        known.ok_or_else(|| fields.bad("LEFT, RIGHT, TURN_RIGHT, TURN_LEFT, SOFT, HARD or HOLD"))
    }

    fn write(&self, out: &mut Writer) {
        out.put(self.name());
    }

    #[cfg(test)]
    fn any() -> BoxedStrategy<Self> {
        proptest::sample::select(&Self::ALL[..]).boxed()
    }
}

payload! {
    /// A move of Tetris, or what came of one. Rows count from 1 at the top, columns from 1 at the left.
    pub enum Move {
        /// A key goes down.
        "PRESS" => Press {
            /// Which.
            key: Key,
        },
        /// A key comes up.
        "RELEASE" => Release {
            /// Which.
            key: Key,
        },
        /// A key goes down and up at once.
        "TAP" => Tap {
            /// Which.
            key: Key,
        },
        /// Keys repeat otherwise: times in sixtieths of a second.
        "HANDLING" => Handling {
            /// From the press until it repeats.
            delay: u8,
            /// From one repeat to the next.
            repeat: u8,
            /// For each row of a soft drop.
            soft: u8,
        },
        /// Gives up.
        "SURRENDER" => Surrender,
        /// From the house: rows of garbage are on their way. From a client it is only a claim.
        "GARBAGE" => Garbage {
            /// How many.
            rows: u16,
            /// To whom; to you if it is not said.
            to: Option<Seat>,
        },
        /// From the house: a field as it is now.
        "FIELD" => Board {
            /// Whose.
            seat: Seat,
            /// Rows from the topmost that is not empty to the lowest, with slashes between: a letter for each cell,
            /// `#` for garbage and `.` for nothing.
            rows: String,
        },
        /// From the house: the piece in play.
        "PIECE" => Piece {
            /// Whose.
            seat: Seat,
            /// Its letter.
            piece: String,
            /// The row of the cell it turns about.
            row: i8,
            /// The column of the cell it turns about.
            column: i8,
            /// 1 as it enters, 2 turned to the right, 3 upside down, 4 turned to the left.
            facing: u8,
        },
        /// From the house: the pieces to come.
        "NEXT" => Next {
            /// Whose.
            seat: Seat,
            /// Their letters.
            pieces: String,
        },
        /// From the house: the piece that is held.
        "HELD" => Held {
            /// By whom.
            seat: Seat,
            /// Its letter.
            piece: String,
        },
        /// From the house: how a player stands.
        "STATUS" => Status {
            /// Who.
            seat: Seat,
            /// Points.
            score: u64,
            /// Lines cleared.
            lines: u32,
            /// Level.
            level: u32,
        },
        /// From the house: a player has cleared lines.
        "CLEARED" => Cleared {
            /// Who.
            seat: Seat,
            /// How many; none with a T-spin that clears nothing.
            lines: u8,
            /// Points for it.
            points: u32,
        },
        /// From the house: a player has no room any more.
        "OUT" => Out {
            /// Who.
            seat: Seat,
        };
        /// `1250|12|3`: how the other player stands in a score challenge. From a client it is only a claim.
        else Ping(Ping)
    }
}
