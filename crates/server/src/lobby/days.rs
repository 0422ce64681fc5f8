//! Games that last for days: whose turn it is in each, and how many one person may have.

use crate::{house::House, problem::storage_failed};
use parlor_kernel::{Refusal, Seat};
use parlor_store::{StoreError, User};
use parlor_wire::{Pace, Status, TableInfo, UserId, http::MyTable};

impl House {
    /// The tables at which a user sits: those first that wait for that user, and of those the one first whose time runs out
    /// first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn my_tables(&self, user: UserId) -> Result<Vec<MyTable>, StoreError> {
        let mine = |(table, awaiting): (TableInfo, Vec<Seat>)| {
            let mut seats = awaiting.iter().filter_map(|seat| table.seats.get(seat.index()));
            let my_turn = seats.any(|seat| seat.occupant.person() == Some(user));
            MyTable { table, my_turn }
        };
        let mut tables: Vec<_> = self.tables_of(user).await?.into_iter().map(mine).collect();
        tables.sort_by_key(|mine| (!mine.my_turn, mine.forfeits_at().unwrap_or(u64::MAX)));
        Ok(tables)
    }

    /// Whether `me` may begin one more game over days with `other`. The refusal is for `me` to read.
    ///
    /// # Errors
    /// If one of them plays too many, or they play the same game with each other already.
    pub async fn may_play_over_days(&self, me: &User, other: &User, game: &str) -> Result<(), Refusal> {
        let limits = &self.settings.limits;
        let mine = self.over_days(me.id).await?;
        if mine.len() >= limits.days_per_person {
            let message = format!("You play {} games over days already. Finish or give up one first.", mine.len());
            return Err(Refusal { code: "too_many_games", message });
        }
        let with_other = |table: &&TableInfo| {
            table.game == game && table.seats.iter().any(|seat| seat.occupant.person() == Some(other.id))
        };
        let mut ours = mine.iter().filter(with_other);
        if let Some(table) = limits.days_per_opponent.checked_sub(1).and_then(|before| ours.nth(before)) {
            let message = format!("You have this game with {} already: go on at table {}.", other.name, table.code);
            return Err(Refusal { code: "already_playing", message });
        }
        if self.over_days(other.id).await?.len() >= limits.days_per_person {
            let message = format!("{} plays too many games over days already. Try again later.", other.name);
            return Err(Refusal { code: "too_many_games", message });
        }
        Ok(())
    }

    /// The games over days that a user has not finished.
    async fn over_days(&self, user: UserId) -> Result<Vec<TableInfo>, Refusal> {
        let found = self.tables_of(user).await.map_err(|error| {
            tracing::error!(%error, "the tables of a user could not be read");
            storage_failed()
        })?;
        let tables = found.into_iter().map(|(table, _)| table);
        Ok(tables.filter(|table| table.pace == Pace::Correspondence && table.status != Status::Ended).collect())
    }
}
