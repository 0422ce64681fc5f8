//! What is told to whom: one numbered stream of events for each seat and one for all spectators.
//!
//! Streams count apart, so that no viewer can tell from a gap that something secret happened. Each keeps its last events
//! for connections that dropped and come back. An event that several viewers hear is kept once.

use crate::chance::Chance;
use parlor_kernel::{Seat, Tick, Viewer};
use parlor_wire::{
    Frame, TableCode,
    frame::{Seen, Telling},
};
use std::{collections::VecDeque, sync::Arc};

/// How many events each stream keeps: a connection that has missed more is shown the whole table, which is hardly longer.
const KEPT: usize = 16;
/// And how many bytes of them.
const KEPT_BYTES: usize = 2 * 1024;

/// An event as it was told: its text alone, which is far smaller than the value.
#[derive(Clone, Debug)]
struct Kept {
    tick: Option<Tick>,
    text: Arc<str>,
}

#[derive(Debug)]
struct Stream {
    epoch: u64,
    /// The last event's number.
    seq: u64,
    /// The last events, up to `seq`.
    kept: VecDeque<Kept>,
    weight: usize,
}

impl Stream {
    fn fresh(chance: &mut Chance) -> Self {
        Self { epoch: chance.word(), seq: 0, kept: VecDeque::new(), weight: 0 }
    }

    fn keep(&mut self, kept: Kept) {
        self.seq += 1;
        self.weight += kept.text.len();
        // Before it is added: a queue that never holds more than it keeps has no room for more.
        while self.kept.len() == KEPT || self.weight > KEPT_BYTES {
            let Some(oldest) = self.kept.pop_front() else { break };
            self.weight -= oldest.text.len();
        }
        if self.weight > KEPT_BYTES {
            self.weight = 0;
        } else {
            self.kept.push_back(kept);
        }
    }
}

/// All streams of a table.
#[derive(Debug)]
pub struct Streams {
    code: TableCode,
    /// Those of the seats in order, and that of the spectators last.
    streams: Vec<Stream>,
}

impl Streams {
    /// Streams for a table with `seats` seats.
    pub fn new(code: TableCode, seats: u8, chance: &mut Chance) -> Self {
        Self { code, streams: (0..=seats).map(|_| Stream::fresh(chance)).collect() }
    }

    /// Forgets every event and begins new runs of numbers, for `seats` seats: all who listen must be sent a snapshot.
    pub fn begin_anew(&mut self, seats: u8, chance: &mut Chance) {
        *self = Self::new(self.code, seats, chance);
    }

    fn index(&self, viewer: Viewer) -> usize {
        viewer.seat().map_or(self.streams.len() - 1, Seat::index)
    }

    /// How far `viewer`'s stream has come.
    pub fn seen(&self, viewer: Viewer) -> Seen {
        let stream = &self.streams[self.index(viewer)];
        Seen { epoch: stream.epoch, seq: stream.seq }
    }

    /// Numbers an event for `viewer` and keeps it. The number goes into its [frame](Streams::frame).
    pub fn publish(&mut self, viewer: Viewer, tick: Option<Tick>, telling: &Telling) -> u64 {
        let index = self.index(viewer);
        let stream = &mut self.streams[index];
        stream.keep(Kept { tick, text: Arc::clone(telling.text()) });
        stream.seq
    }

    /// The frames after `seen`, if the stream still has all of them.
    pub fn since(&self, viewer: Viewer, seen: Seen) -> Option<Vec<Arc<Frame>>> {
        let stream = &self.streams[self.index(viewer)];
        let missed = stream.seq.checked_sub(seen.seq).filter(|_| seen.epoch == stream.epoch)?;
        let known = stream.kept.len().checked_sub(missed as usize)?;
        let again =
            |(seq, Kept { tick, text }): (u64, &Kept)| self.frame(seq, *tick, &Telling::again(Arc::clone(text)));
        Some((seen.seq + 1..).zip(stream.kept.iter().skip(known)).map(again).collect())
    }

    /// The frame of an event.
    pub fn frame(&self, seq: u64, tick: Option<Tick>, telling: &Telling) -> Arc<Frame> {
        Arc::new(Frame::of_event(self.code, seq, tick, telling))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use parlor_wire::{ServerFrame, frame::TableEvent};

    fn streams() -> (Streams, Chance) {
        let mut chance = Chance::new(Seed([1; 32]));
        (Streams::new("AAAAAA".parse().unwrap(), 2, &mut chance), chance)
    }

    fn numbers(frames: &[Arc<Frame>]) -> Vec<u64> {
        let seq = |frame: &Arc<Frame>| match frame.value() {
            ServerFrame::Event { seq, .. } => *seq,
            other => panic!("{other:?}"),
        };
        frames.iter().map(seq).collect()
    }

    fn closed(length: usize) -> Telling {
        TableEvent::Closed { reason: "x".repeat(length) }.into()
    }

    #[test]
    fn resumes_only_what_it_has_completely() {
        let (mut streams, mut chance) = streams();
        let start = streams.seen(Viewer::Spectator);
        for _ in 0..KEPT {
            streams.publish(Viewer::Spectator, None, &closed(0));
        }
        let frames = streams.since(Viewer::Spectator, start).unwrap();
        assert_eq!(numbers(&frames), (1..=KEPT as u64).collect::<Vec<_>>());
        assert_eq!(streams.publish(Viewer::Spectator, None, &closed(0)), KEPT as u64 + 1);
        assert!(streams.since(Viewer::Spectator, start).is_none(), "the first event is gone");
        let second = Seen { seq: 1, ..start };
        assert_eq!(numbers(&streams.since(Viewer::Spectator, second).unwrap())[0], 2);
        let now = streams.seen(Viewer::Spectator);
        assert_eq!(streams.since(Viewer::Spectator, now).unwrap().len(), 0);
        assert!(streams.since(Viewer::Spectator, Seen { seq: now.seq + 1, ..now }).is_none(), "from the future");
        streams.begin_anew(2, &mut chance);
        assert!(streams.since(Viewer::Spectator, now).is_none(), "another run of numbers");
    }

    #[test]
    fn a_stream_does_not_keep_more_than_it_may() {
        let (mut streams, _) = streams();
        let start = streams.seen(Viewer::Spectator);
        for _ in 0..5 {
            streams.publish(Viewer::Spectator, None, &closed(KEPT_BYTES / 4));
        }
        assert!(streams.since(Viewer::Spectator, start).is_none());
        let later = Seen { seq: 2, ..start };
        assert_eq!(numbers(&streams.since(Viewer::Spectator, later).unwrap()), [3, 4, 5]);
        streams.publish(Viewer::Spectator, None, &closed(KEPT_BYTES));
        assert!(streams.since(Viewer::Spectator, Seen { seq: 5, ..start }).is_none(), "too long to be kept at all");
        assert!(streams.since(Viewer::Spectator, Seen { seq: 6, ..start }).is_some());
    }

    #[test]
    fn seats_count_apart() {
        let (mut streams, _) = streams();
        streams.publish(Viewer::Seat(Seat(0)), None, &closed(0));
        assert_eq!(streams.seen(Viewer::Seat(Seat(1))).seq, 0);
        let other = streams.seen(Viewer::Seat(Seat(0)));
        assert!(streams.since(Viewer::Seat(Seat(1)), other).is_none(), "another seat's numbers mean nothing here");
    }
}
