//! How the database goes about a question: for tests that a page reads no more than it shows.

use crate::{SqliteStore, Writes};
use sqlx::{AssertSqlSafe, Row};

/// The steps in which a query is answered, the first one first.
pub async fn steps(query: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("house.db")).await.unwrap();
    let plan = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}"));
    let rows = sqlx::query(plan).fetch_all(&store.reads).await.unwrap();
    let steps = rows.iter().map(|row| row.get("detail")).collect();
    store.close().await;
    steps
}
