//! What those see and do who look after the house.

use super::body::{Body, Params};
use crate::{
    admin::{Actor, AdminError, Deed, Done},
    house::House,
    people::{accounts::Claim, auth::Owner},
    problem::{HouseError, Refused},
    rows,
};
use axum::{
    Json,
    extract::{FromRequestParts, Path, State},
    http::{StatusCode, request::Parts},
};
use futures_util::{StreamExt, stream};
use parlor_store::{Find, KeptUser, Reports, Role, Session};
use parlor_wire::{
    TableCode, TableInfo, UserId,
    http::{
        AuditPage, CloseWish, HouseFigures, KeptPerson, NewBan, NewGrant, NewRole, PasswordMade, Problem, ReportInfo,
    },
};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

/// How many people, tables, reports and lines of the audit log are told at a time.
const TOLD: usize = 100;

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .routes(routes!(figures))
        .routes(routes!(people))
        .routes(routes!(tables))
        .routes(routes!(close_table))
        .routes(routes!(reports))
        .routes(routes!(close_report))
        .routes(routes!(audit))
        .routes(routes!(ban, unban))
        .routes(routes!(promote, demote))
        .routes(routes!(grant))
        .routes(routes!(password))
}

/// A caller with a role, looked up now: one that was taken away a moment ago does not count.
struct Staff {
    session: Session,
    role: Role,
}

impl Staff {
    /// Does a deed. Who they are is looked up again: its request may have been long on its way.
    async fn keep(self, house: &Arc<House>, deed: Deed) -> Result<Done, Refused> {
        let user = self.session.user.clone();
        drop(house.still(&Claim::signed_in(self.session)).await?);
        let role = role_of(house, user.id).await?;
        house.keep(Actor::Person(user, role), deed).await
    }
}

async fn role_of(house: &House, user: UserId) -> Result<Role, Refused> {
    Ok(house.store.role(user).await?.ok_or(AdminError::NotAllowed)?)
}

impl FromRequestParts<Arc<House>> for Staff {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Refused> {
        let Owner(session) = Owner::from_request_parts(parts, house).await?;
        let role = role_of(house, session.user.id).await?;
        Ok(Self { session, role })
    }
}

fn person(id: &str) -> Result<UserId, HouseError> {
    id.parse().map_err(|_| HouseError::NotFound("person"))
}

/// The house at a glance, for those who look after it.
#[utoipa::path(
    get, path = "/api/admin", operation_id = "house_figures", tag = "admin",
    security(("session" = []), ("cookie" = [])),
    responses((status = 200, description = "What the house does now", body = HouseFigures)),
)]
async fn figures(State(house): State<Arc<House>>, staff: Staff) -> Result<Json<HouseFigures>, Refused> {
    let (_, people) = house.presence.here(0);
    Ok(Json(HouseFigures {
        role: rows::role(staff.role),
        version: env!("CARGO_PKG_VERSION").into(),
        open_s: house.opened.elapsed().as_secs(),
        tables: house.directory.len() as u64,
        playing: house.directory.playing() as u64,
        asleep: house.store.asleep().await?,
        people: people as u64,
        connections: house.presence.connections() as u64,
        reports: house.store.open_reports().await?,
    }))
}

/// Whom to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// The beginning of a name, or an id.
    #[serde(default)]
    find: Option<String>,
    /// `staff` or `banned`, if no name is given; without either, those who are connected.
    #[serde(default)]
    who: Option<String>,
}

/// People: by name, those with a role, those who are banned, or those who are here.
#[utoipa::path(
    get, path = "/api/admin/people", operation_id = "find_people", tag = "admin",
    params(Wanted),
    security(("session" = []), ("cookie" = [])),
    responses((status = 200, description = "Up to a hundred people", body = Vec<KeptPerson>)),
)]
async fn people(
    State(house): State<Arc<House>>,
    _: Staff,
    Params(wanted): Params<Wanted>,
) -> Result<Json<Vec<KeptPerson>>, Refused> {
    let find = wanted.find.as_deref().map(str::trim).filter(|find| !find.is_empty());
    let found = match (find, wanted.who.as_deref()) {
        (Some(find), _) => {
            let by_id = find.parse().ok().map(Find::Id);
            house.store.find_users(by_id.unwrap_or(Find::Named(find)), TOLD as u32).await?
        }
        (None, Some("staff")) => house.store.find_users(Find::Staff, TOLD as u32).await?,
        (None, Some("banned")) => house.store.find_users(Find::Banned, TOLD as u32).await?,
        (None, _) => {
            let mut here = Vec::new();
            for user in house.presence.here(TOLD).0 {
                here.extend(house.store.find_users(Find::Id(user.id), 1).await?);
            }
            here
        }
    };
    let kept = |user: KeptUser| {
        let here = house.presence.address_of(user.row.user.id).is_some();
        rows::kept_person(user, here)
    };
    Ok(Json(found.into_iter().map(kept).collect()))
}

/// Tables that are awake, private ones too: what everyone who has their code may know of them.
#[utoipa::path(
    get, path = "/api/admin/tables", operation_id = "all_tables", tag = "admin",
    security(("session" = []), ("cookie" = [])),
    responses((status = 200, description = "Up to a hundred tables", body = Vec<TableInfo>)),
)]
async fn tables(State(house): State<Arc<House>>, _: Staff) -> Json<Vec<TableInfo>> {
    let handles = house.directory.all().into_iter().take(TOLD);
    let infos = stream::iter(handles).map(|table| async move { table.info().await }).buffered(16);
    let mut tables: Vec<_> = infos.filter_map(async |info| info.map(|(info, _)| info)).collect().await;
    tables.sort_by_key(|info| info.code);
    Json(tables)
}

/// Close a table. A match that is being played counts for nobody, and a bet goes back to those who put it in.
#[utoipa::path(
    post, path = "/api/admin/tables/{code}/close", operation_id = "close_table", tag = "admin",
    params(("code" = String, Path, description = "The table's code")),
    request_body = CloseWish,
    security(("session" = []), ("cookie" = [])),
    responses(
        (status = 204),
        (status = 404, body = Problem),
        (status = 422, body = Problem),
        (status = 503, description = "It will be closed, but is not yet", body = Problem),
    ),
)]
async fn close_table(
    State(house): State<Arc<House>>,
    staff: Staff,
    Path(code): Path<String>,
    Body(wish): Body<CloseWish>,
) -> Result<StatusCode, Refused> {
    let code: TableCode = code.parse().map_err(|_| AdminError::UnknownTable)?;
    staff.keep(&house, Deed::CloseTable { code, reason: wish.reason }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reports that wait to be read, the oldest first.
#[utoipa::path(
    get, path = "/api/admin/reports", operation_id = "open_reports", tag = "admin",
    security(("session" = []), ("cookie" = [])),
    responses((status = 200, description = "Up to a hundred reports", body = Vec<ReportInfo>)),
)]
async fn reports(State(house): State<Arc<House>>, _: Staff) -> Result<Json<Vec<ReportInfo>>, Refused> {
    let open = house.store.reports(Reports::Oldest(TOLD as u32)).await?;
    Ok(Json(open.into_iter().map(rows::report).collect()))
}

/// Close a report: it has been read.
#[utoipa::path(
    post, path = "/api/admin/reports/{id}/close", operation_id = "close_report", tag = "admin",
    params(("id" = u64, Path, description = "The report's number")),
    security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 404, body = Problem)),
)]
async fn close_report(
    State(house): State<Arc<House>>,
    staff: Staff,
    Path(id): Path<String>,
) -> Result<StatusCode, Refused> {
    let id = id.parse().map_err(|_| HouseError::NotFound("report"))?;
    staff.keep(&house, Deed::CloseReports(vec![id])).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// From where on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Before {
    /// Lines before this one.
    #[serde(default)]
    before: Option<u64>,
}

/// What has been done to people and tables, and by whom, the latest first.
#[utoipa::path(
    get, path = "/api/admin/audit", operation_id = "audit_log", tag = "admin",
    params(Before),
    security(("session" = []), ("cookie" = [])),
    responses((status = 200, description = "Up to a hundred lines", body = AuditPage)),
)]
async fn audit(
    State(house): State<Arc<House>>,
    _: Staff,
    Params(Before { before }): Params<Before>,
) -> Result<Json<AuditPage>, Refused> {
    let mut lines = house.store.audit_log(before, TOLD as u32 + 1).await?;
    let more = lines.len() > TOLD;
    lines.truncate(TOLD);
    let next = lines.last().filter(|_| more).map(|line| line.id);
    Ok(Json(AuditPage { lines: lines.into_iter().map(rows::audit_line).collect(), next }))
}

/// Keep a person out: their sessions and those of their bots end, and an account cannot sign in.
#[utoipa::path(
    put, path = "/api/admin/people/{id}/ban", operation_id = "ban", tag = "admin",
    params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    request_body = NewBan,
    security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 404, body = Problem), (status = 422, body = Problem)),
)]
async fn ban(
    State(house): State<Arc<House>>,
    staff: Staff,
    Path(id): Path<String>,
    Body(NewBan { reason, hours }): Body<NewBan>,
) -> Result<StatusCode, Refused> {
    staff.keep(&house, Deed::Ban { user: person(&id)?, hours, reason }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Let a person in again.
#[utoipa::path(
    delete, path = "/api/admin/people/{id}/ban", operation_id = "unban", tag = "admin",
    params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem)),
)]
async fn unban(State(house): State<Arc<House>>, staff: Staff, Path(id): Path<String>) -> Result<StatusCode, Refused> {
    staff.keep(&house, Deed::Unban(person(&id)?)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Give an account a role. For admins.
#[utoipa::path(
    put, path = "/api/admin/people/{id}/role", operation_id = "promote", tag = "admin",
    params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    request_body = NewRole,
    security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 404, body = Problem), (status = 422, body = Problem)),
)]
async fn promote(
    State(house): State<Arc<House>>,
    staff: Staff,
    Path(id): Path<String>,
    Body(NewRole { role }): Body<NewRole>,
) -> Result<StatusCode, Refused> {
    staff.keep(&house, Deed::Role(person(&id)?, Some(rows::stored_role(role)))).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take an account's role away. For admins.
#[utoipa::path(
    delete, path = "/api/admin/people/{id}/role", operation_id = "demote", tag = "admin",
    params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 404, body = Problem), (status = 422, body = Problem)),
)]
async fn demote(State(house): State<Arc<House>>, staff: Staff, Path(id): Path<String>) -> Result<StatusCode, Refused> {
    staff.keep(&house, Deed::Role(person(&id)?, None)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Give an account gold. For admins.
#[utoipa::path(
    post, path = "/api/admin/people/{id}/gold", operation_id = "give_gold", tag = "admin",
    params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    request_body = NewGrant,
    security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 404, body = Problem), (status = 422, body = Problem)),
)]
async fn grant(
    State(house): State<Arc<House>>,
    staff: Staff,
    Path(id): Path<String>,
    Body(NewGrant { gold, reason }): Body<NewGrant>,
) -> Result<StatusCode, Refused> {
    staff.keep(&house, Deed::Grant { user: person(&id)?, gold, reason }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Give an account a new password, which is shown once, and end its sessions. For admins.
#[utoipa::path(
    post, path = "/api/admin/people/{id}/password", operation_id = "reset_password", tag = "admin",
    params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    security(("session" = []), ("cookie" = [])),
    responses(
        (status = 200, description = "The new password", body = PasswordMade),
        (status = 404, body = Problem),
        (status = 422, body = Problem),
    ),
)]
async fn password(
    State(house): State<Arc<House>>,
    staff: Staff,
    Path(id): Path<String>,
) -> Result<Json<PasswordMade>, Refused> {
    let done = staff.keep(&house, Deed::Password(person(&id)?)).await?;
    Ok(Json(PasswordMade { password: done.password.ok_or(HouseError::Internal)? }))
}
