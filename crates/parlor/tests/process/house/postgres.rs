//! A house that is kept in PostgreSQL: killed in the middle of a game and started again.

use crate::{
    binary::{ANYWHERE, House, parlor, serving},
    player::Player,
};
use serde_json::Value;
use sqlx::{ConnectOptions, Row, postgres::PgConnectOptions};
use std::{fs, path::Path, process::Command, str::FromStr};

/// No word that a house says for any other reason.
const PASSWORD: &str = "hunter2-at-the-database";

fn database() -> String {
    // The server of tests lets everyone in, whatever the password is.
    parlor_testdb::database().replacen(":secret@", &format!(":{PASSWORD}@"), 1)
}

/// A house that logs all it can into a file.
fn open(data: &Path, url: &str, log: &str) -> House {
    let settings = [("PARLOR_STORE", url), ("PARLOR_LOG", "trace"), ("PARLOR_LIMITS__COMMANDS_PER_SECOND", "10000")];
    let mut command = serving(data, ANYWHERE, &settings);
    command.stderr(fs::File::create(data.join(log)).unwrap());
    House::launch(command).0
}

/// What a command says about the same house.
fn told(mut command: Command, url: &str) -> String {
    let output = command.env("PARLOR_STORE", url).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test]
async fn a_killed_house_goes_on_from_postgres() {
    let (dir, url) = (tempfile::tempdir().unwrap(), database());
    let house = open(dir.path(), &url, "first.log");
    let [mut ada, mut bea] = Player::two(&house, Value::Null).await;
    for _ in 0..10 {
        assert!(ada.fire().await && bea.fire().await);
    }
    let fired = |view: &parlor_battleship::View| view.tallies[0].attacks + view.tallies[1].attacks;
    let before = ada.until_view(|view| (view.turn.is_some() && fired(view) == 20).then(|| view.clone())).await;
    house.kill();

    let house = open(dir.path(), &url, "second.log");
    ada.come_back(&house).await;
    bea.come_back(&house).await;
    let after = ada.until_view(|view| Some(view.clone())).await;
    assert_eq!(after, before, "nothing acknowledged is lost, and nothing is invented");
    while ada.fire().await && bea.fire().await {}
    let id = ada.ended().await;

    let mut db = PgConnectOptions::from_str(&url).unwrap().connect().await.unwrap();
    let record =
        "SELECT status, winner, total_turns, player1_shots + player2_shots AS shots, player1_hits, player2_hits
        FROM records.match WHERE id = $1";
    let record = sqlx::query(record).bind(id.to_string()).fetch_one(&mut db).await.unwrap();
    assert_eq!(record.get::<String, _>("status"), "COMPLETED");
    let (winner, hits): (i64, [i64; 2]) =
        (record.get("winner"), ["player1_hits", "player2_hits"].map(|column| record.get(column)));
    assert!(hits[winner as usize - 1] > hits[2 - winner as usize], "{winner} {hits:?}");
    assert!(record.get::<i64, _>("shots") > 20 && record.get::<i64, _>("total_turns") > 20);

    // The other commands work beside it.
    let command = |args: &[&str]| {
        let mut command = parlor();
        command.args(args).current_dir(dir.path());
        command
    };
    assert!(told(command(&["replay", &id.to_string()]), &url).contains("Battleship: Ada – Bea"));
    assert!(told(command(&["check"]), &url).contains("1 finished matches went as they say"));
    assert!(told(command(&["reports"]), &url).contains("Nothing has been reported"));
    let settings = told(command(&["config"]), &url);
    assert!(settings.contains("store = \"postgres://postgres@127.0.0.1") && !settings.contains(PASSWORD), "{settings}");
    assert!(!dir.path().join("parlor.db").exists());

    // A second house is refused, and no word of either gives the password away.
    let second = serving(dir.path(), ANYWHERE, &[("PARLOR_STORE", &url)]).output().unwrap();
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(!second.status.success() && said.contains("another house"), "{said}");
    house.kill();
    let logs = ["first.log", "second.log"].map(|log| fs::read_to_string(dir.path().join(log)).unwrap());
    for said in [&said, &logs[0], &logs[1]] {
        assert!(!said.is_empty() && !said.contains(PASSWORD), "{said}");
    }
}

#[test]
fn a_database_that_cannot_be_had_is_explained() {
    let dir = tempfile::tempdir().unwrap();
    for (url, why) in [
        ("postgres://ada:hunter2@127.0.0.1:1/house", "cannot open postgres://ada@127.0.0.1:1/house"),
        ("mysql://ada:hunter2@localhost/house", "a store is postgres://"),
    ] {
        let output = serving(dir.path(), ANYWHERE, &[("PARLOR_STORE", url)]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(why) && !said.contains("hunter2"), "{said}");
    }
}
