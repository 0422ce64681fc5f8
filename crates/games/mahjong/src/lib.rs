//! American Mahjong: four seats, a Charleston, a card of hands and eight jokers.
//!
//! A deal from the first pass to the last discard, at a [`Table`](parlor_kernel::Table):
//!
//! ```
//! use parlor_kernel::{Enumerate, FastDice, Game, GameConfig, Rng, Table, Tell};
//! use parlor_mahjong::{Config, Mahjong};
//!
//! let rules = Config::preset("house").unwrap().rules()?;
//! let mut table = Table::<Mahjong, _>::new(rules, FastDice(1));
//! let mut rng = Rng::new(1);
//! while let Some(seat) = table.game().awaiting().first() {
//!     let action = table.game().sample(seat, &mut rng).expect("an awaited seat has something to do");
//!     table.act(table.now() + 1, seat, action, &mut ())?;
//! }
//! println!("{}", table.game().picture());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rules, each with its source, are in the crate's README; in the code each is a function in `rules.rs` (when something
//! may be done) or in the file of its part of the game: `deal.rs`, `charleston.rs`, `turn.rs`, `claims.rs`, `settle.rs`.

mod bot;
mod card;
mod charleston;
mod claims;
mod config;
mod deal;
mod enumerate;
mod event;
mod exposure;
mod hints;
mod illegal;
mod imagine;
mod notation;
mod rack;
mod rules;
#[cfg(test)]
mod scripted;
mod settle;
mod stage;
mod state;
mod tile;
mod turn;
mod view;

pub use card::{Card, Fault, Ground, Hand, IMPOSSIBLE, Lint, Missing, Need, Ranking, SHIPPED, Win, library, shipped};
pub use config::{Conduct, Config, InvalidConfig, SEATS, Training};
pub use event::{Action, Death, Direction, Discard, Event, Settlement, Winner};
pub use exposure::{Exposure, Group, PUNG, SEXTET};
pub use hints::{Advice, Hints, Prospect, hints, progress};
pub use illegal::Illegal;
pub use notation::NotAnAction;
pub use rack::Rack;
pub use settle::payments;
pub use stage::State;
pub use state::Mahjong;
pub use tile::{NotATile, Suit, Tile};
pub use view::{Public, View};

use parlor_kernel::{
    Best, Bot, Dice, Enumerate, Game, Imagine, Level, OnAbandon, Outcome, Predict, Rng, Rules, Seat, SeatSet, Sink,
    Spec, Stat, Tell, Tick, Viewer,
};
use stage::{Claim, Stage};
use std::{ops::ControlFlow, sync::Arc};

impl Game for Mahjong {
    const SPEC: Spec = Spec {
        id: "mahjong",
        name: "American Mahjong",
        rules: 2,
        ticks_per_second: 1_000,
        real_time: false,
        on_abandon: OnAbandon::Bot,
        stakes: false,
        digest_every: 16,
    };
    const LEVELS: &'static [Level] = bot::LEVELS;
    const STATS: &'static [Stat] = &[
        Stat { id: "deals_won", name: "Deals won", best: Best::Highest },
        Stat { id: "best_hand", name: "Most valuable hand", best: Best::Highest },
        Stat { id: "calls", name: "Discards claimed", best: Best::Highest },
        Stat { id: "exchanges", name: "Jokers exchanged", best: Best::Highest },
        Stat { id: "passed", name: "Tiles passed", best: Best::Sum },
        Stat { id: "values", name: "Value of all hands made", best: Best::Sum },
    ];

    type Config = Config;
    type Assets = Arc<Card>;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Illegal = Illegal;

    fn new<D: Dice>(rules: &Arc<Rules<Self>>, _: &D) -> Self {
        Self::opening(rules)
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

    /// Ruling: a match begins in earnest when the tiles have been dealt.
    fn has_begun(&self) -> bool {
        self.dealt > 0
    }

    /// What the seat has won and lost.
    fn score(&self, seat: Seat) -> i64 {
        self.ledger[seat.index()].into()
    }

    fn stats(&self, seat: Seat) -> Vec<i64> {
        let tally = self.tallies[seat.index()];
        let made = self.settled.iter().filter_map(|end| end.winner.as_ref()).filter(|winner| winner.seat == seat);
        let values = made.map(|winner| i64::from(winner.value)).sum();
        let counted = [tally.won, tally.best, tally.calls, tally.exchanges, tally.passed].map(i64::from);
        counted.into_iter().chain([values]).collect()
    }

    fn turns(&self) -> u64 {
        self.turns.into()
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.may(seat, action)
    }

    fn act<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, action: Action, dice: &D, out: &mut S) {
        debug_assert_eq!(self.check(seat, &action), Ok(()));
        match action {
            Action::Ready => self.be_ready(now, seat, dice, out),
            Action::Pass { tiles } => self.seal_pass(now, seat, tiles, out),
            Action::Vote { more } => self.seal_vote(now, seat, more, out),
            Action::Bid { tiles } => self.seal_bid(now, seat, tiles, out),
            Action::Discard { tile } => self.discard(now, seat, tile, out),
            Action::Mahjong => match self.stage {
                Stage::Claiming { .. } => self.seal_claim(now, seat, Claim::Mahjong, out),
                Stage::Charleston { .. } => self.seal_heavenly(now, seat, out),
                _ => self.declare(now, seat, out),
            },
            Action::Call { size, jokers } => self.seal_claim(now, seat, Claim::Call { size, jokers }, out),
            Action::Decline => self.seal_claim(now, seat, Claim::Decline, out),
            Action::Regroup { size, jokers } => self.regroup(seat, size, jokers, out),
            Action::Exchange { seat: owner, exposure } => self.exchange(seat, owner, exposure, out),
            Action::Trade { tile } => self.trade(seat, tile, out),
            Action::Challenge { seat: target } => self.challenge(now, seat, target, out),
            Action::Pause => self.pause(now, seat, out),
        }
    }

    fn wake<D: Dice, S: Sink<Event>>(&mut self, now: Tick, dice: &D, out: &mut S) {
        self.time_out(now, dice, out);
    }

    fn has_left(&self, seat: Seat) -> bool {
        self.gone.contains(seat)
    }

    fn leave<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, dice: &D, out: &mut S) {
        self.desert(now, seat, dice, out);
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn fold(view: &mut View, event: &Event) {
        view.hear(event);
    }

    fn bot(level: &str) -> Option<Box<dyn Bot<Self>>> {
        bot::of_level(level)
    }
}

impl Predict for Mahjong {
    fn awaits(_: &Config, view: &View, seat: Seat) -> bool {
        view.awaits(seat)
    }
}

impl Tell for Mahjong {
    fn action_text(_: &Config, action: &Action) -> String {
        action.to_string()
    }

    fn event_text(_: &Config, event: &Event, names: &[String]) -> String {
        notation::sentence(event, names)
    }

    /// A player who has drawn a tile knows which.
    fn is_listed(event: &Event, among: &[&Event]) -> bool {
        let names_it = |other: &&Event| matches!(other, Event::Drawn { .. });
        !matches!(event, Event::Drew { .. }) || !among.iter().any(names_it)
    }

    fn picture(&self) -> String {
        notation::picture(self)
    }
}

impl Enumerate for Mahjong {
    fn each_legal<B>(&self, seat: Seat, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.each(seat, &mut f)
    }

    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        self.sampled(seat, rng)
    }
}

impl Imagine for Mahjong {
    fn imagine(rules: &Arc<Rules<Self>>, _: Viewer, view: &View, rng: &mut Rng) -> Self {
        view.imagine(rules, rng)
    }
}
