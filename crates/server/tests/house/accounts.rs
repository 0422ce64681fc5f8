//! Accounts: signing up, in and out, passwords, sessions, leaving for good.

use crate::common::{
    Open,
    api::{Asker, PASSWORD, account},
    duel, settings, wish,
};
use parlor_battleship::Phase;
use parlor_client::native::{NativeError, Visitor};
use parlor_server::admin::{self, Actor, Deed};
use parlor_wire::{
    Command, Kind, Occupant, Person, TableCommand, UserId,
    frame::SIGNED_OUT,
    http::{AccountInfo, Export, MatchInfo, MatchPage, SessionInfo, Welcome},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;

/// At once, on a machine that may be busy.
const AT_ONCE: Duration = Duration::from_secs(5);

#[tokio::test]
async fn a_guest_becomes_an_account_in_the_middle_of_a_match() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = duel(&open).await;
    let code = ada.code();
    let guest = Asker::stranger(&open).with(ada.visitor.token());
    let body = json!({"name": "  Countess ", "password": PASSWORD, "email": "Ada@Example.org"});
    let answer = guest.post("/api/register", body.clone()).await.is(201);
    let cookie = answer.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly"), "{cookie}");
    let Welcome { me, token } = answer.json();
    assert_eq!((me.id, me.name.as_str(), me.kind), (ada.visitor.me().id, "Countess", Kind::Account));
    assert!(cookie.contains(&token), "{cookie}");
    // What others may know of the guest opens nothing of the account's.
    assert_ne!(token, ada.visitor.token());
    assert_eq!(guest.get("/api/me").await.refusal(), (401, "not_signed_in".into()));
    while ada.next().await.is_ok() {}
    assert!(matches!(ada.connection.reconnect().await, Err(NativeError::SignedOut)));
    // Everyone at the table sees it, and the match goes on.
    let guest = guest.with(token);
    let mut ada = guest.player(&open).await;
    ada.follow(code).await;
    let is_account = |occupant: &Occupant| matches!(occupant, Occupant::Person { name, kind, .. } if name == "Countess" && *kind == Kind::Account);
    for player in [&mut ada, &mut bea] {
        player.until(|session| is_account(&session.table(code)?.info.seats[0].occupant).then_some(())).await;
    }
    tokio::join!(ada.play_to_the_end(), bea.play_to_the_end());
    let history: MatchPage = guest.get("/api/me/matches").await.is(200).json();
    assert_eq!(history.matches.len(), 1);
    let person = history.matches[0].seats[0].person.as_ref().unwrap();
    assert_eq!((person.name.as_str(), person.kind), ("Countess", Kind::Account));
    // Once is enough.
    assert_eq!(guest.post("/api/register", body).await.refusal(), (409, "already_registered".into()));
    // The account is the same person from anywhere, by name or address, in whatever case.
    for login in ["countess", "ada@example.ORG", " COUNTESS "] {
        assert_eq!(guest.logged_in(login).await.me().await, me);
    }
}

#[tokio::test]
async fn over_https_no_other_page_can_set_the_cookie() {
    let mut encrypted = settings();
    encrypted.public_url = Some("https://games.example".parse().unwrap());
    for (settings, name, other) in [
        (settings(), "parlor_session", "__Host-parlor_session"),
        (encrypted, "__Host-parlor_session", "parlor_session"),
    ] {
        let open = Open::new(settings).await;
        let answer = Asker::stranger(&open).post("/api/guest", json!({})).await.is(201);
        let cookie = answer.headers["set-cookie"].to_str().unwrap().to_owned();
        assert!(cookie.starts_with(&format!("{name}=")) && cookie.contains("; Path=/;"), "{cookie}");
        assert_eq!(cookie.contains("; Secure"), name.starts_with("__Host-"), "{cookie}");
        let Welcome { token, .. } = answer.json();
        let status = async |name: &str| {
            let request = reqwest::Client::new().get(format!("{}/api/me", open.base));
            request.header("cookie", format!("{name}={token}")).send().await.unwrap().status().as_u16()
        };
        assert_eq!((status(name).await, status(other).await), (200, 401));
    }
}

#[tokio::test]
async fn names_addresses_and_passwords_have_to_fit() {
    let open = Open::new(settings()).await;
    let stranger = Asker::stranger(&open);
    let register = async |name: &str, password: &str, email: Value| {
        stranger.post("/api/register", json!({"name": name, "password": password, "email": email})).await
    };
    register("Ada", PASSWORD, json!("ada@example.org")).await.is(201);
    let cases = [
        (register("", PASSWORD, Value::Null).await, 422, "bad_name"),
        (register("a@b", PASSWORD, Value::Null).await, 422, "bad_name"),
        (register("aDA", PASSWORD, Value::Null).await, 409, "name_taken"),
        (register("Bea", "short", Value::Null).await, 422, "weak_password"),
        (register("Beatrice Bee", "beatrice bee", Value::Null).await, 422, "weak_password"),
        (register("Bea", PASSWORD, json!("bea")).await, 422, "bad_email"),
        (register("Bea", PASSWORD, json!("ADA@example.org")).await, 409, "email_taken"),
        (stranger.post("/api/guest", json!({"name": "ada"})).await, 409, "name_taken"),
        // Common and blank passwords.
        (register("Bea", "password1", Value::Null).await, 422, "weak_password"),
        (register("Bea", "          ", Value::Null).await, 422, "weak_password"),
        // Names of the house, and those that look like another.
        (stranger.post("/api/guest", json!({"name": "Bot (easy)"})).await, 422, "bad_name"),
        (register("Deleted player", PASSWORD, Value::Null).await, 422, "bad_name"),
        (stranger.post("/api/guest", json!({"name": "P\u{430}rlor"})).await, 422, "bad_name"),
        (stranger.post("/api/guest", json!({"name": "\u{391}d\u{430}"})).await, 422, "bad_name"),
    ];
    for (answer, status, code) in cases {
        assert_eq!(answer.refusal(), (status, code.into()));
    }
    let guest = Asker::stranger(&open).with(open.visitor("Bea").await.token());
    assert_eq!(guest.patch("/api/me", json!({"name": "ADA"})).await.refusal(), (409, "name_taken".into()));
    register("Bob", PASSWORD, Value::Null).await.is(201);
    register("Capa", PASSWORD, Value::Null).await.is(201);
    register("Tom", PASSWORD, Value::Null).await.is(201);
    register("Z0e", PASSWORD, Value::Null).await.is(201);
    for alike in ["B0b", "\u{421}\u{430}\u{440}\u{430}", "T0m", "Torn", "Zoe"] {
        assert_eq!(
            guest.patch("/api/me", json!({"name": alike})).await.refusal(),
            (409, "name_taken".into()),
            "{alike}"
        );
    }
    // A refused upgrade leaves the guest a guest.
    let taken = json!({"name": "Ada", "password": PASSWORD});
    assert_eq!(guest.post("/api/register", taken).await.refusal(), (409, "name_taken".into()));
    assert_eq!((guest.me().await.name.as_str(), guest.me().await.kind), ("Bea", Kind::Guest));
    // Names are given up by taking another.
    let ada = stranger.logged_in("ada").await;
    assert_eq!(ada.patch("/api/me", json!({"name": "a@b"})).await.refusal(), (422, "bad_name".into()));
    ada.patch("/api/me", json!({"name": "Countess"})).await.is(200);
    guest.patch("/api/me", json!({"name": "Ada"})).await.is(200);
    let found: Person = stranger.get("/api/people?name=COUNTESS").await.is(200).json();
    assert_eq!(found, ada.me().await);
    assert_eq!(stranger.get("/api/people?name=Ada").await.refusal(), (404, "not_found".into()), "guests share names");
    assert_eq!(stranger.get("/api/people").await.refusal(), (400, "bad_query".into()));
}

#[tokio::test]
async fn bodies_and_addresses_that_make_no_sense_are_explained() {
    let open = Open::new(settings()).await;
    let http = reqwest::Client::new();
    let post = |path: &str, kind: &str, body: &str| {
        let request = http.post(format!("{}{path}", open.base)).header("content-type", kind.to_owned());
        request.body(body.to_owned()).send()
    };
    let long = format!("{{\"name\":\"{}\"}}", "x".repeat(40_000));
    let cases = [
        (post("/api/login", "application/json", "{").await, 400, "bad_body"),
        (post("/api/login", "application/json", "{\"name\":\"a\"}").await, 422, "bad_body"),
        (post("/api/login", "application/json", "{\"name\":\"a\",\"password\":\"b\",\"c\":1}").await, 422, "bad_body"),
        (post("/api/login", "text/plain", "{}").await, 415, "bad_body"),
        (post("/api/guest", "application/json", &long).await, 413, "bad_body"),
        (post("/api/tables", "application/json", "[").await, 401, "not_signed_in"),
        (http.get(format!("{}/api/leaderboards/battleship?by=x", open.base)).send().await, 400, "bad_query"),
        (http.get(format!("{}/api/tables/%ff", open.base)).send().await, 400, "bad_request"),
        (http.put(format!("{}/api/me", open.base)).send().await, 405, "bad_method"),
        (http.get(format!("{}/api/nothing/here", open.base)).send().await, 404, "not_found"),
    ];
    for (response, status, code) in cases {
        let response = response.unwrap();
        assert_eq!(response.headers()["content-type"], "application/problem+json", "{code}");
        let problem: parlor_wire::http::Problem = response.json().await.unwrap();
        assert_eq!((problem.status, problem.code.as_str()), (status, code));
    }
}

#[tokio::test]
async fn an_unknown_name_and_a_wrong_password_look_the_same() {
    let open = Open::new(settings()).await;
    account(&open, "Ada").await;
    let stranger = Asker::stranger(&open);
    let (wrong, unknown) = (stranger.login("Ada", "wrong horse").await, stranger.login("Eve", "wrong horse").await);
    assert_eq!(wrong.refusal(), (401, "wrong_password".into()));
    assert_eq!((wrong.status, &wrong.text), (unknown.status, &unknown.text));
    let names =
        |answer: &crate::common::api::Answer| answer.headers.keys().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(&wrong), names(&unknown));
    assert!(!wrong.headers.contains_key("set-cookie"));
}

#[tokio::test]
async fn guessing_ends_soon() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let stranger = Asker::stranger(&open);
    for _ in 0..4 {
        assert_eq!(stranger.login("Ada", "wrong horse").await.code(), "wrong_password");
    }
    stranger.logged_in("Ada").await;
    for _ in 0..5 {
        assert_eq!(stranger.login("ADA", "wrong horse").await.code(), "wrong_password");
    }
    let answer = stranger.login("Ada", PASSWORD).await;
    assert_eq!(answer.refusal(), (429, "locked_out".into()), "not even the right password helps now");
    let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=31).contains(&wait), "{wait} s");
    assert!(answer.text.contains(&format!(" {wait} s")), "the sentence says the same: {answer:?}");
    // Signed-in people stay so, but cannot guess that way either; an unknown name is locked the same.
    let change = json!({"current": "wrong horse", "new": "another horse"});
    assert_eq!(ada.post("/api/me/password", change).await.refusal(), (429, "locked_out".into()));
    assert_eq!(
        ada.ask(Method::DELETE, "/api/me", Some(json!({"password": PASSWORD}))).await.refusal(),
        (429, "locked_out".into())
    );
    assert_eq!(ada.me().await.name, "Ada");
    for _ in 0..5 {
        stranger.login("Eve", "wrong horse").await;
    }
    assert_eq!(stranger.login("Eve", "wrong horse").await.code(), "locked_out");
}

#[tokio::test]
async fn an_account_is_guessed_at_by_one_of_its_names_or_the_other() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    ada.patch("/api/me/account", json!({"email": "ada@example.org"})).await.is(200);
    for login in ["Ada", "ada@example.org", "ADA", "Ada@Example.org", "Ada"] {
        assert_eq!(ada.login(login, "wrong horse").await.code(), "wrong_password");
    }
    for login in ["Ada", "ada@example.org"] {
        assert_eq!(ada.login(login, PASSWORD).await.code(), "locked_out");
    }
}

#[tokio::test]
async fn others_who_guess_do_not_keep_an_owner_from_their_account() {
    let mut behind = settings();
    behind.trusted_proxies = "127.0.0.1".parse().unwrap();
    let open = Open::new(behind).await;
    let ada = account(&open, "Ada").await;
    let http = reqwest::Client::new();
    let guess = async |number: usize| {
        let request =
            http.post(format!("{}/api/login", open.base)).header("x-forwarded-for", format!("192.0.2.{number}"));
        let body = json!({"name": "Ada", "password": "wrong horse"});
        request.json(&body).send().await.unwrap().json::<parlor_wire::http::Problem>().await.unwrap().code
    };
    for number in 0..50 {
        assert_eq!(guess(number).await, "wrong_password");
    }
    assert_eq!(guess(50).await, "locked_out");
    assert_eq!(ada.login("Ada", PASSWORD).await.code(), "locked_out", "signing in is closed for a while");
    let change = json!({"current": PASSWORD, "new": "another horse"});
    ada.post("/api/me/password", change).await.is(204);
    ada.ask(Method::DELETE, "/api/me", Some(json!({"password": "another horse"}))).await.is(204);
}

#[tokio::test]
async fn passwords_cannot_be_tried_too_fast() {
    let mut slow = settings();
    slow.limits.logins_per_minute = 3;
    let open = Open::new(slow).await;
    let stranger = Asker::stranger(&open);
    for number in 0..3 {
        assert_eq!(stranger.login(&format!("name {number}"), "wrong horse").await.code(), "wrong_password");
    }
    let answer = stranger.login("name", "wrong horse").await;
    assert_eq!(answer.refusal(), (429, "too_fast".into()));
    assert!(answer.headers.contains_key("retry-after"));
}

#[tokio::test]
async fn addresses_cannot_be_tried_too_fast() {
    let mut slow = settings();
    slow.limits.logins_per_minute = 3;
    let open = Open::new(slow).await;
    let ada = account(&open, "Ada").await;
    for number in 0..3 {
        ada.patch("/api/me/account", json!({"email": format!("{number}@example.org")})).await.is(200);
    }
    let answer = ada.patch("/api/me/account", json!({"email": "bea@example.org"})).await;
    assert_eq!(answer.refusal(), (429, "too_fast".into()));
    ada.patch("/api/me/account", json!({"show_email": true})).await.is(200);
}

#[tokio::test]
async fn what_costs_the_house_much_cannot_be_asked_for_too_fast() {
    let mut slow = settings();
    slow.limits.costly_per_minute = 4;
    let open = Open::new(slow).await;
    let ada = account(&open, "Ada").await;
    let bot = ada.bot("Robot").await;
    ada.get("/api/me/export").await.is(200);
    ada.delete(&format!("/api/me/bots/{}", bot.person.id)).await.is(204);
    let guest = ada.with(open.visitor("Guest").await.token());
    guest.ask(Method::DELETE, "/api/me", Some(json!({}))).await.is(204);
    let password = Some(json!({"password": PASSWORD}));
    let answers = [
        ada.post("/api/me/bots", json!({"name": "Robot"})).await,
        ada.delete(&format!("/api/me/bots/{}", bot.person.id)).await,
        ada.get("/api/me/export").await,
        ada.ask(Method::DELETE, "/api/me", password).await,
    ];
    for answer in answers {
        assert_eq!(answer.refusal(), (429, "too_fast".into()));
    }
    ada.get("/api/me/bots").await.is(200);
}

#[tokio::test]
async fn sessions_survive_a_restart_and_end_one_by_one() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let second = ada.logged_in("Ada").await;
    let open = open.restart(settings()).await;
    let (ada, second) = (ada.at(&open), second.at(&open));
    assert_eq!(ada.me().await, second.me().await);
    let sessions: Vec<SessionInfo> = ada.get("/api/me/sessions").await.is(200).json();
    assert_eq!(sessions.iter().filter(|session| session.current).count(), 1);
    assert_eq!(sessions.len(), 2);
    let other = sessions.iter().find(|session| !session.current).unwrap();
    ada.delete(&format!("/api/me/sessions/{}", other.id)).await.is(204);
    assert_eq!(second.get("/api/me").await.refusal(), (401, "not_signed_in".into()));
    for unknown in [other.id.as_str(), "0000000000000000", "x"] {
        let answer = ada.delete(&format!("/api/me/sessions/{unknown}")).await;
        assert_eq!(answer.refusal(), (404, "not_found".into()));
    }
    let answer = ada.post("/api/logout", json!({})).await.is(204);
    assert!(answer.headers["set-cookie"].to_str().unwrap().contains("parlor_session=; "), "{answer:?}");
    assert_eq!(ada.get("/api/me").await.refusal(), (401, "not_signed_in".into()));
    ada.logged_in("Ada").await;
}

/// The code with which the house closes a socket.
async fn close_code(socket: &mut Socket) -> u16 {
    use futures_util::StreamExt;
    use tokio_tungstenite::tungstenite::Message;
    let close = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Close(Some(frame)))) => return frame.code.into(),
                Some(Ok(_)) => {}
                end => panic!("closed without a word: {end:?}"),
            }
        }
    };
    timeout(AT_ONCE, close).await.expect("the socket is cut at once")
}

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

async fn socket(open: &Open, asker: &Asker) -> Socket {
    use tokio_tungstenite::tungstenite::client::IntoClientRequest;
    let mut request = format!("{}/ws", open.base.replacen("http", "ws", 1)).into_client_request().unwrap();
    let bearer = format!("Bearer {}", asker.token.as_deref().unwrap());
    request.headers_mut().insert("authorization", bearer.parse().unwrap());
    tokio_tungstenite::connect_async(request).await.unwrap().0
}

#[tokio::test]
async fn ending_a_session_cuts_its_sockets_at_once_and_no_others() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let (second, third) = (ada.logged_in("Ada").await, ada.logged_in("Ada").await);
    let mut here = ada.player(&open).await;
    let (mut one, mut another) = (socket(&open, &second).await, socket(&open, &second).await);
    let mut last = socket(&open, &third).await;
    second.post("/api/logout", json!({})).await.is(204);
    assert_eq!((close_code(&mut one).await, close_code(&mut another).await), (SIGNED_OUT, SIGNED_OUT));
    here.command(Command::Ping).await.unwrap();
    // Another password ends every other session.
    let change = json!({"current": PASSWORD, "new": "another horse"});
    ada.post("/api/me/password", change).await.is(204);
    assert_eq!(close_code(&mut last).await, SIGNED_OUT);
    assert_eq!(third.get("/api/me").await.code(), "not_signed_in");
    here.command(Command::Ping).await.unwrap();
    assert_eq!(ada.login("Ada", PASSWORD).await.code(), "wrong_password");
    ada.login("Ada", "another horse").await.is(200);
    // Out everywhere, here too.
    ada.post("/api/logout", json!({"everywhere": true})).await.is(204);
    let end = timeout(AT_ONCE, async { while here.connection.next().await.is_ok() {} });
    end.await.expect("the socket is cut at once");
    assert!(matches!(here.connection.reconnect().await, Err(NativeError::SignedOut)), "and does not open again");
}

#[tokio::test]
async fn a_session_that_ends_while_a_socket_opens_does_not_slip_through() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let endings = open.house.presence.endings();
    let session = open.house.recognise(ada.token.as_deref().unwrap()).await.unwrap().expect("a session");
    let here = std::net::IpAddr::from([127, 0, 0, 1]);
    let connected = open.house.connect(&session, here, endings).await.unwrap();
    ada.post("/api/logout", json!({})).await.is(204);
    assert!(connected.over().is_cancelled());
    drop(connected);
    let refused = open.house.connect(&session, here, endings).await.err().expect("recognised before, but over now");
    assert_eq!(refused.refusal().code, "not_signed_in");
}

#[tokio::test]
async fn a_password_that_is_changed_meanwhile_lets_nobody_in() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let change = json!({"current": PASSWORD, "new": "another horse"});
    // Several logins with the old password while it is being changed: those that were in time have ended since.
    let logins =
        async { tokio::join!(ada.login("Ada", PASSWORD), ada.login("Ada", PASSWORD), ada.login("Ada", PASSWORD)) };
    let (changed, (a, b, c)) = tokio::join!(ada.post("/api/me/password", change), logins);
    changed.is(204);
    for answer in [a, b, c] {
        if answer.status.is_success() {
            let token = answer.json::<Welcome>().token;
            assert_eq!(ada.with(token).get("/api/me").await.code(), "not_signed_in");
        }
    }
    ada.login("Ada", "another horse").await.is(200);
}

#[tokio::test]
async fn sessions_that_end_behind_the_houses_back_are_noticed() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let mut socket = socket(&open, &ada).await;
    let other = parlor_store::SqliteStore::open(&open.database()).await.unwrap();
    let ada_id = ada.get("/api/me").await.json::<Person>().id;
    let deed = Deed::Password(ada_id);
    let password = admin::carry_out(&other, &Actor::Keeper, deed, 1).await.unwrap().password.unwrap();
    assert_eq!(close_code(&mut socket).await, SIGNED_OUT);
    assert_eq!(ada.get("/api/me").await.code(), "not_signed_in");
    ada.login("Ada", &password).await.is(200);
    let nobody = Deed::Password(UserId(ada_id.0 ^ 1));
    assert!(admin::carry_out(&other, &Actor::Keeper, nobody, 2).await.is_err());
}

#[tokio::test]
async fn wrong_passwords_change_nothing() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let change = json!({"current": "wrong horse", "new": "another horse"});
    assert_eq!(ada.post("/api/me/password", change).await.refusal(), (403, "wrong_password".into()));
    let weak = json!({"current": PASSWORD, "new": "short"});
    assert_eq!(ada.post("/api/me/password", weak).await.refusal(), (422, "weak_password".into()));
    for body in [json!({}), json!({"password": "wrong horse"})] {
        let answer = ada.ask(Method::DELETE, "/api/me", Some(body)).await;
        assert_eq!(answer.refusal(), (403, "wrong_password".into()));
    }
    ada.logged_in("Ada").await;
    let guest = ada.with(open.visitor("Guest").await.token());
    let change = json!({"current": PASSWORD, "new": "another horse"});
    assert_eq!(guest.post("/api/me/password", change).await.refusal(), (403, "account_needed".into()));
}

#[tokio::test]
async fn an_address_is_optional_and_its_owners_alone() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let info: AccountInfo = ada.get("/api/me/account").await.is(200).json();
    assert_eq!((info.email, info.show_email), (None, false));
    let set = json!({"email": "ada@example.org", "show_email": true});
    let info: AccountInfo = ada.patch("/api/me/account", set).await.is(200).json();
    assert_eq!((info.email.as_deref(), info.show_email), (Some("ada@example.org"), true));
    ada.logged_in("ADA@example.org").await;
    let bea = account(&open, "Bea").await;
    let taken = json!({"email": "Ada@Example.org"});
    assert_eq!(bea.patch("/api/me/account", taken).await.refusal(), (409, "email_taken".into()));
    assert_eq!(bea.patch("/api/me/account", json!({"email": "x"})).await.refusal(), (422, "bad_email".into()));
    let id = ada.me().await.id;
    for path in ["/api/people?name=ada", &format!("/api/people/{id}"), &format!("/api/people/{id}/matches")] {
        assert!(!bea.get(path).await.is(200).text.contains("example"), "{path}");
    }
    // A new address is private until its owner shows it, and a missing one is never shown.
    let change = async |wish: Value| -> AccountInfo { ada.patch("/api/me/account", wish).await.is(200).json() };
    assert!(change(json!({"email": "ada@example.org"})).await.show_email, "it is the same");
    assert!(!change(json!({"email": "countess@example.org"})).await.show_email);
    assert!(change(json!({"email": "ada@example.org", "show_email": true})).await.show_email);
    let info = change(json!({"email": "", "show_email": true})).await;
    assert_eq!((info.email, info.show_email), (None, false));
    assert!(!change(json!({"show_email": true})).await.show_email);
    assert!(!change(json!({"email": "ada@example.org"})).await.show_email);
    change(json!({"email": ""})).await;
    assert_eq!(ada.login("ada@example.org", PASSWORD).await.code(), "wrong_password");
    let guest = ada.with(open.visitor("Guest").await.token());
    assert_eq!(guest.get("/api/me/account").await.refusal(), (403, "account_needed".into()));
}

#[tokio::test]
async fn who_goes_gives_up_their_matches_and_leaves_no_trace() {
    let open = Open::new(settings()).await;
    let (ada, mut bea) = duel(&open).await;
    let mut eve = open.player("Eve").await;
    let code = ada.code();
    eve.follow(code).await;
    let asker = Asker::stranger(&open).with(ada.visitor.token());
    let body = json!({"name": "Ada", "password": PASSWORD, "email": "ada@example.org"});
    let Welcome { token, .. } = asker.post("/api/register", body).await.is(201).json();
    let asker = asker.with(token);
    let mut ada = asker.player(&open).await;
    ada.command(TableCommand::Chat { text: "my secret".into(), room: None }.at(code)).await.unwrap();
    bea.command(TableCommand::Chat { text: "hello".into(), room: None }.at(code)).await.unwrap();
    let waiting = asker.post("/api/tables", json!({"game": "battleship"})).await.is(201).json::<Value>();
    let bot = asker.bot("Robot").await;
    // All that is known about them, as a file.
    let answer = asker.get("/api/me/export").await.is(200);
    assert!(answer.headers["content-disposition"].to_str().unwrap().starts_with("attachment"));
    let export: Export = answer.json();
    assert_eq!((export.me.name.as_str(), export.chat), ("Ada", vec!["my secret".to_owned()]));
    assert_eq!(export.account.unwrap().email.as_deref(), Some("ada@example.org"));
    assert_eq!((export.sessions.len(), export.bots.len(), export.matches.len()), (1, 1, 1));
    assert_eq!(export.profile.person.id, export.me.id);
    let mut socket = socket(&open, &asker).await;
    let answer = asker.ask(Method::DELETE, "/api/me", Some(json!({"password": PASSWORD}))).await.is(204);
    assert!(answer.headers["set-cookie"].to_str().unwrap().contains("Max-Age=0"));
    assert_eq!(close_code(&mut socket).await, SIGNED_OUT);
    // The other one has won, and does not wait for anybody.
    bea.until_view(|view| (view.phase == Phase::Over).then_some(())).await;
    let id = bea.info().match_id.unwrap();
    bea.until(|session| (session.table(code)?.info.seats[0].occupant == Occupant::Nobody).then_some(())).await;
    let record: MatchInfo = bea.visitor.get(&format!("/api/matches/{id}")).await.unwrap();
    assert_eq!((record.seats[0].label.name.as_str(), &record.seats[0].person), ("Deleted player", &None));
    assert_eq!(record.seats[1].result, Some(parlor_wire::http::SeatResult::Won));
    let log = bea.visitor.get_text(&format!("/api/matches/{id}/log")).await.unwrap();
    assert!(!log.contains("Ada"), "{log}");
    // What they said is gone for those who watch and for those who come later.
    eve.until(|session| {
        let chat = &session.table(code)?.chat;
        (chat.iter().map(|line| line.text.as_str()).eq(["hello"])).then_some(())
    })
    .await;
    let other = asker.get(&format!("/api/tables/{}", waiting["code"].as_str().unwrap())).await;
    assert!(!other.text.contains("Ada"), "{other:?}");
    for (path, status) in [("/api/people?name=Ada", 404), ("/api/people?name=Robot", 404), ("/api/me", 401)] {
        asker.get(path).await.is(status);
    }
    asker.get(&format!("/api/people/{}", bot.person.id)).await.is(404);
    assert_eq!(asker.login("Ada", PASSWORD).await.code(), "wrong_password");
    // The name is free again.
    account(&open, "Ada").await;
}

#[tokio::test]
async fn guests_may_go_without_a_password() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let code = ada.open(&wish("battleship", "voxel", vec![])).await;
    let guest = Asker::stranger(&open).with(ada.visitor.token());
    guest.ask(Method::DELETE, "/api/me", Some(json!({}))).await.is(204);
    let end = timeout(AT_ONCE, async { while ada.connection.next().await.is_ok() {} });
    end.await.expect("the socket is cut at once");
    assert!(Visitor::with_token(&open.base, guest.token.as_deref().unwrap()).await.is_err());
    assert!(!guest.get(&format!("/api/tables/{code}")).await.is(200).text.contains("Ada"));
}

#[tokio::test]
async fn an_export_holds_every_match() {
    let open = Open::new(settings()).await;
    let guest = Asker::stranger(&open).with(open.visitor("Ada").await.token());
    let id = guest.me().await.id;
    // More than are read at a time; without players, but stored all the same.
    let header = |number: u64| {
        json!({"game": "battleship", "rules": 1, "config": {}, "seats": [{"name": "Ada"}, {"name": "\"matches\":[]"}],
            "commitment": format!("{number:064x}")})
    };
    let writes = (1..=250u64).map(|number| parlor_store::Write::BeginMatch {
        row: Box::new(parlor_store::MatchRow {
            id: parlor_wire::MatchId(number),
            header: serde_json::from_value(header(number)).unwrap(),
            key: parlor_kernel::Key([0; 32]),
            rated: false,
            opened_ms: 0,
            started_at: number / 3,
            ended_at: None,
            footer: None,
        }),
        players: vec![parlor_store::Player::user(id), parlor_store::Player::BOT],
    });
    open.house.store.write(writes.collect()).await.unwrap();
    let export: Export = guest.get("/api/me/export").await.is(200).json();
    let mut ids: Vec<_> = export.matches.iter().map(|info| info.id.0).collect();
    assert!(export.matches.is_sorted_by(|a, b| a.started_at >= b.started_at));
    ids.sort_unstable();
    assert!(ids.iter().copied().eq(1..=250));
    assert!(export.account.is_none());
}

#[tokio::test]
async fn guests_who_cannot_come_back_are_forgotten() {
    let open = Open::new(settings()).await;
    let (ada, house) = (open.visitor("Ada").await, &open.house);
    let old = parlor_store::User { id: parlor_wire::UserId(7), name: "Old".into(), kind: Kind::Guest };
    house.store.write(vec![parlor_store::Write::AddUser { user: old, owner: None, at: 1 }]).await.unwrap();
    house.prune().await;
    assert!(house.store.user(parlor_wire::UserId(7)).await.unwrap().is_none());
    assert_eq!(house.store.user(ada.me().id).await.unwrap().unwrap().user.name, "Ada");
}
