//! Requests about gold: the purse and how it came to be.

use super::get;
use parlor_wire::http::{Problem, Purse, Statement};

/// What we have. Whatever the house gives today is in it.
pub async fn purse() -> Result<Purse, Problem> {
    get("/api/me/purse").await
}

/// Some lines of our statement, newest first.
pub async fn statement(before: Option<u64>) -> Result<Statement, Problem> {
    let query = before.map_or_else(String::new, |before| format!("?before={before}"));
    get(&format!("/api/me/statement{query}")).await
}
