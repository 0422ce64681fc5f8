//! Frames of the WebSocket that the house sends: answers and events.
//!
//! What happens at a watched table arrives as [`ServerFrame::Event`]s numbered without gaps. The numbers belong to
//! the viewer: two seats count apart, so that a gap never reveals that something secret happened.

use crate::{
    ChatLine, CommandId, Invitation, InvitationEnd, InvitationId, MatchId, News, Person, TableCode, TableInfo,
};
use arrayvec::ArrayString;
use parlor_kernel::{Commitment, Key, Outcome, Seat, SeatLabel, Tick};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::{
    fmt::Write,
    sync::{Arc, OnceLock},
};

/// The code a WebSocket is closed with when its session has ended: come back only after signing in again.
pub const SIGNED_OUT: u16 = 4001;

/// How far a client has followed a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seen {
    /// The run of numbers it belongs to; the house starts a new run when it restarts.
    #[serde(with = "parlor_hex")]
    pub epoch: u64,
    /// The last event.
    pub seq: u64,
}

/// What the house sends.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerFrame {
    /// The first frame: who you are.
    Hello {
        /// Who the house takes you for.
        you: Person,
        /// The house's version.
        version: String,
    },
    /// A command was carried out, and will not be undone by a crash.
    Done {
        /// Which command.
        id: CommandId,
    },
    /// A command was refused; nothing changed.
    Refused {
        /// Which command; missing when the frame could not be read at all.
        id: Option<CommandId>,
        /// Stable code.
        code: String,
        /// A sentence for people.
        message: String,
    },
    /// A match was found: the players sit at this table now.
    Paired {
        /// Which table.
        table: TableCode,
    },
    /// A player invites you, or your own invitation is on its way. Comes to every connection of both, and again right
    /// after the greeting while it waits for an answer.
    Invited(Box<Invitation>),
    /// An invitation has been answered, taken back or has run out. Comes to every connection of both.
    InvitationOver {
        /// Which.
        invitation: InvitationId,
        /// How.
        end: InvitationEnd,
    },
    /// Something that you should know although you look elsewhere. Comes to every connection of yours.
    News(News),
    /// All that this viewer may know about a table now.
    Snapshot(Box<Snapshot>),
    /// Something happened at a table.
    Event {
        /// Which table.
        table: TableCode,
        /// Its number for this viewer.
        seq: u64,
        /// The match's time, while anything in the match depends on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tick: Option<Tick>,
        /// What.
        event: TableEvent,
    },
}

/// A frame on its way through the house: its text, and the value for those who read it, each made at most once however
/// many connections it goes to.
#[derive(Debug)]
pub struct Frame {
    source: Source,
    value: OnceLock<Box<ServerFrame>>,
    text: OnceLock<String>,
}

/// What a frame is made of. Most are only ever sent: their value is made when it is asked for.
#[derive(Debug)]
enum Source {
    /// An event: viewers share it, and number it apart.
    Event { table: TableCode, seq: u64, tick: Option<Tick>, telling: Telling },
    /// That a command was carried out.
    Done(CommandId),
    /// Its value.
    Value,
}

impl Frame {
    /// The frame of an event whose text is known.
    pub fn of_event(table: TableCode, seq: u64, tick: Option<Tick>, telling: &Telling) -> Self {
        // Written where it costs nothing: the whole text is then allocated once, as long as it is. The longest of these fits.
        let mut head = ArrayString::<96>::new();
        let _ = write!(head, r#"{{"event":{{"table":"{table}","seq":{seq}"#);
        if let Some(Tick(tick)) = tick {
            let _ = write!(head, r#","tick":{tick}"#);
        }
        let _ = write!(head, r#","event":"#);
        let text = [&head, &**telling.text(), "}}"].concat();
        let source = Source::Event { table, seq, tick, telling: telling.clone() };
        Self { source, value: OnceLock::new(), text: text.into() }
    }

    /// That a command was carried out.
    pub fn done(id: CommandId) -> Self {
        // Names of commands are visible ASCII; the few that JSON writes in another way are left to it.
        let text = match id.as_str().contains(['"', '\\']) {
            true => OnceLock::new(),
            false => [r#"{"done":{"id":""#, id.as_str(), r#""}}"#].concat().into(),
        };
        Self { source: Source::Done(id), value: OnceLock::new(), text }
    }

    /// What the frame says.
    pub fn value(&self) -> &ServerFrame {
        self.value.get_or_init(|| {
            Box::new(match &self.source {
                Source::Event { table, seq, tick, telling } => {
                    ServerFrame::Event { table: *table, seq: *seq, tick: *tick, event: telling.event().clone() }
                }
                Source::Done(id) => ServerFrame::Done { id: id.clone() },
                Source::Value => unreachable!("a frame that is made of its value has it from the beginning"),
            })
        })
    }

    /// Its JSON.
    ///
    /// # Panics
    /// Never: every frame is JSON.
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| serde_json::to_string(self.value()).expect("frames are JSON"))
    }

    /// Its JSON, for the last who needs it.
    pub fn into_text(mut self) -> String {
        self.text();
        self.text.take().unwrap_or_default()
    }
}

impl From<ServerFrame> for Frame {
    fn from(value: ServerFrame) -> Self {
        Self { source: Source::Value, value: Box::new(value).into(), text: OnceLock::new() }
    }
}

/// An event with its text, which is made once for all who hear it. Most are only ever sent: one that is made of texts is
/// read when it is first asked for.
#[derive(Clone, Debug)]
pub struct Telling {
    text: Arc<str>,
    /// In a box: most are never read, and would have room for the longest.
    event: Arc<OnceLock<Box<TableEvent>>>,
}

impl Telling {
    /// An event that was told before.
    pub fn again(text: Arc<str>) -> Self {
        Self { text, event: Arc::default() }
    }

    /// Things that happened in a game, each as JSON: [`TableEvent::Game`], or [`TableEvent::Settled`] if everything up to a
    /// tick is settled.
    pub fn of_game<'a>(settled: Option<Tick>, events: impl Iterator<Item = &'a str>) -> Self {
        let mut text = String::with_capacity(200);
        match settled {
            // Writing to a text does not fail.
            Some(Tick(tick)) => drop(write!(text, r#"{{"settled":{{"tick":{tick},"events":["#)),
            None => text.push_str(r#"{"game":["#),
        }
        for (place, event) in events.enumerate() {
            if place > 0 {
                text.push(',');
            }
            text.push_str(event);
        }
        text.push_str(if settled.is_some() { "]}}" } else { "]}" });
        Self::again(text.into())
    }

    /// Its JSON.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The event.
    ///
    /// # Panics
    /// Never: its text is an event's.
    pub fn event(&self) -> &TableEvent {
        self.event.get_or_init(|| Box::new(serde_json::from_str(&self.text).expect("the text of an event")))
    }
}

impl From<TableEvent> for Telling {
    /// # Panics
    /// Never: every event is JSON.
    fn from(event: TableEvent) -> Self {
        let text = serde_json::to_string(&event).expect("events are JSON").into();
        Self { text, event: Arc::new(Box::new(event).into()) }
    }
}

/// All that a viewer may know about a table at one moment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The table.
    pub table: TableInfo,
    /// The last event it includes.
    pub seen: Seen,
    /// The viewer's own seat.
    pub seat: Option<Seat>,
    /// The match that is being played or has just ended.
    pub game: Option<Playing>,
    /// What was said lately, as far as this viewer may read it.
    pub chat: Vec<ChatLine>,
}

/// A match as one viewer may know it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Playing {
    /// Its id.
    pub match_id: MatchId,
    /// The promise about its dice.
    pub commitment: Commitment,
    /// Who sat in each seat when it began. A player who has left since is still the one who played.
    pub players: Vec<SeatLabel>,
    /// Its time.
    pub tick: Tick,
    /// The game's view for this viewer.
    pub view: Box<RawValue>,
    /// In a real-time game, the moment up to which everything is settled: the view shows that moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<Tick>,
    /// In a real-time game, the inputs since then that this viewer may know of, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heard: Vec<Heard>,
    /// How it ended, if it has.
    pub ended: Option<Ended>,
}

/// An input of a real-time game that is on its way: it counts from its tick on, once that is settled.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Heard {
    /// Whose.
    pub seat: Seat,
    /// For which tick.
    pub at: Tick,
    /// One of the game's actions.
    pub action: Box<RawValue>,
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ended {
    /// The result.
    pub outcome: Outcome,
    /// Points by seat.
    pub scores: Vec<i64>,
    /// The secret of the dice, to check them against the promise.
    pub key: Key,
}

/// What may happen at a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableEvent {
    /// Seats, readiness or presence changed. The rule set comes along when a match begins by another one; otherwise it is as it was.
    Table(TableInfo),
    /// A match began.
    Began(Playing),
    /// Things this viewer may know happened in the game.
    Game(Vec<Box<RawValue>>),
    /// In a real-time game, an input has arrived. A client may show it before it is settled.
    Heard(Heard),
    /// In a real-time game, everything up to this tick is settled, and these are the things that happened.
    Settled {
        /// Up to when.
        tick: Tick,
        /// What this viewer may know of it.
        events: Vec<Box<RawValue>>,
    },
    /// The match is over.
    Ended(Ended),
    /// A line of chat.
    Chat(ChatLine),
    /// The table is gone.
    Closed {
        /// Why, for people.
        reason: String,
    },
}

/// Serde for 64-bit numbers as hexadecimal text: JSON numbers would lose bits in some clients.
mod parlor_hex {
    use parlor_kernel::from_text;
    use serde::{Deserializer, Serializer};
    use std::{num::ParseIntError, str::FromStr};

    struct Hex(u64);

    impl FromStr for Hex {
        type Err = ParseIntError;

        fn from_str(text: &str) -> Result<Self, ParseIntError> {
            u64::from_str_radix(text, 16).map(Self)
        }
    }

    pub fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{value:x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        from_text(deserializer).map(|Hex(value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_of_an_event_is_written_as_serde_writes_it() {
        let table: TableCode = "K7QX2M".parse().unwrap();
        let game = TableEvent::Game(vec![RawValue::from_string(r#"{"shot":"B7"}"#.into()).unwrap()]);
        for (tick, event) in [(Some(Tick(7)), game), (None, TableEvent::Closed { reason: "a \"b\"\n".into() })] {
            let frame = Frame::of_event(table, 3, tick, &event.into());
            assert_eq!(frame.text(), serde_json::to_string(frame.value()).unwrap());
        }
    }

    #[test]
    fn the_end_of_an_invitation_looks_like_this() {
        let over = |end| serde_json::to_string(&ServerFrame::InvitationOver { invitation: InvitationId(1), end });
        let table = "K7QX2M".parse().unwrap();
        for (end, text) in [
            (InvitationEnd::Accepted { table }, r#"{"accepted":{"table":"K7QX2M"}}"#),
            (InvitationEnd::Expired, r#""expired""#),
        ] {
            let frame = format!(r#"{{"invitation_over":{{"invitation":"0000000000000001","end":{text}}}}}"#);
            assert_eq!(over(end).unwrap(), frame);
        }
    }

    #[test]
    fn what_happened_in_a_game_is_told_as_serde_would() {
        let raw = |text: &str| RawValue::from_string(text.into()).unwrap();
        for texts in [&[][..], &[r#"{"rolled":7}"#], &[r#"{"hit":"B7"}"#, r#""over""#]] {
            let events: Vec<_> = texts.iter().map(|text| raw(text)).collect();
            let settled = TableEvent::Settled { tick: Tick(9), events: events.clone() };
            for (tick, event) in [(None, TableEvent::Game(events)), (Some(Tick(9)), settled)] {
                let telling = Telling::of_game(tick, texts.iter().copied());
                let text = serde_json::to_string(&event).unwrap();
                assert_eq!(**telling.text(), text);
                assert_eq!(serde_json::to_string(telling.event()).unwrap(), text);
            }
        }
    }

    #[test]
    fn the_longest_head_of_an_event_fits() {
        let frame =
            Frame::of_event("K7QX2M".parse().unwrap(), u64::MAX, Some(Tick(u64::MAX)), &Telling::again("{}".into()));
        let text = r#"{"event":{"table":"K7QX2M","seq":18446744073709551615,"tick":18446744073709551615,"event":{}}}"#;
        assert_eq!(frame.text(), text);
    }

    #[test]
    fn an_answer_is_written_as_serde_writes_it() {
        for name in ["a1", r#"a"\1"#] {
            let frame = Frame::done(name.parse().unwrap());
            assert_eq!(frame.text(), serde_json::to_string(frame.value()).unwrap());
        }
    }

    #[test]
    fn the_text_of_a_frame_is_made_once() {
        let frame = Frame::done("a1".parse().unwrap());
        assert_eq!(frame.text(), r#"{"done":{"id":"a1"}}"#);
        assert!(std::ptr::eq(frame.text(), frame.text()));
    }
}
