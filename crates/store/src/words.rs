//! How words are spelled in columns. Wire's JSON may change; these do not.

use crate::{Action, MatchStatus, ReportReason, Role, SeatResult, StoreError, Versus, Why};
use parlor_wire::{Kind, Pace, Room};
use std::borrow::Cow;

/// A value that is one word in a column.
pub trait Word: Sized {
    /// Its spelling.
    fn word(&self) -> Cow<'static, str>;

    /// The value that is spelled so.
    ///
    /// # Errors
    /// If there is none.
    fn read(word: &str) -> Result<Self, StoreError>;
}

fn unknown(word: &str) -> StoreError {
    StoreError::Corrupt(format!("the word {word:?}"))
}

macro_rules! words {
    ($($name:ident { $($variant:ident = $word:literal),+ $(,)? })+) => {$(
        impl Word for $name {
            fn word(&self) -> Cow<'static, str> {
                Cow::Borrowed(match self { $(Self::$variant => $word),+ })
            }

            fn read(word: &str) -> Result<Self, StoreError> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(unknown(word)),
                }
            }
        }
    )+};
}

words! {
    Kind { Guest = "guest", Account = "account", Bot = "bot" }
    Pace { Live = "live", Correspondence = "correspondence" }
    MatchStatus { InProgress = "IN_PROGRESS", Completed = "COMPLETED", Abandoned = "ABANDONED" }
    SeatResult { Won = "won", Lost = "lost", Drawn = "drawn", Void = "void" }
    Versus { People = "people", Bots = "bots" }
    Role { Moderator = "moderator", Admin = "admin" }
    Action {
        Ban = "ban", Unban = "unban", Grant = "grant", Password = "password", Promote = "promote", Demote = "demote",
        CloseTable = "close_table", CloseReport = "close_report",
    }
    ReportReason { Abuse = "abuse", Spam = "spam", Cheating = "cheating", Name = "name", Other = "other" }
    Why {
        Welcome = "welcome", Daily = "daily", Deposit = "deposit", Payout = "payout", Refund = "refund", Closed = "closed",
        Gift = "gift",
    }
}

impl Word for Room {
    fn word(&self) -> Cow<'static, str> {
        match self {
            Self::Table => "table".into(),
            Self::Gallery => "gallery".into(),
            Self::Team(team) => format!("team {team}").into(),
        }
    }

    fn read(word: &str) -> Result<Self, StoreError> {
        match word {
            "table" => Ok(Self::Table),
            "gallery" => Ok(Self::Gallery),
            _ => {
                let team = word.strip_prefix("team ").and_then(|team| team.parse().ok());
                team.map(Self::Team).ok_or_else(|| unknown(word))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_spelled_and_read() {
        for (room, word) in [(Room::Table, "table"), (Room::Gallery, "gallery"), (Room::Team(3), "team 3")] {
            assert_eq!(room.word(), word);
            assert_eq!(Room::read(word).unwrap(), room);
        }
        for bad in ["", "team", "team x", "\"table\""] {
            assert!(matches!(Room::read(bad), Err(StoreError::Corrupt(_))), "{bad}");
        }
        assert!(Kind::read("robot").is_err());
    }
}
