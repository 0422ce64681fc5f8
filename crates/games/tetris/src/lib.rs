//! Tetris: true SRS on a field of ten by twenty, alone or against each other, at sixty ticks a second.
//!
//! Fields sleep from one thing that is due to the next: a row of falling, a repeated key, a lock, a new piece. Only
//! inputs, new pieces, garbage and results are announced; a [view](View) works out the rest by letting time
//! [elapse](Predict::elapse) in it.
//!
//! ```
//! use parlor_kernel::{FastDice, Game, GameConfig, Seat, Table, Tell, Tick};
//! use parlor_tetris::{Action, Config, Key, Tetris};
//!
//! let config = Config::preset("hope").unwrap().into();
//! let mut table = Table::<Tetris, _>::new(config, FastDice(1));
//! table.act(Tick(200), Seat(0), Action::Tap(Key::Hard), &mut ())?;
//! table.advance(Tick(60 * 10), &mut ());
//! println!("{}", table.game().picture());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bag;
pub mod board;
pub mod bot;
#[cfg(test)]
mod challenge_tests;
mod config;
mod enumerate;
mod event;
mod figures;
mod garbage;
mod handling;
mod illegal;
pub mod kicks;
pub mod moves;
mod notation;
mod paint;
mod phrases;
pub mod piece;
#[cfg(test)]
mod play_tests;
mod position;
mod rules;
pub mod scoring;
#[cfg(test)]
mod script;
mod solo;
pub mod spin;
mod state;
pub mod timing;
mod validate;
mod view;
mod well;

pub use board::Board;
pub use config::{Config, Contest, Gap, GarbageRules};
pub use event::{Action, Event, What};
pub use figures::Figures;
pub use garbage::{Attack, Garbage};
pub use handling::{Handling, Key, Keys, Side};
pub use illegal::{Illegal, KeyRefused};
pub use moves::Moves;
pub use notation::clear_text;
pub use paint::{Cell, Paint};
pub use piece::{Facing, Piece, Placement, Turn};
pub use position::{Phase, Position};
pub use scoring::{Clear, ScoreRule, Streak};
pub use solo::Goal;
pub use spin::{Spin, SpinRule};
pub use state::Tetris;
pub use validate::InvalidConfig;
pub use view::View;
pub use well::{Active, LastClear, Well};

use parlor_kernel::{
    Audience, Best, Bot, Dice, Game, Level, OnAbandon, Outcome, Predict, Reason, Rules, Seat, SeatSet, Sink, Spec,
    Stat, Tell, Tick, Viewer,
};
use std::sync::Arc;
use timing::{COUNTDOWN, TICKS_PER_SECOND};

impl Game for Tetris {
    const SPEC: Spec = Spec {
        id: "tetris",
        name: "Tetris",
        rules: 2,
        ticks_per_second: TICKS_PER_SECOND,
        real_time: true,
        on_abandon: OnAbandon::Forfeit,
        digest_every: 1,
        stakes: false,
    };
    const LEVELS: &'static [Level] = bot::LEVELS;
    const STATS: &'static [Stat] = &[
        Stat { id: "score", name: "Points", best: Best::Highest },
        Stat { id: "lines", name: "Lines", best: Best::Highest },
        Stat { id: "attack", name: "Rows of garbage", best: Best::Highest },
        Stat { id: "pieces", name: "Pieces", best: Best::Sum },
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

    /// Pieces do not wait.
    fn awaiting(&self) -> SeatSet {
        SeatSet::EMPTY
    }

    /// Not every tick: only those in which something happens.
    #[inline]
    fn next_wake(&self) -> Option<Tick> {
        self.position.due(&self.config)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome
    }

    /// Ruling: a match begins in earnest after three seconds of play.
    fn has_begun(&self) -> bool {
        self.position.played(self.position.clock) >= COUNTDOWN + 3 * u64::from(TICKS_PER_SECOND)
    }

    /// Points.
    fn score(&self, seat: Seat) -> i64 {
        self.position.well(seat).score as i64
    }

    fn stats(&self, seat: Seat) -> Vec<i64> {
        let well = self.position.well(seat);
        vec![well.score as i64, well.lines.into(), well.sent.into(), well.pieces.into()]
    }

    fn worth(&self) -> Option<i64> {
        solo::worth(&self.config, &self.position)
    }

    /// Pieces.
    fn turns(&self) -> u64 {
        self.position.wells.iter().map(|well| u64::from(well.pieces)).sum()
    }

    #[inline]
    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        rules::check(&self.config, &self.position, seat, action)
    }

    fn act<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, action: Action, _: &D, out: &mut S) {
        self.do_action(now, seat, action, out);
    }

    #[inline]
    fn wake<D: Dice, S: Sink<Event>>(&mut self, now: Tick, dice: &D, out: &mut S) {
        self.pass_time(now, dice, out);
    }

    /// There is no room for another piece, and the points are compared at the end.
    fn has_finished(&self, seat: Seat) -> bool {
        self.position.well(seat).topped_out.is_some()
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

impl Predict for Tetris {
    /// It waits for no seat, and everyone knows that.
    const OPEN_TURNS: bool = true;
    /// A third of a second.
    const PATIENCE: u64 = 20;
    /// HopeAddon: a key every 0.05 s.
    const BOT_EVERY: u64 = 3;

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

impl Tell for Tetris {
    fn action_text(_: &Config, action: &Action) -> String {
        notation::action_text(action)
    }

    fn event_text(_: &Config, event: &Event, names: &[String]) -> String {
        notation::event_text(event, names)
    }

    fn picture(&self) -> String {
        notation::picture(self)
    }
}
