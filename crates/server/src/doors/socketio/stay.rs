//! What of a connection outlives it: the room, and what was said lately.

use crate::chance;
use parlor_voxel::{Message, Room};
use parlor_wire::TableCode;
use serde_json::Value;
use std::{collections::VecDeque, fmt, str::FromStr};
use tokio::time::Instant;

/// How many events are kept for a client that comes back.
const KEPT: usize = 256;

/// Names the last event a client has had. Opaque to clients; it also says in which room that was, so that a client
/// finds back into it after the house has restarted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offset {
    stay: u64,
    number: u64,
    /// The room.
    pub table: TableCode,
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}.{:x}.{}", self.stay, self.number, self.table)
    }
}

impl FromStr for Offset {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut parts = text.splitn(3, '.');
        let mut number = || u64::from_str_radix(parts.next()?, 16).ok();
        let (stay, number) = (number().ok_or(())?, number().ok_or(())?);
        let table = parts.next().ok_or(())?.parse().map_err(|_| ())?;
        Ok(Self { stay, number, table })
    }
}

/// An event that was said.
#[derive(Clone, Debug)]
pub struct Said {
    /// Its name.
    pub name: &'static str,
    /// Its payload.
    pub payload: Value,
    /// Its offset.
    pub offset: Offset,
}

/// A room that is over.
pub struct Finished {
    /// As it was.
    pub room: Room,
    /// How long it can be asked for.
    pub until: Instant,
}

/// One person's stay at this door.
pub struct Stay {
    /// The room they are in.
    pub room: Option<Room>,
    /// The room they were in last.
    pub finished: Option<Finished>,
    last: Offset,
    kept: VecDeque<Said>,
}

impl Stay {
    /// A stay that begins with going to a table.
    pub fn new(table: TableCode) -> Self {
        let last = Offset { stay: chance::word(), number: 0, table };
        Self { room: None, finished: None, last, kept: VecDeque::new() }
    }

    /// Goes into a room.
    pub fn enter(&mut self, room: Room) {
        self.last.table = room.code();
        self.room = Some(room);
    }

    /// The room they are in, or were in last.
    pub fn last_room(&self) -> Option<&Room> {
        self.room.as_ref().or(self.finished.as_ref().map(|finished| &finished.room))
    }

    /// Whether there is nothing to come back to.
    pub const fn is_empty(&self) -> bool {
        self.room.is_none() && self.finished.is_none()
    }

    /// Numbers what is about to be said, and keeps it. What is no event of the game goes with the number of the
    /// last one that is.
    pub fn say(&mut self, message: &Message) -> Said {
        let fleeting = matches!(message, Message::GameState(_) | Message::Error(_));
        self.last.number += u64::from(!fleeting);
        let said = Said { name: message.name(), payload: message.payload(), offset: self.last };
        if !fleeting {
            if self.kept.len() == KEPT {
                self.kept.pop_front();
            }
            self.kept.push_back(said.clone());
        }
        said
    }

    /// What was said after `offset`, if all of it is still there.
    pub fn since(&self, offset: Offset) -> Option<Vec<Said>> {
        let oldest = self.kept.front().map_or(self.last.number + 1, |said| said.offset.number);
        let complete =
            offset.stay == self.last.stay && offset.number <= self.last.number && offset.number + 1 >= oldest;
        complete.then(|| self.kept.iter().filter(|said| said.offset.number > offset.number).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_voxel::GameStarted;

    fn say(stay: &mut Stay) -> Offset {
        stay.say(&Message::GameStarted(GameStarted { message: String::new() })).offset
    }

    #[test]
    fn offsets_go_there_and_back() {
        let offset = say(&mut Stay::new("K7QX2M".parse().unwrap()));
        assert_eq!(offset.to_string().parse(), Ok(offset));
        for bad in ["", "1", "1.2", "1.2.", "x.2.K7QX2M", "1.2.K7QX2M.3", "-1.2.K7QX2M"] {
            assert_eq!(bad.parse::<Offset>(), Err(()), "{bad}");
        }
    }

    #[test]
    fn only_what_is_there_completely_is_said_again() {
        let mut stay = Stay::new("K7QX2M".parse().unwrap());
        let first = say(&mut stay);
        for _ in 1..=KEPT {
            say(&mut stay);
        }
        assert_eq!(stay.since(first).map(|said| said.len()), Some(KEPT));
        let last = say(&mut stay);
        assert!(stay.since(first).is_none(), "the one after the first is gone");
        assert_eq!(stay.since(last).map(|said| said.len()), Some(0));
        let error = stay.say(&Message::Error("no".into())).offset;
        assert_eq!(error, last, "what is no event of the game has no number of its own");
        let other = Stay::new("K7QX2M".parse().unwrap());
        assert!(other.since(last).is_none(), "another stay's numbers mean nothing here");
        assert!(stay.since(Offset { number: last.number + 1, ..last }).is_none());
    }
}
