//! Coming in, names, the list of tables, and what the house says about itself.

use crate::common::{Open, bot, eventually, settings, wish};
use parlor_wire::{
    Person, TableCommand, TableInfo,
    http::{MyTables, Problem, Rename, SeatWish, TableList},
};
use reqwest::StatusCode;
use serde_json::{Value, json};

#[tokio::test]
async fn guests_come_in_with_or_without_a_name() {
    let open = Open::new(settings()).await;
    let http = reqwest::Client::new();
    let guest = |body: Value| http.post(format!("{}/api/guest", open.base)).json(&body).send();
    let response = guest(json!({})).await.unwrap();
    assert_eq!(response.status(), StatusCode::CREATED);
    let cookie = response.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    let welcome: Value = response.json().await.unwrap();
    assert!(!welcome["me"]["name"].as_str().unwrap().is_empty());
    for name in ["", "   ", "a\u{202e}b", "xxxxxxxxxxxxxxxxxxxxxxxxx"] {
        let response = guest(json!({ "name": name })).await.unwrap();
        assert_eq!(response.status(), StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(response.headers()["content-type"], "application/problem+json");
        assert_eq!(response.json::<Problem>().await.unwrap().code, "bad_name");
    }
    // The cookie alone is enough, and so is the token; nothing or nonsense is not.
    let me = http.get(format!("{}/api/me", open.base));
    let pair = cookie.split(';').next().unwrap().to_owned();
    let by_cookie: Person = me.try_clone().unwrap().header("cookie", pair).send().await.unwrap().json().await.unwrap();
    let token = welcome["token"].as_str().unwrap();
    let by_token: Person = me.try_clone().unwrap().bearer_auth(token).send().await.unwrap().json().await.unwrap();
    assert_eq!(by_cookie, by_token);
    assert_eq!(me.try_clone().unwrap().send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
    assert_eq!(me.bearer_auth("nonsense").send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn names_can_be_changed_even_at_a_table() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let code = ada.open(&wish("battleship", "voxel", vec![])).await;
    let http = reqwest::Client::new();
    let request = http.patch(format!("{}/api/me", open.base)).bearer_auth(ada.visitor.token());
    let renamed = request.json(&Rename { name: "  Countess  ".into() }).send().await.unwrap();
    assert_eq!(renamed.json::<Person>().await.unwrap().name, "Countess");
    ada.until(|session| (session.table(code)?.info.seats[0].occupant.name() == "Countess").then_some(())).await;
    // What they say from now on is said by that name, over the same connection.
    ada.command(parlor_wire::TableCommand::Chat { text: "hello".into(), room: None }.at(code)).await.unwrap();
    let line = ada.until(|session| session.table(code)?.chat.last().cloned()).await;
    assert_eq!(line.name, "Countess");
}

#[tokio::test]
async fn only_public_tables_are_listed_and_free_ones_come_first() {
    let open = Open::new(settings()).await;
    let ada = open.visitor("Ada").await;
    let mut private = wish("battleship", "voxel", vec![]);
    private.public = false;
    let hidden = ada.open_table(&private).await.unwrap();
    let full = ada.open_table(&wish("battleship", "voxel", vec![SeatWish::Person, bot("easy")])).await.unwrap();
    let free = ada.open_table(&wish("battleship", "hope", vec![])).await.unwrap();
    let list: TableList = ada.get("/api/tables").await.unwrap();
    let codes: Vec<_> = list.tables.iter().map(|table| table.code).collect();
    assert_eq!(codes, [free.code, full.code]);
    assert!(
        list.tables.iter().all(|table| table.config.is_none()),
        "rules may be long, and the list does not need them"
    );
    assert!(free.config.is_some_and(|config| config.is_object()));
    let mine: MyTables = ada.get("/api/me/tables").await.unwrap();
    assert_eq!(mine.tables.len(), 3);
    assert!(mine.tables.iter().all(|table| !table.my_turn), "no match is being played yet");
    // A private table is found by its code alone, however it is typed.
    let typed = hidden.code.to_string().to_lowercase();
    let found: TableInfo = ada.get(&format!("/api/tables/{typed}")).await.unwrap();
    assert_eq!(found.code, hidden.code);
    assert_eq!(ada.get::<Value>("/api/nothing/here").await.unwrap_err().code(), Some("not_found"));
    for missing in ["ZZZZZZ", "short", "waytoolongcode"] {
        let error = ada.get::<TableInfo>(&format!("/api/tables/{missing}")).await.unwrap_err();
        assert_eq!(error.code(), Some("not_found"));
    }
}

#[tokio::test]
async fn impossible_wishes_are_refused_with_reasons() {
    let open = Open::new(settings()).await;
    let ada = open.visitor("Ada").await;
    let with = |options: Value| {
        let mut wish = wish("battleship", "voxel", vec![]);
        wish.options = options;
        wish
    };
    let cases = [
        (wish("chess", "voxel", vec![]), "unknown_game"),
        (wish("battleship", "nope", vec![]), "unknown_preset"),
        (wish("battleship", "voxel", vec![bot("genius")]), "unknown_bot"),
        (wish("battleship", "voxel", vec![SeatWish::Person; 3]), "too_many_seats"),
        (wish("battleship", "voxel", vec![bot("easy"); 40]), "too_many_seats"),
        (wish("battleship", "voxel", vec![bot("easy"); 2]), "no_seat_for_you"),
        (with(json!({"wings": 2})), "unknown_option"),
        (with(json!({"width": "wide"})), "bad_options"),
        (with(json!([1])), "unknown_option"),
    ];
    for (wish, code) in cases {
        assert_eq!(ada.open_table(&wish).await.unwrap_err().code(), Some(code));
    }
    assert!(ada.open_table(&with(json!({"width": 31}))).await.is_err());
    let small = ada.open_table(&with(json!({"width": 8, "timers.turn": 60}))).await.unwrap();
    let config = small.config.as_deref().unwrap();
    assert_eq!((&config["width"], &config["timers"]["turn"]), (&json!(8), &json!(60)));
}

#[tokio::test]
async fn there_is_an_end_to_tables_guests_and_connections() {
    let mut settings = settings();
    settings.limits.tables_per_person = 2;
    settings.limits.guests_per_minute = 4;
    settings.limits.connections_per_person = 2;
    let open = Open::new(settings).await;
    let ada = open.visitor("Ada").await;
    for _ in 0..2 {
        ada.open_table(&wish("battleship", "voxel", vec![])).await.unwrap();
    }
    assert_eq!(ada.open_table(&wish("battleship", "voxel", vec![])).await.unwrap_err().code(), Some("too_many_tables"));
    let _first = ada.connect(crate::common::registry(), "a").await.unwrap();
    let second = ada.connect(crate::common::registry(), "b").await.unwrap();
    assert!(ada.connect(crate::common::registry(), "c").await.is_err());
    drop(second);
    let http = reqwest::Client::new();
    let mut statuses = Vec::new();
    for _ in 0..5 {
        let response = http.post(format!("{}/api/guest", open.base)).json(&json!({})).send().await.unwrap();
        statuses.push((response.status(), response.headers().contains_key("retry-after")));
    }
    assert_eq!(statuses.last(), Some(&(StatusCode::TOO_MANY_REQUESTS, true)), "{statuses:?}");
}

#[tokio::test]
async fn nobody_may_ask_too_fast() {
    let mut settings = settings();
    settings.limits.requests_per_second = 2;
    let open = Open::new(settings).await;
    let http = reqwest::Client::new();
    let mut statuses = Vec::new();
    for _ in 0..20 {
        statuses.push(http.get(format!("{}/api/tables", open.base)).send().await.unwrap().status());
    }
    assert_eq!(statuses[0], StatusCode::OK);
    assert!(statuses.contains(&StatusCode::TOO_MANY_REQUESTS), "{statuses:?}");
    // Probes are exempt: a monitor must always get an answer.
    assert_eq!(http.get(format!("{}/healthz", open.base)).send().await.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn the_house_describes_itself() {
    let open = Open::new(settings()).await;
    parlor_server::install_metrics().unwrap();
    let ada = open.visitor("Ada").await;
    ada.open_table(&wish("battleship", "voxel", vec![])).await.unwrap();
    assert_eq!(ada.get_text("/healthz").await.unwrap(), "ok");
    assert_eq!(ada.get_text("/readyz").await.unwrap(), "ready");
    assert!(ada.get_text("/metrics").await.unwrap().contains("parlor_tables"));
    let games: Value = ada.get("/api/games").await.unwrap();
    assert_eq!(games[0]["id"], "battleship");
    let api: Value = ada.get("/api/openapi.json").await.unwrap();
    for path in [
        "/api/guest",
        "/api/me",
        "/api/me/tables",
        "/api/me/matches",
        "/api/games",
        "/api/tables",
        "/api/tables/{code}",
        "/api/matches/{id}",
        "/api/matches/{id}/log",
    ] {
        assert!(api["paths"][path].is_object(), "{path} is not described");
    }
}

#[tokio::test]
async fn other_sites_cannot_act_for_a_visitor() {
    let open = Open::new(settings()).await;
    let http = reqwest::Client::new();
    let request =
        http.post(format!("{}/api/guest", open.base)).header("origin", "http://evil.example").json(&json!({}));
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
    assert_eq!(response.json::<Problem>().await.unwrap().code, "other_site");
}

#[tokio::test]
async fn a_table_where_nothing_happens_closes_whoever_is_there_and_says_why() {
    let mut impatient = settings();
    impatient.times.idle_ms = 10_000;
    let open = Open::new(impatient).await;
    let mut ada = open.player("Ada").await;
    let code = ada.open(&wish("battleship", "voxel", vec![])).await;
    // Whatever a player does starts the time anew.
    tokio::time::sleep(std::time::Duration::from_millis(1_000)).await;
    let said = std::time::Instant::now();
    ada.command(TableCommand::Chat { text: "still here".into(), room: None }.at(code)).await.unwrap();
    let reason = ada.until(|session| session.table(code)?.closed.clone()).await;
    assert!(reason.contains("too long"), "{reason}");
    assert!(said.elapsed().as_millis() >= 9_990, "{:?}", said.elapsed());
    assert!(ada.info().seats[0].connected);
}

#[tokio::test]
async fn a_waiting_table_stays_for_whoever_sits_there_and_not_for_nobody() {
    let mut settings = settings();
    settings.times.linger_ms = 100;
    let open = Open::new(settings).await;
    let mut ada = open.player("Ada").await;
    let mut bea = open.player("Bea").await;
    let kept = ada.open(&wish("battleship", "voxel", vec![])).await;
    let left = bea.open(&wish("battleship", "voxel", vec![])).await;
    ada.connection.drop_connection();
    bea.command(TableCommand::Stand.at(left)).await.unwrap();
    bea.connection.drop_connection();
    eventually(async || open.house.directory.find(left).is_none()).await;
    assert!(open.house.directory.find(kept).is_some());
}
