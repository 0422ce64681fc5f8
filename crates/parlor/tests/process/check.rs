//! `parlor check` on data folders that are sound and on damaged ones, and what a clean stop leaves behind.

use crate::binary::House;
use parlor_kernel::{Outcome, Reason, Record, Verdict};
use parlor_store::{Counts, Grant, GrantKind, MatchRow, NewEntry, Player, Secret, SqliteStore, User, Write, Writes};
use parlor_wire::{Kind, MatchId, UserId};
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};
use tempfile::TempDir;

const LOGS: [&str; 3] =
    ["battleship/tests/replays/hope", "death-roll/tests/replays/hope-2", "pong/tests/replays/solo-2"];

fn check(data: &Path) -> Output {
    crate::binary::parlor().args(["check", "--data-dir"]).arg(data).output().unwrap()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn golden(log: &str) -> Record {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(format!("{log}.log"));
    Record::from_text(&fs::read_to_string(path).unwrap()).unwrap()
}

/// What a match with this log wrote.
fn writes(id: u64, record: Record) -> Vec<Write> {
    let footer = record.footer.unwrap();
    let row = MatchRow {
        id: MatchId(id),
        header: record.header,
        key: footer.key.clone(),
        rated: false,
        opened_ms: 0,
        started_at: id,
        ended_at: None,
        footer: None,
    };
    let players = row.header.seats.iter().map(|_| Player::BOT).collect();
    let entries = record.entries.into_iter().map(|entry| Write::Append {
        id: MatchId(id),
        entry: NewEntry {
            seq: entry.seq,
            tick: entry.tick,
            input: serde_json::to_string(&entry.input).unwrap(),
            digest: entry.digest,
            command: None,
        },
    });
    let end = Write::EndMatch { id: MatchId(id), footer, at: 9, turns: 0, results: Vec::new(), counts: Counts::Record };
    std::iter::once(Write::BeginMatch { row: Box::new(row), players }).chain(entries).chain([end]).collect()
}

/// A closed house with an account that has gold, three finished matches, one of older rules, and one written off.
async fn house() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("parlor.db");
    let store = SqliteStore::open(&path).await.unwrap();
    let ada = User { id: UserId(7), name: "Ada".into(), kind: Kind::Guest };
    let grant = Grant { user: ada.id, kind: GrantKind::Welcome, amount: 50, at: 1 };
    let account = Write::AddAccount { user: ada.id, password: Secret("x".into()), email: None };
    store.write(vec![Write::AddUser { user: ada, owner: None, at: 1 }, account, Write::Grant(grant)]).await.unwrap();
    for (id, log) in (1..).zip(LOGS) {
        store.write(writes(id, golden(log))).await.unwrap();
    }
    let mut older = golden(LOGS[0]);
    older.header.rules = 0;
    store.write(writes(4, older)).await.unwrap();
    let mut written_off = golden(LOGS[0]);
    written_off.entries.truncate(3);
    written_off.footer.as_mut().unwrap().outcome = Outcome { verdict: Verdict::Void, reason: Reason::Void };
    store.write(writes(5, written_off)).await.unwrap();
    store.close().await;
    (dir, path)
}

/// Does something to the database that no house would.
async fn tamper(path: &Path, statement: &'static str) {
    let mut db = SqliteConnectOptions::new().filename(path).foreign_keys(false).connect().await.unwrap();
    sqlx::query(statement).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
}

#[tokio::test]
async fn a_sound_house_is_said_to_be_sound() {
    let (dir, _) = house().await;
    let text = said(&check(dir.path()));
    assert!(text.contains("The database file is sound."), "{text}");
    assert!(text.contains("1 transfers, 50 gold"), "{text}");
    assert!(text.contains("The logs hold: 3 finished matches"), "{text}");
    assert!(text.contains("1 played by rules that this version does not have"), "{text}");
    assert!(text.contains("1 written off"), "{text}");
}

/// Its log is bound to who played, and one of them is gone.
#[tokio::test]
async fn a_deleted_player_does_no_harm() {
    let (dir, path) = house().await;
    let store = SqliteStore::open(&path).await.unwrap();
    let mut writes = writes(6, golden("battleship/tests/replays/format-2/hope"));
    if let Some(Write::BeginMatch { players, .. }) = writes.first_mut() {
        players[0] = Player::user(UserId(7));
    }
    store.write(writes).await.unwrap();
    store.close().await;
    assert!(said(&check(dir.path())).contains("The logs hold: 4 finished matches"));
    let store = SqliteStore::open(&path).await.unwrap();
    store.write(vec![Write::DeleteUser { user: UserId(7), at: 9 }]).await.unwrap();
    store.close().await;
    let text = said(&check(dir.path()));
    assert!(text.contains("The logs hold: 3 finished") && text.contains("1 with a player who was deleted"), "{text}");
}

#[tokio::test]
async fn what_was_altered_is_named() {
    let cases = [
        (
            "WITH after AS (SELECT instr(lines, '{\"seq\":2,') AS line, lines AS text FROM log_parts WHERE match = 1),
                place AS (SELECT text, line + instr(substr(text, line), '\"digest\":\"') + 9 AS digest FROM after)
            UPDATE log_parts SET lines = (SELECT substr(text, 1, digest - 1) || '00000000000000000000000000000000'
                || substr(text, digest + 32) FROM place) WHERE match = 1",
            "match 0000000000000001: ",
        ),
        (
            "UPDATE log_parts SET lines = substr(lines, 1, instr(lines, '{\"seq\":2,') - 1)
                || substr(lines, instr(lines, '{\"seq\":3,')) WHERE match = 2",
            "entry 2 is missing",
        ),
        (
            "UPDATE matches SET footer = replace(footer, '\"tick\":', '\"tick\":1') WHERE id = 3",
            "match 0000000000000003",
        ),
        ("UPDATE ledger_accounts SET balance = balance + 1 WHERE kind = 'purse'", "the ledger does not hold"),
        ("INSERT INTO mutes VALUES (7, 99, 0)", "1 rows of mutes refer to a row of users that is not there"),
    ];
    for (statement, hint) in cases {
        let (dir, path) = house().await;
        tamper(&path, statement).await;
        let text = complaint(&check(dir.path()));
        assert!(text.contains(hint), "{statement}: {text}");
    }
}

#[tokio::test]
async fn a_damaged_file_is_found_and_left_alone() {
    let (dir, path) = house().await;
    let mut bytes = fs::read(&path).unwrap();
    let page = bytes.len() / 2 / 4096 * 4096;
    bytes[page..page + 4096].fill(0x5a);
    fs::write(&path, &bytes).unwrap();
    let text = complaint(&check(dir.path()));
    assert!(text.contains("the database is damaged") || text.contains("malformed"), "{text}");
    assert!(fs::read(&path).unwrap() == bytes, "nothing was changed");
    fs::write(&path, "this is no database at all, whatever it is called").unwrap();
    assert!(complaint(&check(dir.path())).contains("cannot read"));
}

#[cfg(unix)]
#[test]
fn a_clean_stop_leaves_one_file_that_holds_all() {
    let dir = tempfile::tempdir().unwrap();
    let mut house = House::open(dir.path(), &[]);
    house.stop();
    let mut files: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["parlor.db", "parlor.lock"]);
    assert!(said(&check(dir.path())).contains("The logs hold: 0 finished matches"));
}
