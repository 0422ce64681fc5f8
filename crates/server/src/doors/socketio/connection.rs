//! One connection: what it asks goes to the house, what the house tells goes back in the dialect.

use super::{
    Door,
    answer::Answer,
    packet::{self, BadPacket, Event},
    pipe::Line,
    stay::{Finished, Offset, Stay},
    stays::Held,
};
use crate::{
    chance,
    doors::{
        door::{self, End, Visit},
        gateway::{Client, Objection},
    },
    guard::admission::Arrival,
    problem::HouseError,
    tables::{Outlet, count_refusal},
};
use parlor_kernel::Refusal;
use parlor_store::{Account, Session};
use parlor_voxel::{GAME, GameOver, Message, Room};
use parlor_wire::{
    ClientFrame, Command, CommandId, Frame, Person, SeatInfo, ServerFrame, Status, TableCode, TableCommand,
    http::Welcome,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    collections::{HashMap, HashSet},
    net::IpAddr,
    ops::ControlFlow,
    sync::Arc,
    time::Duration,
};
use tokio::time::Instant;

/// Marks the ids of commands that this door gives by itself; clients may not use it.
pub const OWN: char = '~';

/// One client at this door.
pub struct Connection {
    pub(super) door: Arc<Door>,
    pub(super) client: Client,
    pub(super) address: IpAddr,
    /// The room it is in or was in, if any.
    pub(super) held: Option<Held>,
    /// The room it is about to be in.
    pub(super) entering: Option<Entering>,
    /// Tables it watches by `command`.
    pub(super) watched: HashSet<TableCode>,
    /// Where packets for the client go.
    packets: Outlet,
    pending: HashMap<CommandId, Pending>,
    /// Ids must differ from those of every other connection, also after a restart: the log remembers them.
    name: u64,
    commands: u64,
}

/// A client on the way to a table.
pub struct Entering {
    /// Which one.
    pub table: TableCode,
    /// What they came for.
    pub way: Way,
    /// Answers the request; `None` when it is a return.
    pub answer: Option<Answer>,
}

/// How a client comes to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// They opened it.
    Created,
    /// To take a free seat.
    Join,
    /// They asked for a seat and wait for it.
    Sitting,
    /// They sit there already.
    Back,
}

/// A command that waits for its answer, and what it was for.
pub enum Pending {
    /// Going to a table.
    Enter,
    /// Laying out the fleet; then this.
    Place(Answer, Box<Command>),
    /// Saying ready.
    Ready(Answer),
    /// Shooting.
    Fire(Answer),
    /// Leaving the room.
    Leave(Answer, TableCode),
    /// Whatever a client sent as `command`; the table, if it was to watch one.
    Native(Answer, Option<TableCode>),
    /// A command whose answer is dropped.
    Quiet,
}

impl Connection {
    /// Serves a client until it is gone, the house closes, or it is sent away.
    pub async fn serve(
        door: &Arc<Door>,
        line: &mut Line,
        arrival: Arrival,
        address: IpAddr,
        offset: Option<Offset>,
    ) -> End {
        let Arrival { session: Session { user, scopes, .. }, connected, welcome } = arrival;
        let (outlet, queue) = connected.outlet();
        let me = Person::from(user.clone());
        let mut connection = Self {
            client: Client::new(Arc::clone(&door.house), user, scopes, outlet),
            door: Arc::clone(door),
            address,
            held: None,
            entering: None,
            watched: HashSet::new(),
            packets: line.outlet().clone(),
            pending: HashMap::new(),
            name: chance::word(),
            commands: 0,
        };
        connection.greet(me, welcome);
        // A token that may only watch or talk must not take the room from the one that plays.
        if connection.may_play().is_ok() {
            connection.resume(offset).await;
        }
        let end = door::serve(&mut connection, line, Some(queue), &connected).await;
        connection.say_goodbye(end);
        connection.part().await;
        end
    }

    /// Tells a client who it is, and a new guest first the token to come back with.
    fn greet(&self, you: Person, welcome: Option<Welcome>) {
        if let Some(welcome) = welcome {
            self.emit(&("welcome", welcome));
        }
        self.emit(&("event", json!({ "hello": { "you": you, "version": env!("CARGO_PKG_VERSION") } })));
    }

    /// Says why the house ends the connection. Of those that may come back by themselves only the transport is closed: a
    /// client that is told to go does not.
    fn say_goodbye(&mut self, end: End) {
        match end {
            End::Left | End::Gone | End::Slow | End::Closing | End::TooLong | End::Broken | End::Failed => {}
            End::SignedOut | End::Replaced | End::Unruly => {
                self.say(&Message::Error(end.sentence().into()));
                self.packets.send_text(packet::DISCONNECT);
            }
        }
    }

    /// The connection is over; the room waits a while.
    async fn part(&mut self) {
        if let Some(Entering { table, way: Way::Created, .. }) = self.entering.take() {
            // Its code was never told.
            self.give(Pending::Quiet, TableCommand::Stand.at(table));
        }
        if let Some(held) = self.held.take() {
            let times = &self.door.house.settings.times;
            // Longer than the grace, so that a client who comes back too late is told how it ended.
            let wait = Duration::from_millis(times.grace_ms.saturating_add(times.linger_ms));
            let parked = held.park(wait);
            let closing = self.door.house.closing.clone();
            self.door.house.tasks.spawn(async move {
                tokio::select! {
                    () = parked => {}
                    () = closing.cancelled() => {}
                }
            });
        }
        self.client.leave().await;
    }

    /// Refuses what is no packet.
    fn misread(&mut self, bad: &BadPacket) {
        self.client.lose_patience();
        self.say(&Message::Error(bad.to_string()));
    }

    /// Takes in what the client asks.
    async fn asked(&mut self, Event { name, arguments, ack }: Event) {
        let answer = Answer::new(self.packets.clone(), ack);
        if self.client.is_too_fast() {
            return self.object(answer, Objection::TooFast);
        }
        if name == "command" {
            return self.native(arguments.first().unwrap_or(&Value::Null), answer);
        }
        self.request(&name, &arguments, answer).await;
    }

    /// Takes in what the house tells.
    async fn frame(&mut self, frame: &Frame) {
        let (frame, text) = (frame.value(), || frame.text());
        let table = match frame {
            ServerFrame::Done { id } => return self.done(id).await,
            ServerFrame::Refused { id: Some(id), code, message } if self.awaits(id) => {
                return self.refused(id, code, message).await;
            }
            // The room's own requests, or ones whose answer is dropped.
            ServerFrame::Refused { id: Some(_), .. } => return self.hear(frame).await,
            ServerFrame::Refused { id: None, .. }
            | ServerFrame::Paired { .. }
            | ServerFrame::Invited(_)
            | ServerFrame::News(_)
            | ServerFrame::InvitationOver { .. } => return self.emit_text(text()),
            ServerFrame::Hello { .. } => return,
            ServerFrame::Snapshot(snapshot) => snapshot.table.code,
            ServerFrame::Event { table, .. } => *table,
        };
        if self.watched.contains(&table) {
            self.emit_text(text());
        }
        if self.entering.as_ref().is_some_and(|entering| entering.table == table) {
            self.approach(frame).await;
        } else {
            self.hear(frame).await;
        }
    }

    /// Passes a native frame on as it is.
    fn emit_text(&self, text: &str) {
        self.packets.send_text(packet::native(text));
    }

    /// A winner's address stands in for their name, if they chose to show it.
    async fn show_address(&self, over: &mut GameOver) {
        let Some(winner) = over.winner_id.as_ref().and_then(|id| id.parse().ok()) else { return };
        match self.door.house.store.account(winner).await {
            Ok(Some(Account { email: Some(email), show_email: true, .. })) => over.winner_email = Some(email),
            Ok(_) => {}
            Err(error) => tracing::error!(%error, "an account could not be read"),
        }
    }

    /// Takes in what is told about the room.
    async fn hear(&mut self, frame: &ServerFrame) {
        let Some(room) = self.held.as_mut().and_then(|held| held.room.as_mut()) else { return };
        let table = room.code();
        let heard = room.hear(frame);
        let (mut messages, open) = match heard {
            Ok(messages) => (messages, room.is_open()),
            Err(error) => {
                tracing::error!(%error, %table, "the house's own frame makes no sense");
                (vec![Message::Error(HouseError::Internal.to_string())], false)
            }
        };
        self.pass_on();
        let over = messages.iter().any(|message| matches!(message, Message::GameOver(_)));
        for message in &mut messages {
            if let Message::GameOver(over) = message {
                self.show_address(over).await;
            }
            self.say(message);
        }
        if over {
            self.finish();
        } else if !open {
            self.drop_room(table).await;
        }
    }

    /// The match is over: the room stays to be asked for, and the table is left to itself.
    pub(super) fn finish(&mut self) {
        let linger = Duration::from_millis(self.door.house.settings.times.linger_ms);
        let Some(held) = &mut self.held else { return };
        let Some(room) = held.room.take() else { return };
        let table = room.code();
        held.finished = Some(Box::new(Finished { room, until: Instant::now() + linger }));
        self.unwatch(table);
    }

    /// The room is no more, or no longer this person's.
    pub(super) async fn drop_room(&mut self, table: TableCode) {
        let Some(held) = &mut self.held else { return };
        if held.room.as_ref().is_some_and(|room| room.code() == table) {
            held.room = None;
            self.unwatch(table);
        }
        self.tidy().await;
    }

    /// A session with nothing in it must not keep this person's other connections out.
    pub(super) async fn tidy(&mut self) {
        if self.entering.is_none()
            && let Some(held) = self.held.take_if(|held| held.is_empty())
        {
            held.park(Duration::ZERO).await;
        }
    }

    fn forgets_at(&self) -> Option<Instant> {
        Some(self.held.as_ref()?.finished.as_ref()?.until)
    }

    /// The last room has been there long enough: its seat becomes free.
    pub(super) async fn forget(&mut self) {
        let finished = self.held.as_mut().and_then(|held| held.finished.take());
        if let Some(table) = finished.map(|finished| finished.room.code())
            && self.is_left_at(table).await
        {
            self.give(Pending::Quiet, TableCommand::Stand.at(table));
        }
        self.tidy().await;
    }

    /// Whether this person's seat at a table is as they left it at the end of the match, and keeps another player
    /// waiting. They may be there by another door, and play again; a table without players goes by itself.
    async fn is_left_at(&self, table: TableCode) -> bool {
        let Some((info, _)) = self.door.house.look_at(table).await.ok().flatten() else { return false };
        let me = self.client.user().id;
        let (mut left, mut waited_for) = (false, false);
        for seat in &info.seats {
            match seat.occupant.person() {
                Some(person) if person == me => left |= !seat.connected,
                Some(_) => waited_for |= seat.connected,
                None => {}
            }
        }
        info.status == Status::Ended && left && waited_for
    }

    /// Goes on where this person's last connection ended: first what it may not have heard, then what happened since.
    async fn resume(&mut self, offset: Option<Offset>) {
        let user = self.client.user().id;
        self.held = self.door.stays.take_over(user).await;
        let Some(held) = &self.held else {
            // The house has restarted meanwhile, or it took too long; the seat may still be there.
            let table = match offset.map(|offset| offset.table) {
                Some(table) if self.sits_at(table).await => Some(table),
                _ => self.seat_left().await,
            };
            if let Some(table) = table {
                self.enter(table, Way::Back, None).await;
            }
            return;
        };
        match offset.and_then(|offset| held.since(offset)) {
            Some(missed) => {
                missed.into_iter().for_each(|packet| self.packets.send_text(packet));
            }
            None => {
                if let Some(state) = held.last_room().map(Room::state) {
                    self.say(&Message::GameState(Box::new(state)));
                }
            }
        }
        if let Some(room) = self.held.as_mut().and_then(|held| held.room.as_mut()) {
            room.resume();
            self.pass_on();
        }
        self.tidy().await;
    }

    /// The room in which a match waits for this player. Where they look on by another door they are left alone.
    async fn seat_left(&self) -> Option<TableCode> {
        let me = self.client.user().id;
        for (info, _) in self.door.house.tables_of(me).await.unwrap_or_default() {
            let is_left = |seat: &SeatInfo| seat.occupant.person() == Some(me) && !seat.connected;
            if info.game == GAME && info.status == Status::Playing && info.seats.iter().any(is_left) {
                return Some(info.code);
            }
        }
        None
    }

    /// Passes on what the room asks.
    fn pass_on(&mut self) {
        let room = self.held.as_mut().and_then(|held| held.room.as_mut());
        let asked = room.map(Room::to_house).unwrap_or_default();
        asked.into_iter().for_each(|frame| self.client.give(frame));
    }

    async fn sits_at(&self, table: TableCode) -> bool {
        let seats = self.door.house.seats_of(self.client.user().id).await;
        seats.is_ok_and(|seats| seats.contains(&table))
    }

    /// A command was carried out.
    async fn done(&mut self, id: &CommandId) {
        match self.pending.remove(id) {
            Some(Pending::Place(answer, ready)) => self.give(Pending::Ready(answer), *ready),
            Some(Pending::Ready(answer) | Pending::Native(answer, _)) => answer.done(None),
            Some(Pending::Fire(answer)) => {
                // What a shot did is told before it is answered.
                let room = self.held.as_deref().and_then(Stay::last_room).filter(|_| answer.is_wanted());
                answer.done(room.and_then(Room::last_shot).and_then(|shot| serde_json::to_value(shot).ok()));
            }
            Some(Pending::Leave(answer, table)) => {
                self.drop_room(table).await;
                answer.done(None);
            }
            Some(Pending::Enter | Pending::Quiet) | None => {}
        }
    }

    /// A command was refused.
    async fn refused(&mut self, id: &CommandId, code: &str, message: &str) {
        if let Some(pending) = self.pending.remove(id) {
            self.fail(pending, code, message).await;
        }
    }

    async fn fail(&mut self, pending: Pending, code: &str, message: &str) {
        match pending {
            Pending::Place(answer, _) | Pending::Ready(answer) | Pending::Fire(answer) | Pending::Leave(answer, _) => {
                self.pass_refusal(answer, code, message)
            }
            Pending::Native(answer, watch) => {
                if let Some(table) = watch {
                    self.watched.remove(&table);
                }
                self.pass_refusal(answer, code, message);
            }
            Pending::Enter => self.turn_back(code, message).await,
            Pending::Quiet => {}
        }
    }

    /// Gives a command in this person's name; its answer finds `pending`.
    pub(super) fn give(&mut self, pending: Pending, command: Command) {
        let id = self.own_id();
        self.give_as(id, pending, command);
    }

    fn own_id(&mut self) -> CommandId {
        self.commands += 1;
        format!("{OWN}{:x}-{}", self.name, self.commands).parse().expect("short and visible")
    }

    /// The same under an id that the client chose.
    pub(super) fn give_as(&mut self, id: CommandId, pending: Pending, command: Command) {
        self.pending.insert(id.clone(), pending);
        self.client.give(ClientFrame { id, command });
    }

    /// Whether a command of that id waits for its answer.
    pub(super) fn awaits(&self, id: &CommandId) -> bool {
        self.pending.contains_key(id)
    }

    /// Stops listening to a table, unless the client does so by itself.
    pub(super) fn unwatch(&mut self, table: TableCode) {
        if !self.watched.contains(&table) {
            let id = self.own_id();
            // The answer is dropped: if the table is too busy to hear this, its frames go nowhere.
            self.client.give(ClientFrame { id, command: Command::Unwatch { table } });
        }
    }

    /// Refuses a request that went no further than this door.
    pub(super) fn refuse(&mut self, answer: Answer, refusal: impl Into<Refusal>) {
        let Refusal { code, message } = refusal.into();
        count_refusal(code);
        self.pass_refusal(answer, code, &message);
    }

    /// Refuses a request that should not have been made.
    pub(super) fn object(&mut self, answer: Answer, refusal: impl Into<Refusal>) {
        self.client.lose_patience();
        self.refuse(answer, refusal);
    }

    /// Passes a refusal on: as an acknowledgement, or else aloud.
    pub(super) fn pass_refusal(&mut self, answer: Answer, code: &str, sentence: &str) {
        if answer.refused(code, sentence) {
            self.say(&Message::Error(sentence.into()));
        }
    }

    /// Says something in the dialect. What belongs to a room carries an offset behind its payload.
    pub(super) fn say(&mut self, message: &Message) {
        match &mut self.held {
            Some(held) => self.packets.send_text(held.say(message)),
            None => self.emit(&(message.name(), message)),
        }
    }

    fn emit(&self, event: &impl Serialize) {
        self.packets.send_text(packet::event(event));
    }

    /// Whether this person is in a room, or on the way to one.
    pub(super) fn is_busy(&self) -> bool {
        self.entering.is_some() || self.held.as_ref().is_some_and(|held| held.room.is_some())
    }
}

impl Visit for Connection {
    fn client(&mut self) -> &mut Client {
        &mut self.client
    }

    async fn said(&mut self, text: &str) -> ControlFlow<End> {
        match text.parse() {
            Ok(packet::Message::Event(event)) => self.asked(event).await,
            Ok(packet::Message::Disconnect) => return ControlFlow::Break(End::Left),
            // It is in already.
            Ok(packet::Message::Connect(_) | packet::Message::ConnectTo(_)) => {}
            Err(unreadable) => self.misread(&unreadable),
        }
        ControlFlow::Continue(())
    }

    fn said_bytes(&mut self) {
        self.misread(&BadPacket::Binary);
    }

    async fn told(&mut self, frame: &Frame) -> ControlFlow<End> {
        self.frame(frame).await;
        ControlFlow::Continue(())
    }

    /// The last room is forgotten in time, and another connection of this person may want to go on.
    async fn due(&mut self) -> ControlFlow<End> {
        let forgets_at = self.forgets_at();
        tokio::select! {
            () = wanted_by_another(self.held.as_mut()) => ControlFlow::Break(End::Replaced),
            () = at(forgets_at) => ControlFlow::Continue(()),
        }
    }

    async fn work(&mut self) {
        self.forget().await;
    }
}

async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

async fn wanted_by_another(held: Option<&mut Held>) {
    match held {
        Some(held) => held.wanted().await,
        None => std::future::pending().await,
    }
}
