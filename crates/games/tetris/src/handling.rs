//! Keys: which are down, and how they repeat.

use serde::{Deserialize, Serialize};

/// What a player can press.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Key {
    /// Moves left, again and again while it is down.
    Left,
    /// Moves right, again and again while it is down.
    Right,
    /// Turns clockwise.
    TurnRight,
    /// Turns counter-clockwise.
    TurnLeft,
    /// Falls faster while it is down.
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

    /// Whether it matters how long it is down.
    pub const fn is_held(self) -> bool {
        matches!(self, Self::Left | Self::Right | Self::Soft)
    }
}

/// How keys repeat, in ticks. Ruling: each player may choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Handling {
    /// From the press until it repeats (DAS).
    pub delay: u8,
    /// From one repeat to the next (ARR); 0 goes all the way at once.
    pub repeat: u8,
    /// Ticks for each row of a soft drop; 0 goes all the way at once.
    pub soft: u8,
}

impl Handling {
    /// The longest delay, repeat and soft drop.
    pub const LIMITS: Self = Self { delay: 60, repeat: 30, soft: 3 };

    /// Whether it is within the limits.
    pub const fn is_valid(self) -> bool {
        self.delay <= Self::LIMITS.delay && self.repeat <= Self::LIMITS.repeat && self.soft <= Self::LIMITS.soft
    }
}

impl Default for Handling {
    /// HopeAddon: 0.167 s, 0.033 s, 0.05 s.
    fn default() -> Self {
        Self { delay: 10, repeat: 2, soft: 3 }
    }
}

/// A way to move sideways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Side {
    pub(crate) const fn dx(self) -> i8 {
        match self {
            Self::Left => -1,
            Self::Right => 1,
        }
    }
}

/// Which keys are down.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Keys {
    /// Left is down.
    pub left: bool,
    /// Right is down.
    pub right: bool,
    /// Soft drop is down.
    pub soft: bool,
    /// Where the piece is being moved and since when.
    pub toward: Option<(Side, u64)>,
}

impl Keys {
    /// Whether a key that can be held is down.
    pub const fn is_down(&self, key: Key) -> bool {
        match key {
            Key::Left => self.left,
            Key::Right => self.right,
            Key::Soft => self.soft,
            _ => false,
        }
    }

    /// Ruling: of two directions the later wins.
    pub(crate) const fn press(&mut self, key: Key, now: u64) {
        match key {
            Key::Left => (self.left, self.toward) = (true, Some((Side::Left, now))),
            Key::Right => (self.right, self.toward) = (true, Some((Side::Right, now))),
            Key::Soft => self.soft = true,
            _ => {}
        }
    }

    /// The other direction, if it is still down, begins anew.
    pub(crate) const fn release(&mut self, key: Key, now: u64) {
        match key {
            Key::Left => self.left = false,
            Key::Right => self.right = false,
            Key::Soft => self.soft = false,
            _ => {}
        }
        self.toward = match self.toward {
            Some((Side::Left, _)) if !self.left && self.right => Some((Side::Right, now)),
            Some((Side::Right, _)) if !self.right && self.left => Some((Side::Left, now)),
            _ if !self.left && !self.right => None,
            toward => toward,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_directions_the_later_wins() {
        let mut keys = Keys::default();
        keys.press(Key::Left, 1);
        keys.press(Key::Right, 2);
        assert_eq!(keys.toward, Some((Side::Right, 2)));
        keys.release(Key::Right, 5);
        assert_eq!(keys.toward, Some((Side::Left, 5)));
        keys.release(Key::Left, 6);
        assert_eq!(keys.toward, None);
        keys.press(Key::Left, 7);
        keys.press(Key::Right, 8);
        keys.release(Key::Left, 9);
        assert_eq!(keys.toward, Some((Side::Right, 8)));
    }
}
