//! Accounts: signing up, in and out, and what only their owners may know and change.

use super::body::Body;
use crate::{
    accounts::{self, Proof},
    agent::Agent,
    auth::{self, Caller, From, Owner},
    house::House,
    problem::Refused,
};
use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use parlor_store::{Account, Ending, User, Write};
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

fn is_secure(house: &House) -> bool {
    house.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
}

/// The answer to whoever came in, with the cookie for browsers.
pub fn welcome(house: &House, status: StatusCode, user: User, token: String) -> impl IntoResponse + use<> {
    let cookie = auth::set_cookie(&token, is_secure(house));
    (status, [(header::SET_COOKIE, cookie)], Json(Welcome { me: user.into(), token }))
}

/// The answer to whoever has gone: browsers forget the token.
pub fn goodbye(house: &House) -> impl IntoResponse + use<> {
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, auth::clear_cookie(is_secure(house)))])
}

/// What only its owner may know about an account.
pub fn to_info(account: Account) -> AccountInfo {
    AccountInfo { email: account.email, show_email: account.show_email, created_at: account.created_at }
}

/// Make an account. A guest who asks becomes the account and keeps every game, seat and session.
#[utoipa::path(post, path = "/api/register", request_body = Register,
    security((), ("session" = []), ("cookie" = [])),
    responses((status = 201, body = Welcome), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn register(
    State(house): State<Arc<House>>,
    From(address): From,
    Agent(agent): Agent,
    Caller(caller): Caller,
    Body(wish): Body<Register>,
) -> Result<impl IntoResponse, Refused> {
    house.rates.guest(address).map_err(Refused::too_fast)?;
    let (user, token) = match caller {
        Some((session, token)) => (house.upgrade(auth::person(session)?.user, wish).await?, token),
        None => house.register(wish, agent).await?,
    };
    Ok(welcome(&house, StatusCode::CREATED, user, token))
}

/// Sign in with an account's name or e-mail address.
#[utoipa::path(post, path = "/api/login", request_body = Login,
    responses((status = 200, body = Welcome), (status = 401, body = Problem), (status = 429, body = Problem)))]
async fn login(
    State(house): State<Arc<House>>,
    From(from): From,
    Agent(agent): Agent,
    Body(Login { name, password }): Body<Login>,
) -> Result<impl IntoResponse, Refused> {
    let (user, token) = house.login(&name, Proof { password, from }, agent).await?;
    Ok(welcome(&house, StatusCode::OK, user, token))
}

/// Sign out here, or everywhere. Connections of the sessions that end are cut at once.
#[utoipa::path(post, path = "/api/logout", request_body = Logout, security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem)))]
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
#[utoipa::path(get, path = "/api/me/account", security(("session" = []), ("cookie" = [])),
    responses((status = 200, body = AccountInfo), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn account(State(house): State<Arc<House>>, Owner(session): Owner) -> Result<Json<AccountInfo>, Refused> {
    Ok(Json(to_info(house.account(session.user.id).await?)))
}

/// Change your e-mail address, and who sees it.
#[utoipa::path(patch, path = "/api/me/account", request_body = ChangeAccount, security(("session" = []), ("cookie" = [])),
    responses((status = 200, body = AccountInfo), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn change_account(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    Body(wish): Body<ChangeAccount>,
) -> Result<Json<AccountInfo>, Refused> {
    let mut account = house.account(session.user.id).await?;
    match wish.email.as_deref() {
        None => {}
        Some(text) if text.trim().is_empty() => account.email = None,
        Some(text) => account.email = Some(accounts::email(text)?),
    }
    account.show_email = wish.show_email.unwrap_or(account.show_email);
    let set = Write::SetEmail { user: session.user.id, email: account.email.clone(), show: account.show_email };
    house.store.write(vec![set]).await?;
    Ok(Json(to_info(account)))
}

/// Change your password. You stay signed in here and nowhere else.
#[utoipa::path(post, path = "/api/me/password", request_body = ChangePassword, security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn change_password(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    From(from): From,
    Body(ChangePassword { current, new }): Body<ChangePassword>,
) -> Result<StatusCode, Refused> {
    house.change_password(&session, Proof { password: current, from }, new).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Be deleted for good, with your bots. You stand up from every table first: running matches are given up. Finished
/// matches stay, without your name.
#[utoipa::path(delete, path = "/api/me", request_body = DeleteMe, security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)))]
pub async fn delete_me(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    From(from): From,
    Body(DeleteMe { password }): Body<DeleteMe>,
) -> Result<impl IntoResponse, Refused> {
    let user = session.user;
    if user.kind != Kind::Guest {
        let password = password.ok_or_else(|| {
            let detail = "Send your password to show that it is you.";
            Refused::new(StatusCode::FORBIDDEN, "wrong_password", detail)
        })?;
        house.prove(&user, Proof { password, from }).await?;
    }
    house.delete(user).await?;
    Ok(goodbye(&house))
}
