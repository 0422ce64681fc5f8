//! The log of a match: all that is needed to play it again.
//!
//! As text it is JSON Lines: a header, one line per input, and a footer once the match is over. Ticks in
//! which nobody acted are implied: whoever replays lets the game's own clock run. A line says what is listed here and
//! nothing else: what no check looks at has no place in a proof.

use crate::{Commitment, Digest, Key, Outcome, Seat, Tick};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Write;
use thiserror::Error;

/// How a match began.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
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
    /// Nobody acted, but the match is known to have reached this moment: its clock moved it and people were told.
    Wake,
}

/// One line of the log, with its input in whatever form it is at hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry<I = Input<Value>> {
    /// Its place in the log, from 1 without gaps.
    pub seq: u64,
    /// When it happened.
    pub tick: Tick,
    /// What happened.
    pub input: I,
    /// The position afterwards, every so often.
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
    /// The final position.
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
}
