//! Requests to the house.

pub mod accounts;
pub mod admin;
pub mod gold;
pub mod moderation;
pub mod notices;
pub mod results;
pub mod runs;

use crate::place::href_of;
use gloo_net::http::{Method, Request, RequestBuilder, Response};
use parlor_kernel::Code;
use parlor_wire::{
    Person, TableCode, TableInfo,
    http::{
        GuestRequest, Here, HereNow, MyInvitations, MyTable, MyTables, NearbyHouse, NearbyHouses, OpenTable, Problem,
        Rename, TableList, Welcome,
    },
};
use serde::{Serialize, de::DeserializeOwned};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Who the house takes us for; a problem of status 401 if it does not know us.
pub async fn me() -> Result<Person, Problem> {
    get("/api/me").await
}

/// Comes in as a guest.
pub async fn arrive(name: Option<String>) -> Result<Person, Problem> {
    send(Method::POST, "/api/guest", &GuestRequest { name }).await.map(|welcome: Welcome| welcome.me)
}

/// Takes another display name.
pub async fn rename(name: String) -> Result<Person, Problem> {
    send(Method::PATCH, "/api/me", &Rename { name }).await
}

/// The public tables.
pub async fn tables() -> Result<Vec<TableInfo>, Problem> {
    get("/api/tables").await.map(|list: TableList| list.tables)
}

/// The other houses on our network.
pub async fn nearby() -> Result<Vec<NearbyHouse>, Problem> {
    get("/api/nearby").await.map(|list: NearbyHouses| list.houses)
}

/// Who is here besides us, and what they do.
pub async fn here() -> Result<Vec<Here>, Problem> {
    get("/api/here").await.map(|list: HereNow| list.people)
}

/// The tables where we sit.
pub async fn my_tables() -> Result<Vec<MyTable>, Problem> {
    get("/api/me/tables").await.map(|list: MyTables| list.tables)
}

/// Our invitations.
pub async fn invitations() -> Result<MyInvitations, Problem> {
    get("/api/invitations").await
}

/// One table.
pub async fn table(code: TableCode) -> Result<TableInfo, Problem> {
    get(&format!("/api/tables/{code}")).await
}

/// Opens a table.
pub async fn open(wish: &OpenTable) -> Result<TableInfo, Problem> {
    send(Method::POST, "/api/tables", wish).await
}

async fn get<T: DeserializeOwned>(path: &str) -> Result<T, Problem> {
    answer(Request::get(&href_of(path)).send().await.map_err(|_| NoAnswer::Unreachable.into())).await
}

async fn send<T: DeserializeOwned>(method: Method, path: &str, body: &impl Serialize) -> Result<T, Problem> {
    answer(request(method, path, body).await).await
}

/// Asks for something that is done without a word.
async fn tell(method: Method, path: &str, body: &impl Serialize) -> Result<(), Problem> {
    settled(request(method, path, body).await?).await.map(drop)
}

/// Asks for something to be gone.
async fn remove(path: &str) -> Result<(), Problem> {
    settled(Request::delete(&href_of(path)).send().await.map_err(|_| NoAnswer::Unreachable)?).await.map(drop)
}

async fn request(method: Method, path: &str, body: &impl Serialize) -> Result<Response, Problem> {
    let request = RequestBuilder::new(&href_of(path)).method(method).json(body).map_err(|_| NoAnswer::Unreachable)?;
    request.send().await.map_err(|_| NoAnswer::Unreachable.into())
}

async fn answer<T: DeserializeOwned>(response: Result<Response, Problem>) -> Result<T, Problem> {
    let response = settled(response?).await?;
    response.json().await.map_err(|_| NoAnswer::UnknownAnswer(response.status()).into())
}

/// A response that is no refusal.
async fn settled(response: Response) -> Result<Response, Problem> {
    if response.ok() {
        return Ok(response);
    }
    let status = response.status();
    Err(response.json().await.unwrap_or_else(|_| NoAnswer::Failed(status).into()))
}

/// Whether the house has not even been asked, because it cannot be reached.
pub const fn is_unreachable(problem: &Problem) -> bool {
    problem.status == 0
}

/// Whether asking the same again may well have another answer: it is the house that could not, or we who were too fast,
/// and not we who may not.
pub const fn may_pass(problem: &Problem) -> bool {
    is_unreachable(problem) || matches!(problem.status, 429 | 500..)
}

/// Why a request has no answer that the page can show. Pages show it like a refusal of the house.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum NoAnswer {
    /// The house has not even been asked.
    #[error("The house cannot be reached. Check your connection and try again.")]
    Unreachable,
    /// The house, or what stands before it, gives a status and no reason.
    #[error("The house could not do that just now. Please try again in a moment.")]
    Failed(u16),
    /// The answer is something else, under that status.
    #[error("The house answered in a way this page does not understand. Please reload it.")]
    UnknownAnswer(u16),
    /// The log of a match cannot be had, for that reason.
    #[error("{0}")]
    NoLog(String),
}

impl From<NoAnswer> for Problem {
    fn from(why: NoAnswer) -> Self {
        let status = match why {
            NoAnswer::Unreachable | NoAnswer::NoLog(_) => 0,
            NoAnswer::Failed(status) | NoAnswer::UnknownAnswer(status) => status,
        };
        Self { status, code: why.code().into(), detail: why.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_pass_is_worth_another_try() {
        let passes = |status| may_pass(&Problem { status, code: String::new(), detail: String::new() });
        assert!([0, 429, 500, 503].into_iter().all(passes));
        assert!(![400, 401, 403, 404, 422].into_iter().any(passes));
    }
}
