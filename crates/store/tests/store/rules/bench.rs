//! What a test of the rules asks a database.

use async_trait::async_trait;
use parlor_store::{
    Board, FullRating, LeaderOrder, Ledger, PurseRow, Results, SeatRecord, Store, StoreError, Tally, User, Versus,
    Write, Writes,
};
use parlor_wire::{Kind, MatchId, UserId};
use std::sync::Arc;

/// The game that is played in these tests.
pub const GAME: &str = "toy";

/// A database under test.
#[async_trait]
pub trait Bench: Sync {
    /// Does all of `writes` or none of them.
    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError>;

    /// How a user's matches went, and how many wins weigh.
    async fn tally(&self, user: UserId, versus: Versus) -> (Tally, u32);

    /// A user's rating.
    async fn rating(&self, user: UserId) -> Option<FullRating>;

    /// A user's record against another: won, lost, drawn, and when they last met.
    async fn rival(&self, user: UserId, other: UserId) -> Option<(u32, u32, u32, u64)>;

    /// How a match went, by seat. The users are left out.
    async fn seats(&self, id: MatchId) -> Vec<SeatRecord>;

    /// How many matches are in a user's history.
    async fn history(&self, user: UserId) -> usize;

    /// A user's purse.
    async fn purse(&self, user: UserId, day: u64) -> PurseRow;

    /// How much gold is out and how much of it in escrow, after looking through the whole ledger.
    async fn audited(&self) -> (i64, i64);

    /// Adds a user with an account.
    async fn add_account(&self, user: &User) {
        let add = Write::AddUser { user: user.clone(), owner: None, at: 1 };
        let password = parlor_store::Secret("x".into());
        let account = Write::AddAccount { user: user.id, password, email: None };
        self.write(vec![add, account]).await.unwrap();
    }
}

#[async_trait]
impl Bench for Arc<dyn Store> {
    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        Writes::write(&**self, writes).await
    }

    async fn tally(&self, user: UserId, versus: Versus) -> (Tally, u32) {
        let standings = self.standings(user).await.unwrap();
        let standing = standings.into_iter().find(|standing| standing.game == GAME);
        let tally = standing.map(|standing| if versus == Versus::People { standing.people } else { standing.bots });
        let mut climbed = 0;
        for kind in [Kind::Account, Kind::Bot] {
            let board = Board { game: GAME, order: LeaderOrder::Wins, kind };
            let rows = self.leaders(board, None, 99).await.unwrap();
            climbed += rows.iter().find(|row| row.user.id == user).map_or(0, |row| row.climbed);
        }
        (tally.unwrap_or_default(), if versus == Versus::People { climbed } else { 0 })
    }

    async fn rating(&self, user: UserId) -> Option<FullRating> {
        Results::rating(&**self, user, GAME).await.unwrap()
    }

    async fn rival(&self, user: UserId, other: UserId) -> Option<(u32, u32, u32, u64)> {
        let rivals = self.rivals(user, 99).await.unwrap();
        let rival = rivals.iter().find(|rival| rival.user.id == other)?;
        Some((rival.won, rival.lost, rival.drawn, rival.last_at))
    }

    async fn seats(&self, id: MatchId) -> Vec<SeatRecord> {
        let record = self.match_record(id).await.unwrap().unwrap();
        record.seats.into_iter().map(|seat| SeatRecord { user: None, ..seat }).collect()
    }

    async fn history(&self, user: UserId) -> usize {
        self.matches_of(user, None, None, 99).await.unwrap().len()
    }

    async fn purse(&self, user: UserId, day: u64) -> PurseRow {
        Ledger::purse(&**self, user, day).await.unwrap()
    }

    async fn audited(&self) -> (i64, i64) {
        let audit = self.audit().await.unwrap();
        assert!(audit.faults.is_empty(), "{audit:?}");
        (audit.out, audit.in_escrow)
    }
}
