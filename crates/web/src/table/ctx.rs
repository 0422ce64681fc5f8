//! A table as components see it: the seam between the shell and the games.

use super::part::Part;
use crate::house::{House, Passing, Said};
use leptos::prelude::*;
use parlor_client::{MoveLog, TableModel};
use parlor_kernel::{AnyEvent, Seat};
use parlor_wire::{Command, MatchId, Room, TableCode, TableCommand};
use serde::Serialize;
use serde_json::value::to_raw_value;
use std::{collections::BTreeMap, time::Duration};

/// How long a refusal stays on the screen.
const REFUSAL: Duration = Duration::from_secs(4);
/// How long it stays if what was refused had been done a while ago.
const LATE_REFUSAL: Duration = Duration::from_secs(10);

/// Game events that arrived together, for animation and sound. The view already includes them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EventBatch {
    /// Counts the batches, so that two equal ones still differ.
    pub n: u64,
    /// The events, oldest first.
    pub events: Vec<AnyEvent>,
}

/// Whether a table can be shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Fate {
    /// The house has not answered yet.
    #[default]
    Seeking,
    /// The house cannot be reached; it is asked again and again.
    Unreachable,
    /// The house knows it, but the part of the page that shows its game did not come.
    Unloaded,
    /// The house knows it.
    There,
    /// It is gone or never was; the sentence says so.
    Gone(String),
}

/// What is known of the viewer beside the model.
#[derive(Default)]
struct Own {
    /// Their part in the match that is shown.
    part: Option<Part>,
    /// Whether the host has sent them away.
    sent_away: bool,
}

/// What the screen keeps about a table beside its model. Lives as long as the house, so that a table can move
/// from a page to a window without losing anything.
#[derive(Clone, Copy)]
pub(crate) struct TableSignals {
    changed: RwSignal<u64>,
    events: RwSignal<EventBatch>,
    refusal: Passing,
    status: RwSignal<String>,
    narrow: RwSignal<bool>,
    low: RwSignal<bool>,
    looked: RwSignal<Option<u64>>,
    fate: RwSignal<Fate>,
    unread: RwSignal<BTreeMap<Room, usize>>,
    own: StoredValue<Own>,
    /// Whether the game's screen has come to all that is known, for a game that keeps people waiting.
    caught_up: RwSignal<Option<Signal<bool>>>,
}

impl TableSignals {
    pub(crate) fn new() -> Self {
        Self {
            changed: RwSignal::new(0),
            events: RwSignal::default(),
            refusal: Passing::new(),
            status: RwSignal::default(),
            narrow: RwSignal::new(false),
            low: RwSignal::new(false),
            looked: RwSignal::new(None),
            fate: RwSignal::default(),
            unread: RwSignal::default(),
            own: StoredValue::default(),
            caught_up: RwSignal::new(None),
        }
    }

    /// Hears of every change of the model.
    pub(crate) fn track(&self) {
        self.changed.track();
    }

    /// The model is another one now.
    pub(crate) fn change(&self) {
        self.changed.update(|n| *n += 1);
    }

    /// Things happened in the game.
    pub(crate) fn happen(&self, events: Vec<AnyEvent>) {
        self.events.update(|batch| *batch = EventBatch { n: batch.n + 1, events });
    }

    /// A command about this table was refused.
    pub(crate) fn refuse(&self, message: String) {
        self.refusal.say(message, REFUSAL);
    }

    /// A command about this table was refused that had to wait for the line.
    pub(crate) fn refuse_late(&self, message: &str) {
        let sentence = format!("The line was down, and what you did came too late: {message}");
        self.refusal.say(sentence, LATE_REFUSAL);
    }

    /// The host has sent us away: a seat at this table is no longer to be had.
    pub(crate) fn send_away(&self) {
        self.own.update_value(|own| own.sent_away = true);
        self.change();
    }

    /// A line was said.
    pub(crate) fn hear(&self, room: Room) {
        self.unread.update(|unread| *unread.entry(room).or_default() += 1);
    }

    /// The table is shown nowhere any more: ask anew next time.
    pub(crate) fn forget(&self) {
        self.fate.set(Fate::Seeking);
        self.unread.update(BTreeMap::clear);
        self.own.set_value(Own::default());
        self.status.set(String::new());
        self.change();
    }

    /// The house cannot be asked about the table. What is known of it stands.
    pub(crate) fn miss(&self) {
        if matches!(self.fate.get_untracked(), Fate::Seeking) {
            self.fate.set(Fate::Unreachable);
        }
    }

    pub(crate) fn decide(&self, fate: Fate) {
        if self.fate.get_untracked() != fate {
            self.fate.set(fate);
        }
    }
}

/// A table that is shown somewhere: what is known about it, and what can be done there. Copy it freely.
#[derive(Clone, Copy)]
pub struct TableCtx {
    code: TableCode,
    house: House,
    signals: TableSignals,
}

impl TableCtx {
    pub(crate) const fn new(code: TableCode, house: House, signals: TableSignals) -> Self {
        Self { code, house, signals }
    }

    /// Tries again to show a table whose game did not come.
    pub fn fetch_again(&self) {
        self.signals.decide(Fate::Seeking);
        self.house.follow(self.code, self.signals);
    }

    /// Which table.
    pub const fn code(&self) -> TableCode {
        self.code
    }

    /// The house it stands in.
    pub const fn house(&self) -> House {
        self.house
    }

    /// Reads the model and hears of every change of it. `None` until the house has told about the table.
    pub fn with<R>(&self, f: impl FnOnce(&TableModel) -> R) -> Option<R> {
        self.signals.changed.track();
        self.with_untracked(f)
    }

    /// Reads the model as it is now.
    pub fn with_untracked<R>(&self, f: impl FnOnce(&TableModel) -> R) -> Option<R> {
        self.house.with_table(self.code, f)
    }

    /// A part of the model that tells only of its own changes.
    pub fn memo<T, F>(&self, part: F) -> Memo<T>
    where
        T: Clone + Default + PartialEq + Send + Sync + 'static,
        F: Fn(&TableModel) -> T + Send + Sync + 'static,
    {
        let ctx = *self;
        Memo::new(move |_| ctx.with(&part).unwrap_or_default())
    }

    /// Acts in the game. A refusal shows up in [`Self::refusal`].
    pub fn act<A: Serialize>(&self, action: &A) {
        match to_raw_value(action) {
            Ok(action) => self.command(TableCommand::Act { action, at: None }.at(self.code)),
            Err(error) => self.signals.refuse(error.to_string()),
        }
    }

    /// Acts in a real-time match, for the moment on the screen. A refusal shows up in [`Self::refusal`].
    pub fn input<A: Serialize>(&self, action: &A) {
        match to_raw_value(action) {
            Ok(action) => self.house.input(self.code, action),
            Err(error) => self.signals.refuse(error.to_string()),
        }
    }

    /// The same for what hands do all the time: a refusal is not told.
    pub fn press<A: Serialize>(&self, action: &A) {
        if let Ok(action) = to_raw_value(action) {
            self.house.press(self.code, action);
        }
    }

    /// Gives any command about this table.
    pub fn command(&self, command: Command) {
        self.house.command(self.code, command);
    }

    /// The last batch of game events.
    pub fn events(&self) -> Signal<EventBatch> {
        self.signals.events.into()
    }

    /// Says for four seconds why something could not be done here.
    pub fn refuse(&self, sentence: String) {
        self.signals.refuse(sentence);
    }

    /// The last refusal, for four seconds.
    pub fn refusal(&self) -> Signal<Option<String>> {
        self.signals.refusal.sentence()
    }

    /// The same for those who read it out: what is refused twice is told twice.
    pub fn refused(&self) -> Signal<Option<Said>> {
        self.signals.refusal.said()
    }

    /// The status line, which is also the live region: whose turn it is and what to do. The game writes it.
    pub const fn status(&self) -> RwSignal<String> {
        self.signals.status
    }

    /// The client's clock (the one of [`parlor_client::MatchModel::told`]), four times a second.
    pub fn now_ms(&self) -> Signal<f64> {
        self.house.clock.now_ms()
    }

    /// For a game whose screen runs behind: whether it has `caught_up` with what is known. Until then nothing else tells
    /// that the match is over. Holds until the current component goes.
    pub fn wait_with_the_end(&self, caught_up: Signal<bool>) {
        let place = self.signals.caught_up;
        place.set(Some(caught_up));
        on_cleanup(move || place.set(None));
    }

    /// Whether the match is over, as far as the screen has told.
    pub fn is_over(&self) -> Memo<bool> {
        let ctx = *self;
        Memo::new(move |_| {
            let ended = ctx.with(|model| model.game.as_ref().is_some_and(|game| game.ended.is_some()));
            ended.unwrap_or_default() && ctx.has_caught_up()
        })
    }

    /// Whether the game's screen has come to all that is known.
    fn has_caught_up(&self) -> bool {
        self.signals.caught_up.get().and_then(|caught_up| caught_up.try_get()).unwrap_or(true)
    }

    /// What has happened in the match, move by move, as far as the screen has told.
    pub fn moves(&self) -> Signal<MoveLog> {
        let ctx = *self;
        let moves = Memo::new(move |before: Option<&MoveLog>| match ctx.has_caught_up() {
            true => ctx.with(|model| model.game.as_ref().map(|game| game.moves.clone())).flatten().unwrap_or_default(),
            false => before.cloned().unwrap_or_default(),
        });
        moves.into()
    }

    /// The number of the move that the viewer looks back at.
    pub const fn looked(&self) -> RwSignal<Option<u64>> {
        self.signals.looked
    }

    /// The events of the move that the viewer looks back at; none while they look at how things stand.
    pub fn looked_at(&self) -> Vec<AnyEvent> {
        let Some(number) = self.signals.looked.get() else { return Vec::new() };
        let events = self.with_untracked(|model| Some(model.game.as_ref()?.moves.get(number)?.events.clone()));
        events.flatten().unwrap_or_default()
    }

    /// The viewer's seat in the match that is shown: none for those who watch, nor for those who sat down when it was over.
    pub fn part(&self) -> Option<Seat> {
        self.with(|model| {
            let part = Part::follow(self.signals.own.with_value(|own| own.part), model);
            self.signals.own.update_value(|own| own.part = part);
            part?.seat(model)
        })?
    }

    /// The match that is shown, and the viewer's seat in it.
    pub fn scene(&self) -> Memo<Option<(MatchId, Option<Seat>)>> {
        let ctx = *self;
        Memo::new(move |_| {
            let me = ctx.part();
            ctx.with(|model| model.game.as_ref().map(|game| (game.id, me))).flatten()
        })
    }

    /// What to call the occupant of a seat.
    pub fn occupant_name(&self, seat: Seat) -> String {
        self.with(|model| model.info.seats.get(seat.index()).map(|seat| seat.occupant.name()))
            .flatten()
            .unwrap_or_else(|| seat.to_string())
    }

    /// What the players of the match are called, by seat, whether or not they still sit there.
    pub fn players(&self) -> Vec<String> {
        self.with(|model| model.game.as_ref().map(|game| game.players.iter().map(|label| label.name.clone()).collect()))
            .flatten()
            .unwrap_or_default()
    }

    /// Whether the table has a phone's width (720 px or less), on a phone or in a narrow window. Styles ask the same
    /// with `@container table (max-width: 720px)`.
    pub fn is_phone(&self) -> Signal<bool> {
        self.signals.narrow.into()
    }

    /// Whether there is no room beside the board for more than what is needed to play: a phone, on its side as well.
    pub fn is_compact(&self) -> Signal<bool> {
        let TableSignals { narrow, low, .. } = self.signals;
        Signal::derive(move || narrow.get() || low.get())
    }

    /// Whether the host has sent the viewer away, as far as the house has told.
    pub(super) fn is_sent_away(&self) -> bool {
        self.signals.track();
        self.signals.own.with_value(|own| own.sent_away)
    }

    pub(crate) const fn low(&self) -> RwSignal<bool> {
        self.signals.low
    }

    pub(crate) const fn narrow(&self) -> RwSignal<bool> {
        self.signals.narrow
    }

    pub(crate) const fn fate(&self) -> RwSignal<Fate> {
        self.signals.fate
    }

    /// How many chat lines arrived in each room unseen.
    pub(crate) const fn unread(&self) -> RwSignal<BTreeMap<Room, usize>> {
        self.signals.unread
    }
}
