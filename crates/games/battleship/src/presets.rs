//! The rule sets named after their sources (rulings, Battleship, the table of options).

use crate::{
    Announce, AttackMode, Battleship, Config, First, InvalidConfig, Pattern, ShipClass, Spacing, Timers, TurnRule,
    phrases, validate,
};
use parlor_kernel::{GameConfig, Preset, Rules, Seat, SeatSet};
use std::sync::Arc;

impl From<Config> for Arc<Rules<Battleship>> {
    fn from(config: Config) -> Self {
        Rules::plain(config)
    }
}

impl GameConfig for Config {
    type Invalid = InvalidConfig;

    const PRESETS: &'static [Preset] = &[
        Preset {
            id: "voxel",
            name: "Classic",
            blurb: "10×10, five ships, one shot each in turn, 30 seconds for it.",
            seats: 2,
        },
        Preset {
            id: "hope",
            name: "Relaxed",
            blurb: "10×10, five ships, one shot each in turn, no clock; the challenger begins.",
            seats: 2,
        },
        Preset {
            id: "armada",
            name: "Armada",
            blurb: "Ten shot patterns to plan and confirm; a hit shoots again; ships keep apart.",
            seats: 2,
        },
    ];

    fn preset(name: &str) -> Option<Self> {
        match name {
            "voxel" => Some(voxel()),
            "hope" => Some(hope()),
            "armada" => Some(armada()),
            _ => None,
        }
    }

    fn seats(&self) -> u8 {
        2
    }

    fn is_timed(&self) -> bool {
        self.timers.placement.is_some() || self.timers.turn.is_some()
    }

    fn phrases(&self) -> Vec<String> {
        phrases::of(self)
    }

    fn essentials(&self) -> Vec<String> {
        phrases::essentials(self)
    }

    fn validate(&self) -> Result<(), InvalidConfig> {
        validate::config(self)
    }

    /// Rulings, option `first`: against a bot the dice decide instead of the challenger. No one waits for a person who
    /// plays a bot, so there is no clock.
    fn adapt(&mut self, bots: SeatSet) {
        if bots.is_empty() {
            return;
        }
        if self.first == First::Challenger {
            self.first = First::Random;
        }
        (self.timers.placement, self.timers.turn) = (None, None);
    }
}

/// Voxel Battleship's.
fn voxel() -> Config {
    Config {
        width: 10,
        height: 10,
        fleet: classic_fleet(),
        spacing: Spacing::Touch,
        turns: TurnRule::Alternating,
        first: First::Random,
        attack: AttackMode::Direct,
        patterns: vec![pattern("single", "Single shot", None, &[(0, 0)])],
        announce: Announce::Sunk,
        timers: Timers { placement: Some(5 * 60), turn: Some(30), missed_turns: MISSED_TURNS },
    }
}

/// HopeAddon's.
fn hope() -> Config {
    Config { first: First::Challenger, timers: UNTIMED, ..voxel() }
}

/// The armada engine's.
fn armada() -> Config {
    Config {
        spacing: Spacing::Apart,
        turns: TurnRule::Classic,
        first: First::Given(Seat(0)),
        attack: AttackMode::Plan,
        patterns: armada_patterns(),
        timers: UNTIMED,
        ..voxel()
    }
}

/// No seed says how many turns may be missed; three leaves room for one bad connection.
const MISSED_TURNS: u8 = 3;

const UNTIMED: Timers = Timers { placement: None, turn: None, missed_turns: MISSED_TURNS };

/// The five ships that all three seeds share: 17 cells.
fn classic_fleet() -> Vec<ShipClass> {
    [
        ("carrier", "Carrier", 5),
        ("battleship", "Battleship", 4),
        ("cruiser", "Cruiser", 3),
        ("submarine", "Submarine", 3),
        ("destroyer", "Destroyer", 2),
    ]
    .map(|(id, name, size)| ShipClass { id: id.into(), name: name.into(), size })
    .into()
}

/// Rulings, Battleship, "Patterns". The more cells a pattern has, the fewer times it can be used.
fn armada_patterns() -> Vec<Pattern> {
    let block = |from: i8, to: i8| (from..=to).flat_map(move |dy| (from..=to).map(move |dx| (dx, dy)));
    let square: Vec<_> = block(-1, 1).collect();
    let small_square: Vec<_> = block(0, 1).collect();
    let cross = [(0, 0), (0, -1), (-1, 0), (1, 0), (0, 1)];
    let large_cross = [(0, 0), (0, -1), (-1, 0), (1, 0), (0, 1), (0, -2), (-2, 0), (2, 0), (0, 2)];
    vec![
        pattern("single", "Single shot", None, &[(0, 0)]),
        pattern("cross", "Cross", Some(2), &cross),
        pattern("large-cross", "Large cross", Some(1), &large_cross),
        pattern("horizontal-line", "Horizontal line", Some(3), &[(-1, 0), (0, 0), (1, 0)]),
        pattern("vertical-line", "Vertical line", Some(3), &[(0, -1), (0, 0), (0, 1)]),
        pattern("square", "Square", Some(1), &square),
        pattern("diagonal-x", "Diagonal X", Some(2), &[(0, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)]),
        pattern("small-square", "Small square", Some(2), &small_square),
        pattern("t-shape", "T", Some(2), &[(-1, 0), (0, 0), (1, 0), (0, 1), (0, 2)]),
        pattern("l-shape", "L", Some(2), &[(0, 0), (0, 1), (0, 2), (1, 2)]),
    ]
}

fn pattern(id: &str, name: &str, uses: Option<u16>, cells: &[(i8, i8)]) -> Pattern {
    Pattern { id: id.into(), name: name.into(), cells: cells.into(), uses }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Battleship;
    use parlor_kernel::{AnyGame, Entrant, Library};
    use serde_json::json;

    #[test]
    fn presets_are_named_valid_and_as_ruled() {
        assert_eq!(Config::PRESETS[0].id, "voxel");
        for name in Config::preset_ids() {
            let config = Config::preset(name).unwrap();
            assert_eq!(config.validate(), Ok(()), "{name}");
            assert_eq!(config.fleet.iter().map(|ship| ship.size).collect::<Vec<_>>(), [5, 4, 3, 3, 2]);
        }
        assert_eq!(Config::preset("chess"), None);
        let sizes: Vec<_> = armada().patterns.iter().map(|pattern| pattern.cells.len()).collect();
        assert_eq!(sizes, [1, 5, 9, 3, 3, 9, 5, 4, 5, 4]);
        assert!(armada().patterns[1..].iter().all(|pattern| pattern.uses.is_some()));
    }

    #[test]
    fn the_challenger_begins_and_the_clock_runs_only_among_people() {
        let adapted = |mut config: Config, bots| {
            config.adapt(bots);
            config
        };
        let bot = SeatSet::only(Seat(1));
        for config in [voxel(), hope(), armada()] {
            assert_eq!(adapted(config.clone(), SeatSet::EMPTY), config);
        }
        assert_eq!(adapted(hope(), bot).first, First::Random);
        assert_eq!(adapted(voxel(), bot).timers, UNTIMED);
        assert_eq!(adapted(armada(), bot), armada(), "a given seat stays, and there is no clock anyway");
    }

    #[test]
    fn what_somebody_chose_stays_even_against_a_bot() {
        let options = json!({ "first": "challenger", "timers.turn": 10 });
        let (config, _) = Entrant::<Battleship>::new(&Library::default())
            .configure(Some("voxel"), &options, SeatSet::only(Seat(1)))
            .unwrap();
        assert_eq!(config["first"], "challenger");
        assert_eq!(config["timers"], json!({ "placement": null, "turn": 10, "missed_turns": 3 }));
    }
}
