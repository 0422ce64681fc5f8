//! `parlor admin` beside a house that is open, and with one that is closed.

use crate::{
    binary::{House, parlor},
    rolling::{PATIENCE, complaint, open, roll, said, table},
};
use parlor_client::native::Visitor;
use parlor_wire::http::{AuditPage, Purse, Welcome};
use serde_json::{Value, json};
use std::{path::Path, process::Output, time::Duration};
use tokio::time::{sleep, timeout};

const PASSWORD: &str = "correct horse battery";

fn admin(data: &Path, arguments: &[&str]) -> Output {
    parlor().arg("admin").args(arguments).arg("--data-dir").arg(data).output().unwrap()
}

async fn sign(house: &House, way: &str, name: &str, password: &str) -> reqwest::Response {
    let body = json!({"name": name, "password": password});
    reqwest::Client::new().post(format!("{}/api/{way}", house.base)).json(&body).send().await.unwrap()
}

async fn registered(house: &House, name: &str) -> Visitor {
    let welcome: Welcome =
        sign(house, "register", name, PASSWORD).await.error_for_status().unwrap().json().await.unwrap();
    Visitor::with_token(&house.base, &welcome.token).await.unwrap()
}

/// Waits until the house has noticed.
async fn eventually(mut is_so: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !is_so().await {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, waiting).await.expect("it comes to be so");
}

#[tokio::test]
async fn people_and_tables_are_looked_after_from_the_command_line() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path();
    assert!(complaint(&admin(data, &["list", "tables"])).contains("no database"));
    let house = open(data, &[]);
    let (ada, eve) = (registered(&house, "Ada").await, registered(&house, "Eve").await);
    assert!(complaint(&admin(data, &["promote", "Nobody"])).contains("no account or bot is called Nobody"));
    assert!(said(&admin(data, &["promote", "ada", "--role", "admin"])).contains("Ada is admin now"));
    assert!(said(&admin(data, &["list", "staff"])).contains("Ada, account"));

    let code = table(&eve).await;
    assert_eq!(roll(&eve, code, 1).await.1, 1, "a match is played");
    assert!(said(&admin(data, &["list", "tables"])).contains(&format!("{code}  death-roll, plays: Eve, bot (random)")));
    assert!(said(&admin(data, &["close", &code.to_string(), "--reason", "It is late."])).contains("is closed"));
    assert!(complaint(&admin(data, &["close", &code.to_string(), "--reason", "Again."])).contains("no such table"));

    let gold = |visitor: Visitor| async move { visitor.get::<Purse>("/api/me/purse").await.unwrap().balance };
    let before = gold(eve.at(&house.base)).await;
    assert!(said(&admin(data, &["grant", "Eve", "70", "--reason", "a prize"])).contains("70 more gold"));
    assert_eq!(gold(eve.at(&house.base)).await, before + 70);

    // The house notices by itself, and lets nobody of that name in.
    let mut there = eve.connect(parlor_catalog::registry(), "eve").await.unwrap();
    assert!(said(&admin(data, &["ban", "eve", "--hours", "3", "--reason", "rude"])).contains("for 3 hours"));
    timeout(PATIENCE, async { while there.next().await.is_ok() {} }).await.expect("Eve is cut off");
    let refused = sign(&house, "login", "Eve", PASSWORD).await;
    assert_eq!(refused.status().as_u16(), 403);
    let refused: Value = refused.json().await.unwrap();
    assert_eq!(refused["code"], "banned");
    assert!(said(&admin(data, &["list", "banned"])).contains("banned until"));
    said(&admin(data, &["unban", "Eve"]));
    assert!(complaint(&admin(data, &["unban", "Eve"])).contains("not banned"));
    assert!(sign(&house, "login", "Eve", PASSWORD).await.status().is_success());

    let told = said(&admin(data, &["password", "Eve"]));
    let new = told.lines().next().unwrap().rsplit(' ').next().unwrap().to_owned();
    assert_eq!(sign(&house, "login", "Eve", PASSWORD).await.status().as_u16(), 401);
    assert!(sign(&house, "login", "Eve", &new).await.status().is_success());

    // What was done is in the audit log, for admins in the browser too, and without the password.
    let audit: AuditPage = ada.get("/api/admin/audit").await.unwrap();
    let actions: Vec<_> = audit.lines.iter().rev().map(|line| line.action.as_str()).collect();
    assert_eq!(actions, ["promote", "close_table", "grant", "ban", "unban", "password"]);
    assert!(audit.lines.iter().all(|line| line.actor.is_none() && line.actor_name == "the keeper"));
    let log = said(&admin(data, &["audit"]));
    assert!(log.contains("the keeper ban") && log.contains("Eve: 3 h: rude") && !log.contains(&new), "{log}");
    said(&admin(data, &["demote", "Ada"]));
    assert!(ada.get::<Value>("/api/admin").await.is_err());

    // A house that is closed does the rest when it opens.
    let code = table(&ada).await;
    assert_eq!(roll(&ada, code, 1).await.1, 1, "a match is played");
    house.kill();
    let waits = said(&admin(data, &["close", &code.to_string(), "--reason", "Spring cleaning."]));
    assert!(waits.contains("closes when one is"), "{waits}");
    let house = open(data, &[]);
    let address = format!("{}/api/tables/{code}", house.base);
    eventually(async || reqwest::get(&address).await.unwrap().status().as_u16() == 404).await;
    let checked = parlor().args(["check", "--data-dir"]).arg(data).output().unwrap();
    assert!(said(&checked).contains("The ledger holds"), "{checked:?}");
}
