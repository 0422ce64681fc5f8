//! Requests of those who look after the house.

use super::{get, remove, send, tell};
use gloo_net::http::Method;
use parlor_wire::{
    TableCode, TableInfo, UserId,
    http::{
        AuditPage, CloseWish, HouseFigures, KeptPerson, NewBan, NewGrant, NewRole, PasswordMade, Problem, ReportInfo,
        Role,
    },
};

/// The house at a glance; refused to those without a role.
pub async fn figures() -> Result<HouseFigures, Problem> {
    get("/api/admin").await
}

/// People: by the beginning of a name or by an id, or `staff`, `banned` or `here`.
pub async fn people(find: &str, who: &str) -> Result<Vec<KeptPerson>, Problem> {
    let find = String::from(js_sys::encode_uri_component(find));
    get(&format!("/api/admin/people?find={find}&who={who}")).await
}

/// Tables, private ones too.
pub async fn tables() -> Result<Vec<TableInfo>, Problem> {
    get("/api/admin/tables").await
}

/// Closes a table.
pub async fn close_table(code: TableCode, reason: String) -> Result<(), Problem> {
    tell(Method::POST, &format!("/api/admin/tables/{code}/close"), &CloseWish { reason }).await
}

/// Reports that wait.
pub async fn reports() -> Result<Vec<ReportInfo>, Problem> {
    get("/api/admin/reports").await
}

/// Closes a report.
pub async fn close_report(id: u64) -> Result<(), Problem> {
    tell(Method::POST, &format!("/api/admin/reports/{id}/close"), &()).await
}

/// What has been done, the latest first.
pub async fn audit(before: Option<u64>) -> Result<AuditPage, Problem> {
    let query = before.map_or_else(String::new, |before| format!("?before={before}"));
    get(&format!("/api/admin/audit{query}")).await
}

/// Keeps a person out.
pub async fn ban(who: UserId, ban: &NewBan) -> Result<(), Problem> {
    tell(Method::PUT, &format!("/api/admin/people/{who}/ban"), ban).await
}

/// Lets a person in again.
pub async fn unban(who: UserId) -> Result<(), Problem> {
    remove(&format!("/api/admin/people/{who}/ban")).await
}

/// Gives a person a role, or takes it away.
pub async fn set_role(who: UserId, role: Option<Role>) -> Result<(), Problem> {
    let path = format!("/api/admin/people/{who}/role");
    match role {
        Some(role) => tell(Method::PUT, &path, &NewRole { role }).await,
        None => remove(&path).await,
    }
}

/// Gives a person gold.
pub async fn grant(who: UserId, grant: &NewGrant) -> Result<(), Problem> {
    tell(Method::POST, &format!("/api/admin/people/{who}/gold"), grant).await
}

/// Gives a person a new password.
pub async fn password(who: UserId) -> Result<PasswordMade, Problem> {
    send(Method::POST, &format!("/api/admin/people/{who}/password"), &()).await
}
