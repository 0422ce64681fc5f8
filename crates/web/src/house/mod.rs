//! The house: who we are, the line to it, and the tables we follow.

mod asked;
pub mod http;
mod invitations;
mod link;
mod mutes;
mod pages;
mod seek;
mod who;

use crate::{
    browser::{is_online, now_ms},
    games,
    prefs::Prefs,
    replay,
    table::{Fate, TableCtx, TableSignals},
};
pub use asked::{Asked, ask};
use futures_util::future::{LocalBoxFuture, Shared};
use invitations::Invitations;
use leptos::{prelude::*, task::spawn_local};
use link::Link;
pub use pages::Pages;
use parlor_client::{LineStatus, Notice, Session, TableModel, typed::Typed, words};
use parlor_kernel::{Commitment, GameInfo, Level, Library, Record, Registry, Seat, SeatPlan, Stat};
use parlor_wire::{
    Command, Pace, Person, Room, Status, TableCode, TableInfo,
    http::{OpenTable, Problem},
    slash::Slash,
};
pub use seek::Seeking;
use serde_json::{Value, value::RawValue};
use std::{collections::BTreeMap, time::Duration};

/// How often the screen's clock moves.
const CLOCK: Duration = Duration::from_millis(250);
/// How long to wait before knocking again at a house that could not be reached.
const KNOCK_AGAIN: Duration = Duration::from_secs(3);

/// How the house refuses what is about a table that is not there.
const NO_TABLE: &str = "unknown_table";

/// A guest who is being let in: several parts of the screen may wait for the same answer.
type Arrival = Shared<LocalBoxFuture<'static, Result<Person, Problem>>>;

/// What a command was given for, and what its answer is good for.
enum Purpose {
    /// Nothing here.
    Nothing,
    /// A table: a refusal is shown there.
    Table(TableCode),
    /// What hands do all the time in a real-time match: what comes too late is nothing to complain about.
    Hands,
    /// To find an opponent.
    Seek,
    /// A caller who is called with the answer: nothing, or why it was refused.
    Call(Box<dyn FnOnce(Result<(), String>)>),
}

/// The one house this page belongs to. Copy it freely.
#[derive(Clone, Copy)]
pub struct House {
    prefs: Prefs,
    registry: StoredValue<Registry>,
    owner: StoredValue<Owner>,
    session: StoredValue<Session<Purpose>, LocalStorage>,
    link: StoredValue<Link, LocalStorage>,
    arrival: StoredValue<Option<Arrival>, LocalStorage>,
    /// Tells whenever a table is shown.
    entered: Trigger,
    tables: StoredValue<BTreeMap<TableCode, Followed>>,
    /// Whether we are about to be another user: the house has yet to answer who.
    moving: StoredValue<bool>,
    seeking: RwSignal<Option<Seeking>>,
    paired: RwSignal<Option<TableCode>>,
    invited: Invitations,
    me: RwSignal<Option<Person>>,
    /// Whom we do not want to hear.
    mutes: RwSignal<Vec<Person>>,
    line: RwSignal<LineStatus>,
    online: RwSignal<bool>,
    now: RwSignal<f64>,
    toast: RwSignal<Option<String>>,
}

/// A table that has been shown on this page.
struct Followed {
    signals: TableSignals,
    /// How many places on the screen show it now.
    places: u32,
}

impl House {
    /// Opens the door: remembers who we are, and keeps the clock and the line going.
    pub fn new(prefs: Prefs) -> Self {
        let registry = parlor_catalog::registry();
        let house = Self {
            prefs,
            registry: StoredValue::new(registry.clone()),
            owner: StoredValue::new(Owner::current().unwrap_or_default()),
            session: StoredValue::new_local(fresh_session(registry)),
            link: StoredValue::new_local(Link::new()),
            arrival: StoredValue::new_local(None),
            entered: Trigger::new(),
            tables: StoredValue::new(BTreeMap::new()),
            moving: StoredValue::new(false),
            seeking: RwSignal::new(None),
            paired: RwSignal::new(None),
            invited: Invitations::new(),
            me: RwSignal::new(None),
            mutes: RwSignal::new(Vec::new()),
            line: RwSignal::new(LineStatus::Idle),
            online: RwSignal::new(is_online()),
            now: RwSignal::new(now_ms()),
            toast: RwSignal::new(None),
        };
        set_interval(move || house.tick(), CLOCK);
        house.follow_network();
        house.follow_mutes();
        spawn_local(async move {
            house.recall().await;
        });
        house
    }

    /// The house, from anywhere below the app.
    pub fn expect() -> Self {
        expect_context()
    }

    /// The assets that this page has.
    pub fn library(&self) -> Library {
        self.registry.with_value(|registry| registry.library().clone())
    }

    /// The bots of a game, weakest first.
    pub fn levels(&self, game: &str) -> Vec<Level> {
        self.registry.with_value(|registry| registry.game(game).map(|game| game.info().bots)).unwrap_or_default()
    }

    /// What people call a game. Of one that this page does not know there is only the id.
    pub fn game_name(&self, game: &str) -> String {
        let known = self.registry.with_value(|registry| registry.game(game).map(|game| game.spec().name));
        known.map_or_else(|| game.replace('-', " "), str::to_owned)
    }

    /// The games that this page offers.
    pub fn games(&self) -> Vec<GameInfo> {
        self.registry.with_value(games::offered)
    }

    /// What is to be played, in a line.
    pub fn terms(&self, wish: &OpenTable, pace: Pace) -> String {
        self.registry.with_value(|registry| words::terms(registry, wish, pace))
    }

    /// The rule set of a table, as a sentence.
    pub fn rules(&self, info: &TableInfo) -> String {
        self.registry.with_value(|registry| words::rules(registry, info))
    }

    /// What a rule set calls each seat, where it has a name of its own.
    pub fn seat_titles(&self, game: &str, config: &Value) -> Vec<Option<String>> {
        let rules = self.registry.with_value(|registry| registry.game(game)?.rules(config).ok());
        let plans = rules.as_ref().map_or(&[][..], |rules| rules.seat_plans());
        let title = |(seat, plan): (Seat, &SeatPlan)| {
            let plain = plan.name == format!("Seat {}", seat.0 + 1);
            (!plain).then(|| plan.name.clone().into_owned())
        };
        Seat::all(plans.len() as u8).zip(plans).map(title).collect()
    }

    /// What a game counts.
    pub fn stats(&self, game: &str) -> &'static [Stat] {
        self.registry.with_value(|registry| registry.game(game).map(|game| game.info().stats)).unwrap_or_default()
    }

    /// Checks a finished match from its log alone, whose dice were `promised` when it began, and tells it move by move.
    ///
    /// # Errors
    /// What is wrong with the log.
    pub fn examine(&self, record: Record, promised: Commitment) -> Result<String, String> {
        self.registry.with_value(|registry| replay::examine(registry, record, promised))
    }

    /// The state of the line.
    pub fn line(&self) -> Signal<LineStatus> {
        self.line.into()
    }

    /// Whether the device has a network, as far as the browser knows.
    pub fn online(&self) -> Signal<bool> {
        self.online.into()
    }

    /// The screen's clock.
    pub fn now_ms(&self) -> Signal<f64> {
        self.now.into()
    }

    /// A sentence that belongs to no place on the screen, for a few seconds.
    pub const fn toast(&self) -> RwSignal<Option<String>> {
        self.toast
    }

    /// Says something that belongs to no place on the screen.
    pub fn say(&self, sentence: impl Into<String>) {
        let (toast, sentence) = (self.toast, sentence.into());
        toast.set(Some(sentence.clone()));
        let forget = move || {
            if toast.get_untracked().as_ref() == Some(&sentence) {
                toast.set(None);
            }
        };
        set_timeout(forget, Duration::from_secs(5));
    }

    /// Shows a table in one more place, until the current component goes.
    pub fn enter(self, code: TableCode) -> TableCtx {
        let fresh = || self.owner.with_value(|owner| owner.with(TableSignals::new));
        let signals = self
            .tables
            .try_update_value(|tables| {
                let followed = tables.entry(code).or_insert_with(|| Followed { signals: fresh(), places: 0 });
                followed.places += 1;
                followed.signals
            })
            .unwrap_or_else(fresh);
        self.entered.notify();
        on_cleanup(move || self.exit(code));
        if signals.needs_asking() {
            self.find(code);
        }
        self.follow(code, signals);
        TableCtx::new(code, self, signals)
    }

    /// Follows a table as soon as the house lets us in.
    fn follow(self, code: TableCode, signals: TableSignals) {
        spawn_local(async move {
            match self.arrive().await {
                Ok(_) => {
                    self.session.update_value(|session| session.watch(code));
                    self.connect();
                    self.flush();
                }
                // A house that is out of reach or out of order says nothing about the table.
                Err(problem) if matches!(problem.status, 0 | 500..) => {
                    signals.miss();
                    let again = move || {
                        if !self.is_hidden(code) {
                            self.follow(code, signals);
                        }
                    };
                    set_timeout(again, KNOCK_AGAIN);
                }
                Err(problem) => signals.decide(Fate::Gone(problem.detail)),
            }
        });
    }

    /// Follows what is shown as somebody else, or for the first time.
    fn follow_anew(self) {
        let tables = self.tables.with_value(|tables| {
            tables.iter().map(|(&code, table)| (code, table.signals, table.places > 0)).collect::<Vec<_>>()
        });
        for (code, signals, shown) in tables {
            signals.forget();
            if shown {
                self.find(code);
                self.follow(code, signals);
            }
        }
    }

    /// One place less shows the table. It may be on its way to another place, so it is not forgotten at once.
    fn exit(self, code: TableCode) {
        let places = self.tables.try_update_value(|tables| {
            let followed = tables.get_mut(&code)?;
            followed.places = followed.places.saturating_sub(1);
            Some(followed.places)
        });
        if places.flatten() != Some(0) {
            return;
        }
        set_timeout(move || self.settle(code), Duration::from_millis(500));
    }

    /// Whether a table that was shown is shown nowhere now.
    fn is_hidden(self, code: TableCode) -> bool {
        self.tables.with_value(|tables| tables.get(&code).is_some_and(|table| table.places == 0))
    }

    /// Stops following a table that is shown nowhere, unless we sit there and its match is on or yet to come: whoever
    /// sits is then expected to be around.
    fn settle(self, code: TableCode) {
        let expected = self.with_table(code, |model| {
            model.seat.is_some() && model.closed.is_none() && model.info.status != Status::Ended
        });
        if self.is_hidden(code) && expected != Some(true) {
            self.session.update_value(|session| session.unwatch(code));
            self.flush();
            self.signals(code).inspect(TableSignals::forget);
        }
    }

    /// Asks whether there is such a table.
    fn find(self, code: TableCode) {
        spawn_local(async move {
            let Some(signals) = self.signals(code) else { return };
            match http::table(code).await {
                Ok(_) => signals.decide(Fate::There),
                Err(problem) if problem.status == 404 => signals.decide(Fate::Gone(problem.detail)),
                // The line will tell, once it is up.
                Err(_) => {}
            }
        });
    }

    pub(crate) fn with_table<R>(&self, code: TableCode, f: impl FnOnce(&TableModel) -> R) -> Option<R> {
        self.session.with_value(|session| session.table(code).map(f))
    }

    /// What a command means that is typed at a table, in that room of it.
    pub(crate) fn typed(&self, slash: &Slash, table: TableCode, room: Option<Room>) -> Typed {
        self.session.with_value(|session| session.typed(slash, Some(table), room))
    }

    /// Gives a command about a table; a refusal will show up there.
    pub fn command(&self, table: TableCode, command: Command) {
        self.give(table, vec![command]);
    }

    /// Gives commands about a table, each once the one before it is done; a refusal ends the row and will show up
    /// there.
    pub fn give(&self, table: TableCode, commands: Vec<Command>) {
        self.ask(Purpose::Table(table), commands);
    }

    /// Gives a command and calls `answered` with what comes of it.
    pub fn request(self, command: Command, answered: impl FnOnce(Result<(), String>) + 'static) {
        self.ask(Purpose::Call(Box::new(answered)), [command]);
    }

    fn ask(self, what: Purpose, commands: impl IntoIterator<Item = Command>) {
        self.session.update_value(|session| _ = session.give(what, commands));
        self.connect();
        self.flush();
    }

    /// Acts in a real-time match at a table; a refusal will show up there.
    pub fn input(&self, table: TableCode, action: Box<RawValue>) {
        self.input_for(Purpose::Table(table), table, action);
    }

    /// Does what hands do all the time in a real-time match at a table. The next picture shows what comes of it.
    pub fn press(&self, table: TableCode, action: Box<RawValue>) {
        self.input_for(Purpose::Hands, table, action);
    }

    fn input_for(&self, what: Purpose, table: TableCode, action: Box<RawValue>) {
        self.session.update_value(|session| _ = session.input(what, table, action, now_ms()));
        self.flush();
    }

    fn signals(&self, code: TableCode) -> Option<TableSignals> {
        self.tables.with_value(|tables| tables.get(&code).map(|table| table.signals))
    }

    /// Takes in a frame. One that makes no sense is passed over: a newer house may say more than we know.
    fn receive(self, text: &str) {
        let now = now_ms();
        match self.session.try_update_value(|session| session.receive(text, now)) {
            Some(Ok(Some(notice))) => self.react(notice),
            Some(Err(error)) => leptos::logging::warn!("{error}"),
            Some(Ok(None)) | None => {}
        }
        self.flush();
    }

    fn react(self, notice: Notice<Purpose>) {
        let signals = |code| self.signals(code);
        match notice {
            Notice::Hello(me) => {
                self.recognise(me);
                self.ask_what_was_missed();
            }
            Notice::Done { what: Purpose::Call(answered), .. } => answered(Ok(())),
            Notice::Done { .. } => {}
            Notice::Refused { what, late, message, .. } => self.refused(what, late, message),
            Notice::NotFollowed { table, code, message } => self.not_followed(table, &code, message),
            Notice::Paired(table) => self.found(table),
            Notice::SeekOver { message, .. } => self.seek_over(message),
            Notice::Invited { open, news } => self.invited(*open, news),
            Notice::InvitationOver(ended) => self.invitation_over(*ended),
            Notice::Refreshed(code) => {
                if let Some(signals) = signals(code) {
                    signals.decide(Fate::There);
                    signals.change();
                }
            }
            Notice::Changed(code) | Notice::Began(code) | Notice::Ended(code) | Notice::Closed(code, _) => {
                signals(code).inspect(TableSignals::change);
                self.settle(code);
            }
            // A screen of a real-time match draws all the time.
            Notice::Settled(_) => {}
            Notice::Game { table, events } => {
                if let Some(signals) = signals(table) {
                    signals.change();
                    signals.happen(events);
                }
            }
            Notice::Chat(code, line) => {
                if let Some(signals) = signals(code) {
                    let mine = self.me.with_untracked(|me| me.as_ref().is_some_and(|me| me.id == line.from));
                    if !mine && !untrack(|| self.has_muted(line.from)) {
                        signals.hear(line.room);
                    }
                    signals.change();
                }
            }
        }
    }

    fn refused(self, what: Option<Purpose>, late: bool, message: String) {
        match what {
            Some(Purpose::Call(answered)) => answered(Err(message)),
            Some(Purpose::Seek) => self.seek_over(message),
            Some(Purpose::Hands) => {}
            Some(Purpose::Table(code)) => match self.signals(code) {
                Some(signals) if late => signals.refuse_late(&message),
                Some(signals) => signals.refuse(message),
                None => self.say(message),
            },
            Some(Purpose::Nothing) | None => self.say(message),
        }
    }

    /// A table cannot be followed. Most likely it closed while the line was down: then it is shown to be gone.
    fn not_followed(self, table: TableCode, code: &str, message: String) {
        self.find(table);
        if code == NO_TABLE {
            return;
        }
        self.say(message);
        let again = move || {
            if !self.is_hidden(table) {
                self.session.update_value(|session| session.watch(table));
                self.flush();
            }
        };
        set_timeout(again, KNOCK_AGAIN);
    }

    /// Four times a second: the clock moves, and the line is looked after.
    fn tick(self) {
        if crate::browser::is_visible() {
            self.now.set(now_ms());
        }
        self.tend();
    }
}

/// A session of its own name, so that its commands are never taken for those of another.
fn fresh_session(registry: Registry) -> Session<Purpose> {
    Session::new(registry, format!("w{:x}", crate::browser::random_bits() >> 16))
}
