//! The store over every database: SQLite files, and a PostgreSQL server that is started for these tests. The rules also
//! over one in memory. What only files have is in `sqlite`, `deleted`, `full` and `upgrade`.

mod chat;
mod common;
mod deleted;
mod full;
mod invitations;
mod keeping;
mod ledger;
mod notices;
mod owners;
mod people;
mod postgres;
mod results;
mod retention;
mod rules;
mod runs;
mod sleep;
mod sqlite;
mod upgrade;
mod writes;
