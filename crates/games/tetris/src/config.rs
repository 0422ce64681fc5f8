//! The rule set of a match, and the presets.

use crate::{
    Goal, InvalidConfig, Tetris,
    scoring::ScoreRule,
    spin::SpinRule,
    timing::{Gravity, TICKS_PER_SECOND},
};
use parlor_arcade::{Challenge, PauseRules};
use parlor_kernel::{GameConfig, Preset, Rules, SeatSet, Solo};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// All that can be chosen before a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// One or two.
    pub seats: u8,
    /// What two seats compete in.
    pub contest: Contest,
    /// How many pieces are shown before they enter, 1–6; at least 3 to two players.
    pub next: u8,
    /// Whether a piece can be held for later.
    pub hold: bool,
    /// The level at the beginning, 1–30.
    pub start_level: u8,
    /// How many lines lead to the next level.
    pub lines_per_level: u8,
    /// How gravity grows with the level.
    pub gravity: Gravity,
    /// Which T-spins count.
    pub spins: SpinRule,
    /// What clears are worth.
    pub scoring: ScoreRule,
    /// Garbage.
    pub garbage: GarbageRules,
    /// How long is played, in seconds; `None` until a player tops out.
    pub time_limit: Option<u16>,
    /// Pauses.
    pub pause: PauseRules,
    /// Two play for points until they top out, and neither waits for the other for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge: Option<Challenge>,
    /// What a player alone is after, and when that is reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
}

/// What two seats compete in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contest {
    /// Garbage; the first to top out loses.
    Versus,
    /// Points, with the same pieces and without garbage.
    Score,
}

/// What garbage is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GarbageRules {
    /// How many rows share a gap.
    pub gap: Gap,
    /// How many rows rise at once at most; the rest waits for the next piece.
    pub at_once: u8,
    /// How many ticks rows fly before they land, 1–120. Until then they can be cancelled but do not rise. Online,
    /// the receiver must have heard of them before they land, or their field would jump.
    pub flight: u8,
}

/// How many rows of garbage share a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gap {
    /// Each row has its own.
    PerRow,
    /// All rows of an attack have the same.
    PerAttack,
}

impl Config {
    /// Whether garbage is sent.
    pub const fn has_garbage(&self) -> bool {
        self.seats == 2 && matches!(self.contest, Contest::Versus)
    }

    /// Whether two play for points with the same pieces, each unseen by the other until the end: the slower would
    /// otherwise see on the other's field which pieces are to come.
    pub const fn is_veiled(&self) -> bool {
        self.seats == 2 && matches!(self.contest, Contest::Score)
    }

    /// Whether its clock stops for nothing: it runs for both players, or for a record.
    pub const fn is_unpaused(&self) -> bool {
        self.challenge.is_some() || self.goal.is_some()
    }

    /// How many ticks are played, if that is limited.
    pub(crate) fn ticks(&self) -> Option<u64> {
        self.time_limit.map(|seconds| u64::from(seconds) * u64::from(TICKS_PER_SECOND))
    }
}

impl From<Config> for Arc<Rules<Tetris>> {
    fn from(config: Config) -> Self {
        Rules::plain(config)
    }
}

impl GameConfig for Config {
    type Invalid = InvalidConfig;

    const PRESETS: &'static [Preset] = &[
        Preset {
            id: "hope",
            name: "Classic",
            blurb: "Three pieces shown, no hold; T-spins send 3, 6 and 7 rows.",
            seats: 2,
        },
        Preset {
            id: "guideline",
            name: "Modern",
            blurb: "Five pieces shown and hold; back-to-back, combos and empty boards send more.",
            seats: 2,
        },
        Preset {
            id: "blitz",
            name: "Two minutes",
            blurb: "From level 5 for the most points, both with the same pieces.",
            seats: 2,
        },
        Preset {
            id: "challenge",
            name: "Best score",
            blurb: "Each for themselves with the same pieces until there is no room: more points win, then the earlier end.",
            seats: 2,
        },
    ];

    fn preset(name: &str) -> Option<Self> {
        match name {
            "hope" => Some(hope()),
            "guideline" => Some(guideline()),
            "blitz" => Some(blitz()),
            "challenge" => Some(challenge()),
            _ => None,
        }
    }

    const SOLOS: &'static [Solo] = crate::solo::SOLOS;

    fn solo(id: &str) -> Option<Self> {
        crate::solo::config(id)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn is_timed(&self) -> bool {
        true
    }

    fn phrases(&self) -> Vec<String> {
        crate::phrases::of(self)
    }

    fn essentials(&self) -> Vec<String> {
        crate::phrases::essentials(self)
    }

    fn validate(&self) -> Result<(), InvalidConfig> {
        crate::validate::validate(self)
    }

    /// Ruling: in LOCAL play, which is a player with a bot, Escape alone pauses. No other player is waiting.
    fn adapt(&mut self, bots: SeatSet) {
        if !bots.is_empty() {
            self.pause = PauseRules::ALONE;
            self.challenge = self.challenge.map(|challenge| challenge.against(bots));
        }
    }
}

/// 0.8 s: longer than the house waits for inputs and then takes to tell, over a bad line.
const FLIGHT: u8 = 48;

/// HopeAddon's numbers.
fn hope() -> Config {
    Config {
        seats: 2,
        contest: Contest::Versus,
        next: 3,
        hold: false,
        start_level: 1,
        lines_per_level: 10,
        gravity: Gravity::Hope,
        spins: SpinRule::Hope,
        scoring: ScoreRule::Hope,
        garbage: GarbageRules { gap: Gap::PerRow, at_once: 20, flight: FLIGHT },
        // Two who never err could play for ever.
        time_limit: Some(3600),
        pause: PauseRules::AGREED,
        challenge: None,
        goal: None,
    }
}

/// The genre's own.
fn guideline() -> Config {
    Config {
        next: 5,
        hold: true,
        gravity: Gravity::Guideline,
        spins: SpinRule::Guideline,
        scoring: ScoreRule::Guideline,
        garbage: GarbageRules { gap: Gap::PerAttack, at_once: 8, flight: FLIGHT },
        ..hope()
    }
}

/// Against the clock.
fn blitz() -> Config {
    Config { contest: Contest::Score, start_level: 5, lines_per_level: 5, time_limit: Some(120), ..hope() }
}

/// HopeAddon: until both have topped out; ten minutes at most.
fn challenge() -> Config {
    Config { contest: Contest::Score, time_limit: None, challenge: Some(Challenge::USUAL), ..hope() }
}
