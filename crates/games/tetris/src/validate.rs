//! What makes a rule set playable.

use crate::{Config, Contest};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why a rule set cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", prefix = "bad_")]
pub enum InvalidConfig {
    /// Too many players or none.
    #[error("Tetris is for one or two players.")]
    Seats,
    /// Too many pieces shown or none.
    #[error("One to six pieces can be shown to one player, and three to six to two players.")]
    Next,
    /// No such level.
    #[error("A match starts at level 1 to 30.")]
    StartLevel,
    /// Levels that never or always change.
    #[error("A level takes 1 to 50 lines.")]
    LinesPerLevel,
    /// Garbage that never or always rises.
    #[error("Between 1 and 20 rows of garbage can rise at once.")]
    GarbageAtOnce,
    /// Garbage that lands before anyone hears of it, or never.
    #[error("Garbage flies for 1 to 120 ticks.")]
    GarbageFlight,
    /// Too short or too long.
    #[error("A time limit is 10 seconds to an hour.")]
    TimeLimit,
    /// Pauses that are none.
    #[error("A pause lasts 10 seconds to an hour.")]
    Pause,
    /// A challenge that is none.
    #[error(
        "A challenge is for two who play for points, without another time limit, for 60 seconds to an hour, and waits for \
         10 seconds to an hour."
    )]
    Challenge,
    /// A goal that is none.
    #[error("A goal of 1 to 1000 lines is for one player, without a time limit.")]
    Goal,
}

pub(crate) fn validate(config: &Config) -> Result<(), InvalidConfig> {
    let ensure = |holds: bool, invalid| if holds { Ok(()) } else { Err(invalid) };
    ensure((1..=2).contains(&config.seats), InvalidConfig::Seats)?;
    // Two play online, where the next piece is told a third of a second late or more: one alone would run out.
    let fewest = if config.seats == 2 { 3 } else { 1 };
    ensure((fewest..=6).contains(&config.next), InvalidConfig::Next)?;
    ensure((1..=30).contains(&config.start_level), InvalidConfig::StartLevel)?;
    ensure((1..=50).contains(&config.lines_per_level), InvalidConfig::LinesPerLevel)?;
    ensure((1..=20).contains(&config.garbage.at_once), InvalidConfig::GarbageAtOnce)?;
    ensure((1..=120).contains(&config.garbage.flight), InvalidConfig::GarbageFlight)?;
    ensure(config.time_limit.is_none_or(|seconds| (10..=3600).contains(&seconds)), InvalidConfig::TimeLimit)?;
    ensure(config.pause.is_valid(), InvalidConfig::Pause)?;
    let apart = config.seats == 2 && config.contest == Contest::Score && config.time_limit.is_none();
    ensure(config.challenge.is_none_or(|challenge| challenge.is_valid() && apart), InvalidConfig::Challenge)?;
    let alone = config.seats == 1 && config.time_limit.is_none();
    ensure(config.goal.is_none_or(|goal| (1..=1000).contains(&goal.lines()) && alone), InvalidConfig::Goal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_arcade::Challenge;
    use parlor_kernel::{Code, GameConfig};

    #[test]
    fn presets_are_valid_and_extremes_are_not() {
        for name in Config::preset_ids() {
            assert_eq!(Config::preset(name).unwrap().validate(), Ok(()));
        }
        let with = |change: fn(&mut Config)| {
            let mut config = Config::preset("hope").unwrap();
            change(&mut config);
            config.validate().map_err(|invalid| invalid.code())
        };
        assert_eq!(with(|config| config.seats = 1), Ok(()));
        assert_eq!(with(|config| config.seats = 3), Err("bad_seats"));
        assert_eq!(with(|config| config.next = 2), Err("bad_next"), "for two");
        assert_eq!(with(|config| (config.seats, config.next) = (1, 1)), Ok(()));
        assert_eq!(with(|config| (config.seats, config.next) = (1, 0)), Err("bad_next"));
        assert_eq!(with(|config| config.next = 7), Err("bad_next"));
        assert_eq!(with(|config| config.start_level = 31), Err("bad_start_level"));
        assert_eq!(with(|config| config.lines_per_level = 0), Err("bad_lines_per_level"));
        assert_eq!(with(|config| config.garbage.at_once = 0), Err("bad_garbage_at_once"));
        assert_eq!(with(|config| config.garbage.flight = 0), Err("bad_garbage_flight"));
        assert_eq!(with(|config| config.time_limit = Some(9)), Err("bad_time_limit"));
        assert_eq!(with(|config| config.pause.seconds = 9), Err("bad_pause"));
        assert_eq!(with(|config| config.challenge = Some(Challenge::USUAL)), Err("bad_challenge"), "garbage");
        assert_eq!(
            with(|config| {
                *config = Config::preset("challenge").unwrap();
                config.seats = 1;
            }),
            Err("bad_challenge"),
            "alone"
        );
        assert_eq!(
            with(|config| {
                *config = Config::preset("challenge").unwrap();
                config.time_limit = Some(120);
            }),
            Err("bad_challenge"),
            "two clocks"
        );
    }
}
