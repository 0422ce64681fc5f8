//! Showing a real-time match ahead of the house.
//!
//! The house settles a tick a little after it has come, so that inputs on their way still count for the tick their
//! players saw. Until then a client shows what will come of the inputs it has heard of and of its own: it copies the
//! settled view, adds them and lets time pass. Throwing the copy away is the whole rollback.

use parlor_kernel::{AnyAction, AnyView, Predict, Seat, Tick};
use parlor_wire::{CommandId, frame::Heard};
use serde_json::value::RawValue;
use std::collections::VecDeque;

/// How fast the estimate of the house's clock forgets its best sample, in milliseconds for every second.
const FORGETS: f64 = 1.0;
/// How many round trips the delay is taken from.
const TRIPS: usize = 8;
/// A house that has said nothing for this long cannot be reached, in milliseconds: it settles four times a second.
const SILENCE_MS: f64 = 1_000.0;

/// What is known about a real-time match beyond what is settled.
#[derive(Debug)]
pub struct Ahead {
    ticks_per_second: f64,
    settled: Tick,
    /// Inputs that the house has heard of, in the order in which they will count.
    heard: Vec<PendingInput>,
    /// Our own inputs that the house has not heard of, as we expect them to count.
    mine: Vec<Mine>,
    /// How far the house's time, in milliseconds, is ahead of our clock: from the sample that took the shortest way.
    offset_ms: f64,
    /// Where the match's clock stands still, if it does.
    stands_at: Option<Tick>,
    sampled_ms: f64,
    /// How many of our inputs the house has put at another tick than we did.
    moved: u64,
    /// How long our last inputs took to the house and back, in milliseconds.
    trips: VecDeque<f64>,
}

/// An input on its way, read once for all the pictures it will be in.
#[derive(Clone, Debug)]
pub struct PendingInput {
    seat: Seat,
    at: Tick,
    json: Box<RawValue>,
    action: AnyAction,
}

impl PendingInput {
    /// Reads what the house has heard of.
    ///
    /// # Errors
    /// If the JSON is no action of the view's game.
    pub fn read(view: &dyn AnyView, heard: &Heard) -> Result<Self, serde_json::Error> {
        let Heard { seat, at, action } = heard;
        Ok(Self { seat: *seat, at: *at, action: view.read_action(action.get())?, json: action.clone() })
    }
}

/// An input of ours that the house has not told of.
#[derive(Debug)]
struct Mine {
    id: CommandId,
    input: PendingInput,
    sent_ms: f64,
}

impl Ahead {
    /// A match of which the house tells this, at `now_ms` of our own clock.
    pub fn new(ticks_per_second: u32, settled: Tick, heard: Vec<PendingInput>, tick: Tick, now_ms: f64) -> Self {
        let ticks_per_second = f64::from(ticks_per_second);
        let offset_ms = tick.0 as f64 * 1000.0 / ticks_per_second - now_ms;
        Self {
            ticks_per_second,
            settled,
            heard,
            mine: Vec::new(),
            offset_ms,
            stands_at: None,
            sampled_ms: now_ms,
            moved: 0,
            trips: VecDeque::new(),
        }
    }

    /// The house's time was `tick` when it sent what arrives at `now_ms`. The freshest sample is the one that puts the
    /// house farthest ahead; it is forgotten slowly, because clocks drift and ways change.
    pub fn sample(&mut self, tick: Tick, now_ms: f64) {
        let sample = tick.0 as f64 * 1000.0 / self.ticks_per_second - now_ms;
        self.offset_ms = self.offset(now_ms).max(sample);
        self.sampled_ms = now_ms;
    }

    /// It shrinks a little all the time rather than with every sample: what time it is must never go back, or an input
    /// would count for a tick that has been shown without it.
    fn offset(&self, now_ms: f64) -> f64 {
        self.offset_ms - (now_ms - self.sampled_ms).max(0.0) / 1000.0 * FORGETS
    }

    /// The match's clock stands still at `tick`, until the house tells of the match anew.
    pub const fn stand_still(&mut self, tick: Tick) {
        self.stands_at = Some(tick);
    }

    /// What time it is in the match, with fractions of a tick.
    pub fn now(&self, now_ms: f64) -> f64 {
        if let Some(tick) = self.stands_at {
            return tick.0 as f64;
        }
        ((now_ms + self.offset(now_ms)) * self.ticks_per_second / 1000.0).max(self.settled.0 as f64)
    }

    /// How far everything is settled.
    pub const fn settled(&self) -> Tick {
        self.settled
    }

    /// How many of our inputs the house has put at another tick than we did: they came too late.
    pub const fn moved(&self) -> u64 {
        self.moved
    }

    /// Whether the house has been heard lately. Otherwise an input would reach it far too late. While the match's clock
    /// stands still there is nothing to hear, and nothing comes too late.
    pub fn is_heard(&self, now_ms: f64) -> bool {
        self.stands_at.is_some() || now_ms - self.sampled_ms < SILENCE_MS
    }

    /// How long an input takes to the house and back, in milliseconds: the middle of the last few.
    pub fn delay_ms(&self) -> Option<f64> {
        let mut trips: Vec<_> = self.trips.iter().copied().collect();
        trips.sort_by(f64::total_cmp);
        trips.get(trips.len() / 2).copied()
    }

    /// The tick for which something counts that we do now: the next picture shows it, and it overtakes nothing that we
    /// did before.
    pub fn next_tick(&self, now_ms: f64) -> Tick {
        let last = self.mine.last().map_or(self.settled + 1, |mine| mine.input.at);
        Tick(self.now(now_ms) as u64 + 1).max(last)
    }

    /// We have sent an input under that id.
    pub fn act(&mut self, id: CommandId, input: PendingInput, now_ms: f64) {
        self.mine.push(Mine { id, input, sent_ms: now_ms });
    }

    /// The house has heard of an input; `own` if it came from our seat.
    pub fn hear(&mut self, input: PendingInput, own: bool, now_ms: f64) {
        if own {
            let same = self.mine.iter().position(|mine| mine.input.json.get() == input.json.get());
            if let Some(expected) = same.map(|place| self.mine.remove(place)) {
                self.moved += u64::from(expected.input.at != input.at);
                self.trips.truncate(TRIPS - 1);
                self.trips.push_front(now_ms - expected.sent_ms);
            }
        }
        let after = self.heard.partition_point(|known| (known.at, known.seat) <= (input.at, input.seat));
        self.heard.insert(after, input);
    }

    /// Everything up to `tick` is settled and has been folded into the view.
    pub fn settle(&mut self, tick: Tick) {
        self.settled = tick;
        self.heard.retain(|input| input.at > tick);
    }

    /// The house will not take in the input of that id.
    pub fn refused(&mut self, id: &CommandId) {
        self.mine.retain(|mine| mine.id != *id);
    }

    /// Our inputs that were never answered go on being expected after a new beginning; and so does the clock, if it is
    /// still the same.
    pub fn inherit(&mut self, before: Self, same_clock: bool) {
        let settled = self.settled;
        let heard = &self.heard;
        let unheard = |Mine { input, .. }: &Mine| {
            input.at > settled && !heard.iter().any(|known| known.seat == input.seat && known.at == input.at)
        };
        if same_clock {
            self.offset_ms = self.offset_ms.max(before.offset(self.sampled_ms));
        }
        self.mine = before.mine.into_iter().filter(unheard).collect();
        (self.moved, self.trips) = (before.moved, before.trips);
    }

    /// The match as it should look at `tick`: `settled` is its view, kept up to date with what the house told.
    pub fn picture<G: Predict>(&self, settled: &G::View, tick: Tick) -> G::View {
        G::foresee(settled, tick, self.expected())
    }

    /// The inputs that are not settled yet, ours included, in the order in which they should count.
    pub fn expected(&self) -> Vec<(Tick, Seat, &AnyAction)> {
        let inputs = self.heard.iter().chain(self.mine.iter().map(|mine| &mine.input));
        let mut inputs: Vec<_> = inputs.map(|input| (input.at, input.seat, &input.action)).collect();
        inputs.sort_by_key(|&(at, seat, _)| (at, seat));
        inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::{GameConfig, Key, KeyedDice, Table, Viewer};
    use parlor_pong::{Action, Pong};
    use parlor_tetris::{self as tetris, Tetris};

    /// Inputs are told apart by their JSON; what they do is no matter here.
    fn input(seat: u8, at: u64, json: &str) -> PendingInput {
        let json = RawValue::from_string(json.into()).unwrap();
        PendingInput { seat: Seat(seat), at: Tick(at), json, action: AnyAction::new::<Pong>(Action::Pause) }
    }

    fn id(number: u64) -> CommandId {
        format!("t-{number}").parse().unwrap()
    }

    /// We do something at `now_ms`; gives back the tick for which it counts.
    fn act(ahead: &mut Ahead, number: u64, now_ms: f64) -> Tick {
        let at = ahead.next_tick(now_ms);
        ahead.act(id(number), input(0, at.0, &number.to_string()), now_ms);
        at
    }

    fn ahead() -> Ahead {
        Ahead::new(60, Tick(80), Vec::new(), Tick(100), 1_000.0)
    }

    #[test]
    fn the_clock_follows_the_shortest_way() {
        let mut ahead = ahead();
        assert_eq!(ahead.now(1_000.0) as u64, 100);
        ahead.sample(Tick(106), 1_200.0);
        assert!((ahead.now(1_200.0) - 112.0).abs() < 0.1, "late by 100 ms: not believed");
        ahead.sample(Tick(118), 1_250.0);
        assert!((ahead.now(1_250.0) - 118.0).abs() < 0.1, "three ticks fresher: believed at once");
        ahead.sample(Tick(118), 11_250.0);
        assert!(ahead.now(11_250.0) < 718.0, "and forgotten slowly");
    }

    #[test]
    fn a_clock_that_stands_still_is_not_run_ahead_of() {
        let mut held = Ahead::new(60, Tick(80), Vec::new(), Tick(100), 1_000.0);
        assert!(!held.is_heard(61_000.0), "a house that is silent while the clock runs is out of reach");
        held.stand_still(Tick(100));
        assert!(held.is_heard(61_000.0), "one that waits has nothing to say");
        held.sample(Tick(100), 61_000.0);
        assert_eq!(held.now(61_000.0) as u64, 100);
        assert_eq!(act(&mut held, 1, 61_000.0), Tick(101), "what is done meanwhile counts at once then");
        let mut goes_on = Ahead::new(60, Tick(80), Vec::new(), Tick(100), 64_000.0);
        goes_on.inherit(held, false);
        assert!((goes_on.now(64_000.0) - 100.0).abs() < 0.1, "it goes on from where it stood");
        assert_eq!(goes_on.mine.len(), 1);
    }

    #[test]
    fn the_clock_never_goes_back() {
        let mut ahead = ahead();
        let mut last = 0.0;
        for ms in 0..2_000 {
            let now_ms = 1_000.0 + f64::from(ms);
            for late in [0, 250] {
                // Some frames are a quarter of a second late.
                let tick = Tick(((now_ms + 666.0 - f64::from(late)) * 0.06) as u64);
                if ms % (251 + late) == 0 {
                    ahead.sample(tick, now_ms);
                }
                assert!(ahead.now(now_ms) >= last, "{ms}");
                last = ahead.now(now_ms);
            }
        }
    }

    #[test]
    fn own_inputs_count_on_the_next_tick_and_never_overtake() {
        let mut ahead = ahead();
        assert_eq!(act(&mut ahead, 1, 1_000.0), Tick(101));
        ahead.sample(Tick(110), 1_001.0);
        assert_eq!(act(&mut ahead, 2, 1_001.0), Tick(111));
        ahead.hear(input(0, 101, "1"), true, 1_040.0);
        ahead.hear(input(0, 115, "2"), true, 1_051.0);
        assert_eq!((ahead.moved(), ahead.mine.len(), ahead.heard.len()), (1, 0, 2));
        assert_eq!(ahead.delay_ms(), Some(50.0));
        ahead.settle(Tick(101));
        assert_eq!(ahead.heard.len(), 1);
    }

    #[test]
    fn what_is_done_in_one_tick_is_judged_one_after_the_other() {
        let config = parlor_tetris::Config::preset("hope").unwrap();
        let mut table = Table::<Tetris, _>::new(config.into(), KeyedDice::new(Key([7; 32])));
        table.advance(Tick(400), &mut ());
        let settled = table.view(Viewer::Seat(Seat(0)));
        let mut ahead = Ahead::new(60, Tick(400), Vec::new(), Tick(400), 1_000.0);
        let (press, release) = (tetris::Action::Press(tetris::Key::Left), tetris::Action::Release(tetris::Key::Left));
        let at = ahead.next_tick(1_000.0);
        let pressed = PendingInput { action: AnyAction::new::<Tetris>(press), ..input(0, at.0, "1") };
        ahead.act(id(1), pressed, 1_000.0);
        let now = ahead.picture::<Tetris>(&settled, Tick(400));
        assert!(!now.allows(Seat(0), &release), "the key is not down in the picture on the screen");
        assert_eq!(ahead.next_tick(1_001.0), at);
        let next = ahead.picture::<Tetris>(&settled, at);
        assert!(next.allows(Seat(0), &release), "but it will be when the release counts");
    }

    #[test]
    fn a_pause_that_is_on_its_way_is_known() {
        let config = parlor_pong::Config::preset("hope").unwrap();
        let mut table = Table::<Pong, _>::new(config.into(), KeyedDice::new(Key([7; 32])));
        table.advance(Tick(200), &mut ());
        let settled = table.view(Viewer::Seat(Seat(0)));
        let mut ahead = Ahead::new(60, Tick(200), Vec::new(), Tick(200), 1_000.0);
        let at = ahead.next_tick(1_000.0);
        ahead.act(id(1), input(0, at.0, "1"), 1_000.0);
        let asks = |tick| ahead.picture::<Pong>(&settled, tick).position.asking.contains(Seat(0));
        assert_eq!((asks(Tick(200)), asks(at)), (false, true));
    }

    #[test]
    fn inputs_keep_the_house_s_order() {
        let mut ahead = ahead();
        for (seat, at, action) in [(1, 90, "1"), (0, 90, "2"), (0, 90, "3"), (0, 85, "4")] {
            ahead.hear(input(seat, at, action), false, 1_000.0);
        }
        let order: Vec<_> = ahead.heard.iter().map(|input| input.json.get()).collect();
        assert_eq!(order, ["4", "2", "3", "1"]);
    }

    #[test]
    fn unanswered_inputs_survive_a_new_beginning() {
        let mut before = ahead();
        act(&mut before, 1, 1_000.0);
        act(&mut before, 2, 1_050.0);
        before.sample(Tick(120), 1_060.0);
        let mut after = Ahead::new(60, Tick(90), vec![input(0, 101, "1")], Tick(110), 1_100.0);
        after.inherit(before, true);
        assert_eq!(after.mine.len(), 1);
        assert_eq!(after.mine[0].input.json.get(), "2");
        assert!(after.now(1_100.0) > 122.0, "the old clock was fresher");
        after.refused(&id(2));
        assert!(after.mine.is_empty());
    }
}
