//! What is deleted is gone from the disk, not only from what can be asked for.

use crate::common::{add, footer, line, migrate, row, session, store, user};
use parlor_kernel::{Digest, Outcome, Reason, Seat, Tick};
use parlor_store::{
    Counts, InvitationRow, Logs, Moderation, NewEntry, NewReport, NewResult, People, PlayedFor, Player, ReportReason,
    Reports, Scopes, Secret, SqliteStore, User, Wish, Write, Writes,
};
use parlor_wire::{InvitationId, Kind, LineId, MatchId, Pace, Room, TableCode, UserId};
use std::{fs, path::Path};

const EMAIL: &str = "zebedee@mail.example";
const NAME: &str = "Zebedee";
const WORDS: &str = "xylophones at dawn";

fn code() -> TableCode {
    "ABC234".parse().unwrap()
}

fn zebedee() -> User {
    user(0x7a65_6265_6465_6531, NAME, Kind::Guest)
}

fn other(n: u64) -> User {
    user(1_000 + n, &format!("Other{n}"), Kind::Guest)
}

/// Where something is still to be found in the files of a house.
fn found(dir: &Path) -> Vec<String> {
    let id = zebedee().id;
    let traces: [(&str, Vec<u8>); 6] = [
        ("the name", NAME.into()),
        ("the name in small letters", NAME.to_lowercase().into()),
        ("the address", EMAIL.into()),
        ("what was said", WORDS.into()),
        ("the id as text", id.to_string().into()),
        ("the id", id.0.to_be_bytes().into()),
    ];
    let mut found = Vec::new();
    for file in fs::read_dir(dir).unwrap().map(Result::unwrap) {
        let bytes = fs::read(file.path()).unwrap();
        for (what, trace) in &traces {
            let times = bytes.windows(trace.len()).filter(|window| window == trace).count();
            if times > 0 {
                found.push(format!("{what} {times} times in {:?}", file.file_name()));
            }
        }
    }
    found
}

/// Puts a person everywhere a person can be: at a table, in chat, in a log, in a report, in an invitation.
async fn live(store: &SqliteStore, turns: u64) {
    let (zebedee, others) = (zebedee(), (0..50).map(other));
    store.write(others.map(add).chain([add(zebedee.clone())]).collect()).await.unwrap();
    let account = Write::AddAccount { user: zebedee.id, password: Secret("x".into()), email: Some(EMAIL.into()) };
    let said = line(1, &zebedee, Room::Table, WORDS);
    let report = |reporter: &User, about: &User| {
        let report = NewReport {
            reporter: reporter.id,
            about: about.id,
            about_name: about.name.clone(),
            code: Some(code()),
            line: Some(LineId(1)),
            reason: ReportReason::Abuse,
            note: String::new(),
            at: 1,
            lines: vec![said.clone(), line(2, &other(1), Room::Table, "hush")],
        };
        Write::Report(Box::new(report))
    };
    let wish = Wish {
        game: "toy".into(),
        preset: None,
        options: "null".into(),
        public: false,
        played_for: PlayedFor::Nothing,
        days: None,
    };
    let invitation = |id, from: &User, to: &User| {
        Write::Invite(Box::new(InvitationRow {
            id: InvitationId(id),
            from: from.clone(),
            to: to.clone(),
            wish: wish.clone(),
            pace: Pace::Live,
            command: format!("{}:{id}", from.id),
            sent_at: 1,
            expires_at: 2,
            over: None,
        }))
    };
    let mut row = row(7);
    row.header.seats[0].name = NAME.into();
    let players = vec![Player::user(zebedee.id), Player::user(other(1).id)];
    store
        .write(vec![
            account,
            Write::AddSession { user: zebedee.id, session: session(1, [1; 32], Scopes::OWNER) },
            Write::SaveTable { code: code(), state: "{}".into() },
            Write::Chat { code: code(), line: said.clone() },
            report(&other(1), &zebedee),
            report(&zebedee, &other(1)),
            report(&other(1), &other(2)),
            invitation(1, &zebedee, &other(1)),
            invitation(2, &other(1), &zebedee),
            Write::Mute { user: other(1).id, muted: zebedee.id, at: 1 },
            Write::Mute { user: zebedee.id, muted: other(1).id, at: 1 },
            Write::BeginMatch { row: row.into(), players },
        ])
        .await
        .unwrap();
    for seq in 1..=turns {
        let who = if seq % 2 == 0 { zebedee.id } else { other(1).id };
        let entry = NewEntry {
            seq,
            tick: Tick(seq),
            input: "\"wake\"".into(),
            digest: Some(Digest([0; 16])),
            command: Some(format!("{who}:{seq}")),
        };
        store.write(vec![Write::Append { id: MatchId(7), entry }]).await.unwrap();
    }
}

/// The match is over.
async fn end(store: &SqliteStore) {
    let footer = footer(&row(7), Outcome::won(Seat(0), Reason::Completed));
    let results = vec![NewResult::default(); 2];
    let end = Write::EndMatch { id: MatchId(7), footer, at: 9, turns: 1, results, counts: Counts::Record };
    store.write(vec![end]).await.unwrap();
}

#[tokio::test]
async fn who_is_deleted_leaves_no_trace_in_the_files() {
    let (dir, store) = store().await;
    live(&store, 300).await;
    end(&store).await;
    assert_eq!(
        found(dir.path()).iter().filter(|found| found.contains("house.db-wal")).count(),
        6,
        "all of it was there"
    );
    store.write(vec![Write::DeleteUser { user: zebedee().id, at: 9 }]).await.unwrap();
    store.scrub().await.unwrap();
    assert_eq!(found(dir.path()), [""; 0]);
    let commands: Vec<_> =
        store.entries(MatchId(7)).await.unwrap().into_iter().filter_map(|entry| entry.command).collect();
    assert_eq!(commands.len(), 150, "those of the others are kept");
    assert!(store.reports(Reports::All).await.unwrap().iter().all(|report| report.about.id != zebedee().id));
    assert_eq!(store.user(UserId(1_001)).await.unwrap().unwrap().user, other(1));
}

/// The log of a match that is being played is bound to its header.
#[tokio::test]
async fn who_is_deleted_during_a_match_is_named_until_it_is_over() {
    let (dir, store) = store().await;
    live(&store, 3).await;
    store.write(vec![Write::DeleteUser { user: zebedee().id, at: 9 }]).await.unwrap();
    let names = async || {
        let row = store.match_row(MatchId(7)).await.unwrap().unwrap();
        row.header.seats.into_iter().map(|label| label.name).collect::<Vec<_>>()
    };
    assert_eq!(names().await, [NAME, "Bea"]);
    end(&store).await;
    assert_eq!(names().await, ["Deleted player", "Bea"]);
    store.scrub().await.unwrap();
    assert_eq!(found(dir.path()), [""; 0]);
}

#[tokio::test]
async fn what_older_versions_deleted_goes_with_the_upgrade() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("house.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let pool = sqlx::SqlitePool::connect_with(options.pragma("secure_delete", "OFF")).await.unwrap();
    migrate(&pool, 1).await;
    sqlx::query("INSERT INTO users VALUES (7, $1, 1)").bind(NAME).execute(&pool).await.unwrap();
    sqlx::query("DELETE FROM users").execute(&pool).await.unwrap();
    pool.close().await;
    assert_eq!(found(dir.path()).len(), 1, "it is still in the file");
    SqliteStore::open(&path).await.unwrap().close().await;
    assert_eq!(found(dir.path()), [""; 0]);
}
