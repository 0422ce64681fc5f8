//! Accounts: signing up, in and out, and what only their owners may know and change.

use super::body::Body;
use crate::{
    house::House,
    people::{
        accounts::{AccountError, Claim, Credentials},
        agent::Agent,
        auth::{self, Caller, Cookie, From, Owner},
    },
    problem::{HouseError, Refused},
};
use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use parlor_store::{Account, Ending, User};
use parlor_wire::{
    Kind,
    http::{AccountInfo, ChangeAccount, ChangePassword, DeleteMe, Login, Logout, Problem, Register, Welcome},
};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .routes(routes!(register))
        .routes(routes!(login))
        .routes(routes!(logout))
        .routes(routes!(account, change_account))
        .routes(routes!(change_password))
}

/// The answer to a person who came in, with the cookie for browsers.
pub fn welcome(house: &House, status: StatusCode, user: User, token: String) -> impl IntoResponse + use<> {
    let cookie = Cookie::of(house).set(&token);
    (status, [(header::SET_COOKIE, cookie)], Json(Welcome { me: user.into(), token }))
}

/// The answer to a person who left: browsers forget the token.
pub fn goodbye(house: &House) -> impl IntoResponse + use<> {
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, Cookie::of(house).clear())])
}

/// What only its owner may know about an account.
pub fn to_info(account: Account) -> AccountInfo {
    AccountInfo { email: account.email, show_email: account.show_email, created_at: account.created_at }
}

/// Make an account. A guest who asks becomes the account and keeps every game and seat; the guest's sessions end.
#[utoipa::path(
    post, path = "/api/register", operation_id = "register", tag = "accounts",
    request_body = Register,
    security((), ("session" = []), ("cookie" = [])),
    responses(
        (status = 201, description = "The account, and a token", body = Welcome),
        (status = 409, body = Problem),
        (status = 422, body = Problem),
    ),
)]
async fn register(
    State(house): State<Arc<House>>,
    From(address): From,
    Agent(agent): Agent,
    Caller(caller): Caller,
    Body(wish): Body<Register>,
) -> Result<impl IntoResponse, Refused> {
    house.rates.guest(address).map_err(HouseError::TooFast)?;
    let (user, token) = match caller {
        Some(session) => house.upgrade(auth::person(session)?, wish, agent).await?,
        None => house.register(wish, agent).await?,
    };
    Ok(welcome(&house, StatusCode::CREATED, user, token))
}

/// Sign in with an account's name or e-mail address.
#[utoipa::path(
    post, path = "/api/login", operation_id = "log_in", tag = "accounts",
    request_body = Login,
    responses(
        (status = 200, description = "The account, and a token", body = Welcome),
        (status = 401, description = "The name or the password is wrong", body = Problem),
    ),
)]
async fn login(
    State(house): State<Arc<House>>,
    From(from): From,
    Agent(agent): Agent,
    Body(Login { name, password }): Body<Login>,
) -> Result<impl IntoResponse, Refused> {
    let (user, token) = house.login(&name, Credentials { password, from }, agent).await?;
    Ok(welcome(&house, StatusCode::OK, user, token))
}

/// Sign out here, or everywhere. Connections of the sessions that end are cut at once.
#[utoipa::path(
    post, path = "/api/logout", operation_id = "log_out", tag = "accounts",
    request_body = Logout,
    security(("session" = []), ("cookie" = [])),
    responses((status = 204)),
)]
async fn logout(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    Body(Logout { everywhere }): Body<Logout>,
) -> Result<impl IntoResponse, Refused> {
    let ending = if everywhere { Ending::All } else { Ending::One(session.id) };
    house.end_sessions(session.user.id, ending).await?;
    Ok(goodbye(&house))
}

/// What only you may know about your account.
#[utoipa::path(
    get, path = "/api/me/account", operation_id = "account", tag = "accounts",
    security(("session" = []), ("cookie" = [])),
    responses((status = 200, description = "The account", body = AccountInfo)),
)]
async fn account(State(house): State<Arc<House>>, Owner(session): Owner) -> Result<Json<AccountInfo>, Refused> {
    Ok(Json(to_info(house.account(session.user.id).await?)))
}

/// Change your e-mail address, and who sees it: another one is not shown until you say so.
#[utoipa::path(
    patch, path = "/api/me/account", operation_id = "change_account", tag = "accounts",
    request_body = ChangeAccount,
    security(("session" = []), ("cookie" = [])),
    responses(
        (status = 200, description = "The account as it is now", body = AccountInfo),
        (status = 409, body = Problem),
        (status = 422, body = Problem),
    ),
)]
async fn change_account(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    From(from): From,
    Body(wish): Body<ChangeAccount>,
) -> Result<Json<AccountInfo>, Refused> {
    Ok(Json(to_info(house.change_account(session, wish, from).await?)))
}

/// Change your password. You stay signed in here and nowhere else.
#[utoipa::path(
    post, path = "/api/me/password", operation_id = "change_password", tag = "accounts",
    request_body = ChangePassword,
    security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 422, body = Problem)),
)]
async fn change_password(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    From(from): From,
    Body(ChangePassword { current, new }): Body<ChangePassword>,
) -> Result<StatusCode, Refused> {
    house.change_password(session, Credentials { password: current, from }, new).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Be deleted for good, with your bots. You stand up from every table first: running matches are given up. Finished
/// matches stay, without your name.
#[utoipa::path(
    delete, path = "/api/me", operation_id = "delete_me", tag = "people",
    request_body = DeleteMe,
    security(("session" = []), ("cookie" = [])),
    responses((status = 204)),
)]
pub async fn delete_me(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    From(from): From,
    Body(DeleteMe { password }): Body<DeleteMe>,
) -> Result<impl IntoResponse, Refused> {
    house.rates.costly(from).map_err(HouseError::TooFast)?;
    let user = session.user.clone();
    let claim = match (user.kind, password) {
        (Kind::Guest, _) => Claim::signed_in(session),
        (_, Some(password)) => house.prove(session, Credentials { password, from }).await?,
        (_, None) => return Err(AccountError::PasswordNeeded.into()),
    };
    house.delete(claim, user).await?;
    Ok(goodbye(&house))
}
