//! Words: crossing words on a board of fifteen by fifteen, for two to four.
//!
//! ```
//! use parlor_kernel::{FastDice, GameConfig, Library, MemoryShelf, Rules, Table, Tell, Tick};
//! use parlor_lexicon::{WordList, build};
//! use parlor_words::{Action, Config, Words};
//! use std::sync::Arc;
//!
//! let shelf = MemoryShelf::default();
//! let list = WordList::parse("ad\ndragon\nmage").unwrap();
//! let lexicon = shelf.put("lexicon", "tiny", build(&list).unwrap());
//! let config = Config { lexicon, ..Config::preset("hope").unwrap() };
//! let rules = Rules::load(config, &Library::new(Arc::new(shelf)))?;
//! let mut table = Table::<Words, _>::new(Arc::new(rules), FastDice(1));
//! table.act(Tick(0), table.game().common().turn.unwrap(), Action::Pass, &mut ())?;
//! println!("{}", table.game().picture());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
mod board;
pub mod bot;
mod common;
mod config;
mod ending;
mod enumerate;
mod equity;
mod event;
pub mod gcg;
mod illegal;
mod imagine;
mod layout;
mod leaves;
mod lexicons;
pub mod moves;
mod notation;
mod phrases;
mod picture;
mod play;
mod presets;
mod rules;
mod square;
mod state;
mod tile;
mod tiles;
mod validate;
mod view;

pub use board::{Board, value};
pub use common::Common;
pub use config::{Challenge, Clock, Config, First, Leftovers, RACK, Tie};
pub use equity::{Candidate, Choice, Prospect};
pub use event::{Action, Event, Formed, Laid, Move, Timing, Turn};
pub use illegal::Illegal;
pub use layout::{Bonus, Layout};
pub use leaves::{Leaves, NotLeaves};
pub use lexicons::{LEXICONS, Lexicon, named};
pub use picture::board_text;
pub use presets::{bag, layout};
pub use rules::judge;
pub use square::{At, Direction, NotAPlace, SIDE, Square};
pub use state::Words;
pub use tile::{NotAWordText, Placed, Tile, Word};
pub use tiles::{NotTiles, Tiles};
pub use validate::InvalidConfig;
pub use view::View;

use parlor_kernel::{
    Best, Bot, Dice, Game, Imagine, Level, OnAbandon, Outcome, Predict, Reason, Rng, Rules, Seat, SeatSet, Sink, Spec,
    Stat, Tell, Tick, Viewer,
};
use std::sync::Arc;

impl Game for Words {
    const SPEC: Spec = Spec {
        id: "words",
        name: "Words",
        rules: 2,
        ticks_per_second: state::TICKS_PER_SECOND,
        real_time: false,
        on_abandon: OnAbandon::BotAmongSeveral,
        stakes: false,
        digest_every: 1,
    };
    const LEVELS: &'static [Level] = bot::LEVELS;
    const STATS: &'static [Stat] = &[
        Stat { id: "points", name: "Points", best: Best::Highest },
        Stat { id: "best_play", name: "Best play", best: Best::Highest },
        Stat { id: "bingos", name: "Whole racks", best: Best::Highest },
    ];

    type Config = Config;
    type Assets = Arc<Lexicon>;
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
        self.common.timing.as_ref().map(|timing| timing.deadline)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.common.outcome
    }

    /// Ruling: a match begins in earnest with the first play of a word.
    fn has_begun(&self) -> bool {
        self.common.has_begun()
    }

    fn score(&self, seat: Seat) -> i64 {
        self.common.scores[seat.index()].into()
    }

    fn stats(&self, seat: Seat) -> Vec<i64> {
        let own = self.common.history.iter().filter(|turn| turn.seat == seat);
        let best = own.filter_map(|turn| if let Move::Play(laid) = &turn.made { Some(laid.score) } else { None }).max();
        let bingo = |made: &Move| matches!(made, Move::Play(laid) if laid.fresh.count_ones() == u32::from(RACK));
        vec![self.score(seat), best.unwrap_or(0).into(), self.count_turns(seat, bingo)]
    }

    fn turns(&self) -> u64 {
        self.common.history.len() as u64
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        match action {
            Action::Play { at, word, .. } => self.may_play(seat, *at, word).map(drop),
            Action::Swap { tiles } => self.may_swap(seat, tiles),
            Action::Pass => self.may_pass(seat),
            Action::Challenge => self.may_challenge(seat),
            Action::Surrender => self.may_surrender(seat),
        }
    }

    fn act<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, action: Action, dice: &D, out: &mut S) {
        match action {
            Action::Challenge => return self.challenge(now, seat, dice, out),
            Action::Surrender => return self.drop_out(now, Reason::Surrender(seat), dice, out),
            Action::Play { .. } | Action::Swap { .. } | Action::Pass => self.close_play(now, dice, out),
        }
        if self.common.outcome.is_some() {
            return;
        }
        match action {
            Action::Play { at, word, .. } => {
                if let Ok(laid) = self.may_play(seat, at, &word) {
                    self.play(now, seat, laid, dice, out);
                }
            }
            Action::Swap { tiles } => self.swap(now, seat, &tiles, dice, out),
            Action::Pass | Action::Challenge | Action::Surrender => self.take_turn(now, seat, Move::Pass, out),
        }
    }

    fn wake<D: Dice, S: Sink<Event>>(&mut self, now: Tick, dice: &D, out: &mut S) {
        self.time_out(now, dice, out);
    }

    fn has_left(&self, seat: Seat) -> bool {
        self.common.gone.contains(seat)
    }

    fn leave<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, dice: &D, out: &mut S) {
        self.drop_out(now, Reason::Abandoned(seat), dice, out);
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

impl Predict for Words {
    const OPEN_TURNS: bool = true;

    fn awaits(_: &Config, view: &View, seat: Seat) -> bool {
        view.common.turn == Some(seat)
    }
}

impl Tell for Words {
    fn action_text(_: &Config, action: &Action) -> String {
        notation::action_text(action)
    }

    fn event_text(_: &Config, event: &Event, names: &[String]) -> String {
        notation::event_text(event, names)
    }

    fn is_listed(event: &Event, _: &[&Event]) -> bool {
        !matches!(event, Event::Turn { .. })
    }

    fn dice_text(event: &Event, names: &[String]) -> Option<String> {
        notation::dice_text(event, names)
    }

    fn picture(&self) -> String {
        notation::picture(self)
    }
}

impl Imagine for Words {
    fn imagine(rules: &Arc<Rules<Self>>, _: Viewer, view: &View, rng: &mut Rng) -> Self {
        imagine::imagine(rules, view, rng)
    }
}
