//! Table codes: six characters that people read out to each other.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// Six capital letters and digits that name a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableCode([u8; Self::LEN]);

impl TableCode {
    /// How many characters a code has.
    pub const LEN: usize = 6;

    /// What new codes are made of: nothing that is easily taken for something else (no 0 and O, no 1, I and L).
    pub const ALPHABET: &'static [u8; 31] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";

    /// A code from random bits.
    pub fn from_bits(mut bits: u64) -> Self {
        let letters = Self::ALPHABET.len() as u64;
        Self(std::array::from_fn(|_| {
            let letter = Self::ALPHABET[(bits % letters) as usize];
            bits /= letters;
            letter
        }))
    }

    /// The code as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// Why a text is no table code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a table code is six letters and digits, like K7QX2M")]
pub struct NotACode;

impl FromStr for TableCode {
    type Err = NotACode;

    /// Takes what people type: any case, spaces and dashes between.
    fn from_str(text: &str) -> Result<Self, NotACode> {
        let mut code = [0; Self::LEN];
        let mut typed = text.bytes().filter(|byte| !matches!(byte, b' ' | b'-'));
        for place in &mut code {
            *place = typed.next().filter(u8::is_ascii_alphanumeric).ok_or(NotACode)?.to_ascii_uppercase();
        }
        if typed.next().is_none() { Ok(Self(code)) } else { Err(NotACode) }
    }
}

impl fmt::Display for TableCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for TableCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for TableCode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for TableCode {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parlor_kernel::from_text(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_as_people_type_them() {
        let code: TableCode = "k7q-x2m".parse().unwrap();
        assert_eq!(code.to_string(), "K7QX2M");
        assert_eq!(" K7Q X2M ".parse(), Ok(code));
        for bad in ["", "K7QX2", "K7QX2MM", "K7QX2!", "ÄÄÄ"] {
            assert_eq!(bad.parse::<TableCode>(), Err(NotACode));
        }
        let made = TableCode::from_bits(u64::MAX);
        assert_eq!(made.as_str().parse(), Ok(made));
    }
}
