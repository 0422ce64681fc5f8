//! Reports as rows.

use super::{
    columns::{Columns, table_code, unsigned, unsigned_or_none, user, user_in, word},
    tables::to_line,
};
use crate::{Line, ReportRow, StoreError};
use parlor_wire::LineId;
use std::collections::HashMap;

/// Reports with their lines, of which those of one report come in order.
pub fn to_reports<R: Columns>(rows: &[R], lines: &[R]) -> Result<Vec<ReportRow>, StoreError> {
    let mut lines_of: HashMap<i64, Vec<Line>> = HashMap::new();
    for line in lines {
        lines_of.entry(line.number("report")?).or_default().push(to_line(line)?);
    }
    let mut reports = Vec::with_capacity(rows.len());
    for row in rows {
        reports.push(to_report(row, lines_of.remove(&row.number("report")?).unwrap_or_default())?);
    }
    Ok(reports)
}

fn to_report(row: &impl Columns, lines: Vec<Line>) -> Result<ReportRow, StoreError> {
    let reporter = row.number_or_none("by_id")?;
    Ok(ReportRow {
        id: unsigned(row, "report")?,
        reporter: reporter.map(|_| user_in(row, "by_id", "by_name", "by_kind")).transpose()?,
        about: user(row)?,
        about_name: row.text("about_name")?.to_owned(),
        code: row.text_or_none("at_table")?.map(table_code).transpose()?,
        line: unsigned_or_none(row, "about_line")?.map(LineId),
        reason: word(row, "reason")?,
        note: row.text("note")?.to_owned(),
        at: unsigned(row, "at")?,
        closed_at: unsigned_or_none(row, "closed_at")?,
        lines,
    })
}

/// Counted after the fact: one too many undoes the whole job.
pub fn at_most(count: i64, most: u32) -> Result<(), StoreError> {
    if count > i64::from(most) { Err(StoreError::TooMany) } else { Ok(()) }
}
