//! Passwords, tokens and e-mail addresses appear nowhere they do not belong: not in the log, not in the metrics, and
//! (but for addresses) not in the database. The real binary, logging all it can.

use crate::binary::{ANYWHERE, House, parlor, serving};
use parlor_client::native::Visitor;
use parlor_wire::http::{BotInfo, Scope, SessionInfo, TokenMade, Welcome};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    io::{Read, Seek},
    path::Path,
    thread::{self, JoinHandle},
    time::Duration,
};

const PASSWORD: &str = "hunter2 correct horse";
const NEXT_PASSWORD: &str = "hunter3 battery staple";
const WRONG_PASSWORD: &str = "hunter4 wrong guess";
const EMAIL: &str = "ada.secret@mail.example";
const NEXT_EMAIL: &str = "ada.hidden@mail.example";

/// A house that logs all it can.
struct Talker {
    house: House,
    said: JoinHandle<String>,
    /// No pipe: before it says that it is open it logs more than one holds, and would wait for a reader.
    log: File,
}

impl Talker {
    fn start(data: &Path, json: bool) -> Self {
        let json = json.to_string();
        let settings = [
            ("PARLOR_LOG", "trace"),
            ("PARLOR_LOG_JSON", &json),
            ("PARLOR_LIMITS__LOGINS_PER_MINUTE", "1000"),
            ("PARLOR_TRUSTED_PROXIES", "127.0.0.1"),
            ("PARLOR_METRICS_FROM", "127.0.0.1"),
        ];
        let mut command = serving(data, ANYWHERE, &settings);
        let log = tempfile::tempfile().unwrap();
        command.stderr(log.try_clone().unwrap());
        let (house, out) = House::launch(command);
        Self { house, said: listen(out), log }
    }

    /// Everything it has said, now that it says no more.
    fn stop(mut self) -> String {
        self.house.fall();
        let mut said = self.said.join().unwrap();
        self.log.rewind().unwrap();
        self.log.read_to_string(&mut said).unwrap();
        said
    }
}

fn listen(mut to: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut said = String::new();
        to.read_to_string(&mut said).unwrap();
        said
    })
}

struct Asker<'a> {
    base: &'a str,
    http: reqwest::Client,
}

impl Asker<'_> {
    async fn ask(&self, token: &str, method: Method, path: &str, body: Value) -> (StatusCode, String) {
        let request = self.http.request(method, format!("{}{path}", self.base)).bearer_auth(token);
        let response = request.header("cookie", format!("parlor_session={token}")).json(&body).send().await.unwrap();
        (response.status(), response.text().await.unwrap())
    }

    async fn post(&self, token: &str, path: &str, body: Value) -> (StatusCode, String) {
        self.ask(token, Method::POST, path, body).await
    }

    async fn posted<T: serde::de::DeserializeOwned>(&self, token: &str, path: &str, body: Value) -> T {
        let (status, text) = self.post(token, path, body).await;
        assert!(status.is_success(), "{path}: {text}");
        serde_json::from_str(&text).unwrap()
    }
}

/// Does everything that can be done with an account, rightly and wrongly; gives back every token.
async fn live(base: &str) -> Vec<String> {
    let house = Asker { base, http: reqwest::Client::new() };
    let guest: Welcome = house.posted("nonsense", "/api/guest", json!({"name": "Ada"})).await;
    let mut token = guest.token.clone();
    for (password, email) in [("short", "x"), (PASSWORD, "no-address"), (PASSWORD, EMAIL), (PASSWORD, EMAIL)] {
        let body = json!({"name": "Ada", "password": password, "email": email});
        let (status, text) = house.post(&token, "/api/register", body).await;
        if status.is_success() {
            token = serde_json::from_str::<Welcome>(&text).unwrap().token;
        }
    }
    // Bodies that cannot be read: the reason in the log must not quote them.
    for body in [
        json!({"name": "Ada", "password": [PASSWORD]}),
        json!({"name": "Ada", "password": PASSWORD, "email": {EMAIL: EMAIL}}),
        json!({"name": "Ada", "password": PASSWORD, "extra": PASSWORD}),
        json!({"name": "Ada", "password": PASSWORD.repeat(20)}),
        json!(PASSWORD),
    ] {
        for path in ["/api/register", "/api/login", "/api/me/password", "/api/logout"] {
            assert!(!house.post(&token, path, body.clone()).await.0.is_success());
        }
    }
    let http = &house.http;
    let broken = format!("{{\"name\":\"Ada\",\"password\":\"{PASSWORD}");
    let request = http.post(format!("{base}/api/login")).header("content-type", "application/json").body(broken);
    assert_eq!(request.send().await.unwrap().status(), StatusCode::BAD_REQUEST);
    http.get(format!("{base}/api/leaderboards/battleship?after={PASSWORD}")).send().await.unwrap();
    let login: Welcome = house.posted("", "/api/login", json!({"name": EMAIL, "password": PASSWORD})).await;
    for name in ["Ada", EMAIL, "Eve"] {
        house.post("", "/api/login", json!({"name": name, "password": WRONG_PASSWORD})).await;
    }
    house.ask(&token, Method::PATCH, "/api/me/account", json!({"email": NEXT_EMAIL, "show_email": true})).await;
    let bot: BotInfo = house.posted(&token, "/api/me/bots", json!({"name": "Robot"})).await;
    let tokens = format!("/api/me/bots/{}/tokens", bot.person.id);
    let made: TokenMade = house.posted(&token, &tokens, json!({"label": "x", "scopes": Scope::ALL})).await;
    for token in [&token, &login.token, &made.token] {
        let visitor = Visitor::with_token(base, token).await.unwrap();
        let mut connection = visitor.connect(parlor_catalog::registry(), "c").await.unwrap();
        connection.command(parlor_wire::Command::Ping).await.unwrap();
        let seats = json!({"game": "battleship", "seats": ["person", {"bot": "easy"}]});
        house.post(token, "/api/tables", seats).await;
    }
    // The other door, whose tokens travel in a packet.
    let url = format!("{base}/socket.io/?EIO=4&transport=polling");
    for token in [&token, &made.token, &"wrong".to_owned()] {
        let hello = http.get(&url).send().await.unwrap().text().await.unwrap();
        let hello: Value = serde_json::from_str(&hello[1..]).unwrap();
        let url = format!("{url}&sid={}", hello["sid"].as_str().unwrap());
        let knock = http.post(&url).body(format!("40{}", json!({ "token": token }))).send().await.unwrap();
        assert!(knock.status().is_success());
        http.get(&url).send().await.unwrap();
    }
    let change = |current: &str| json!({"current": current, "new": NEXT_PASSWORD});
    house.post(&token, "/api/me/password", change(WRONG_PASSWORD)).await;
    assert_eq!(house.post(&token, "/api/me/password", change(PASSWORD)).await.0, StatusCode::NO_CONTENT);
    let third: Welcome = house.posted("", "/api/login", json!({"name": "Ada", "password": NEXT_PASSWORD})).await;
    let (_, sessions) = house.ask(&token, Method::GET, "/api/me/sessions", json!({})).await;
    assert_eq!(serde_json::from_str::<Vec<SessionInfo>>(&sessions).unwrap().len(), 2);
    house.ask(&token, Method::GET, "/api/me/export", json!({})).await;
    house.ask(&token, Method::DELETE, "/api/me", json!({"password": WRONG_PASSWORD})).await;
    for _ in 0..6 {
        house.post("", "/api/login", json!({"name": "Ada", "password": WRONG_PASSWORD})).await;
    }
    vec![guest.token, token, login.token, made.token, third.token]
}

fn never(place: &str, bytes: &[u8], secrets: &[String]) {
    for secret in secrets {
        let found = bytes.windows(secret.len()).position(|window| window == secret.as_bytes());
        if let Some(at) = found {
            let around = String::from_utf8_lossy(&bytes[at.saturating_sub(300)..(at + 100).min(bytes.len())]);
            panic!("{place} holds {secret}: …{around}…");
        }
    }
}

async fn nothing_leaks(json: bool) {
    let dir = tempfile::tempdir().unwrap();
    let talker = Talker::start(dir.path(), json);
    let house = &talker.house;
    let mut secrets = live(&house.base).await;
    let reset = parlor().args(["admin", "password", "ada", "--data-dir"]).arg(dir.path()).output().unwrap();
    assert!(reset.status.success(), "{reset:?}");
    let said = String::from_utf8(reset.stdout).unwrap();
    let password = said.lines().next().unwrap().rsplit(' ').next().unwrap().to_owned();
    let asker = Asker { base: &house.base, http: reqwest::Client::new() };
    // Still locked out here, by either name, and the sessions are gone.
    for name in ["Ada", NEXT_EMAIL] {
        let (status, _) = asker.post("", "/api/login", json!({"name": name, "password": password})).await;
        assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    }
    let (status, _) = asker.ask(&secrets[0], Method::GET, "/api/me", json!({})).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    let again = json!({"name": NEXT_EMAIL, "password": password});
    let elsewhere = [("x-forwarded-for".parse().unwrap(), "192.0.2.7".parse().unwrap())].into_iter().collect();
    let elsewhere = reqwest::Client::builder().default_headers(elsewhere).build().unwrap();
    let welcome: Welcome = Asker { http: elsewhere, ..asker }.posted("", "/api/login", again).await;
    secrets.extend([welcome.token, password]);
    secrets.extend([PASSWORD, NEXT_PASSWORD, WRONG_PASSWORD].map(Into::into));
    let metrics = reqwest::get(format!("{}/metrics", house.base)).await.unwrap().text().await.unwrap();
    let at_rest: Vec<_> =
        fs::read_dir(dir.path()).unwrap().map(|file| fs::read(file.unwrap().path()).unwrap()).collect();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let log = talker.stop();
    assert!(log.contains("/api/login"), "the log tells what happens");
    assert!(log.contains("TRACE") && log.contains("SELECT"), "and all of it, the database's statements too");
    for bytes in &at_rest {
        never("the database", bytes, &secrets);
    }
    assert!(
        at_rest.iter().any(|bytes| bytes.windows(9).any(|window| window == b"$argon2id")),
        "what is read is the database"
    );
    secrets.extend([EMAIL, NEXT_EMAIL].map(Into::into));
    never("the log", log.as_bytes(), &secrets);
    never("the metrics", metrics.as_bytes(), &secrets);
}

#[tokio::test]
async fn nothing_leaks_as_text() {
    nothing_leaks(false).await;
}

#[tokio::test]
async fn nothing_leaks_as_json() {
    nothing_leaks(true).await;
}

#[test]
fn an_unknown_account_is_explained() {
    let dir = tempfile::tempdir().unwrap();
    let nowhere = parlor().args(["admin", "password", "Ada", "--data-dir"]).arg(dir.path()).output().unwrap();
    assert!(String::from_utf8_lossy(&nowhere.stderr).contains("there is no database"), "{nowhere:?}");
    drop(Talker::start(dir.path(), false));
    let unknown = parlor().args(["admin", "password", "Ada", "--data-dir"]).arg(dir.path()).output().unwrap();
    assert_eq!(unknown.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("no account or bot is called Ada"), "{unknown:?}");
}
