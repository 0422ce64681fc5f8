//! `parlor move`: a house goes from its file into PostgreSQL, is played on there, and comes back.

use crate::{
    binary::{ANYWHERE, parlor, serving},
    rolling::{complaint, open, roll, said, table},
};
use parlor_client::native::Visitor;
use parlor_store::moving::{self, MoveError};
use parlor_wire::{
    MatchId,
    http::{Purse, Welcome},
};
use serde_json::json;
use sqlx::{ConnectOptions, Connection, postgres::PgConnectOptions};
use std::{path::Path, process::Output, str::FromStr};

/// No word that is said for any other reason.
const PASSWORD: &str = "hunter2-on-the-move";

fn database() -> String {
    parlor_testdb::database().replacen(":secret@", &format!(":{PASSWORD}@"), 1)
}

fn to_postgres(data: &Path, url: &str) -> Output {
    parlor().args(["move", "--data-dir"]).arg(data).env("PARLOR_MOVE_TO", url).current_dir(data).output().unwrap()
}

fn to_file(url: &str, data: &Path) -> Output {
    parlor().args(["move", "--to"]).arg(data).env("PARLOR_STORE", url).output().unwrap()
}

async fn registered(base: &str, name: &str) -> Visitor {
    let body = json!({"name": name, "password": "correct horse battery"});
    let made = reqwest::Client::new().post(format!("{base}/api/register")).json(&body).send().await;
    let welcome: Welcome = made.unwrap().error_for_status().unwrap().json().await.unwrap();
    Visitor::with_token(base, &welcome.token).await.unwrap()
}

fn verified(data: &Path, settings: &[(&str, &str)], id: MatchId) {
    let output =
        parlor().args(["verify", &id.to_string(), "--data-dir"]).arg(data).envs(settings.iter().copied()).output();
    assert!(said(&output.unwrap()).contains("Fair"));
}

fn lines(output: &Output) -> Vec<String> {
    let mut lines: Vec<_> = said(output).lines().filter(|line| line.contains(" rows  ")).map(str::to_owned).collect();
    lines.sort();
    lines
}

#[tokio::test]
async fn a_house_moves_to_postgres_plays_on_and_comes_back() {
    let (dir, url) = (tempfile::tempdir().unwrap(), database());
    let data = dir.path();
    let house = open(data, &[]);
    let ada = registered(&house.base, "Ada").await;
    let first = table(&ada).await;
    let (over, _) = roll(&ada, first, usize::MAX).await;
    let over = over.expect("it ends");
    let running = table(&ada).await;
    assert_eq!(roll(&ada, running, 1).await.1, 1, "it has begun");
    let gold = ada.get::<Purse>("/api/me/purse").await.unwrap().balance;
    assert!(gold > 0, "there is something in the books");
    let open_one = to_postgres(data, &url);
    assert!(complaint(&open_one).contains("another house is open"), "{open_one:?}");
    house.kill();

    let there = to_postgres(data, &url);
    assert!(said(&there).contains("all were read back and are the same"), "{there:?}");
    assert!(!format!("{there:?}").contains(PASSWORD), "{there:?}");
    let twice = to_postgres(data, &url);
    assert!(complaint(&twice).contains("the target is not empty"), "{twice:?}");

    let settings = [("PARLOR_STORE", url.as_str())];
    let house = open(data, &settings);
    let ada = ada.at(&house.base);
    assert_eq!(ada.get::<Purse>("/api/me/purse").await.unwrap().balance, gold, "known by the same token");
    let (id, _) = roll(&ada, running, usize::MAX).await;
    let continued = id.expect("it goes on, and ends");
    let third = table(&ada).await;
    let (id, _) = roll(&ada, third, usize::MAX).await;
    let played_there = id.expect("another one");
    let bea = registered(&house.base, "Bea").await;
    let fourth = table(&bea).await;
    assert_eq!(roll(&bea, fourth, 1).await.1, 1, "it has begun");
    for id in [over, continued, played_there] {
        verified(data, &settings, id);
    }
    // A backup of it is a house in a file, made while this one is open.
    let copy = data.join("copy");
    let backup = parlor().arg("backup").arg(&copy).arg("--data-dir").arg(data.join("none")).envs(settings).output();
    assert!(said(&backup.unwrap()).contains("checked"));
    let checked = parlor().args(["check", "--data-dir"]).arg(&copy).output().unwrap();
    assert!(said(&checked).contains("The ledger holds"), "{checked:?}");

    let back = data.join("back");
    assert!(complaint(&to_file(&url, &back)).contains("another house is open in this database"));
    house.kill();
    said(&to_file(&url, &back));
    let twice = to_file(&url, &back);
    assert!(complaint(&twice).contains("the target is not empty"), "{twice:?}");
    let checked = parlor().args(["check", "--data-dir"]).arg(&back).output().unwrap();
    assert!(said(&checked).contains("The logs hold: 3 finished matches"), "{checked:?}");

    let house = open(&back, &[]);
    let (ada, bea) = (ada.at(&house.base), bea.at(&house.base));
    assert_eq!(ada.get::<Purse>("/api/me/purse").await.unwrap().balance, gold);
    let (id, _) = roll(&bea, fourth, usize::MAX).await;
    for id in [over, continued, played_there, id.expect("it goes on, and ends")] {
        verified(&back, &[], id);
    }
    house.kill();

    // There and back again without a house in between: every table says the same both times.
    let (again, once_more) = (database(), data.join("once-more"));
    let first = to_postgres(&back, &again);
    let second = to_file(&again, &once_more);
    assert_eq!(lines(&first), lines(&second));
    assert!(lines(&first).iter().any(|line| line.starts_with("entries")), "{first:?}");
    let refused = serving(data, ANYWHERE, &[("PARLOR_STORE", "sqlite://")]).output().unwrap();
    assert!(!refused.status.success());
}

/// What a database cannot take undoes everything: the target stays empty, and the move can be tried again.
#[tokio::test]
async fn a_move_that_fails_half_way_leaves_nothing_behind() {
    let (dir, url) = (tempfile::tempdir().unwrap(), database());
    let house = open(dir.path(), &[]);
    let ada = registered(&house.base, "Ada").await;
    let code = table(&ada).await;
    roll(&ada, code, usize::MAX).await;
    house.kill();
    moving::to_postgres(&dir.path().join("none.db"), &url, |_| ()).await.expect("an empty house can be moved");
    let mut db = PgConnectOptions::from_str(&url).unwrap().connect().await.unwrap();
    // The last of the tables that are filled, as far as the order of references goes.
    let guarded = "ALTER TABLE ledger_postings ADD CONSTRAINT none CHECK (amount = 0)";
    sqlx::query(guarded).execute(&mut db).await.unwrap();
    let failed = to_postgres(dir.path(), &url);
    assert!(complaint(&failed).contains("cannot move"), "{failed:?}");
    sqlx::query("ALTER TABLE ledger_postings DROP CONSTRAINT none").execute(&mut db).await.unwrap();
    said(&to_postgres(dir.path(), &url));
    // What only one of them has would be lost: it is noticed first.
    sqlx::query("ALTER TABLE users ADD COLUMN shoe_size bigint").execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    let there = moving::to_sqlite(&url, moving::Source::Beside, &dir.path().join("new.db"), |_| ()).await;
    assert!(matches!(&there, Err(MoveError::OneSided(what)) if what == "users.shoe_size"), "{there:?}");
}
