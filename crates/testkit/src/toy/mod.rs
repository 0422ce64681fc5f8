//! Pebbles: a small complete game, to test the laws, the kernel and the house with, and to copy from.
//!
//! All seats hide some pebbles in a fist, at the same time and unseen. When all fists are closed, or when the clock closes
//! those that are still open, the guessing begins: what do the pebbles in all fists together weigh? No guess may be made
//! twice, and the closest is the best. Four may play in two teams; then one of each team is its keeper, who sees the
//! fists, says nothing and does not guess.
//!
//! Small as it is, it has hidden information, a secret that two seats share, a sealed round that closes by the clock, teams
//! and roles, an asset (what pebbles weigh), dice (who guesses first), private events, rankings, a draw, and two to four
//! seats of which some may leave.

mod asset;
mod bot;
mod config;
mod event;
mod state;
mod view;

pub use asset::{Weights, library};
pub use config::{Config, InvalidConfig};
pub use event::{Action, Call, Event, Illegal};
pub use state::Pebbles;
pub use view::View;

use parlor_kernel::{
    Best, Bot, Dice, Enumerate, Game, Imagine, Input, Level, OnAbandon, Outcome, Predict, Rng, Rules, Seat, SeatSet,
    Sink, Spec, Stat, Tell, Tick, Viewer,
};
use std::{ops::ControlFlow, sync::Arc};

impl Game for Pebbles {
    const SPEC: Spec = Spec {
        id: "pebbles",
        name: "Pebbles",
        rules: 2,
        ticks_per_second: 1_000,
        real_time: false,
        on_abandon: OnAbandon::Bot,
        stakes: false,
        digest_every: 4,
    };
    const LEVELS: &'static [Level] = bot::LEVELS;
    const STATS: &'static [Stat] = &[Stat { id: "guesses", name: "Guesses", best: Best::Highest }];

    type Config = Config;
    type Assets = Arc<Weights>;
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

    fn has_begun(&self) -> bool {
        self.fists.are_closed()
    }

    fn score(&self, seat: Seat) -> i64 {
        self.outcome.is_some_and(|outcome| outcome.winners().contains(seat)).into()
    }

    fn stats(&self, seat: Seat) -> Vec<i64> {
        vec![self.calls[seat.index()].is_some().into()]
    }

    fn turns(&self) -> u64 {
        self.calls.iter().flatten().count() as u64
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Hide { pebbles } => self.may_hide(seat, pebbles),
            Action::Guess { total } => self.may_guess(seat, total),
        }
    }

    fn act<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, action: Action, dice: &D, out: &mut S) {
        debug_assert_eq!(self.check(seat, &action), Ok(()));
        match action {
            Action::Hide { pebbles } => {
                self.hide(seat, pebbles, out);
                self.begin_once_all_are_in(now, dice, out);
            }
            Action::Guess { total } => self.call(now, seat, Call::Guess(total), out),
        }
    }

    fn wake<D: Dice, S: Sink<Event>>(&mut self, now: Tick, dice: &D, out: &mut S) {
        self.time_out(now, dice, out);
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

impl Predict for Pebbles {
    fn awaits(_: &Config, view: &View, seat: Seat) -> bool {
        view.awaits(seat)
    }
}

impl Tell for Pebbles {
    fn action_text(_: &Config, action: &Action) -> String {
        action.to_string()
    }

    fn event_text(_: &Config, event: &Event, names: &[String]) -> String {
        event.sentence(names)
    }

    fn picture(&self) -> String {
        self.to_string()
    }
}

impl Enumerate for Pebbles {
    fn each_legal<B>(&self, seat: Seat, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let hide = (0..=self.config().pebbles).map(|pebbles| Action::Hide { pebbles });
        let guess = (0..=most(&self.rules)).map(|total| Action::Guess { total });
        hide.chain(guess).filter(|action| self.check(seat, action).is_ok()).try_for_each(&mut f)
    }

    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let mut chosen = None;
        let mut seen = 0;
        let _: ControlFlow<()> = self.each_legal(seat, |action| {
            // Reservoir of one: the n-th action replaces the others with a chance of 1 in n.
            seen += 1;
            if rng.below(seen) == 0 {
                chosen = Some(action);
            }
            ControlFlow::Continue(())
        });
        chosen
    }
}

impl Imagine for Pebbles {
    fn imagine(rules: &Arc<Rules<Self>>, _: Viewer, view: &View, rng: &mut Rng) -> Self {
        view.imagine(rules, rng)
    }
}

/// The most that all fists together can weigh.
fn most(rules: &Rules<Pebbles>) -> u8 {
    rules.config.seats * rules.assets.most(rules.config.pebbles)
}

/// Any action at all, near the border of what is legal: the candidates for the laws.
pub fn candidate(game: &Pebbles, _: Seat, rng: &mut Rng) -> Action {
    if rng.percent(50) {
        Action::Hide { pebbles: rng.below(u32::from(game.config().pebbles) + 2) as u8 }
    } else {
        Action::Guess { total: rng.below(u32::from(most(&game.rules)) + 2) as u8 }
    }
}

/// What the laws let others learn: that the last fist is closed, and to keepers what is in them.
pub fn reveals(game: &Pebbles, viewer: Viewer, input: &Input<Action>) -> bool {
    let closes = |seat| game.fists.missing().without(seat).is_empty() && !game.fists.are_closed();
    match input {
        Input::Act { seat, action: Action::Hide { .. } } | Input::Leave { seat } => closes(*seat),
        Input::Wake => {
            !game.fists.are_closed() && viewer.seat().is_some_and(|seat| game.config().keepers().contains(seat))
        }
        Input::Act { .. } | Input::CallOff => false,
    }
}
