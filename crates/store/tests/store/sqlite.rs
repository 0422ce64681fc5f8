//! What only files have.

use crate::{
    common::{ada, add, footer, row, store},
    writes::entry,
};
use parlor_kernel::{Outcome, Reason, Seat};
use parlor_store::{Counts, Logs, SqliteStore, StoreError, Tables, Write, Writes};
use parlor_wire::{MatchId, TableCode};

#[tokio::test]
async fn a_closed_house_is_one_file() {
    let (dir, store) = store().await;
    let code: TableCode = "ABC234".parse().unwrap();
    store.write(vec![add(ada()), Write::SaveTable { code, state: "{}".into() }]).await.unwrap();
    // Something is read, so that every kind of connection has been open.
    assert_eq!(store.tables().await.unwrap().len(), 1);
    assert!(store.entries(MatchId(1)).await.unwrap().is_empty());
    store.close().await;
    assert!(matches!(store.write(Vec::new()).await, Err(StoreError::Closed)));
    let files: Vec<_> = std::fs::read_dir(dir.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(files, ["house.db"]);
    let copy = dir.path().join("copy.db");
    std::fs::copy(dir.path().join("house.db"), &copy).unwrap();
    let store = SqliteStore::open(&copy).await.unwrap();
    assert_eq!(store.tables().await.unwrap(), [(code, "{}".to_owned())], "it is all in there");
}

/// Long enough for parts and for rows that are cleared while matches go on.
#[tokio::test]
async fn logs_stay_whole_while_the_live_log_is_cleared() {
    const MATCHES: u64 = 6;
    const LINES: u64 = 3_000;
    let (dir, store) = store().await;
    let begin = |id| Write::BeginMatch { row: row(id).into(), players: vec![] };
    let end = |id| Write::EndMatch {
        id: MatchId(id),
        footer: footer(&row(id), Outcome::won(Seat(0), Reason::Completed)),
        at: 77,
        turns: LINES,
        results: vec![],
        counts: Counts::Nothing,
    };
    // The first one goes on from the beginning to the end, while the others come and go.
    store.write(vec![begin(0)]).await.unwrap();
    let mut long = 0;
    for id in 1..MATCHES {
        store.write(vec![begin(id)]).await.unwrap();
        for first in (1..=LINES).step_by(100) {
            let mut lines: Vec<_> =
                (first..first + 100).map(|seq| Write::Append { id: MatchId(id), entry: entry(seq, seq) }).collect();
            long += 1;
            lines.push(Write::Append { id: MatchId(0), entry: entry(long, long) });
            store.write(lines).await.unwrap();
        }
        store.write(vec![end(id)]).await.unwrap();
    }
    let check = async |store: &SqliteStore| {
        for (id, count) in (0..MATCHES).map(|id| (id, if id == 0 { long } else { LINES })) {
            let entries = store.entries(MatchId(id)).await.unwrap();
            let right = (1u64..).zip(&entries).all(|(seq, stored)| stored.entry.seq == seq);
            assert!(right && entries.len() as u64 == count, "match {id}: {}", entries.len());
            let lines = store.log_lines(MatchId(id), 99, 40).await.unwrap();
            assert!(lines.len() == 40 && lines[0].starts_with("{\"seq\":100,"), "match {id}: {:?}", lines.first());
        }
    };
    check(&store).await;
    let again = store.write(vec![Write::Append { id: MatchId(1), entry: entry(LINES + 1, 1) }]).await;
    assert!(matches!(again, Err(StoreError::OutOfOrder)), "a log that is over does not go on: {again:?}");
    // One that only looks, while the house is open; then the next house.
    check(&SqliteStore::open(&dir.path().join("house.db")).await.unwrap()).await;
    store.close().await;
    let store = SqliteStore::open(&dir.path().join("house.db")).await.unwrap();
    check(&store).await;
    store.take_over().await.unwrap();
    check(&store).await;
    store.write(vec![Write::Append { id: MatchId(0), entry: entry(long + 1, 9_999) }, end(0)]).await.unwrap();
    assert_eq!(store.entries(MatchId(0)).await.unwrap().len() as u64, long + 1);
}
