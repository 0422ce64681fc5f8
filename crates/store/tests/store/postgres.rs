//! What only PostgreSQL has: records for other programs, one house for each database, and a server that can go away.

use crate::common::{ada, add, bea, footer, row};
use parlor_kernel::{Best, Outcome, Reason, Seat, Stat, Tick};
use parlor_store::{
    Counts, Grant, GrantKind, Ledger, Leg, Logs, NewEntry, NewResult, Player, PostgresStore, Secret, StoreError,
    Tables, Till, Transfer, Why, Write, Writes,
};
use parlor_wire::{MatchId, TableCode};
use sqlx::{ConnectOptions, Connection, PgConnection, Row, postgres::PgConnectOptions};
use std::{str::FromStr, sync::Arc};

const SHOTS: Stat = Stat { id: "shots", name: "Shots", best: Best::Sum };
const HITS: Stat = Stat { id: "hits", name: "Hits", best: Best::Sum };

async fn connected(url: &str) -> PgConnection {
    PgConnectOptions::from_str(url).unwrap().connect().await.unwrap()
}

fn append(id: u64, seq: u64) -> Write {
    let entry = NewEntry { seq, tick: Tick(seq), input: "\"wake\"".into(), digest: None, command: None };
    Write::Append { id: MatchId(id), entry }
}

fn begin(id: u64) -> Write {
    Write::BeginMatch { row: row(id).into(), players: vec![] }
}

async fn entries(store: &PostgresStore, id: u64) -> Vec<u64> {
    store.entries(MatchId(id)).await.unwrap().iter().map(|stored| stored.entry.seq).collect()
}

/// The names that docs/database.md promises.
#[tokio::test]
async fn records_are_readable_in_sql() {
    let url = parlor_testdb::database();
    let store = PostgresStore::open(&url).await.unwrap();
    let result = |place, shots, hits| NewResult {
        place: Some(place),
        stats: vec![(&SHOTS, shots), (&HITS, hits)],
        ..NewResult::default()
    };
    let players = vec![Player::user(ada().id), Player::BOT];
    let end = Write::EndMatch {
        id: MatchId(0xabc),
        footer: footer(&row(0xabc), Outcome::won(Seat(0), Reason::Completed)),
        at: 1_500,
        turns: 33,
        results: vec![result(1, 40, 17), result(2, 41, 9)],
        counts: Counts::Record,
    };
    let begin = Write::BeginMatch { row: row(0xabc).into(), players };
    store.write(vec![add(ada()), begin]).await.unwrap();
    let mut db = connected(&url).await;
    let status = "SELECT status FROM records.match WHERE ended_at IS NULL AND winner IS NULL";
    assert_eq!(sqlx::query(status).fetch_one(&mut db).await.unwrap().get::<String, _>(0), "IN_PROGRESS");
    store.write(vec![end]).await.unwrap();
    let record = "SELECT id, game, status, player1_id, player2_id, winner_id, winner, total_turns, player1_shots,
            player2_shots, player1_hits, player2_hits, extract(epoch FROM ended_at - created_at)::float8 AS seconds
        FROM records.match";
    let row = sqlx::query(record).fetch_one(&mut db).await.unwrap();
    let text = |column| row.get::<Option<String>, _>(column);
    let ada_id = ada().id.to_string();
    assert_eq!(text("id").unwrap(), MatchId(0xabc).to_string());
    assert_eq!((text("game").as_deref(), text("status").as_deref()), (Some("toy"), Some("COMPLETED")));
    assert_eq!((text("player1_id"), text("player2_id")), (Some(ada_id.clone()), None));
    assert_eq!((text("winner_id"), row.get::<i64, _>("winner")), (Some(ada_id), 1));
    let numbers = ["total_turns", "player1_shots", "player2_shots", "player1_hits", "player2_hits"];
    assert_eq!(numbers.map(|column| row.get::<i64, _>(column)), [33, 40, 41, 17, 9]);
    assert!(row.get::<f64, _>("seconds") < 1.5);
    let seats = "SELECT player, result, shots, hits, stats ->> 'hits' AS same FROM records.players ORDER BY player";
    let rows = sqlx::query(seats).fetch_all(&mut db).await.unwrap();
    let told: Vec<(i64, String, i64, String)> =
        rows.iter().map(|row| (row.get(0), row.get(1), row.get(2), row.get(4))).collect();
    assert_eq!(told, [(1, "won".into(), 40, "17".into()), (2, "lost".into(), 41, "9".into())]);
}

/// A batch holds log lines of many jobs and other writes, of which some break rules: each job is whole, and alone.
#[tokio::test]
async fn jobs_that_share_a_commit_do_not_touch_each_other() {
    let store = Arc::new(PostgresStore::open(&parlor_testdb::database()).await.unwrap());
    store.write(vec![begin(1), begin(2)]).await.unwrap();
    let code: TableCode = "ABC234".parse().unwrap();
    let save = |state: &str| Write::SaveTable { code, state: state.into() };
    let (a, b, c, d, e) = tokio::join!(
        store.write(vec![append(1, 1), append(1, 2)]),
        store.write(vec![save("kept"), append(2, 1)]),
        store.write(vec![save("lost"), append(1, 2)]),
        store.write(vec![append(404, 1)]),
        store.write(vec![append(2, 2)]),
    );
    for result in [a, b, e] {
        result.unwrap();
    }
    assert!(c.is_err() && d.is_err(), "a repeated line, and one of no match");
    assert_eq!((entries(&store, 1).await, entries(&store, 2).await), (vec![1, 2], vec![1, 2]));
    assert_eq!(store.table(code).await.unwrap().as_deref(), Some("kept"));
    // What no column holds is refused alone, too.
    let (bad, good) = tokio::join!(store.write(vec![save("\0")]), store.write(vec![append(1, 3)]));
    assert!(bad.is_err() && good.is_ok());
}

#[tokio::test]
async fn a_database_belongs_to_one_house_at_a_time() {
    let url = parlor_testdb::database();
    let store = PostgresStore::open_alone(&url).await.unwrap();
    store.write(vec![begin(1)]).await.unwrap();
    let refused = PostgresStore::open_alone(&url).await.map(|_| ()).expect_err("it is taken").to_string();
    assert!(refused.contains("another house"), "{refused}");
    PostgresStore::open(&url).await.expect("beside it there may be others").close().await;
    // The session that writes is cut off: the house takes the lock again, and goes on.
    let mut db = connected(&url).await;
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    assert_eq!(sqlx::query(cut).fetch_all(&mut db).await.unwrap().len(), 1);
    store.write(vec![add(ada()), append(1, 1)]).await.expect("it is written all the same");
    // Cut off again, and another house comes in meanwhile: nothing of the first is written any more.
    let opened = "UPDATE clock SET opened = opened + 1";
    sqlx::query(opened).execute(&mut db).await.unwrap();
    sqlx::query(cut).fetch_all(&mut db).await.unwrap();
    let fenced = store.write(vec![add(bea()), append(1, 2)]).await.expect_err("it is not its own any more");
    assert!(matches!(&fenced, StoreError::Database(error) if error.to_string().contains("since")), "{fenced}");
    assert_eq!(entries(&store, 1).await, [1]);
    store.close().await;
    PostgresStore::open_alone(&url).await.expect("it is free again").close().await;
}

/// How many sessions of a database wait for a row that another has.
async fn waiting(db: &mut PgConnection) -> i64 {
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    sqlx::query(waiting).fetch_one(db).await.unwrap().get(0)
}

/// Nodes, and the command line beside them, book at the same time. What was begun first and held up is not written down as if
/// it had come before what overtook it.
#[tokio::test]
async fn books_that_several_keep_at_once_hold() {
    let url = parlor_testdb::database();
    let one = Arc::new(PostgresStore::open_shared(&url).await.unwrap());
    let two = Arc::new(PostgresStore::open_shared(&url).await.unwrap());
    let people = [ada(), bea()];
    let accounts = people.iter().flat_map(|user| {
        let account = Write::AddAccount { user: user.id, password: Secret("$argon2id$".into()), email: None };
        let grant = Grant { user: user.id, kind: GrantKind::Welcome, amount: 1_000, at: 5 };
        [add(user.clone()), account, Write::Grant(grant)]
    });
    one.write(accounts.collect()).await.unwrap();
    let pay = |key: &str, from: Till, to: Till| {
        let legs = vec![Leg { till: from, amount: -10 }, Leg { till: to, amount: 10 }];
        vec![Write::Transfer(Transfer { key: key.into(), why: Why::Gift, at: 6, legs })]
    };
    let [adas, beas] = people.map(|user| Till::Purse(user.id));

    let (mut db, mut watch) = (connected(&url).await, connected(&url).await);
    let mut holding = db.begin().await.unwrap();
    let hold = "SELECT 1 FROM ledger_accounts WHERE kind = 'purse' AND owner = $1 FOR UPDATE";
    sqlx::query(hold).bind(ada().id.0.cast_signed()).execute(&mut *holding).await.unwrap();
    let (first, second) = (pay("first", adas, beas), pay("second", beas, Till::Bank));
    let first = tokio::spawn(async move { one.write(first).await });
    while waiting(&mut watch).await < 1 && !first.is_finished() {
        tokio::task::yield_now().await;
    }
    let overtaking = Arc::clone(&two);
    let second = tokio::spawn(async move { overtaking.write(second).await });
    while waiting(&mut watch).await < 2 && !second.is_finished() {
        tokio::task::yield_now().await;
    }
    holding.commit().await.unwrap();
    first.await.unwrap().unwrap();
    second.await.unwrap().unwrap();
    let audit = two.audit().await.unwrap();
    assert!(audit.faults.is_empty(), "{audit:?}");
    assert_eq!((audit.transfers, audit.out), (4, 1_990));
}

#[tokio::test]
async fn what_is_wrong_with_an_address_does_not_tell_its_password() {
    for url in ["postgres://ada:hunter2@127.0.0.1:1/house", "postgres://ada:hunter2@[/", "mysql://ada:hunter2@x/y"] {
        let error = PostgresStore::open(url).await.map(|_| ()).expect_err("there is no such server");
        let told = format!("{error} {error:?}");
        assert!(!told.contains("hunter2"), "{told}");
    }
}
