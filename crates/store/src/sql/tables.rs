//! Open tables and what is said there, as rows.

use super::columns::{Columns, table_code, unsigned, word};
use crate::{Due, Line, StoreError};
use parlor_wire::{LineId, TableCode, UserId};

pub fn to_table(row: &impl Columns) -> Result<(TableCode, String), StoreError> {
    Ok((table_code(row.text("code")?)?, row.text("state")?.to_owned()))
}

pub fn to_due(row: &impl Columns) -> Result<Due, StoreError> {
    Ok((unsigned(row, "due")?, table_code(row.text("code")?)?))
}

/// The columns of the table after which a page of those that are due begins.
pub fn after(page: Option<Due>) -> (i64, String) {
    page.map_or((-1, String::new()), |(due, code)| (due.cast_signed(), code.to_string()))
}

pub fn to_line(row: &impl Columns) -> Result<Line, StoreError> {
    Ok(Line {
        id: LineId(unsigned(row, "id")?),
        room: word(row, "room")?,
        from: UserId(unsigned(row, "sender")?),
        name: row.text("name")?.to_owned(),
        seated: row.flag("seated")?,
        text: row.text("text")?.to_owned(),
    })
}
