//! Questions about gold.

use super::{json, people::to_user, unsigned};
use crate::{
    Audit, BoxRow, PurseRow, StoreError,
    sqlite::writer::{daily_key, in_boxes, welcome_key},
};
use parlor_wire::{
    EscrowId, Person, TrustRecord, UserId,
    http::{Counterparty, StatementLine},
};
use sqlx::{Row, SqlitePool, sqlite::SqliteRow};

pub async fn purse(db: &SqlitePool, user: UserId, day: u64) -> Result<PurseRow, StoreError> {
    let row = sqlx::query("SELECT id, balance FROM ledger_accounts WHERE kind = 'purse' AND owner = $1")
        .bind(user.0.cast_signed())
        .fetch_optional(db)
        .await?;
    let Some(row) = row else { return Ok(PurseRow::default()) };
    let id = row.try_get("id")?;
    Ok(PurseRow {
        balance: unsigned(&row, "balance")?,
        in_boxes: in_boxes(db, id).await?.max(0).cast_unsigned(),
        welcomed: is_made(db, &welcome_key(id)).await?,
        given_today: is_made(db, &daily_key(id, day)).await?,
    })
}

async fn is_made(db: &SqlitePool, key: &str) -> Result<bool, StoreError> {
    let row = sqlx::query("SELECT 1 FROM ledger_transfers WHERE key = $1").bind(key).fetch_optional(db).await?;
    Ok(row.is_some())
}

pub async fn statement(
    db: &SqlitePool,
    user: UserId,
    before: Option<u64>,
    limit: u32,
) -> Result<Vec<StatementLine>, StoreError> {
    // A purse's gold comes from the bank or from a box; where both are sides of a transfer, it is about the box.
    let rows = sqlx::query(
        "SELECT t.id, t.at, t.why, p.amount, p.balance, c.id AS box, c.owner, c.code,
            EXISTS (SELECT 1 FROM tables s WHERE s.code = c.code) AS open
        FROM ledger_accounts a
        JOIN ledger_postings p ON p.account = a.id
        JOIN ledger_transfers t ON t.id = p.transfer
        LEFT JOIN ledger_accounts c ON c.id = (
            SELECT b.id FROM ledger_postings o JOIN ledger_accounts b ON b.id = o.account
            WHERE o.transfer = t.id AND b.kind = 'box' LIMIT 1)
        WHERE a.kind = 'purse' AND a.owner = $1 AND p.transfer < $2
        ORDER BY p.transfer DESC LIMIT $3",
    )
    .bind(user.0.cast_signed())
    .bind(before.and_then(|id| i64::try_from(id).ok()).unwrap_or(i64::MAX))
    .bind(limit)
    .fetch_all(db)
    .await?;
    let mut lines = Vec::with_capacity(rows.len());
    for row in &rows {
        lines.push(StatementLine {
            id: unsigned(row, "id")?,
            at: unsigned(row, "at")?,
            amount: row.try_get("amount")?,
            balance: unsigned(row, "balance")?,
            why: json(&format!("\"{}\"", row.try_get::<&str, _>("why")?))?,
            counterparty: counterparty(db, user, row).await?,
        });
    }
    Ok(lines)
}

async fn counterparty(db: &SqlitePool, user: UserId, row: &SqliteRow) -> Result<Counterparty, StoreError> {
    let Some(box_) = row.try_get::<Option<i64>, _>("box")? else { return Ok(Counterparty::Bank) };
    let code: &str = row.try_get("code")?;
    let others = sqlx::query(
        "SELECT DISTINCT u.id, u.name, u.kind FROM ledger_postings b
        JOIN ledger_postings o ON o.transfer = b.transfer
        JOIN ledger_accounts a ON a.id = o.account AND a.kind = 'purse'
        JOIN users u ON u.id = a.owner
        WHERE b.account = $1 AND b.amount > 0 AND u.id <> $2 ORDER BY u.folded",
    )
    .bind(box_)
    .bind(user.0.cast_signed())
    .fetch_all(db)
    .await?;
    let with = others.iter().map(|row| to_user(row).map(Person::from)).collect::<Result<_, _>>()?;
    let table = code.parse().map_err(|_| StoreError::Corrupt(format!("table code {code}")))?;
    let open = row.try_get("open")?;
    Ok(Counterparty::Bet { id: EscrowId(unsigned(row, "owner")?), table, open, with })
}

pub async fn boxes(db: &SqlitePool) -> Result<Vec<BoxRow>, StoreError> {
    let rows = sqlx::query("SELECT owner, balance FROM ledger_accounts WHERE kind = 'box' AND balance > 0 ORDER BY id")
        .fetch_all(db)
        .await?;
    let row =
        |row: &SqliteRow| Ok(BoxRow { bet: EscrowId(unsigned(row, "owner")?), balance: unsigned(row, "balance")? });
    rows.iter().map(row).collect()
}

pub async fn trust(db: &SqlitePool, user: UserId) -> Result<TrustRecord, StoreError> {
    let row = sqlx::query(
        "SELECT count(*) AS held, coalesce(sum(disputed), 0) AS disputed, coalesce(sum(overturned), 0) AS overturned
        FROM held_bets WHERE holder = $1",
    )
    .bind(user.0.cast_signed())
    .fetch_one(db)
    .await?;
    Ok(TrustRecord {
        held: row.try_get("held")?,
        disputed: row.try_get("disputed")?,
        overturned: row.try_get("overturned")?,
    })
}

/// Each finds what must not be: a number of an account or a transfer, and a word about it.
const FAULTS: [(&str, &str); 5] = [
    (
        "the sides of a transfer do not add up to zero",
        "SELECT t.id FROM ledger_transfers t LEFT JOIN ledger_postings p ON p.transfer = t.id
        GROUP BY t.id HAVING coalesce(sum(p.amount), 1) <> 0",
    ),
    (
        "a balance is not the sum of its postings",
        "SELECT a.id FROM ledger_accounts a LEFT JOIN ledger_postings p ON p.account = a.id
        GROUP BY a.id HAVING a.balance <> coalesce(sum(p.amount), 0)",
    ),
    (
        "a posting does not follow from the one before it",
        "SELECT transfer FROM (SELECT transfer, balance,
            sum(amount) OVER (PARTITION BY account ORDER BY transfer, place) AS due FROM ledger_postings)
        WHERE balance <> due",
    ),
    ("somebody is below zero", "SELECT id FROM ledger_accounts WHERE balance < 0 AND kind <> 'bank'"),
    ("the whole does not add up to zero", "SELECT sum(balance) FROM ledger_accounts HAVING sum(balance) <> 0"),
];

pub async fn audit(db: &SqlitePool) -> Result<Audit, StoreError> {
    // One picture of the whole, whatever is written meanwhile.
    let mut picture = db.begin().await?;
    let row = sqlx::query(
        "SELECT (SELECT count(*) FROM ledger_transfers) AS transfers,
            -coalesce(sum(balance) FILTER (WHERE kind = 'bank'), 0) AS gold_out,
            coalesce(sum(balance) FILTER (WHERE kind = 'box'), 0) AS in_boxes
        FROM ledger_accounts",
    )
    .fetch_one(&mut *picture)
    .await?;
    let mut audit = Audit {
        transfers: unsigned(&row, "transfers")?,
        out: row.try_get("gold_out")?,
        in_boxes: row.try_get("in_boxes")?,
        faults: Vec::new(),
    };
    for (what, question) in FAULTS {
        for row in sqlx::query(question).fetch_all(&mut *picture).await? {
            audit.faults.push(format!("{what} ({})", row.try_get::<i64, _>(0)?));
        }
    }
    Ok(audit)
}
