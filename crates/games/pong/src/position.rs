//! The position, and the two ways it changes: time passes, or something happens that cannot be worked out. The game and
//! every view of it run the same code.

use crate::{
    Config, Side, What, bot,
    motion::{Ball, NEVER, Paddle},
    sweep,
    units::{Lines, TICKS_PER_SECOND},
};
use parlor_arcade::Pauses;
use parlor_kernel::{Outcome, Seat, SeatSet, Tick};
use serde::{Deserialize, Serialize};

/// All there is to know about a match, except its rule set and its dice.
///
/// Moving things are described by their motion, so a position stays true from one bounce to the next: ask
/// [`Paddle::at`] and [`Ball::at`] where they are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Position {
    /// The ball.
    pub ball: Ball,
    /// The paddles, left and right.
    pub paddles: [Paddle; 2],
    /// What is going on.
    pub phase: Phase,
    /// When something next happens by itself: a serve, a contact, a point, the end of a pause.
    pub due: Option<Tick>,
    /// Points, left and right.
    pub points: [u8; 2],
    /// Who serves next, or served last.
    pub server: Side,
    /// How steeply the next ball is served, or the last one was, in degrees below the horizontal. It is drawn when the
    /// countdown begins: a screen would otherwise hear of a serve too late to show it in time.
    pub serve: i8,
    /// How many serves there were.
    pub serves: u32,
    /// How often the ball was hit since it was served.
    pub rally: u32,
    /// The most hits after one serve.
    pub longest_rally: u32,
    /// The seats that ask for a pause.
    pub asking: SeatSet,
    /// When everything will stand still, if all have just agreed to a pause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pausing: Option<Tick>,
    /// The result, once there is one.
    #[serde(serialize_with = "Outcome::serialize_unseated_option")]
    pub outcome: Option<Outcome>,
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Everyone gets ready: the ball waits. Paddles move, except after a pause.
    Countdown,
    /// The ball flies.
    Rally,
    /// Everything stands still.
    Paused,
    /// The match is over.
    Over,
}

/// Something that is due and has to be announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    /// A point for this side.
    Point(Side),
    /// The end of a pause.
    PauseEnds,
}

impl Position {
    /// Ruling: the first player serves first, after a countdown.
    pub(crate) fn opening(config: &Config, serve: i8) -> Self {
        let from = config.first_serve();
        Self {
            ball: Ball::at_rest(config, from),
            paddles: [Paddle::centred(config); 2],
            phase: Phase::Countdown,
            due: Some(from),
            points: [0; 2],
            server: Side::Left,
            serve,
            serves: 0,
            rally: 0,
            longest_rally: 0,
            asking: SeatSet::EMPTY,
            pausing: None,
            outcome: None,
        }
    }

    /// A court of which nothing is known but the points, and whether it is finished. Nothing happens in it by itself.
    pub(crate) fn veiled(&self, config: &Config) -> Self {
        let phase = if self.phase == Phase::Over { Phase::Over } else { Phase::Countdown };
        let (points, outcome) = (self.points, self.outcome);
        Self { ball: Ball::at_rest(config, NEVER), phase, due: None, points, outcome, ..Self::opening(config, 0) }
    }

    /// The paddle of a seat, where each plays on its own side.
    #[inline]
    pub const fn paddle(&self, seat: Seat) -> &Paddle {
        &self.paddles[Side::of(seat).index()]
    }

    /// Whether everything stands still until a player goes on, or will in a moment.
    pub fn is_paused(&self) -> bool {
        self.phase == Phase::Paused || self.pausing.is_some()
    }

    /// What is to be known about pauses: a challenge has none.
    pub(crate) fn pauses(&self, config: &Config) -> Pauses {
        Pauses { allowed: config.challenge.is_none(), paused: self.is_paused(), asking: self.asking }
    }

    /// When something next happens by itself, the beginning of a pause included.
    #[inline]
    pub(crate) fn next_due(&self) -> Option<Tick> {
        match self.pausing {
            None => self.due,
            Some(at) => self.due.map(|due| due.min(at)),
        }
    }

    /// Lets time pass until `now`, or until something has to be announced; gives back what.
    #[inline]
    pub(crate) fn advance(&mut self, config: &Config, now: Tick) -> Option<Due> {
        if let Some(at) = self.pausing.filter(|&at| at <= now) {
            let due = self.run(config, at);
            if due.is_some() {
                return due;
            }
            self.stand_still(config, at);
        }
        self.run(config, now)
    }

    #[inline]
    fn run(&mut self, config: &Config, now: Tick) -> Option<Due> {
        while let Some(due) = self.due.filter(|&due| due <= now) {
            match self.phase {
                Phase::Countdown if self.ball.is_at_rest() => self.serve(config, due),
                Phase::Countdown => self.fly_on(config),
                Phase::Rally => {
                    if let Some(point) = self.contact(config, due) {
                        return Some(point);
                    }
                }
                Phase::Paused => return Some(Due::PauseEnds),
                Phase::Over => return None,
            }
        }
        None
    }

    /// The ball meets something in the tick that ends at `due`, unless it is out. A point is left to be announced:
    /// until then the ball flies on, which is what people should see who have not heard of it.
    #[inline]
    fn contact(&mut self, config: &Config, due: Tick) -> Option<Due> {
        let lines = Lines::of(config);
        let mut ball = self.ball;
        let start = Tick(due.0 - 1);
        ball.hold(start, start);
        let hits = sweep::fly(config, &lines, &mut ball, &self.paddles);
        if ball.is_out(&lines) {
            return Some(Due::Point(ball.toward().other()));
        }
        self.ball = ball;
        self.rally += hits;
        self.longest_rally = self.longest_rally.max(self.rally);
        self.due = Some(due + ball.free_ticks(&lines) + 1);
        self.run_machine(config, due);
        None
    }

    /// Something happens. Time has been let pass until then.
    #[inline]
    pub(crate) fn apply(&mut self, config: &Config, at: Tick, what: &What) {
        match *what {
            What::Steered { seat, goal, pace } => self.paddles[config.side(seat).index()].go(at, (goal, pace)),
            _ => self.apply_rare(config, at, what),
        }
    }

    /// What does not happen many times a second.
    fn apply_rare(&mut self, config: &Config, at: Tick, what: &What) {
        match *what {
            What::Steered { .. } | What::Decided { .. } | What::Unveiled { .. } => {}
            What::Counted { points, .. } => self.points = points,
            What::PauseAsked { seat } => self.asking = self.asking.with(seat),
            What::PauseDropped { seat } => self.asking = self.asking.without(seat),
            What::Paused => {
                self.asking = SeatSet::EMPTY;
                match config.pause.notice {
                    0 => self.stand_still(config, at),
                    notice => self.pausing = Some(at + u64::from(notice)),
                }
            }
            What::Resumed if self.pausing.take().is_some() => {}
            What::Resumed => {
                let from = at + config.countdown();
                self.hold(at, from);
                (self.phase, self.due) = (Phase::Countdown, Some(from));
            }
            What::Point { side, serve } => {
                let points = &mut self.points[side.index()];
                *points = points.saturating_add(1);
                // Ruling: the side that conceded serves, after a countdown. Paddles keep their place and may move.
                (self.server, self.serve, self.rally) = (side.other(), serve.unwrap_or(self.serve), 0);
                let from = at + config.countdown();
                self.ball = Ball::at_rest(config, from);
                (self.phase, self.due) = (Phase::Countdown, Some(from));
                self.run_machine(config, at);
                // The pause that had to wait for this begins in the same tick.
                if self.pausing.is_some_and(|pausing| pausing <= at) {
                    self.stand_still(config, at);
                }
            }
            What::Over { outcome } => {
                self.hold(at, NEVER);
                (self.phase, self.due, self.pausing, self.outcome) = (Phase::Over, None, None, Some(outcome));
            }
        }
    }

    /// The ball flies away from the side that serves, as the dice said when the countdown began.
    pub(crate) fn serve(&mut self, config: &Config, now: Tick) {
        self.ball = Ball::served(config, now, self.server, self.serve);
        self.serves += 1;
        self.fly_on(config);
        self.run_machine(config, now);
    }

    /// The ball flies, served or left over from before a pause.
    fn fly_on(&mut self, config: &Config) {
        self.phase = Phase::Rally;
        self.due = Some(self.ball.since + self.ball.free_ticks(&Lines::of(config)) + 1);
    }

    /// A pause begins.
    fn stand_still(&mut self, config: &Config, at: Tick) {
        self.hold(at, NEVER);
        (self.phase, self.pausing) = (Phase::Paused, None);
        self.due = Some(at + longest_pause(config));
    }

    /// Since when everything has stood still, in a pause.
    pub(crate) fn stood_since(&self, config: &Config) -> Option<Tick> {
        let due = self.due.filter(|_| self.phase == Phase::Paused)?;
        Some(Tick(due.0.saturating_sub(longest_pause(config))))
    }

    /// Everything stays where it is now and moves on at `from`.
    pub(crate) fn hold(&mut self, now: Tick, from: Tick) {
        self.ball.hold(now, from);
        self.paddles.iter_mut().for_each(|paddle| paddle.hold(now, from));
    }

    /// The machine looks at the ball whenever that changes its course.
    #[inline]
    fn run_machine(&mut self, config: &Config, now: Tick) {
        if let Some(skill) = config.machine {
            let (to, pace) = bot::aim(config, self, Side::Right, skill);
            self.paddles[Side::Right.index()].go(now, Paddle::way(config, to, pace));
        }
    }
}

/// After how many ticks a pause ends by itself.
fn longest_pause(config: &Config) -> u64 {
    u64::from(config.pause.seconds) * u64::from(TICKS_PER_SECOND)
}
