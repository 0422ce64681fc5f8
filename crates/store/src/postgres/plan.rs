//! How the database goes about a question: for tests that a page reads no more than it shows.

use crate::{PostgresStore, Writes};
use sqlx::{AssertSqlSafe, Row};

/// The plan for a query with these values, in a house where looking through a whole table or sorting is the last resort.
pub async fn plan(query: &str, values: &[&str]) -> String {
    let store = PostgresStore::open(&parlor_testdb::database()).await.unwrap();
    let mut reads = store.reads.acquire().await.unwrap();
    for setting in ["SET enable_seqscan = off", "SET enable_bitmapscan = off", "SET enable_sort = off"] {
        sqlx::query(setting).execute(&mut *reads).await.unwrap();
    }
    let number = |text: String, (place, value): (usize, &&str)| text.replace(&format!("${}", place + 1), value);
    let query = values.iter().enumerate().fold(query.to_owned(), number);
    let rows = sqlx::query(AssertSqlSafe(format!("EXPLAIN {query}"))).fetch_all(&mut *reads).await.unwrap();
    let plan: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    drop(reads);
    store.close().await;
    plan.join("\n")
}
