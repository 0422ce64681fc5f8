//! What clients ask of the house.
//!
//! Every command carries an id chosen by the client and is answered exactly once, by
//! [`Done`](crate::ServerFrame::Done) or [`Refused`](crate::ServerFrame::Refused). A command that is sent again with the
//! same id (after a dropped connection) is answered again but done only once.

use crate::{EscrowStep, InvitationId, Invitee, Pace, Room, TableCode, frame::Seen, http::OpenTable};
use arrayvec::ArrayString;
use parlor_kernel::{Seat, Tick};
use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};
use std::str::FromStr;
use thiserror::Error;

/// A client's name for one of its commands: at most [`CommandId::MAX`] bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CommandId(ArrayString<{ CommandId::MAX }>);

impl CommandId {
    /// The longest id, in bytes.
    pub const MAX: usize = 40;

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CommandId {
    type Err = NotACommandId;

    fn from_str(text: &str) -> Result<Self, NotACommandId> {
        let is_visible = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        ArrayString::from(text).ok().filter(|_| is_visible).map(Self).ok_or(NotACommandId)
    }
}

/// Why a text is no id of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a command id is 1 to 40 visible ASCII characters")]
pub struct NotACommandId;

impl Serialize for CommandId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for CommandId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parlor_kernel::from_text(deserializer)
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

/// Declares the commands to the house and those to a table, each once.
///
/// In JSON they look alike: `{"kick":{"table":"K7QX2M","seat":1}}`. So what is read and written is one flat enum, which
/// nothing else sees.
macro_rules! commands {
    (
        to the house: {
            $($(#[$about:meta])* $name:ident $({ $($(#[$of:meta])* $field:ident: $kind:ty,)* })?,)*
        }
        to a table: {
            $($(#[$t_about:meta])* $t_name:ident $({ $($(#[$t_of:meta])* $t_field:ident: $t_kind:ty,)* })?,)*
        }
    ) => {
        /// What a client may want.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(from = "Flat", into = "Flat")]
        pub enum Command {
            $($(#[$about])* $name $({ $($(#[$of])* $field: $kind,)* })?,)*
            /// Something of a table.
            At {
                /// Which table.
                table: TableCode,
                /// What.
                what: TableCommand,
            },
        }

        /// What a client may want of a table.
        #[derive(Clone, Debug, Serialize, Deserialize, strum::IntoStaticStr)]
        #[serde(rename_all = "snake_case")]
        #[strum(serialize_all = "snake_case")]
        pub enum TableCommand {
            $($(#[$t_about])* $t_name $({ $($(#[$t_of])* $t_field: $t_kind,)* })?,)*
        }

        /// The JSON form of a [`Command`].
        #[derive(Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Flat {
            $($name $({ $($(#[$of])* $field: $kind,)* })?,)*
            $($t_name { table: TableCode, $($($(#[$t_of])* $t_field: $t_kind,)*)? },)*
        }

        impl From<Flat> for Command {
            fn from(flat: Flat) -> Self {
                match flat {
                    $(Flat::$name $({ $($field,)* })? => Self::$name $({ $($field,)* })?,)*
                    $(Flat::$t_name { table, $($($t_field,)*)? } => {
                        TableCommand::$t_name $({ $($t_field,)* })?.at(table)
                    })*
                }
            }
        }

        impl From<Command> for Flat {
            fn from(command: Command) -> Self {
                match command {
                    $(Command::$name $({ $($field,)* })? => Self::$name $({ $($field,)* })?,)*
                    $(Command::At { table, what: TableCommand::$t_name $({ $($t_field,)* })? } => {
                        Self::$t_name { table, $($($t_field,)*)? }
                    })*
                }
            }
        }
    };
}

commands! {
    to the house: {
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
        /// To be paired with players of similar strength who want to play the same. Lasts until they are paired, ask for
        /// something else, or the connection ends.
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
        /// To invite a player to a game. The invitation itself arrives as
        /// [`Invited`](crate::ServerFrame::Invited); if they have invited the caller to the very same game it is accepted
        /// instead.
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
        /// To decline an invitation.
        DeclineInvitation {
            /// Which.
            invitation: InvitationId,
        },
        /// To take back the caller's own invitation.
        WithdrawInvitation {
            /// Which.
            invitation: InvitationId,
        },
        /// To know that the connection lives.
        Ping,
    }
    to a table: {
        /// To sit down, or, before a match, to move to another seat. Sitting down is being ready.
        Sit {
            /// Which seat; any free one when missing.
            #[serde(default)]
            seat: Option<Seat>,
        },
        /// To give up the seat. During a match that is leaving it for good.
        Stand,
        /// To be ready, or not yet. After a match, ready means rematch.
        Ready {
            /// Ready or not.
            ready: bool,
        },
        /// As host, before a match: to put a bot into an empty seat, or take it out.
        SeatBot {
            /// Which seat.
            seat: Seat,
            /// Which bot; none takes it out.
            level: Option<String>,
        },
        /// As host, before a match: to send a player away from their seat.
        Kick {
            /// Which seat.
            seat: Seat,
        },
        /// As host, before a match: to move who sits in one seat to another. Who sits there changes places with them.
        Move {
            /// From which seat.
            from: Seat,
            /// To which.
            to: Seat,
        },
        /// As host, before a match: to have chance decide who sits where.
        Shuffle,
        /// As host, before the first match: to have other rules, or another door. Players who were ready have agreed to
        /// other rules, and are asked again.
        SetRules {
            /// The preset.
            preset: String,
            /// What to change in it.
            #[serde(default)]
            options: Box<Value>,
            /// Whether the table is in the public list.
            public: bool,
            /// Whether its matches count for ratings.
            #[serde(default)]
            rated: bool,
        },
        /// As host: to begin the match once all who sit there are ready. Bots take the empty seats.
        Begin {
            /// Which bots; middling ones when missing.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            bots: Option<String>,
        },
        /// To act in the game.
        Act {
            /// One of the game's actions.
            action: Box<RawValue>,
            /// In a real-time game, the tick its player saw: it counts for that one unless it comes too late.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            at: Option<Tick>,
        },
        /// To see a bot's move at once: it stops pretending to think.
        Hurry,
        /// To do something about the bet.
        Escrow {
            /// What.
            step: EscrowStep,
        },
        /// To say something.
        Chat {
            /// What.
            text: String,
            /// Where; in the caller's own room when missing.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            room: Option<Room>,
        },
    }
}

impl TableCommand {
    /// The command, given to a table.
    pub const fn at(self, table: TableCode) -> Command {
        Command::At { table, what: self }
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
        let Command::At { what: TableCommand::Act { action, .. }, .. } = frame.command else { panic!("an action") };
        assert_eq!(action.get(), r#"{"fire":{"at":"B7"}}"#);
    }

    #[test]
    fn every_command_to_a_table_names_it_among_its_fields() {
        for text in [
            r#"{"sit":{"table":"K7QX2M","seat":null}}"#,
            r#"{"stand":{"table":"K7QX2M"}}"#,
            r#"{"ready":{"table":"K7QX2M","ready":true}}"#,
            r#"{"seat_bot":{"table":"K7QX2M","seat":1,"level":"easy"}}"#,
            r#"{"kick":{"table":"K7QX2M","seat":1}}"#,
            r#"{"move":{"table":"K7QX2M","from":1,"to":2}}"#,
            r#"{"shuffle":{"table":"K7QX2M"}}"#,
            r#"{"set_rules":{"table":"K7QX2M","preset":"hope","options":{"width":8},"public":true,"rated":false}}"#,
            r#"{"begin":{"table":"K7QX2M"}}"#,
            r#"{"begin":{"table":"K7QX2M","bots":"easy"}}"#,
            r#"{"act":{"table":"K7QX2M","action":1,"at":7}}"#,
            r#"{"hurry":{"table":"K7QX2M"}}"#,
            r#"{"escrow":{"table":"K7QX2M","step":"deposit"}}"#,
            r#"{"chat":{"table":"K7QX2M","text":"hi"}}"#,
        ] {
            let command: Command = serde_json::from_str(text).unwrap();
            assert!(matches!(command, Command::At { table, .. } if table.as_str() == "K7QX2M"), "{text}");
            assert_eq!(serde_json::to_string(&command).unwrap(), text);
        }
        assert!(serde_json::from_str::<Command>(r#"{"stand":{}}"#).is_err(), "which table?");
        assert!(serde_json::from_str::<Command>(r#"{"at":{"table":"K7QX2M","what":"stand"}}"#).is_err());
    }

    #[test]
    fn commands_to_the_house_look_like_this() {
        for text in [r#"{"unwatch":{"table":"K7QX2M"}}"#, r#""unseek""#, r#""ping""#] {
            let command: Command = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&command).unwrap(), text);
        }
        let text = r#"{"id":"a1","do":{"invite":{"to":{"name":"Ann"},"wish":{"game":"battleship"}}}}"#;
        let frame: ClientFrame = serde_json::from_str(text).unwrap();
        let Command::Invite { to, wish, pace } = frame.command else { panic!("an invitation") };
        assert_eq!((to, wish.game.as_str(), pace), (Invitee::Name("Ann".into()), "battleship", Pace::Live));
    }

    #[test]
    fn ids_are_bounded() {
        for bad in ["", "a b", "ä", &"x".repeat(41)] {
            assert_eq!(bad.parse::<CommandId>(), Err(NotACommandId));
        }
        let longest = "x".repeat(CommandId::MAX);
        assert_eq!(longest.parse::<CommandId>().unwrap().as_str(), longest);
        assert!(serde_json::from_str::<ClientFrame>(r#"{"id":"a","do":"ping","extra":1}"#).is_err());
        assert!(serde_json::from_str::<ClientFrame>(r#"{"id":"a","do":"ping"}"#).is_ok());
    }
}
