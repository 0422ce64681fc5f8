//! The rule set of a match.

use crate::{layout::Layout, lexicons, phrases, presets, tiles::Tiles, validate::InvalidConfig};
use parlor_kernel::{AssetId, GameConfig, Preset, SeatSet};
use serde::{Deserialize, Serialize};

/// How many tiles a rack holds.
pub const RACK: u8 = 7;

/// How many tiles the bag must hold for a swap.
pub const SWAP_NEEDS: u32 = 7;

/// After so many turns without points, one after the other, the match ends.
pub const SCORELESS_TURNS: u8 = 6;

/// All that can be chosen before a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Two to four.
    pub seats: u8,
    /// The words that may be formed.
    pub lexicon: AssetId,
    /// Which squares count more.
    pub layout: Layout,
    /// All tiles.
    pub bag: Tiles,
    /// What it is worth to use all seven tiles of a rack in one play.
    pub bingo: u16,
    /// Who begins.
    pub first: First,
    /// What becomes of the tiles that are left on the racks.
    pub leftovers: Leftovers,
    /// Who wins if the scores are equal.
    pub tie: Tie,
    /// What happens to a play that forms something else than words.
    pub challenge: Challenge,
    /// How long people may think.
    pub clock: Clock,
}

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// The first seat: that of the player who opened the table.
    Challenger,
    /// The dice say.
    Random,
}

/// What becomes of the tiles that are left on the racks at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leftovers {
    /// Nothing.
    Ignored,
    /// Each seat loses their value, and the seat that has none left gains what the others lose.
    Deducted,
}

/// Who wins if the scores are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// The seat that finished its turn last.
    LastTurn,
    /// Neither.
    Draw,
}

/// What happens to a play that forms something else than words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Challenge {
    /// It is refused, and costs nothing.
    Void,
    /// It stands, unless the next seat challenges it; a wrong challenge loses the challenger's turn.
    Double,
    /// It stands, unless the next seat challenges it; a wrong challenge costs five points.
    Five,
}

/// How long people may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// For ever: a match may lie for days.
    None,
    /// So long for each turn; then the seat passes.
    Turn {
        /// Seconds.
        seconds: u32,
    },
    /// So long for all turns together. Each minute of overtime that has begun costs points at the end, and when the
    /// overtime is used up as well, the seat loses.
    Total {
        /// Seconds.
        seconds: u32,
        /// Seconds of overtime.
        overtime: u32,
        /// Points for each minute of overtime.
        penalty: u16,
    },
}

impl Config {
    /// The rule set with another lexicon of the house.
    #[must_use]
    pub fn with_lexicon(self, name: &str) -> Option<Self> {
        Some(Self { lexicon: lexicons::named(name)?, ..self })
    }
}

impl GameConfig for Config {
    type Invalid = InvalidConfig;

    const PRESETS: &'static [Preset] = &[
        Preset {
            id: "hope",
            name: "Generous",
            blurb: "98 tiles without blanks, a generous board, no clock.",
            seats: 2,
        },
        Preset {
            id: "classic",
            name: "Classic",
            blurb: "100 tiles with two blanks, the familiar board, 25 minutes each.",
            seats: 2,
        },
        Preset {
            id: "days",
            name: "Over days",
            blurb: "As classic, but without a clock: for a match over days.",
            seats: 2,
        },
    ];

    fn preset(name: &str) -> Option<Self> {
        presets::preset(name)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn is_timed(&self) -> bool {
        self.clock != Clock::None
    }

    /// As the addon has it: "30 days idle forfeits".
    fn days(&self) -> u8 {
        30
    }

    fn phrases(&self) -> Vec<String> {
        phrases::phrases(self)
    }

    fn validate(&self) -> Result<(), InvalidConfig> {
        crate::validate::validate(self)
    }

    /// A bot does not mind waiting, so there is no clock.
    fn adapt(&mut self, bots: SeatSet) {
        if !bots.is_empty() {
            self.clock = Clock::None;
        }
    }
}
