//! Games that last for days: whose turn it is in each, and how many one person may have.

use crate::{
    house::House,
    problem::{HouseError, HttpError, Refused},
};
use axum::http::StatusCode;
use parlor_store::{StoreError, User};
use parlor_table::Awaited;
use parlor_wire::{Pace, Status, TableCode, TableInfo, UserId, http::MyTable};
use std::sync::Arc;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why one more game over days is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum DaysError {
    /// The caller plays that many already.
    #[error("You play {0} games over days already. Finish or give up one first.")]
    TooManyGames(usize),
    /// The opponent plays as many as one may.
    #[error("{0} plays too many games over days already. Try again later.")]
    #[strum(serialize = "too_many_games")]
    OpponentPlaysTooMany(String),
    /// The two play it already.
    #[error("You have this game with {opponent} already: go on at table {table}.")]
    AlreadyPlaying {
        /// The opponent's name.
        opponent: String,
        /// Where they play.
        table: TableCode,
    },
}

impl HttpError for DaysError {
    fn status(&self) -> StatusCode {
        StatusCode::UNPROCESSABLE_ENTITY
    }
}

impl House {
    /// The tables at which a user sits: those first that wait for that user, and of those the one first whose time runs out
    /// first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn my_tables(self: &Arc<Self>, user: UserId) -> Result<Vec<MyTable>, StoreError> {
        let mine = |(mut table, awaiting): (TableInfo, Vec<Awaited>)| {
            let mut my_turn = false;
            for Awaited { seat, forfeits_at } in awaiting {
                let place = table.seats.get_mut(seat.index()).filter(|place| place.occupant.person() == Some(user));
                if let Some(place) = place {
                    my_turn = true;
                    // Where moves are sealed this date is for its player alone.
                    place.forfeits_at = forfeits_at;
                }
            }
            MyTable { table, my_turn }
        };
        let mut tables: Vec<_> = self.show_tables_of(user).await?.into_iter().map(mine).collect();
        tables.sort_by_key(|mine| (!mine.my_turn, mine.forfeits_at().unwrap_or(u64::MAX)));
        Ok(tables)
    }

    /// Whether `me` may begin one more game over days with `other`. The refusal is for `me` to read.
    ///
    /// # Errors
    /// If one of them plays too many, or they play the same game with each other already.
    pub async fn may_play_over_days(self: &Arc<Self>, me: &User, other: &User, game: &str) -> Result<(), Refused> {
        let limits = &self.settings.limits;
        let mine = self.over_days(me.id).await?;
        if mine.len() >= limits.days_per_person {
            return Err(DaysError::TooManyGames(mine.len()).into());
        }
        let with_other = |table: &&TableInfo| {
            table.game == game && table.seats.iter().any(|seat| seat.occupant.person() == Some(other.id))
        };
        let mut ours = mine.iter().filter(with_other);
        if let Some(table) = limits.days_per_opponent.checked_sub(1).and_then(|before| ours.nth(before)) {
            return Err(DaysError::AlreadyPlaying { opponent: other.name.clone(), table: table.code }.into());
        }
        if self.over_days(other.id).await?.len() >= limits.days_per_person {
            return Err(DaysError::OpponentPlaysTooMany(other.name.clone()).into());
        }
        Ok(())
    }

    /// The games over days that a user has not finished.
    async fn over_days(self: &Arc<Self>, user: UserId) -> Result<Vec<TableInfo>, HouseError> {
        let found = self.tables_of(user).await.map_err(|error| {
            tracing::error!(%error, "the tables of a user could not be read");
            HouseError::Storage
        })?;
        let tables = found.into_iter().map(|(table, _)| table);
        Ok(tables.filter(|table| table.pace == Pace::Correspondence && table.status != Status::Ended).collect())
    }
}
