//! What makes a rule set playable.

use crate::Config;
use std::ops::RangeInclusive;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why a rule set cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", prefix = "bad_")]
pub enum InvalidConfig {
    /// Too small or too large a court.
    #[error("A court is 100 to 2000 pixels wide and 60 to 2000 high.")]
    Court,
    /// A paddle that does not fit.
    #[error(
        "A paddle is 1 to 50 pixels thick, near its goal line, and from 2 pixels to a third of the court's height long; its thickness and a ball are at most an eighth of that height."
    )]
    Paddle,
    /// A ball that does not fit.
    #[error("A ball is 2 to 50 pixels large and smaller than half the court.")]
    Ball,
    /// Too slow or too fast.
    #[error(
        "Paddles and balls move at 30 to 3000 pixels per second, a ball's top speed is not below its first, and a hit makes it at most 3000 faster."
    )]
    Speed,
    /// Too much spin.
    #[error("Spin is at most 1000 pixels per second.")]
    Spin,
    /// Too steep.
    #[error("A ball flies at most 75 degrees from the horizontal, and a serve not steeper than a hit.")]
    Angle,
    /// Too few or too many points.
    #[error("A match is won with 1 to 99 points.")]
    Points,
    /// Too short or too long a wait.
    #[error("Players get 1 to 10 seconds to get ready.")]
    Countdown,
    /// Too short or too long a pause.
    #[error("A pause lasts at most 10 seconds to an hour.")]
    Pause,
    /// A challenge that is none.
    #[error("A challenge is played against a machine, for 60 seconds to an hour, and waits for 10 seconds to an hour.")]
    Challenge,
}

const SPEEDS: RangeInclusive<u16> = 30..=3000;

pub(crate) fn validate(config: &Config) -> Result<(), InvalidConfig> {
    let Config { court, paddle, ball, .. } = config;
    ensure((100..=2000).contains(&court.width) && (60..=2000).contains(&court.height), InvalidConfig::Court)?;
    ensure((2..=50).contains(&ball.size) && ball.size < court.height / 2, InvalidConfig::Ball)?;
    // Between the paddles there is room for a few balls.
    let behind = u32::from(paddle.margin) + u32::from(paddle.width);
    let roomy = 2 * behind + 4 * u32::from(ball.size) <= u32::from(court.width);
    let solid = (1..=50).contains(&paddle.width) && paddle.height >= 2;
    ensure(roomy && solid && is_passable(config), InvalidConfig::Paddle)?;
    let speeds = [paddle.speed, ball.speed, ball.top_speed];
    let grows = ball.speed <= ball.top_speed && ball.speed_up <= *SPEEDS.end();
    ensure(speeds.iter().all(|speed| SPEEDS.contains(speed)) && grows, InvalidConfig::Speed)?;
    ensure(ball.spin <= 1000, InvalidConfig::Spin)?;
    ensure(ball.steepest_degrees <= 75 && ball.serve_degrees <= ball.steepest_degrees, InvalidConfig::Angle)?;
    ensure((1..=99).contains(&config.points_to_win), InvalidConfig::Points)?;
    ensure((1..=10).contains(&config.countdown_seconds), InvalidConfig::Countdown)?;
    ensure(config.pause.is_valid(), InvalidConfig::Pause)?;
    let challenge = config.challenge.is_none_or(|challenge| challenge.is_valid() && config.machine.is_some());
    ensure(challenge, InvalidConfig::Challenge)
}

/// Whether a ball can get past a paddle that is elsewhere, or a match would not end. Length is not all: before a thick
/// paddle a steep ball goes up and down so often that it meets its end.
fn is_passable(Config { court, paddle, ball, .. }: &Config) -> bool {
    let [height, long, thick, ball] = [court.height, paddle.height, paddle.width, ball.size].map(u32::from);
    3 * long <= height && 8 * (thick + ball) <= height
}

fn ensure(holds: bool, otherwise: InvalidConfig) -> Result<(), InvalidConfig> {
    if holds { Ok(()) } else { Err(otherwise) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_arcade::Challenge;
    use parlor_kernel::{Code, GameConfig};

    #[test]
    fn presets_are_valid() {
        for name in Config::preset_ids() {
            assert_eq!(Config::preset(name).unwrap().validate(), Ok(()));
        }
        assert_eq!(Config::preset("solo").unwrap().seats(), 1);
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let refused = |change: fn(&mut Config)| {
            let mut config = Config::preset("hope").unwrap();
            change(&mut config);
            config.validate().unwrap_err().code()
        };
        assert_eq!(refused(|c| c.court.height = 59), "bad_court");
        assert_eq!(refused(|c| c.court.width = 2001), "bad_court");
        assert_eq!(refused(|c| c.paddle.height = 101), "bad_paddle", "the court is 300 high");
        assert_eq!(refused(|c| c.paddle.height = 1), "bad_paddle");
        assert_eq!(refused(|c| c.paddle.width = 28), "bad_paddle", "with a ball it is 38 thick");
        assert_eq!(refused(|c| c.paddle.margin = 180), "bad_paddle");
        assert_eq!(refused(|c| c.ball.size = 1), "bad_ball");
        assert_eq!(refused(|c| c.ball.top_speed = 199), "bad_speed");
        assert_eq!(refused(|c| c.paddle.speed = 0), "bad_speed");
        assert_eq!(refused(|c| c.ball.speed_up = 3001), "bad_speed");
        assert_eq!(refused(|c| c.ball.speed_up = 65_336), "bad_speed", "200 and that are 0 in sixteen bits");
        assert_eq!(refused(|c| c.ball.spin = 1001), "bad_spin");
        assert_eq!(refused(|c| c.ball.serve_degrees = 61), "bad_angle");
        assert_eq!(refused(|c| c.ball.steepest_degrees = 76), "bad_angle");
        assert_eq!(refused(|c| c.points_to_win = 0), "bad_points");
        assert_eq!(refused(|c| c.countdown_seconds = 0), "bad_countdown");
        assert_eq!(refused(|c| c.pause.seconds = 9), "bad_pause");
        assert_eq!(refused(|c| c.challenge = Some(Challenge::USUAL)), "bad_challenge", "it needs a machine");
    }
}
