//! Frames of the WebSocket: commands in, answers and events out.
//!
//! Every command carries an id chosen by the client and is answered exactly once, by [`ServerFrame::Done`] or
//! [`ServerFrame::Refused`]. A command that is sent again with the same id (after a dropped connection) is
//! answered again but done only once.
//!
//! What happens at a watched table arrives as [`ServerFrame::Event`]s numbered without gaps. The numbers belong to
//! the viewer: two seats count apart, so that nobody learns from a gap that something secret happened.

use crate::{
    ChatLine, EscrowStep, Invitation, InvitationEnd, InvitationId, Invitee, MatchId, Pace, Person, Room, TableCode,
    TableInfo, http::OpenTable,
};
use parlor_kernel::{Commitment, Key, Outcome, Seat, SeatLabel, Tick};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The code a WebSocket is closed with when its session has ended: come back only after signing in again.
pub const SIGNED_OUT: u16 = 4001;

/// A client's name for one of its commands: at most [`CommandId::MAX`] bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CommandId(String);

impl CommandId {
    /// The longest id, in bytes.
    pub const MAX: usize = 40;

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for CommandId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let fits = (1..=Self::MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if fits { Ok(Self(text)) } else { Err("a command id is 1 to 40 visible ASCII characters") }
    }
}

impl From<CommandId> for String {
    fn from(id: CommandId) -> Self {
        id.0
    }
}

/// What a client sends.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClientFrame {
    /// The client's name for this command.
    pub id: CommandId,
    /// What it wants.
    #[serde(rename = "do")]
    pub command: Command,
}

impl ClientFrame {
    /// The frame as it is sent.
    ///
    /// # Panics
    /// Never: every command is JSON.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("commands are JSON")
    }
}

/// What a client may want.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// To hear what happens at a table, from where it left off if it can.
    Watch {
        /// Which table.
        table: TableCode,
        /// The last event it has seen.
        #[serde(default)]
        seen: Option<Seen>,
    },
    /// To hear no more of a table. Not the same as leaving: a seat stays taken.
    Unwatch {
        /// Which table.
        table: TableCode,
    },
    /// To sit down. Sitting down is being ready.
    Sit {
        /// Which table.
        table: TableCode,
        /// Which seat; any free one when missing.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// To give up the seat. During a match that is leaving it for good.
    Stand {
        /// Which table.
        table: TableCode,
    },
    /// To be ready, or not yet. After a match, ready means rematch.
    Ready {
        /// Which table.
        table: TableCode,
        /// Ready or not.
        ready: bool,
    },
    /// As host, before a match: to put a bot into an empty seat, or take it out.
    SeatBot {
        /// Which table.
        table: TableCode,
        /// Which seat.
        seat: Seat,
        /// Which bot; none takes it out.
        level: Option<String>,
    },
    /// As host, before a match: to send somebody away from their seat.
    Kick {
        /// Which table.
        table: TableCode,
        /// Which seat.
        seat: Seat,
    },
    /// To act in the game.
    Act {
        /// Which table.
        table: TableCode,
        /// One of the game's actions.
        action: Box<RawValue>,
        /// In a real-time game, the tick its player saw: it counts for that one unless it comes too late.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Tick>,
    },
    /// To see a bot's move at once: it stops pretending to think.
    Hurry {
        /// Which table.
        table: TableCode,
    },
    /// To do something about the bet at a table.
    Escrow {
        /// Which table.
        table: TableCode,
        /// What.
        step: EscrowStep,
    },
    /// To say something.
    Chat {
        /// Which table.
        table: TableCode,
        /// What.
        text: String,
        /// Where; where one stands when missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        room: Option<Room>,
    },
    /// To be paired with somebody of similar strength who wants to play the same. Lasts until they are paired, ask
    /// for something else, or the connection ends.
    Seek {
        /// The game's id.
        game: String,
        /// The preset; the game's default when missing.
        #[serde(default)]
        preset: Option<String>,
        /// Whether it should count for ratings.
        #[serde(default)]
        rated: bool,
    },
    /// To be paired no more.
    Unseek,
    /// To ask somebody to a game. The invitation itself arrives as [`ServerFrame::Invited`]; if they have invited us to
    /// the very same game it is accepted instead.
    Invite {
        /// Whom.
        to: Invitee,
        /// What to play: the table that opens when they accept.
        wish: OpenTable,
        /// Face to face or over days.
        #[serde(default)]
        pace: Pace,
    },
    /// To accept an invitation: its table opens and both sit at it.
    AcceptInvitation {
        /// Which.
        invitation: InvitationId,
    },
    /// Not to accept an invitation.
    DeclineInvitation {
        /// Which.
        invitation: InvitationId,
    },
    /// To take back one's own invitation.
    WithdrawInvitation {
        /// Which.
        invitation: InvitationId,
    },
    /// To know that the connection lives.
    Ping,
}

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
    /// Somebody was found: both sit at this table now.
    Paired {
        /// Which table.
        table: TableCode,
    },
    /// Somebody invites you, or your own invitation is on its way. Comes to every connection of both, and again right
    /// after the greeting while it waits for an answer.
    Invited(Box<Invitation>),
    /// An invitation has been answered, taken back or has run out. Comes to every connection of both.
    InvitationOver {
        /// Which.
        invitation: InvitationId,
        /// How.
        end: InvitationEnd,
    },
    /// All that this viewer may know about a table now.
    Snapshot(Box<Snapshot>),
    /// Something happened at a table.
    Event {
        /// Which table.
        table: TableCode,
        /// Its number for this viewer.
        seq: u64,
        /// The match's time, when one is being played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tick: Option<Tick>,
        /// What.
        event: TableEvent,
    },
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
    /// Seats, readiness or presence changed.
    Table(TableInfo),
    /// A match began.
    Began(Playing),
    /// Things this viewer may know happened in the game.
    Game(Vec<Box<RawValue>>),
    /// In a real-time game, an input has arrived. Whoever shows the game need not wait until it is settled.
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
    /// Somebody said something.
    Chat(ChatLine),
    /// The table is gone.
    Closed {
        /// Why, for people.
        reason: String,
    },
}

/// Serde for 64-bit numbers as hexadecimal text: JSON numbers would lose bits in some clients.
mod parlor_hex {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use std::borrow::Cow;

    pub fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{value:x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shot_looks_like_this() {
        let text = r#"{"id":"a1","do":{"act":{"table":"K7QX2M","action":{"fire":{"at":"B7"}}}}}"#;
        let frame: ClientFrame = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&frame).unwrap(), text);
        let Command::Act { action, .. } = frame.command else { panic!("an action") };
        assert_eq!(action.get(), r#"{"fire":{"at":"B7"}}"#);
    }

    #[test]
    fn invitations_look_like_this() {
        let text = r#"{"id":"a1","do":{"invite":{"to":{"name":"Ann"},"wish":{"game":"battleship"}}}}"#;
        let frame: ClientFrame = serde_json::from_str(text).unwrap();
        let Command::Invite { to, wish, pace } = frame.command else { panic!("an invitation") };
        assert_eq!((to, wish.game.as_str(), pace), (Invitee::Name("Ann".into()), "battleship", Pace::Live));
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
    fn ids_are_bounded() {
        assert!(CommandId::try_from("x".repeat(41)).is_err());
        assert!(CommandId::try_from(String::new()).is_err());
        assert!(CommandId::try_from("a b".to_owned()).is_err());
        assert!(serde_json::from_str::<ClientFrame>(r#"{"id":"a","do":"ping","extra":1}"#).is_err());
        assert!(serde_json::from_str::<ClientFrame>(r#"{"id":"a","do":"ping"}"#).is_ok());
    }
}
