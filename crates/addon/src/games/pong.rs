//! Pong: paddles and the ball several times a second, as they should look now. Your paddle is on the left.

use super::{At, Deed, Pings, Tongue, action};
use crate::AddonError;
use parlor_kernel::{AnyEvent, Duel, Game, Refusal, Seat, Tick, Viewer};
use parlor_pong::{Action, Config, Event, PIXEL, Paddle, Phase, Pong as Engine, Position, Side, Steer, View, What};
use parlor_wire::addon::{Body, GameType, Hundredths, Move, pong::Move as Said, score::Ping, talk::State};
use serde_json::{Value, value::RawValue};

const TICKS_PER_SECOND: f64 = 60.0;

pub struct Language;

impl super::Language for Language {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn game_type(&self, config: &Value) -> GameType {
        let challenge = config.get("challenge").is_some_and(|challenge| !challenge.is_null());
        if challenge { GameType::ScorePong } else { GameType::Pong }
    }

    fn tongue(&self, config: &Value) -> Result<Box<dyn Tongue>, serde_json::Error> {
        let score = self.game_type(config).is_score();
        Ok(Box::new(Pong { score, points: None, state: None, pings: Pings::default() }))
    }
}

/// One table of Pong.
struct Pong {
    score: bool,
    /// What was told last.
    points: Option<(u8, u8)>,
    state: Option<State>,
    pings: Pings,
}

impl Pong {
    /// The court that the addon sees, with its player on the left.
    fn court(&self, at: &At<'_>, view: &View) -> View {
        if self.score { view.court(at.seat().unwrap_or(Seat(0))) } else { view.clone() }
    }

    /// The seat whose paddle is on that side of the court that the addon sees; none if it is the machine's.
    fn seat_on(&self, at: &At<'_>, config: &Config, side: Side) -> Option<Seat> {
        match side {
            Side::Right if config.machine.is_some() => None,
            Side::Left if self.score => Some(at.seat().unwrap_or(Seat(0))),
            side => Some(side.seat()),
        }
    }

    /// The side that the addon's player has on the court as the engine knows it.
    fn own_side(&self, at: &At<'_>) -> Side {
        if self.score { Side::Left } else { at.seat().map_or(Side::Left, Side::of) }
    }

    fn scene(&self, at: &At<'_>, court: &View, tick: f64) -> Vec<Body> {
        let own = self.own_side(at);
        let viewer = if own == Side::Right { Viewer::Seat(Seat(1)) } else { Viewer::Spectator };
        let scene = court.scene(tick, viewer);
        let Config { paddle, ball, .. } = &court.config;
        let now = Tick(tick as u64);
        let moving = court.position.phase == Phase::Rally;
        let per_second = |parts: i32| f64::from(parts) * TICKS_PER_SECOND / f64::from(PIXEL);
        let mut out = Vec::new();
        for (side, y) in [(own, scene.left), (own.other(), scene.right)] {
            out.push(said(Said::Paddle {
                y: Hundredths::of(y - f64::from(paddle.height) / 2.0),
                dy: Hundredths::of(per_second(speed(&court.position.paddles[side.index()], now))),
                seat: self.seat_on(at, &court.config, side),
            }));
        }
        let half = f64::from(ball.size) / 2.0;
        let flight = court.position.ball;
        let along = if own == Side::Right { -flight.vx } else { flight.vx };
        out.push(said(Said::Ball {
            x: Hundredths::of(scene.ball.0 - half),
            y: Hundredths::of(scene.ball.1 - half),
            dx: Hundredths::of(if moving { per_second(along) } else { 0.0 }),
            dy: Hundredths::of(if moving { per_second(flight.vy) } else { 0.0 }),
            speed: Hundredths::of(flight.speed.into()),
        }));
        out
    }

    /// What goes on at the court, unless that was told.
    fn phase(&mut self, at: &At<'_>, court: &Position, tick: f64) -> Option<Body> {
        let state = match court.phase {
            Phase::Countdown => {
                let left = court.due.map_or(0.0, |due| (due.0 as f64 - tick) / TICKS_PER_SECOND);
                State::Countdown { seconds: left.ceil().max(0.0) as u64 }
            }
            Phase::Rally => crate::place::standing(at.table),
            Phase::Paused => State::Paused,
            Phase::Over => return None,
        };
        let new = self.state.as_ref() != Some(&state);
        self.state = Some(state.clone());
        new.then_some(Body::State(state))
    }

    fn points(&mut self, at: &At<'_>, court: &Position) -> Option<Body> {
        let own = self.own_side(at);
        let points = (court.points[own.index()], court.points[own.other().index()]);
        let new = self.points.replace(points) != Some(points);
        new.then(|| said(Said::Points { yours: points.0, theirs: points.1 }))
    }

    /// How the other player stands in a challenge. By what is settled: what is only expected may not come.
    fn ping(&mut self, at: &At<'_>) -> Option<Body> {
        let other = Duel::other(at.seat().filter(|_| self.score)?);
        let ping = standing(at.view::<Engine>()?, other);
        self.pings.due(&ping, at.now_ms).then(|| said(Said::Ping(ping)))
    }

    fn look(&mut self, at: &At<'_>) -> Vec<Body> {
        let Some((view, tick)) = at.picture::<Engine>() else { return Vec::new() };
        let court = self.court(at, &view);
        // A spectator of a challenge hears how it stands, and sees no court before the end.
        if self.seat_on(at, &court.config, Side::Left).is_some_and(|seat| view.veiled.contains(seat)) {
            return self.points(at, &court.position).into_iter().collect();
        }
        let mut out: Vec<_> = self.phase(at, &court.position, tick).into_iter().collect();
        out.extend(self.points(at, &court.position));
        out.extend(self.ping(at));
        out.extend(self.scene(at, &court, tick));
        out
    }
}

impl Tongue for Pong {
    fn show(&mut self, at: &At<'_>) -> Vec<Body> {
        let Some(view) = at.view::<Engine>() else { return Vec::new() };
        let Config { court, paddle, ball, points_to_win, .. } = &view.config;
        let mut out = vec![said(Said::Court {
            width: court.width,
            height: court.height,
            paddle: paddle.height,
            speed: paddle.speed,
            ball: ball.size,
            points: *points_to_win,
        })];
        (self.points, self.state, self.pings) = (None, None, Pings::default());
        out.extend(self.look(at));
        out
    }

    fn tell(&mut self, at: &At<'_>, event: &AnyEvent) -> Vec<Body> {
        let Some(Event { court, what, .. }) = event.of::<Engine>() else { return Vec::new() };
        match what {
            &What::PauseAsked { seat } => vec![Body::State(State::PauseAsked { seat })],
            What::Over { .. } if self.score => {
                let Some(view) = at.view::<Engine>() else { return Vec::new() };
                let seat = Seat(*court);
                vec![Body::State(State::Finished { seat, score: standing(view, seat).score as i64 })]
            }
            // Everything else is seen in the next picture.
            _ => Vec::new(),
        }
    }

    fn picture(&mut self, at: &At<'_>) -> Vec<Body> {
        self.look(at)
    }

    fn act(&mut self, at: &At<'_>, deed: &Deed) -> Result<Option<Box<RawValue>>, Refusal> {
        let wanted = match deed {
            Deed::Pause => return Ok(Some(action(&Action::Pause))),
            Deed::Resume => return Ok(Some(action(&Action::Resume))),
            Deed::Move(Move::Pong(wanted)) => wanted,
            Deed::Move(_) | Deed::Ready | Deed::Claim(_) => return Err(AddonError::NotAMove.into()),
        };
        let steer = match wanted {
            Said::Up => Steer::Up,
            Said::Down => Steer::Down,
            Said::Stop => Steer::Stop,
            Said::Paddle { y, dy, .. } => {
                let Some(view) = at.view::<Engine>() else { return Err(AddonError::NotAMove.into()) };
                steering(&view.config, y.as_f64(), dy.as_f64())
            }
            Said::Surrender => return Ok(Some(action(&Action::Surrender))),
            Said::Ping(claimed) => {
                if let (Some(view), Some(seat)) = (at.view::<Engine>(), at.seat()) {
                    at.doubt_ping(claimed, &standing(view, seat));
                }
                return Ok(None);
            }
            // In HopeAddon one of the players tells where the ball is. Here the house knows.
            Said::Ball { .. } => return Ok(None),
            Said::Points { .. } | Said::Court { .. } => return Err(AddonError::NotAMove.into()),
        };
        Ok(Some(action(&Action::Steer(steer))))
    }
}

fn said(said: Said) -> Body {
    Body::Move(Move::Pong(said))
}

/// A paddle that moves goes on as far as it can, as fast as it says; one that stands goes where it says it is.
fn steering(config: &Config, y: f64, dy: f64) -> Steer {
    let pace = (dy.abs() * 100.0 / f64::from(config.paddle.speed)).round().clamp(1.0, 100.0) as u8;
    let middle = (y + f64::from(config.paddle.height) / 2.0).round().clamp(0.0, f64::from(config.court.height)) as u16;
    if dy < 0.0 {
        Steer::Follow { to: 0, pace }
    } else if dy > 0.0 {
        Steer::Follow { to: config.court.height, pace }
    } else {
        Steer::Follow { to: middle, pace: 100 }
    }
}

/// How fast a paddle moves down, in parts of a pixel for each tick.
fn speed(paddle: &Paddle, now: Tick) -> i32 {
    (paddle.goal - paddle.at(now)).signum() * paddle.pace
}

/// How a player stands in a challenge.
fn standing(view: &View, seat: Seat) -> Ping {
    let [own, machine] = view.court(seat).position.points;
    Ping { score: own.into(), lines: machine.into(), level: 1, token: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::GameConfig;

    #[test]
    fn a_paddle_s_words_become_steering() {
        let config = Config::preset("hope").unwrap();
        let steer = |y, dy| steering(&config, y, dy);
        assert_eq!(steer(120.0, 0.0), Steer::Follow { to: 150, pace: 100 });
        assert_eq!(steer(120.0, -300.0), Steer::Follow { to: 0, pace: 100 });
        assert_eq!(steer(120.0, 150.0), Steer::Follow { to: 300, pace: 50 });
        // As fast as a paddle can, and never off the court.
        assert_eq!(steer(120.0, 9e6), Steer::Follow { to: 300, pace: 100 });
        assert_eq!(steer(-9e6, 0.0), Steer::Follow { to: 0, pace: 100 });
        assert_eq!(steer(9e6, 0.0), Steer::Follow { to: 300, pace: 100 });
    }
}
