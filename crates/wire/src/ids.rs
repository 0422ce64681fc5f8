//! Names of things that outlive a table.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// Why a text is no id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("an id is sixteen hexadecimal digits")]
pub struct NotAnId;

/// An id as sixteen hexadecimal digits. Ids are written in nearly every frame and row, so no formatter is involved.
struct Digits([u8; 16]);

impl Digits {
    fn of(id: u64) -> Self {
        Self(std::array::from_fn(|place| b"0123456789abcdef"[(id >> (60 - 4 * place) & 0xF) as usize]))
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.0).expect("digits are ASCII")
    }
}

/// An opaque 64-bit id that travels as sixteen hexadecimal digits (JSON numbers would lose bits).
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(Digits::of(self.0).text())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self}")
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<Self, NotAnId> {
                if text.len() != 16 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    return Err(NotAnId);
                }
                u64::from_str_radix(text, 16).map(Self).map_err(|_| NotAnId)
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(Digits::of(self.0).text())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                parlor_kernel::from_text(deserializer)
            }
        }
    };
}

/// When something came to be, on the wall clock in seconds, then chance. What is stored under ids of one time lies together;
/// by chance alone each would be written to a page of its own.
const fn dated(wall_ms: u64, chance: u64) -> u64 {
    (wall_ms / 1000) << 32 | chance >> 32
}

id! {
    /// A person, whatever seat they sit in.
    UserId
}
impl UserId {
    /// A new id: those who come together often play together.
    pub const fn new(wall_ms: u64, chance: u64) -> Self {
        Self(dated(wall_ms, chance))
    }
}
id! {
    /// One match: a game from its first action to its result.
    MatchId
}
impl MatchId {
    /// A new id.
    pub const fn new(wall_ms: u64, chance: u64) -> Self {
        Self(dated(wall_ms, chance))
    }
}
id! {
    /// One person's invitation of another to a game.
    InvitationId
}
id! {
    /// One bet: from its invitation until it is paid or refunded.
    EscrowId
}
id! {
    /// One run that a player has begun alone, for a record.
    RunId
}
id! {
    /// One line of chat.
    LineId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_later_has_a_higher_id() {
        let (before, after) = ((1_800_000_000_999, u64::MAX), (1_800_000_001_000, 0));
        assert!(MatchId::new(before.0, before.1) < MatchId::new(after.0, after.1));
        assert!(UserId::new(before.0, before.1) < UserId::new(after.0, after.1));
        assert_eq!(MatchId::new(before.0, before.1), MatchId(1_800_000_000 << 32 | u64::from(u32::MAX)));
    }

    #[test]
    fn ids_go_there_and_back() {
        let id = UserId(0xAB);
        assert_eq!(serde_json::to_string(&id).unwrap(), "\"00000000000000ab\"");
        assert_eq!("00000000000000ab".parse(), Ok(id));
        for bad in ["", "ab", "+0000000000000ab", "zz00000000000000"] {
            assert_eq!(bad.parse::<UserId>(), Err(NotAnId));
        }
    }
}
