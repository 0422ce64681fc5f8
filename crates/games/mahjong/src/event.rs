//! What seats do and what is announced.

use crate::{Exposure, Rack, State, Tile};
use parlor_kernel::{Outcome, Seat, Tick};
use serde::{Deserialize, Serialize};

/// What a seat may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Is ready for the next deal.
    Ready,
    /// Passes tiles, in the Charleston or as a courtesy. Where a blind pass is allowed, fewer than three tiles are filled
    /// up with tiles that come in, unseen.
    Pass {
        /// Which tiles.
        tiles: Rack,
    },
    /// Says whether there shall be a second Charleston.
    Vote {
        /// Whether there shall.
        more: bool,
    },
    /// Offers to exchange so many tiles with the player across.
    Bid {
        /// How many, 0–3.
        tiles: u8,
    },
    /// Discards a tile.
    Discard {
        /// Which one.
        tile: Tile,
    },
    /// Declares mahjong: on the turn, with the discard, or with the tiles dealt to East.
    Mahjong,
    /// Claims the discard for a group that will lie open.
    Call {
        /// How many tiles the group has, the discard included.
        size: u8,
        /// How many of them are jokers.
        jokers: u8,
    },
    /// Lets the discard go.
    Decline,
    /// Corrects the group just claimed.
    Regroup {
        /// How many tiles the group has.
        size: u8,
        /// How many of them are jokers.
        jokers: u8,
    },
    /// Takes a joker out of an exposure and puts in the tile it stands for.
    Exchange {
        /// Whose exposure.
        seat: Seat,
        /// Which of that seat's exposures, counted from 0.
        exposure: u8,
    },
    /// Trades a blank for a discard.
    Trade {
        /// Which tile.
        tile: Tile,
    },
    /// Says that an opponent's exposures are in no hand of the card. The hand of the one who is wrong is dead.
    Challenge {
        /// Whose exposures.
        seat: Seat,
    },
    /// Asks for a minute to think about a discard.
    Pause,
}

/// Where tiles are passed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// To the next player in turn.
    Right,
    /// To the player opposite.
    Across,
    /// To the player before in turn.
    Left,
}

/// A discard on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Discard {
    /// Who discarded it.
    pub seat: Seat,
    /// Which tile.
    pub tile: Tile,
}

/// Why a hand is dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Death {
    /// It was declared mahjong and was none.
    FalseMahjong,
    /// Its exposures are in no hand of the card, as another player said.
    Challenged {
        /// Who said so.
        by: Seat,
    },
    /// Its player said so of exposures that are sound.
    WrongChallenge {
        /// Whose exposures.
        seat: Seat,
    },
}

/// How a deal was won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Winner {
    /// Who won.
    pub seat: Seat,
    /// The hand's id on the card.
    pub hand: String,
    /// What it is worth.
    pub value: u16,
    /// Who discarded the tile that completed the hand; `None` if the winner picked it.
    pub from: Option<Seat>,
    /// Whether it pays double because it has no joker.
    pub jokerless: bool,
    /// The tiles that were concealed, the last one included.
    pub tiles: Rack,
}

/// How a deal ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settlement {
    /// Who won and how; `None` if the wall ran out or all hands are dead.
    pub winner: Option<Winner>,
    /// What each seat got or paid.
    pub payments: [i32; 4],
}

/// What is announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A seat is ready for the next deal.
    Ready {
        /// Which one.
        seat: Seat,
    },
    /// The table has reached a state. Some are passed through on the way to the next.
    Entered {
        /// Which state.
        state: State,
        /// Where tiles are passed to, in a Charleston.
        direction: Option<Direction>,
        /// Whose turn it is; while a discard can be claimed, whose it is.
        turn: Option<Seat>,
        /// Until when the table waits.
        deadline: Option<Tick>,
    },
    /// The tiles have been dealt.
    Dealt {
        /// Which deal of the match, counted from 0.
        deal: u8,
        /// Who is East.
        east: Seat,
    },
    /// To the seat itself: these are its tiles.
    Hand {
        /// Which seat.
        seat: Seat,
        /// All that it has.
        tiles: Rack,
    },
    /// To the seat itself: this is what it has sealed.
    Sealed {
        /// What it will do when all have answered.
        action: Action,
    },
    /// To the seat itself: tiles have been passed.
    Passed {
        /// Which seat.
        seat: Seat,
        /// What it gave away.
        gave: Rack,
        /// What it got.
        got: Rack,
    },
    /// How many tiles opposite players exchange.
    Courtesy {
        /// For the first and third seat, then for the second and fourth.
        agreed: [u8; 2],
    },
    /// A seat took a tile from the wall.
    Drew {
        /// Which one.
        seat: Seat,
    },
    /// To the seat itself: this is the tile.
    Drawn {
        /// Which seat.
        seat: Seat,
        /// Which tile.
        tile: Tile,
    },
    /// A seat discarded a tile.
    Discarded {
        /// The tile, and whose it was.
        discard: Discard,
    },
    /// A seat took the discard and laid a group open.
    Exposed {
        /// Which one.
        seat: Seat,
        /// The group.
        exposure: Exposure,
    },
    /// A seat corrected the group it had just laid open.
    Regrouped {
        /// Which one.
        seat: Seat,
        /// The group now.
        exposure: Exposure,
    },
    /// A seat took a joker out of an exposure.
    Exchanged {
        /// Which one.
        seat: Seat,
        /// Whose exposure.
        owner: Seat,
        /// Which of them, counted from 0.
        exposure: u8,
    },
    /// A seat traded a blank for a discard.
    Traded {
        /// Which one.
        seat: Seat,
        /// For which tile.
        tile: Tile,
    },
    /// A hand is dead.
    Died {
        /// Whose.
        seat: Seat,
        /// Why.
        death: Death,
    },
    /// A seat is gone for good: its hand only pays.
    Left {
        /// Which one.
        seat: Seat,
    },
    /// The deal is over.
    Settled {
        /// How.
        settlement: Settlement,
    },
    /// The match is over.
    Over {
        /// The result.
        outcome: Outcome,
    },
    /// A seat asked for time: the discard can be claimed for longer.
    Paused {
        /// Which one.
        seat: Seat,
        /// Until when.
        deadline: Tick,
    },
}
