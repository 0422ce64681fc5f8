//! Codenames: two teams, two spymasters, twenty-five words.
//!
//! A match at a [`Table`](parlor_kernel::Table):
//!
//! ```
//! use parlor_codenames::{Codenames, Config};
//! use parlor_kernel::{Enumerate, FastDice, Game, GameConfig, Rng, Table, Tell};
//!
//! let rules = Config::preset("standard").unwrap().rules()?;
//! let mut table = Table::<Codenames, _>::new(rules, FastDice(1));
//! let mut rng = Rng::new(1);
//! while let Some(seat) = table.game().awaiting().first() {
//!     let action = table.game().sample(seat, &mut rng).expect("an awaited seat has something to do");
//!     table.act(table.now() + 1, seat, action, &mut ())?;
//! }
//! println!("{}", table.game().picture());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rules, each with its source, are in the crate's README; in the code each is a function in `rules.rs` (when
//! something may be done), `play.rs` (what it does), `intercept.rs` (points) or `duet.rs` (two players).

mod assets;
mod associations;
mod bot;
mod clue;
mod config;
mod deal;
mod duet;
mod enumerate;
mod event;
mod explain;
mod illegal;
mod imagine;
mod intercept;
mod model;
mod notation;
mod play;
mod rules;
#[cfg(test)]
mod scripted;
mod state;
mod used;
mod view;
mod words;

pub use assets::{ASSOCIATIONS, Assets, library};
pub use associations::{Associations, DIMENSIONS, Meaning, shipped as shipped_associations};
pub use bot::{Guesser, Spymaster};
pub use config::{ClueCheck, Config, InvalidConfig, LONGEST_LIST, Source, Variant};
pub use event::{Action, Event, Interception, TurnEnd};
pub use explain::{Explanation, Nearness};
pub use illegal::Illegal;
pub use model::{CARDS, Count, Face, Hint, Kind, NotACount, Place, Places, ROWS, Side};
pub use notation::square;
pub use state::{Appeal, Codenames, Phase, Proposal, Window};
pub use used::{NotUsed, Used};
pub use view::View;
pub use words::{Entry, FEWEST, LISTS, LONGEST, Language, LineFault, ListFault, MOST, ShippedList, WordList, shipped};

use parlor_kernel::{
    Best, Bot, Dice, Enumerate, Game, Imagine, Level, OnAbandon, Outcome, Predict, Rng, Rules, Seat, SeatSet, Sink,
    Spec, Stat, Tell, Tick, Viewer,
};
use serde_json::{Value, json};
use std::{ops::ControlFlow, sync::Arc};

impl Game for Codenames {
    const SPEC: Spec = Spec {
        id: "codenames",
        name: "Codenames",
        rules: 3,
        ticks_per_second: 1_000,
        real_time: false,
        on_abandon: OnAbandon::Bot,
        stakes: false,
        digest_every: 1,
    };
    const LEVELS: &'static [Level] = bot::LEVELS;
    const STATS: &'static [Stat] = &[
        Stat { id: "as_spymaster", name: "Matches as spymaster", best: Best::Sum },
        Stat { id: "won_as_spymaster", name: "Won as spymaster", best: Best::Sum },
        Stat { id: "hints", name: "Hints given", best: Best::LowestWon },
        Stat { id: "found", name: "Words found by the hints", best: Best::Highest },
        Stat { id: "as_guesser", name: "Matches as guesser", best: Best::Sum },
        Stat { id: "won_as_guesser", name: "Won as guesser", best: Best::Sum },
        Stat { id: "right", name: "Right guesses", best: Best::Highest },
        Stat { id: "wrong", name: "Wrong guesses", best: Best::Sum },
        Stat { id: "steals", name: "Words stolen", best: Best::Highest },
    ];

    type Config = Config;
    type Assets = Assets;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Illegal = Illegal;

    fn new<D: Dice>(rules: &Arc<Rules<Self>>, dice: &D) -> Self {
        Self::opening(rules, dice)
    }

    fn awaiting(&self) -> SeatSet {
        self.awaited()
    }

    fn next_wake(&self) -> Option<Tick> {
        self.due()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Ruling: a match begins in earnest with the first hint.
    fn has_begun(&self) -> bool {
        !self.hints.is_empty()
    }

    /// The team's points; without points, the words that were found.
    fn score(&self, seat: Seat) -> i64 {
        let side = self.config().side(seat);
        let found = |kind: Kind| self.faces.iter().filter(|face| face.shown == Some(kind)).count() as i64;
        match self.config().variant {
            Variant::Standard => found(side.kind()),
            Variant::Interception => self.points[side.index()].into(),
            Variant::Duet => found(Kind::Green),
        }
    }

    fn stats(&self, seat: Seat) -> Vec<i64> {
        let tally = self.tallies[seat.index()];
        let knows = self.config().is_spymaster(seat);
        let guesses = !knows || self.config().is_duet();
        let won = self.outcome.is_some_and(|outcome| outcome.winners().contains(seat));
        let counts = [tally.hints, tally.found, tally.right, tally.wrong, tally.steals].map(i64::from);
        let [hints, found, right, wrong, steals] = counts;
        let one = |condition: bool| i64::from(condition);
        vec![one(knows), one(knows && won), hints, found, one(guesses), one(guesses && won), right, wrong, steals]
    }

    fn turns(&self) -> u64 {
        self.turns.into()
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.may(seat, action)
    }

    fn act<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, action: Action, _: &D, out: &mut S) {
        debug_assert_eq!(self.check(seat, &action), Ok(()));
        self.perform(now, seat, action, out);
    }

    fn wake<D: Dice, S: Sink<Event>>(&mut self, now: Tick, _: &D, out: &mut S) {
        self.time_out(now, out);
    }

    fn has_left(&self, seat: Seat) -> bool {
        self.gone.contains(seat)
    }

    fn leave<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, _: &D, out: &mut S) {
        self.desert(now, seat, out);
    }

    fn view(&self, viewer: Viewer) -> View {
        self.seen(viewer)
    }

    fn fold(view: &mut View, event: &Event) {
        view.hear(event);
    }

    fn bot(level: &str) -> Option<Box<dyn Bot<Self>>> {
        bot::of_level(level)
    }

    /// The next board at the table has other words.
    fn carries(&self) -> Value {
        let length = self.rules.assets.list.entries.len();
        json!({ "used": deal::used_after(length, &self.config().used, &self.drawn) })
    }
}

impl Predict for Codenames {
    fn awaits(config: &Config, view: &View, seat: Seat) -> bool {
        view.awaits(config, seat)
    }
}

impl Tell for Codenames {
    fn action_text(_: &Config, action: &Action) -> String {
        notation::action(action)
    }

    fn event_text(config: &Config, event: &Event, names: &[String]) -> String {
        notation::sentence(config, event, names)
    }

    /// Those who are told which hint is asked for need not hear that one is.
    fn is_listed(event: &Event, among: &[&Event]) -> bool {
        match event {
            Event::Turn { .. } => false,
            Event::Appealed { .. } => !among.iter().any(|other| matches!(other, Event::Proposed { .. })),
            _ => true,
        }
    }

    fn picture(&self) -> String {
        notation::picture(self)
    }
}

impl Enumerate for Codenames {
    fn each_legal<B>(&self, seat: Seat, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.each(seat, &mut f)
    }

    fn is_open(&self, seat: Seat) -> bool {
        self.may_hint(seat)
    }

    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        self.sampled(seat, rng)
    }
}

impl Imagine for Codenames {
    fn imagine(rules: &Arc<Rules<Self>>, _: Viewer, view: &View, rng: &mut Rng) -> Self {
        view.imagine(rules, rng)
    }
}
