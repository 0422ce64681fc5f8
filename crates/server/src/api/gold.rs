//! A person's purse and its history. Gold is the house's play money.

use super::body::Params;
use crate::{
    house::House,
    people::{accounts::AccountError, auth::Owner},
    problem::Refused,
    rows,
};
use axum::{Json, extract::State};
use parlor_store::User;
use parlor_wire::{
    Kind,
    http::{Purse, Statement, StatementFilter},
};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

/// How many lines of a statement are shown at a time.
const LINES: u32 = 50;

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(purse)).routes(routes!(statement))
}

fn has_a_purse(user: &User) -> Result<(), AccountError> {
    if user.kind == Kind::Account { Ok(()) } else { Err(AccountError::AccountNeeded) }
}

/// How much gold you have. Play money: it cannot be bought, sold or exchanged for anything.
#[utoipa::path(
    get, path = "/api/me/purse", operation_id = "purse", tag = "gold",
    security(("session" = []), ("cookie" = [])),
    responses((status = 200, description = "What the caller has", body = Purse)),
)]
async fn purse(State(house): State<Arc<House>>, Owner(session): Owner) -> Result<Json<Purse>, Refused> {
    has_a_purse(&session.user)?;
    Ok(Json(house.purse(&session.user).await?))
}

/// How your gold came and went, newest first.
#[utoipa::path(
    get, path = "/api/me/statement", operation_id = "statement", tag = "gold",
    params(StatementFilter),
    security(("session" = []), ("cookie" = [])),
    responses((status = 200, description = "Some lines of the statement", body = Statement)),
)]
async fn statement(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    Params(filter): Params<StatementFilter>,
) -> Result<Json<Statement>, Refused> {
    has_a_purse(&session.user)?;
    let mut lines = house.store.statement(session.user.id, filter.before, LINES + 1).await?;
    let more = lines.len() > LINES as usize;
    lines.truncate(LINES as usize);
    let next = lines.last().filter(|_| more).map(|line| line.id);
    Ok(Json(Statement { lines: lines.into_iter().map(rows::statement_line).collect(), next }))
}
