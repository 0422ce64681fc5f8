//! Reading columns.

use crate::{StoreError, User, words::Word};
use parlor_wire::{TableCode, UserId};
use serde::{Deserialize, Serialize};
use sqlx::{Row, sqlite::SqliteRow};

/// A number whose 64 bits are all used, as ids are: SQLite's integers are signed.
pub fn unsigned(row: &SqliteRow, column: &str) -> Result<u64, StoreError> {
    Ok(row.try_get::<i64, _>(column)?.cast_unsigned())
}

/// The same, where there may be none.
pub fn unsigned_or_none(row: &SqliteRow, column: &str) -> Result<Option<u64>, StoreError> {
    Ok(row.try_get::<Option<i64>, _>(column)?.map(i64::cast_unsigned))
}

pub fn word<W: Word>(row: &SqliteRow, column: &str) -> Result<W, StoreError> {
    W::read(row.try_get(column)?)
}

pub fn word_or_none<W: Word>(row: &SqliteRow, column: &str) -> Result<Option<W>, StoreError> {
    row.try_get::<Option<&str>, _>(column)?.map(W::read).transpose()
}

pub fn table_code(text: &str) -> Result<TableCode, StoreError> {
    text.parse().map_err(|_| StoreError::Corrupt(format!("table code {text}")))
}

/// The user in the columns `id`, `name` and `kind`.
pub fn user(row: &SqliteRow) -> Result<User, StoreError> {
    user_in(row, "id", "name", "kind")
}

/// A user in other columns.
pub fn user_in(row: &SqliteRow, id: &str, name: &str, kind: &str) -> Result<User, StoreError> {
    Ok(User { id: UserId(unsigned(row, id)?), name: row.try_get(name)?, kind: word(row, kind)? })
}

pub fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt(error.to_string()))
}

/// # Panics
/// Never: parts of a log, and maps from text to numbers, are representable in JSON.
pub fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is kept as JSON is JSON")
}
