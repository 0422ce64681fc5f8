//! The rule set of a match.

use super::{Pebbles, asset};
use parlor_kernel::{
    AssetError, AssetId, GameConfig, Preset, Rules, Seat, SeatPlan, SeatSet, Team, Voice, prose::span,
};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, sync::Arc};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// All that can be chosen before a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Two to four.
    pub seats: u8,
    /// Whether four play in two teams, those opposite each other together.
    pub teams: bool,
    /// The most pebbles a fist can hold, 1–9.
    pub pebbles: u8,
    /// What pebbles weigh.
    pub weights: AssetId,
    /// How long people may think, in seconds; `None` is for ever.
    pub turn_seconds: Option<u32>,
}

impl Default for Config {
    /// Two seats, three plain pebbles, no clock.
    fn default() -> Self {
        let weights = asset::named("plain").expect("plain weights are on the shelf");
        Self { seats: 2, teams: false, pebbles: 3, weights, turn_seconds: None }
    }
}

impl Config {
    /// The most pebbles there can be in all fists together.
    pub const fn most(&self) -> u8 {
        self.seats * self.pebbles
    }

    /// The rules, with the toy's own assets.
    ///
    /// # Errors
    /// If the rule set names an asset that the toy does not have.
    pub fn rules(self) -> Result<Arc<Rules<Pebbles>>, AssetError> {
        Rules::load(self, &asset::library()).map(Arc::new)
    }

    /// The rule set with other weights of the toy's library.
    ///
    /// # Panics
    /// If there are none of that name.
    #[must_use]
    pub fn weighing(self, name: &str) -> Self {
        Self { weights: asset::named(name).expect("weights of that name"), ..self }
    }

    /// The team of a seat.
    pub fn team(&self, seat: Seat) -> Option<Team> {
        self.teams.then_some(Team(seat.0 % 2))
    }

    /// The seats that see every fist once all are closed, and do not guess: one in each team.
    pub fn keepers(&self) -> SeatSet {
        Seat::all(self.seats).filter(|&seat| self.teams && seat.0 >= 2).collect()
    }

    /// The seats of a team.
    pub fn members(&self, team: Team) -> SeatSet {
        Seat::all(self.seats).filter(|&seat| self.team(seat) == Some(team)).collect()
    }
}

/// Why a rule set cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", prefix = "bad_")]
pub enum InvalidConfig {
    /// Too few or too many seats.
    #[error("Pebbles is for two to four.")]
    Seats,
    /// Too few or too many for teams.
    #[error("Teams are for four.")]
    Teams,
    /// Nothing to hide, or too much.
    #[error("A fist holds 1 to 9 pebbles.")]
    Pebbles,
    /// No time at all.
    #[error("A turn lasts at least one second.")]
    TurnSeconds,
}

impl GameConfig for Config {
    type Invalid = InvalidConfig;

    const PRESETS: &'static [Preset] = &[
        Preset { id: "duel", name: "Duel", blurb: "two seats, all the time in the world", seats: 2 },
        Preset { id: "circle", name: "Circle", blurb: "three seats, everyone alone, ten seconds a turn", seats: 3 },
        Preset { id: "party", name: "Party", blurb: "two teams of two, ten seconds a turn", seats: 4 },
    ];

    fn preset(name: &str) -> Option<Self> {
        let timed = Self { turn_seconds: Some(10), ..Self::default() };
        match name {
            "duel" => Some(Self::default()),
            "circle" => Some(Self { seats: 3, ..timed }),
            "party" => Some(Self { seats: 4, teams: true, ..timed }.weighing("river")),
            _ => None,
        }
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn seat_plan(&self, seat: Seat) -> SeatPlan {
        let Some(team) = self.team(seat) else {
            return SeatPlan { name: format!("Seat {}", seat.0 + 1).into(), team: None, role: None };
        };
        let role = if self.keepers().contains(seat) { "keeper" } else { "guesser" };
        SeatPlan { name: format!("{} {role}", self.team_name(team)).into(), team: Some(team), role: Some(role.into()) }
    }

    fn team_name(&self, team: Team) -> Cow<'static, str> {
        if team.0 == 0 { "Red".into() } else { "Blue".into() }
    }

    /// Keepers know what their partners must guess: they listen and say nothing.
    fn voice(&self, seat: Seat) -> Voice {
        let full = Voice::full(self.team(seat));
        if self.keepers().contains(seat) { Voice { writes_team: false, writes_table: false, ..full } } else { full }
    }

    fn is_timed(&self) -> bool {
        self.turn_seconds.is_some()
    }

    fn phrases(&self) -> Vec<String> {
        let Self { seats, teams, pebbles, weights, turn_seconds } = self;
        let clock = turn_seconds.map_or_else(|| "no clock".into(), |seconds| format!("{} a turn", span(seconds)));
        vec![
            format!("{seats} seats"),
            if *teams { "two teams".into() } else { "everyone alone".into() },
            format!("{pebbles} pebbles at most"),
            format!("{} weights", weights.name),
            clock,
        ]
    }

    fn validate(&self) -> Result<(), InvalidConfig> {
        if !(2..=4).contains(&self.seats) {
            return Err(InvalidConfig::Seats);
        }
        if self.teams && self.seats != 4 {
            return Err(InvalidConfig::Teams);
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
