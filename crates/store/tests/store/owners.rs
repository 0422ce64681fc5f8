//! Several nodes over one PostgreSQL database: a table has one owner, and nothing is written by another.

use crate::common::{ada, add, row};
use parlor_kernel::Tick;
use parlor_store::{
    Beat, Logs, NewEntry, NodeId, Owners, PostgresStore, SqliteStore, StoreError, Tables, Taken, Title, Write, Writes,
    moving::{self, Source},
};
use parlor_wire::{MatchId, TableCode};
use sqlx::{ConnectOptions, Connection, postgres::PgConnectOptions};
use std::{str::FromStr, sync::Arc};

const ONE: NodeId = NodeId(1);
/// With the highest bit: a number that is negative in the database.
const TWO: NodeId = NodeId(u64::MAX - 1);

fn code() -> TableCode {
    "ABC234".parse().unwrap()
}

fn other() -> TableCode {
    "DEF567".parse().unwrap()
}

fn owned(code: TableCode, title: Title) -> Write {
    Write::Owned { code, title }
}

fn append(id: u64, seq: u64) -> Write {
    let entry = NewEntry { seq, tick: Tick(seq), input: "\"wake\"".into(), digest: None, command: None };
    Write::Append { id: MatchId(id), entry }
}

fn save(code: TableCode, state: &str) -> Write {
    Write::SaveTable { code, state: state.into() }
}

fn open(code: TableCode, node: NodeId, id: u64) -> Vec<Write> {
    let begin = Write::BeginMatch { row: row(id).into(), players: vec![] };
    vec![Write::TakeCode { code, node }, save(code, "new"), begin]
}

async fn entries(store: &PostgresStore, id: u64) -> Vec<u64> {
    store.entries(MatchId(id)).await.unwrap().iter().map(|stored| stored.entry.seq).collect()
}

async fn execute(url: &str, statement: &'static str) {
    let mut db = PgConnectOptions::from_str(url).unwrap().connect().await.unwrap();
    sqlx::query(statement).execute(&mut db).await.unwrap();
}

/// No node has said for a while that it lives.
async fn let_leases_end(url: &str) {
    execute(url, "UPDATE nodes SET alive_until = now() - interval '1 ms'").await;
}

async fn nodes() -> (String, PostgresStore, PostgresStore) {
    let url = parlor_testdb::database();
    let one = PostgresStore::open_shared(&url).await.unwrap();
    let two = PostgresStore::open_shared(&url).await.unwrap();
    (url, one, two)
}

async fn taken(store: &PostgresStore, code: TableCode, node: NodeId, house_ms: u64) -> (Title, i64) {
    match store.take(code, node, house_ms, true).await.unwrap() {
        Taken::Mine { title, ahead_ms } => (title, ahead_ms),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_ex_owner_cannot_write() {
    let (url, one, two) = nodes().await;
    one.beat(ONE, 10_000).await.unwrap();
    one.write(open(code(), ONE, 1)).await.unwrap();
    one.write(open(other(), ONE, 2)).await.unwrap();
    let mine = Title::first(ONE);
    one.write(vec![owned(code(), mine), append(1, 1)]).await.unwrap();
    let beat = two.beat(TWO, 500).await.unwrap();
    assert_eq!((beat.others, beat.eldest), (vec![ONE], ONE), "the one that joined first does what one does for all");
    assert_eq!(two.take(code(), TWO, 500, true).await.unwrap(), Taken::Elsewhere(ONE), "its owner lives");
    let_leases_end(&url).await;
    assert_eq!(two.take(code(), TWO, 500, false).await.unwrap(), Taken::Elsewhere(ONE), "it was not to inherit");
    let (theirs, ahead_ms) = taken(&two, code(), TWO, 500).await;
    assert_eq!((theirs, ahead_ms), (Title { node: TWO, epoch: 2 }, 9_500), "the table's clock goes on at ten seconds");

    // Whatever the old owner writes about it is refused whole, and nothing beside it.
    let (line, both, state, neighbour) = tokio::join!(
        one.write(vec![owned(code(), mine), append(1, 2)]),
        one.write(vec![owned(code(), mine), append(1, 2), add(ada())]),
        one.write(vec![owned(code(), mine), save(code(), "stale")]),
        one.write(vec![owned(other(), mine), append(2, 1)]),
    );
    for refused in [line, both, state] {
        assert!(matches!(refused, Err(StoreError::Fenced)), "{refused:?}");
    }
    neighbour.unwrap();
    let (line, neighbour) = tokio::join!(
        one.write(vec![owned(code(), mine), append(1, 2)]),
        one.write(vec![owned(other(), mine), append(2, 2)]),
    );
    assert!(matches!(line, Err(StoreError::Fenced)), "lines alone share one statement");
    neighbour.unwrap();
    let claimed = one.write(vec![owned(code(), Title { node: ONE, ..theirs }), append(1, 2)]).await;
    assert!(matches!(claimed, Err(StoreError::Fenced)), "the epoch alone is no title");
    assert_eq!(one.table(code()).await.unwrap().as_deref(), Some("new"));

    two.write(vec![owned(code(), theirs), append(1, 2)]).await.unwrap();
    assert_eq!((entries(&two, 1).await, entries(&two, 2).await), (vec![1, 2], vec![1, 2]));
    // The old owner hears that it was gone, and what is left to it.
    assert_eq!(one.beat(ONE, 10_100).await.unwrap(), Beat { held: false, others: vec![], eldest: ONE });
    assert_eq!(one.owned(ONE).await.unwrap(), [(other(), 1)]);
    assert!(one.beat(ONE, 10_200).await.unwrap().held);
}

/// An owner that writes while another node takes its table: what was acknowledged before is there, and nothing comes after.
#[tokio::test]
async fn of_a_write_and_a_change_of_owners_one_comes_first() {
    let (_url, one, two) = nodes().await;
    one.write(open(code(), ONE, 1)).await.unwrap();
    let one = Arc::new(one);
    let writing = tokio::spawn({
        let one = Arc::clone(&one);
        async move {
            let mut acknowledged = 0;
            while one.write(vec![owned(code(), Title::first(ONE)), append(1, acknowledged + 1)]).await.is_ok() {
                acknowledged += 1;
            }
            acknowledged
        }
    });
    while entries(&two, 1).await.len() < 50 {}
    let (title, _) = taken(&two, code(), TWO, 0).await;
    let there = entries(&two, 1).await.len() as u64;
    assert_eq!(writing.await.unwrap(), there, "as many as were acknowledged");
    two.write(vec![owned(code(), title), append(1, there + 1)]).await.unwrap();
    assert_eq!(entries(&two, 1).await.len() as u64, there + 1);
}

#[tokio::test]
async fn one_of_many_who_want_a_table_gets_it() {
    let (_url, one, two) = nodes().await;
    one.write(open(code(), NodeId(404), 1)).await.unwrap();
    // All of them live, the former owner does not.
    for node in 1..=8 {
        one.beat(NodeId(node), 0).await.unwrap();
    }
    let takes = (1..=8).map(|node| {
        let store = if node % 2 == 0 { &one } else { &two };
        store.take(code(), NodeId(node), 0, true)
    });
    let results = futures_util::future::join_all(takes).await;
    let winners: Vec<_> = results
        .iter()
        .filter_map(|result| match result.as_ref().unwrap() {
            Taken::Mine { title, .. } => Some(title.node),
            _ => None,
        })
        .collect();
    assert_eq!(winners.len(), 1, "{results:?}");
    assert!(results.iter().all(|result| {
        matches!(result, Ok(Taken::Mine { .. })) || matches!(result, Ok(Taken::Elsewhere(node)) if *node == winners[0])
    }));
}

/// Guests can ask for tables as fast as they like: a node says all the same that it lives.
#[tokio::test]
async fn questions_for_tables_do_not_keep_a_node_from_saying_that_it_lives() {
    let (url, one, _) = nodes().await;
    one.write(open(code(), ONE, 1)).await.unwrap();
    let mut db = PgConnectOptions::from_str(&url).unwrap().connect().await.unwrap();
    let mut holding = db.begin().await.unwrap();
    sqlx::query("SELECT 1 FROM tables FOR UPDATE").execute(&mut *holding).await.unwrap();
    let one = Arc::new(one);
    let asking = (0..8).map(|_| {
        let one = Arc::clone(&one);
        tokio::spawn(async move { one.take(code(), ONE, 0, true).await })
    });
    let asking: Vec<_> = asking.collect();
    let mut watch = PgConnectOptions::from_str(&url).unwrap().connect().await.unwrap();
    // As many as there are connections for it.
    let stuck = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while sqlx::query_scalar::<_, i64>(stuck).fetch_one(&mut watch).await.unwrap() < 2 {}
    one.beat(ONE, 0).await.unwrap();
    assert_eq!(one.owned(ONE).await.unwrap(), [(code(), 1)]);
    assert_eq!(one.take(other(), ONE, 0, true).await.unwrap(), Taken::Gone, "nor does it wait for what is not there");
    holding.commit().await.unwrap();
    for asked in asking {
        assert!(matches!(asked.await.unwrap().unwrap(), Taken::Mine { .. }));
    }
}

#[tokio::test]
async fn a_code_is_taken_once_and_a_table_that_is_given_up_is_found() {
    let (url, one, two) = nodes().await;
    let (first, second) = tokio::join!(one.write(open(code(), ONE, 1)), two.write(open(code(), TWO, 2)));
    let refused = [&first, &second].into_iter().filter(|result| matches!(result, Err(StoreError::CodeTaken))).count();
    assert_eq!((refused, first.is_ok() || second.is_ok()), (1, true), "{first:?} {second:?}");
    let (owner, store) = if first.is_ok() { (ONE, &one) } else { (TWO, &two) };
    for (node, house_ms) in [(ONE, 100), (TWO, 5_000)] {
        store.beat(node, house_ms).await.unwrap();
    }
    assert_eq!(store.orphans(10).await.unwrap(), []);
    let release = Write::Release { code: code(), clock_ms: 7_000 };
    store.write(vec![owned(code(), Title::first(owner)), release.clone()]).await.unwrap();
    assert_eq!(store.orphans(10).await.unwrap(), [code()]);
    assert_eq!(taken(&two, code(), TWO, 5_000).await, (Title { node: TWO, epoch: 2 }, 2_000));
    assert_eq!(
        taken(&two, code(), TWO, 9_000).await,
        (Title { node: TWO, epoch: 3 }, 2_000),
        "taken again by its owner"
    );
    let late = store.write(vec![owned(code(), Title::first(owner)), release]).await;
    assert!(matches!(late, Err(StoreError::Fenced)), "a title is no title for ever");
    // A node that ends without giving up is found by its lease.
    two.part(TWO).await.unwrap();
    assert_eq!(one.orphans(10).await.unwrap(), [code()]);
    assert_eq!(one.take("ZZZZZZ".parse().unwrap(), ONE, 0, true).await.unwrap(), Taken::Gone);
    assert_eq!(one.latest_clock().await.unwrap(), 5_000);
    let_leases_end(&url).await;
    assert_eq!(taken(&one, code(), ONE, 100).await.1, 6_900, "the clock of the one that ended is remembered");
}

#[tokio::test]
async fn nodes_share_a_database_with_each_other_and_not_with_a_house_alone() {
    let (url, one, two) = nodes().await;
    one.beat(ONE, 3_000).await.unwrap();
    one.write(open(code(), ONE, 1)).await.unwrap();
    let refused = PostgresStore::open_alone(&url).await.map(drop).expect_err("nodes have it").to_string();
    assert!(refused.contains("another house"), "{refused}");
    one.close().await;
    two.close().await;
    let alone = PostgresStore::open_alone(&url).await.unwrap();
    assert_eq!(alone.clock().await.unwrap(), 3_000, "as far as any node's had come");
    assert_eq!(alone.awake().await.unwrap(), [(code(), "new".to_owned())]);
    assert!(PostgresStore::open_shared(&url).await.is_err());
    alone.write(vec![Write::Clock(4_000)]).await.unwrap();
    alone.close().await;
    // Back to nodes: the table goes by the clock of the house that had it.
    let one = PostgresStore::open_shared(&url).await.unwrap();
    assert_eq!(taken(&one, code(), ONE, 1_000).await, (Title::first(ONE), 3_000));
}

#[tokio::test]
async fn a_copy_of_a_house_on_several_nodes_goes_on_where_their_clocks_are() {
    let (url, one, two) = nodes().await;
    one.beat(ONE, 3_000).await.unwrap();
    two.beat(TWO, 2_000).await.unwrap();
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("house.db");
    moving::to_sqlite(&url, Source::Beside, &file, |_| ()).await.unwrap();
    assert_eq!(SqliteStore::open(&file).await.unwrap().clock().await.unwrap(), 3_000);
}
