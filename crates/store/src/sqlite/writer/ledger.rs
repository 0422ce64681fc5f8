//! Gold that moves. Balances change here and nowhere else.

use super::key;
use crate::{Grant, GrantKind, Leg, StoreError, Till, Transfer};
use parlor_wire::{EscrowId, UserId, http::Why};
use sqlx::{Row, SqliteConnection, SqliteExecutor};

/// The bank's account: the migration makes it.
const BANK: i64 = 1;

/// Moves gold, once: a transfer that is asked for again is there already.
pub async fn transfer(db: &mut SqliteConnection, transfer: &Transfer) -> Result<(), StoreError> {
    let Transfer { key, why, at, legs } = transfer;
    if legs.iter().map(|leg| leg.amount).sum::<i64>() != 0 {
        return Err(StoreError::Unbalanced);
    }
    if let Some(id) = find(db, key).await? {
        return is_same(db, id, *why, legs).await;
    }
    let mut sides = Vec::with_capacity(legs.len());
    for leg in legs {
        let account = account(db, leg.till).await?;
        // Whoever has been deleted gets nothing and has nothing.
        let account = account.or((leg.amount > 0).then_some(BANK)).ok_or(StoreError::Overdrawn)?;
        sides.push((account, leg.amount));
    }
    post(db, key, *why, *at, &sides).await
}

/// A present, if there is reason for one.
pub async fn grant(db: &mut SqliteConnection, grant: &Grant) -> Result<(), StoreError> {
    let Grant { user, kind, amount, at } = *grant;
    let is_account = sqlx::query("SELECT 1 FROM users WHERE id = $1 AND kind = 'account'")
        .bind(key(user))
        .fetch_optional(&mut *db)
        .await?;
    let Some(purse) = account(db, Till::Purse(user)).await?.filter(|_| is_account.is_some()) else { return Ok(()) };
    let (name, why, amount) = match kind {
        GrantKind::Welcome => (welcome_key(purse), Why::Welcome, amount),
        GrantKind::Daily { day, ceiling } => {
            let has = balance(db, purse).await?.saturating_add(in_boxes(&mut *db, purse).await?);
            let room = ceiling.cast_signed().saturating_sub(has).max(0);
            (daily_key(purse, day), Why::Daily, amount.min(room.cast_unsigned()))
        }
    };
    if amount == 0 || find(db, &name).await?.is_some() {
        return Ok(());
    }
    let amount = amount.cast_signed();
    post(db, &name, why, at, &[(BANK, -amount), (purse, amount)]).await
}

/// The names of presents tell nothing about a person who has been deleted: a purse's number is its own.
pub fn welcome_key(purse: i64) -> String {
    format!("welcome:{purse}")
}

/// See [`welcome_key`].
pub fn daily_key(purse: i64, day: u64) -> String {
    format!("daily:{purse}:{day}")
}

/// Gives everyone back what they have in a box that nobody looks after any more.
pub async fn return_box(db: &mut SqliteConnection, bet: EscrowId, at: u64) -> Result<(), StoreError> {
    let row = sqlx::query("SELECT id, balance FROM ledger_accounts WHERE kind = 'box' AND owner = $1 AND balance > 0")
        .bind(bet.0.cast_signed())
        .fetch_optional(&mut *db)
        .await?;
    let Some(row) = row else { return Ok(()) };
    let (box_, held): (i64, i64) = (row.try_get("id")?, row.try_get("balance")?);
    // The purses of the deleted count as the bank: what they were owed went there.
    let given = sqlx::query(
        "SELECT CASE WHEN a.owner IS NULL THEN $2 ELSE a.id END AS account, -sum(o.amount) AS gold
        FROM ledger_postings b
        JOIN ledger_postings o ON o.transfer = b.transfer AND o.account <> b.account
        JOIN ledger_accounts a ON a.id = o.account
        WHERE b.account = $1 GROUP BY 1 HAVING gold > 0 ORDER BY 1",
    )
    .bind(box_)
    .bind(BANK)
    .fetch_all(&mut *db)
    .await?;
    let mut sides = vec![(box_, -held)];
    for row in &given {
        sides.push((row.try_get("account")?, row.try_get("gold")?));
    }
    if sides.iter().map(|(_, amount)| amount).sum::<i64>() != 0 {
        return Err(StoreError::Unbalanced);
    }
    post(db, &format!("returned:{bet}"), Why::Refund, at, &sides).await
}

/// Somebody is being deleted: their gold goes back to the bank, and nothing says any more whose it was.
pub async fn close_purse(db: &mut SqliteConnection, user: UserId, at: u64) -> Result<(), StoreError> {
    let row = sqlx::query("SELECT id, balance FROM ledger_accounts WHERE kind = 'purse' AND owner = $1")
        .bind(key(user))
        .fetch_optional(&mut *db)
        .await?;
    let Some(row) = row else { return Ok(()) };
    let (purse, gold): (i64, i64) = (row.try_get("id")?, row.try_get("balance")?);
    if gold > 0 {
        post(db, &format!("closed:{purse}"), Why::Closed, at, &[(purse, -gold), (BANK, gold)]).await?;
    }
    sqlx::query("UPDATE ledger_accounts SET owner = NULL WHERE id = $1").bind(purse).execute(db).await?;
    Ok(())
}

/// Somebody has held a bet to its end, or left it in a dispute. It is counted once.
pub async fn held(
    db: &mut SqliteConnection,
    bet: EscrowId,
    holder: UserId,
    disputed: bool,
    overturned: bool,
) -> Result<(), StoreError> {
    // Only for people who are still there.
    sqlx::query("INSERT OR IGNORE INTO held_bets SELECT $1, id, $3, $4 FROM users WHERE id = $2")
        .bind(bet.0.cast_signed())
        .bind(key(holder))
        .bind(disputed)
        .bind(overturned)
        .execute(db)
        .await?;
    Ok(())
}

async fn find(db: &mut SqliteConnection, key: &str) -> Result<Option<i64>, StoreError> {
    let row = sqlx::query("SELECT id FROM ledger_transfers WHERE key = $1").bind(key).fetch_optional(db).await?;
    Ok(row.map(|row| row.try_get("id")).transpose()?)
}

/// Whether a transfer that was made is the one that is asked for now.
async fn is_same(db: &mut SqliteConnection, id: i64, why: Why, legs: &[Leg]) -> Result<(), StoreError> {
    let row = sqlx::query("SELECT why FROM ledger_transfers WHERE id = $1").bind(id).fetch_one(&mut *db).await?;
    let mut same = row.try_get::<&str, _>("why")? == why_text(why);
    let made = sqlx::query("SELECT account, amount FROM ledger_postings WHERE transfer = $1 ORDER BY place")
        .bind(id)
        .fetch_all(&mut *db)
        .await?;
    same &= made.len() == legs.len();
    for (posting, leg) in made.iter().zip(legs) {
        let (account_then, amount): (i64, i64) = (posting.try_get("account")?, posting.try_get("amount")?);
        // Whoever has been deleted meanwhile cannot be compared.
        let account_now = account(db, leg.till).await?.unwrap_or(account_then);
        same &= amount == leg.amount && account_now == account_then;
    }
    if same { Ok(()) } else { Err(StoreError::OtherTransfer) }
}

/// The account of a till, made when it is first needed; none for somebody who is not there.
async fn account(db: &mut SqliteConnection, till: Till) -> Result<Option<i64>, StoreError> {
    let (kind, owner, code) = match till {
        Till::Bank => return Ok(Some(BANK)),
        Till::Purse(user) => ("purse", key(user), None),
        Till::Box { bet, table } => ("box", bet.0.cast_signed(), Some(table.to_string())),
    };
    let row = sqlx::query("SELECT id FROM ledger_accounts WHERE kind = $1 AND owner = $2")
        .bind(kind)
        .bind(owner)
        .fetch_optional(&mut *db)
        .await?;
    if let Some(row) = row {
        return Ok(Some(row.try_get("id")?));
    }
    let row = sqlx::query(
        "INSERT INTO ledger_accounts (kind, owner, code)
        SELECT $1, $2, $3 WHERE $1 = 'box' OR EXISTS (SELECT 1 FROM users WHERE id = $2) RETURNING id",
    )
    .bind(kind)
    .bind(owner)
    .bind(code)
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| row.try_get("id")).transpose()?)
}

/// What a purse has put into boxes that are open: it may come back.
pub async fn in_boxes(db: impl SqliteExecutor<'_>, purse: i64) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "SELECT -coalesce(sum(o.amount), 0) AS gold FROM ledger_accounts b
        JOIN ledger_postings p ON p.account = b.id
        JOIN ledger_postings o ON o.transfer = p.transfer AND o.account = $1
        WHERE b.kind = 'box' AND b.balance > 0",
    )
    .bind(purse)
    .fetch_one(db)
    .await?;
    Ok(row.try_get("gold")?)
}

async fn balance(db: &mut SqliteConnection, account: i64) -> Result<i64, StoreError> {
    let row = sqlx::query("SELECT balance FROM ledger_accounts WHERE id = $1").bind(account).fetch_one(db).await?;
    Ok(row.try_get("balance")?)
}

/// Writes a transfer down. Its sides add up to zero.
async fn post(db: &mut SqliteConnection, key: &str, why: Why, at: u64, sides: &[(i64, i64)]) -> Result<(), StoreError> {
    let row = sqlx::query("INSERT INTO ledger_transfers (key, why, at) VALUES ($1, $2, $3) RETURNING id")
        .bind(key)
        .bind(why_text(why))
        .bind(at.cast_signed())
        .fetch_one(&mut *db)
        .await?;
    let transfer: i64 = row.try_get("id")?;
    for (place, &(account, amount)) in (0i64..).zip(sides) {
        let after = balance(db, account).await?.checked_add(amount).ok_or(StoreError::Unbalanced)?;
        if after < 0 && account != BANK {
            return Err(StoreError::Overdrawn);
        }
        sqlx::query("UPDATE ledger_accounts SET balance = $2 WHERE id = $1")
            .bind(account)
            .bind(after)
            .execute(&mut *db)
            .await?;
        sqlx::query("INSERT INTO ledger_postings VALUES ($1, $2, $3, $4, $5)")
            .bind(transfer)
            .bind(place)
            .bind(account)
            .bind(amount)
            .bind(after)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

const fn why_text(why: Why) -> &'static str {
    match why {
        Why::Welcome => "welcome",
        Why::Daily => "daily",
        Why::Deposit => "deposit",
        Why::Payout => "payout",
        Why::Refund => "refund",
        Why::Closed => "closed",
    }
}
