//! Pebbles with one bug planted into it.

use parlor_kernel::{
    AssetError, AssetId, Assets, Audience, Bot, Dice, Enumerate, Game, GameConfig, Imagine, Input, Level, Library,
    Outcome, Places, Predict, Preset, Reason, Rng, Rules, Seat, SeatPlan, SeatSet, Sink, Spec, Stat, Team, Tell, Tick,
    Verdict, Viewer, Voice,
};
use parlor_testkit::toy::{Action, Config, Event, Illegal, InvalidConfig, Pebbles, View, Weights, candidate, reveals};
use serde::{Deserialize, Serialize, Serializer};
use std::{
    borrow::Cow,
    cell::Cell,
    cmp::Reverse,
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// Declares the bugs, each with its number.
macro_rules! bugs {
    ($($(#[doc = $doc:literal])* $name:ident = $number:literal,)*) => {
        $($(#[doc = $doc])* pub const $name: u8 = $number;)*
    };
}

bugs! {
    /// No bug: the wrapper itself is honest.
    HONEST = 0,
    /// The generator offers one pebble too many.
    TOO_WIDE = 1,
    /// The generator forgets about empty fists.
    TOO_NARROW = 2,
    /// The generator offers everything twice.
    TWICE = 3,
    /// Everybody is awaited, even those who can do nothing.
    IDLE_AWAITED = 4,
    /// Asking whether an action is allowed leaves a trace.
    TRACE = 5,
    /// The refusal of a guess depends on whether it is right.
    TELLING_REFUSAL = 6,
    /// The clock depends on what is hidden.
    TELLING_CLOCK = 7,
    /// What a seat hides is announced to everyone.
    LOUD = 8,
    /// When time runs out, everyone hears what a seat hides.
    LOUD_CLOCK = 9,
    /// Everyone sees every fist.
    OPEN_HANDS = 10,
    /// A process-wide counter gets into the state.
    COUNTER = 11,
    /// The digest does not cover the fists.
    BLIND_DIGEST = 12,
    /// The state depends on whether anybody listens.
    LISTENING = 13,
    /// Views do not learn whose turn it is.
    FORGETFUL = 14,
    /// Whenever a match is over, it begins anew.
    ENDLESS = 15,
    /// A finished match asks to be woken.
    RESTLESS = 16,
    /// A seat that leaves goes unnoticed.
    STAYING = 17,
    /// Three pebbles in a fist are not taken out of the box.
    DUPLICATED = 18,
    /// The state remembers who hid last.
    ORDERED = 19,
    /// Time passes in a view whenever it is looked at.
    DRIFTING = 20,
    /// Everyone is told what a seat does before it counts.
    TELLTALE = 21,
    /// Players are not told what they did themselves.
    SPEECHLESS = 22,
    /// A prediction takes longer than the real thing.
    MISLED = 23,
    /// A match counts before anything happened.
    HASTY = 24,
    /// A match that is over has not begun.
    UNDONE = 25,
    /// A match never begins.
    NEVER = 26,
    /// The generator says that it lists a part only, but lists everything.
    MODEST = 27,
    /// When the clock closes the round, everyone hears for whom.
    ROLL_CALL = 28,
    /// After the clock has closed the round, the next turn is longer the more seats were missing.
    GENEROUS = 29,
    /// A ranking leaves the last seat out.
    SHORT_RANKING = 30,
    /// The members of a team get different places.
    DIVIDED = 31,
    /// The seat that left has won.
    REWARDED = 32,
    /// What pebbles weigh makes no difference.
    WEIGHTLESS = 33,
    /// A seat without a team speaks to one.
    CONFUSED_VOICE = 34,
    /// A seat speaks to its team and does not hear it.
    DEAF = 35,
    /// All seats have the same name.
    NAMESAKES = 36,
    /// A view does not tell that its seat is awaited.
    SLEEPY = 37,
    /// Everyone may know who is awaited, though moves are sealed.
    GOSSIPING = 38,
}

/// The rule set of a mutant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Odd<const BUG: u8>(pub Config);

impl<const BUG: u8> GameConfig for Odd<BUG> {
    type Invalid = InvalidConfig;

    const PRESETS: &'static [Preset] = Config::PRESETS;

    fn preset(name: &str) -> Option<Self> {
        Config::preset(name).map(Self)
    }

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn seat_plan(&self, seat: Seat) -> SeatPlan {
        let plan = self.0.seat_plan(seat);
        if BUG == NAMESAKES { SeatPlan { name: "Seat".into(), ..plan } } else { plan }
    }

    fn team_name(&self, team: Team) -> Cow<'static, str> {
        self.0.team_name(team)
    }

    fn voice(&self, seat: Seat) -> Voice {
        let voice = self.0.voice(seat);
        match BUG {
            CONFUSED_VOICE => Voice { reads_team: true, writes_team: true, ..voice },
            DEAF => Voice { reads_team: false, ..voice },
            _ => voice,
        }
    }

    fn is_timed(&self) -> bool {
        self.0.is_timed()
    }

    fn phrases(&self) -> Vec<String> {
        self.0.phrases()
    }

    fn validate(&self) -> Result<(), InvalidConfig> {
        self.0.validate()
    }
}

/// What a mutant's rule set names.
#[derive(Clone, Debug)]
pub struct Stock(Arc<Weights>);

impl<const BUG: u8> Assets<Odd<BUG>> for Stock {
    fn ids(config: &Odd<BUG>) -> Vec<AssetId> {
        <Arc<Weights>>::ids(&config.0)
    }

    fn load(config: &Odd<BUG>, library: &Library) -> Result<Self, AssetError> {
        <Arc<Weights>>::load(&config.0, library).map(Self)
    }
}

/// Pebbles with the bug of that number, and a box of pebbles that fists are filled from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant<const BUG: u8> {
    rules: Arc<Rules<Pebbles>>,
    pub inner: Pebbles,
    /// Pebbles that are not in any fist.
    pub boxed: u8,
    /// What some of the bugs remember.
    mark: Cell<u64>,
}

/// The same rules, without the bug.
fn inner_rules<const BUG: u8>(rules: &Rules<Mutant<BUG>>) -> Arc<Rules<Pebbles>> {
    let config = rules.config.0.clone();
    if BUG == WEIGHTLESS {
        return config.weighing("plain").rules().expect("the toy has its assets");
    }
    Arc::new(Rules { config: Arc::new(config), assets: Arc::clone(&rules.assets.0) })
}

impl<const BUG: u8> Mutant<BUG> {
    fn around(rules: &Rules<Self>, inner: Pebbles) -> Self {
        let rules = inner_rules(rules);
        let boxed = rules.config.most();
        let mut mutant = Self { rules, inner, boxed, mark: Cell::new(0) };
        mutant.fill_box();
        mutant
    }

    /// What others may learn.
    pub fn reveals(&self, viewer: Viewer, input: &Input<Action>) -> bool {
        reveals(&self.inner, viewer, input)
    }

    /// Possibly illegal actions.
    pub fn candidate(&self, seat: Seat, rng: &mut Rng) -> Action {
        candidate(&self.inner, seat, rng)
    }

    /// What `seat` hides, for any viewer.
    fn hand(&self, seat: Seat) -> Option<u8> {
        self.inner.view(Viewer::Seat(seat)).hands[seat.index()]
    }

    fn hands(&self) -> impl Iterator<Item = u8> {
        Seat::all(self.rules.config.seats).filter_map(|seat| self.hand(seat))
    }

    /// All the pebbles there are.
    pub fn pebbles(&self) -> u8 {
        self.boxed + self.hands().sum::<u8>()
    }

    fn fill_box(&mut self) {
        let lost = |&pebbles: &u8| BUG != DUPLICATED || pebbles != 3;
        self.boxed = self.rules.config.most() - self.hands().filter(lost).sum::<u8>();
    }

    /// What happens after every change.
    fn changed<D: Dice>(&mut self, seat: Option<Seat>, dice: &D, listening: bool) {
        static CHANGES: AtomicU64 = AtomicU64::new(0);
        self.fill_box();
        match (BUG, seat) {
            (COUNTER, _) => self.mark.set(CHANGES.fetch_add(1, Ordering::Relaxed)),
            (LISTENING, _) => self.mark.set(listening.into()),
            (ORDERED, Some(seat)) => self.mark.set(seat.0.into()),
            (ENDLESS, _) if self.inner.outcome().is_some() => {
                self.inner = Pebbles::new(&self.rules, dice);
            }
            _ => {}
        }
    }
}

impl<const BUG: u8> Serialize for Mutant<BUG> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if BUG == BLIND_DIGEST {
            return self.inner.view(Viewer::Spectator).serialize(serializer);
        }
        (&self.inner, self.boxed, self.mark.get()).serialize(serializer)
    }
}

/// Announces everything to everyone.
struct Loud<'a, S>(&'a mut S);

impl<E, S: Sink<E>> Sink<E> for Loud<'_, S> {
    fn announce(&mut self, _: Audience, event: E) {
        self.0.public(event);
    }
}

impl<const BUG: u8> Game for Mutant<BUG> {
    const SPEC: Spec = Pebbles::SPEC;
    const LEVELS: &'static [Level] = Pebbles::LEVELS;
    const STATS: &'static [Stat] = Pebbles::STATS;

    type Config = Odd<BUG>;
    type Assets = Stock;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Illegal = Illegal;

    fn new<D: Dice>(rules: &Arc<Rules<Self>>, dice: &D) -> Self {
        Self::around(rules, Pebbles::new(&inner_rules(rules), dice))
    }

    fn awaiting(&self) -> SeatSet {
        match BUG {
            IDLE_AWAITED if self.outcome().is_none() => SeatSet::all(self.rules.config.seats),
            _ => self.inner.awaiting(),
        }
    }

    fn next_wake(&self) -> Option<Tick> {
        match BUG {
            TELLING_CLOCK => self.inner.next_wake().map(|due| due + self.hands().sum::<u8>().into()),
            RESTLESS if self.outcome().is_some() => Some(Tick(u64::MAX)),
            GENEROUS => self.inner.next_wake().map(|due| due + self.mark.get()),
            _ => self.inner.next_wake(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.inner.outcome()?;
        let seats = self.rules.config.seats;
        Some(match (BUG, outcome.verdict, outcome.reason) {
            (SHORT_RANKING, Verdict::Ranked(places), reason) => {
                let scores: Vec<_> = places.seats().map(|(_, place)| Reverse(place)).take(2).collect();
                Outcome::ranked(Places::by_score(&scores), reason)
            }
            (DIVIDED, Verdict::Won(_), reason) => {
                Outcome::ranked(Places::by_score(&(0..seats).collect::<Vec<_>>()), reason)
            }
            (REWARDED, _, Reason::Abandoned(seat)) => Outcome::won(seat, outcome.reason),
            _ => outcome,
        })
    }

    fn has_begun(&self) -> bool {
        match BUG {
            HASTY => true,
            UNDONE => self.inner.has_begun() && self.inner.outcome().is_none(),
            NEVER => false,
            _ => self.inner.has_begun(),
        }
    }

    fn score(&self, seat: Seat) -> i64 {
        self.inner.score(seat)
    }

    fn stats(&self, seat: Seat) -> Vec<i64> {
        self.inner.stats(seat)
    }

    fn turns(&self) -> u64 {
        self.inner.turns()
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let answer = self.inner.check(seat, action);
        if BUG == TRACE {
            self.mark.update(|checks| checks + 1);
        }
        let total = self.rules.assets.total(self.hands());
        match answer {
            Err(_) if BUG == TELLING_REFUSAL && *action == (Action::Guess { total }) => {
                Err(Illegal::AlreadyGuessed { total })
            }
            _ => answer,
        }
    }

    fn act<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, action: Action, dice: &D, out: &mut S) {
        match BUG {
            LOUD => self.inner.act(now, seat, action, dice, &mut Loud(out)),
            _ => self.inner.act(now, seat, action, dice, out),
        }
        self.changed(Some(seat), dice, out.wants());
    }

    fn wake<D: Dice, S: Sink<Event>>(&mut self, now: Tick, dice: &D, out: &mut S) {
        if let (LOUD_CLOCK, Some(pebbles)) = (BUG, self.hand(Seat(0))) {
            out.public(Event::Holding { seat: Seat(0), pebbles });
        }
        let missing = self.inner.awaiting();
        let closing = !self.inner.view(Viewer::Spectator).closed;
        self.inner.wake(now, dice, out);
        if closing && BUG == ROLL_CALL {
            missing.iter().for_each(|seat| out.public(Event::Holding { seat, pebbles: 0 }));
        }
        if BUG == GENEROUS {
            self.mark.set(if closing { missing.len().into() } else { 0 });
        }
        self.changed(None, dice, out.wants());
    }

    fn leave<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, dice: &D, out: &mut S) {
        if BUG == STAYING {
            return;
        }
        self.inner.leave(now, seat, dice, out);
        self.changed(None, dice, out.wants());
    }

    fn view(&self, viewer: Viewer) -> View {
        let mut view = self.inner.view(viewer);
        if BUG == OPEN_HANDS {
            view.hands = Seat::all(self.rules.config.seats).map(|seat| self.hand(seat)).collect();
        }
        view
    }

    fn fold(view: &mut View, event: &Event) {
        if BUG == FORGETFUL && matches!(event, Event::Turn { .. }) {
            return;
        }
        Pebbles::fold(view, event);
    }

    fn bot(_: &str) -> Option<Box<dyn Bot<Self>>> {
        None
    }
}

impl<const BUG: u8> Predict for Mutant<BUG> {
    const OPEN_TURNS: bool = BUG == GOSSIPING;

    fn elapse(view: &mut View, _: Tick) {
        if BUG == DRIFTING {
            view.deadline = view.deadline.map(|due| due + 1);
        }
    }

    fn expect(view: &mut View, _: Tick, _: Seat, _: &Action) {
        if BUG == MISLED {
            view.deadline = view.deadline.map(|due| due + 1);
        }
    }

    fn awaits(config: &Odd<BUG>, view: &View, seat: Seat) -> bool {
        BUG != SLEEPY && Pebbles::awaits(&config.0, view, seat)
    }

    fn input_audience(_: &Odd<BUG>, seat: Seat, _: &Action) -> Audience {
        match BUG {
            TELLTALE => Audience::Everyone,
            SPEECHLESS => Audience::Only(SeatSet::EMPTY),
            _ => Audience::Only(SeatSet::only(seat)),
        }
    }
}

impl<const BUG: u8> Tell for Mutant<BUG> {
    fn action_text(config: &Odd<BUG>, action: &Action) -> String {
        Pebbles::action_text(&config.0, action)
    }

    fn event_text(config: &Odd<BUG>, event: &Event, names: &[String]) -> String {
        Pebbles::event_text(&config.0, event, names)
    }

    fn picture(&self) -> String {
        self.inner.picture()
    }
}

impl<const BUG: u8> Enumerate for Mutant<BUG> {
    fn each_legal<B>(&self, seat: Seat, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if BUG == TOO_WIDE && self.awaiting().contains(seat) {
            f(Action::Hide { pebbles: self.rules.config.pebbles + 1 })?;
        }
        self.inner.each_legal(seat, |action| {
            if BUG == TOO_NARROW && action == (Action::Hide { pebbles: 0 }) {
                return ControlFlow::Continue(());
            }
            if BUG == TWICE {
                f(action)?;
            }
            f(action)
        })
    }

    fn is_open(&self, seat: Seat) -> bool {
        BUG == MODEST && self.awaiting().contains(seat)
    }

    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        self.inner.sample(seat, rng)
    }
}

impl<const BUG: u8> Imagine for Mutant<BUG> {
    fn imagine(rules: &Arc<Rules<Self>>, viewer: Viewer, view: &View, rng: &mut Rng) -> Self {
        let mut view = view.clone();
        let keeps = view.closed && viewer.seat().is_some_and(|seat| rules.config.0.keepers().contains(seat));
        for seat in Seat::all(rules.config.0.seats) {
            // Even if the view shows a fist that it should not, imagination does not use it.
            if !keeps && viewer != Viewer::Seat(seat) && !view.gone.contains(seat) {
                view.hands[seat.index()] = None;
            }
        }
        Self::around(rules, Pebbles::imagine(&inner_rules(rules), viewer, &view, rng))
    }
}
