//! Requests about accounts: signing up and in, sessions, bots.

use super::{answer, get, remove, request, send, settled, tell};
use gloo_net::http::{Method, Response};
use parlor_wire::{
    Person, UserId,
    http::{
        AccountInfo, BotInfo, ChangeAccount, ChangePassword, DeleteMe, Login, Logout, NewBot, NewToken, Password,
        Problem, Register, SessionInfo, TokenMade, Welcome,
    },
};

/// Why a user was not let in, and how long they have to wait before they may try again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignInRefused {
    /// Why.
    pub problem: Problem,
    /// So many seconds, if they have to.
    pub wait_s: Option<u32>,
}

impl From<Problem> for SignInRefused {
    fn from(problem: Problem) -> Self {
        Self { problem, wait_s: None }
    }
}

/// Gets an account. A guest becomes it and keeps every game.
pub async fn register(wish: &Register) -> Result<Person, SignInRefused> {
    let response = request(Method::POST, "/api/register", wish).await?;
    let wait_s = wait(&response);
    welcome(response).await.map_err(|problem| SignInRefused { problem, wait_s })
}

/// Is recognised by name and password.
pub async fn login(name: String, password: Password) -> Result<Person, SignInRefused> {
    let response = request(Method::POST, "/api/login", &Login { name, password }).await?;
    let wait_s = wait(&response);
    welcome(response).await.map_err(|problem| SignInRefused { problem, wait_s })
}

async fn welcome(response: Response) -> Result<Person, Problem> {
    answer(Ok(response)).await.map(|welcome: Welcome| welcome.me)
}

/// What a response says about waiting.
fn wait(response: &Response) -> Option<u32> {
    response.headers().get("retry-after")?.parse().ok()
}

/// Is forgotten by this browser, or by all.
pub async fn logout(everywhere: bool) -> Result<(), Problem> {
    tell(Method::POST, "/api/logout", &Logout { everywhere }).await
}

/// Takes another password; every other session ends.
pub async fn change_password(current: Password, new: Password) -> Result<(), Problem> {
    tell(Method::POST, "/api/me/password", &ChangePassword { current, new }).await
}

/// What only we may know about our account.
pub async fn account() -> Result<AccountInfo, Problem> {
    get("/api/me/account").await
}

/// Changes what only we may know.
pub async fn change_account(change: &ChangeAccount) -> Result<AccountInfo, Problem> {
    send(Method::PATCH, "/api/me/account", change).await
}

/// Where everything that the house keeps about us can be had.
pub const EXPORT: &str = "/api/me/export";

/// Is deleted.
pub async fn delete(password: Option<Password>) -> Result<(), Problem> {
    settled(request(Method::DELETE, "/api/me", &DeleteMe { password }).await?).await.map(drop)
}

/// Where we are signed in.
pub async fn sessions() -> Result<Vec<SessionInfo>, Problem> {
    get("/api/me/sessions").await
}

/// Signs out somewhere else.
pub async fn end_session(id: &str) -> Result<(), Problem> {
    remove(&format!("/api/me/sessions/{id}")).await
}

/// Our programs.
pub async fn bots() -> Result<Vec<BotInfo>, Problem> {
    get("/api/me/bots").await
}

/// Gets an account for a program.
pub async fn new_bot(name: String) -> Result<BotInfo, Problem> {
    send(Method::POST, "/api/me/bots", &NewBot { name }).await
}

/// Deletes a program's account.
pub async fn remove_bot(bot: UserId) -> Result<(), Problem> {
    remove(&format!("/api/me/bots/{bot}")).await
}

/// Makes a token for a program.
pub async fn new_token(bot: UserId, wish: &NewToken) -> Result<TokenMade, Problem> {
    send(Method::POST, &format!("/api/me/bots/{bot}/tokens"), wish).await
}

/// Takes a token back.
pub async fn revoke(bot: UserId, token: &str) -> Result<(), Problem> {
    remove(&format!("/api/me/bots/{bot}/tokens/{token}")).await
}
