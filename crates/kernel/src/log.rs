//! The log of a match: all that is needed to play it again.
//!
//! As text it is JSON Lines: a header, one line per input, and a footer once the match is over. Ticks in which no seat
//! acted are implied: a replay lets the game's own clock run. A line says what is listed here and nothing else: what no
//! check looks at has no place in a proof.

use crate::{Commitment, Digest, Key, Outcome, Seat, Tick, canonical::canonical};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::fmt::Write;
use thiserror::Error;

/// The form of a log.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub enum Format {
    /// Digests cover the position alone, and reasons name no seat.
    #[default]
    First,
    /// Digests cover the header, every entry and the position, and every [wake](Input::Wake) has one.
    Second,
}

/// A log of a format that is not known here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this is a log of format {0}, and this program knows 1 and 2")]
pub struct UnknownFormat(u32);

impl Format {
    /// The form that new logs have.
    pub const NEWEST: Self = Self::Second;

    fn is_first(&self) -> bool {
        *self == Self::First
    }
}

impl TryFrom<u32> for Format {
    type Error = UnknownFormat;

    fn try_from(number: u32) -> Result<Self, UnknownFormat> {
        match number {
            1 => Ok(Self::First),
            2 => Ok(Self::Second),
            unknown => Err(UnknownFormat(unknown)),
        }
    }
}

impl From<Format> for u32 {
    fn from(format: Format) -> Self {
        match format {
            Format::First => 1,
            Format::Second => 2,
        }
    }
}

/// How a match began.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The form of the log; the first one if nothing is said about it.
    #[serde(default, skip_serializing_if = "Format::is_first")]
    pub format: Format,
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The rule set.
    pub config: Value,
    /// Who sat where.
    pub seats: Vec<SeatLabel>,
    /// The promise about the dice.
    pub commitment: Commitment,
}

impl Header {
    /// The fingerprint of all that it says, independent of the order of keys in the rule set.
    pub fn digest(&self) -> Digest {
        Digest::cut(self.hash())
    }

    pub(crate) fn hash(&self) -> [u8; 32] {
        Sha256::digest(canonical(self)).into()
    }
}

/// Who sat in a seat when the match began.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatLabel {
    /// Display name.
    pub name: String,
    /// The bot's level, when it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
}

/// Something that came into a match from outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Input<A> {
    /// A seat acted.
    Act {
        /// Which seat.
        seat: Seat,
        /// What it did.
        action: A,
    },
    /// A seat left for good.
    Leave {
        /// Which seat.
        seat: Seat,
    },
    /// The house called the match off: it does not count.
    CallOff,
    /// No seat acted, but the match is known to have reached this moment: its clock moved it and people were told.
    Wake,
}

/// [`Input::Wake`] as text.
pub(crate) const WAKE: &str = "\"wake\"";

impl<A: Serialize> Input<A> {
    /// The input as the log has it: equal inputs have equal texts.
    ///
    /// # Panics
    /// If the action is not JSON.
    pub fn to_text(&self) -> String {
        /// An action of a seat with its keys in order, so that none has to be moved.
        #[derive(Serialize)]
        #[serde(rename_all = "snake_case")]
        enum Ordered<'a, A> {
            Act { action: &'a A, seat: Seat },
        }
        match self {
            Self::Act { seat, action } => canonical(&Ordered::Act { action, seat: *seat }),
            other => canonical(other),
        }
    }
}

/// One line of the log; its input is a value or a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry<I = Input<Value>> {
    /// Its place in the log, from 1 without gaps.
    pub seq: u64,
    /// When it happened.
    pub tick: Tick,
    /// What happened.
    pub input: I,
    /// What proves the log up to here and the position afterwards, every so often.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Footer {
    /// When.
    pub tick: Tick,
    /// With what result.
    pub outcome: Outcome,
    /// What proves the whole log and the final position.
    pub digest: Digest,
    /// The secret the dice drew from, published now that nothing depends on it any more.
    pub key: Key,
}

/// A whole match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// How it began.
    pub header: Header,
    /// What happened.
    pub entries: Vec<Entry>,
    /// How it ended, if it has.
    pub footer: Option<Footer>,
}

/// Why a text is not a log.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// Nothing in it.
    #[error("The file is empty: a log begins with a header line.")]
    Empty,
    /// A line that cannot be read.
    #[error("Line {line} is not part of a log: {why}.")]
    BadLine {
        /// Counted from 1.
        line: usize,
        /// What the parser said.
        why: String,
    },
    /// Entries must be numbered 1, 2, 3, …
    #[error("Line {line} should be entry {expected}, but it is entry {found}.")]
    Gap {
        /// Counted from 1.
        line: usize,
        /// The number that should come here.
        expected: u64,
        /// The number that is there.
        found: u64,
    },
    /// Something follows the footer.
    #[error("Line {line} comes after the end of the match.")]
    AfterEnd {
        /// Counted from 1.
        line: usize,
    },
}

impl Record {
    /// The log as text.
    ///
    /// # Panics
    /// Never: every part of a log is representable in JSON.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut line = |value: String| writeln!(text, "{value}").expect("strings take everything");
        line(serde_json::to_string(&self.header).expect("headers are JSON"));
        for entry in &self.entries {
            line(serde_json::to_string(entry).expect("entries are JSON"));
        }
        if let Some(footer) = &self.footer {
            line(serde_json::to_string(footer).expect("footers are JSON"));
        }
        text
    }

    /// Reads a log.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn from_text(text: &str) -> Result<Self, RecordError> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let bad = |line, error: serde_json::Error| RecordError::BadLine { line, why: error.to_string() };
        let (number, first) = lines.next().ok_or(RecordError::Empty)?;
        let header = serde_json::from_str(first).map_err(|error| bad(number, error))?;
        let mut record = Self { header, entries: Vec::new(), footer: None };
        for (line, text) in lines {
            if record.footer.is_some() {
                return Err(RecordError::AfterEnd { line });
            }
            if text.contains("\"outcome\"") && !text.contains("\"input\"") {
                record.footer = Some(serde_json::from_str(text).map_err(|error| bad(line, error))?);
                continue;
            }
            let entry: Entry = serde_json::from_str(text).map_err(|error| bad(line, error))?;
            let expected = record.entries.len() as u64 + 1;
            if entry.seq != expected {
                return Err(RecordError::Gap { line, expected, found: entry.seq });
            }
            record.entries.push(entry);
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reason;
    use serde_json::json;

    fn record() -> Record {
        let key = Key([1; 32]);
        Record {
            header: Header {
                format: Format::NEWEST,
                game: "toy".into(),
                rules: 1,
                config: json!({}),
                seats: vec![SeatLabel { name: "Ada".into(), bot: None }],
                commitment: key.commitment(),
            },
            entries: vec![
                Entry {
                    seq: 1,
                    tick: Tick(5),
                    input: Input::Act { seat: Seat(0), action: json!({"say": "\"outcome\""}) },
                    digest: None,
                },
                Entry { seq: 2, tick: Tick(9), input: Input::Wake, digest: Some(Digest([7; 16])) },
            ],
            footer: Some(Footer {
                tick: Tick(9),
                outcome: Outcome::won(Seat(0), Reason::Completed),
                digest: Digest([8; 16]),
                key,
            }),
        }
    }

    #[test]
    fn text_goes_there_and_back() {
        let record = record();
        assert_eq!(Record::from_text(&record.to_text()), Ok(record));
    }

    #[test]
    fn broken_texts_say_where() {
        assert_eq!(Record::from_text("\n"), Err(RecordError::Empty));
        let text = record().to_text();
        let lines: Vec<_> = text.lines().collect();
        let gap = [lines[0], lines[2]].join("\n");
        assert_eq!(Record::from_text(&gap), Err(RecordError::Gap { line: 2, expected: 1, found: 2 }));
        let after = [lines[0], lines[3], lines[1]].join("\n");
        assert_eq!(Record::from_text(&after), Err(RecordError::AfterEnd { line: 3 }));
        assert!(matches!(Record::from_text("{}"), Err(RecordError::BadLine { line: 1, .. })));
    }

    #[test]
    fn logs_without_a_format_have_the_first() {
        let text = record().to_text();
        assert!(text.starts_with("{\"format\":2,"), "{text}");
        let first = text.replacen("\"format\":2,", "", 1);
        let read = Record::from_text(&first).unwrap();
        assert_eq!((read.header.format, read.to_text()), (Format::First, first));
        let unknown = Record::from_text(&text.replacen("\"format\":2", "\"format\":3", 1)).unwrap_err().to_string();
        assert!(unknown.contains("format 3"), "{unknown}");
    }

    #[test]
    fn the_order_of_keys_does_not_matter_and_everything_else_does() {
        let header = |config: &str, name: &str| Header {
            config: serde_json::from_str(config).unwrap(),
            seats: vec![SeatLabel { name: name.into(), bot: None }],
            ..record().header
        };
        let digest = header(r#"{"a":{"x":1,"y":[2]},"b":null}"#, "Ada").digest();
        assert_eq!(header(r#"{"b":null,"a":{"y":[2],"x":1}}"#, "Ada").digest(), digest);
        assert_ne!(header(r#"{"a":{"x":1,"y":[2]},"b":false}"#, "Ada").digest(), digest);
        assert_ne!(header(r#"{"a":{"x":1,"y":[2]},"b":null}"#, "Ben").digest(), digest);
        let input = |action: &str| Input::Act { seat: Seat(1), action: serde_json::from_str::<Value>(action).unwrap() };
        assert_eq!(input(r#"{"y":1,"x":2}"#).to_text(), input(r#"{"x":2,"y":1}"#).to_text());
        assert_eq!(Input::<()>::Wake.to_text(), WAKE);
    }
}
