//! Playing alone for a record: a sprint and a marathon.

use crate::{Config, Position};
use parlor_kernel::{GameConfig, Measure, Reason, Seat, Solo};
use serde::{Deserialize, Serialize};

/// What a player alone is after. The clock stops for nothing on the way there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Goal {
    /// So many lines as soon as possible.
    Sprint {
        /// How many.
        lines: u16,
    },
    /// As many points as possible in so many lines.
    Marathon {
        /// How many.
        lines: u16,
    },
}

impl Goal {
    /// With how many lines it is reached.
    pub const fn lines(self) -> u32 {
        let (Self::Sprint { lines } | Self::Marathon { lines }) = self;
        lines as u32
    }

    /// What it is, in a few words.
    pub(crate) fn phrase(self) -> String {
        match self {
            Self::Sprint { lines } => format!("{lines} lines as fast as you can"),
            Self::Marathon { lines } => format!("the most points in {lines} lines"),
        }
    }
}

pub(crate) const SOLOS: &[Solo] = &[
    Solo { id: "sprint", name: "Sprint", blurb: "Clear 40 lines as fast as you can.", measure: Measure::Time },
    Solo {
        id: "marathon",
        name: "Marathon",
        blurb: "150 lines, faster every ten: collect as many points as you can.",
        measure: Measure::Points,
    },
];

/// The genre's own rules: a sprint stays at the first level, a marathon goes up to the fifteenth.
pub(crate) fn config(id: &str) -> Option<Config> {
    let alone = Config { seats: 1, time_limit: None, ..Config::preset("guideline")? };
    match id {
        "sprint" => Some(Config { lines_per_level: 50, goal: Some(Goal::Sprint { lines: 40 }), ..alone }),
        "marathon" => Some(Config { goal: Some(Goal::Marathon { lines: 150 }), ..alone }),
        _ => None,
    }
}

/// What a run is worth: a sprint its ticks, below zero, if it came to its end; a marathon its points, however far it came,
/// unless its player gave up.
pub(crate) fn worth(config: &Config, position: &Position) -> Option<i64> {
    let (goal, outcome) = (config.goal?, position.outcome?);
    match goal {
        _ if outcome.reason != Reason::Completed => None,
        Goal::Sprint { .. } if outcome.winners().contains(Seat(0)) => Some(-(position.lasted(Seat(0)) as i64)),
        Goal::Sprint { .. } => None,
        Goal::Marathon { .. } => Some(position.well(Seat(0)).score as i64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Action, Illegal, Key, Piece,
        script::{ADA, Script},
        timing::COUNTDOWN,
    };
    use parlor_arcade::PauseRefused;
    use parlor_kernel::Game;

    /// A run by the rules of `solo` that ends after so many lines.
    fn run(solo: &str, goal: Goal) -> Script {
        Script::new("hope", |config| *config = Config { goal: Some(goal), ..Config::solo(solo).unwrap() })
    }

    /// One line is missing its last column, which an upright I fills.
    fn clear_a_line(script: &mut Script) {
        script.draw(ADA, &["#########."], Piece::I);
        script.tap(ADA, Key::TurnRight);
        script.act(ADA, Action::Press(Key::Right)).unwrap();
        script.pass(40);
        script.act(ADA, Action::Release(Key::Right)).unwrap();
        script.tap(ADA, Key::Hard);
    }

    #[test]
    fn a_sprint_is_worth_its_time_once_its_lines_are_cleared() {
        let mut script = run("sprint", Goal::Sprint { lines: 2 });
        clear_a_line(&mut script);
        assert_eq!((script.well(ADA).lines, script.game.worth()), (1, None));
        script.pass(10);
        clear_a_line(&mut script);
        assert_eq!(script.well(ADA).lines, 2);
        assert!(script.game.outcome().unwrap().winners().contains(ADA));
        assert_eq!(script.game.worth(), Some(COUNTDOWN as i64 - script.now.0 as i64));
    }

    #[test]
    fn a_marathon_is_worth_its_points_wherever_it_ends() {
        let mut script = run("marathon", Goal::Marathon { lines: 1 });
        clear_a_line(&mut script);
        assert!(script.game.outcome().unwrap().winners().contains(ADA));
        assert_eq!(script.game.worth(), Some(script.well(ADA).score as i64));
        let mut script = run("marathon", Goal::Marathon { lines: 150 });
        while script.game.outcome().is_none() {
            let _ = script.act(ADA, Action::Tap(Key::Hard));
            script.pass(10);
        }
        assert!(script.game.outcome().unwrap().winners().is_empty(), "no room is left");
        assert!(script.game.worth().unwrap() > 0);
    }

    #[test]
    fn who_gives_up_or_has_no_room_in_a_sprint_has_no_time() {
        let mut script = run("marathon", Goal::Marathon { lines: 150 });
        script.tap(ADA, Key::Hard);
        script.act(ADA, Action::Surrender).unwrap();
        assert_eq!(script.game.worth(), None);
        let mut script = run("sprint", Goal::Sprint { lines: 40 });
        while script.game.outcome().is_none() {
            let _ = script.act(ADA, Action::Tap(Key::Hard));
            script.pass(10);
        }
        assert_eq!(script.game.worth(), None);
    }

    #[test]
    fn the_clock_of_a_run_stops_for_nothing() {
        let mut script = run("sprint", Goal::Sprint { lines: 40 });
        assert_eq!(script.act(ADA, Action::Pause), Err(Illegal::Pause(PauseRefused::NoPauses)));
    }

    #[test]
    fn every_way_to_play_alone_is_playable() {
        for solo in SOLOS {
            let config = config(solo.id).unwrap();
            assert_eq!((config.validate(), config.seats), (Ok(()), 1), "{}", solo.id);
        }
        assert_eq!(config("nonsense"), None);
    }
}
