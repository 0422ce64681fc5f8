//! The store against a real SQLite file.

use parlor_kernel::{Digest, Footer, Header, Input, Key, Outcome, Reason, Seat, SeatLabel, Tick};
use parlor_store::{MatchRow, NewEntry, Player, SqliteStore, Store, User, Write};
use parlor_wire::{ChatLine, MatchId, TableCode, UserId};
use std::sync::Arc;
use tempfile::TempDir;

async fn store() -> (TempDir, SqliteStore) {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&dir.path().join("house.db")).await.unwrap();
    (dir, store)
}

fn row(id: u64) -> MatchRow {
    let key = Key([id as u8; 32]);
    let header = Header {
        game: "toy".into(),
        rules: 1,
        config: serde_json::json!({"n": 1}),
        seats: vec![SeatLabel { name: "Ada".into(), bot: None }],
        commitment: key.commitment(),
    };
    MatchRow { id: MatchId(id), header, key, opened_ms: 1_000, started_at: 5, ended_at: None, footer: None }
}

fn entry(seq: u64, tick: u64) -> NewEntry {
    let input = serde_json::to_string(&Input::Act { seat: Seat(0), action: seq }).unwrap();
    let digest = Some(Digest([seq as u8; 16]));
    NewEntry { seq, tick: Tick(tick), input, digest, command: Some(format!("u:{seq}")) }
}

fn ada() -> User {
    User { id: UserId(u64::MAX), name: "Ada".into() }
}

#[tokio::test]
async fn what_was_written_is_there_after_opening_again() {
    let (dir, store) = store().await;
    let code: TableCode = "ABC234".parse().unwrap();
    let line = ChatLine { from: ada().id, name: "Ada".into(), seated: true, text: "hi".into() };
    store
        .write(vec![
            Write::AddUser { user: ada(), token: [9; 32], at: 1 },
            Write::SaveTable { code, state: "{}".into() },
            Write::SaveTable { code, state: "{\"n\":2}".into() },
            Write::Chat { code, line: line.clone() },
            Write::BeginMatch { row: row(7).into(), players: vec![Player(Some(ada().id)), Player(None)] },
            Write::Append { id: MatchId(7), entry: entry(1, 40) },
            Write::Clock(900),
        ])
        .await
        .unwrap();
    store.close().await;
    let store = SqliteStore::open(&dir.path().join("house.db")).await.unwrap();
    assert_eq!(store.user_by_token([9; 32]).await.unwrap(), Some(ada()));
    assert_eq!(store.user_by_token([8; 32]).await.unwrap(), None);
    assert_eq!(store.tables().await.unwrap(), [(code, "{\"n\":2}".to_owned())]);
    assert_eq!(store.chat(code, 10).await.unwrap(), [line]);
    assert_eq!(store.match_row(MatchId(7)).await.unwrap(), Some(row(7)));
    assert_eq!(store.matches_of(ada().id, 10).await.unwrap(), [row(7)]);
    let entries = store.entries(MatchId(7)).await.unwrap();
    assert_eq!((entries.len(), entries[0].command.as_deref()), (1, Some("u:1")));
    assert_eq!(entries[0].entry.digest, Some(Digest([1; 16])));
    assert_eq!(store.clock().await.unwrap(), 900);
}

#[tokio::test]
async fn a_job_is_done_whole_or_not_at_all_and_alone() {
    let (_dir, store) = store().await;
    let store = Arc::new(store);
    store.write(vec![Write::BeginMatch { row: row(1).into(), players: vec![] }]).await.unwrap();
    let writes =
        |seqs: &[u64]| seqs.iter().map(|&seq| Write::Append { id: MatchId(1), entry: entry(seq, seq) }).collect();
    // Queued together, so that they share a commit: the second repeats an entry and must fail alone and whole.
    let (first, second, third) =
        tokio::join!(store.write(writes(&[1])), store.write(writes(&[2, 1])), store.write(writes(&[2])));
    first.unwrap();
    assert!(second.is_err(), "a second owner cannot append the same entry");
    third.unwrap();
    let seqs: Vec<_> = store.entries(MatchId(1)).await.unwrap().iter().map(|stored| stored.entry.seq).collect();
    assert_eq!(seqs, [1, 2]);
}

#[tokio::test]
async fn many_writers_lose_nothing() {
    let (_dir, store) = store().await;
    let store = Arc::new(store);
    let tasks = (0..50u64).map(|id| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            store.write(vec![Write::BeginMatch { row: row(id).into(), players: vec![] }]).await.unwrap();
            for seq in 1..=20 {
                store.write(vec![Write::Append { id: MatchId(id), entry: entry(seq, seq) }]).await.unwrap();
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    for id in 0..50 {
        assert_eq!(store.entries(MatchId(id)).await.unwrap().len(), 20);
    }
}

#[tokio::test]
async fn endings_names_and_closed_tables_are_kept() {
    let (_dir, store) = store().await;
    let code: TableCode = "ABC234".parse().unwrap();
    let mut ended = row(3);
    let footer = Footer {
        tick: Tick(9),
        outcome: Outcome::won(Seat(0), Reason::Completed),
        digest: Digest([1; 16]),
        key: ended.key.clone(),
    };
    store
        .write(vec![
            Write::AddUser { user: ada(), token: [1; 32], at: 1 },
            Write::Rename { user: ada().id, name: "Countess".into() },
            Write::SaveTable { code, state: "{}".into() },
            Write::DropTable { code },
            Write::BeginMatch { row: row(3).into(), players: vec![] },
            Write::EndMatch { id: MatchId(3), footer: footer.clone(), at: 77 },
            Write::Clock(50),
            Write::Clock(40),
        ])
        .await
        .unwrap();
    ended.footer = Some(footer);
    ended.ended_at = Some(77);
    assert_eq!(store.match_row(MatchId(3)).await.unwrap(), Some(ended));
    assert_eq!(store.user_by_token([1; 32]).await.unwrap().unwrap().name, "Countess");
    assert!(store.tables().await.unwrap().is_empty());
    assert_eq!(store.clock().await.unwrap(), 50, "the clock never runs backwards");
    store.ping().await.unwrap();
}
