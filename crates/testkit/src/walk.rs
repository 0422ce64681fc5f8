//! Random play: where the laws find their positions.

use crate::{Recorder, recorder::Heard};
use parlor_kernel::{Game, GameConfig, Input, KeyedDice, Playable, Rng, Rules, Seat, SeatSet, Table, Tick};
use std::{ops::ControlFlow, sync::Arc};

/// How many legal actions a random choice looks at: some positions have billions.
const PREFIX: usize = 200;

/// One step of random play.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// When.
    pub tick: Tick,
    /// What came into the match.
    pub input: Input<G::Action>,
    /// What the game announced, and to whom.
    pub events: Heard<G>,
}

/// One random match under way. Equal seeds give equal matches.
///
/// Most actions come from [`sample`](parlor_kernel::Enumerate::sample), some from [`each_legal`](parlor_kernel::Enumerate::each_legal) (which may surrender), and
/// some from seats that are not awaited. Time passes in odd steps, often just to the next wake or beyond it. In
/// some matches seats leave.
#[derive(Clone, Debug)]
pub struct Walk<G: Game> {
    seed: u64,
    recorder: Recorder<G>,
    rng: Rng,
    gone: SeatSet,
    /// Whether anyone leaves in this match: if everyone could always leave, long matches would never finish.
    deserters: bool,
}

impl<G: Playable> Walk<G> {
    /// The match that `seed` names.
    pub fn new(rules: &Arc<Rules<G>>, seed: u64) -> Self {
        Self::recording(rules, seed, 0)
    }

    /// The same match, with a digest in every `digest_every`-th entry of its log.
    pub fn recording(rules: &Arc<Rules<G>>, seed: u64, digest_every: u64) -> Self {
        let mut rng = Rng::new(seed);
        let deserters = rng.percent(15);
        let recorder = Recorder::new(rules, seed, digest_every);
        Self { seed, recorder, rng, gone: SeatSet::EMPTY, deserters }
    }

    /// The seed that names the match.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The table.
    pub const fn table(&self) -> &Table<G, KeyedDice> {
        self.recorder.table()
    }

    /// The position.
    pub const fn game(&self) -> &G {
        self.table().game()
    }

    /// The log.
    pub const fn recorder(&self) -> &Recorder<G> {
        &self.recorder
    }

    /// The seats that have left.
    pub const fn gone(&self) -> SeatSet {
        self.gone
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.game().outcome().is_some()
    }

    /// Plays on until the match is over, stuck, or `max_steps` long; gives back the number of steps.
    pub fn finish(&mut self, max_steps: u64) -> u64 {
        (0..max_steps).find(|_| self.step().is_none()).unwrap_or(max_steps)
    }

    /// Plays one step. `None` if the match is over, or if it is stuck: no clock runs and no present seat is awaited.
    pub fn step(&mut self) -> Option<Played<G>> {
        if self.is_over() {
            return None;
        }
        let here: Vec<_> = Seat::all(self.table().config().seats()).filter(|&s| !self.gone.contains(s)).collect();
        let awaiting = self.game().awaiting();
        let awaited: Vec<_> = here.iter().copied().filter(|&s| awaiting.contains(s)).collect();
        if awaited.is_empty() && self.game().next_wake().is_none() {
            return None;
        }
        let roll = self.rng.below(100);
        if self.deserters && roll < 5 && !here.is_empty() {
            let seat = *pick(&here, &mut self.rng);
            self.gone = self.gone.with(seat);
            return self.input(Input::Leave { seat });
        }
        if roll >= 25 && !here.is_empty() {
            let anyone = awaited.is_empty() || self.rng.percent(5);
            let seat = *pick(if anyone { &here } else { &awaited }, &mut self.rng);
            if let Some(action) = self.choose(seat) {
                return self.input(Input::Act { seat, action });
            }
        }
        // A real-time game awaits no seat, and much happens between its wakes all the same.
        Some(self.pass(awaited.is_empty() && !G::SPEC.real_time))
    }

    /// An action that the rules allow, if the seat has one.
    fn choose(&mut self, seat: Seat) -> Option<G::Action> {
        let game = self.recorder.table().game();
        let action = if self.rng.percent(85) {
            game.sample(seat, &mut self.rng)?
        } else {
            let actions = legal_prefix(game, seat, PREFIX);
            if actions.is_empty() {
                return None;
            }
            pick(&actions, &mut self.rng).clone()
        };
        // A generator that offers too much is reported by the law of agreement; here it must not stop the play.
        game.check(seat, &action).is_ok().then_some(action)
    }

    fn input(&mut self, input: Input<G::Action>) -> Option<Played<G>> {
        let tick = self.table().now();
        let events = self.recorder.apply(tick, input.clone()).ok()?;
        Some(Played { tick, input, events })
    }

    /// Lets time pass; all the way to the next wake if nothing else can happen.
    fn pass(&mut self, idle: bool) -> Played<G> {
        let now = self.table().now();
        let stroll = 1 + u64::from(self.rng.below(2 * G::SPEC.ticks_per_second));
        let tick = match self.game().next_wake() {
            Some(due) if idle || self.rng.percent(40) => due.max(now),
            Some(due) if self.rng.percent(20) => due.max(now) + stroll,
            _ => now + stroll,
        };
        // The log may name what the clock did or leave it to be implied by what comes later; both must replay.
        let named = self.rng.percent(50);
        let events = self.recorder.pass(tick);
        if named && !events.is_empty() {
            self.recorder.note_wake();
        }
        Played { tick, input: Input::Wake, events }
    }
}

/// A random one of `items`, of which there is at least one.
pub(crate) fn pick<'a, T>(items: &'a [T], rng: &mut Rng) -> &'a T {
    &items[rng.below(items.len() as u32) as usize]
}

/// The first `most` legal actions of `seat`.
pub(crate) fn legal_prefix<G: Playable>(game: &G, seat: Seat, most: usize) -> Vec<G::Action> {
    let mut actions = Vec::new();
    let _: ControlFlow<()> = game.each_legal(seat, |action| {
        actions.push(action);
        if actions.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    actions
}
