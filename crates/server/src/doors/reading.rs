//! Reading what clients send as JSON. A client is told in the house's words what is wrong with it: never in those of a
//! parser, which speak of types and columns, and may quote what was sent.

use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

/// The longest place that is named.
const NAMED: usize = 60;

/// Why something cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unreadable {
    /// It is no JSON.
    #[error("that is no JSON, or it breaks off")]
    NotJson,
    /// Something in it is not what belongs there.
    #[error("`{0}` is not what belongs there, or lacks something")]
    At(String),
    /// It is something else as a whole.
    #[error("something is missing, or does not belong there")]
    Whole,
}

/// Reads a text.
///
/// # Errors
/// What is wrong with it.
pub fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Unreadable> {
    serde_json::from_slice(bytes).map_err(|error| {
        if error.is_data() {
            // Only now: tracking the path costs time.
            wrong_at::<T, _>(&mut serde_json::Deserializer::from_slice(bytes))
        } else {
            Unreadable::NotJson
        }
    })
}

/// Reads a value.
///
/// # Errors
/// What is wrong with it.
pub fn value<T: DeserializeOwned>(value: &Value) -> Result<T, Unreadable> {
    T::deserialize(value).map_err(|_| wrong_at::<T, _>(value))
}

fn wrong_at<'de, T: DeserializeOwned, D: serde::Deserializer<'de>>(deserializer: D) -> Unreadable {
    let path = match serde_path_to_error::deserialize::<D, T>(deserializer) {
        Ok(_) => return Unreadable::Whole,
        Err(error) => error.path().to_string(),
    };
    let is_plain = path.chars().all(|c| c.is_ascii_alphanumeric() || "_.[]".contains(c));
    if path != "." && path.len() <= NAMED && is_plain { Unreadable::At(path) } else { Unreadable::Whole }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_wire::{ClientFrame, http::Login};

    #[test]
    fn what_is_wrong_is_told_in_words_of_the_house() {
        let said = |text: &str| json::<Login>(text.as_bytes()).unwrap_err();
        assert_eq!(
            (said("{"), said("\"x"), said("hello")),
            (Unreadable::NotJson, Unreadable::NotJson, Unreadable::NotJson)
        );
        assert_eq!(said(r#"{"name":"Ada"}"#), Unreadable::Whole);
        assert_eq!(said(r#"{"name":1,"password":"x"}"#), Unreadable::At("name".into()));
        assert_eq!(
            said(r#"{"name":"Ada","password":7}"#).to_string(),
            "`password` is not what belongs there, or lacks something"
        );
    }

    #[test]
    fn what_was_sent_is_not_repeated_unless_it_is_a_plain_place() {
        let said = |text: &str| json::<std::collections::BTreeMap<String, u8>>(text.as_bytes()).unwrap_err();
        assert_eq!(said(r#"{"a.b":"x"}"#), Unreadable::At("a.b".into()));
        assert_eq!(said(r#"{"<b>":"x"}"#), Unreadable::Whole);
        assert_eq!(said(&format!(r#"{{"{}":"x"}}"#, "a".repeat(61))), Unreadable::Whole);
    }

    #[test]
    fn frames_are_read_from_values_too() {
        let frame =
            serde_json::json!({"id": "a", "do": {"act": {"table": "K7QX2M", "action": {"fire": {"at": "B7"}}}}});
        assert!(value::<ClientFrame>(&frame).is_ok());
        let numbered = serde_json::json!({"id": 1, "do": "ping"});
        assert_eq!(value::<ClientFrame>(&numbered).unwrap_err(), Unreadable::At("id".into()));
    }
}
