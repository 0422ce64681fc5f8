//! The rule set of a match, and the presets. Lengths are pixels, speeds pixels per second.

use parlor_arcade::{Challenge, PauseRules};
use parlor_kernel::{GameConfig, Preset, Rules, Seat, SeatSet, Tick, prose::span};
use serde::{Deserialize, Serialize};

use crate::{InvalidConfig, Pong, Side, units::TICKS_PER_SECOND};
use std::sync::Arc;

/// All that can be chosen before a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The court.
    pub court: Court,
    /// Both paddles.
    pub paddle: PaddleRules,
    /// The ball.
    pub ball: BallRules,
    /// How many points win.
    pub points_to_win: u8,
    /// How long everyone gets ready before a serve and after a pause, in seconds.
    pub countdown_seconds: u8,
    /// Pauses.
    pub pause: PauseRules,
    /// Who plays the right side if it is not a seat: then the table has one seat, unless it is a challenge.
    pub machine: Option<Skill>,
    /// Two players, each against the machine on a court of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge: Option<Challenge>,
}

/// The size of the court.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Court {
    /// From goal to goal.
    pub width: u16,
    /// From wall to wall.
    pub height: u16,
}

/// What paddles are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaddleRules {
    /// How thick.
    pub width: u16,
    /// How long.
    pub height: u16,
    /// How far from the goal line.
    pub margin: u16,
    /// How fast.
    pub speed: u16,
}

/// What the ball is like. It is square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BallRules {
    /// How large.
    pub size: u16,
    /// How fast it is served.
    pub speed: u16,
    /// How fast it ever gets.
    pub top_speed: u16,
    /// How much faster each paddle makes it.
    pub speed_up: u16,
    /// How much vertical speed a hit at the very end of a paddle adds.
    pub spin: u16,
    /// How far from the horizontal it is served at most, in degrees.
    pub serve_degrees: u8,
    /// How far from the horizontal a paddle sends it at most, in degrees.
    pub steepest_degrees: u8,
}

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Skill {
    /// Follows the ball straight ahead.
    Easy,
    /// Sees one bounce ahead.
    Medium,
    /// Sees every bounce and aims.
    Hard,
}

impl Config {
    /// How many ticks everyone gets ready.
    pub(crate) fn countdown(&self) -> u64 {
        u64::from(self.countdown_seconds) * u64::from(TICKS_PER_SECOND)
    }

    /// When the first ball is served, without a pause before.
    #[inline]
    pub(crate) fn first_serve(&self) -> Tick {
        Tick::ZERO + self.countdown()
    }
}

impl From<Config> for Arc<Rules<Pong>> {
    fn from(config: Config) -> Self {
        Rules::plain(config)
    }
}

impl GameConfig for Config {
    type Invalid = InvalidConfig;

    const PRESETS: &'static [Preset] = &[
        Preset { id: "hope", name: "Classic", blurb: "To 5 points; the ball speeds up with every hit.", seats: 2 },
        Preset {
            id: "guideline",
            name: "Arcade",
            blurb: "The arcade's own: to 11 points, and a missed ball is served again after a second.",
            seats: 2,
        },
        Preset {
            id: "blitz",
            name: "Fast",
            blurb: "A faster ball, more spin and faster paddles; one second between points.",
            seats: 2,
        },
        Preset { id: "solo", name: "Alone", blurb: "One player against the house's own paddle.", seats: 1 },
        Preset {
            id: "challenge",
            name: "Best score",
            blurb: "Two players, each against the house's paddle with the same serves: more points win, then the earlier end.",
            seats: 2,
        },
    ];

    fn preset(name: &str) -> Option<Self> {
        match name {
            "hope" => Some(hope()),
            "guideline" => Some(guideline()),
            "blitz" => Some(blitz()),
            "solo" => Some(solo()),
            "challenge" => Some(challenge()),
            _ => None,
        }
    }

    fn seats(&self) -> u8 {
        if self.machine.is_some() && self.challenge.is_none() { 1 } else { 2 }
    }

    fn is_timed(&self) -> bool {
        true
    }

    fn phrases(&self) -> Vec<String> {
        let Self { court, paddle, ball, points_to_win, countdown_seconds, pause, machine, challenge } = self;
        let Court { width, height } = court;
        let PaddleRules { width: thick, height: long, margin, speed: paddle_speed } = paddle;
        let BallRules { size, speed, top_speed, speed_up, spin, serve_degrees, steepest_degrees } = ball;
        let machine = match machine {
            None => "a player on each side",
            Some(Skill::Easy) => "against an easy bot",
            Some(Skill::Medium) => "against a medium bot",
            Some(Skill::Hard) => "against a hard bot",
        };
        vec![
            format!("court {width}×{height}"),
            format!("paddles {thick}×{long}, {margin} from the edge"),
            format!("paddle speed {paddle_speed}"),
            format!("ball size {size}"),
            format!("ball speed {speed} to {top_speed}, +{speed_up} a hit"),
            format!("spin {spin}"),
            format!("served up to {serve_degrees}°, returned up to {steepest_degrees}°"),
            format!("to {points_to_win} points"),
            format!("{} before a serve", span(*countdown_seconds)),
            pause.phrase(),
            machine.into(),
            challenge.map_or_else(|| "one court".into(), Challenge::phrase),
        ]
    }

    fn essentials(&self) -> Vec<String> {
        let points = format!("to {} points", self.points_to_win);
        std::iter::once(points).chain(self.challenge.map(Challenge::phrase)).collect()
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

impl Config {
    /// The side that a seat plays on: in a challenge everybody has a court of their own and plays on its left.
    #[inline]
    pub const fn side(&self, seat: Seat) -> Side {
        if self.challenge.is_some() { Side::Left } else { Side::of(seat) }
    }

    /// Whether two play for points with the same serves, each unseen by the other until the end: the slower would
    /// otherwise see on the other's court how the next ball will be served.
    pub const fn is_veiled(&self) -> bool {
        self.challenge.is_some()
    }
}

/// The numbers of HopeAddon.
fn hope() -> Config {
    Config {
        court: Court { width: 400, height: 300 },
        paddle: PaddleRules { width: 10, height: 60, margin: 20, speed: 300 },
        ball: BallRules {
            size: 10,
            speed: 200,
            top_speed: 400,
            speed_up: 10,
            spin: 100,
            serve_degrees: 45,
            steepest_degrees: 60,
        },
        points_to_win: 5,
        countdown_seconds: 3,
        pause: PauseRules::AGREED,
        machine: None,
        challenge: None,
    }
}

/// The genre's own: eleven points, and the ball is back soon.
fn guideline() -> Config {
    Config { points_to_win: 11, countdown_seconds: 1, ..hope() }
}

/// Half as fast again at the serve, twice as fast at the top.
fn blitz() -> Config {
    let Config { paddle, ball, .. } = hope();
    Config {
        paddle: PaddleRules { speed: 450, ..paddle },
        ball: BallRules { speed: 300, top_speed: 800, speed_up: 25, spin: 200, ..ball },
        countdown_seconds: 1,
        ..hope()
    }
}

fn solo() -> Config {
    Config { machine: Some(Skill::Easy), pause: PauseRules::ALONE, ..hope() }
}

fn challenge() -> Config {
    Config { machine: Some(Skill::Easy), challenge: Some(Challenge::USUAL), ..hope() }
}
