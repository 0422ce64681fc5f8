//! PostgreSQL's side of booking gold.

use crate::{
    AccountId, LedgerTx, StoreError, Till, TransferId, Why,
    postgres::read::in_escrow,
    sql::{
        columns::word,
        ledger::{BANK, overdrawn, to_account, to_side},
    },
    words::Word,
};
use async_trait::async_trait;
use parlor_wire::{EscrowId, UserId};
use sqlx::{PgConnection, Row};

/// The books, which are this transaction's alone until it ends.
pub struct Books<'c>(&'c mut PgConnection);

impl<'c> Books<'c> {
    /// Waits until no other transaction has them. Nodes and the command line book at the same time: without this, numbers of
    /// transfers would be drawn in another order than balances change, and a sound ledger would not add up.
    pub async fn open(db: &'c mut PgConnection) -> Result<Self, StoreError> {
        let lock = "SELECT 1 FROM ledger_accounts WHERE id = $1 FOR UPDATE";
        sqlx::query(lock).bind(BANK.0).execute(&mut *db).await?;
        Ok(Self(db))
    }
}

#[async_trait]
impl LedgerTx for Books<'_> {
    async fn till(&mut self, till: Till) -> Result<Option<AccountId>, StoreError> {
        let (kind, owner, code) = match till {
            Till::Bank => return Ok(Some(BANK)),
            Till::Purse(user) => ("purse", user.0, None),
            Till::Escrow { bet, table } => ("escrow", bet.0, Some(table.to_string())),
        };
        if let Some((account, _)) = self.account(kind, owner).await? {
            return Ok(Some(account));
        }
        let row = sqlx::query(
            // Another process may open it at the same moment.
            "INSERT INTO ledger_accounts (kind, owner, code)
            SELECT $1, $2, $3 WHERE $1 = 'escrow' OR EXISTS (SELECT 1 FROM users WHERE id = $2)
            ON CONFLICT (kind, owner) WHERE owner IS NOT NULL DO UPDATE SET code = ledger_accounts.code RETURNING id",
        )
        .bind(kind)
        .bind(owner.cast_signed())
        .bind(code)
        .fetch_optional(&mut *self.0)
        .await?;
        Ok(row.map(|row| row.try_get("id").map(AccountId)).transpose()?)
    }

    async fn escrow(&mut self, bet: EscrowId) -> Result<Option<(AccountId, i64)>, StoreError> {
        self.account("escrow", bet.0).await
    }

    async fn purse(&mut self, user: UserId) -> Result<Option<(AccountId, i64)>, StoreError> {
        self.account("purse", user.0).await
    }

    async fn in_escrow(&mut self, purse: AccountId) -> Result<i64, StoreError> {
        in_escrow(&mut *self.0, purse).await
    }

    async fn deposits(&mut self, escrow: AccountId) -> Result<Vec<(AccountId, i64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT CASE WHEN a.owner IS NULL THEN $2 ELSE a.id END AS account, -sum(o.amount)::bigint AS gold
            FROM ledger_postings b
            JOIN ledger_postings o ON o.transfer = b.transfer AND o.account <> b.account
            JOIN ledger_accounts a ON a.id = o.account
            WHERE b.account = $1 GROUP BY 1 HAVING -sum(o.amount) > 0 ORDER BY 1",
        )
        .bind(escrow.0)
        .bind(BANK.0)
        .fetch_all(&mut *self.0)
        .await?;
        rows.iter().map(|row| Ok((AccountId(row.try_get("account")?), row.try_get("gold")?))).collect()
    }

    async fn has_account(&mut self, user: UserId) -> Result<bool, StoreError> {
        let query = "SELECT 1 FROM users WHERE id = $1 AND kind = 'account'";
        Ok(sqlx::query(query).bind(user.0.cast_signed()).fetch_optional(&mut *self.0).await?.is_some())
    }

    async fn transfer(&mut self, key: &str) -> Result<Option<(Why, Vec<(AccountId, i64)>)>, StoreError> {
        let query = "SELECT id, why FROM ledger_transfers WHERE key = $1";
        let Some(row) = sqlx::query(query).bind(key).fetch_optional(&mut *self.0).await? else { return Ok(None) };
        let sides = sqlx::query("SELECT account, amount FROM ledger_postings WHERE transfer = $1 ORDER BY place")
            .bind(row.try_get::<i64, _>("id")?)
            .fetch_all(&mut *self.0)
            .await?;
        Ok(Some((word(&row, "why")?, sides.iter().map(to_side).collect::<Result<_, _>>()?)))
    }

    async fn add_transfer(&mut self, key: &str, why: Why, at: u64) -> Result<TransferId, StoreError> {
        let row = sqlx::query("INSERT INTO ledger_transfers (key, why, at) VALUES ($1, $2, $3) RETURNING id")
            .bind(key)
            .bind(&*why.word())
            .bind(at.cast_signed())
            .fetch_one(&mut *self.0)
            .await?;
        Ok(TransferId(row.try_get("id")?))
    }

    async fn post(
        &mut self,
        transfer: TransferId,
        place: u32,
        account: AccountId,
        amount: i64,
    ) -> Result<i64, StoreError> {
        let row = sqlx::query("UPDATE ledger_accounts SET balance = balance + $2 WHERE id = $1 RETURNING balance")
            .bind(account.0)
            .bind(amount)
            .fetch_one(&mut *self.0)
            .await
            .map_err(overdrawn)?;
        let balance: i64 = row.try_get("balance")?;
        sqlx::query(
            "INSERT INTO ledger_postings (transfer, place, account, amount, balance) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(transfer.0)
        .bind(i64::from(place))
        .bind(account.0)
        .bind(amount)
        .bind(balance)
        .execute(&mut *self.0)
        .await?;
        Ok(balance)
    }

    async fn disown(&mut self, purse: AccountId) -> Result<(), StoreError> {
        sqlx::query("UPDATE ledger_accounts SET owner = NULL WHERE id = $1")
            .bind(purse.0)
            .execute(&mut *self.0)
            .await?;
        Ok(())
    }
}

impl Books<'_> {
    async fn account(&mut self, kind: &str, owner: u64) -> Result<Option<(AccountId, i64)>, StoreError> {
        let query = "SELECT id, balance FROM ledger_accounts WHERE kind = $1 AND owner = $2";
        let row = sqlx::query(query).bind(kind).bind(owner.cast_signed()).fetch_optional(&mut *self.0).await?;
        row.as_ref().map(to_account).transpose()
    }
}

/// Counted once for each bet, and only for users who are still there.
pub async fn held(
    db: &mut PgConnection,
    bet: EscrowId,
    holder: UserId,
    disputed: bool,
    overturned: bool,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO held_bets (bet, holder, disputed, overturned) SELECT $1, id, $3, $4 FROM users WHERE id = $2
        ON CONFLICT DO NOTHING",
    )
    .bind(bet.0.cast_signed())
    .bind(holder.0.cast_signed())
    .bind(disputed)
    .bind(overturned)
    .execute(db)
    .await?;
    Ok(())
}
