//! Games over days: they sleep as rows of the store, and are there again when a player comes or they are due.

use crate::common::{Open, Player, api::Asker, eventually, settings, wish};
use futures_util::future::join_all;
use parlor_client::native::Visitor;
use parlor_server::{House, Settings};
use parlor_store::{MatchRow, NewEntry, SeatResult, Sleep, SqliteStore, Store, StoredEntry, Write};
use parlor_table::Saved;
use parlor_wire::{
    Command as Give, MatchId, Status, TableCode, TableCommand, UserId,
    http::{MyTables, OpenTable},
};
use reqwest::Method;
use serde_json::json;
use std::{
    fs,
    path::Path,
    process::Command,
    sync::Arc,
    time::{Duration, Instant},
};

const DAY: Duration = Duration::from_secs(24 * 3_600);

/// Tables over days fall asleep soon.
fn drowsy() -> Settings {
    let mut settings = settings();
    settings.times.sleep_ms = 100;
    settings.limits.tables_per_person = 20;
    settings
}

fn over_days(days: Option<u8>) -> OpenTable {
    OpenTable { days, ..wish("battleship", "hope", vec![]) }
}

/// Ada and Bea begin a game over days, and stay.
async fn begin(ada: &mut Player, bea: &mut Player, name: &str, wish: &OpenTable) -> TableCode {
    ada.invite_over_days(name, wish).await.unwrap();
    let id = bea.invited().await.id;
    bea.command(Give::AcceptInvitation { invitation: id }).await.unwrap();
    ada.seated_by(id).await
}

/// Nothing is awake.
async fn all_asleep(open: &Open, count: u64) {
    eventually(async || open.house.directory.len() == 0 && open.house.store.asleep().await.unwrap() == count).await;
}

/// A player goes, and may come back.
fn go(player: Player) -> Visitor {
    player.visitor
}

/// A player comes to a table.
async fn come(open: &Open, visitor: Visitor, name: &str, table: TableCode) -> Player {
    let mut player = open.connect(visitor, name).await;
    player.follow(table).await;
    player
}

async fn match_of(open: &Open, table: TableCode) -> MatchId {
    open.house.look_at(table).await.unwrap().unwrap().0.match_id.unwrap()
}

#[tokio::test]
async fn players_come_back_at_different_times_and_play_on() {
    let open = Open::new(drowsy()).await;
    let (mut ada, mut bea) = (open.member("Ada").await, open.member("Bea").await);
    let table = begin(&mut ada, &mut bea, "Bea", &over_days(None)).await;
    ada.follow(table).await;
    ada.deploy().await;
    let (ada, bea) = (go(ada), go(bea));
    all_asleep(&open, 1).await;
    // Each comes when the other has long gone, and the table sleeps in between.
    come(&open, bea.clone(), "bea-1", table).await.deploy().await;
    for visit in 2..7 {
        all_asleep(&open, 1).await;
        let mine: MyTables = ada.get("/api/me/tables").await.unwrap();
        assert_eq!(open.house.directory.len(), 0, "looking at one's games wakes none");
        let [game] = &mine.tables[..] else { panic!("one game: {mine:?}") };
        assert!(game.table.days == Some(30) && game.table.seats.iter().any(|seat| seat.forfeits_at.is_some()));
        let (visitor, name) = if game.my_turn { (&ada, "ada") } else { (&bea, "bea") };
        let mut there = come(&open, visitor.clone(), &format!("{name}-{visit}"), table).await;
        assert!(there.my_turn().await);
        let at = there.fresh_cell();
        let before = open.house.store.entries(match_of(&open, table).await).await.unwrap().len();
        there.fire().await.unwrap();
        assert_ne!(there.fresh_cell(), at);
        let entries = open.house.store.entries(match_of(&open, table).await).await.unwrap();
        assert_eq!(entries.len(), before + 1);
    }
    all_asleep(&open, 1).await;
}

#[tokio::test]
async fn a_house_that_falls_opens_none_of_its_games_over_days_and_loses_none() {
    let open = Open::new(drowsy()).await;
    let mut ada = open.member("Ada").await;
    let mut tables = Vec::new();
    for n in 0..10 {
        let name = format!("Bea{n}");
        let mut bea = open.member(&name).await;
        tables.push(begin(&mut ada, &mut bea, &name, &over_days(Some(7))).await);
    }
    let ada = go(ada);
    all_asleep(&open, 10).await;
    let open = open.fall(drowsy()).await;
    assert_eq!((open.house.directory.len(), open.house.store.asleep().await.unwrap()), (0, 10));
    let ada = ada.at(&open.base);
    for table in tables {
        let mut there = come(&open, ada.clone(), &format!("ada-{table}"), table).await;
        there.deploy().await;
        assert_eq!(there.info().status, Status::Playing);
    }
    all_asleep(&open, 10).await;
}

#[tokio::test]
async fn a_player_who_does_not_move_for_days_forfeits() {
    let open = Open::new(drowsy()).await;
    let (mut ada, mut bea) = (open.member("Ada").await, open.member("Bea").await);
    let table = begin(&mut ada, &mut bea, "Bea", &over_days(Some(3))).await;
    for player in [&mut ada, &mut bea] {
        player.follow(table).await;
        player.deploy().await;
    }
    // In this preset the challenger shoots first.
    assert!(ada.my_turn().await);
    ada.fire().await.unwrap();
    drop((ada, bea));
    all_asleep(&open, 1).await;
    let id = match_of(&open, table).await;
    open.house.wall.set_forward(DAY * 2);
    let (known, _) = open.house.look_at(table).await.unwrap().unwrap();
    assert_eq!(known.status, Status::Playing);
    let left = known.seats[1].forfeits_at.unwrap().saturating_sub(open.house.wall.now_ms());
    assert!(left > 0 && left <= DAY.as_millis() as u64, "a day is left");
    open.house.wall.set_forward(DAY);
    eventually(async || open.house.store.match_row(id).await.unwrap().unwrap().footer.is_some()).await;
    let record = open.house.store.match_record(id).await.unwrap().unwrap();
    assert_eq!([0, 1].map(|seat: usize| record.seats[seat].result), [Some(SeatResult::Won), Some(SeatResult::Lost)]);
    let log = open.house.store.log_lines(id, 0, 100).await.unwrap();
    assert!(log.iter().any(|line| line.contains(r#"{"leave":{"seat":1}}"#)), "{log:?}");
}

#[tokio::test]
async fn names_change_and_accounts_go_while_a_table_sleeps() {
    let open = Open::new(drowsy()).await;
    // Bea is a guest, who needs no password to go.
    let (mut ada, mut bea) = (open.member("Ada").await, open.player("Bea").await);
    let table = begin(&mut ada, &mut bea, "Bea", &over_days(None)).await;
    let bea = go(bea);
    drop(ada);
    all_asleep(&open, 1).await;
    open.house.rename(bea.me().id, "Beatrix".into()).await.unwrap();
    all_asleep(&open, 1).await;
    let (known, _) = open.house.look_at(table).await.unwrap().unwrap();
    assert_eq!(known.seats[1].occupant.name(), "Beatrix");
    let id = known.match_id.unwrap();
    let asker = Asker::stranger(&open).with(bea.token());
    asker.ask(Method::DELETE, "/api/me", Some(json!({}))).await.is(204);
    let record = open.house.store.match_record(id).await.unwrap().unwrap();
    assert_eq!((record.row.footer.is_some(), &record.seats[1].user), (true, &None));
}

#[tokio::test]
async fn a_table_wakes_once_for_all_who_come_at_the_same_time() {
    let open = Open::new(drowsy()).await;
    let (mut ada, mut bea) = (open.member("Ada").await, open.member("Bea").await);
    let table = begin(&mut ada, &mut bea, "Bea", &over_days(None)).await;
    drop((ada, bea));
    all_asleep(&open, 1).await;
    let mut crowd = join_all((0..12).map(async |n| open.player(&format!("Fan{n}")).await)).await;
    join_all(crowd.iter_mut().map(|fan| fan.follow(table))).await;
    assert_eq!(open.house.directory.len(), 1);
    crowd[0].until(|session| (session.table(table)?.info.spectators == 12).then_some(())).await;
}

#[tokio::test]
async fn nothing_that_is_asked_is_lost_while_a_table_falls_asleep() {
    let mut settings = drowsy();
    settings.times.sleep_ms = 1;
    settings.limits.chat_per_ten_seconds = 10_000;
    let open = Open::new(settings).await;
    let (mut ada, mut bea) = (open.member("Ada").await, open.member("Bea").await);
    let table = begin(&mut ada, &mut bea, "Bea", &over_days(None)).await;
    // She does not watch: as soon as she is answered, the table may fall asleep.
    for n in 0..60 {
        ada.command(TableCommand::Chat { text: format!("line {n}"), room: None }.at(table)).await.unwrap();
        if n % 3 == 0 {
            eventually(async || open.house.directory.len() == 0).await;
        }
    }
    let said = open.house.store.chat(table, 100).await.unwrap();
    assert_eq!(said.len(), 60);
}

/// How many tables the measurement has.
const TABLES: u64 = 10_000;
/// Names the database of a house that a process of its own opens.
const DATABASE: &str = "MEASURED_DATABASE";

/// Copies a table that sleeps, with its match and its log, until there are [`TABLES`].
async fn copy(store: &dyn Store, table: TableCode) {
    let state = store.table(table).await.unwrap().unwrap();
    let (due, _) = store.due(u64::MAX >> 1, None, 1).await.unwrap()[0];
    let id = Saved::read(&state).unwrap().match_id().unwrap();
    let (row, entries) = (store.match_row(id).await.unwrap().unwrap(), store.entries(id).await.unwrap());
    println!("{} entries in each log", entries.len());
    let one = |n: u64| {
        let (code, copy) = (TableCode::from_bits(n), MatchId(id.0.wrapping_add(n)));
        let row = Box::new(MatchRow { id: copy, ..row.clone() });
        let log = entries.iter().map(move |StoredEntry { entry, command }| {
            let input = serde_json::to_string(&entry.input).unwrap();
            let entry =
                NewEntry { seq: entry.seq, tick: entry.tick, input, digest: entry.digest, command: command.clone() };
            Write::Append { id: copy, entry }
        });
        let state = state.replace(&id.to_string(), &copy.to_string());
        let sleep = Sleep { due, seated: vec![UserId(n * 2), UserId(n * 2 + 1)], listed: None, playing: None };
        let ends = [
            Write::BeginMatch { row, players: vec![parlor_store::Player::BOT; 2] },
            Write::SleepTable { code, state, sleep },
        ];
        log.fold(ends.to_vec(), |mut writes, entry| {
            writes.push(entry);
            writes
        })
    };
    for hundred in (1..TABLES).collect::<Vec<_>>().chunks(100) {
        store.write(hundred.iter().copied().flat_map(one).collect()).await.unwrap();
    }
}

/// Opens a house over the database that is named, and says how long that took and how much memory the process has.
#[tokio::test]
#[ignore = "a part of the measurement below"]
async fn one_start() {
    let Ok(database) = std::env::var(DATABASE) else { return };
    let began = Instant::now();
    let store = Arc::new(SqliteStore::open(Path::new(&database)).await.unwrap());
    let house = House::open(crate::common::registry(), store, Settings::default()).await.unwrap();
    let took = began.elapsed();
    tokio::time::sleep(Duration::from_secs(3)).await;
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let memory = status.lines().find(|line| line.starts_with("VmRSS")).unwrap().replace(char::is_whitespace, " ");
    let (awake, asleep) = (house.directory.len(), house.store.asleep().await.unwrap());
    println!("MEASURED {awake} awake, {asleep} asleep: open after {:.1} ms, {memory}", took.as_secs_f64() * 1e3);
}

/// What tables that sleep cost. Not a test of what is right but a measurement, so it runs only when asked:
///
/// `cargo test --release -p parlor-server --test house sleep -- --ignored --nocapture`
///
/// A game of Battleship over days is played for a while, and its rows are copied ten thousand times. A process of its own
/// opens a house over them, and one over an empty database, three times each.
#[tokio::test]
#[ignore = "a measurement, not a test"]
async fn ten_thousand_tables_that_sleep() {
    let (open, empty) = (Open::new(drowsy()).await, Open::new(drowsy()).await);
    let (mut ada, mut bea) = (open.member("Ada").await, open.member("Bea").await);
    let table = begin(&mut ada, &mut bea, "Bea", &over_days(None)).await;
    for player in [&mut ada, &mut bea] {
        player.follow(table).await;
        player.deploy().await;
    }
    for _ in 0..8 {
        for player in [&mut ada, &mut bea] {
            assert!(player.my_turn().await);
            player.fire().await.unwrap();
        }
    }
    drop((ada, bea));
    all_asleep(&open, 1).await;
    copy(open.house.store.as_ref(), table).await;
    let databases = [empty.database(), open.database()];
    open.house.close().await;
    empty.house.close().await;
    for database in databases.iter().cycle().take(6) {
        let process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "sleep::one_start", "--ignored", "--nocapture"])
            .env(DATABASE, database)
            .output()
            .unwrap();
        let said = String::from_utf8(process.stdout).unwrap();
        println!("{}", said.lines().find(|line| line.contains("MEASURED")).unwrap());
    }
}
