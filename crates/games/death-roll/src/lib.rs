//! Death Roll: roll between 1 and the last roll; a 1 loses.
//!
//! The smallest game of the house, and the one to copy when adding another.
//!
//! ```
//! use parlor_death_roll::{Action, Config, DeathRoll};
//! use parlor_kernel::{FastDice, Game, GameConfig, Table, Tell, Tick};
//!
//! let config = Config::preset("hope").unwrap().into();
//! let mut table = Table::<DeathRoll, _>::new(config, FastDice(1));
//! while let Some(seat) = table.game().awaiting().first() {
//!     table.act(Tick(0), seat, Action::Roll, &mut ())?;
//! }
//! println!("{}", table.game().picture());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bot;
mod config;
mod event;
mod notation;
mod state;
mod view;

pub use config::{Config, InvalidConfig};
pub use event::{Action, Event, Illegal, Roll, Tier};
pub use state::DeathRoll;
pub use view::{Tally, View};

use parlor_kernel::{
    Best, Bot, Dice, Duel, Enumerate, Game, Imagine, Level, OnAbandon, Outcome, Predict, Reason, Rng, Rules, Seat,
    SeatSet, Sink, Spec, Stat, Tell, Tick, Viewer,
};
use state::TICKS_PER_SECOND;
use std::{ops::ControlFlow, sync::Arc};

impl Game for DeathRoll {
    const SPEC: Spec = Spec {
        id: "death-roll",
        name: "Death Roll",
        rules: 2,
        ticks_per_second: TICKS_PER_SECOND,
        real_time: false,
        on_abandon: OnAbandon::Forfeit,
        stakes: true,
        digest_every: 1,
    };
    const LEVELS: &'static [Level] = bot::LEVELS;
    const STATS: &'static [Stat] = &[
        Stat { id: "rolls", name: "Rolls", best: Best::Highest },
        Stat { id: "longest_safe", name: "Safe rolls in a row", best: Best::Highest },
    ];

    type Config = Config;
    type Assets = ();
    type Action = Action;
    type Event = Event;
    type View = View;
    type Illegal = Illegal;

    fn new<D: Dice>(rules: &Arc<Rules<Self>>, _: &D) -> Self {
        Self::opening(&rules.config)
    }

    fn awaiting(&self) -> SeatSet {
        self.awaited()
    }

    fn next_wake(&self) -> Option<Tick> {
        self.deadline
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Ruling: a match begins in earnest with the first roll.
    fn has_begun(&self) -> bool {
        self.rolled > 0
    }

    /// One for the winner.
    fn score(&self, seat: Seat) -> i64 {
        self.outcome.is_some_and(|outcome| outcome.winners().contains(seat)).into()
    }

    fn stats(&self, seat: Seat) -> Vec<i64> {
        let tally = self.seen().tally(seat);
        [tally.rolls, tally.longest_safe].map(i64::from).to_vec()
    }

    fn turns(&self) -> u64 {
        self.rolled.into()
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        match action {
            Action::Salt { .. } => self.may_salt(seat),
            Action::Roll => self.may_roll(seat),
            Action::Surrender => Ok(()),
        }
    }

    fn act<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, action: Action, dice: &D, out: &mut S) {
        self.moved = now;
        match action {
            Action::Salt { salt } => self.salt(seat, salt, out),
            Action::Roll => self.roll(now, dice, out),
            Action::Surrender => self.end(Outcome::won(Duel::other(seat), Reason::Surrender(seat)), out),
        }
    }

    /// Ruling: a player who hesitates for 30 seconds rolls all the same.
    fn wake<D: Dice, S: Sink<Event>>(&mut self, now: Tick, dice: &D, out: &mut S) {
        self.moved = now;
        self.roll(now, dice, out);
    }

    fn leave<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, _: &D, out: &mut S) {
        self.moved = now;
        self.end(Outcome::won(Duel::other(seat), Reason::Abandoned(seat)), out);
    }

    fn view(&self, _: Viewer) -> View {
        self.seen()
    }

    fn fold(view: &mut View, event: &Event) {
        view.hear(event);
    }

    fn bot(level: &str) -> Option<Box<dyn Bot<Self>>> {
        bot::bot(level)
    }
}

impl Predict for DeathRoll {
    const OPEN_TURNS: bool = true;

    fn awaits(_: &Config, view: &View, seat: Seat) -> bool {
        view.outcome.is_none() && view.turn == seat
    }
}

impl Tell for DeathRoll {
    fn action_text(_: &Config, action: &Action) -> String {
        notation::action_text(action)
    }

    fn event_text(_: &Config, event: &Event, names: &[String]) -> String {
        notation::event_text(event, names)
    }

    fn dice_text(event: &Event, names: &[String]) -> Option<String> {
        notation::dice_text(event, names)
    }

    fn picture(&self) -> String {
        notation::picture(self)
    }
}

impl Enumerate for DeathRoll {
    fn each_legal<B>(&self, seat: Seat, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.outcome.is_some() {
            return ControlFlow::Continue(());
        }
        for action in [Action::Roll, Action::Surrender] {
            if self.check(seat, &action).is_ok() {
                f(action)?;
            }
        }
        if self.is_open(seat) {
            f(Action::Salt { salt: 0 })?;
        }
        ControlFlow::Continue(())
    }

    /// Salt is any number.
    fn is_open(&self, seat: Seat) -> bool {
        self.outcome.is_none() && self.may_salt(seat).is_ok()
    }

    #[inline]
    fn sample(&self, seat: Seat, _: &mut Rng) -> Option<Action> {
        self.awaited().contains(seat).then_some(Action::Roll)
    }
}

impl Imagine for DeathRoll {
    /// Nothing is hidden: the view is the position.
    fn imagine(rules: &Arc<Rules<Self>>, _: Viewer, view: &View, _: &mut Rng) -> Self {
        Self {
            config: Arc::clone(&rules.config),
            moved: Tick::ZERO,
            salts: view.salts,
            rolled: view.rolls.len() as u32,
            last: view.rolls.last().copied(),
            turn: view.turn,
            deadline: view.deadline,
            outcome: view.outcome,
            history: view.rolls.clone(),
        }
    }
}
