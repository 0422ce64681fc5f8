//! What there is to move: the tables that both databases have, in an order in which no row comes before one that it refers to.

use super::{MoveError, row::Kind};
use rusqlite::Connection;
use sqlx::{PgConnection, Row};
use std::collections::{BTreeMap, BTreeSet};

/// Where each database keeps logs, in its own way.
const LOGS_SQLITE: [&str; 2] = ["live_log", "log_parts"];
const LOGS_POSTGRES: &str = "entries";
/// What is a database's own affair: table, column. A table that one of them has and the other has not is named without a column.
const OWN: [(&str, &str); 9] = [
    ("_sqlx_migrations", ""),
    ("clock", "only"),
    ("clock", "sole"),
    ("clock", "opened"),
    ("push_key", "sole"),
    // Which node owns what: a house that is closed has none.
    ("nodes", ""),
    ("tables", "owner"),
    ("tables", "epoch"),
    ("tables", "ahead"),
];

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name in PostgreSQL.
    pub name: String,
    /// Its name in SQLite.
    pub sqlite: String,
    pub kind: Kind,
}

impl Column {
    /// A column with the same name in both.
    pub fn same(name: &str, kind: Kind) -> Self {
        Self { name: name.into(), sqlite: name.into(), kind }
    }
}

/// How the rows of a table get into an empty house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filling {
    /// There are none yet.
    Rows,
    /// There is one, the only one ever, and it changes.
    OnlyRow,
    /// There is one that changes (the bank), and others are added.
    FirstRow,
    /// They are the lines of logs, which SQLite keeps together in parts.
    Logs,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    pub name: String,
    pub columns: Vec<Column>,
    pub filling: Filling,
}

impl Table {
    pub fn new(name: &str, columns: Vec<Column>) -> Self {
        let filling = match name {
            "clock" => Filling::OnlyRow,
            "ledger_accounts" => Filling::FirstRow,
            LOGS_POSTGRES => Filling::Logs,
            _ => Filling::Rows,
        };
        Self { name: name.into(), columns, filling }
    }

    /// The columns, in quotes, as PostgreSQL calls them.
    pub fn names(&self) -> String {
        self.columns.iter().map(|column| format!("\"{}\"", column.name)).collect::<Vec<_>>().join(", ")
    }

    /// The columns, in quotes, as SQLite calls them.
    pub fn sqlite_names(&self) -> String {
        self.columns.iter().map(|column| format!("\"{}\"", column.sqlite)).collect::<Vec<_>>().join(", ")
    }

    pub fn unfit(&self, column: &str, what: &str) -> MoveError {
        // What a person wrote does not belong into a message, and may be long.
        let what = what.chars().take(40).collect();
        MoveError::Unfit { table: self.name.clone(), column: column.into(), what }
    }
}

/// All tables.
#[derive(Debug)]
pub struct Schema {
    pub tables: Vec<Table>,
    /// Columns that PostgreSQL counts up by itself: table, column.
    pub counters: Vec<(String, String)>,
}

impl Schema {
    /// What two databases that are up to date have in common.
    ///
    /// # Errors
    /// If there is anything that only one of them has.
    pub async fn of(sqlite: &Connection, postgres: &mut PgConnection) -> Result<Self, MoveError> {
        let files = in_sqlite(sqlite)?;
        let (mut databases, counters) = in_postgres(postgres).await?;
        let logs = databases.remove(LOGS_POSTGRES).ok_or_else(|| MoveError::OneSided(LOGS_POSTGRES.into()))?;
        let mut tables = BTreeMap::new();
        if let Some(name) = files.keys().find(|name| !databases.contains_key(*name)) {
            return Err(MoveError::OneSided(name.clone()));
        }
        for (name, columns) in databases {
            let mut there = files.get(&name).cloned().ok_or_else(|| MoveError::OneSided(name.clone()))?;
            let mut both = Vec::new();
            for (column, kind) in columns {
                // `user` is a word of PostgreSQL's own.
                let sqlite = if column == "user_id" { "user".to_owned() } else { column.clone() };
                if !there.remove(&sqlite) {
                    return Err(MoveError::OneSided(format!("{name}.{column}")));
                }
                both.push(Column { name: column, sqlite, kind });
            }
            if let Some(column) = there.first() {
                return Err(MoveError::OneSided(format!("{name}.{column}")));
            }
            tables.insert(name.clone(), Table::new(&name, both));
        }
        let logs = logs.into_iter().map(|(name, kind)| Column::same(&name, kind)).collect();
        tables.insert(LOGS_POSTGRES.into(), Table::new(LOGS_POSTGRES, logs));
        Ok(Self { tables: in_order(tables, &references(postgres).await?), counters })
    }
}

/// Whether it is one database's own affair.
fn is_own(table: &str, column: &str) -> bool {
    OWN.contains(&(table, column)) || OWN.contains(&(table, ""))
}

fn in_sqlite(db: &Connection) -> Result<BTreeMap<String, BTreeSet<String>>, MoveError> {
    let columns = "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'";
    let mut statement = db.prepare(columns)?;
    let mut rows = statement.query([])?;
    let mut tables: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let (table, column): (String, String) = (row.get(0)?, row.get(1)?);
        if !LOGS_SQLITE.contains(&table.as_str()) && !is_own(&table, &column) {
            tables.entry(table).or_default().insert(column);
        }
    }
    Ok(tables)
}

type Columns = Vec<(String, Kind)>;

async fn in_postgres(db: &mut PgConnection) -> Result<(BTreeMap<String, Columns>, Vec<(String, String)>), MoveError> {
    let columns = "SELECT c.table_name::text, c.column_name::text, c.data_type::text, c.is_identity = 'YES' AS counts
        FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
        ORDER BY c.table_name, c.ordinal_position";
    let (mut tables, mut counters): (BTreeMap<String, Columns>, _) = (BTreeMap::new(), Vec::new());
    for row in sqlx::query(columns).fetch_all(db).await? {
        let (table, column, data_type): (String, String, String) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        if is_own(&table, &column) {
            continue;
        }
        let kind = Kind::of(&data_type).ok_or_else(|| MoveError::Unfit {
            table: table.clone(),
            column: column.clone(),
            what: data_type,
        })?;
        if row.try_get("counts")? {
            counters.push((table.clone(), column.clone()));
        }
        tables.entry(table).or_default().push((column, kind));
    }
    Ok((tables, counters))
}

/// Which table refers to which.
async fn references(db: &mut PgConnection) -> Result<BTreeSet<(String, String)>, MoveError> {
    let references = "SELECT f.relname::text, t.relname::text FROM pg_constraint c
        JOIN pg_class f ON f.oid = c.conrelid JOIN pg_class t ON t.oid = c.confrelid
        WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace AND f.oid <> t.oid";
    let rows = sqlx::query(references).fetch_all(db).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}

fn in_order(mut tables: BTreeMap<String, Table>, references: &BTreeSet<(String, String)>) -> Vec<Table> {
    let mut order = Vec::new();
    while !tables.is_empty() {
        let waits = |name: &String| references.iter().any(|(from, to)| from == name && tables.contains_key(to));
        // Should some refer to each other in a circle, the database says so when they come.
        let next = tables.keys().find(|name| !waits(name)).or(tables.keys().next()).cloned();
        order.extend(next.and_then(|name| tables.remove(&name)));
    }
    order
}
