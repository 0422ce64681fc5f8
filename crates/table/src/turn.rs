//! A step of a table in progress: the table, the moment, and what follows so far.

use crate::{
    done::name_of,
    effects::{Answer, Connections, Effects, Remark, Told},
    input::{Asker, ConnectionId, Facts, Input, Moment},
    seats::SeatError,
    table::Table,
    terms::Terms,
};
use parlor_kernel::{Refusal, SeatSet, Viewer};
use parlor_store::{AddressTag, User, Write};
use parlor_wire::{
    CommandId, Frame, ServerFrame, TableCommand, TableInfo, UserId,
    frame::{Seen, TableEvent, Telling},
};
use smallvec::smallvec;
use std::sync::Arc;

/// A step in progress.
///
/// Whatever it changes it changes at once; what must be written is collected, so that one input leads to one batch. What a
/// command does is checked before anything changes, so a refusal leaves no trace but what the clock did before.
pub struct Turn<'a> {
    pub table: &'a mut Table,
    pub now: Moment,
    pub effects: Effects,
    /// Whether the table must be saved.
    saves: bool,
    /// The seats whose players have moved.
    pub moved: SeatSet,
}

impl<'a> Turn<'a> {
    pub fn new(table: &'a mut Table, now: Moment) -> Self {
        Self { table, now, effects: Effects::default(), saves: false, moved: SeatSet::EMPTY }
    }

    /// Takes in what happens.
    pub fn take(&mut self, input: Input) {
        match input {
            Input::Watch { asker, address, id, seen } => self.watch(asker, address, id, seen),
            Input::Unwatch(connection) => {
                if self.table.presence.remove(connection) {
                    self.note_change();
                    // In the same step: no turn may run out on a player who is known to be gone.
                    self.hold_or_go_on();
                }
            }
            Input::Command { asker, id, command, facts } => self.command(asker, id, command, facts),
            Input::Time { facts } => {
                if let Err(refusal) = self.do_what_is_due(&facts) {
                    self.remark(Remark::NotDone(refusal));
                }
            }
            Input::Stopped => self.go_on_after_stop(),
            Input::Renamed(user) => {
                self.table.saved.rename(&user);
                self.save();
            }
            Input::StandUp(user) => self.effects.done = self.stand_up(&user),
            Input::Close(reason) => self.effects.done = self.close_now(&reason),
            Input::Forget(gone) => self.effects.done = self.forget(&gone),
        }
    }

    /// What follows, all told.
    pub fn finish(mut self) -> Effects {
        let table = &mut *self.table;
        let awaited = table.live.as_ref().map_or(SeatSet::EMPTY, |live| live.awaiting());
        let thinking = awaited.iter().filter(|&seat| table.saved.acting_bots().contains(seat) && !table.yields(seat));
        let thinking = thinking.collect();
        table.bots.schedule(thinking, &table.house.times, self.now.house_ms);
        if self.effects.closed {
            return self.effects;
        }
        if self.saves {
            let (code, state) = (table.code, table.saved.to_text());
            self.effects.writes.push(Write::SaveTable { code, state });
        }
        self.effects.sleep = table.lie_down(self.now).map(Box::new);
        self.effects.wake_at = table.wakes_or_sleeps_at(self.now);
        self.effects
    }

    fn watch(&mut self, asker: Asker, address: Option<AddressTag>, id: CommandId, seen: Option<Seen>) {
        let Asker { user, connection } = asker;
        let table = &mut *self.table;
        table.presence.add(connection, user.id, address);
        let viewer = table.viewer(user.id);
        let was_here = seen.is_some();
        let missed = seen.and_then(|seen| table.streams.since(viewer, seen));
        self.answer(connection, id, Ok(()));
        match missed {
            Some(frames) => frames.into_iter().for_each(|frame| self.send(smallvec![connection], frame)),
            None => {
                self.effects.counted.resyncs += u64::from(was_here);
                self.show(viewer, smallvec![connection]);
            }
        }
        // What else follows from it is due at once: a watcher is not refused because something cannot be written.
        self.note_change();
    }

    /// Carries a command out, unless that was done before: then it is only answered again.
    fn command(&mut self, asker: Asker, id: CommandId, command: TableCommand, facts: Facts) {
        let name = name_of(asker.user.id, &id);
        match command {
            TableCommand::Act { action, at } if self.table.is_real_time() => {
                self.input(asker, id, (action, at), &facts);
            }
            _ if self.table.has_done(&name) => self.answer(asker.connection, id, Ok(())),
            command => {
                let is_logged = matches!(command, TableCommand::Act { .. });
                let result = self.carry_out(&asker.user, &name, command, facts);
                if result.is_ok() && !is_logged {
                    self.note_done(&name);
                }
                self.answer(asker.connection, id, result);
            }
        }
    }

    /// A command is carried out: that is written with what it changes, so that it is recognised after a crash too. The log
    /// remembers actions by itself.
    fn note_done(&mut self, name: &str) {
        let changes = self.saves || !self.effects.writes.is_empty();
        if changes && !self.effects.closed {
            self.write([Write::Done { code: self.table.code, command: name.to_owned() }]);
        }
        self.table.done.note(name.to_owned());
    }

    fn carry_out(&mut self, user: &User, name: &str, command: TableCommand, facts: Facts) -> Result<(), Refusal> {
        match command {
            TableCommand::Act { action, .. } => self.act(user, name, action.get(), facts.allowed),
            TableCommand::Sit { seat } => {
                facts.allowed?;
                self.sit(user, seat)
            }
            TableCommand::Stand => self.stand(user.id),
            TableCommand::Ready { ready } => {
                facts.allowed?;
                if self.table.saved.set_ready(user.id, ready)? {
                    self.save_and_begin();
                }
                Ok(())
            }
            TableCommand::SeatBot { seat, level } => {
                facts.allowed?;
                let Table { saved, rules, .. } = &mut *self.table;
                saved.seat_bot(rules.game(), user.id, seat, level)?;
                self.save_and_begin();
                Ok(())
            }
            TableCommand::Kick { seat } => {
                let person = self.table.saved.kick(user.id, seat)?;
                self.save_and_show(person);
                Ok(())
            }
            TableCommand::Move { from, to } => {
                facts.allowed?;
                self.move_seats(user.id, from, to)
            }
            TableCommand::Shuffle => {
                facts.allowed?;
                self.shuffle_seats(user.id)
            }
            TableCommand::SetRules { preset, options, public, rated } => {
                facts.allowed?;
                self.set_rules(user, Terms { preset, options: *options, public, rated })
            }
            TableCommand::Begin { bots } => {
                facts.allowed?;
                self.begin_as_host(user.id, bots)
            }
            TableCommand::Hurry => {
                self.table.saved.seat_of(user.id).ok_or(SeatError::NotSeated)?;
                self.table.bots.hurry(self.now.house_ms);
                Ok(())
            }
            TableCommand::Escrow { step } => self.escrow(user, step, facts),
            TableCommand::Chat { text, room } => self.say(user, &text, room),
        }
    }

    /// Adds something to what must be written.
    pub fn write(&mut self, writes: impl IntoIterator<Item = Write>) {
        if self.effects.writes.is_empty() {
            // Most steps write one thing, in a list that is taken over as it is.
            self.effects.writes = writes.into_iter().collect();
        } else {
            self.effects.writes.extend(writes);
        }
    }

    /// The table has changed in a way that must survive and be told.
    pub fn save(&mut self) {
        self.follow_seats();
        self.note_change();
    }

    /// The same, for a change by which a user sees the table from another place: they are shown it before they hear more.
    pub fn save_and_show(&mut self, user: UserId) {
        self.follow_seats();
        self.refresh(user);
        self.note_change();
    }

    /// The same, for a change by which everyone may see the table from another place.
    pub fn save_and_show_all(&mut self) {
        self.follow_seats();
        self.refresh_all();
        self.note_change();
    }

    /// The table has changed in a way that must survive. Before a match its bet follows who sits there.
    fn follow_seats(&mut self) {
        let at = self.at();
        let table = &mut *self.table;
        if let Some(bet) = table.saved.counts.bet_mut() {
            let writes = bet.follow(at, &table.saved.seats);
            self.effects.writes.extend(writes);
        }
        self.table.is_stuck = false;
        self.must_save();
    }

    /// The table must be saved as it is at the end of this step.
    pub const fn must_save(&mut self) {
        self.saves = true;
    }

    /// The same, for a change after which a match may begin: everyone is told of both at once.
    pub fn save_and_begin(&mut self) {
        self.follow_seats();
        self.begin_if_ready();
        self.note_change();
    }

    /// Answers a command.
    pub fn answer(&mut self, to: ConnectionId, id: CommandId, result: Result<(), Refusal>) {
        self.effects.told.push(Told::Answer(Answer { to, id, result }));
    }

    /// Leaves a word for the keeper of the house.
    pub fn remark(&mut self, remark: Remark) {
        self.effects.remarks.push(remark);
    }

    fn send(&mut self, to: Connections, frame: Arc<Frame>) {
        if !to.is_empty() {
            self.effects.told.push(Told::Frame(to, frame));
        }
    }

    /// Publishes what everyone may hear.
    pub fn publish_all(&mut self, telling: impl Into<Telling>) {
        self.publish_to(self.viewers(), &telling.into());
    }

    /// Publishes what `viewer` may hear.
    pub fn publish(&mut self, viewer: Viewer, telling: &Telling) {
        self.publish_to([viewer], telling);
    }

    /// Numbers an event for each of these viewers, and tells it to all who see the table like that. One frame serves all for whom
    /// it has the same number.
    fn publish_to(&mut self, viewers: impl IntoIterator<Item = Viewer>, telling: &Telling) {
        let table = &mut *self.table;
        let match_ms = table.match_ms(self.now);
        let tick = table.live.as_ref().filter(|live| live.counts_time()).map(|live| live.tick(match_ms));
        let mut latest: Option<(u64, Arc<Frame>)> = None;
        for viewer in viewers {
            let seq = table.streams.publish(viewer, tick, telling);
            let to = table.presence.audience(viewer, &table.saved);
            if to.is_empty() {
                continue;
            }
            let frame = match latest.take().filter(|(known, _)| *known == seq) {
                Some((_, frame)) => frame,
                None => table.streams.frame(seq, tick, telling),
            };
            latest = Some((seq, Arc::clone(&frame)));
            self.effects.told.push(Told::Frame(to, frame));
        }
    }

    /// Every viewer there can be.
    pub fn viewers(&self) -> impl Iterator<Item = Viewer> + use<> {
        Viewer::all(self.table.saved.count())
    }

    /// Shows the whole table to connections that see it as `viewer`.
    fn show(&mut self, viewer: Viewer, to: Connections) {
        if !to.is_empty() {
            let snapshot = self.table.snapshot(viewer, self.now);
            self.send(to, Arc::new(ServerFrame::Snapshot(Box::new(snapshot)).into()));
        }
    }

    /// Shows a user the whole table anew.
    fn refresh(&mut self, user: UserId) {
        let to = self.table.presence.connections_of(user);
        self.show(self.table.viewer(user), to);
    }

    /// Shows everyone the whole table anew, on new runs of numbers.
    pub fn refresh_all(&mut self) {
        let Table { streams, saved, chance, .. } = &mut *self.table;
        streams.begin_anew(saved.count(), chance);
        for viewer in self.viewers() {
            let to = self.table.presence.audience(viewer, &self.table.saved);
            self.show(viewer, to);
        }
    }

    /// Who is here or how they sit may have changed: notes it, and tells everyone if it has.
    pub fn note_change(&mut self) {
        let info = self.note_presence();
        if self.table.told != info {
            self.tell(info.clone(), info);
        }
    }

    /// A match begins by another rule set than the one that everyone knows: they are told it.
    pub fn note_rules(&mut self) {
        let info = self.note_presence();
        let config = Some(Arc::clone(&self.table.saved.config));
        self.tell(TableInfo { config, ..info.clone() }, info);
    }

    pub fn note_presence(&mut self) -> TableInfo {
        let now_ms = self.now.house_ms;
        let table = &mut *self.table;
        table.presence.note(&table.saved, now_ms);
        for (seat, user) in table.saved.people().collect::<Vec<_>>() {
            if !table.saved.is_playing() || table.presence.is_connected(user) {
                table.saved.seats[seat.index()].substitute = None;
            }
        }
        let there = table.presence.players_there(&table.saved);
        table.back.note(now_ms, there, table.has_anybody_played());
        table.listing(self.now)
    }

    fn tell(&mut self, event: TableInfo, listing: TableInfo) {
        self.table.presence.stir(self.now.house_ms);
        self.publish_all(TableEvent::Table(event));
        self.table.told = listing.clone();
        self.effects.listing = Some(Box::new(listing));
    }
}
