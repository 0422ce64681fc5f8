//! What happens to people in the middle of something else: writes that fail, requests that are dropped, and two that want
//! the same at once.

use crate::common::{
    Open, Player,
    api::{Answer, Asker, PASSWORD, account},
    duel, eventually,
    gated::{Gate, Moment},
    settings, wish,
};
use axum::{body::Body, http::Request};
use parlor_server::admin::{Actor, Deed};
use parlor_store::{Role, Write};
use parlor_wire::{
    Kind, Occupant, TableCommand,
    http::{AccountInfo, Welcome},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tokio::{task::JoinHandle, time::timeout};
use tokio_tungstenite::tungstenite::Message;
use tower::ServiceExt;

/// Longer than anything takes that is not held up.
const SOON: Duration = Duration::from_secs(10);

fn deletes(write: &Write) -> bool {
    matches!(write, Write::DeleteUser { .. })
}

/// Asks without waiting for the answer.
fn begin(asker: &Asker, method: Method, path: impl Into<String>, body: Value) -> JoinHandle<Answer> {
    let (asker, path) = (asker.clone(), path.into());
    tokio::spawn(async move { asker.ask(method, &path, Some(body)).await })
}

async fn answer(request: JoinHandle<Answer>) -> Answer {
    timeout(SOON, request).await.expect("an answer comes").unwrap()
}

/// Asks, and goes away once the house stands at the gate; then lets it go on.
async fn drop_at(gate: &Gate, open: &Open, asker: &Asker, method: Method, path: &str, body: Value) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("authorization", format!("Bearer {}", asker.token.as_deref().unwrap()))
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .unwrap();
    let request = parlor_server::app(Arc::clone(&open.house)).oneshot(request);
    tokio::select! {
        answer = request => panic!("it does not wait: {answer:?}"),
        () = gate.reached() => {}
    }
    gate.open();
}

async fn delete(asker: &Asker) -> Answer {
    asker.ask(Method::DELETE, "/api/me", Some(json!({"password": PASSWORD}))).await
}

async fn sits_nowhere(player: &mut Player, name: &str) {
    let code = player.code();
    let is_there = |occupant: &Occupant| matches!(occupant, Occupant::Person { name: there, .. } if there == name);
    let look = player.until(|session| {
        let mut seats = session.table(code)?.info.seats.iter();
        (!seats.any(|seat| is_there(&seat.occupant))).then_some(())
    });
    timeout(SOON, look).await.expect("the seat becomes free");
}

#[tokio::test]
async fn a_deletion_that_fails_takes_nothing_away() {
    let (open, store) = Open::gated(settings()).await;
    let ada = account(&open, "Ada").await;
    let second = ada.logged_in("Ada").await;
    let bot = ada.bot("Robot").await;
    let robot = ada.with(ada.bot_token(&bot, &parlor_wire::http::Scope::ALL).await.token);
    store.fail(|moment| moment.writes(deletes));
    assert_eq!(delete(&ada).await.refusal(), (503, "storage".into()));
    for asker in [&ada, &second, &robot] {
        asker.get("/api/me").await.is(200);
    }
    delete(&ada).await.is(204);
    for asker in [&ada, &second, &robot] {
        asker.get("/api/me").await.is(401);
    }
}

#[tokio::test]
async fn a_deletion_goes_on_when_nobody_waits_for_it() {
    let (open, store) = Open::gated(settings()).await;
    let (ada, mut bea) = duel(&open).await;
    let asker = Asker::stranger(&open).with(ada.visitor.token());
    // At the first thing that is written about it.
    let gate =
        store.hold(1, |moment| matches!(moment, Moment::Writing(writes) if !matches!(writes, [Write::Clock(_)])));
    drop_at(&gate, &open, &asker, Method::DELETE, "/api/me", json!({})).await;
    sits_nowhere(&mut bea, "Ada").await;
    let gone = async {
        while open.house.store.user(ada.visitor.me().id).await.unwrap().is_some() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(SOON, gone).await.expect("it is done to its end");
    asker.get("/api/me").await.is(401);
}

#[tokio::test]
async fn a_deletion_is_not_left_between_sessions_and_user() {
    let (open, store) = Open::gated(settings()).await;
    let ada = account(&open, "Ada").await;
    let id = ada.me().await.id;
    let gate = store
        .hold(1, |moment| moment.wrote(|write| matches!(write, Write::EndSessions { .. } | Write::DeleteUser { .. })));
    drop_at(&gate, &open, &ada, Method::DELETE, "/api/me", json!({"password": PASSWORD})).await;
    ada.get("/api/me").await.is(401);
    assert!(open.house.store.user(id).await.unwrap().is_none());
}

#[tokio::test]
async fn a_table_that_is_saved_is_open_when_nobody_waits_for_it() {
    let (open, store) = Open::gated(settings()).await;
    let asker = Asker::stranger(&open).with(open.visitor("Ada").await.token());
    let gate = store.hold(1, |moment| moment.wrote(|write| matches!(write, Write::SaveTable { .. })));
    drop_at(&gate, &open, &asker, Method::POST, "/api/tables", json!({"game": "battleship", "public": true})).await;
    let is_listed =
        async || asker.get("/api/tables").await.is(200).json::<Value>()["tables"].as_array().unwrap().len() == 1;
    eventually(is_listed).await;
    assert_eq!(open.house.store.tables().await.unwrap().len(), 1);
}

#[tokio::test]
async fn what_somebody_says_while_they_are_deleted_is_not_kept() {
    let (open, store) = Open::gated(settings()).await;
    let mut bea = open.player("Bea").await;
    let code = bea.open(&wish("battleship", "voxel", vec![])).await;
    let mut ada = open.player("Ada").await;
    ada.follow(code).await;
    let (asker, id) = (Asker::stranger(&open).with(ada.visitor.token()), ada.visitor.me().id);
    let chat = store.hold(1, |moment| moment.writes(|write| matches!(write, Write::Chat { .. })));
    let deleted = store.hold(1, |moment| moment.wrote(deletes));
    let frame =
        json!({"id": "last-words", "do": TableCommand::Chat { text: "still here".into(), room: None }.at(code)});
    ada.connection.send_raw(Message::text(frame.to_string())).await.unwrap();
    chat.reached().await;
    let request = begin(&asker, Method::DELETE, "/api/me", json!({}));
    deleted.reached().await;
    // It is written down after they are gone.
    chat.open();
    let written = async {
        while open.house.store.said(id).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(SOON, written).await.expect("the line is written");
    deleted.open();
    answer(request).await.is(204);
    assert!(open.house.store.said(id).await.unwrap().is_empty());
    assert!(open.house.store.chat(code, 9).await.unwrap().is_empty());
    let mut eve = open.player("Eve").await;
    eve.follow(code).await;
    assert!(eve.session().table(code).unwrap().chat.is_empty());
}

#[tokio::test]
async fn a_table_that_takes_its_time_keeps_nobody_else_waiting() {
    let (open, store) = Open::gated(settings()).await;
    account(&open, "Bea").await;
    let ada = account(&open, "Ada").await;
    let table = ada.post("/api/tables", json!({"game": "battleship"})).await.is(201).json::<Value>();
    let code = table["code"].as_str().unwrap().to_owned();
    let gate = store.hold(1, move |moment| {
        moment.writes(|write| matches!(write, Write::SaveTable { code: saved, .. } if saved.as_str() == code))
    });
    let request = begin(&ada, Method::DELETE, "/api/me", json!({"password": PASSWORD}));
    gate.reached().await;
    let stranger = Asker::stranger(&open);
    let bea = timeout(SOON, stranger.logged_in("Bea")).await.expect("others sign in meanwhile");
    timeout(SOON, bea.patch("/api/me", json!({"name": "Beatrice"}))).await.expect("and change their names").is(200);
    gate.open();
    answer(request).await.is(204);
}

#[tokio::test]
async fn of_two_who_change_a_password_at_once_only_one_does() {
    let (open, store) = Open::gated(settings()).await;
    let first = account(&open, "Ada").await;
    let second = first.logged_in("Ada").await;
    // Both have read the old hash before either goes on.
    let gate = store.hold(2, |moment| matches!(moment, Moment::AccountRead));
    let change = |new: &str| json!({"current": PASSWORD, "new": new});
    let one = begin(&first, Method::POST, "/api/me/password", change("another horse"));
    let other = begin(&second, Method::POST, "/api/me/password", change("a third horse"));
    gate.reached().await;
    gate.open();
    let (one, other) = (answer(one).await, answer(other).await);
    let (winner, loser, password, wrong) = if one.status.is_success() {
        (first, other, "another horse", "a third horse")
    } else {
        assert!(other.status.is_success(), "{other:?}");
        (second, one, "a third horse", "another horse")
    };
    assert_eq!(loser.refusal(), (401, "not_signed_in".into()), "another password has ended its session");
    winner.get("/api/me").await.is(200);
    winner.login("Ada", password).await.is(200);
    assert_eq!(winner.login("Ada", wrong).await.code(), "wrong_password");
}

#[tokio::test]
async fn a_password_that_is_old_by_now_changes_and_deletes_nothing() {
    let (open, store) = Open::gated(settings()).await;
    let ada = account(&open, "Ada").await;
    // The same session, twice: the second has read the hash that the first replaces.
    let gate = store.hold(2, |moment| matches!(moment, Moment::AccountRead));
    let change = |new: &str| json!({"current": PASSWORD, "new": new});
    let one = begin(&ada, Method::POST, "/api/me/password", change("another horse"));
    let other = begin(&ada, Method::POST, "/api/me/password", change("a third horse"));
    gate.reached().await;
    gate.open();
    let (one, other) = (answer(one).await, answer(other).await);
    let (loser, password) = if one.status.is_success() { (other, "another horse") } else { (one, "a third horse") };
    assert_eq!(loser.refusal(), (403, "wrong_password".into()));
    // Deleting stands up first; meanwhile the password becomes another one.
    let table = ada.post("/api/tables", json!({"game": "battleship"})).await.is(201).json::<Value>();
    let code = table["code"].as_str().unwrap().to_owned();
    let gate = store.hold(1, move |moment| {
        moment.writes(|write| matches!(write, Write::SaveTable { code: saved, .. } if saved.as_str() == code))
    });
    let request = begin(&ada, Method::DELETE, "/api/me", json!({"password": password}));
    gate.reached().await;
    let last = json!({"current": password, "new": "the last horse"});
    let changed = timeout(SOON, ada.post("/api/me/password", last)).await.expect("nothing is in the way");
    changed.is(204);
    gate.open();
    assert_eq!(answer(request).await.refusal(), (403, "wrong_password".into()));
    ada.get("/api/me").await.is(200);
    ada.login("Ada", "the last horse").await.is(200);
}

#[tokio::test]
async fn a_session_that_has_ended_changes_no_password() {
    let (open, store) = Open::gated(settings()).await;
    let ada = account(&open, "Ada").await;
    let gate = store.hold(1, |moment| matches!(moment, Moment::AccountRead));
    let change = json!({"current": PASSWORD, "new": "another horse"});
    let request = begin(&ada, Method::POST, "/api/me/password", change);
    gate.reached().await;
    ada.post("/api/logout", json!({})).await.is(204);
    gate.open();
    assert_eq!(answer(request).await.refusal(), (401, "not_signed_in".into()));
    ada.logged_in("Ada").await;
}

#[tokio::test]
async fn who_is_banned_while_a_request_is_on_its_way_gets_nothing_that_outlives_the_ban() {
    let (open, store) = Open::gated(settings()).await;
    let ada = account(&open, "Ada").await;
    let bot = ada.bot("Robot").await;
    let guest = Asker::stranger(&open).with(open.visitor("Gus").await.token());
    let (ada_id, guest_id) = (ada.me().await.id, guest.me().await.id);
    let tokens = format!("/api/me/bots/{}/tokens", bot.person.id);
    let wishes = [
        (&ada, Method::POST, tokens, json!({"label": "x", "scopes": ["read"]})),
        (&ada, Method::POST, "/api/me/bots".into(), json!({"name": "Second"})),
        (&ada, Method::PATCH, "/api/me/account".into(), json!({"email": "ada@example.org"})),
        (&guest, Method::POST, "/api/register".into(), json!({"name": "Gustav", "password": PASSWORD})),
    ];
    // Each has been let in, and what it asks for is still being sent.
    let gate = store.hold(wishes.len(), |moment| matches!(moment, Moment::Recognised));
    let requests = wishes.map(|(asker, method, path, body)| begin(asker, method, path, body));
    gate.reached().await;
    for user in [ada_id, guest_id] {
        let ban = Deed::Ban { user, hours: None, reason: "Rude".into() };
        assert!(open.house.keep(Actor::Keeper, ban).await.is_ok());
    }
    gate.open();
    for request in requests {
        assert_eq!(answer(request).await.refusal(), (401, "not_signed_in".into()));
    }
    assert!(open.house.store.sessions(bot.person.id).await.unwrap().is_empty());
    assert!(open.house.store.sessions(guest_id).await.unwrap().is_empty());
    assert_eq!(open.house.store.bots_of(ada_id).await.unwrap().len(), 1);
}

#[tokio::test]
async fn who_loses_a_role_while_a_request_is_on_its_way_does_nothing_by_it() {
    let (open, store) = Open::gated(settings()).await;
    let (ada, eve) = (account(&open, "Ada").await, account(&open, "Eve").await);
    let (user, eve_id) = (ada.me().await.id, eve.me().await.id);
    open.house.store.write(vec![Write::SetRole { user, role: Some(Role::Admin) }]).await.unwrap();
    let ban = json!({"reason": "Rude", "hours": 1});
    // What looks the role up comes after the session, and before what is asked for.
    let gate = store.hold(1, |moment| matches!(moment, Moment::RoleRead));
    let request = begin(&ada, Method::PUT, format!("/api/admin/people/{eve_id}/ban"), ban.clone());
    gate.reached().await;
    open.house.store.write(vec![Write::SetRole { user, role: None }]).await.unwrap();
    gate.open();
    assert_eq!(answer(request).await.refusal(), (403, "not_allowed".into()));
    open.house.store.write(vec![Write::SetRole { user, role: Some(Role::Admin) }]).await.unwrap();
    let gate = store.hold(1, |moment| matches!(moment, Moment::RoleRead));
    let request = begin(&ada, Method::PUT, format!("/api/admin/people/{eve_id}/ban"), ban);
    gate.reached().await;
    ada.post("/api/logout", json!({})).await.is(204);
    gate.open();
    assert_eq!(answer(request).await.refusal(), (401, "not_signed_in".into()));
    eve.get("/api/me").await.is(200);
}

#[tokio::test]
async fn a_guests_name_is_not_given_to_an_account() {
    let (open, store) = Open::gated(settings()).await;
    let guest = Asker::stranger(&open).with(open.visitor("Ada").await.token());
    // Known as a guest, who may have an @ in their name; and then they are none.
    let gate = store.hold(1, |moment| matches!(moment, Moment::Recognised));
    let rename = begin(&guest, Method::PATCH, "/api/me", json!({"name": "bea@example.org"}));
    gate.reached().await;
    let body = json!({"name": "Ada", "password": PASSWORD});
    let Welcome { token, .. } = guest.post("/api/register", body).await.is(201).json();
    gate.open();
    assert_eq!(answer(rename).await.refusal(), (422, "bad_name".into()));
    let me = guest.with(token).me().await;
    assert_eq!((me.name.as_str(), me.kind), ("Ada", Kind::Account));
}

#[tokio::test]
async fn tables_hear_of_a_new_name_when_nobody_waits_for_it() {
    let (open, store) = Open::gated(settings()).await;
    let (ada, mut bea) = duel(&open).await;
    let (asker, code) = (Asker::stranger(&open).with(ada.visitor.token()), ada.code());
    let renamed = |moment: &Moment<'_>| moment.wrote(|write| matches!(write, Write::Rename { .. }));
    let is = |occupant: &Occupant, wanted: &str, kind: Kind| matches!(occupant, Occupant::Person { name, kind: known, .. } if name == wanted && *known == kind);
    let gate = store.hold(1, renamed);
    drop_at(&gate, &open, &asker, Method::PATCH, "/api/me", json!({"name": "Countess"})).await;
    let told =
        bea.until(|session| is(&session.table(code)?.info.seats[0].occupant, "Countess", Kind::Guest).then_some(()));
    timeout(SOON, told).await.expect("the table hears of a new name");
    let gate = store.hold(1, renamed);
    let register = json!({"name": "Lovelace", "password": PASSWORD});
    drop_at(&gate, &open, &asker, Method::POST, "/api/register", register).await;
    let told =
        bea.until(|session| is(&session.table(code)?.info.seats[0].occupant, "Lovelace", Kind::Account).then_some(()));
    timeout(SOON, told).await.expect("the table hears of an account");
}

#[tokio::test]
async fn of_two_changes_to_an_account_none_is_lost() {
    let (open, store) = Open::gated(settings()).await;
    let ada = account(&open, "Ada").await;
    ada.patch("/api/me/account", json!({"email": "ada@example.org"})).await.is(200);
    let gate = store.hold(1, |moment| moment.writes(|write| matches!(write, Write::SetEmail { .. })));
    let one = begin(&ada, Method::PATCH, "/api/me/account", json!({"email": "countess@example.org"}));
    gate.reached().await;
    let mut other = begin(&ada, Method::PATCH, "/api/me/account", json!({"show_email": true}));
    // Either it waits, or it has not heard of the new address.
    let early = timeout(Duration::from_millis(300), &mut other).await;
    gate.open();
    answer(one).await.is(200);
    if early.is_err() {
        answer(other).await.is(200);
    }
    let info: AccountInfo = ada.get("/api/me/account").await.is(200).json();
    assert_eq!((info.email.as_deref(), info.show_email), (Some("countess@example.org"), true));
}
