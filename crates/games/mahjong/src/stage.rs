//! What a table is doing.

use crate::{Action, Direction, Rack, SEATS, Tile};
use parlor_kernel::{Barrier, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use strum::Display;

/// What a table is doing, by the names that *Mahjong flow* has for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Display, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum State {
    /// The players get ready for the first deal.
    Start,
    /// The tiles are dealt.
    Deal,
    /// The first Charleston.
    Charleston1,
    /// Whether there shall be a second one.
    CharlestonQuery,
    /// That has been decided.
    CharlestonQueryComplete,
    /// The second Charleston.
    Charleston2,
    /// How many tiles to exchange with the player across.
    CourtesyQuery,
    /// That has been decided.
    CourtesyQueryComplete,
    /// Which tiles to exchange.
    Courtesy,
    /// They have been exchanged.
    CourtesyComplete,
    /// A player draws.
    LoopPickFromWall,
    /// A player chooses a discard.
    LoopChooseDiscard,
    /// The others may claim it.
    LoopQueryClaimDiscard,
    /// A player lays a group open.
    LoopExposeTiles,
    /// The deal is over.
    End,
}

/// A pass of a Charleston, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Step(pub u8);

impl Step {
    pub const FIRST: Self = Self(0);
    /// After it any player may stop.
    pub const FIRST_LEFT: Self = Self(2);
    /// The first of the second Charleston.
    pub const SECOND: Self = Self(3);
    pub const LAST: Self = Self(5);

    pub fn direction(self) -> Direction {
        match self.0 {
            0 | 5 => Direction::Right,
            1 | 4 => Direction::Across,
            _ => Direction::Left,
        }
    }

    /// Ruling: a blind pass is allowed on the first left and the last right.
    pub fn is_blind(self) -> bool {
        self == Self::FIRST_LEFT || self == Self::LAST
    }
}

impl Direction {
    /// The seat that gets what `seat` passes.
    pub const fn from(self, seat: Seat) -> Seat {
        let steps = match self {
            Self::Right => 1,
            Self::Across => 2,
            Self::Left => 3,
        };
        Seat((seat.0 + steps) % SEATS)
    }
}

/// What a seat seals in a pass of a Charleston.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) enum Passing {
    Tiles(Rack),
    /// East was dealt a winning hand.
    Heavenly,
}

/// What a seat seals about a discard, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub(crate) enum Claim {
    Decline,
    Call { size: u8, jokers: u8 },
    Mahjong,
}

/// What a table is doing, with all that belongs to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) enum Stage {
    /// Before the first deal and after each.
    Gathering {
        ready: SeatSet,
    },
    Charleston {
        step: Step,
        sealed: Barrier<Passing>,
    },
    Voting {
        sealed: Barrier<bool>,
    },
    Bidding {
        sealed: Barrier<u8>,
    },
    Courtesy {
        agreed: [u8; 2],
        sealed: Barrier<Rack>,
    },
    /// `seat` holds 14 tiles.
    Choosing {
        seat: Seat,
        drawn: Option<Tile>,
        /// Whether the group just claimed can still be corrected.
        claimed: bool,
        /// Whose discard began the turn, unless the hand has been completed by an exchange since.
        from: Option<Seat>,
    },
    /// The last discard, by `seat`, can be claimed.
    Claiming {
        seat: Seat,
        sealed: Barrier<Claim>,
        /// Whether a player has asked for a minute.
        paused: bool,
    },
}

impl Stage {
    /// The stage by its name; `played` if a deal is over.
    pub fn state(&self, played: bool) -> State {
        match self {
            Self::Gathering { .. } if played => State::End,
            Self::Gathering { .. } => State::Start,
            Self::Charleston { step, .. } if *step < Step::SECOND => State::Charleston1,
            Self::Charleston { .. } => State::Charleston2,
            Self::Voting { .. } => State::CharlestonQuery,
            Self::Bidding { .. } => State::CourtesyQuery,
            Self::Courtesy { .. } => State::Courtesy,
            Self::Choosing { .. } => State::LoopChooseDiscard,
            Self::Claiming { .. } => State::LoopQueryClaimDiscard,
        }
    }

    pub fn direction(&self) -> Option<Direction> {
        match self {
            Self::Charleston { step, .. } => Some(step.direction()),
            Self::Courtesy { .. } | Self::Bidding { .. } => Some(Direction::Across),
            _ => None,
        }
    }

    pub fn turn(&self) -> Option<Seat> {
        match self {
            Self::Choosing { seat, .. } | Self::Claiming { seat, .. } => Some(*seat),
            _ => None,
        }
    }

    /// The seats that have yet to act.
    pub fn awaited(&self) -> SeatSet {
        match self {
            Self::Gathering { ready } => Seat::all(SEATS).filter(|seat| !ready.contains(*seat)).collect(),
            Self::Charleston { sealed, .. } => sealed.missing(),
            Self::Voting { sealed } => sealed.missing(),
            Self::Bidding { sealed } => sealed.missing(),
            Self::Courtesy { sealed, .. } => sealed.missing(),
            Self::Claiming { sealed, .. } => sealed.missing(),
            Self::Choosing { seat, .. } => SeatSet::only(*seat),
        }
    }

    /// What `seat` has sealed in the round that is open.
    pub fn sealed_by(&self, seat: Seat) -> Option<Action> {
        Some(match self {
            Self::Charleston { sealed, .. } => match *sealed.own(seat)? {
                Passing::Tiles(tiles) => Action::Pass { tiles },
                Passing::Heavenly => Action::Mahjong,
            },
            Self::Voting { sealed } => Action::Vote { more: *sealed.own(seat)? },
            Self::Bidding { sealed } => Action::Bid { tiles: *sealed.own(seat)? },
            Self::Courtesy { sealed, .. } => Action::Pass { tiles: *sealed.own(seat)? },
            Self::Claiming { sealed, .. } => match *sealed.own(seat)? {
                Claim::Decline => Action::Decline,
                Claim::Call { size, jokers } => Action::Call { size, jokers },
                Claim::Mahjong => Action::Mahjong,
            },
            Self::Gathering { .. } | Self::Choosing { .. } => return None,
        })
    }
}
