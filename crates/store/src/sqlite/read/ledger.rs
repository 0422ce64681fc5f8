//! Questions about gold.

use crate::{
    AccountId, Audit, Counterparty, EscrowRow, Ledger, PurseRow, SqliteStore, StatementRow, StoreError, TrustRow,
    rules,
    sqlite::row::{self, table_code, unsigned, word},
};
use async_trait::async_trait;
use parlor_wire::{EscrowId, UserId};
use sqlx::{Row, sqlite::SqliteRow};

#[async_trait]
impl Ledger for SqliteStore {
    async fn purse(&self, user: UserId, day: u64) -> Result<PurseRow, StoreError> {
        let query = "SELECT id, balance FROM ledger_accounts WHERE kind = 'purse' AND owner = $1";
        let row = sqlx::query(query).bind(user.0.cast_signed()).fetch_optional(&self.reads).await?;
        let Some(row) = row else { return Ok(PurseRow::default()) };
        let purse = AccountId(row.try_get("id")?);
        let in_escrow: i64 = sqlx::query(IN_ESCROW).bind(purse.0).fetch_one(&self.reads).await?.try_get("gold")?;
        Ok(PurseRow {
            balance: unsigned(&row, "balance")?,
            in_escrow: in_escrow.max(0).cast_unsigned(),
            welcomed: self.is_made(&rules::welcome_key(purse)).await?,
            given_today: self.is_made(&rules::daily_key(purse, day)).await?,
        })
    }

    async fn statement(&self, user: UserId, before: Option<u64>, limit: u32) -> Result<Vec<StatementRow>, StoreError> {
        // A purse's gold comes from the bank or from an escrow; where both are sides of a transfer, it is about the escrow.
        let rows = sqlx::query(
            "SELECT t.id, t.at, t.why, p.amount, p.balance, c.id AS escrow, c.owner, c.code,
                EXISTS (SELECT 1 FROM tables s WHERE s.code = c.code) AS open
            FROM ledger_accounts a
            JOIN ledger_postings p ON p.account = a.id
            JOIN ledger_transfers t ON t.id = p.transfer
            LEFT JOIN ledger_accounts c ON c.id = (
                SELECT b.id FROM ledger_postings o JOIN ledger_accounts b ON b.id = o.account
                WHERE o.transfer = t.id AND b.kind = 'escrow' LIMIT 1)
            WHERE a.kind = 'purse' AND a.owner = $1 AND p.transfer < $2
            ORDER BY p.transfer DESC LIMIT $3",
        )
        .bind(user.0.cast_signed())
        .bind(before.and_then(|id| i64::try_from(id).ok()).unwrap_or(i64::MAX))
        .bind(limit)
        .fetch_all(&self.reads)
        .await?;
        let mut lines = Vec::with_capacity(rows.len());
        for row in &rows {
            lines.push(StatementRow {
                id: unsigned(row, "id")?,
                at: unsigned(row, "at")?,
                amount: row.try_get("amount")?,
                balance: unsigned(row, "balance")?,
                why: word(row, "why")?,
                counterparty: self.counterparty(user, row).await?,
            });
        }
        Ok(lines)
    }

    async fn escrows(&self) -> Result<Vec<EscrowRow>, StoreError> {
        let query = "SELECT owner, balance FROM ledger_accounts WHERE kind = 'escrow' AND balance > 0 ORDER BY id";
        let rows = sqlx::query(query).fetch_all(&self.reads).await?;
        let escrow = |row: &SqliteRow| {
            Ok(EscrowRow { bet: EscrowId(unsigned(row, "owner")?), balance: unsigned(row, "balance")? })
        };
        rows.iter().map(escrow).collect()
    }

    async fn trust(&self, user: UserId) -> Result<TrustRow, StoreError> {
        let row = sqlx::query(
            "SELECT count(*) AS held, coalesce(sum(disputed), 0) AS disputed, coalesce(sum(overturned), 0) AS overturned
            FROM held_bets WHERE holder = $1",
        )
        .bind(user.0.cast_signed())
        .fetch_one(&self.reads)
        .await?;
        Ok(TrustRow {
            held: row.try_get("held")?,
            disputed: row.try_get("disputed")?,
            overturned: row.try_get("overturned")?,
        })
    }

    async fn audit(&self) -> Result<Audit, StoreError> {
        // One picture of the whole, whatever is written meanwhile.
        let mut picture = self.reads.begin().await?;
        let row = sqlx::query(
            "SELECT (SELECT count(*) FROM ledger_transfers) AS transfers,
                -coalesce(sum(balance) FILTER (WHERE kind = 'bank'), 0) AS gold_out,
                coalesce(sum(balance) FILTER (WHERE kind = 'escrow'), 0) AS in_escrow
            FROM ledger_accounts",
        )
        .fetch_one(&mut *picture)
        .await?;
        let mut audit = Audit {
            transfers: unsigned(&row, "transfers")?,
            out: row.try_get("gold_out")?,
            in_escrow: row.try_get("in_escrow")?,
            faults: Vec::new(),
        };
        for (what, question) in FAULTS {
            for row in sqlx::query(question).fetch_all(&mut *picture).await? {
                audit.faults.push(format!("{what} ({})", row.try_get::<i64, _>(0)?));
            }
        }
        Ok(audit)
    }
}

impl SqliteStore {
    async fn is_made(&self, key: &str) -> Result<bool, StoreError> {
        let query = sqlx::query("SELECT 1 FROM ledger_transfers WHERE key = $1").bind(key);
        Ok(query.fetch_optional(&self.reads).await?.is_some())
    }

    async fn counterparty(&self, user: UserId, row: &SqliteRow) -> Result<Counterparty, StoreError> {
        let Some(escrow) = row.try_get::<Option<i64>, _>("escrow")? else { return Ok(Counterparty::Bank) };
        let others = sqlx::query(
            "SELECT DISTINCT u.id, u.name, u.kind FROM ledger_postings b
            JOIN ledger_postings o ON o.transfer = b.transfer
            JOIN ledger_accounts a ON a.id = o.account AND a.kind = 'purse'
            JOIN users u ON u.id = a.owner
            WHERE b.account = $1 AND b.amount > 0 AND u.id <> $2 ORDER BY u.folded",
        )
        .bind(escrow)
        .bind(user.0.cast_signed())
        .fetch_all(&self.reads)
        .await?;
        Ok(Counterparty::Bet {
            id: EscrowId(unsigned(row, "owner")?),
            table: table_code(row.try_get("code")?)?,
            open: row.try_get("open")?,
            with: others.iter().map(row::user).collect::<Result<_, _>>()?,
        })
    }
}

/// What a purse has put into escrows that hold gold: it may come back.
pub const IN_ESCROW: &str = "SELECT -coalesce(sum(o.amount), 0) AS gold FROM ledger_accounts b
    JOIN ledger_postings p ON p.account = b.id
    JOIN ledger_postings o ON o.transfer = p.transfer AND o.account = ?1
    WHERE b.kind = 'escrow' AND b.balance > 0";

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
    ("an account is below zero", "SELECT id FROM ledger_accounts WHERE balance < 0 AND kind <> 'bank'"),
    ("the whole does not add up to zero", "SELECT sum(balance) FROM ledger_accounts HAVING sum(balance) <> 0"),
];
