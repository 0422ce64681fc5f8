//! The store in one SQLite file: what `parlor serve` uses when nothing else is configured.

mod check;
mod read;
mod writer;

pub use check::check_file;

use crate::{
    Account, Audit, Board, BoxRow, FullRating, InvitationRow, LeaderCursor, LeaderRow, MatchRecord, MatchRow, Page,
    PurseRow, ReportRow, Reports, RivalRow, Session, SessionRow, Standing, Store, StoreError, StoredEntry, TokenHash,
    User, UserRow, Write,
};
use async_trait::async_trait;
use parlor_wire::{ChatLine, InvitationId, MatchId, TableCode, TrustRecord, UserId, http::StatementLine};
use sqlx::{
    ConnectOptions, Row,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous},
};
use std::{path::Path, time::Duration};
use writer::Writer;

/// How long a connection waits for another process (`parlor account`) that is writing.
const BUSY: Duration = Duration::from_secs(5);

/// A store in one SQLite file.
///
/// One task writes; whatever has queued up while a commit was under way goes into the next one, so the cost of
/// making things durable is shared (group commit). Reads go through pools beside it.
#[derive(Debug)]
pub struct SqliteStore {
    reads: SqlitePool,
    /// For logs alone, which can be long: nobody's session waits for them to be read.
    logs: SqlitePool,
    writer: Writer,
}

impl SqliteStore {
    /// Opens the file, creating it or bringing it up to date as needed.
    ///
    /// # Errors
    /// If the file cannot be opened or brought up to date.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(options(path)).await
    }

    /// How many matches are over.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn finished_count(&self) -> Result<u64, StoreError> {
        read::finished_count(&self.logs).await
    }

    /// Up to `limit` matches that are over, in the order of their ids, from the one after `after` on.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn finished(&self, after: Option<MatchId>, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        read::finished(&self.logs, after, limit).await
    }

    async fn open_with(options: SqliteConnectOptions) -> Result<Self, StoreError> {
        bring_up_to_date(&options).await?;
        let writes = options.connect().await?;
        let reading = options.clone().read_only(true);
        let reads = SqlitePoolOptions::new().max_connections(4).connect_with(reading.clone()).await?;
        let logs = SqlitePoolOptions::new().max_connections(2).connect_with(reading).await?;
        Ok(Self { reads, logs, writer: Writer::start(options, writes) })
    }
}

/// Migrates a file to the schema of this version.
async fn bring_up_to_date(options: &SqliteConnectOptions) -> Result<(), StoreError> {
    let once = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
    let before = schema_version(&once).await?;
    sqlx::migrate!("migrations/sqlite").run(&once).await?;
    if before.is_some() && before != schema_version(&once).await? {
        // What older versions deleted is still in the file where nothing took its place.
        if let Err(error) = sqlx::query("VACUUM").execute(&once).await {
            tracing::warn!(%error, "what was deleted before the upgrade could not be wiped from the disk");
        }
    }
    once.close().await;
    Ok(())
}

/// The last migration that was run, if any was.
async fn schema_version(db: &SqlitePool) -> Result<Option<i64>, StoreError> {
    let known = "SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    if sqlx::query(known).fetch_optional(db).await?.is_none() {
        return Ok(None);
    }
    Ok(sqlx::query("SELECT max(version) FROM _sqlx_migrations").fetch_one(db).await?.try_get(0)?)
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // Durable even when the machine, not only the process, goes down.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY)
        .foreign_keys(true)
        // What is deleted is overwritten.
        .pragma("secure_delete", "ON")
}

#[async_trait]
impl Store for SqliteStore {
    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        self.writer.write(writes).await
    }

    async fn clock(&self) -> Result<u64, StoreError> {
        read::clock(&self.reads).await
    }

    async fn session(&self, token: TokenHash, since: u64) -> Result<Option<Session>, StoreError> {
        read::session(&self.reads, token, since).await
    }

    async fn sessions(&self, user: UserId) -> Result<Vec<SessionRow>, StoreError> {
        read::sessions(&self.reads, user).await
    }

    async fn user(&self, id: UserId) -> Result<Option<UserRow>, StoreError> {
        read::user(&self.reads, id).await
    }

    async fn user_by_name(&self, name: &str) -> Result<Option<UserRow>, StoreError> {
        read::user_by_name(&self.reads, name).await
    }

    async fn account(&self, user: UserId) -> Result<Option<Account>, StoreError> {
        read::account(&self.reads, user).await
    }

    async fn account_by_login(&self, login: &str) -> Result<Option<Account>, StoreError> {
        read::account_by_login(&self.reads, login).await
    }

    async fn bots_of(&self, owner: UserId) -> Result<Vec<User>, StoreError> {
        read::bots_of(&self.reads, owner).await
    }

    async fn said(&self, user: UserId) -> Result<Vec<ChatLine>, StoreError> {
        read::said(&self.reads, user).await
    }

    async fn mutes(&self, user: UserId) -> Result<Vec<User>, StoreError> {
        read::mutes(&self.reads, user).await
    }

    async fn has_muted(&self, user: UserId, other: UserId) -> Result<bool, StoreError> {
        read::has_muted(&self.reads, user, other).await
    }

    async fn reports(&self, which: Reports) -> Result<Vec<ReportRow>, StoreError> {
        read::reports(&self.reads, which).await
    }

    async fn tables(&self) -> Result<Vec<(TableCode, String)>, StoreError> {
        read::tables(&self.reads).await
    }

    async fn table(&self, code: TableCode) -> Result<Option<String>, StoreError> {
        read::table(&self.reads, code).await
    }

    async fn done(&self, table: TableCode) -> Result<Vec<String>, StoreError> {
        read::done(&self.reads, table).await
    }

    async fn chat(&self, table: TableCode, limit: u32) -> Result<Vec<ChatLine>, StoreError> {
        read::chat(&self.reads, table, limit).await
    }

    async fn invitations(&self) -> Result<Vec<InvitationRow>, StoreError> {
        read::invitations::waiting(&self.reads).await
    }

    async fn invitation(&self, id: InvitationId) -> Result<Option<InvitationRow>, StoreError> {
        read::invitations::one(&self.reads, id).await
    }

    async fn past_invitations(&self, user: UserId, limit: u32) -> Result<Vec<InvitationRow>, StoreError> {
        read::invitations::past(&self.reads, user, limit).await
    }

    async fn match_row(&self, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
        read::match_row(&self.reads, id).await
    }

    async fn entries(&self, id: MatchId) -> Result<Vec<StoredEntry>, StoreError> {
        read::entries(&self.logs, id).await
    }

    async fn log_lines(&self, id: MatchId, after: u64, limit: u32) -> Result<Vec<String>, StoreError> {
        read::log_lines(&self.logs, id, after, limit).await
    }

    async fn match_record(&self, id: MatchId) -> Result<Option<MatchRecord>, StoreError> {
        read::match_record(&self.reads, id).await
    }

    async fn matches_of(
        &self,
        user: UserId,
        game: Option<&str>,
        after: Option<Page>,
        limit: u32,
    ) -> Result<Vec<MatchRecord>, StoreError> {
        read::matches_of(&self.reads, user, game, after, limit).await
    }

    async fn standings(&self, user: UserId) -> Result<Vec<Standing>, StoreError> {
        read::standings(&self.reads, user).await
    }

    async fn rating(&self, user: UserId, game: &str) -> Result<Option<FullRating>, StoreError> {
        read::rating(&self.reads, user, game).await
    }

    async fn rivals(&self, user: UserId, limit: u32) -> Result<Vec<RivalRow>, StoreError> {
        read::rivals(&self.reads, user, limit).await
    }

    async fn leaders(
        &self,
        board: Board<'_>,
        after: Option<LeaderCursor>,
        limit: u32,
    ) -> Result<Vec<LeaderRow>, StoreError> {
        read::leaders(&self.reads, board, after, limit).await
    }

    async fn purse(&self, user: UserId, day: u64) -> Result<PurseRow, StoreError> {
        read::purse(&self.reads, user, day).await
    }

    async fn statement(&self, user: UserId, before: Option<u64>, limit: u32) -> Result<Vec<StatementLine>, StoreError> {
        read::statement(&self.reads, user, before, limit).await
    }

    async fn boxes(&self) -> Result<Vec<BoxRow>, StoreError> {
        read::boxes(&self.reads).await
    }

    async fn trust(&self, user: UserId) -> Result<TrustRecord, StoreError> {
        read::trust(&self.reads, user).await
    }

    async fn audit(&self) -> Result<Audit, StoreError> {
        read::audit(&self.reads).await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.writer.probe().await
    }

    async fn scrub(&self) -> Result<(), StoreError> {
        self.writer.scrub().await
    }

    async fn close(&self) {
        // The writer last: only the last connection to close empties the write-ahead log into the file and removes it,
        // and one that may only read cannot.
        self.reads.close().await;
        self.logs.close().await;
        self.writer.close().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every connection of a pool, taken.
    async fn taken(pool: &SqlitePool) -> Vec<sqlx::pool::PoolConnection<sqlx::Sqlite>> {
        let mut all = Vec::new();
        for _ in 0..pool.options().get_max_connections() {
            all.push(pool.acquire().await.unwrap());
        }
        all
    }

    #[tokio::test]
    async fn logs_and_sessions_do_not_wait_for_each_other() {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&dir.path().join("house.db")).await.unwrap();
        let logs = taken(&store.logs).await;
        assert_eq!(store.session([1; 32], 0).await.unwrap(), None);
        drop(logs);
        let _reads = taken(&store.reads).await;
        assert!(store.log_lines(MatchId(1), 0, 10).await.unwrap().is_empty());
        assert!(store.entries(MatchId(1)).await.unwrap().is_empty());
    }

    /// The same as `tests/full.rs`, where no disk can be mounted: a file that may not grow.
    #[tokio::test]
    async fn writing_goes_on_after_a_full_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("house.db");
        let store = SqliteStore::open_with(options(&path).pragma("max_page_count", "200")).await.unwrap();
        let code = |n: usize| ["ABC234", "ABC235", "ABC236"][n].parse::<TableCode>().unwrap();
        let save = |n, size| vec![Write::SaveTable { code: code(n), state: "x".repeat(size) }];
        store.write(save(0, 100_000)).await.unwrap();
        assert!(store.write(save(1, 1_000_000)).await.is_err(), "too large for this file");
        store.write(save(2, 100_000)).await.expect("a smaller one still fits");
        let states = store.tables().await.unwrap();
        assert_eq!(states.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [code(0), code(2)]);
    }
}
