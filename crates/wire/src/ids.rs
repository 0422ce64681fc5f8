//! Names of things that outlive a table.

use serde::{Deserialize, Serialize, de};
use std::{borrow::Cow, fmt, str::FromStr};
use thiserror::Error;

/// Why a text is no id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("an id is sixteen hexadecimal digits")]
pub struct NotAnId;

/// An opaque 64-bit id that travels as sixteen hexadecimal digits (JSON numbers would lose bits).
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:016x}", self.0)
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
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    };
}

id! {
    /// A person, whatever seat they sit in.
    UserId
}
id! {
    /// One match: a game from its first action to its result.
    MatchId
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
    /// One line of chat.
    LineId
}

#[cfg(test)]
mod tests {
    use super::*;

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
