//! Values that travel as text.

use serde::{Deserializer, de};
use std::{fmt, marker::PhantomData, str::FromStr};

/// Deserialises a value from its text, which is not kept.
///
/// # Errors
/// If there is no text, or it is not one of such a value.
pub fn from_text<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    deserializer.deserialize_str(Text(PhantomData))
}

struct Text<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> de::Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Bytes in lower-case hexadecimal.
pub(crate) struct Hex<'a>(pub &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        // Keys and digests are not longer than this.
        for bytes in self.0.chunks(32) {
            let mut text = [0; 64];
            for (digits, byte) in text.chunks_exact_mut(2).zip(bytes) {
                digits.copy_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 0xF)]]);
            }
            f.write_str(std::str::from_utf8(&text[..2 * bytes.len()]).expect("digits are ASCII"))?;
        }
        Ok(())
    }
}

/// Exactly `N` bytes from hexadecimal.
pub(crate) fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    if text.len() != 2 * N || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

/// A newtype over a byte array that travels in hexadecimal.
macro_rules! hex_text {
    ($name:ident, $len:literal, $what:literal) => {
        impl ::std::str::FromStr for $name {
            type Err = &'static str;

            fn from_str(text: &str) -> Result<Self, &'static str> {
                $crate::text::unhex::<$len>(text).map(Self).ok_or($what)
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&$crate::text::Hex(&self.0))
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::from_text(deserializer)
            }
        }
    };
}
pub(crate) use hex_text;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_from_hexadecimal() {
        let bytes: [u8; 40] = std::array::from_fn(|place| (7 * place) as u8);
        let text = Hex(&bytes).to_string();
        assert_eq!((&text[..8], text.len()), ("00070e15", 80));
        assert_eq!(unhex(&text), Some(bytes));
        for bad in ["", "0", "0g", "+1", "000000"] {
            assert_eq!(unhex::<1>(bad), None, "{bad}");
        }
    }

    #[test]
    fn values_are_read_from_any_text_and_from_nothing_else() {
        let read = |json: &str| from_text::<_, u8>(&mut serde_json::Deserializer::from_str(json)).ok();
        assert_eq!((read(r#""7""#), read("\"\\u0037\"")), (Some(7), Some(7)));
        assert_eq!((read(r#""x""#), read("7"), read("null")), (None, None, None));
    }
}
