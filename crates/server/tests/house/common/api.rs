//! Plain requests to the API, as any program would send them.

use super::{Open, Player};
use parlor_client::native::Visitor;
use parlor_wire::{
    Person,
    http::{BotInfo, Problem, Scope, TokenMade, Welcome},
};
use reqwest::{Method, StatusCode, header::HeaderMap};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A password that will do.
pub const PASSWORD: &str = "correct horse battery";

/// An HTTP caller, with a token or without.
#[derive(Clone)]
pub struct Asker {
    base: String,
    http: reqwest::Client,
    pub token: Option<String>,
}

/// What the house answered.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json<T: DeserializeOwned>(&self) -> T {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The code of a refusal, which must be a problem document.
    #[track_caller]
    pub fn code(&self) -> String {
        let kind = self.headers.get("content-type").map(|kind| kind.to_str().unwrap());
        assert_eq!(kind, Some("application/problem+json"), "{self:?}");
        let problem: Problem = self.json();
        assert_eq!(problem.status, self.status.as_u16());
        assert!(!problem.detail.is_empty());
        problem.code
    }

    /// The status and code of a refusal.
    #[track_caller]
    pub fn refusal(&self) -> (u16, String) {
        (self.status.as_u16(), self.code())
    }

    #[track_caller]
    pub fn is(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{self:?}");
        self
    }
}

impl Asker {
    pub fn stranger(open: &Open) -> Self {
        Self { base: open.base.clone(), http: reqwest::Client::new(), token: None }
    }

    pub fn with(&self, token: impl Into<String>) -> Self {
        Self { token: Some(token.into()), ..self.clone() }
    }

    pub fn at(&self, open: &Open) -> Self {
        Self { base: open.base.clone(), ..self.clone() }
    }

    pub async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        Answer { status, headers, text: response.text().await.unwrap() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask(Method::POST, path, Some(body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.ask(Method::PATCH, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.ask(Method::DELETE, path, None).await
    }

    pub async fn login(&self, name: &str, password: &str) -> Answer {
        self.post("/api/login", json!({"name": name, "password": password})).await
    }

    /// Signs in, which must succeed.
    pub async fn logged_in(&self, name: &str) -> Self {
        let welcome: Welcome = self.login(name, PASSWORD).await.is(200).json();
        self.with(welcome.token)
    }

    pub async fn me(&self) -> Person {
        self.get("/api/me").await.is(200).json()
    }

    /// A player with the same token.
    pub async fn player(&self, open: &Open) -> Player {
        let visitor = Visitor::with_token(&open.base, self.token.as_deref().unwrap()).await.unwrap();
        open.connect(visitor, &format!("c{}", fresh())).await
    }

    /// A new bot of this account.
    pub async fn bot(&self, name: &str) -> BotInfo {
        self.post("/api/me/bots", json!({"name": name})).await.is(201).json()
    }

    /// A new token for one of this account's bots.
    pub async fn bot_token(&self, bot: &BotInfo, scopes: &[Scope]) -> TokenMade {
        let path = format!("/api/me/bots/{}/tokens", bot.person.id);
        self.post(&path, json!({"label": "test", "scopes": scopes})).await.is(201).json()
    }
}

/// A number that no other connection of this test uses.
fn fresh() -> u64 {
    static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
}

/// A new account with [`PASSWORD`].
pub async fn account(open: &Open, name: &str) -> Asker {
    let stranger = Asker::stranger(open);
    let body = json!({"name": name, "password": PASSWORD});
    let welcome: Welcome = stranger.post("/api/register", body).await.is(201).json();
    stranger.with(welcome.token)
}
