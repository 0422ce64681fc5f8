//! SQLite's side of booking gold.

use super::SqliteTx;
use crate::{
    AccountId, LedgerTx, StoreError, Till, TransferId, Why,
    sqlite::{
        db::{Db, is_broken_rule},
        read::IN_ESCROW,
    },
    words::Word,
};
use async_trait::async_trait;
use parlor_wire::{EscrowId, UserId};
use rusqlite::{Row, params};

/// The bank's account: a migration makes it.
const BANK: AccountId = AccountId(1);

#[async_trait]
impl LedgerTx for SqliteTx<'_> {
    async fn till(&mut self, till: Till) -> Result<Option<AccountId>, StoreError> {
        let (kind, owner, code) = match till {
            Till::Bank => return Ok(Some(BANK)),
            Till::Purse(user) => ("purse", user.0, None),
            Till::Escrow { bet, table } => ("escrow", bet.0, Some(table.to_string())),
        };
        if let Some((account, _)) = self.account(kind, owner)? {
            return Ok(Some(account));
        }
        self.0.first(
            "INSERT INTO ledger_accounts (kind, owner, code)
            SELECT ?1, ?2, ?3 WHERE ?1 = 'escrow' OR EXISTS (SELECT 1 FROM users WHERE id = ?2) RETURNING id",
            params![kind, owner.cast_signed(), code],
            |row| Ok(AccountId(row.get("id")?)),
        )
    }

    async fn escrow(&mut self, bet: EscrowId) -> Result<Option<(AccountId, i64)>, StoreError> {
        self.account("escrow", bet.0)
    }

    async fn purse(&mut self, user: UserId) -> Result<Option<(AccountId, i64)>, StoreError> {
        self.account("purse", user.0)
    }

    async fn in_escrow(&mut self, purse: AccountId) -> Result<i64, StoreError> {
        self.0.one(IN_ESCROW, params![purse.0], |row| Ok(row.get("gold")?))
    }

    async fn deposits(&mut self, escrow: AccountId) -> Result<Vec<(AccountId, i64)>, StoreError> {
        self.0.all(
            "SELECT CASE WHEN a.owner IS NULL THEN ?2 ELSE a.id END AS account, -sum(o.amount) AS gold
            FROM ledger_postings b
            JOIN ledger_postings o ON o.transfer = b.transfer AND o.account <> b.account
            JOIN ledger_accounts a ON a.id = o.account
            WHERE b.account = ?1 GROUP BY 1 HAVING gold > 0 ORDER BY 1",
            params![escrow.0, BANK.0],
            |row| Ok((AccountId(row.get("account")?), row.get("gold")?)),
        )
    }

    async fn has_account(&mut self, user: UserId) -> Result<bool, StoreError> {
        let query = "SELECT 1 FROM users WHERE id = ?1 AND kind = 'account'";
        self.0.exists(query, params![user.0.cast_signed()])
    }

    async fn transfer(&mut self, key: &str) -> Result<Option<(Why, Vec<(AccountId, i64)>)>, StoreError> {
        let query = "SELECT id, why FROM ledger_transfers WHERE key = ?1";
        let made =
            self.0.first(query, params![key], |row| Ok((row.get("id")?, Why::read(&row.get::<_, String>("why")?)?)))?;
        let Some((id, why)): Option<(i64, Why)> = made else { return Ok(None) };
        let sides = self.0.all(
            "SELECT account, amount FROM ledger_postings WHERE transfer = ?1 ORDER BY place",
            params![id],
            to_side,
        )?;
        Ok(Some((why, sides)))
    }

    async fn add_transfer(&mut self, key: &str, why: Why, at: u64) -> Result<TransferId, StoreError> {
        self.0.one(
            "INSERT INTO ledger_transfers (key, why, at) VALUES (?1, ?2, ?3) RETURNING id",
            params![key, &*why.word(), at.cast_signed()],
            |row| Ok(TransferId(row.get("id")?)),
        )
    }

    async fn post(
        &mut self,
        transfer: TransferId,
        place: u32,
        account: AccountId,
        amount: i64,
    ) -> Result<i64, StoreError> {
        let balance = self
            .0
            .one(
                "UPDATE ledger_accounts SET balance = balance + ?2 WHERE id = ?1 RETURNING balance",
                params![account.0, amount],
                |row| Ok(row.get("balance")?),
            )
            .map_err(overdrawn)?;
        self.0.run(
            "INSERT INTO ledger_postings (transfer, place, account, amount, balance) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![transfer.0, place, account.0, amount, balance],
        )?;
        Ok(balance)
    }

    async fn disown(&mut self, purse: AccountId) -> Result<(), StoreError> {
        self.0.run("UPDATE ledger_accounts SET owner = NULL WHERE id = ?1", params![purse.0])?;
        Ok(())
    }
}

impl SqliteTx<'_> {
    fn account(&mut self, kind: &str, owner: u64) -> Result<Option<(AccountId, i64)>, StoreError> {
        let query = "SELECT id, balance FROM ledger_accounts WHERE kind = ?1 AND owner = ?2";
        self.0.first(query, params![kind, owner.cast_signed()], |row| {
            Ok((AccountId(row.get("id")?), row.get("balance")?))
        })
    }
}

/// The table itself keeps everyone but the bank from going below zero.
fn overdrawn(error: StoreError) -> StoreError {
    match error {
        StoreError::Database(error) if is_broken_rule(error.as_ref()) => StoreError::Overdrawn,
        error => error,
    }
}

fn to_side(row: &Row<'_>) -> Result<(AccountId, i64), StoreError> {
    Ok((AccountId(row.get("account")?), row.get("amount")?))
}

/// Counted once for each bet, and only for users who are still there.
pub fn held(db: &mut Db, bet: EscrowId, holder: UserId, disputed: bool, overturned: bool) -> Result<(), StoreError> {
    db.run(
        "INSERT OR IGNORE INTO held_bets (bet, holder, disputed, overturned)
        SELECT ?1, id, ?3, ?4 FROM users WHERE id = ?2",
        params![bet.0.cast_signed(), holder.0.cast_signed(), disputed, overturned],
    )?;
    Ok(())
}
