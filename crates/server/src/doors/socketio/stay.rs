//! What of a connection outlives it: the room, and what was said lately.

use super::packet;
use crate::chance;
use parlor_voxel::{Message, Room};
use parlor_wire::TableCode;
use std::{collections::VecDeque, fmt, str::FromStr, sync::Arc};
use tokio::time::Instant;

/// How many bytes of events are kept for a client that comes back. One that has missed more is shown the state of its room.
const KEPT: usize = 2 * 1024;

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
#[derive(Debug)]
struct Said {
    number: u64,
    packet: Arc<str>,
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
    /// The room they were in last. In a box: most of the time there is none.
    pub finished: Option<Box<Finished>>,
    last: Offset,
    kept: VecDeque<Said>,
    /// How many bytes that is.
    bytes: usize,
}

impl Stay {
    /// A stay that begins with going to a table.
    pub fn new(table: TableCode) -> Self {
        let last = Offset { stay: chance::word(), number: 0, table };
        Self { room: None, finished: None, last, kept: VecDeque::new(), bytes: 0 }
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

    /// Numbers what is about to be said, and keeps it; the packet says it. What is no event of the game goes with the number of
    /// the last one that is.
    pub fn say(&mut self, message: &Message) -> Arc<str> {
        let fleeting = matches!(message, Message::GameState(_) | Message::Error(_));
        self.last.number += u64::from(!fleeting);
        let packet: Arc<str> = packet::event(&(message.name(), message, self.last.to_string())).into();
        if !fleeting {
            self.bytes += packet.len();
            self.kept.push_back(Said { number: self.last.number, packet: Arc::clone(&packet) });
            while self.bytes > KEPT
                && let Some(forgotten) = self.kept.pop_front()
            {
                self.bytes -= forgotten.packet.len();
            }
        }
        packet
    }

    /// What was said after `offset`, if all of it is still there.
    pub fn since(&self, offset: Offset) -> Option<Vec<Arc<str>>> {
        let oldest = self.kept.front().map_or(self.last.number + 1, |said| said.number);
        let complete =
            offset.stay == self.last.stay && offset.number <= self.last.number && offset.number + 1 >= oldest;
        let missed = self.kept.iter().filter(|said| said.number > offset.number);
        complete.then(|| missed.map(|said| Arc::clone(&said.packet)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_voxel::GameStarted;

    fn say(stay: &mut Stay) -> Offset {
        stay.say(&Message::GameStarted(GameStarted { message: String::new() }));
        stay.last
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
        let mut said = 0;
        while stay.kept.front().is_some_and(|oldest| oldest.number <= first.number + 1) {
            said += 1;
            say(&mut stay);
            assert!(stay.bytes <= KEPT && stay.bytes == stay.kept.iter().map(|said| said.packet.len()).sum::<usize>());
        }
        assert!(said > 20, "{said} short events are kept");
        assert!(stay.since(first).is_none(), "the one after the first is gone");
        let second = Offset { number: first.number + 1, ..first };
        assert_eq!(stay.since(second).map(|missed| missed.len()), Some(said - 1));
        let last = say(&mut stay);
        assert_eq!(stay.since(last).map(|missed| missed.len()), Some(0));
        stay.say(&Message::Error("no".into()));
        assert_eq!(stay.last, last, "what is no event of the game has no number of its own");
        let other = Stay::new("K7QX2M".parse().unwrap());
        assert!(other.since(last).is_none(), "another stay's numbers mean nothing here");
        assert!(stay.since(Offset { number: last.number + 1, ..last }).is_none());
    }

    #[test]
    fn an_event_that_is_too_long_to_be_kept_is_said_all_the_same() {
        let mut stay = Stay::new("K7QX2M".parse().unwrap());
        let first = say(&mut stay);
        let long = Message::GameStarted(GameStarted { message: "x".repeat(KEPT) });
        assert!(stay.say(&long).len() > KEPT);
        assert!(stay.since(first).is_none() && stay.bytes == 0);
        assert_eq!(stay.since(stay.last).map(|missed| missed.len()), Some(0));
    }
}
