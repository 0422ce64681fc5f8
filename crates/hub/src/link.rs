//! What two nodes know of what they have sent each other, as data.
//!
//! Each side numbers its messages within a session, and repeats the last number now and then. A side that misses a number
//! tells the other, which begins a new session. Whatever the loss, both sides hear of it.

/// What an envelope is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It holds a message, which has the next number.
    Message = 0,
    /// It says how many messages there were.
    Beat = 1,
    /// It says that something of a session of the addressee was lost.
    Lost = 2,
}

/// The outside of what is sent: 25 bytes before the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Envelope {
    pub kind: Kind,
    pub from: u64,
    pub session: u64,
    pub number: u64,
}

const LENGTH: usize = 25;

impl Envelope {
    /// The envelope and the message as bytes.
    pub fn around(self, message: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(LENGTH + message.len());
        bytes.push(self.kind as u8);
        for number in [self.from, self.session, self.number] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(message);
        bytes
    }

    /// Takes the message out.
    pub fn open(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (head, message) = bytes.split_at_checked(LENGTH)?;
        let kind = [Kind::Message, Kind::Beat, Kind::Lost].into_iter().find(|kind| *kind as u8 == head[0])?;
        let number = |place: usize| head[place..place + 8].try_into().ok().map(u64::from_le_bytes);
        Some((Self { kind, from: number(1)?, session: number(9)?, number: number(17)? }, message))
    }
}

/// What this node knows of what went to and came from another.
#[derive(Debug)]
pub struct Link {
    /// The session of what goes out, and the number of the last message.
    session: u64,
    sent: u64,
    heard: Option<HeardSession>,
}

/// A session of what comes in.
#[derive(Clone, Copy, Debug)]
struct HeardSession {
    session: u64,
    number: u64,
    /// Whether something of it was lost: then the rest of it does not count.
    lost: bool,
}

/// What follows from an envelope.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Heard {
    /// The nodes begin anew: something was lost, here or there.
    pub broken: bool,
    /// After that, the message counts.
    pub deliver: bool,
    /// The other node must be told that something of its session was lost.
    pub tell: bool,
}

impl Default for Link {
    fn default() -> Self {
        Self { session: 1, sent: 0, heard: None }
    }
}

impl Link {
    /// The envelope of the next message.
    pub fn message(&mut self, from: u64) -> Envelope {
        self.sent += 1;
        Envelope { kind: Kind::Message, ..self.beat(from) }
    }

    /// The envelope of a beat.
    pub fn beat(&self, from: u64) -> Envelope {
        Envelope { kind: Kind::Beat, from, session: self.session, number: self.sent }
    }

    /// Something that was sent is lost, and it is known here. Says whether that matters: of a session without messages nothing
    /// is missing.
    pub fn renew(&mut self) -> bool {
        let had_sent = self.sent > 0;
        if had_sent {
            (self.session, self.sent) = (self.session + 1, 0);
        }
        had_sent
    }

    /// An envelope comes in.
    pub fn hear(&mut self, envelope: Envelope) -> Heard {
        let Envelope { kind, session, number, .. } = envelope;
        if kind == Kind::Lost {
            return Heard { broken: session == self.session && self.renew(), ..Heard::default() };
        }
        let deliver = kind == Kind::Message;
        let before = self.heard.unwrap_or(HeardSession { session: 0, number: 0, lost: false });
        if session < before.session {
            return Heard::default();
        }
        if session == before.session && before.lost {
            // It was told, and that may have been lost, too.
            return Heard { tell: !deliver, ..Heard::default() };
        }
        let is_new = session > before.session;
        let last = if is_new { 0 } else { before.number };
        let lost = number != last + u64::from(deliver);
        self.heard = Some(HeardSession { session, number, lost });
        // The other node has begun anew, and what was heard before does not count any more.
        let replaced = is_new && before.number > 0 && !before.lost;
        Heard { broken: lost || replaced, deliver: deliver && !lost, tell: lost }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DELIVERED: Heard = Heard { broken: false, deliver: true, tell: false };
    const NOTHING: Heard = Heard { broken: false, deliver: false, tell: false };
    const LOST: Heard = Heard { broken: true, deliver: false, tell: true };

    fn lost(session: u64) -> Envelope {
        Envelope { kind: Kind::Lost, from: 2, session, number: 0 }
    }

    #[test]
    fn envelopes_go_there_and_back() {
        let envelope = Envelope { kind: Kind::Message, from: u64::MAX, session: 3, number: 1 << 40 };
        assert_eq!(Envelope::open(&envelope.around(b"hello")), Some((envelope, &b"hello"[..])));
        assert_eq!(Envelope::open(&envelope.around(b"")[..24]), None);
        assert_eq!(Envelope::open(&[9; 25]), None);
    }

    #[test]
    fn what_is_complete_is_delivered_in_order() {
        let (mut one, mut two) = (Link::default(), Link::default());
        assert_eq!(two.hear(one.beat(1)), NOTHING);
        for _ in 0..3 {
            assert_eq!(two.hear(one.message(1)), DELIVERED);
            assert_eq!(two.hear(one.beat(1)), NOTHING);
        }
    }

    #[test]
    fn a_message_that_is_lost_breaks_the_link_on_both_sides_once() {
        let (mut one, mut two) = (Link::default(), Link::default());
        assert_eq!(two.hear(one.message(1)), DELIVERED);
        let _ = one.message(1);
        assert_eq!(two.hear(one.message(1)), LOST);
        assert_eq!(two.hear(one.message(1)), NOTHING, "the rest of the session does not count");
        assert_eq!(two.hear(one.beat(1)), Heard { tell: true, ..NOTHING }, "the word that it is lost may be lost");
        assert_eq!(one.hear(lost(1)), Heard { broken: true, ..NOTHING });
        assert_eq!(one.hear(lost(1)), NOTHING, "told again");
        assert_eq!(two.hear(one.message(1)), DELIVERED, "a new session");
    }

    #[test]
    fn the_last_message_is_missed_by_the_next_beat() {
        let (mut one, mut two) = (Link::default(), Link::default());
        assert_eq!(two.hear(one.message(1)), DELIVERED);
        let _ = one.message(1);
        assert_eq!(two.hear(one.beat(1)), LOST);
    }

    #[test]
    fn the_first_messages_are_missed_too() {
        let (mut one, mut two) = (Link::default(), Link::default());
        let _ = one.message(1);
        assert_eq!(two.hear(one.message(1)), LOST);
        let (mut one, mut two) = (Link::default(), Link::default());
        let _ = one.message(1);
        assert_eq!(two.hear(one.beat(1)), LOST);
    }

    #[test]
    fn a_sender_that_knows_of_a_loss_begins_anew() {
        let (mut one, mut two) = (Link::default(), Link::default());
        assert!(!one.renew(), "nothing was sent that could be missing");
        let old = one.message(1);
        assert_eq!(two.hear(old), DELIVERED);
        let _ = one.message(1);
        assert!(one.renew());
        assert_eq!(two.hear(one.message(1)), Heard { broken: true, ..DELIVERED });
        assert_eq!(two.hear(old), NOTHING, "late");
    }
}
