//! What the house says about its answers, and which requests it takes to be for itself.

use crate::common::{
    Open,
    api::{PASSWORD, account},
    settings,
};
use reqwest::{Client, Method, Response, StatusCode, header};
use serde_json::json;

/// What the house answers, to a caller with a token or without.
async fn asked(open: &Open, method: Method, path: &str, token: Option<&str>) -> Response {
    let mut request = Client::new().request(method.clone(), format!("{}{path}", open.base));
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    if method != Method::GET {
        request = request.json(&json!({}));
    }
    request.send().await.unwrap()
}

#[tokio::test]
async fn no_cache_keeps_what_is_meant_for_one_person() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let personal =
        ["me", "me/tables", "me/matches", "me/account", "me/sessions", "me/purse", "me/export", "invitations"];
    for path in personal {
        let answer = asked(&open, Method::GET, &format!("/api/{path}"), ada.token.as_deref()).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store", "{path}");
    }
    let welcome = asked(&open, Method::POST, "/api/guest", None).await;
    assert_eq!(
        (welcome.status(), &welcome.headers()[header::CACHE_CONTROL]),
        (StatusCode::CREATED, &"no-store".parse().unwrap())
    );
    let body = json!({"name": "Ada", "password": PASSWORD});
    let login = Client::new().post(format!("{}/api/login", open.base)).json(&body).send().await.unwrap();
    assert_eq!(
        (login.status(), &login.headers()[header::CACHE_CONTROL]),
        (StatusCode::OK, &"no-store".parse().unwrap())
    );
    let hello = asked(&open, Method::GET, "/socket.io/?EIO=4&transport=polling", None).await;
    assert_eq!(hello.headers()[header::CACHE_CONTROL], "no-store", "what is polled for as well");
}

#[tokio::test]
async fn pages_connect_to_their_own_house_alone() {
    let open = Open::new(settings()).await;
    let page = asked(&open, Method::GET, "/", None).await;
    let policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    let connects: Vec<_> = policy.split(';').map(str::trim).filter(|part| part.starts_with("connect-src")).collect();
    assert_eq!(connects, ["connect-src 'self'"]);
}

/// They count sealed moves: a player must not read them, also if the proxy that brings them in may.
#[tokio::test]
async fn metrics_are_shown_only_to_those_who_may_read_them() {
    parlor_server::install_metrics().unwrap();
    let status = async |from: &str, proxies: &str, says: Option<&str>| {
        let mut settings = settings();
        settings.metrics_from = from.parse().unwrap();
        settings.trusted_proxies = proxies.parse().unwrap();
        let open = Open::new(settings).await;
        let request = reqwest::Client::new().get(format!("{}/metrics", open.base));
        let request = says.into_iter().fold(request, |request, says| request.header("x-forwarded-for", says));
        request.send().await.unwrap().status()
    };
    assert_eq!(status("", "", None).await, StatusCode::NOT_FOUND, "by default to no one");
    assert_eq!(status("127.0.0.0/8", "", None).await, StatusCode::OK);
    assert_eq!(status("10.0.0.0/8", "", None).await, StatusCode::NOT_FOUND);
    assert_eq!(status("10.0.0.0/8", "", Some("10.0.0.1")).await, StatusCode::NOT_FOUND, "whatever they say");
    assert_eq!(status("127.0.0.1", "127.0.0.1", Some("203.0.113.9")).await, StatusCode::NOT_FOUND, "through the proxy");
}

#[tokio::test]
async fn a_house_that_knows_its_name_answers_to_no_other() {
    let mut named = settings();
    named.public_url = Some("https://games.example".parse().unwrap());
    for (settings, refused) in [(settings(), false), (named, true)] {
        let open = Open::new(settings).await;
        let asked = async |path: &str, host: &str| {
            let request = Client::new().get(format!("{}{path}", open.base)).header(header::HOST, host);
            request.send().await.unwrap().status()
        };
        for path in ["/api/games", "/ws", "/addon?name=Eve", "/socket.io/?EIO=4&transport=polling", "/"] {
            let status = asked(path, "evil.example").await;
            assert_eq!(status == StatusCode::MISDIRECTED_REQUEST, refused, "{path}: {status}");
        }
        for host in ["games.example", "127.0.0.1"] {
            assert_eq!(asked("/api/games", host).await, StatusCode::OK, "{host}");
        }
    }
}
