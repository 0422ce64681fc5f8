//! Requests about runs: playing alone for a record.

use super::{get, send};
use crate::browser::encoded;
use gloo_net::http::Method;
use parlor_wire::{
    RunId,
    http::{Problem, RunBegun, RunCounted, RunLeaders, RunLog, RunWish},
};

/// Asks for dice.
pub async fn begin(wish: &RunWish) -> Result<RunBegun, Problem> {
    send(Method::POST, "/api/runs", wish).await
}

/// Sends what was played.
pub async fn end(id: RunId, log: &RunLog) -> Result<RunCounted, Problem> {
    send(Method::POST, &format!("/api/runs/{id}"), log).await
}

/// The best runs, from the end of another page on.
pub async fn leaders(game: &str, solo: &str, after: Option<&str>) -> Result<RunLeaders, Problem> {
    let after = after.map(|after| format!("?after={}", encoded(after))).unwrap_or_default();
    get(&format!("/api/runs/{}/{}{after}", encoded(game), encoded(solo))).await
}
