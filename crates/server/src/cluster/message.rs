//! What nodes say to each other: all of it is data.

use crate::problem::{HouseError, Refused};
use parlor_kernel::Refusal;
use parlor_store::User;
use parlor_table::Awaited;
use parlor_wire::{
    ChatLine, Command, CommandId, LineId, Person, TableCode, TableCommand, TableInfo, UserId, frame::Seen,
    http::Reported,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A message from one node to another.
#[derive(Serialize, Deserialize)]
pub enum Message {
    /// A table of the addressee is asked something.
    Ask(TableCode, Asked),
    /// A table that was asked something is not the sender's.
    Moved(TableCode),
    /// A connection of the addressee is told something: frames as they are sent.
    Told(u64, Vec<Box<RawValue>>),
    /// A connection of the addressee must come back: what it was told is not complete.
    Cut(u64),
    /// A connection of the sender is gone.
    Gone(u64),
    /// What came of a request.
    Answer(u64, Answer),
    /// All tables that are the sender's as they are listed, and everyone who is connected there. What was known before is not so
    /// any more.
    Anew(Vec<TableInfo>, Vec<Person>),
    /// The sender has not heard what is there since something was last lost.
    Unheard,
    /// A table of the sender is listed like that.
    Listed(Box<TableInfo>),
    /// A table of the sender is not listed any more.
    Unlisted(TableCode),
    /// A user is connected to the sender, under that name.
    Here(Person),
    /// A user is not connected to the sender any more.
    Left(UserId),
    /// A user has another name, or an account now.
    Became(Person),
    /// Users who are connected to the addressee are told something, whatever they look at.
    Tell(Vec<UserId>, Box<RawValue>),
    /// A connection of the sender wants something of the lobby, which is the addressee's.
    Lobby(Connected, CommandId, Command),
    /// A connection of the sender is not to be paired any more.
    Unseek(u64),
    /// A user has connected to the sender, and is told which invitations wait.
    Greet(UserId),
    /// Users have been deleted.
    Forget(Vec<Person>),
    /// The sender closes; its tables have no owner any more.
    Bye,
}

/// What a table is asked.
#[derive(Serialize, Deserialize)]
pub enum Asked {
    /// To tell a connection what happens.
    Watch(Connected, CommandId, Option<Seen>),
    /// To stop telling.
    Unwatch(u64),
    /// To carry out a command.
    Command(Connected, CommandId, TableCommand),
    /// A user has another name now.
    Renamed(Person),
    /// Something that is answered under this number.
    Request(u64, Request),
}

/// Something that a table answers.
#[derive(Serialize, Deserialize)]
pub enum Request {
    /// What everyone may know.
    Info,
    /// What a user may show of what they report.
    Evidence(UserId, Reported),
    /// To make a user stand up.
    StandUp(Person),
    /// Users have been deleted.
    Forget(Vec<Person>),
    /// To close, for a reason that those who are there are told.
    Close(String),
}

/// The answer to a request.
#[derive(Serialize, Deserialize)]
pub enum Answer {
    /// What everyone may know, and which seats the table waits for; none if it is gone.
    Info(Option<Box<(TableInfo, Vec<Awaited>)>>),
    /// About whom, what they are called, which line, and what was said around it.
    Evidence((UserId, String, Option<LineId>, Vec<ChatLine>)),
    /// Whether it was done.
    Done(bool),
    /// It is refused.
    Refused(Why),
}

/// Why something is refused.
#[derive(Serialize, Deserialize)]
pub struct Why {
    /// Its code.
    pub code: String,
    /// What the caller is told.
    pub message: String,
    /// Its status over HTTP.
    pub status: u16,
}

impl From<Refused> for Why {
    fn from(refused: Refused) -> Self {
        let status = refused.status().as_u16();
        let Refusal { code, message } = refused.into();
        Self { code: code.into(), message, status }
    }
}

impl From<Why> for Refused {
    fn from(Why { code, message, status }: Why) -> Self {
        Self::elsewhere(&code, message, status).unwrap_or_else(|| HouseError::Storage.into())
    }
}

/// A user through a connection of another node.
#[derive(Serialize, Deserialize)]
pub struct Connected {
    /// The user.
    pub user: Person,
    /// The connection.
    pub connection: u64,
    /// Where the user comes from, as far as results have to know.
    pub address: Option<u64>,
}

/// A user as the store knows them.
pub fn user(Person { id, name, kind }: Person) -> User {
    User { id, name, kind }
}
