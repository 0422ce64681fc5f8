//! The store over real SQLite files, and its rules over every database.

mod chat;
mod common;
mod deleted;
mod full;
mod invitations;
mod ledger;
mod notices;
mod people;
mod results;
mod rules;
mod sleep;
mod sqlite;
mod upgrade;
