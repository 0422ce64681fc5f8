//! What the databases share: how rows are read, and how what is no plain column is spelled. Statements are each database's
//! own.

pub mod columns;
pub mod invitations;
pub mod keeping;
pub mod ledger;
pub mod matches;
pub mod moderation;
pub mod notices;
pub mod people;
pub mod results;
pub mod runs;
pub mod tables;

use crate::StoreError;
use serde::{Deserialize, Serialize};
use sqlx::migrate::MigrateError;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(Box::new(error))
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> Self {
        Self::Migration(Box::new(error))
    }
}

pub fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt(error.to_string()))
}

/// # Panics
/// Never: parts of a log, and maps from text to numbers, are representable in JSON.
pub fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is kept as JSON is JSON")
}
