//! A house below a path of its site, behind a proxy that leaves the path as it is.

use crate::{
    addon::client::Addon,
    common::{Open, api::Asker, duel, polling::Polling, settings},
};
use parlor_server::Settings;
use reqwest::{Client, StatusCode, header, redirect::Policy};
use serde_json::{Value, json};

/// The settings of a house with this address.
fn known_as(url: &str) -> Settings {
    Settings { public_url: Some(url.parse().unwrap()), ..settings() }
}

/// The answer at an address of the site, whether the house is below it or not.
async fn asked(open: &Open, path: &str) -> reqwest::Response {
    let client = Client::builder().redirect(Policy::none()).build().unwrap();
    let site = open.base.strip_suffix("/games").unwrap();
    client.get(format!("{site}{path}")).send().await.unwrap()
}

#[tokio::test]
async fn below_a_path_every_door_is_open() {
    let open = Open::new(known_as("http://club.example/games/")).await;
    assert!(open.base.ends_with("/games"));
    let (mut ada, mut bea) = duel(&open).await;
    tokio::join!(ada.play_to_the_end(), bea.play_to_the_end());
    let (_, said) = Polling::open(&open, json!({"name": "Cleo"})).await;
    assert!(said.starts_with("40"), "{said}");
    let addon = Addon::enter(&open, "Dora").await;
    assert!(!addon.token.is_empty());
    assert_eq!(Asker::stranger(&open).get("/api/nothing").await.refusal(), (404, "not_found".into()));
}

#[tokio::test]
async fn what_is_not_below_the_path_is_not_the_house() {
    let open = Open::new(known_as("http://club.example/games")).await;
    for (path, first) in [("/", "/games/"), ("/games", "/games/"), ("/games?game=pong", "/games/?game=pong")] {
        let answer = asked(&open, path).await;
        assert_eq!(answer.status(), StatusCode::TEMPORARY_REDIRECT, "{path}");
        assert_eq!(answer.headers()[header::LOCATION], first, "{path}");
    }
    for path in ["/api/games", "/ws", "/t/K7QX2M", "/gamesome/", "/socket.io/?EIO=4&transport=polling", "/sw.js"] {
        let answer = asked(&open, path).await;
        let policy = answer.headers().contains_key(header::CONTENT_SECURITY_POLICY);
        assert_eq!((answer.status(), policy), (StatusCode::NOT_FOUND, true), "{path}");
        let problem: Value = answer.json().await.unwrap();
        assert_eq!(problem["code"], "wrong_path", "{path}");
        assert!(problem["detail"].as_str().unwrap().contains("below /games/"), "{problem}");
    }
}

/// What looks after nodes calls them directly and knows nothing of the site.
#[tokio::test]
async fn probes_are_at_the_root_as_well() {
    parlor_server::install_metrics().unwrap();
    let open = Open::new(known_as("http://club.example/games")).await;
    for path in ["/healthz", "/readyz", "/metrics"] {
        for path in [path.to_owned(), format!("/games{path}")] {
            assert_eq!(asked(&open, &path).await.status(), StatusCode::OK, "{path}");
        }
    }
}

/// Nothing else on the site is sent the token, and two houses on one site do not take each other's.
#[tokio::test]
async fn the_cookie_is_for_what_is_below_the_path() {
    for (url, name) in
        [("http://club.example/games", "parlor_session"), ("https://club.example/games", "__Secure-parlor_session")]
    {
        let open = Open::new(known_as(url)).await;
        let stranger = Asker::stranger(&open);
        let answer = stranger.post("/api/guest", json!({})).await.is(201);
        let cookie = answer.headers["set-cookie"].to_str().unwrap().to_owned();
        assert!(cookie.starts_with(&format!("{name}=")) && cookie.contains("; Path=/games;"), "{cookie}");
        assert_eq!(cookie.contains("; Secure"), url.starts_with("https"), "{cookie}");
        let pair = cookie.split(';').next().unwrap();
        let me = Client::new().get(format!("{}/api/me", open.base)).header(header::COOKIE, pair).send().await.unwrap();
        assert_eq!(me.status(), StatusCode::OK);
        let token = answer.json::<Value>()["token"].as_str().unwrap().to_owned();
        let goodbye = stranger.with(token).post("/api/logout", json!({})).await.is(204);
        let cleared = goodbye.headers["set-cookie"].to_str().unwrap();
        assert!(
            cleared.starts_with(&format!("{name}=;")) && cleared.contains("; Path=/games; Max-Age=0;"),
            "{cleared}"
        );
    }
}

#[tokio::test]
async fn the_description_says_where_the_api_is() {
    for (url, servers) in
        [("http://club.example/games", json!([{"url": "/games"}])), ("http://club.example", Value::Null)]
    {
        let open = Open::new(known_as(url)).await;
        let api: Value = Asker::stranger(&open).get("/api/openapi.json").await.is(200).json();
        assert_eq!(api["servers"], servers, "{url}");
    }
}
