//! What the store's tests share.

pub mod bed;
pub mod disk;

use parlor_kernel::{Digest, Footer, Format, Header, Key, Outcome, SeatLabel, Tick};
use parlor_store::{Line, MatchRow, NewSession, Scopes, SessionId, SessionRow, SqliteStore, TokenHash, User, Write};
use parlor_wire::{Kind, LineId, MatchId, Room, UserId};
use sqlx::{SqlitePool, migrate::Migrator};
use std::path::Path;
use tempfile::TempDir;

/// Brings a SQLite file as far as an older version did: by so many migrations.
pub async fn migrate(pool: &SqlitePool, migrations: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
    let mut first = Migrator::new(folder).await.unwrap();
    first.migrations.to_mut().truncate(migrations);
    first.run(pool).await.unwrap();
}

/// Runs tests over every database that a house can use.
macro_rules! over_every_store {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test]
                async fn $test() {
                    super::$test(&crate::common::bed::Bed::sqlite()).await;
                }
            )+
        }

        mod postgres {
            $(
                #[tokio::test]
                async fn $test() {
                    super::$test(&crate::common::bed::Bed::postgres()).await;
                }
            )+
        }
    };
}
pub(crate) use over_every_store;

pub async fn store() -> (TempDir, SqliteStore) {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&dir.path().join("house.db")).await.unwrap();
    (dir, store)
}

pub fn row(id: u64) -> MatchRow {
    let key = Key([id as u8; 32]);
    let label = |name: &str| SeatLabel { name: name.into(), bot: None };
    let header = Header {
        format: Format::NEWEST,
        game: "toy".into(),
        rules: 1,
        config: serde_json::json!({"n": 1}),
        seats: vec![label("Ada"), label("Bea")],
        commitment: key.commitment(),
    };
    let row = MatchRow {
        id: MatchId(id),
        header,
        key,
        rated: false,
        opened_ms: 1_000,
        started_at: 5,
        ended_at: None,
        footer: None,
    };
    MatchRow { started_at: id, ..row }
}

pub fn footer(row: &MatchRow, outcome: Outcome) -> Footer {
    Footer { tick: Tick(9), outcome, digest: Digest([1; 16]), key: row.key.clone() }
}

pub fn user(id: u64, name: &str, kind: Kind) -> User {
    User { id: UserId(id), name: name.into(), kind }
}

pub fn ada() -> User {
    user(u64::MAX, "Ada", Kind::Guest)
}

pub fn bea() -> User {
    user(2, "Bea", Kind::Guest)
}

/// Something `user` says in `room`.
pub fn line(id: u64, user: &User, room: Room, text: &str) -> Line {
    Line { id: LineId(id), room, from: user.id, name: user.name.clone(), seated: true, text: text.into() }
}

pub fn add(user: User) -> Write {
    Write::AddUser { user, owner: None, at: 1 }
}

pub fn session(id: u64, token: TokenHash, scopes: Scopes) -> NewSession {
    NewSession { row: SessionRow { id: SessionId(id), label: "test".into(), scopes, created_at: id }, token }
}
