//! Moves of Pong, in duels and in score challenges. Lengths are pixels, speeds pixels per second; your paddle is on the
//! left. A paddle's `y` is its upper end, a ball's `x` and `y` are its upper left corner.

use super::{Hundredths, field::payload, score::Ping};
use parlor_kernel::Seat;

payload! {
    /// A move of Pong, or what came of one.
    pub enum Move {
        /// A paddle: where it is and how fast it moves down. From a client: where its own is to go.
        "PADDLE" => Paddle {
            /// Its upper end.
            y: Hundredths,
            /// How fast it moves down.
            dy: Hundredths,
            /// Whose; only from the house.
            seat: Option<Seat>,
        },
        /// From the house: the ball. From a client it is only a claim.
        "BALL" => Ball {
            /// From the left.
            x: Hundredths,
            /// From the top.
            y: Hundredths,
            /// How fast it moves to the right.
            dx: Hundredths,
            /// How fast it moves down.
            dy: Hundredths,
            /// How fast it is.
            speed: Hundredths,
        },
        /// The paddle goes up.
        "UP" => Up,
        /// The paddle goes down.
        "DOWN" => Down,
        /// The paddle stays.
        "STOP" => Stop,
        /// Gives up.
        "SURRENDER" => Surrender,
        /// From the house: points.
        "POINTS" => Points {
            /// Yours; the first seat's for those who watch.
            yours: u8,
            /// Your opponent's, or the machine's in a score challenge.
            theirs: u8,
        },
        /// From the house: the court.
        "COURT" => Court {
            /// From goal to goal.
            width: u16,
            /// From wall to wall.
            height: u16,
            /// How long a paddle is.
            paddle: u16,
            /// How fast a paddle is.
            speed: u16,
            /// How large the ball is.
            ball: u16,
            /// How many points win.
            points: u8,
        };
        /// `3|1|1`: how the other player stands in a score challenge: points, the machine's points, and 1. From a client
        /// it is only a claim.
        else Ping(Ping)
    }
}
