//! Battleship: one engine, configured. The presets are named after their sources: `voxel`, `hope`, `armada`.
//!
//! A match from the first ship to the last shot, at a [`Table`](parlor_kernel::Table):
//!
//! ```
//! use parlor_battleship::{Action, Battleship, Config, Event};
//! use parlor_kernel::{Enumerate, FastDice, Game, GameConfig, Rng, Seat, Table, Tell, Tick};
//!
//! let config = Config::preset("voxel").unwrap().into();
//! let mut table = Table::<Battleship, _>::new(config, FastDice(1));
//! let mut heard = Vec::new();
//! for seat in [Seat(0), Seat(1)] {
//!     table.act(Tick(0), seat, Action::AutoPlace, &mut heard)?;
//!     table.act(Tick(0), seat, Action::Ready, &mut heard)?;
//! }
//! let mut rng = Rng::new(1);
//! while let Some(seat) = table.game().awaiting().first() {
//!     let shot = table.game().sample(seat, &mut rng).expect("there is always a fresh cell");
//!     table.act(table.now() + 1, seat, shot, &mut heard)?;
//! }
//! assert!(matches!(heard.last(), Some((_, Event::Over { .. }))));
//! println!("{}", table.game().picture());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For a match without a table, plan by plan, there is [`Match`]. The rules, each with its source, are in the
//! crate's README; in the code each is a function in `rules.rs` (when something may be done), `placement.rs` (what a legal
//! fleet is), `setup.rs` or `play.rs` (what an action does).

mod board;
mod bot;
mod callbacks;
mod config;
mod enumerate;
mod event;
mod fleet;
mod grid;
mod illegal;
mod imagine;
pub mod insight;
mod match_error;
mod matches;
mod notation;
mod phrases;
mod placement;
mod play;
mod presets;
mod random;
mod rule_sets;
mod rules;
#[cfg(test)]
mod script;
mod search;
mod setup;
mod side;
mod state;
mod validate;
mod view;

pub use board::{Cell, MAX_SIDE, NotACell};
pub use callbacks::MatchCallbacks;
pub use config::{Announce, AttackMode, Config, First, Pattern, Spacing, Timers, TurnRule};
pub use event::{Action, Event, Plan, ShotKind, ShotResult};
pub use fleet::{MAX_SHIPS, Orientation, Placement, ShipClass};
pub use illegal::Illegal;
pub use match_error::{AttackError, MatchError, PlanError, ShotError};
pub use matches::{AttackResult, Match, PatternShot};
pub use rule_sets::{AlternatingTurnsRuleSet, ClassicRuleSet, DefaultRuleSet, GameOverDecision, RuleSet, TurnDecision};
pub use state::Battleship;
pub use validate::InvalidConfig;
pub use view::{Mark, Phase, SeatTally, Shot, View, Waters};

use fleet::Fleet;
use parlor_kernel::{
    Best, Bot, Dice, Duel, Game, Level, OnAbandon, Outcome, Predict, Reason, Rules, Seat, SeatSet, Sink, Spec, Stat,
    Tell, Tick, Viewer,
};
use side::Side;
use state::{Placing, Stage, TICKS_PER_SECOND, random_fleet};
use std::sync::Arc;

impl Game for Battleship {
    const SPEC: Spec = Spec {
        id: "battleship",
        name: "Battleship",
        rules: 1,
        ticks_per_second: TICKS_PER_SECOND,
        real_time: false,
        on_abandon: OnAbandon::Forfeit,
        stakes: false,
        digest_every: 1,
    };
    const LEVELS: &'static [Level] = bot::LEVELS;
    const STATS: &'static [Stat] = &[
        Stat { id: "attacks", name: "Attacks", best: Best::LowestWon },
        Stat { id: "shots", name: "Shots", best: Best::Sum },
        Stat { id: "hits", name: "Hits", best: Best::Sum },
        Stat { id: "misses", name: "Misses", best: Best::Sum },
        Stat { id: "ships_remaining", name: "Ships remaining", best: Best::HighestWon },
    ];

    type Config = Config;
    type Assets = ();
    type Action = Action;
    type Event = Event;
    type View = View;
    type Illegal = Illegal;

    fn new<D: Dice>(rules: &Arc<Rules<Self>>, _: &D) -> Self {
        let config = &rules.config;
        let sides = [Side::new(config), Side::new(config)];
        Self { config: Arc::clone(config), stage: Stage::Placing(Placing::new(config)), sides }
    }

    fn awaiting(&self) -> SeatSet {
        match &self.stage {
            Stage::Placing(placing) => placing.sealed.missing(),
            Stage::Firing(firing) => SeatSet::only(firing.turn),
            Stage::Over(_) => SeatSet::EMPTY,
        }
    }

    fn next_wake(&self) -> Option<Tick> {
        self.deadline()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended().map(|ended| ended.outcome)
    }

    /// Ruling: a match begins in earnest once both fleets are placed.
    fn has_begun(&self) -> bool {
        self.ready() == [true; 2]
    }

    /// Enemy cells hit.
    fn score(&self, seat: Seat) -> i64 {
        self.target_of(seat).wounds(&self.config).into()
    }

    /// Ruling: attacks, shots (cells), hits, misses and ships remaining.
    fn stats(&self, seat: Seat) -> Vec<i64> {
        let side = &self.sides[seat.index()];
        let tally = side.tally(&self.config, self.target_of(seat));
        let counts = [tally.attacks, tally.shots, tally.hits, tally.misses(), side.afloat().into()];
        counts.map(i64::from).to_vec()
    }

    /// Ruling: the number of turns counts attacks, not cells.
    fn turns(&self) -> u64 {
        let attacks =
            Seat::all(2).map(|seat| self.sides[seat.index()].tally(&self.config, self.target_of(seat)).attacks);
        attacks.map(u64::from).sum()
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        rules::check(self, seat, action)
    }

    /// Ruling: a refused plan clears the earlier one.
    fn amends(&self, seat: Seat, refused: &Action) -> Option<Action> {
        let replans = matches!(refused, Action::Plan { .. }) && self.turn() == Some(seat) && self.plan().is_some();
        replans.then_some(Action::Cancel)
    }

    fn act<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, action: Action, dice: &D, out: &mut S) {
        debug_assert_eq!(self.check(seat, &action), Ok(()));
        match action {
            Action::Place { ships } => self.lay(seat, Fleet::new(&self.config, ships), out),
            Action::AutoPlace => self.lay(seat, random_fleet(&self.config, now, seat, dice), out),
            Action::Ready => self.seal(now, seat, dice, out),
            Action::Fire { at, pattern } => self.attack(now, seat, at, pattern, out),
            Action::Plan { at, pattern } => self.aim(seat, Some(Plan { at, pattern }), out),
            Action::Cancel => self.aim(seat, None, out),
            Action::Confirm => self.confirm(now, seat, out),
            Action::Surrender => self.finish(Outcome::won(Duel::other(seat), Reason::Surrender(seat)), out),
        }
    }

    fn wake<D: Dice, S: Sink<Event>>(&mut self, now: Tick, dice: &D, out: &mut S) {
        match &self.stage {
            Stage::Placing(_) => self.close_placing(now, dice, out),
            Stage::Firing(firing) => self.miss_turn(now, firing.turn, out),
            Stage::Over(_) => {}
        }
    }

    fn leave<D: Dice, S: Sink<Event>>(&mut self, _: Tick, seat: Seat, _: &D, out: &mut S) {
        self.finish(Outcome::won(Duel::other(seat), Reason::Abandoned(seat)), out);
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

impl Predict for Battleship {
    const OPEN_TURNS: bool = true;

    fn awaits(_: &Config, view: &View, seat: Seat) -> bool {
        view.awaits(seat)
    }
}

impl Tell for Battleship {
    fn action_text(config: &Config, action: &Action) -> String {
        notation::action_text(config, action)
    }

    fn event_text(config: &Config, event: &Event, names: &[String]) -> String {
        notation::event_text(config, event, names)
    }

    fn is_listed(event: &Event, _: &[&Event]) -> bool {
        !matches!(event, Event::Turn { .. })
    }

    fn picture(&self) -> String {
        notation::picture(self)
    }
}
