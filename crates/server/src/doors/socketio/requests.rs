//! What clients ask at this door, and the way into a room.

use super::{
    answer::Answer,
    connection::{Connection, Entering, OWN, Pending, Way},
    stay::Stay,
};
use crate::{
    chance,
    doors::reading,
    people::auth,
    problem::storage_failed,
    tables::{self, count_refusal},
};
use parlor_kernel::Refusal;
use parlor_voxel::{GAME, Message, Misread, NoRoom, Request, Room, ShipPlacement, StatusName};
use parlor_wire::{ClientFrame, Command, Occupant, ServerFrame, Status, TableCode, TableCommand, http::Scope};
use serde_json::{Value, json};

const NOT_IN_A_ROOM: &str = "You are not in a room: create one or join one.";
const OVER: &str = "The game is already over: create or join a room to play again.";
const ALREADY: &str = "You are already in a room: leave it first.";

/// A refusal of this door's own.
type Refused = (&'static str, String);

impl Connection {
    /// Whether the session may play by Voxel Battleship's events: that is looking and acting.
    pub(super) fn may_play(&self) -> Result<(), Refusal> {
        auth::may(self.client.scopes(), Scope::Read)?;
        auth::may(self.client.scopes(), Scope::Play)
    }

    /// One of Voxel Battleship's events.
    pub(super) async fn request(&mut self, event: &str, arguments: &[Value], answer: Answer) {
        if let Err(Refusal { code, message }) = self.may_play() {
            return self.refuse(answer, code, &message);
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
                Err(sentence) => self.refuse(answer, "not_in_a_room", sentence),
            },
            Ok(Request::RequestGameState) => self.show(answer),
            Err(misread) => {
                // Mistakes of people are free; those of programs cost patience.
                let of_people = matches!(misread, Misread::RoomCode | Misread::OffBoard(..));
                let objection = if of_people { Self::refuse } else { Self::object };
                objection(self, answer, "malformed_event", &misread.to_string());
            }
        }
    }

    /// The room that this person is in.
    fn room(&self) -> Result<&Room, &'static str> {
        let held = self.held.as_ref().ok_or(NOT_IN_A_ROOM)?;
        held.room.as_ref().ok_or(if held.finished.is_some() { OVER } else { NOT_IN_A_ROOM })
    }

    async fn create(&mut self, answer: Answer) {
        let opened = self.open_room().await;
        match opened {
            Ok(table) => self.enter(table, Way::Created, Some(answer)).await,
            Err((code, sentence)) => self.refuse(answer, code, &sentence),
        }
    }

    async fn open_room(&mut self) -> Result<TableCode, Refused> {
        if self.is_busy() {
            return Err(("already_in_a_room", ALREADY.into()));
        }
        let house = self.client.house().clone();
        let too_fast = |seconds| ("too_fast", format!("That was too fast; please try again in {seconds} s."));
        house.rates.table(self.address).map_err(too_fast)?;
        let user = self.client.user_now().clone();
        let opened = house.open_table(&user, self.address, parlor_voxel::room_wish()).await;
        opened.map(|handle| handle.code()).map_err(|Refusal { code, message }| (code, message))
    }

    async fn join(&mut self, table: TableCode, answer: Answer) {
        match self.way_to(table).await {
            Ok(way) => self.enter(table, way, Some(answer)).await,
            Err((code, sentence)) => self.refuse(answer, code, &sentence),
        }
    }

    /// Whether and how this person may go into that room.
    async fn way_to(&self, table: TableCode) -> Result<Way, Refused> {
        if self.room().is_ok_and(|room| room.code() == table) {
            return Err(("own_room", "You cannot join your own room: you are in it already.".into()));
        }
        if self.is_busy() {
            return Err(("already_in_a_room", ALREADY.into()));
        }
        let unknown = || {
            (tables::gone().code, format!("Room not found: there is no room {table}. Check the code, or create one."))
        };
        let known = self.client.house().look_at(table).await.map_err(|_| {
            let refusal = storage_failed();
            (refusal.code, refusal.message)
        })?;
        let (info, _) = known.ok_or_else(unknown)?;
        if info.game != GAME {
            return Err(("other_game", NoRoom::OtherGame(info.game).to_string()));
        }
        let me = self.client.user().id;
        if info.seats.iter().any(|seat| seat.occupant.person() == Some(me)) {
            return Ok(Way::Back);
        }
        if info.seats.iter().all(|seat| seat.occupant != Occupant::Nobody) {
            return Err(("room_full", format!("The room {table} is full.")));
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
            let sentence = "You are already in a room, in another window.";
            return self.keep_out("already_in_a_room", sentence).await;
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
                self.keep_out("not_seated", &NoRoom::NotSeated.to_string()).await;
            }
        }
    }

    /// In the room at last.
    async fn arrive(&mut self, frame: &ServerFrame, status: Status) {
        let name = format!("{OWN}{:x}", chance::word());
        let mut room = match Room::new(self.client.house().registry.clone(), name, frame) {
            Ok(room) => room,
            Err(error) => return self.keep_out("other_game", &error.to_string()).await,
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
    async fn keep_out(&mut self, code: &'static str, sentence: &str) {
        count_refusal(code);
        self.turn_back(code, sentence).await;
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
            return self.refuse(answer, "not_in_a_room", NOT_IN_A_ROOM);
        };
        if let Some(room) = &mut held.room {
            let table = room.code();
            room.leave();
            self.give(Pending::Leave(answer, table), TableCommand::Stand.at(table));
        } else if held.finished.is_some() {
            self.forget().await;
            answer.done(None);
        } else {
            self.refuse(answer, "not_in_a_room", NOT_IN_A_ROOM);
        }
    }

    fn place(&mut self, ships: &[ShipPlacement], answer: Answer) {
        let room = match self.room() {
            Ok(room) => room,
            Err(sentence) => return self.refuse(answer, "not_in_a_room", sentence),
        };
        match Request::place(room.code(), room.config(), ships) {
            Ok([place, ready]) => self.give(Pending::Place(answer, Box::new(ready)), place),
            Err(illegal) => {
                let code = parlor_kernel::Code::code(&illegal);
                self.refuse(answer, code, &illegal.to_string());
            }
        }
    }

    fn show(&mut self, answer: Answer) {
        let Some(state) = self.held.as_deref().and_then(Stay::last_room).map(Room::state) else {
            return self.refuse(answer, "not_in_a_room", NOT_IN_A_ROOM);
        };
        let message = Message::GameState(Box::new(state));
        self.say(&message);
        answer.done(Some(message.payload()));
    }

    /// A native frame in the event `command`: any game, any table.
    pub(super) fn native(&mut self, frame: &Value, answer: Answer) {
        let frame = match reading::value::<ClientFrame>(frame) {
            Ok(frame) if !frame.id.as_str().starts_with(OWN) && !self.awaits(&frame.id) => frame,
            Ok(_) => {
                let sentence = "Choose another id: one that waits for no answer and does not begin with ~.";
                return self.object(answer, "malformed_frame", sentence);
            }
            Err(unreadable) => {
                return self.object(answer, "malformed_frame", &format!("That is no command: {unreadable}."));
            }
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
