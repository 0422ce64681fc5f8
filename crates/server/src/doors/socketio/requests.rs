//! What clients ask at this door, and the way into a room.

use super::{
    answer::Answer,
    connection::{Connection, Entering, OWN, Pending, Way},
    stay::Stay,
};
use crate::{
    chance,
    doors::reading::{self, Unreadable},
    people::auth,
    problem::HouseError,
    tables::count_refusal,
};
use parlor_kernel::Refusal;
use parlor_voxel::{GAME, Message, Misread, NoRoom, Request, Room, ShipPlacement, StatusName};
use parlor_wire::{ClientFrame, Command, Occupant, ServerFrame, Status, TableCode, TableCommand, http::Scope};
use serde_json::{Value, json};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why a request goes no further than this door.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum RoomError {
    /// The client is in none.
    #[error("You are not in a room: create one or join one.")]
    NotInARoom,
    /// The client's room is over.
    #[error("The game is already over: create or join a room to play again.")]
    #[strum(serialize = "not_in_a_room")]
    RoomOver,
    /// The client is in one, or on the way.
    #[error("You are already in a room: leave it first.")]
    AlreadyInARoom,
    /// The same person is in one, through another connection.
    #[error("You are already in a room, in another window.")]
    #[strum(serialize = "already_in_a_room")]
    InAnotherWindow,
    /// The client is in this very one.
    #[error("You cannot join your own room: you are in it already.")]
    OwnRoom,
    /// There is no such room.
    #[error("Room not found: there is no room {0}. Check the code, or create one.")]
    #[strum(serialize = "unknown_table")]
    UnknownRoom(TableCode),
    /// Every seat is taken.
    #[error("The room {0} is full.")]
    RoomFull(TableCode),
    /// The id of a native frame is taken.
    #[error("Choose another id: one that waits for no answer and does not begin with ~.")]
    #[strum(serialize = "malformed_frame")]
    IdTaken,
    /// A native frame cannot be read.
    #[error("That is no command: {0}.")]
    MalformedFrame(Unreadable),
    /// The client wants another namespace.
    #[error("There is only one namespace here: connect to /.")]
    UnknownNamespace,
}

impl Connection {
    /// Whether the session may play by Voxel Battleship's events: that is looking and acting.
    pub(super) fn may_play(&self) -> Result<(), Refusal> {
        auth::may(self.client.scopes(), Scope::Read)?;
        Ok(auth::may(self.client.scopes(), Scope::Play)?)
    }

    /// One of Voxel Battleship's events.
    pub(super) async fn request(&mut self, event: &str, arguments: &[Value], answer: Answer) {
        if let Err(refusal) = self.may_play() {
            return self.refuse(answer, refusal);
        }
        match Request::read(event, arguments) {
            Ok(Request::CreateRoom) => self.create(answer).await,
            Ok(Request::JoinRoom(table)) => self.join(table, answer).await,
            Ok(Request::LeaveRoom) => self.leave(answer).await,
            Ok(Request::PlaceShips(ships)) => self.place(&ships, answer),
            Ok(Request::FireShot(at)) => match self.room() {
                Ok(room) => {
                    let fire = Request::fire(room.code(), at);
                    self.give(Pending::Fire(answer), fire);
                }
                Err(error) => self.refuse(answer, error),
            },
            Ok(Request::RequestGameState) => self.show(answer),
            Err(misread) => {
                // Mistakes of people are free; those of programs cost patience.
                let of_people = matches!(misread, Misread::RoomCode | Misread::OffBoard(..));
                if of_people { self.refuse(answer, misread) } else { self.object(answer, misread) }
            }
        }
    }

    /// The room that this person is in.
    fn room(&self) -> Result<&Room, RoomError> {
        let held = self.held.as_ref().ok_or(RoomError::NotInARoom)?;
        held.room.as_ref().ok_or(if held.finished.is_some() { RoomError::RoomOver } else { RoomError::NotInARoom })
    }

    async fn create(&mut self, answer: Answer) {
        let opened = self.open_room().await;
        match opened {
            Ok(table) => self.enter(table, Way::Created, Some(answer)).await,
            Err(refusal) => self.refuse(answer, refusal),
        }
    }

    async fn open_room(&mut self) -> Result<TableCode, Refusal> {
        if self.is_busy() {
            return Err(RoomError::AlreadyInARoom.into());
        }
        let house = self.client.house().clone();
        house.rates.table(self.address).map_err(HouseError::TooFast)?;
        let user = self.client.user_now().clone();
        // In a box: every connection would have room for it.
        let opening = Box::pin(house.open_table(&user, self.address, parlor_voxel::room_wish()));
        Ok(opening.await?.code())
    }

    async fn join(&mut self, table: TableCode, answer: Answer) {
        match self.way_to(table).await {
            Ok(way) => self.enter(table, way, Some(answer)).await,
            Err(refusal) => self.refuse(answer, refusal),
        }
    }

    /// Whether and how this person may go into that room.
    async fn way_to(&self, table: TableCode) -> Result<Way, Refusal> {
        if self.room().is_ok_and(|room| room.code() == table) {
            return Err(RoomError::OwnRoom.into());
        }
        if self.is_busy() {
            return Err(RoomError::AlreadyInARoom.into());
        }
        let known = self.client.house().look_at(table).await.map_err(|_| HouseError::Storage)?;
        let (info, _) = known.ok_or(RoomError::UnknownRoom(table))?;
        if info.game != GAME {
            return Err(NoRoom::OtherGame(info.game).into());
        }
        let me = self.client.user().id;
        if info.seats.iter().any(|seat| seat.occupant.person() == Some(me)) {
            return Ok(Way::Back);
        }
        if info.seats.iter().all(|seat| seat.occupant != Occupant::Nobody) {
            return Err(RoomError::RoomFull(table).into());
        }
        Ok(Way::Join)
    }

    /// Starts on the way into a room.
    pub(super) async fn enter(&mut self, table: TableCode, way: Way, answer: Option<Answer>) {
        if self.held.is_none() {
            self.held = self.door.stays.start(self.client.user().id, table);
        }
        self.entering = Some(Entering { table, way, answer });
        if self.held.is_none() {
            return self.keep_out(RoomError::InAnotherWindow).await;
        }
        // The room before this one is history now, unless this is another match in it.
        let again = self.held.as_mut().and_then(|held| held.finished.take_if(|finished| finished.room.code() == table));
        if again.is_none() {
            self.forget().await;
        }
        self.give(Pending::Enter, Command::Watch { table, seen: None });
    }

    /// On the way into a room: sits down first, if need be.
    pub(super) async fn approach(&mut self, frame: &ServerFrame) {
        let ServerFrame::Snapshot(snapshot) = frame else { return };
        let Some(entering) = &mut self.entering else { return };
        let table = entering.table;
        match (snapshot.seat, entering.way) {
            (Some(_), _) => self.arrive(frame, snapshot.table.status).await,
            (None, Way::Join) => {
                entering.way = Way::Sitting;
                self.give(Pending::Enter, TableCommand::Sit { seat: None }.at(table));
            }
            (None, Way::Sitting) => {}
            (None, Way::Created | Way::Back) => {
                self.keep_out(NoRoom::NotSeated).await;
            }
        }
    }

    /// In the room at last.
    async fn arrive(&mut self, frame: &ServerFrame, status: Status) {
        let name = format!("{OWN}{:x}", chance::word());
        let mut room = match Room::new(self.client.house().registry.clone(), name, frame) {
            Ok(room) => room,
            Err(error) => return self.keep_out(error).await,
        };
        let (Some(Entering { table, way, answer }), Some(held)) = (self.entering.take(), &mut self.held) else {
            return;
        };
        let over = room.status() == StatusName::Finished;
        let state = room.state();
        let absence = room.line_changed();
        held.enter(room);
        let asked = answer.is_some();
        if way == Way::Created {
            self.say(&Message::RoomCreated(table.to_string()));
        }
        if let Some(answer) = answer {
            answer.done(Some(json!({ "roomCode": table })));
        }
        if way == Way::Back {
            self.say(&Message::GameState(Box::new(state)));
        }
        if let Some(absence) = absence {
            self.say(&absence);
        }
        match (over, asked) {
            // Going back to a table whose match is over asks for a rematch.
            (true, true) if status == Status::Ended => {
                self.give(Pending::Quiet, TableCommand::Ready { ready: true }.at(table));
            }
            (true, false) => self.finish(),
            _ => {}
        }
    }

    /// No way into that room, and that is known at this door already.
    async fn keep_out(&mut self, refusal: impl Into<Refusal>) {
        let Refusal { code, message } = refusal.into();
        count_refusal(code);
        self.turn_back(code, &message).await;
    }

    /// No way into that room.
    pub(super) async fn turn_back(&mut self, code: &str, sentence: &str) {
        let Some(Entering { table, way, answer }) = self.entering.take() else { return };
        self.unwatch(table);
        if way == Way::Created {
            // No other player knows of it yet.
            self.give(Pending::Quiet, TableCommand::Stand.at(table));
        }
        match answer {
            Some(answer) => self.pass_refusal(answer, code, sentence),
            None => self.say(&Message::Error(sentence.into())),
        }
        self.tidy().await;
    }

    async fn leave(&mut self, answer: Answer) {
        let Some(held) = &mut self.held else {
            return self.refuse(answer, RoomError::NotInARoom);
        };
        if let Some(room) = &mut held.room {
            let table = room.code();
            room.leave();
            self.give(Pending::Leave(answer, table), TableCommand::Stand.at(table));
        } else if held.finished.is_some() {
            self.forget().await;
            answer.done(None);
        } else {
            self.refuse(answer, RoomError::NotInARoom);
        }
    }

    fn place(&mut self, ships: &[ShipPlacement], answer: Answer) {
        let room = match self.room() {
            Ok(room) => room,
            Err(error) => return self.refuse(answer, error),
        };
        match Request::place(room.code(), room.config(), ships) {
            Ok([place, ready]) => self.give(Pending::Place(answer, Box::new(ready)), place),
            Err(illegal) => self.refuse(answer, illegal),
        }
    }

    fn show(&mut self, answer: Answer) {
        let Some(state) = self.held.as_deref().and_then(Stay::last_room).map(Room::state) else {
            return self.refuse(answer, RoomError::NotInARoom);
        };
        let message = Message::GameState(Box::new(state));
        self.say(&message);
        answer.done(Some(message.payload()));
    }

    /// A native frame in the event `command`: any game, any table.
    pub(super) fn native(&mut self, frame: &Value, answer: Answer) {
        let frame = match reading::value::<ClientFrame>(frame) {
            Ok(frame) if !frame.id.as_str().starts_with(OWN) && !self.awaits(&frame.id) => frame,
            Ok(_) => return self.object(answer, RoomError::IdTaken),
            Err(unreadable) => return self.object(answer, RoomError::MalformedFrame(unreadable)),
        };
        let ClientFrame { id, command } = frame;
        let watch = match &command {
            Command::Watch { table, .. } => self.watched.insert(*table).then_some(*table),
            Command::Unwatch { table } => {
                self.watched.remove(table);
                if self.is_here(*table) {
                    // The room still listens.
                    return answer.done(None);
                }
                None
            }
            _ => None,
        };
        self.give_as(id, Pending::Native(answer, watch), command);
    }

    /// Whether this person is in that room, or on the way there.
    fn is_here(&self, table: TableCode) -> bool {
        self.room().is_ok_and(|room| room.code() == table)
            || self.entering.as_ref().is_some_and(|entering| entering.table == table)
    }
}
