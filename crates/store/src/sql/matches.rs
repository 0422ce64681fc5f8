//! Matches and their logs as rows.

use super::{
    columns::{Columns, narrow_or_none, unsigned, unsigned_or_none, user, word, word_or_none},
    from_json, to_json,
};
use crate::{AddressTag, DELETED_PLAYER, MatchRecord, MatchRow, NewResult, SeatRecord, Seated, StoreError};
use parlor_kernel::{Header, Key};
use parlor_wire::{MatchId, UserId};
use std::collections::{BTreeMap, HashMap};

pub fn to_match(row: &impl Columns) -> Result<MatchRow, StoreError> {
    let key = row.bytes("dice_key")?.try_into().map_err(|_| StoreError::Corrupt("a dice key".into()))?;
    Ok(MatchRow {
        id: MatchId(unsigned(row, "id")?),
        header: from_json(row.text("header")?)?,
        key: Key(key),
        rated: row.flag("rated")?,
        opened_ms: unsigned(row, "opened_ms")?,
        started_at: unsigned(row, "started_at")?,
        ended_at: unsigned_or_none(row, "ended_at")?,
        footer: row.text_or_none("footer")?.map(from_json).transpose()?,
    })
}

/// The ids of matches.
pub fn ids<R: Columns>(rows: &[R]) -> Result<Vec<i64>, StoreError> {
    rows.iter().map(|row| row.number("id")).collect()
}

/// Matches with their seats, of which those of one match come in order.
pub fn to_records<R: Columns>(rows: &[R], seats: &[R]) -> Result<Vec<MatchRecord>, StoreError> {
    let mut seats_of: HashMap<MatchId, Vec<SeatRecord>> = HashMap::new();
    for seat in seats {
        seats_of.entry(MatchId(unsigned(seat, "match")?)).or_default().push(to_seat(seat)?);
    }
    let to_record = |row| {
        let row_of_match = to_match(row)?;
        Ok(MatchRecord {
            seats: seats_of.remove(&row_of_match.id).unwrap_or_default(),
            row: row_of_match,
            status: word(row, "status")?,
            turns: unsigned_or_none(row, "turns")?,
        })
    };
    rows.iter().map(to_record).collect()
}

fn to_seat(row: &impl Columns) -> Result<SeatRecord, StoreError> {
    let rating = (row.real_or_none("rating_before")?, row.real_or_none("rating_after")?);
    Ok(SeatRecord {
        user: row.number_or_none("id")?.map(|_| user(row)).transpose()?,
        result: word_or_none(row, "result")?,
        place: narrow_or_none(row, "place")?,
        score: row.number_or_none("score")?,
        stats: row.text_or_none("stats")?.map(from_json).transpose()?.unwrap_or_default(),
        rating: rating.0.zip(rating.1),
    })
}

/// Who sits in a seat of a match, if they are still known.
pub fn to_seated(row: &impl Columns) -> Result<Option<Seated>, StoreError> {
    let Some(user) = unsigned_or_none(row, "id")? else { return Ok(None) };
    let address = unsigned_or_none(row, "address")?.map(AddressTag);
    Ok(Some(Seated { user: UserId(user), kind: word(row, "kind")?, address }))
}

/// What a game counted for a seat, as JSON.
pub fn stats(counted: &NewResult) -> String {
    let stats: BTreeMap<_, _> = counted.stats.iter().map(|&(stat, value)| (stat.id, value)).collect();
    to_json(&stats)
}

/// A header without the name of the player in a seat.
pub fn without_name(header: &str, seat: u8) -> Result<String, StoreError> {
    let mut header: Header = from_json(header)?;
    if let Some(label) = header.seats.get_mut(usize::from(seat)) {
        label.name = DELETED_PLAYER.into();
    }
    Ok(to_json(&header))
}

/// What the names of a user's commands begin with.
pub fn commands_of(user: UserId) -> String {
    format!("{user}:")
}
