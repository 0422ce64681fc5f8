//! Pong: two paddles, one ball, sixty ticks a second.
//!
//! Everything moves steadily until it meets something, in whole numbers, so the game sleeps from one contact to the next
//! and is the same to the last bit wherever it runs. Only inputs, points and pauses are announced; a
//! [view](View) works out the rest, serves included, by letting time [elapse](Predict::elapse) in it.
//!
//! ```
//! use parlor_kernel::{FastDice, Game, GameConfig, Seat, Table, Tell, Tick};
//! use parlor_pong::{Action, Config, Pong, Steer};
//!
//! let config = Config::preset("hope").unwrap().into();
//! let mut table = Table::<Pong, _>::new(config, FastDice(1));
//! table.act(Tick(200), Seat(0), Action::Steer(Steer::Up), &mut ())?;
//! table.advance(Tick(60 * 60), &mut ());
//! println!("{}", table.game().picture());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bot;
mod config;
mod enumerate;
mod event;
mod illegal;
mod motion;
mod notation;
mod position;
mod race;
mod rules;
mod state;
mod sweep;
mod units;
mod validate;
mod view;

pub use config::{BallRules, Config, Court, PaddleRules, Skill};
pub use event::{Action, Event, Steer, What};
pub use illegal::{Illegal, SteerRefused};
pub use motion::{Ball, Paddle, Side};
pub use position::{Phase, Position};
pub use race::Race;
pub use state::Pong;
pub use units::PIXEL;
pub use validate::InvalidConfig;
pub use view::{Scene, View};

use parlor_kernel::{
    Audience, Best, Bot, Dice, Game, Level, OnAbandon, Outcome, Predict, Reason, Rules, Seat, SeatSet, Sink, Spec,
    Stat, Tell, Tick, Viewer,
};
use std::sync::Arc;
use units::TICKS_PER_SECOND;

impl Game for Pong {
    const SPEC: Spec = Spec {
        id: "pong",
        name: "Pong",
        rules: 2,
        ticks_per_second: TICKS_PER_SECOND,
        real_time: true,
        on_abandon: OnAbandon::Forfeit,
        digest_every: 1,
        stakes: false,
    };
    const LEVELS: &'static [Level] = bot::LEVELS;
    const STATS: &'static [Stat] = &[
        Stat { id: "points", name: "Points", best: Best::Highest },
        Stat { id: "longest_rally", name: "Longest rally", best: Best::Highest },
    ];

    type Config = Config;
    type Assets = ();
    type Action = Action;
    type Event = Event;
    type View = View;
    type Illegal = Illegal;

    fn new<D: Dice>(rules: &Arc<Rules<Self>>, dice: &D) -> Self {
        Self::opening(&rules.config, dice)
    }

    /// The ball does not wait.
    fn awaiting(&self) -> SeatSet {
        SeatSet::EMPTY
    }

    /// Not every tick: only those in which the ball may meet something.
    #[inline]
    fn next_wake(&self) -> Option<Tick> {
        self.due()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match &self.race {
            None => self.position.outcome,
            Some(race) => race.outcome,
        }
    }

    fn has_begun(&self) -> bool {
        self.begun
    }

    /// Points made.
    fn score(&self, seat: Seat) -> i64 {
        self.court(seat).points[self.config.side(seat).index()].into()
    }

    fn stats(&self, seat: Seat) -> Vec<i64> {
        vec![self.score(seat), self.court(seat).longest_rally.into()]
    }

    /// Serves.
    fn turns(&self) -> u64 {
        (self.position.serves + self.race.as_ref().map_or(0, |race| race.court.serves)).into()
    }

    #[inline]
    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        rules::check(&self.config, self.court(seat), seat, action)
    }

    #[inline]
    fn act<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, action: Action, _: &D, out: &mut S) {
        self.do_action(now, seat, action, out);
    }

    #[inline]
    fn wake<D: Dice, S: Sink<Event>>(&mut self, now: Tick, dice: &D, out: &mut S) {
        self.pass_time(now, dice, out);
    }

    /// In a challenge, on a court of its own.
    fn has_finished(&self, seat: Seat) -> bool {
        self.race.as_ref().is_some_and(|race| race.finished[seat.index()].is_some())
    }

    fn leave<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, _: &D, out: &mut S) {
        self.lose(now, seat, Reason::Abandoned(seat), out);
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn fold(view: &mut View, event: &Event) {
        view.hear(event);
    }

    fn bot(level: &str) -> Option<Box<dyn Bot<Self>>> {
        bot::bot(level)
    }
}

impl Predict for Pong {
    /// It waits for no seat, and everyone knows that.
    const OPEN_TURNS: bool = true;
    /// A third of a second.
    const PATIENCE: u64 = 20;
    /// Ten times a second.
    const BOT_EVERY: u64 = 6;

    fn elapse(view: &mut View, now: Tick) {
        view.pass(now);
    }

    fn expect(view: &mut View, now: Tick, seat: Seat, action: &Action) {
        view.expect(now, seat, action);
    }

    fn input_audience(config: &Config, seat: Seat, action: &Action) -> Audience {
        action.audience(config, seat)
    }
}

impl Tell for Pong {
    fn action_text(_: &Config, action: &Action) -> String {
        notation::action_text(action)
    }

    fn event_text(config: &Config, event: &Event, names: &[String]) -> String {
        notation::event_text(config, event, names)
    }

    fn picture(&self) -> String {
        notation::picture(self)
    }
}
