//! Bots: they send their paddle to where they believe the ball will come, and are wrong now and then.
//!
//! What a bot does follows from the position alone, so that the machine of a solo match can be worked out by everyone
//! who watches.

use crate::{
    Action, Config, PIXEL, Paddle, Phase, Pong, Position, Side, Skill, Steer, View,
    units::{Lines, half, pixels},
};
use parlor_kernel::{Bot, Level, Rng, Rules, Seat};

pub(crate) const LEVELS: &[Level] = &[
    Level { id: "easy", blurb: "A little slow, and surprised by every bounce." },
    Level { id: "medium", blurb: "Quicker, and sees one bounce ahead." },
    Level { id: "hard", blurb: "Sees every bounce and plays to where you are not." },
];

pub(crate) fn bot(level: &str) -> Option<Box<dyn Bot<Pong>>> {
    let skill = match level {
        "easy" => Skill::Easy,
        "medium" => Skill::Medium,
        "hard" => Skill::Hard,
        _ => return None,
    };
    Some(Box::new(Player(skill)))
}

struct Player(Skill);

impl Bot<Pong> for Player {
    fn choose(&mut self, rules: &Rules<Pong>, view: &View, seat: Seat, _: &mut Rng) -> Option<Action> {
        let config = &*rules.config;
        let (position, side) = match &view.race {
            Some(race) if seat.0 == 1 => (&race.court, Side::Left),
            Some(_) => (&view.position, Side::Left),
            None => (&view.position, Side::of(seat)),
        };
        if matches!(position.phase, Phase::Paused | Phase::Over) {
            return None;
        }
        let (to, pace) = aim(config, position, side, self.0);
        let paddle = &position.paddles[side.index()];
        let under_way = Paddle::way(config, to, pace) == (paddle.goal, paddle.pace);
        (!under_way).then_some(Action::Steer(Steer::Follow { to, pace }))
    }
}

/// What a skill amounts to. The machine of a solo match plays by these numbers too: changing them changes the rules.
struct Traits {
    /// How fast the paddle follows the ball, in percent. Ruling: 85 in `easy`.
    pace: u8,
    /// How many bounces are foreseen. Ruling: none in `easy`, all in `hard`.
    bounces: u32,
    /// How far off the guess is at most when the ball is as fast as a serve, in percent of half a paddle. A faster ball
    /// is harder to guess.
    error: i32,
    /// How far from its middle the paddle wants to hit the ball, in percent of half of it.
    aim: i32,
}

impl Traits {
    const fn of(skill: Skill) -> Self {
        match skill {
            Skill::Easy => Self { pace: 85, bounces: 0, error: 100, aim: 0 },
            Skill::Medium => Self { pace: 90, bounces: 1, error: 91, aim: 0 },
            Skill::Hard => Self { pace: 100, bounces: u32::MAX, error: 55, aim: 45 },
        }
    }
}

/// How fast a paddle drifts back to the middle when the ball flies away, in percent.
const DRIFT: u8 = 30;

/// Where a paddle should go now, in pixels, and with what percentage of its speed.
pub(crate) fn aim(config: &Config, position: &Position, side: Side, skill: Skill) -> (u16, u8) {
    let ball = &position.ball;
    // Ruling: reacts only when the ball approaches; drifts to the centre otherwise.
    if ball.is_at_rest() || ball.toward() != side {
        return (config.court.height / 2, DRIFT);
    }
    let traits = Traits::of(skill);
    let reach = half(config.paddle.height) / 100;
    let aim = traits.aim * reach * away_from(position, config, side.other());
    let height = pixels(config.court.height);
    let error = i64::from(traits.error * reach) * i64::from(ball.speed) / i64::from(config.ball.speed);
    // A guess is never further off than the court is high, however much faster than a serve the ball is.
    let error = error.min(height.into()) as i32;
    let goal = forecast(config, position, traits.bounces) - aim + guess(position, error);
    ((goal.clamp(0, height) / PIXEL) as u16, traits.pace)
}

/// Where the ball will meet the paddle it flies to, seeing so many bounces ahead.
fn forecast(config: &Config, position: &Position, bounces: u32) -> i32 {
    let (ball, lines) = (&position.ball, Lines::of(config));
    let ahead = i64::from(ball.before_paddle(&lines)).max(0);
    let room = i64::from(lines.bottom - lines.radius);
    let mut y = i64::from(ball.y - lines.radius) + i64::from(ball.vy) * ahead / i64::from(ball.vx.abs());
    for _ in 0..bounces {
        y = match y {
            ..0 => -y,
            _ if y > room => 2 * room - y,
            _ => break,
        };
    }
    y.clamp(0, room) as i32 + lines.radius
}

/// Which way a ball should go to get away from the paddle on `side`: −1 is up, 1 is down.
fn away_from(position: &Position, config: &Config, side: Side) -> i32 {
    let paddle = &position.paddles[side.index()];
    if paddle.at(position.ball.since) > half(config.court.height) { -1 } else { 1 }
}

/// An error of at most `most` in either direction, the same until the ball is hit again: walls change nothing
/// that goes into it.
fn guess(position: &Position, most: i32) -> i32 {
    let ball = &position.ball;
    let flight = u64::from(ball.vx.unsigned_abs()) << 32 | u64::from(ball.vy.unsigned_abs());
    let mut rng = Rng::new(flight ^ u64::from(position.rally) << 20 ^ u64::from(position.serves) << 10);
    rng.below(2 * most.unsigned_abs() + 1) as i32 - most
}

#[cfg(test)]
mod tests;
