//! Invitations as rows.

use super::columns::{Columns, narrow_or_none, table_code, unsigned, user_in, word};
use crate::{InvitationRow, PlayedFor, StoreError, Wish};
use parlor_wire::{InvitationEnd, InvitationId};

/// What a bet deposits and whether the house holds it, if a wish is for one.
pub fn bet(played_for: PlayedFor) -> (Option<i64>, Option<bool>) {
    match played_for {
        PlayedFor::Bet { amount, held_by_house } => (Some(amount.into()), Some(held_by_house)),
        PlayedFor::Nothing | PlayedFor::Rating => (None, None),
    }
}

/// How an invitation ended, and the table that it led to.
pub fn outcome(end: InvitationEnd) -> (&'static str, Option<String>) {
    match end {
        InvitationEnd::Accepted { table } => ("accepted", Some(table.to_string())),
        InvitationEnd::Declined => ("declined", None),
        InvitationEnd::Withdrawn => ("withdrawn", None),
        InvitationEnd::Expired => ("expired", None),
    }
}

pub fn to_invitation(row: &impl Columns) -> Result<InvitationRow, StoreError> {
    let played_for = match narrow_or_none(row, "bet")? {
        Some(amount) => PlayedFor::Bet { amount, held_by_house: row.flag("held_by_house")? },
        None if row.flag("rated")? => PlayedFor::Rating,
        None => PlayedFor::Nothing,
    };
    Ok(InvitationRow {
        id: InvitationId(unsigned(row, "id")?),
        from: user_in(row, "sender", "sender_name", "sender_kind")?,
        to: user_in(row, "recipient", "recipient_name", "recipient_kind")?,
        wish: Wish {
            game: row.text("game")?.to_owned(),
            preset: row.text_or_none("preset")?.map(str::to_owned),
            options: row.text("options")?.to_owned(),
            public: row.flag("public")?,
            played_for,
            days: narrow_or_none(row, "days")?,
        },
        pace: word(row, "pace")?,
        command: row.text("command")?.to_owned(),
        sent_at: unsigned(row, "sent_at")?,
        expires_at: unsigned(row, "expires_at")?,
        over: match to_end(row)? {
            Some(end) => Some((end, unsigned(row, "ended_at")?)),
            None => None,
        },
    })
}

fn to_end(row: &impl Columns) -> Result<Option<InvitationEnd>, StoreError> {
    let Some(outcome) = row.text_or_none("outcome")? else { return Ok(None) };
    Ok(Some(match outcome {
        "accepted" => InvitationEnd::Accepted { table: table_code(row.text("opened")?)? },
        "declined" => InvitationEnd::Declined,
        "withdrawn" => InvitationEnd::Withdrawn,
        "expired" => InvitationEnd::Expired,
        other => return Err(StoreError::Corrupt(format!("an invitation that ended with {other:?}"))),
    }))
}
