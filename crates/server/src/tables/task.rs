//! The task that runs a table: it takes what is asked in order, lets the table step, makes that durable, and then tells it.

use super::{Ask, Asker, Entry, Outlet, entry::Absence};
use crate::{
    house::House,
    notices::{self, Bulletin},
    problem::{HouseError, Refused},
};
use parlor_kernel::Refusal;
use parlor_store::{StoreError, Write};
use parlor_table::{self as table, BetError, ConnectionId, Effects, Facts, Input, Moment, Stored, Table, Told};
use parlor_wire::{CommandId, Pace, TableCommand};
use std::{
    collections::BTreeMap,
    future::pending,
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};
use tokio::time::{Instant, Sleep};
use tracing::{Instrument, Span, field::Empty};

/// How long to wait before something that failed is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// What a table does next.
enum Next {
    /// It answers.
    Ask(Ask),
    /// It does what is due.
    Wake,
}

/// Waits for a moment. An alarm that is set too early is left as it is until it rings: most moments are put off by the
/// next turn, and setting the alarm costs more than being woken in vain now and then.
async fn ring(mut alarm: Pin<&mut Sleep>, at: Option<Instant>) {
    let Some(at) = at else { return pending().await };
    if alarm.is_elapsed() || alarm.deadline() > at {
        alarm.as_mut().reset(at);
    }
    loop {
        alarm.as_mut().await;
        if Instant::now() >= at {
            return;
        }
        alarm.as_mut().reset(at);
    }
}

/// The code that a command is refused with. In real time one that is taken in is answered later.
fn refused_with(effects: &Effects, to: ConnectionId, id: &CommandId) -> Option<&'static str> {
    effects.told.iter().find_map(|told| match told {
        Told::Answer(answer) if answer.to == to && answer.id == *id => {
            answer.result.as_ref().err().map(|refusal| refusal.code)
        }
        _ => None,
    })
}

/// Says in a command's span what came of it.
fn trace_end(span: &Span, refused: Option<&'static str>) {
    if !span.is_disabled() {
        span.record("parlor.accepted", refused.is_none());
        refused.map(|code| span.record("parlor.code", code));
    }
}

/// A table, and what connects it to the house.
pub struct Task {
    house: Arc<House>,
    table: Table,
    entry: Entry,
    /// Where the connections listen that have asked something.
    outlets: BTreeMap<ConnectionId, Outlet>,
    /// What players have been told who are not there.
    bulletin: Bulletin,
    /// When the table has something to do by itself, on the house's clock.
    wake_at: Option<u64>,
    /// Until when it is not woken, because what was due could not be done.
    rests_until: Option<Instant>,
    /// How often the process had been stopped when the table was last told of it.
    stops: u64,
    closed: bool,
    /// Whether the table is another node's now.
    fenced: bool,
}

impl Task {
    /// A task for a table that nobody has asked anything yet.
    pub fn new(house: Arc<House>, table: Table, mut entry: Entry) -> Self {
        let now = entry.now();
        let listed = table.listing(now);
        let bulletin = Bulletin::new(&listed, &table.awaiting());
        entry.list(Box::new(listed));
        entry.show(table.config(), table.open_turns());
        let (outlets, wake_at) = (BTreeMap::new(), Some(now.house_ms));
        let (stops, rests_until, closed, fenced) = (house.clock.stops(), None, false, false);
        Self { house, table, entry, outlets, bulletin, wake_at, rests_until, stops, closed, fenced }
    }

    /// Runs the table until it closes or falls asleep, or the house closes, or it is another node's: then its entry is given
    /// back. What seldom happens is in a box: all tables that are open would have room for it. So is the task itself, which
    /// would lie in its future twice: as it came, and as it is changed.
    pub async fn run(mut self: Box<Self>) -> Option<Entry> {
        let mut closing = pin!(self.house.closing.clone().cancelled_owned());
        let mut lost = pin!(self.entry.lost());
        let mut alarm = pin!(tokio::time::sleep_until(Instant::now()));
        while !self.closed && !self.fenced {
            let wake_at = self.wake_at.map(|ms| self.entry.instant(ms).max(self.rests_until.unwrap_or(Instant::now())));
            let next = async {
                tokio::select! {
                    ask = self.entry.next() => ask.map(Next::Ask),
                    () = ring(alarm.as_mut(), wake_at) => Some(Next::Wake),
                }
            };
            let next = tokio::select! {
                // First: tables stop where they are, and do not hear that everyone goes.
                biased;
                () = closing.as_mut() => return Box::pin(self.give_up()).await,
                () = lost.as_mut() => {
                    self.fenced = true;
                    break;
                }
                next = next => next,
            };
            let Some(next) = next else { break };
            self.notice_stop().await;
            match next {
                Next::Ask(ask) => self.answer(ask).await,
                Next::Wake => Box::pin(self.wake()).await,
            }
        }
        if self.fenced {
            return Some(self.hand_over());
        }
        self.entry.turn_away(Absence::Gone);
        None
    }

    /// The house closes. If others go on, one of them takes the table; what is still asked is asked there.
    async fn give_up(mut self) -> Option<Entry> {
        match (self.entry.title(), self.entry.release()) {
            (Some(title), Some(release)) => {
                if let Err(error) = self.house.store.write(vec![title, release]).await {
                    tracing::warn!(%error, code = %self.table.code(), "a table could not be given up");
                }
            }
            _ => self.entry.turn_away(Absence::Gone),
        }
        None
    }

    /// The table is another node's: those who followed it here come back, and follow it there.
    fn hand_over(mut self) -> Entry {
        tracing::info!(code = %self.table.code(), "another node owns a table now");
        self.outlets.values().for_each(Outlet::cut);
        self.entry.disown();
        self.entry
    }

    /// If the process was stopped, the table hears of it before anything else happens there.
    async fn notice_stop(&mut self) {
        let stops = self.house.clock.stops();
        if stops != self.stops {
            self.stops = stops;
            let _ = self.step(Input::Stopped).await;
        }
    }

    async fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Watch { asker, id, seen } => {
                self.listen(&asker);
                let elsewhere = || self.house.cluster.as_ref()?.address_of(asker.connection);
                let address = self.house.address_tag(asker.user.id).or_else(elsewhere);
                let Asker { user, connection, .. } = asker;
                let asker = table::Asker { user, connection };
                let _ = self.step(Input::Watch { asker, address, id, seen }).await;
            }
            Ask::Unwatch(connection) => {
                let _ = self.step(Input::Unwatch(connection)).await;
            }
            Ask::Command { asker, id, command, since } => {
                self.listen(&asker);
                let span = self.span_of(&command);
                self.command(asker, id, command, &span).instrument(span.clone()).await;
                self.house.meters.command.record(since.elapsed());
            }
            // Those who asked may have gone meanwhile.
            Ask::Info(answer) => {
                let _ = answer.send((self.table.info(self.entry.now()), self.table.awaiting()));
            }
            Ask::Evidence(reporter, about, answer) => {
                let _ = answer.send(self.table.evidence(reporter, about).map_err(Refused::from));
            }
            Ask::Renamed(user) => {
                let _ = self.step(Input::Renamed(user)).await;
            }
            Ask::StandUp(user, done) => {
                let _ = done.send(self.step(Input::StandUp(user)).await);
            }
            Ask::Close(reason, done) => {
                let _ = done.send(self.step(Input::Close(reason)).await);
            }
            Ask::Forget(gone, done) => {
                let _ = done.send(self.step(Input::Forget(gone)).await);
            }
        }
    }

    /// Remembers where a connection listens, for as long as it lives.
    fn listen(&mut self, asker: &Asker) {
        // A connection that another node forwards may have a new one.
        if self.outlets.get(&asker.connection).is_none_or(|known| !known.is(&asker.outlet)) {
            self.outlets.retain(|_, outlet| !outlet.is_cut());
            self.outlets.insert(asker.connection, asker.outlet.clone());
        }
    }

    /// What is traced of a command: which it is and what comes of it, never what it says. Each is a trace of its own; thousands
    /// of them come through one connection.
    fn span_of(&self, command: &TableCommand) -> Span {
        tracing::debug_span!(
            parent: None,
            "table.command",
            parlor.table = %self.table.code(),
            parlor.game = self.entry.listed().map(|listed| listed.game.as_str()),
            parlor.command = <&str>::from(command),
            parlor.accepted = Empty,
            parlor.code = Empty,
        )
    }

    async fn command(&mut self, asker: Asker, id: CommandId, command: TableCommand, span: &Span) {
        let Asker { user, connection, outlet } = asker;
        let asker = table::Asker { user, connection };
        let needs = self.table.needs(asker.user.id, &command);
        match self.house.facts(&asker.user, needs).await {
            Ok(facts) => {
                let traced = (!span.is_disabled()).then(|| (asker.connection, id.clone()));
                let effects = self.table.step(self.entry.now(), Input::Command { asker, id, command, facts });
                let refused = traced.and_then(|(to, id)| refused_with(&effects, to, &id));
                let failed = self.carry_out(effects).await.err().map(|refused| refused.refusal().code);
                trace_end(span, failed.or(refused));
            }
            Err(refusal) => {
                trace_end(span, Some(refusal.code));
                outlet.refuse(Some(id), refusal);
            }
        }
    }

    /// Something is due.
    async fn wake(&mut self) {
        let now = self.entry.now();
        let needs = self.table.needs_by_time(now);
        match self.house.facts_by_time(needs).await {
            Ok(facts) => self.do_what_is_due(now, facts).await,
            Err(error) => {
                tracing::error!(%error, code = %self.table.code(), "a log could not be read");
                self.rest();
            }
        }
    }

    /// Does what is due at the moment for which the facts were found out.
    async fn do_what_is_due(&mut self, now: Moment, facts: Facts) {
        let mut effects = self.table.step(now, Input::Time { facts });
        let is_idle = effects.writes.is_empty() && effects.told.is_empty();
        let sleep = effects.sleep.take();
        let done = self.carry_out(effects).await;
        if let Some(sleep) = sleep.filter(|_| done.is_ok()) {
            self.fall_asleep(now, *sleep).await;
        }
        // What could not be done stays due: do not spin on it.
        if done.is_err() || is_idle && self.wake_at.is_some_and(|at| at <= now.house_ms) {
            self.rest();
        }
    }

    /// Falls asleep, unless a request is on its way to the table. One that stays awake after all can be written down as
    /// asleep: whatever changes there is written anew, and if the process dies before, nothing has changed.
    async fn fall_asleep(&mut self, now: Moment, sleep: Write) {
        if !self.entry.is_alone() {
            return;
        }
        // A clock that is the table's own stands where it was given up.
        let release = self.entry.release();
        let has_owner = release.is_some();
        let clock = release.unwrap_or(Write::Clock(now.house_ms));
        if self.commit(vec![sleep, clock]).await.is_ok() {
            self.closed = self.entry.leave();
            // It is asked something after all, and is taken again.
            self.fenced = has_owner && !self.closed;
        }
    }

    fn rest(&mut self) {
        self.rests_until = Some(Instant::now() + RETRY);
    }

    /// Lets the table step, and carries out what follows.
    async fn step(&mut self, input: Input) -> Result<(), Refused> {
        let effects = self.table.step(self.entry.now(), input);
        self.carry_out(effects).await
    }

    /// Makes a step durable, then tells it. If it cannot be made durable it has not happened.
    async fn carry_out(&mut self, mut effects: Effects) -> Result<(), Refused> {
        let outcome = notices::outcome(&effects.writes);
        if let Err(refused) = self.commit(std::mem::take(&mut effects.writes)).await {
            if self.fenced {
                // Whoever asked comes back and asks the new owner.
                return Err(refused);
            }
            for told in effects.told {
                if let Told::Answer(answer) = told {
                    self.tell(Told::Answer(table::Answer { result: Err(refused.refusal().clone()), ..answer }));
                }
            }
            Box::pin(self.take_back(refused.refusal())).await;
            return Err(refused);
        }
        let done = self.publish(effects);
        if let Some(listed) = self.entry.listed().filter(|listed| listed.pace != Pace::Live) {
            self.bulletin.tell(&self.house, listed, &self.table.awaiting(), outcome);
        }
        Ok(done?)
    }

    async fn commit(&mut self, writes: Vec<Write>) -> Result<(), Refused> {
        if writes.is_empty() {
            return Ok(());
        }
        let started = std::time::Instant::now();
        let span = tracing::debug_span!("table.save", parlor.table = %self.table.code(), otel.status_code = Empty);
        let writes = match self.entry.title() {
            Some(title) => [title].into_iter().chain(writes).collect(),
            None => writes,
        };
        let result = self.house.store.write(writes).await;
        self.house.meters.commit.record(started.elapsed());
        if result.is_err() {
            span.record("otel.status_code", "ERROR");
        }
        result.map_err(|error| match error {
            // Two tables took from one purse at the same time.
            StoreError::Overdrawn => Refusal::from(BetError::NotEnoughGold).into(),
            StoreError::Fenced => {
                self.fenced = true;
                HouseError::Storage.into()
            }
            error => {
                tracing::error!(%error, code = %self.table.code(), "a table could not save");
                HouseError::Storage.into()
            }
        })
    }

    /// Tells what is durable.
    fn publish(&mut self, effects: Effects) -> Result<(), Refusal> {
        let Effects { told, done, wake_at, listing, closed, counted, remarks, .. } = effects;
        told.into_iter().for_each(|told| self.tell(told));
        if let Some(listing) = listing {
            self.entry.list(listing);
        }
        self.entry.show(self.table.config(), self.table.open_turns());
        for remark in remarks {
            tracing::error!(code = %self.table.code(), "{remark}");
        }
        if counted.matches > 0 {
            metrics::counter!("parlor_matches_total").increment(counted.matches);
        }
        if counted.actions > 0 {
            self.house.meters.actions.increment(counted.actions);
        }
        if counted.resyncs > 0 {
            metrics::counter!("parlor_resyncs_total").increment(counted.resyncs);
        }
        self.wake_at = wake_at;
        self.closed = closed;
        done
    }

    fn tell(&self, told: Told) {
        match told {
            Told::Frame(to, frame) => {
                for outlet in to.iter().filter_map(|connection| self.outlets.get(connection)) {
                    outlet.send_frame(Arc::clone(&frame));
                }
            }
            Told::Answer(table::Answer { to, id, result }) => {
                if let Some(outlet) = self.outlets.get(&to) {
                    outlet.answer(id, result);
                }
            }
        }
    }

    /// Goes back to what is stored. Until that can be read the table does nothing else: it must not go on from what was
    /// never made durable.
    async fn take_back(&mut self, why: &Refusal) {
        loop {
            let taken = self.stored().await.and_then(|stored| {
                self.table.take_back(self.entry.now(), why, stored).map_err(super::NotRecovered::from)
            });
            match taken {
                Ok(effects) => {
                    let _ = self.publish(effects);
                    return;
                }
                Err(error) => tracing::error!(%error, code = %self.table.code(), "a table could not be taken back"),
            }
            tokio::select! {
                () = tokio::time::sleep(RETRY) => {}
                () = self.house.closing.cancelled() => return self.closed = true,
            }
        }
    }

    /// What is stored of the table; nothing if it is gone.
    async fn stored(&mut self) -> Result<Option<Stored>, super::NotRecovered> {
        let code = self.table.code();
        match self.house.store.table(code).await? {
            Some(state) => self.house.stored(code, &state).await.map(Some),
            None => Ok(None),
        }
    }
}
