//! Rows as both databases mean them, and as PostgreSQL spells them in a copy.

use super::{MoveError, schema::Table};
use sha2::{Digest, Sha256};
use std::fmt::{self, Write};

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Whole,
    Flag,
    Real,
    Text,
    Bytes,
}

impl Kind {
    /// What PostgreSQL calls it; none for a type that no column has had so far.
    pub fn of(data_type: &str) -> Option<Self> {
        Some(match data_type {
            "bigint" => Self::Whole,
            "boolean" => Self::Flag,
            "double precision" => Self::Real,
            "text" | "json" => Self::Text,
            "bytea" => Self::Bytes,
            _ => return None,
        })
    }
}

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Null,
    Whole(i64),
    Flag(bool),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Value {
    pub fn whole(number: u64) -> Self {
        Self::Whole(number.cast_signed())
    }

    pub fn text(text: Option<&str>) -> Self {
        text.map_or(Self::Null, |text| Self::Text(text.to_owned()))
    }
}

/// How many rows there are, and what they add up to, in whatever order they come.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Sum {
    rows: u64,
    /// The sum of the rows' hashes, as four numbers of which each wraps by itself.
    words: [u64; 4],
}

impl Sum {
    pub fn add(&mut self, row: &[Value]) {
        let mut hash = Sha256::new();
        for value in row {
            // Each value says what it is and how long: no two rows are spelled the same.
            match value {
                Value::Null => hash.update([0]),
                Value::Whole(number) => hash.update([&[1][..], &number.to_le_bytes()].concat()),
                Value::Flag(flag) => hash.update([2, u8::from(*flag)]),
                Value::Real(number) => hash.update([&[3][..], &number.to_bits().to_le_bytes()].concat()),
                Value::Text(text) => {
                    hash.update([&[4][..], &(text.len() as u64).to_le_bytes()].concat());
                    hash.update(text);
                }
                Value::Bytes(bytes) => {
                    hash.update([&[5][..], &(bytes.len() as u64).to_le_bytes()].concat());
                    hash.update(bytes);
                }
            }
        }
        let hash = hash.finalize();
        for (word, bytes) in self.words.iter_mut().zip(hash.chunks_exact(8)) {
            *word = word.wrapping_add(bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)));
        }
        self.rows += 1;
    }

    pub fn rows(&self) -> u64 {
        self.rows
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.words.iter().try_for_each(|word| write!(f, "{word:016x}"))
    }
}

/// Appends a row as a line of a copy.
pub fn spell(row: &[Value], line: &mut String) {
    for (place, value) in row.iter().enumerate() {
        if place > 0 {
            line.push('\t');
        }
        // Writing to a text does not fail.
        let _ = match value {
            Value::Null => line.write_str("\\N"),
            Value::Whole(number) => write!(line, "{number}"),
            Value::Flag(flag) => line.write_str(if *flag { "t" } else { "f" }),
            // As many digits as it takes to read the same number again.
            Value::Real(number) => write!(line, "{number:?}"),
            Value::Text(text) => text.chars().try_for_each(|letter| match letter {
                '\\' => line.write_str("\\\\"),
                '\n' => line.write_str("\\n"),
                '\r' => line.write_str("\\r"),
                '\t' => line.write_str("\\t"),
                letter => line.write_char(letter),
            }),
            Value::Bytes(bytes) => {
                line.write_str("\\\\x").and_then(|()| bytes.iter().try_for_each(|byte| write!(line, "{byte:02x}")))
            }
        };
    }
    line.push('\n');
}

/// Reads a line of a copy.
pub fn read(table: &Table, line: &str) -> Result<Vec<Value>, MoveError> {
    let mut fields = line.split('\t');
    let row = table.columns.iter().map(|column| {
        let unfit = |what: &str| table.unfit(&column.name, what);
        let field = fields.next().ok_or_else(|| unfit("nothing"))?;
        if field == "\\N" {
            return Ok(Value::Null);
        }
        match column.kind {
            Kind::Whole => field.parse().map(Value::Whole).map_err(|_| unfit(field)),
            Kind::Flag => match field {
                "t" => Ok(Value::Flag(true)),
                "f" => Ok(Value::Flag(false)),
                other => Err(unfit(other)),
            },
            Kind::Real => field.parse().map(Value::Real).map_err(|_| unfit(field)),
            Kind::Text => unescaped(field).map(Value::Text).ok_or_else(|| unfit("a text")),
            Kind::Bytes => field
                .strip_prefix("\\\\x")
                .and_then(|digits| {
                    let pairs = digits.as_bytes().chunks(2);
                    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
                })
                .map(Value::Bytes)
                .ok_or_else(|| unfit("bytes")),
        }
    });
    row.collect()
}

fn unescaped(field: &str) -> Option<String> {
    let mut text = String::with_capacity(field.len());
    let mut letters = field.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        text.push(match letters.next()? {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            '\\' => '\\',
            _ => return None,
        });
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moving::schema::Column;

    #[test]
    fn rows_are_spelled_and_read_again() {
        let kinds = [Kind::Whole, Kind::Flag, Kind::Real, Kind::Text, Kind::Bytes, Kind::Text];
        let table = Table::new("t", kinds.map(|kind| Column::same("c", kind)).to_vec());
        let row = vec![
            Value::Whole(i64::MIN),
            Value::Flag(true),
            Value::Real(0.1 + 0.2),
            Value::Text("a\tb\\n\nc\r\u{8}\u{b}é\\N".into()),
            Value::Bytes(vec![0, 255, 92]),
            Value::Null,
        ];
        let mut line = String::new();
        spell(&row, &mut line);
        assert_eq!(line.matches('\n').count(), 1, "{line:?}");
        assert_eq!(read(&table, line.trim_end_matches('\n')).unwrap(), row);
        assert!(read(&table, "x\tt\t1\t\t\\\\x\t").is_err());
        assert!(read(&table, "1\tt").is_err(), "too few");
    }

    #[test]
    fn sums_know_rows_but_not_their_order() {
        let of = |rows: &[&[Value]]| {
            let mut sum = Sum::default();
            rows.iter().for_each(|row| sum.add(row));
            sum
        };
        let (one, two) = ([Value::Whole(1), Value::Null], [Value::Whole(2), Value::Text(String::new())]);
        assert_eq!(of(&[&one, &two]), of(&[&two, &one]));
        assert_ne!(of(&[&one, &two]), of(&[&one, &one]));
        assert_ne!(of(&[&one]), of(&[&[Value::Null, Value::Whole(1)]]));
        assert_ne!(
            of(&[&[Value::Text("ab".into()), Value::Text("c".into())]]),
            of(&[&[Value::Text("a".into()), Value::Text("bc".into())]])
        );
    }
}
