//! Reading columns, whichever database a row comes from.

use crate::{StoreError, User, words::Word};
use parlor_wire::{TableCode, UserId};
use sqlx::{Decode, Row, Type};

/// A row, whichever database it comes from. Numbers are 64 bits wide and signed in both.
pub trait Columns {
    fn number(&self, column: &str) -> Result<i64, StoreError>;
    fn number_or_none(&self, column: &str) -> Result<Option<i64>, StoreError>;
    fn real(&self, column: &str) -> Result<f64, StoreError>;
    fn real_or_none(&self, column: &str) -> Result<Option<f64>, StoreError>;
    fn flag(&self, column: &str) -> Result<bool, StoreError>;
    fn text(&self, column: &str) -> Result<&str, StoreError>;
    fn text_or_none(&self, column: &str) -> Result<Option<&str>, StoreError>;
    fn bytes(&self, column: &str) -> Result<Vec<u8>, StoreError>;
}

fn column<'r, R, T>(row: &'r R, column: &str) -> Result<T, StoreError>
where
    R: Row,
    for<'c> &'c str: sqlx::ColumnIndex<R>,
    T: Decode<'r, R::Database> + Type<R::Database>,
{
    Ok(row.try_get(column)?)
}

macro_rules! columns {
    ($row:ty) => {
        impl Columns for $row {
            fn number(&self, name: &str) -> Result<i64, StoreError> {
                column(self, name)
            }

            fn number_or_none(&self, name: &str) -> Result<Option<i64>, StoreError> {
                column(self, name)
            }

            fn real(&self, name: &str) -> Result<f64, StoreError> {
                column(self, name)
            }

            fn real_or_none(&self, name: &str) -> Result<Option<f64>, StoreError> {
                column(self, name)
            }

            fn flag(&self, name: &str) -> Result<bool, StoreError> {
                column(self, name)
            }

            fn text(&self, name: &str) -> Result<&str, StoreError> {
                column(self, name)
            }

            fn text_or_none(&self, name: &str) -> Result<Option<&str>, StoreError> {
                column(self, name)
            }

            fn bytes(&self, name: &str) -> Result<Vec<u8>, StoreError> {
                column(self, name)
            }
        }
    };
}

#[cfg(feature = "sqlite")]
columns!(sqlx::sqlite::SqliteRow);
#[cfg(feature = "postgres")]
columns!(sqlx::postgres::PgRow);

/// A number whose 64 bits are all used, as ids are: databases' integers are signed.
pub fn unsigned(row: &impl Columns, column: &str) -> Result<u64, StoreError> {
    Ok(row.number(column)?.cast_unsigned())
}

/// The same, where there may be none.
pub fn unsigned_or_none(row: &impl Columns, column: &str) -> Result<Option<u64>, StoreError> {
    Ok(row.number_or_none(column)?.map(i64::cast_unsigned))
}

/// A number that a narrower type holds.
pub fn narrow<N: TryFrom<i64>>(row: &impl Columns, column: &str) -> Result<N, StoreError> {
    narrowed(row.number(column)?, column)
}

/// The same, where there may be none.
pub fn narrow_or_none<N: TryFrom<i64>>(row: &impl Columns, column: &str) -> Result<Option<N>, StoreError> {
    row.number_or_none(column)?.map(|number| narrowed(number, column)).transpose()
}

fn narrowed<N: TryFrom<i64>>(number: i64, column: &str) -> Result<N, StoreError> {
    number.try_into().map_err(|_| StoreError::Corrupt(format!("{number} as {column}")))
}

pub fn word<W: Word>(row: &impl Columns, column: &str) -> Result<W, StoreError> {
    W::read(row.text(column)?)
}

pub fn word_or_none<W: Word>(row: &impl Columns, column: &str) -> Result<Option<W>, StoreError> {
    row.text_or_none(column)?.map(W::read).transpose()
}

pub fn table_code(text: &str) -> Result<TableCode, StoreError> {
    text.parse().map_err(|_| StoreError::Corrupt(format!("table code {text}")))
}

/// The user in the columns `id`, `name` and `kind`.
pub fn user(row: &impl Columns) -> Result<User, StoreError> {
    user_in(row, "id", "name", "kind")
}

/// A user in other columns.
pub fn user_in(row: &impl Columns, id: &str, name: &str, kind: &str) -> Result<User, StoreError> {
    Ok(User { id: UserId(unsigned(row, id)?), name: row.text(name)?.to_owned(), kind: word(row, kind)? })
}
