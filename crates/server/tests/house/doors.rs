//! Every door of the house, tried by everyone who must not come in: the API's own description is walked route by route.

use crate::common::{
    Open,
    api::{Answer, Asker, PASSWORD, account},
    duel, settings,
};
use parlor_battleship::Action;
use parlor_kernel::Seat;
use parlor_testkit::toy;
use parlor_wire::{
    EscrowStep, TableCommand,
    http::{BotInfo, Scope, SessionInfo, asset_path},
};
use reqwest::Method;
use serde_json::{Value, json, value::to_raw_value};
use std::collections::BTreeSet;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_tungstenite::{MaybeTlsStream, tungstenite::client::IntoClientRequest};

/// Who may come through a door.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Door {
    /// Everyone.
    Open,
    /// Everyone but bots: they have nothing to register.
    OpenToPeople,
    /// People, and bots whose token may read.
    Read,
    /// People, and bots whose token may play.
    Play,
    /// People alone.
    Owner,
}

use Door::{OpenToPeople, Owner, Play, Read};

/// Every route: method, path, who may come in, a body that makes sense, what the rightful caller is answered, and
/// what another person is answered who names the owner's things.
type Route = (&'static str, &'static str, Door, Option<Value>, u16, u16);

fn routes() -> Vec<Route> {
    let new = |name: &str| Some(json!({"name": name, "password": PASSWORD}));
    let change = json!({"current": PASSWORD, "new": "another horse"});
    let report = json!({"table": "{code}", "about": {"person": "{person}"}, "reason": "name"});
    let keys = json!({
        // The example of RFC 8291.
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    });
    let push = json!({"endpoint": "https://push.example.org/abc", "keys": keys, "expirationTime": null});
    let token = json!({"label": "x", "scopes": ["read"]});
    vec![
        ("GET", "/api/games", Door::Open, None, 200, 200),
        ("GET", "/api/assets/{kind}/{name}/{digest}", Door::Open, None, 200, 200),
        ("GET", "/api/tables", Door::Open, None, 200, 200),
        ("GET", "/api/tables/{code}", Door::Open, None, 200, 200),
        ("GET", "/api/matches/{id}", Door::Open, None, 200, 200),
        ("GET", "/api/matches/{id}/log", Door::Open, None, 200, 200),
        ("GET", "/api/nearby", Door::Open, None, 200, 200),
        ("GET", "/api/people", Door::Open, None, 200, 200),
        ("GET", "/api/people/{id}", Door::Open, None, 200, 200),
        ("GET", "/api/people/{id}/ratings/{game}", Door::Open, None, 200, 200),
        ("GET", "/api/people/{id}/matches", Door::Open, None, 200, 200),
        ("GET", "/api/leaderboards/{game}", Door::Open, None, 200, 200),
        ("GET", "/api/runs/{game}/{solo}", Door::Open, None, 200, 200),
        ("POST", "/api/runs", Owner, Some(json!({"game": "tetris", "solo": "sprint"})), 201, 201),
        ("POST", "/api/runs/{id}", Owner, Some(json!({"inputs": [], "end": 0})), 404, 404),
        ("POST", "/api/guest", Door::Open, Some(json!({})), 201, 201),
        ("POST", "/api/login", Door::Open, new("{new}"), 401, 401),
        ("POST", "/api/register", OpenToPeople, new("{new}"), 409, 409),
        ("GET", "/api/me", Read, None, 200, 200),
        ("GET", "/api/me/tables", Read, None, 200, 200),
        ("GET", "/api/here", Read, None, 200, 200),
        ("GET", "/api/invitations", Read, None, 200, 200),
        ("GET", "/api/me/matches", Read, None, 200, 200),
        ("POST", "/api/tables", Play, Some(json!({"game": "battleship"})), 201, 201),
        ("PATCH", "/api/me", Owner, Some(json!({"name": "{new}"})), 200, 200),
        ("DELETE", "/api/me", Owner, Some(json!({"password": PASSWORD})), 204, 204),
        ("POST", "/api/logout", Owner, Some(json!({"everywhere": true})), 204, 204),
        ("GET", "/api/me/account", Owner, None, 200, 200),
        ("PATCH", "/api/me/account", Owner, Some(json!({"show_email": true})), 200, 200),
        ("POST", "/api/me/password", Owner, Some(change), 204, 204),
        ("GET", "/api/me/purse", Owner, None, 200, 200),
        ("GET", "/api/me/statement", Owner, None, 200, 200),
        ("GET", "/api/me/export", Owner, None, 200, 200),
        ("GET", "/api/me/sessions", Owner, None, 200, 200),
        ("DELETE", "/api/me/sessions/{id}", Owner, None, 204, 404),
        ("GET", "/api/me/mutes", Owner, None, 200, 200),
        ("PUT", "/api/me/mutes/{user}", Owner, None, 204, 204),
        ("DELETE", "/api/me/mutes/{user}", Owner, None, 204, 204),
        ("GET", "/api/me/notices", Owner, None, 200, 200),
        ("PUT", "/api/me/notices/push", Owner, Some(push), 204, 204),
        ("DELETE", "/api/me/notices/push", Owner, None, 204, 204),
        ("PUT", "/api/me/notices/webhook", Owner, Some(json!({"url": "https://example.org/hook"})), 200, 200),
        ("DELETE", "/api/me/notices/webhook", Owner, None, 204, 204),
        // About Ada, who cannot report herself.
        ("POST", "/api/reports", Owner, Some(report), 422, 204),
        // Ada and Bea have no role.
        ("GET", "/api/admin", Owner, None, 403, 403),
        ("GET", "/api/admin/people", Owner, None, 403, 403),
        ("GET", "/api/admin/tables", Owner, None, 403, 403),
        ("POST", "/api/admin/tables/{code}/close", Owner, Some(json!({"reason": "x"})), 403, 403),
        ("GET", "/api/admin/reports", Owner, None, 403, 403),
        ("POST", "/api/admin/reports/{id}/close", Owner, None, 403, 403),
        ("GET", "/api/admin/audit", Owner, None, 403, 403),
        ("PUT", "/api/admin/people/{id}/ban", Owner, Some(json!({"reason": "x"})), 403, 403),
        ("DELETE", "/api/admin/people/{id}/ban", Owner, None, 403, 403),
        ("PUT", "/api/admin/people/{id}/role", Owner, Some(json!({"role": "admin"})), 403, 403),
        ("DELETE", "/api/admin/people/{id}/role", Owner, None, 403, 403),
        ("POST", "/api/admin/people/{id}/gold", Owner, Some(json!({"gold": 1, "reason": "x"})), 403, 403),
        ("POST", "/api/admin/people/{id}/password", Owner, None, 403, 403),
        ("GET", "/api/me/bots", Owner, None, 200, 200),
        ("POST", "/api/me/bots", Owner, Some(json!({"name": "{new}"})), 201, 201),
        ("DELETE", "/api/me/bots/{id}", Owner, None, 204, 404),
        ("POST", "/api/me/bots/{id}/tokens", Owner, Some(token), 201, 404),
        ("DELETE", "/api/me/bots/{id}/tokens/{token}", Owner, None, 204, 404),
    ]
}

/// What a description says about who may come in.
fn described(operation: &Value) -> Door {
    let Some(ways) = operation["security"].as_array() else { return Door::Open };
    let names: BTreeSet<&str> =
        ways.iter().flat_map(|way| way.as_object().unwrap().keys().map(String::as_str)).collect();
    assert!(names.contains("session") && names.contains("cookie"), "{ways:?}");
    if ways.iter().any(|way| way.as_object().unwrap().is_empty()) {
        return OpenToPeople;
    }
    match ways.iter().find_map(|way| way.get("bot")) {
        None => Owner,
        Some(scopes) if *scopes == json!(["read"]) => Read,
        Some(scopes) if *scopes == json!(["play"]) => Play,
        Some(scopes) => panic!("what is {scopes}?"),
    }
}

/// A person with everything that a person can have, and those who must not have it.
struct World {
    name: String,
    ada: Asker,
    bea: Asker,
    garbage: Asker,
    revoked: Asker,
    reader: Asker,
    session: String,
    bot: String,
    token: String,
    /// What is Ada's alone: others are never told.
    secrets: Vec<String>,
    table: String,
    person: String,
    finished: String,
}

impl World {
    async fn new(open: &Open, number: usize, finished: &str) -> Self {
        let name = format!("Ada {number}");
        let ada = account(open, &name).await;
        let bea = account(open, &format!("Bea {number}")).await;
        let revoked = ada.logged_in(&name).await;
        revoked.post("/api/logout", json!({})).await.is(204);
        ada.logged_in(&name).await;
        let bot = ada.bot(&format!("Robot {number}")).await;
        let made = ada.bot_token(&bot, &[Scope::Read]).await;
        let sessions: Vec<SessionInfo> = ada.get("/api/me/sessions").await.is(200).json();
        let email = format!("ada.{number}@secret.example");
        ada.patch("/api/me/account", json!({"email": email, "show_email": true})).await.is(200);
        let mut secrets: Vec<_> = sessions.iter().map(|session| session.id.clone()).collect();
        secrets.extend([email, made.info.id.clone(), made.token.clone(), ada.token.clone().unwrap()]);
        let table: Value = ada.post("/api/tables", json!({"game": "battleship"})).await.is(201).json();
        Self {
            session: sessions.iter().find(|session| !session.current).unwrap().id.clone(),
            bot: bot.person.id.to_string(),
            token: made.info.id.clone(),
            table: table["code"].as_str().unwrap().to_owned(),
            person: ada.me().await.id.to_string(),
            finished: finished.to_owned(),
            secrets,
            garbage: ada.with("ab".repeat(32)),
            reader: ada.with(made.token),
            name,
            ada,
            bea,
            revoked,
        }
    }

    /// A route's address with Ada's ids in it.
    fn address(&self, path: &str) -> String {
        let id = match path {
            _ if path.starts_with("/api/me/bots") => &self.bot,
            _ if path.starts_with("/api/me/sessions") => &self.session,
            _ if path.starts_with("/api/people") => &self.person,
            _ => &self.finished,
        };
        let query =
            if path == "/api/people" { format!("?name={}", self.name.replace(' ', "%20")) } else { String::new() };
        let river = toy::library().shelf().find("weights", "river").unwrap();
        let filled = path
            .replace("{kind}/{name}/{digest}", asset_path(&river).trim_start_matches("/api/assets/"))
            .replace("{game}/{solo}", "tetris/sprint")
            .replace("{id}", id)
            .replace("{token}", &self.token)
            .replace("{user}", &self.bot)
            .replace("{code}", &self.table)
            .replace("{game}", "battleship");
        assert!(!filled.contains('{'), "{filled}: what should stand there?");
        filled + &query
    }

    async fn ask(&self, who: &Asker, (method, path, _, body, ..): &Route, new: &str) -> Answer {
        let body = body.as_ref().map(|body| {
            let text = body.to_string().replace("{new}", &format!("{new} {}", self.name));
            let text = text.replace("{code}", &self.table).replace("{person}", &self.person);
            serde_json::from_str(&text).unwrap()
        });
        who.ask(method.parse::<Method>().unwrap(), &self.address(path), body).await
    }

    /// Everything that Ada has.
    async fn belongings(&self) -> (Value, Vec<SessionInfo>, Vec<BotInfo>, Value) {
        (
            self.ada.get("/api/me").await.is(200).json(),
            self.ada.get("/api/me/sessions").await.is(200).json(),
            self.ada.get("/api/me/bots").await.is(200).json(),
            self.ada.get("/api/me/account").await.is(200).json(),
        )
    }
}

/// The id of a match that is over.
async fn finished_match(open: &Open) -> String {
    let (mut ada, mut bea) = duel(open).await;
    let code = ada.code();
    ada.act(&Action::Surrender).await.unwrap();
    bea.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    bea.info().match_id.unwrap().to_string()
}

#[tokio::test]
async fn every_route_keeps_out_who_must_not_come_in() {
    let open = Open::new(settings()).await;
    let finished = finished_match(&open).await;
    let stranger = Asker::stranger(&open);
    let api: Value = stranger.get("/api/openapi.json").await.is(200).json();
    let routes = routes();
    let mut walked = BTreeSet::new();
    for (path, operations) in api["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let method = method.to_uppercase();
            let route = routes.iter().find(|route| route.0 == method && route.1 == path);
            let route = route.unwrap_or_else(|| panic!("{method} {path} is new: say above who may come in"));
            walked.insert((route.0, route.1));
            assert_eq!(described(operation), route.2, "{method} {path} as described");
            let world = World::new(&open, walked.len(), &finished).await;
            walk(&world, &stranger, route, operation).await;
        }
    }
    assert_eq!(walked.len(), routes.len(), "a route that is not described cannot be walked");
}

async fn walk(world: &World, stranger: &Asker, route: &Route, operation: &Value) {
    let &(method, path, door, _, own, others) = route;
    let what = format!("{method} {path}");
    let is_described = |answer: &Answer| {
        let status = answer.status.as_str();
        assert!(operation["responses"].get(status).is_some(), "{what}: {status} is not described: {answer:?}");
    };
    let keeps_secrets = |answer: &Answer, who: &str| {
        let told = format!("{:?} {}", answer.headers, answer.text).to_lowercase();
        for secret in &world.secrets {
            assert!(!told.contains(&secret.to_lowercase()), "{what} tells {who} Ada's {secret}: {answer:?}");
        }
    };
    let before = world.belongings().await;
    for (who, asker) in [("a stranger", stranger), ("garbage", &world.garbage), ("revoked", &world.revoked)] {
        let answer = world.ask(asker, route, who).await;
        is_described(&answer);
        keeps_secrets(&answer, who);
        if matches!(door, Door::Open | OpenToPeople) {
            assert!(answer.status.is_success() || answer.status.as_u16() == own, "{what} for {who}: {answer:?}");
        } else {
            assert_eq!(answer.refusal(), (401, "not_signed_in".into()), "{what} for {who}");
        }
    }
    let answer = world.ask(&world.reader, route, "reader").await;
    is_described(&answer);
    keeps_secrets(&answer, "a reader");
    match door {
        Door::Open => assert_eq!(answer.status.as_u16(), own, "{what} for a reader"),
        Read => assert_eq!(answer.status.as_u16(), own, "{what} for a reader"),
        OpenToPeople | Play | Owner => assert_eq!(answer.refusal(), (403, "scope_missing".into()), "{what}"),
    }
    let answer = world.ask(&world.bea, route, "bea").await;
    is_described(&answer);
    keeps_secrets(&answer, "another person");
    assert_eq!(answer.status.as_u16(), others, "{what} for another person: {answer:?}");
    assert_eq!(world.belongings().await, before, "{what}: what is Ada's is untouched");
    let answer = world.ask(&world.ada, route, "ada").await;
    is_described(&answer);
    assert_eq!(answer.status.as_u16(), own, "{what} for whom it is: {answer:?}");
}

#[tokio::test]
async fn sockets_open_for_sessions_alone_and_seats_obey_their_owners() {
    let open = Open::new(settings()).await;
    let world = World::new(&open, 0, "").await;
    let url = format!("{}/ws", open.base.replacen("http", "ws", 1));
    for asker in [&world.garbage, &world.revoked] {
        use tokio_tungstenite::tungstenite::client::IntoClientRequest;
        let mut request = url.as_str().into_client_request().unwrap();
        let bearer = format!("Bearer {}", asker.token.as_deref().unwrap());
        request.headers_mut().insert("authorization", bearer.parse().unwrap());
        let error = tokio_tungstenite::connect_async(request).await.expect_err("no session");
        assert!(error.to_string().contains("401"), "{error}");
    }
    let (mut ada, mut bea) = duel(&open).await;
    let table = ada.code();
    let seats = ada.info().seats;
    let mut stranger = world.bea.player(&open).await;
    stranger.follow(table).await;
    let action = to_raw_value(&Action::Surrender).unwrap();
    let attempts = [
        (TableCommand::Act { action, at: None }.at(table), "not_seated"),
        (TableCommand::Stand.at(table), "not_seated"),
        (TableCommand::Ready { ready: true }.at(table), "match_running"),
        (TableCommand::Hurry.at(table), "not_seated"),
        (TableCommand::Escrow { step: EscrowStep::Deposit }.at(table), "no_bet"),
        (TableCommand::Sit { seat: Some(Seat(0)) }.at(table), "match_running"),
        (TableCommand::Kick { seat: Seat(0) }.at(table), "not_host"),
        (TableCommand::SeatBot { seat: Seat(0), level: Some("easy".into()) }.at(table), "not_host"),
    ];
    for (attempt, code) in attempts {
        let what = format!("{attempt:?}");
        assert_eq!(stranger.refused(attempt).await, code, "{what}");
    }
    // A player who sits there is no host either, and moves only themselves.
    assert_eq!(bea.refused(TableCommand::Kick { seat: Seat(0) }.at(table)).await, "not_host");
    let now: Vec<_> = ada.info().seats.into_iter().map(|seat| seat.occupant).collect();
    assert_eq!(now, seats.into_iter().map(|seat| seat.occupant).collect::<Vec<_>>());
    tokio::join!(ada.play_to_the_end(), bea.play_to_the_end());
}

/// A client at one of the doors that answers nothing, whatever it is asked: its line is dead.
async fn dead_line(open: &Open, door: &str, token: &str) -> TcpStream {
    let mut request = format!("{}{door}", open.base.replacen("http", "ws", 1)).into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    match socket.into_inner() {
        MaybeTlsStream::Plain(stream) => stream,
        _ => panic!("no encryption here"),
    }
}

#[tokio::test]
async fn a_dead_line_is_noticed_at_every_door() {
    let mut alert = settings();
    (alert.times.ping_ms, alert.times.pong_ms) = (200, 300);
    let open = Open::new(alert).await;
    for door in ["/ws", "/addon", "/socket.io/?EIO=4&transport=websocket"] {
        let ada = open.visitor("Ada").await;
        let mut line = dead_line(&open, door, ada.token()).await;
        if door.starts_with("/socket.io") {
            // Says who it is, and nothing more: `40{"token":…}`, as a client must, in a masked frame.
            let text = format!("40{}", json!({ "token": ada.token() }));
            let mut frame = vec![0x81, 0x80 | u8::try_from(text.len()).unwrap(), 0, 0, 0, 0];
            frame.extend(text.bytes());
            line.write_all(&frame).await.unwrap();
        }
        let mut heard = Vec::new();
        let gone = tokio::time::timeout(std::time::Duration::from_secs(20), line.read_to_end(&mut heard));
        let _ = gone.await.unwrap_or_else(|_| panic!("{door}: it counts as there for ever"));
        assert!(!open.house.presence.is_listening(ada.me().id), "{door}");
    }
}
