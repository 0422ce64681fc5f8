//! The rule set of a match, and the presets.

use crate::DeathRoll;
use parlor_kernel::{
    GameConfig, Preset, Rules, SeatSet,
    prose::{span, thousands},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// All that can be chosen before a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The first roll is between 1 and this, 2–1,000,000.
    pub start: u32,
    /// How long a seat may hesitate, in seconds; then it rolls by itself. `None` is for ever.
    pub roll_seconds: Option<u32>,
}

impl Config {
    /// The lowest and the highest start.
    pub const STARTS: (u32, u32) = (2, 1_000_000);
    /// The shortest and the longest time to roll, in seconds.
    pub const SECONDS: (u32, u32) = (5, 3600);
}

/// Why a rule set cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", prefix = "bad_")]
pub enum InvalidConfig {
    /// Too low or too high to begin with.
    #[error("A Death Roll starts at 2 to 1,000,000.")]
    Start,
    /// Too short or too long a wait.
    #[error("A player gets 5 seconds to an hour for a roll, or all the time in the world.")]
    RollSeconds,
}

impl From<Config> for Arc<Rules<DeathRoll>> {
    fn from(config: Config) -> Self {
        Rules::plain(config)
    }
}

impl GameConfig for Config {
    type Invalid = InvalidConfig;

    const PRESETS: &'static [Preset] = &[
        Preset { id: "hope", name: "From 100", blurb: "Starts at 100; 30 seconds for a roll.", seats: 2 },
        Preset { id: "thousand", name: "From 1,000", blurb: "Starts at 1,000; 30 seconds for a roll.", seats: 2 },
    ];

    fn preset(name: &str) -> Option<Self> {
        let start = match name {
            "hope" => 100,
            "thousand" => 1_000,
            _ => return None,
        };
        Some(Self { start, roll_seconds: Some(30) })
    }

    fn seats(&self) -> u8 {
        2
    }

    fn is_timed(&self) -> bool {
        self.roll_seconds.is_some()
    }

    fn phrases(&self) -> Vec<String> {
        let Self { start, roll_seconds } = self;
        vec![format!("from {}", thousands(*start)), clock(*roll_seconds)]
    }

    fn essentials(&self) -> Vec<String> {
        vec!["the challenger rolls first".into(), clock(self.roll_seconds)]
    }

    fn validate(&self) -> Result<(), InvalidConfig> {
        let within = |number: u32, (low, high): (u32, u32)| (low..=high).contains(&number);
        if !within(self.start, Self::STARTS) {
            return Err(InvalidConfig::Start);
        }
        if self.roll_seconds.is_some_and(|seconds| !within(seconds, Self::SECONDS)) {
            return Err(InvalidConfig::RollSeconds);
        }
        Ok(())
    }

    /// No one waits for a person who plays a bot, so there is no clock.
    fn adapt(&mut self, bots: SeatSet) {
        if !bots.is_empty() {
            self.roll_seconds = None;
        }
    }
}

fn clock(roll_seconds: Option<u32>) -> String {
    roll_seconds.map_or_else(|| "no clock".into(), |seconds| format!("{} a roll", span(seconds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_set_is_told_in_words() {
        assert_eq!(Config { start: 2, roll_seconds: Some(10) }.phrases(), ["from 2", "10 s a roll"]);
        assert_eq!(Config { start: 1_000, roll_seconds: None }.phrases(), ["from 1,000", "no clock"]);
    }

    #[test]
    fn presets_are_valid_and_extremes_are_not() {
        for name in Config::preset_ids() {
            assert_eq!(Config::preset(name).unwrap().validate(), Ok(()));
        }
        let with = |start, roll_seconds| Config { start, roll_seconds }.validate();
        assert_eq!(with(2, None), Ok(()));
        assert_eq!(with(1_000_000, Some(5)), Ok(()));
        assert_eq!(with(1, None), Err(InvalidConfig::Start));
        assert_eq!(with(1_000_001, None), Err(InvalidConfig::Start));
        assert_eq!(with(100, Some(4)), Err(InvalidConfig::RollSeconds));
        assert_eq!(with(100, Some(3601)), Err(InvalidConfig::RollSeconds));
    }
}
