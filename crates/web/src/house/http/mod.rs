//! Requests to the house.

pub mod accounts;
pub mod gold;
pub mod moderation;
pub mod notices;
pub mod results;

use gloo_net::http::{Method, Request, RequestBuilder, Response};
use parlor_wire::{
    Person, TableCode, TableInfo,
    http::{
        GuestRequest, MyInvitations, MyTable, MyTables, NearbyHouse, NearbyHouses, OpenTable, Problem, Rename,
        TableList, Welcome,
    },
};
use serde::{Serialize, de::DeserializeOwned};

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
    answer(Request::get(path).send().await.map_err(|_| unreachable())).await
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
    settled(Request::delete(path).send().await.map_err(|_| unreachable())?).await.map(drop)
}

async fn request(method: Method, path: &str, body: &impl Serialize) -> Result<Response, Problem> {
    let request = RequestBuilder::new(path).method(method).json(body).map_err(|_| unreachable())?;
    request.send().await.map_err(|_| unreachable())
}

async fn answer<T: DeserializeOwned>(response: Result<Response, Problem>) -> Result<T, Problem> {
    let response = settled(response?).await?;
    response.json().await.map_err(|_| Problem {
        status: response.status(),
        code: "unknown_answer".into(),
        detail: "The house answered in a way this page does not understand. Please reload it.".into(),
    })
}

/// A response that is no refusal.
async fn settled(response: Response) -> Result<Response, Problem> {
    if response.ok() {
        return Ok(response);
    }
    let status = response.status();
    Err(response.json().await.unwrap_or_else(|_| Problem {
        status,
        code: "failed".into(),
        detail: "The house could not do that just now. Please try again in a moment.".into(),
    }))
}

/// Whether the house has not even been asked, because it cannot be reached.
pub const fn is_unreachable(problem: &Problem) -> bool {
    problem.status == 0
}

fn unreachable() -> Problem {
    Problem {
        status: 0,
        code: "unreachable".into(),
        detail: "The house cannot be reached. Check your connection and try again.".into(),
    }
}
