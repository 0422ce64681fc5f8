//! Questions about gold.

use crate::{
    Audit, EscrowRow, Ledger, PurseRow, SqliteStore, StatementRow, StoreError, TrustRow, User, rules,
    sql::{
        columns::{self, Columns, narrow, unsigned},
        ledger::{self, FAULTS, to_account, to_escrow, to_fault, to_statement},
    },
};
use async_trait::async_trait;
use parlor_wire::UserId;

/// How a user has held bets.
pub const TRUST: &str =
    "SELECT count(*) AS held, coalesce(sum(disputed), 0) AS disputed, coalesce(sum(overturned), 0) AS overturned
    FROM held_bets WHERE holder = $1";

#[async_trait]
impl Ledger for SqliteStore {
    async fn purse(&self, user: UserId, day: u64) -> Result<PurseRow, StoreError> {
        let query = "SELECT id, balance FROM ledger_accounts WHERE kind = 'purse' AND owner = $1";
        let row = sqlx::query(query).bind(user.0.cast_signed()).fetch_optional(&self.reads).await?;
        let Some(row) = row else { return Ok(PurseRow::default()) };
        let (purse, balance) = to_account(&row)?;
        let in_escrow = sqlx::query(IN_ESCROW).bind(purse.0).fetch_one(&self.reads).await?.number("gold")?;
        Ok(PurseRow {
            balance: balance.cast_unsigned(),
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
        .bind(ledger::before(before))
        .bind(limit)
        .fetch_all(&self.reads)
        .await?;
        let mut lines = Vec::with_capacity(rows.len());
        for row in &rows {
            let with = match row.number_or_none("escrow")? {
                Some(escrow) => self.others_in(escrow, user).await?,
                None => Vec::new(),
            };
            lines.push(to_statement(row, with)?);
        }
        Ok(lines)
    }

    async fn escrows(&self) -> Result<Vec<EscrowRow>, StoreError> {
        let query = "SELECT owner, balance FROM ledger_accounts WHERE kind = 'escrow' AND balance > 0 ORDER BY id";
        let rows = sqlx::query(query).fetch_all(&self.reads).await?;
        rows.iter().map(to_escrow).collect()
    }

    async fn trust(&self, user: UserId) -> Result<TrustRow, StoreError> {
        let row = sqlx::query(TRUST).bind(user.0.cast_signed()).fetch_one(&self.reads).await?;
        Ok(TrustRow {
            held: narrow(&row, "held")?,
            disputed: narrow(&row, "disputed")?,
            overturned: narrow(&row, "overturned")?,
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
            out: row.number("gold_out")?,
            in_escrow: row.number("in_escrow")?,
            faults: Vec::new(),
        };
        for (what, question) in FAULTS {
            for row in sqlx::query(question).fetch_all(&mut *picture).await? {
                audit.faults.push(to_fault(what, &row)?);
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

    /// Who else put something into an escrow.
    async fn others_in(&self, escrow: i64, user: UserId) -> Result<Vec<User>, StoreError> {
        let others = sqlx::query(
            "SELECT DISTINCT u.id, u.name, u.kind, u.folded FROM ledger_postings b
            JOIN ledger_postings o ON o.transfer = b.transfer
            JOIN ledger_accounts a ON a.id = o.account AND a.kind = 'purse'
            JOIN users u ON u.id = a.owner
            WHERE b.account = $1 AND b.amount > 0 AND u.id <> $2 ORDER BY u.folded",
        )
        .bind(escrow)
        .bind(user.0.cast_signed())
        .fetch_all(&self.reads)
        .await?;
        others.iter().map(columns::user).collect()
    }
}

/// What a purse has put into escrows that hold gold: it may come back.
pub const IN_ESCROW: &str = "SELECT -coalesce(sum(o.amount), 0) AS gold FROM ledger_accounts b
    JOIN ledger_postings p ON p.account = b.id
    JOIN ledger_postings o ON o.transfer = p.transfer AND o.account = ?1
    WHERE b.kind = 'escrow' AND b.balance > 0";
