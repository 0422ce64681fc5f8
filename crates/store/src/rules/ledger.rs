//! How gold is booked. Every transfer adds up to zero, is made once, and leaves nothing but the bank below zero.

use crate::{AccountId, Grant, GrantKind, LedgerTx, Leg, StoreError, Till, Transfer, Why};
use parlor_wire::{EscrowId, UserId};

/// Moves gold, once: a transfer that is asked for again is there already.
///
/// # Errors
/// If its legs do not add up to zero, there is not enough gold, another was made under the same key, or the database fails.
pub async fn transfer(tx: &mut impl LedgerTx, transfer: &Transfer) -> Result<(), StoreError> {
    let Transfer { key, why, at, legs } = transfer;
    balanced(legs.iter().map(|leg| leg.amount))?;
    if let Some(made) = tx.transfer(key).await? {
        return is_same(tx, &made, *why, legs).await;
    }
    let bank = bank(tx).await?;
    let mut sides = Vec::with_capacity(legs.len());
    for leg in legs {
        // A user who has been deleted gets nothing and has nothing.
        let account = tx.till(leg.till).await?.or((leg.amount > 0).then_some(bank)).ok_or(StoreError::Overdrawn)?;
        sides.push((account, leg.amount));
    }
    post(tx, key, *why, *at, &sides).await
}

/// Gives a present, if there is reason for one.
///
/// # Errors
/// If the database fails.
pub async fn grant(tx: &mut impl LedgerTx, grant: &Grant) -> Result<(), StoreError> {
    let Grant { user, kind, amount, at } = *grant;
    if !tx.has_account(user).await? {
        return Ok(());
    }
    let Some(purse) = tx.till(Till::Purse(user)).await? else { return Ok(()) };
    let (key, why, amount) = match kind {
        GrantKind::Welcome => (welcome_key(purse), Why::Welcome, amount),
        GrantKind::Daily { day, ceiling } => {
            let balance = tx.purse(user).await?.map_or(0, |(_, balance)| balance);
            let has = balance.saturating_add(tx.in_escrow(purse).await?);
            let room = ceiling.cast_signed().saturating_sub(has).max(0);
            (daily_key(purse, day), Why::Daily, amount.min(room.cast_unsigned()))
        }
    };
    if amount == 0 || tx.transfer(&key).await?.is_some() {
        return Ok(());
    }
    let (bank, amount) = (bank(tx).await?, amount.cast_signed());
    post(tx, &key, why, at, &[(bank, -amount), (purse, amount)]).await
}

/// The key of a purse's welcome present. It tells nothing about a user who has been deleted: a purse's number is its own.
pub fn welcome_key(purse: AccountId) -> String {
    format!("welcome:{}", purse.0)
}

/// The key of a purse's present of a day.
pub fn daily_key(purse: AccountId, day: u64) -> String {
    format!("daily:{}:{day}", purse.0)
}

/// Gives every player back what they have in an escrow that no table looks after any more. If gold is put into it all the
/// same, that is another return: the house must open again.
///
/// # Errors
/// If that is not what lies in it, or the database fails.
pub async fn return_escrow(tx: &mut impl LedgerTx, bet: EscrowId, at: u64) -> Result<(), StoreError> {
    let Some((escrow, held)) = tx.escrow(bet).await?.filter(|(_, held)| *held > 0) else { return Ok(()) };
    let mut sides = vec![(escrow, -held)];
    sides.extend(tx.deposits(escrow).await?);
    post(tx, &format!("returned:{bet}:{at}"), Why::Refund, at, &sides).await
}

/// A user is being deleted: their gold goes back to the bank, and nothing says any more whose it was.
///
/// # Errors
/// If the database fails.
pub async fn close_purse(tx: &mut impl LedgerTx, user: UserId, at: u64) -> Result<(), StoreError> {
    let Some((purse, gold)) = tx.purse(user).await? else { return Ok(()) };
    if gold > 0 {
        let bank = bank(tx).await?;
        post(tx, &format!("closed:{}", purse.0), Why::Closed, at, &[(purse, -gold), (bank, gold)]).await?;
    }
    tx.disown(purse).await
}

async fn bank(tx: &mut impl LedgerTx) -> Result<AccountId, StoreError> {
    tx.till(Till::Bank).await?.ok_or_else(|| StoreError::Corrupt("a ledger without a bank".into()))
}

/// Whether a transfer that was made is the one that is asked for now.
async fn is_same(
    tx: &mut impl LedgerTx,
    (why_then, made): &(Why, Vec<(AccountId, i64)>),
    why: Why,
    legs: &[Leg],
) -> Result<(), StoreError> {
    let mut same = *why_then == why && made.len() == legs.len();
    for (&(account, amount), leg) in made.iter().zip(legs) {
        // A user who has been deleted meanwhile cannot be compared.
        let account_now = tx.till(leg.till).await?.unwrap_or(account);
        same &= amount == leg.amount && account_now == account;
    }
    if same { Ok(()) } else { Err(StoreError::OtherTransfer) }
}

/// Writes a transfer down.
async fn post(
    tx: &mut impl LedgerTx,
    key: &str,
    why: Why,
    at: u64,
    sides: &[(AccountId, i64)],
) -> Result<(), StoreError> {
    balanced(sides.iter().map(|(_, amount)| *amount))?;
    let bank = bank(tx).await?;
    let transfer = tx.add_transfer(key, why, at).await?;
    for (place, &(account, amount)) in (0u32..).zip(sides) {
        let balance = tx.post(transfer, place, account, amount).await?;
        if balance < 0 && account != bank {
            return Err(StoreError::Overdrawn);
        }
    }
    Ok(())
}

fn balanced(mut amounts: impl Iterator<Item = i64>) -> Result<(), StoreError> {
    let sum = amounts.try_fold(0i64, |sum, amount| sum.checked_add(amount));
    if sum == Some(0) { Ok(()) } else { Err(StoreError::Unbalanced) }
}
