//! Gold, the house's play money: what the house gives, and what people have. Never real money.

use crate::house::House;
use parlor_store::{Grant, GrantKind, PurseRow, StoreError, User, Write};
use parlor_wire::{
    Kind,
    http::{DailyGrant, Purse},
};

/// A day on the wall clock, in milliseconds.
const DAY_MS: u64 = 24 * 3_600_000;

impl House {
    /// Gives an account what it is due: a present when it is new, and a small one every day that it comes with little.
    /// Asking again gives nothing more.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn give_grants(&self, user: &User) -> Result<PurseRow, StoreError> {
        if user.kind != Kind::Account {
            return Ok(PurseRow::default());
        }
        let gold = &self.settings.gold;
        let at = self.wall.now_ms();
        let day = at / DAY_MS;
        let purse = self.store.purse(user.id, day).await?;
        let grant = |kind, amount| Write::Grant(Grant { user: user.id, kind, amount, at });
        let mut writes = Vec::new();
        if !purse.welcomed && gold.welcome > 0 {
            writes.push(grant(GrantKind::Welcome, gold.welcome));
        }
        if !purse.given_today && gold.daily > 0 && purse.balance + purse.in_escrow < gold.ceiling {
            writes.push(grant(GrantKind::Daily { day, ceiling: gold.ceiling }, gold.daily));
        }
        if writes.is_empty() {
            return Ok(purse);
        }
        self.store.write(writes).await?;
        self.store.purse(user.id, day).await
    }

    /// What an account has, with what it is due today.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub async fn purse(&self, user: &User) -> Result<Purse, StoreError> {
        let row = self.give_grants(user).await?;
        let gold = &self.settings.gold;
        let today = self.wall.now_ms() / DAY_MS;
        // A person who had enough today may still get it once they have less.
        let next_at = if row.given_today { (today + 1) * DAY_MS } else { today * DAY_MS };
        let daily = DailyGrant { amount: gold.daily, ceiling: gold.ceiling, next_at };
        Ok(Purse { balance: row.balance, daily })
    }
}
