//! Runs, as rows.

use super::{
    columns::{Columns, unsigned, unsigned_or_none, user},
    results::Ranks,
};
use crate::{BestRun, RunCursor, RunEnd, RunLeaderRow, RunRow, StoreError};
use parlor_kernel::Key;
use parlor_wire::{MatchId, RunId};

pub fn to_run(row: &impl Columns) -> Result<RunRow, StoreError> {
    let key = row.bytes("dice_key")?.try_into();
    let before = row.number_or_none("before")?;
    Ok(RunRow {
        id: RunId(unsigned(row, "id")?),
        game: row.text("game")?.to_owned(),
        solo: row.text("solo")?.to_owned(),
        key: Key(key.map_err(|_| StoreError::Corrupt("the key of a run".into()))?),
        begun_at: unsigned(row, "begun_at")?,
        ended: row.number_or_none("worth")?.map(|worth| RunEnd { worth, before }),
    })
}

pub fn to_best(row: &impl Columns) -> Result<BestRun, StoreError> {
    Ok(BestRun {
        game: row.text("game")?.to_owned(),
        solo: row.text("solo")?.to_owned(),
        worth: row.number("worth")?,
        at: unsigned(row, "at")?,
        played: unsigned_or_none(row, "match")?.map(MatchId),
    })
}

/// The rows of a page with their ranks, counted on from where the page before ended.
pub fn ranked(rows: &[impl Columns], after: Option<RunCursor>) -> Result<Vec<RunLeaderRow>, StoreError> {
    let mut ranks = Ranks::after(after.map(|after| (after.rank, after.place, after.worth)));
    rows.iter()
        .map(|row| {
            let best = to_best(row)?;
            let (rank, place) = ranks.next(best.worth);
            Ok(RunLeaderRow { rank, place, user: user(row)?, best })
        })
        .collect()
}
