//! The SQLite file: read from, or filled.

use super::{
    MoveError, postgres,
    row::{Kind, Sum, Value},
    schema::{Filling, Schema, Table},
};
use crate::sqlite::{
    lines::Raw,
    live_log::{PART, PART_BYTES},
};
use rusqlite::{Connection, OptionalExtension, params, params_from_iter, types::ValueRef};
use sqlx::PgConnection;
use std::path::Path;

/// Logs, whether their matches are over or not.
const LOGS: &str = "SELECT match, lines FROM log_parts UNION ALL
    SELECT l.match, l.line FROM live_log l JOIN matches m ON m.id = l.match
        WHERE l.seq > (SELECT coalesce(max(p.upto), 0) FROM log_parts p WHERE p.match = l.match)";

/// Opens a file that is up to date.
pub fn open(file: &Path) -> Result<Connection, MoveError> {
    let db = Connection::open(file)?;
    db.busy_timeout(crate::sqlite::BUSY)?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "foreign_keys", true)?;
    Ok(db)
}

/// How many rows there are, about.
pub fn rows(db: &Connection, schema: &Schema) -> Result<u64, MoveError> {
    let mut all = 0;
    for table in &schema.tables {
        let rows = format!("SELECT count(*) FROM ({})", select(table));
        all += db.query_row(&rows, [], |row| row.get::<_, i64>(0))?.cast_unsigned();
    }
    Ok(all)
}

/// Everything in a table.
pub fn select(table: &Table) -> String {
    match table.filling {
        Filling::Logs => LOGS.into(),
        _ => format!("SELECT {} FROM \"{}\"", table.sqlite_names(), table.name),
    }
}

/// What a row of [`select`] holds: one row, or the lines of a log.
pub fn read(table: &Table, row: &rusqlite::Row<'_>) -> Result<Vec<Vec<Value>>, MoveError> {
    if table.filling == Filling::Logs {
        let (id, lines): (i64, String) = (row.get(0)?, row.get(1)?);
        let lines = lines.lines().map(|line| {
            let Raw { seq, tick, input, digest, command } = Raw::read(line)?;
            table
                .columns
                .iter()
                .map(|column| {
                    Ok(match column.name.as_str() {
                        "match" => Value::Whole(id),
                        "seq" => Value::whole(seq),
                        "tick" => Value::whole(tick),
                        "input" => Value::text(Some(input)),
                        "digest" => Value::text(digest),
                        "command" => Value::text(command),
                        other => return Err(MoveError::OneSided(format!("{}.{other}", table.name))),
                    })
                })
                .collect()
        });
        return lines.collect();
    }
    let values = table.columns.iter().enumerate().map(|(place, column)| {
        Ok(match (column.kind, row.get_ref(place)?) {
            (_, ValueRef::Null) => Value::Null,
            (Kind::Whole, ValueRef::Integer(number)) => Value::Whole(number),
            (Kind::Flag, ValueRef::Integer(number @ (0 | 1))) => Value::Flag(number == 1),
            (Kind::Real, ValueRef::Real(number)) => Value::Real(number),
            (Kind::Real, ValueRef::Integer(number)) => Value::Real(number as f64),
            (Kind::Text, ValueRef::Text(text)) => {
                let text = std::str::from_utf8(text).map_err(|_| table.unfit(&column.sqlite, "no text"))?;
                Value::Text(text.to_owned())
            }
            (Kind::Bytes, ValueRef::Blob(bytes)) => Value::Bytes(bytes.to_vec()),
            (_, other) => return Err(table.unfit(&column.sqlite, &other.data_type().to_string())),
        })
    });
    Ok(vec![values.collect::<Result<_, MoveError>>()?])
}

/// What a table holds.
pub fn sum(db: &Connection, table: &Table, told: &mut dyn FnMut()) -> Result<Sum, MoveError> {
    let mut sum = Sum::default();
    let mut statement = db.prepare(&select(table))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        for row in read(table, row)? {
            sum.add(&row);
            told();
        }
    }
    Ok(sum)
}

/// Refuses a file in which there is anything.
pub fn expect_empty(db: &Connection, schema: &Schema) -> Result<(), MoveError> {
    for table in &schema.tables {
        let wanted = match table.filling {
            Filling::OnlyRow => continue,
            Filling::FirstRow => format!("SELECT 1 FROM \"{}\" WHERE id <> 1 OR balance <> 0", table.name),
            Filling::Rows | Filling::Logs => format!("SELECT 1 FROM ({})", select(table)),
        };
        if db.prepare(&wanted)?.exists([])? {
            return Err(MoveError::NotEmpty(table.name.clone()));
        }
    }
    Ok(())
}

/// Fills a table with what the other database has in it.
pub async fn fill_from(
    db: &Connection,
    source: &mut PgConnection,
    table: &Table,
    told: &mut dyn FnMut(),
) -> Result<Sum, MoveError> {
    let mut sum = Sum::default();
    let mut insert = db.prepare(&insert(table))?;
    let mut part = Part::default();
    postgres::each(source, table, |row| {
        match table.filling {
            Filling::Logs => part.add(&mut insert, table, &row)?,
            _ => drop(insert.execute(params_from_iter(row.iter().map(to_sql)))?),
        }
        sum.add(&row);
        told();
        Ok(())
    })
    .await?;
    part.end(&mut insert)?;
    Ok(sum)
}

fn insert(table: &Table) -> String {
    let names = table.sqlite_names();
    let places = (1..=table.columns.len()).map(|place| format!("?{place}")).collect::<Vec<_>>().join(", ");
    match table.filling {
        Filling::Rows => format!("INSERT INTO \"{}\" ({names}) VALUES ({places})", table.name),
        Filling::OnlyRow => format!("UPDATE \"{}\" SET ({names}) = ({places})", table.name),
        Filling::FirstRow => format!(
            "INSERT INTO \"{}\" ({names}) VALUES ({places}) ON CONFLICT (id) DO UPDATE SET balance = excluded.balance",
            table.name
        ),
        Filling::Logs => "INSERT INTO log_parts (match, upto, lines) VALUES (?1, ?2, ?3)".into(),
    }
}

fn to_sql(value: &Value) -> rusqlite::types::Value {
    use rusqlite::types::Value as Sql;
    match value {
        Value::Null => Sql::Null,
        Value::Whole(number) => Sql::Integer(*number),
        Value::Flag(flag) => Sql::Integer(i64::from(*flag)),
        Value::Real(number) => Sql::Real(*number),
        Value::Text(text) => Sql::Text(text.clone()),
        Value::Bytes(bytes) => Sql::Blob(bytes.clone()),
    }
}

/// Lines of one match that come together until they are a part of its log.
#[derive(Default)]
struct Part {
    id: i64,
    upto: u64,
    count: u64,
    text: String,
}

impl Part {
    /// Lines come match by match, each in order.
    fn add(&mut self, insert: &mut rusqlite::Statement<'_>, table: &Table, row: &[Value]) -> Result<(), MoveError> {
        let value = |name: &str| {
            let found = table.columns.iter().zip(row).find(|(column, _)| column.name == name).map(|(_, value)| value);
            found.ok_or_else(|| table.unfit(name, "nothing"))
        };
        let number = |name: &str| match value(name)? {
            Value::Whole(number) => Ok(*number),
            _ => Err(table.unfit(name, "no number")),
        };
        let text = |name: &str| match value(name)? {
            Value::Text(text) => Ok(Some(text.as_str())),
            _ => Ok::<_, MoveError>(None),
        };
        let (id, seq) = (number("match")?, number("seq")?.cast_unsigned());
        if self.count > 0 && (self.id != id || self.count == PART || self.text.len() >= PART_BYTES) {
            self.end(insert)?;
        }
        if self.count > 0 {
            self.text.push('\n');
        }
        let line = Raw {
            seq,
            tick: number("tick")?.cast_unsigned(),
            input: text("input")?.ok_or_else(|| table.unfit("input", "nothing"))?,
            digest: text("digest")?,
            command: text("command")?,
        };
        line.append(&mut self.text);
        (self.id, self.upto) = (id, seq);
        self.count += 1;
        Ok(())
    }

    fn end(&mut self, insert: &mut rusqlite::Statement<'_>) -> Result<(), MoveError> {
        if self.count > 0 {
            insert.execute(params![self.id, self.upto.cast_signed(), self.text])?;
            *self = Self::default();
        }
        Ok(())
    }
}

/// How far a table's numbers have been given out, where that is kept: numbers of rows that are gone are not given again.
pub fn counter(db: &Connection, table: &str) -> Result<i64, MoveError> {
    let given = "SELECT seq FROM sqlite_sequence WHERE name = ?1";
    Ok(db.query_row(given, [table], |row| row.get(0)).optional()?.unwrap_or(0))
}

/// Goes on with numbers where the other database stopped.
pub async fn raise_counters(db: &Connection, source: &mut PgConnection, schema: &Schema) -> Result<(), MoveError> {
    for (table, column) in &schema.counters {
        let counts = "SELECT 1 FROM sqlite_schema WHERE name = ?1 AND sql LIKE '%AUTOINCREMENT%'";
        if !db.prepare(counts)?.exists([table])? {
            continue;
        }
        let given = postgres::counter(source, table, column).await?;
        if db.execute("UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1", params![table, given])? == 0 {
            db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", params![table, given])?;
        }
    }
    Ok(())
}
