//! The rule set of a match.

use super::Pebbles;
use parlor_kernel::{GameConfig, Rules, Seat, SeatPlan, Team, prose::span};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// All that can be chosen before a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Two to four.
    pub seats: u8,
    /// The most pebbles a fist can hold, 1–9.
    pub pebbles: u8,
    /// How long people may think, in seconds; `None` is for ever.
    pub turn_seconds: Option<u32>,
}

impl Config {
    /// The most pebbles there can be in all fists together.
    pub const fn most(&self) -> u8 {
        self.seats * self.pebbles
    }
}

/// Why a rule set cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", prefix = "bad_")]
pub enum InvalidConfig {
    /// Too few or too many seats.
    #[error("Pebbles is for two to four.")]
    Seats,
    /// Nothing to hide, or too much.
    #[error("A fist holds 1 to 9 pebbles.")]
    Pebbles,
    /// No time at all.
    #[error("A turn lasts at least one second.")]
    TurnSeconds,
}

impl From<Config> for Arc<Rules<Pebbles>> {
    fn from(config: Config) -> Self {
        Rules::plain(config)
    }
}

impl GameConfig for Config {
    type Invalid = InvalidConfig;

    const PRESETS: &'static [(&'static str, &'static str)] =
        &[("duel", "two seats, all the time in the world"), ("party", "four seats, ten seconds a turn")];

    fn preset(name: &str) -> Option<Self> {
        match name {
            "duel" => Some(Self { seats: 2, pebbles: 3, turn_seconds: None }),
            "party" => Some(Self { seats: 4, pebbles: 3, turn_seconds: Some(10) }),
            _ => None,
        }
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn is_timed(&self) -> bool {
        self.turn_seconds.is_some()
    }

    /// At a table of four, those who sit opposite each other may whisper. They win alone all the same.
    fn seat_plan(&self, seat: Seat) -> SeatPlan {
        let team = (self.seats == 4).then_some(Team(seat.0 % 2));
        SeatPlan { name: format!("Seat {}", seat.0 + 1).into(), team, role: None }
    }

    fn phrases(&self) -> Vec<String> {
        let Self { seats, pebbles, turn_seconds } = self;
        let clock = turn_seconds.map_or_else(|| "no clock".into(), |seconds| format!("{} a turn", span(seconds)));
        vec![format!("{seats} seats"), format!("{pebbles} pebbles at most"), clock]
    }

    fn validate(&self) -> Result<(), InvalidConfig> {
        if !(2..=4).contains(&self.seats) {
            return Err(InvalidConfig::Seats);
        }
        if !(1..=9).contains(&self.pebbles) {
            return Err(InvalidConfig::Pebbles);
        }
        if self.turn_seconds == Some(0) {
            return Err(InvalidConfig::TurnSeconds);
        }
        Ok(())
    }
}
