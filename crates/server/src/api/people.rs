//! Coming in, and who one is.

use crate::{
    auth::{self, From, SignedIn},
    house::House,
    problem::Refused,
};
use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use parlor_wire::{
    BadName, Person, display_name,
    http::{GuestRequest, MyTable, MyTables, Problem, Rename, Welcome},
};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(guest)).routes(routes!(me, rename)).routes(routes!(my_tables))
}

fn bad_name(error: BadName) -> Refused {
    Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_name", error.to_string())
}

/// Come in as a guest.
#[utoipa::path(post, path = "/api/guest", request_body = GuestRequest,
    responses((status = 201, body = Welcome), (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn guest(
    State(house): State<Arc<House>>,
    From(address): From,
    Json(request): Json<GuestRequest>,
) -> Result<impl IntoResponse, Refused> {
    let name = request.name.as_deref().map(display_name).transpose().map_err(bad_name)?;
    house.rates.guest(address).map_err(Refused::too_fast)?;
    let (user, token) = house.welcome(name).await?;
    let secure = house.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https://"));
    let cookie = auth::set_cookie(&token, secure);
    Ok((StatusCode::CREATED, [(header::SET_COOKIE, cookie)], Json(Welcome { me: user.into(), token })))
}

/// Who you are.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Person), (status = 401, body = Problem)))]
async fn me(SignedIn(user): SignedIn) -> Json<Person> {
    Json(user.into())
}

/// Change your display name.
#[utoipa::path(patch, path = "/api/me", request_body = Rename,
    responses((status = 200, body = Person), (status = 401, body = Problem), (status = 422, body = Problem)))]
async fn rename(
    State(house): State<Arc<House>>,
    SignedIn(user): SignedIn,
    Json(request): Json<Rename>,
) -> Result<Json<Person>, Refused> {
    let name = display_name(&request.name).map_err(bad_name)?;
    Ok(Json(house.rename(user, name).await?.into()))
}

/// The tables you sit at, and which of them wait for you.
#[utoipa::path(get, path = "/api/me/tables", responses((status = 200, body = MyTables), (status = 401, body = Problem)))]
async fn my_tables(State(house): State<Arc<House>>, SignedIn(user): SignedIn) -> Json<MyTables> {
    let mut tables = Vec::new();
    for handle in house.directory.seated(user.id) {
        let Some((table, awaiting)) = handle.info().await else { continue };
        let my_turn = awaiting
            .iter()
            .any(|seat| table.seats.get(seat.index()).is_some_and(|place| place.occupant.person() == Some(user.id)));
        tables.push(MyTable { table, my_turn });
    }
    Json(MyTables { tables })
}
