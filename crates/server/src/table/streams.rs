//! Who hears what: one numbered stream of frames for each seat and one for all spectators.
//!
//! Streams count apart, so that nobody can tell from a gap that something secret happened. Each keeps its last
//! frames for connections that dropped and come back.

use super::Outlet;
use crate::chance;
use axum::extract::ws::Utf8Bytes;
use parlor_kernel::{Seat, Tick, Viewer};
use parlor_wire::{
    ServerFrame, TableCode, UserId,
    frame::{Seen, TableEvent},
};
use std::collections::{BTreeSet, HashMap, VecDeque};

/// How many frames each stream keeps,
const KEPT: usize = 256;
/// and how many bytes of them: a table's rules may be long, and are told whenever its seats change.
const KEPT_BYTES: usize = 128 * 1024;

/// Names a connection, for as long as the process lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectionId(pub u64);

/// A frame's JSON.
pub fn text(frame: &ServerFrame) -> Utf8Bytes {
    serde_json::to_string(frame).expect("frames are JSON").into()
}

/// Somebody who watches through one connection.
struct Watcher {
    user: UserId,
    outlet: Outlet,
}

struct Stream {
    epoch: u64,
    seq: u64,
    kept: VecDeque<(u64, Utf8Bytes)>,
    kept_bytes: usize,
}

impl Stream {
    fn fresh() -> Self {
        Self { epoch: chance::word(), seq: 0, kept: VecDeque::new(), kept_bytes: 0 }
    }

    fn keep(&mut self, frame: Utf8Bytes) {
        self.kept_bytes += frame.len();
        self.kept.push_back((self.seq, frame));
        while self.kept.len() > KEPT || self.kept_bytes > KEPT_BYTES {
            let Some((_, oldest)) = self.kept.pop_front() else { break };
            self.kept_bytes -= oldest.len();
        }
    }
}

/// All streams of a table and who listens to them.
pub struct Streams {
    code: TableCode,
    streams: Vec<Stream>,
    watchers: HashMap<ConnectionId, Watcher>,
}

impl Streams {
    /// Streams for a table with `seats` seats; nobody listens yet.
    pub fn new(code: TableCode, seats: u8) -> Self {
        Self { code, streams: (0..=seats).map(|_| Stream::fresh()).collect(), watchers: HashMap::new() }
    }

    /// Forgets every frame and begins new runs of numbers: whoever listens must be sent a snapshot.
    pub fn begin_anew(&mut self) {
        self.streams.fill_with(Stream::fresh);
    }

    /// The stream's place in the list: seats in order, spectators last.
    fn index(&self, viewer: Viewer) -> usize {
        viewer.seat().map_or(self.streams.len() - 1, Seat::index)
    }

    /// Every viewer there can be.
    pub fn viewers(&self) -> impl Iterator<Item = Viewer> + use<> {
        Viewer::all(self.streams.len() as u8 - 1)
    }

    /// How far `viewer`'s stream has come.
    pub fn seen(&self, viewer: Viewer) -> Seen {
        let stream = &self.streams[self.index(viewer)];
        Seen { epoch: stream.epoch, seq: stream.seq }
    }

    /// Starts to listen.
    pub fn add(&mut self, connection: ConnectionId, user: UserId, outlet: Outlet) {
        self.watchers.insert(connection, Watcher { user, outlet });
    }

    /// Stops listening; whether it did listen.
    pub fn remove(&mut self, connection: ConnectionId) -> bool {
        self.watchers.remove(&connection).is_some()
    }

    /// Whether anybody listens.
    pub fn is_empty(&self) -> bool {
        self.watchers.is_empty()
    }

    /// Whether `user` listens through any connection.
    pub fn is_connected(&self, user: UserId) -> bool {
        self.watchers.values().any(|watcher| watcher.user == user)
    }

    /// The outlets of `user`.
    pub fn outlets(&self, user: UserId) -> impl Iterator<Item = &Outlet> {
        self.watchers.values().filter(move |watcher| watcher.user == user).map(|watcher| &watcher.outlet)
    }

    /// Everyone who listens, once each.
    pub fn everyone(&self) -> BTreeSet<UserId> {
        self.watchers.values().map(|watcher| watcher.user).collect()
    }

    /// How many people listen who are not among `seated`.
    pub fn spectators(&self, seated: &[UserId]) -> u32 {
        self.everyone().iter().filter(|user| !seated.contains(user)).count() as u32
    }

    /// The frames after `seen`, if the stream still has all of them.
    pub fn since(&self, viewer: Viewer, seen: Seen) -> Option<impl Iterator<Item = &Utf8Bytes>> {
        let stream = &self.streams[self.index(viewer)];
        let oldest = stream.kept.front().map_or(stream.seq + 1, |(seq, _)| *seq);
        let complete = seen.epoch == stream.epoch && seen.seq <= stream.seq && seen.seq + 1 >= oldest;
        complete.then(|| stream.kept.iter().filter(move |(seq, _)| *seq > seen.seq).map(|(_, frame)| frame))
    }

    /// Numbers an event, keeps it, and sends it to everyone who listens as `viewer`.
    pub fn publish(
        &mut self,
        viewer: Viewer,
        tick: Option<Tick>,
        event: TableEvent,
        seat_of: impl Fn(UserId) -> Option<Seat>,
    ) {
        let index = self.index(viewer);
        let stream = &mut self.streams[index];
        stream.seq += 1;
        let frame = text(&ServerFrame::Event { table: self.code, seq: stream.seq, tick, event });
        stream.keep(frame.clone());
        for watcher in self.watchers.values() {
            if seat_of(watcher.user) == viewer.seat() {
                watcher.outlet.send_text(frame.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream_of(frames: &[Utf8Bytes]) -> Vec<u64> {
        let seq = |frame: &Utf8Bytes| match serde_json::from_str(frame).unwrap() {
            ServerFrame::Event { seq, .. } => seq,
            other => panic!("{other:?}"),
        };
        frames.iter().map(seq).collect()
    }

    fn closed() -> TableEvent {
        TableEvent::Closed { reason: String::new() }
    }

    #[test]
    fn resumes_only_what_it_has_completely() {
        let mut streams = Streams::new("AAAAAA".parse().unwrap(), 2);
        let start = streams.seen(Viewer::Spectator);
        for _ in 0..KEPT {
            streams.publish(Viewer::Spectator, None, closed(), |_| None);
        }
        let frames: Vec<_> = streams.since(Viewer::Spectator, start).unwrap().cloned().collect();
        assert_eq!(stream_of(&frames), (1..=KEPT as u64).collect::<Vec<_>>());
        streams.publish(Viewer::Spectator, None, closed(), |_| None);
        assert!(streams.since(Viewer::Spectator, start).is_none(), "the first frame is gone");
        let now = streams.seen(Viewer::Spectator);
        assert_eq!(streams.since(Viewer::Spectator, now).unwrap().count(), 0);
        let future = Seen { seq: now.seq + 1, ..now };
        assert!(streams.since(Viewer::Spectator, future).is_none());
    }

    #[test]
    fn seats_count_apart() {
        let mut streams = Streams::new("AAAAAA".parse().unwrap(), 2);
        streams.publish(Viewer::Seat(Seat(0)), None, closed(), |_| None);
        assert_eq!(streams.seen(Viewer::Seat(Seat(1))).seq, 0);
        let other = streams.seen(Viewer::Seat(Seat(0)));
        assert!(streams.since(Viewer::Seat(Seat(1)), other).is_none(), "another seat's numbers mean nothing here");
    }
}
