//! The task that owns a table.

use super::{
    Ask, Asker, Saved, TableCommand, bet::Bet, chat::Talk, hold::Return, live::LiveMatch, saved, streams::Streams,
};
use crate::{chance, directory::Place, house::House, problem::storage_failed, table::ConnectionId};
use parlor_kernel::{AnyBot, Refusal, Rng, Seat, Viewer};
use parlor_store::{StoreError, User, Write};
use parlor_wire::{
    ChatLine, CommandId, SeatInfo, ServerFrame, Status, TableCode, TableInfo, UserId,
    frame::{Seen, Snapshot, TableEvent},
};
use std::{
    collections::VecDeque,
    sync::{Arc, atomic::Ordering},
};
use tokio::sync::mpsc;

/// How many commands a table remembers having carried out.
const DONE_KEPT: usize = 128;

/// A table and all that happens there.
pub struct Actor {
    pub(super) house: Arc<House>,
    pub(super) code: TableCode,
    pub(super) saved: Saved,
    pub(super) streams: Streams,
    pub(super) live: Option<LiveMatch>,
    /// Since when each seat's person has been gone, on the house's clock.
    pub(super) gone_since: Vec<Option<u64>>,
    /// Who is back, while the match stands still.
    pub(super) back: Return,
    /// When the awaited bot will act.
    pub(super) bot_due_ms: Option<u64>,
    /// The bots that play this match, by seat, with their levels.
    pub(super) hired: Vec<Option<(String, Box<dyn AnyBot>)>>,
    pub(super) rng: Rng,
    pub(super) talk: Talk,
    /// Since when whoever holds the bet has been gone, on the house's clock.
    pub(super) holder_gone_since: Option<u64>,
    asks: mpsc::Receiver<Ask>,
    /// The latest commands that were carried out: one that is repeated after a drop is not done again.
    done: VecDeque<String>,
    /// Since when nobody whom the table waits for has been there.
    deserted_since: Option<u64>,
    /// When somebody last did something here.
    alive_at: u64,
    told: Option<TableInfo>,
    pub(super) closed: bool,
    /// What it takes of what its address may have, as long as it is open.
    _place: Option<Place>,
}

impl Actor {
    pub fn new(
        house: Arc<House>,
        code: TableCode,
        saved: Saved,
        place: Option<Place>,
        asks: mpsc::Receiver<Ask>,
    ) -> Self {
        let seats = saved.count();
        let mut actor = Self {
            deserted_since: Some(house.clock.now_ms()),
            alive_at: house.clock.now_ms(),
            streams: Streams::new(code, seats),
            gone_since: vec![None; seats.into()],
            back: Return::default(),
            live: None,
            bot_due_ms: None,
            hired: Vec::new(),
            rng: chance::rng(),
            talk: Talk::default(),
            holder_gone_since: None,
            done: VecDeque::new(),
            told: None,
            closed: false,
            _place: place,
            house,
            code,
            saved,
            asks,
        };
        actor.form_teams();
        actor.tell_directory();
        actor
    }

    /// Goes on with what was going on before a restart. Everyone is gone, and has the whole grace to come back.
    pub fn resume(&mut self, live: Option<LiveMatch>, chat: Vec<ChatLine>) {
        self.talk.recall(chat);
        self.live = live;
        self.note_holder(self.now());
        if self.saved.status == Status::Playing {
            self.house.playing.fetch_add(1, Ordering::Relaxed);
            self.deserted_since = None;
            let now = self.now();
            for (seat, _) in self.saved.people() {
                self.gone_since[seat.index()] = Some(now);
            }
        }
    }

    pub async fn run(mut self) {
        let closing = self.house.closing.clone();
        // A match over days waits for nobody to come.
        self.begin_if_ready().await;
        while !self.closed {
            let kept = self.keep_clock().await;
            self.or_later(kept).await;
            self.schedule_bot();
            let due = self.next_due_ms().map(|ms| self.house.clock.instant(ms));
            let timer = async {
                match due {
                    Some(instant) => tokio::time::sleep_until(instant).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                ask = self.asks.recv() => match ask {
                    Some(ask) => self.answer(ask).await,
                    None => break,
                },
                () = timer => self.on_time().await,
                () = closing.cancelled() => break,
            }
        }
        self.turn_away();
    }

    /// Answers whatever was asked too late: nobody waits for a table that is gone.
    fn turn_away(&mut self) {
        self.asks.close();
        while let Ok(ask) = self.asks.try_recv() {
            if let Ask::Watch { asker, id, .. } | Ask::Command { asker, id, .. } = ask {
                asker.outlet.refuse(Some(id), super::gone());
            }
        }
    }

    pub(super) fn now(&self) -> u64 {
        self.house.clock.now_ms()
    }

    async fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Watch { asker, id, seen } => self.watch(asker, id, seen).await,
            Ask::Unwatch(connection) => self.unwatch(connection),
            Ask::Info(answer) => {
                let awaiting = self.live.iter().flat_map(|live| live.awaiting().iter()).collect();
                // Whoever asked may have gone meanwhile.
                let _ = answer.send((self.info(), awaiting));
            }
            Ask::Renamed(user) => {
                self.saved.rename(&user);
                self.save_and_tell().await.unwrap_or_else(|refusal| tracing::warn!(?refusal, "a name was not saved"));
            }
            Ask::StandUp(user, done) => {
                let _ = done.send(self.stand_up(&user).await);
            }
            Ask::Forget(gone, done) => {
                let _ = done.send(self.forget(&gone).await);
            }
            Ask::Evidence(reporter, about, answer) => {
                let _ = answer.send(self.evidence(reporter, about));
            }
            Ask::Command { asker, id, command: TableCommand::Act(action, at) } if self.is_real_time() => {
                self.input(asker, id, action, at);
            }
            Ask::Command { asker, id, command } => {
                let outlet = asker.outlet.clone();
                let result = self.command_once(asker, &id, command).await;
                outlet.answer(id, result);
            }
        }
    }

    /// Carries a command out, unless that was done before: then it is only answered again.
    async fn command_once(&mut self, asker: Asker, id: &CommandId, command: TableCommand) -> Result<(), Refusal> {
        let name = name_of(&asker, id);
        if self.has_done(&name) {
            return Ok(());
        }
        self.command(asker.user, &name, command).await?;
        self.remember(name);
        Ok(())
    }

    /// Whether a command was done before. Actions are also recognised by the log, which remembers them across a crash
    /// and for the whole match.
    pub(super) fn has_done(&self, name: &str) -> bool {
        self.done.iter().any(|done| done == name) || self.live.as_ref().is_some_and(|live| live.has_done(name))
    }

    /// Remembers that a command was done.
    fn remember(&mut self, name: String) {
        if self.done.len() == DONE_KEPT {
            self.done.pop_front();
        }
        self.done.push_back(name);
    }

    async fn command(&mut self, user: User, name: &str, command: TableCommand) -> Result<(), Refusal> {
        match command {
            TableCommand::Act(action, _) => self.act(&user, name, action.get()).await,
            TableCommand::Sit(seat) => self.sit(&user, seat).await,
            TableCommand::Stand => self.stand(&user).await,
            TableCommand::Ready(ready) => {
                if ready {
                    self.house.may_keep(user.id, self.saved.weight())?;
                }
                self.change(|saved, _| saved.set_ready(user.id, ready)).await?;
                self.begin_if_ready().await;
                Ok(())
            }
            TableCommand::SeatBot(seat, level) => {
                self.change(|saved, house| saved.seat_bot(&house.registry, user.id, seat, level)).await?;
                self.begin_if_ready().await;
                Ok(())
            }
            TableCommand::Kick(seat) => {
                let person = self.change(|saved, _| saved.kick(user.id, seat)).await?;
                self.refresh(person);
                Ok(())
            }
            TableCommand::Hurry => {
                self.saved.seat_of(user.id).ok_or_else(saved::not_seated)?;
                self.bot_due_ms = self.bot_due_ms.map(|_| self.now());
                Ok(())
            }
            TableCommand::Escrow(step) => self.escrow(&user, step).await,
            TableCommand::Chat(text, room) => self.say(&user, &text, room).await,
        }
    }

    async fn watch(&mut self, asker: Asker, id: CommandId, seen: Option<Seen>) {
        let Asker { user, connection, outlet } = asker;
        self.streams.add(connection, user.id, outlet.clone());
        let viewer = self.viewer(user.id);
        let missed: Option<Vec<_>> =
            seen.and_then(|seen| self.streams.since(viewer, seen).map(|frames| frames.cloned().collect()));
        outlet.send(&ServerFrame::Done { id });
        match missed {
            Some(frames) => frames.into_iter().for_each(|frame| outlet.send_text(frame)),
            None => outlet.send(&self.snapshot(viewer)),
        }
        self.presence_changed();
        self.begin_if_ready().await;
    }

    fn unwatch(&mut self, connection: ConnectionId) {
        if self.streams.remove(connection) {
            self.presence_changed();
        }
    }

    async fn sit(&mut self, user: &User, seat: Option<Seat>) -> Result<(), Refusal> {
        self.house.may_sit(user.id)?;
        self.house.may_keep(user.id, self.saved.weight())?;
        self.change(|saved, _| saved.sit(user, seat)).await?;
        self.refresh(user.id);
        self.begin_if_ready().await;
        Ok(())
    }

    async fn stand(&mut self, user: &User) -> Result<(), Refusal> {
        let seat = self.saved.seat_of(user.id).ok_or_else(saved::not_seated)?;
        let successor = if self.saved.status == Status::Playing { self.give_up(seat).await? } else { None };
        self.gone_since[seat.index()] = None;
        self.change(|saved, _| {
            match successor {
                Some(level) => saved.hand_over(seat, level),
                None => saved.vacate(seat),
            }
            Ok(())
        })
        .await?;
        self.refresh(user.id);
        Ok(())
    }

    pub(super) async fn stand_up(&mut self, user: &User) -> Result<(), Refusal> {
        if self.holds(user) {
            self.holder_left(user).await?;
        }
        if self.saved.seat_of(user.id).is_some() { self.stand(user).await } else { Ok(()) }
    }

    /// Tries a change to who sits where; it counts once it is saved.
    async fn change<T>(&mut self, change: impl FnOnce(&mut Saved, &House) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let mut changed = self.saved.clone();
        let result = change(&mut changed, &self.house)?;
        self.save(changed, Vec::new()).await?;
        Ok(result)
    }

    pub(super) async fn save_and_tell(&mut self) -> Result<(), Refusal> {
        self.change(|_, _| Ok(())).await
    }

    /// Makes something durable.
    pub(super) async fn commit(&mut self, writes: Vec<Write>) -> Result<(), Refusal> {
        let started = std::time::Instant::now();
        let result = self.house.store.write(writes).await;
        metrics::histogram!("parlor_commit_seconds").record(started.elapsed());
        result.map_err(|error| {
            if matches!(error, StoreError::Overdrawn) {
                return super::escrow::not_enough_gold();
            }
            tracing::error!(%error, code = %self.code, "a table could not save");
            storage_failed()
        })
    }

    /// Something happened here.
    pub(super) fn stir(&mut self) {
        self.alive_at = self.now();
    }

    /// Finds out which seats play together: it follows from the rules.
    pub(super) fn form_teams(&mut self) {
        let game = self.house.registry.game(&self.saved.game);
        let teams = game.map(|game| game.teams(&self.saved.config)).unwrap_or_default();
        self.talk.set_teams(teams.into_iter().map(|team| team.map(|team| team.0)).collect());
    }

    /// As whom somebody sees the table.
    pub(super) fn viewer(&self, user: UserId) -> Viewer {
        self.saved.seat_of(user).map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// Publishes what everyone may hear.
    pub(super) fn publish_all(&mut self, event: &TableEvent) {
        for viewer in self.streams.viewers() {
            self.publish(viewer, event.clone());
        }
    }

    pub(super) fn publish(&mut self, viewer: Viewer, event: TableEvent) {
        let tick = self.live.as_ref().map(|live| live.tick(self.match_now()));
        let saved = &self.saved;
        self.streams.publish(viewer, tick, event, |user| saved.seat_of(user));
    }

    /// Sends somebody the whole table anew: they see it from another place now.
    fn refresh(&self, user: UserId) {
        let snapshot = self.snapshot(self.viewer(user));
        for outlet in self.streams.outlets(user) {
            outlet.send(&snapshot);
        }
    }

    /// Sends everyone the whole table anew.
    pub(super) fn refresh_all(&self) {
        for user in self.streams.everyone() {
            self.refresh(user);
        }
    }

    fn snapshot(&self, viewer: Viewer) -> ServerFrame {
        ServerFrame::Snapshot(Box::new(Snapshot {
            table: self.info(),
            seen: self.streams.seen(viewer),
            seat: viewer.seat(),
            game: self.live.as_ref().map(|live| live.playing(viewer, self.match_now())),
            chat: self.talk.history(viewer).cloned().collect(),
        }))
    }

    /// The table as everyone may see it.
    fn info(&self) -> TableInfo {
        let now = self.now();
        let seats = (0u8..).zip(&self.saved.seats).map(|(seat, saved)| {
            let person = saved.occupant.person();
            let leaves = self.leaves_at(Seat(seat)).filter(|_| !self.is_solo());
            SeatInfo {
                occupant: saved.occupant.clone(),
                ready: saved.ready,
                connected: person.is_none_or(|user| self.streams.is_connected(user)),
                grace_ms: leaves.map(|at| at.saturating_sub(now)),
                substitute: saved.substitute.clone(),
                team: self.talk.team(Seat(seat)),
            }
        });
        let seated: Vec<_> = self.saved.people().map(|(_, user)| user).collect();
        TableInfo {
            code: self.code,
            game: self.saved.game.clone(),
            preset: self.saved.preset.clone(),
            config: self.saved.config.clone(),
            public: self.saved.public,
            rated: self.saved.rated,
            pace: self.saved.pace,
            host: self.saved.host,
            status: self.saved.status,
            seats: seats.collect(),
            spectators: self.streams.spectators(&seated),
            match_id: self.saved.match_id,
            held: self.held(now),
            stake: self.saved.bet.as_ref().map(|bet| Box::new(bet.info(now, self.has_begun()))),
        }
    }

    /// Who is here or how they sit may have changed: note it, and tell everyone if it has.
    pub(super) fn presence_changed(&mut self) {
        let now = self.now();
        let playing = self.saved.status == Status::Playing;
        for seat in Seat::all(self.saved.count()) {
            let person = self.saved.seats[seat.index()].occupant.person();
            let gone = playing && person.is_some_and(|user| !self.streams.is_connected(user));
            let since = &mut self.gone_since[seat.index()];
            *since = gone.then(|| since.unwrap_or(now));
            if !gone {
                self.saved.seats[seat.index()].substitute = None;
            }
        }
        self.note_return(now);
        self.note_holder(now);
        let deserted = match self.saved.status {
            Status::Waiting => self.streams.is_empty(),
            Status::Playing => false,
            Status::Ended => !self.saved.people().any(|(_, user)| self.streams.is_connected(user)),
        };
        self.deserted_since = deserted.then(|| self.deserted_since.unwrap_or(now));
        let info = self.info();
        if self.told.as_ref() != Some(&info) {
            self.alive_at = now;
            self.publish_all(&TableEvent::Table(info));
            self.tell_directory();
        }
    }

    /// The first turn of a match may have been taken: from then on its bet stands, and everyone is told.
    pub(super) fn note_first_turn(&mut self) {
        let told = self.told.as_ref().and_then(|told| told.stake.as_ref()).is_some_and(|stake| stake.begun);
        if self.saved.bet.as_ref().is_some_and(Bet::is_committed) && self.has_begun() && !told {
            self.presence_changed();
        }
    }

    fn tell_directory(&mut self) {
        let info = self.info();
        self.house.directory.update(self.told.as_ref(), Some(&info));
        self.told = Some(info);
    }

    /// When the table closes if nothing happens.
    pub(super) fn closes_at(&self) -> Option<u64> {
        if self.saved.bet.as_ref().is_some_and(|bet| bet.pot() > 0) {
            // What lies in the box moves on by itself, and only then the table goes.
            return None;
        }
        let times = &self.house.settings.times;
        let deserted = self.deserted_since.map(|since| since + times.linger_ms);
        match self.saved.status {
            Status::Playing => None,
            Status::Ended => deserted,
            Status::Waiting => {
                // Whoever sits there may come back; a table that is nobody's need not wait that long.
                let nobodys = deserted.filter(|_| self.saved.people().next().is_none());
                Some(self.alive_at + times.idle_ms).into_iter().chain(nobodys).min()
            }
        }
    }

    /// Closes the table for good.
    pub(super) async fn close(&mut self) {
        let reason = match self.deserted_since {
            Some(_) => "Everybody has gone, so the table was cleared.",
            None => "Nothing has happened here for too long, so the table was closed. Open a new one to play.",
        };
        let mut writes = self.last_writes();
        writes.push(Write::DropTable { code: self.code });
        if self.commit_bet(writes).await.is_ok() {
            self.publish_all(&TableEvent::Closed { reason: reason.into() });
            self.closed = true;
        }
    }
}

/// The name under which a command is remembered.
pub fn name_of(asker: &Asker, id: &CommandId) -> String {
    format!("{}:{}", asker.user.id, id.as_str())
}

/// However a table ends, by closing or by a defect, it is not listed, counted or waited for any more.
impl Drop for Actor {
    fn drop(&mut self) {
        if self.saved.status == Status::Playing {
            self.house.playing.fetch_sub(1, Ordering::Relaxed);
        }
        self.house.directory.update(self.told.as_ref(), None);
        self.house.directory.remove(self.code);
        metrics::gauge!("parlor_tables").set(self.house.directory.len() as f64);
    }
}
