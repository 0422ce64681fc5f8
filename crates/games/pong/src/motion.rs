//! Things that move steadily. Where they are is worked out from where they were, so nothing has to be done in the many
//! ticks in which nothing happens.

use crate::{
    Config, Steer,
    units::{Lines, TICK, cosine, half, per_tick, pixels, sine},
};
use parlor_kernel::{Seat, Tick};
use serde::{Deserialize, Serialize};

/// When something moves that stands still until further notice.
pub(crate) const NEVER: Tick = Tick(u64::MAX);

/// No steady motion lasts longer, in ticks; far more than any needs to cross the court, and small enough to multiply.
const LONGEST: u64 = 1 << 20;

/// One side of the court. The first seat plays on the left; every screen shows its own player there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The first seat's.
    Left,
    /// The second seat's, or the machine's.
    Right,
}

impl Side {
    /// The side that a seat plays on.
    pub const fn of(seat: Seat) -> Self {
        if seat.0 == 0 { Self::Left } else { Self::Right }
    }

    /// The side as an index.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat that plays on it, unless a machine does.
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// A paddle on its way to somewhere. Lengths are in parts of a [pixel](crate::PIXEL), measured from the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Paddle {
    /// It stood still before.
    pub since: Tick,
    /// Where its middle was then.
    pub y: i32,
    /// Where it stops.
    pub goal: i32,
    /// How far it moves in a tick.
    pub pace: i32,
}

impl Paddle {
    pub(crate) const fn centred(config: &Config) -> Self {
        let y = half(config.court.height);
        Self { since: Tick::ZERO, y, goal: y, pace: 0 }
    }

    /// Where its middle is.
    #[inline]
    pub fn at(&self, tick: Tick) -> i32 {
        let way = (tick - self.since).min(LONGEST) as i64 * i64::from(self.pace);
        let left = i64::from(self.goal) - i64::from(self.y);
        self.y + left.clamp(-way, way) as i32
    }

    /// Where it will stop and how fast it will move if it is steered so now.
    #[inline]
    pub(crate) fn steered(&self, config: &Config, now: Tick, steer: Steer) -> (i32, i32) {
        match steer {
            Steer::Up => Self::way(config, 0, 100),
            Steer::Down => Self::way(config, config.court.height, 100),
            Steer::Stop => (self.at(now), 0),
            Steer::Follow { to, pace } => Self::way(config, to, pace),
        }
    }

    /// The way to `to`, in pixels, or as near as a paddle gets, with `pace` percent of its speed: a goal and a pace.
    #[inline]
    pub(crate) fn way(config: &Config, to: u16, pace: u8) -> (i32, i32) {
        let end = half(config.paddle.height);
        let goal = pixels(to).clamp(end, pixels(config.court.height) - end);
        (goal, per_tick(config.paddle.speed.into()) * i32::from(pace) / 100)
    }

    /// Moves otherwise from now on.
    #[inline]
    pub(crate) fn go(&mut self, now: Tick, (goal, pace): (i32, i32)) {
        self.hold(now, self.since.max(now));
        (self.goal, self.pace) = (goal, pace);
    }

    /// Stays where it is now and moves on at `from`.
    #[inline]
    pub(crate) fn hold(&mut self, now: Tick, from: Tick) {
        (self.y, self.since) = (self.at(now), from);
    }
}

/// A ball in flight, or at rest before a serve. Lengths are in parts of a [pixel](crate::PIXEL), x from the left and y
/// from the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ball {
    /// It stood still before.
    pub since: Tick,
    /// Where its middle was then.
    pub x: i32,
    /// Where its middle was then.
    pub y: i32,
    /// How far it flies to the right in a tick.
    pub vx: i32,
    /// How far it flies down in a tick.
    pub vy: i32,
    /// How fast it is, in pixels per second.
    pub speed: u16,
}

impl Ball {
    pub(crate) const fn at_rest(config: &Config, since: Tick) -> Self {
        let (x, y) = (half(config.court.width), half(config.court.height));
        Self { since, x, y, vx: 0, vy: 0, speed: config.ball.speed }
    }

    /// Flies away from the middle of the court. Ruling: toward the side that does not serve.
    pub(crate) const fn served(config: &Config, now: Tick, server: Side, degrees: i8) -> Self {
        let ball = Self::at_rest(config, now);
        let (speed, steep) = (per_tick(ball.speed as u32) as i64, degrees.unsigned_abs());
        let vx = (speed * cosine(steep) / TICK) as i32;
        let vy = (speed * sine(steep) / TICK) as i32;
        let vx = match server {
            Side::Left => vx,
            Side::Right => -vx,
        };
        Self { vx, vy: if degrees < 0 { -vy } else { vy }, ..ball }
    }

    /// Whether it has not been served.
    pub const fn is_at_rest(&self) -> bool {
        self.vx == 0
    }

    /// Where its middle is, as long as nothing is in its way.
    #[inline]
    pub fn at(&self, tick: Tick) -> (i32, i32) {
        let ticks = (tick - self.since).min(LONGEST) as i64;
        let along = |from: i32, by: i32| (i64::from(from) + i64::from(by) * ticks) as i32;
        (along(self.x, self.vx), along(self.y, self.vy))
    }

    /// Stays where it is now and moves on at `from`.
    #[inline]
    pub(crate) fn hold(&mut self, now: Tick, from: Tick) {
        ((self.x, self.y), self.since) = (self.at(now), from);
    }

    /// The side it flies to.
    #[inline]
    pub const fn toward(&self) -> Side {
        if self.vx < 0 { Side::Left } else { Side::Right }
    }

    /// How far it is from the line at which it touches the front of the paddle it flies to; negative when behind it.
    #[inline]
    pub(crate) const fn before_paddle(&self, lines: &Lines) -> i32 {
        match self.toward() {
            Side::Left => self.x - lines.left,
            Side::Right => lines.right - self.x,
        }
    }

    /// How far until all of it is behind the goal line; negative when it is.
    #[inline]
    const fn before_goal(&self, lines: &Lines) -> i32 {
        match self.toward() {
            Side::Left => self.x + lines.radius,
            Side::Right => lines.width + lines.radius - self.x,
        }
    }

    /// How far until it touches the wall it flies to.
    #[inline]
    pub(crate) const fn before_wall(&self, lines: &Lines) -> i32 {
        if self.vy < 0 { self.y - lines.radius } else { lines.bottom - self.y }
    }

    /// Ruling: a point is made when all of the ball is behind the goal line.
    #[inline]
    pub(crate) const fn is_out(&self, lines: &Lines) -> bool {
        self.before_goal(lines) < 0
    }

    /// For how many ticks it surely flies on in a straight line, inside the court.
    #[inline]
    pub(crate) const fn free_ticks(&self, lines: &Lines) -> u64 {
        let ahead = self.before_paddle(lines);
        let along = if ahead >= 0 {
            ahead as u32 / self.vx.unsigned_abs()
        } else if ahead > -lines.depth {
            // Beside a paddle, which may move into it at any time.
            return 0;
        } else {
            self.before_goal(lines) as u32 / self.vx.unsigned_abs()
        };
        if self.vy == 0 {
            return along as u64;
        }
        let across = self.before_wall(lines) as u32 / self.vy.unsigned_abs();
        if across < along { across as u64 } else { along as u64 }
    }
}
