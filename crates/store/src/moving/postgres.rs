//! The PostgreSQL database: read from, or filled. Rows go in and out by `COPY`, as text.

use super::{
    MoveError,
    row::{self, Sum, Value},
    schema::{Filling, Schema, Table},
    sqlite,
};
use futures_util::TryStreamExt;
use rusqlite::Connection;
use sqlx::{AssertSqlSafe, PgConnection, Row};

/// How much is sent at a time.
const CHUNK: usize = 64 * 1024;

/// How many rows there are.
pub async fn rows(db: &mut PgConnection, schema: &Schema) -> Result<u64, MoveError> {
    let mut all = 0;
    for table in &schema.tables {
        let rows = AssertSqlSafe(format!("SELECT count(*) FROM \"{}\"", table.name));
        all += sqlx::query(rows).fetch_one(&mut *db).await?.try_get::<i64, _>(0)?.cast_unsigned();
    }
    Ok(all)
}

/// Reads a table row by row.
pub async fn each(
    db: &mut PgConnection,
    table: &Table,
    mut told: impl FnMut(Vec<Value>) -> Result<(), MoveError>,
) -> Result<(), MoveError> {
    let order = if table.filling == Filling::Logs { "ORDER BY match, seq" } else { "" };
    let select = format!("COPY (SELECT {} FROM \"{}\" {order}) TO STDOUT", values(table), table.name);
    let mut chunks = db.copy_out_raw(&select).await?;
    // A row may come in several pieces, and a piece may hold several rows.
    let mut left: Vec<u8> = Vec::new();
    while let Some(chunk) = chunks.try_next().await? {
        left.extend_from_slice(&chunk);
        let mut start = 0;
        while let Some(length) = left[start..].iter().position(|byte| *byte == b'\n') {
            let line =
                std::str::from_utf8(&left[start..start + length]).map_err(|_| table.unfit("a row", "no text"))?;
            told(row::read(table, line)?)?;
            start += length + 1;
        }
        left.drain(..start);
    }
    Ok(())
}

/// What is read of a row. The rows of nodes stay behind, and it is they that say how far the clock of their house has come.
fn values(table: &Table) -> String {
    match table.filling {
        Filling::OnlyRow => table.names().replace("\"ms\"", "greatest(ms, (SELECT max(house_ms) FROM nodes))"),
        _ => table.names(),
    }
}

/// What a table holds.
pub async fn sum(db: &mut PgConnection, table: &Table, told: &mut dyn FnMut()) -> Result<Sum, MoveError> {
    let mut sum = Sum::default();
    each(db, table, |row| {
        sum.add(&row);
        told();
        Ok(())
    })
    .await?;
    Ok(sum)
}

/// Refuses a database in which there is anything.
pub async fn expect_empty(db: &mut PgConnection, schema: &Schema) -> Result<(), MoveError> {
    for table in &schema.tables {
        let wanted = match table.filling {
            Filling::OnlyRow => continue,
            Filling::FirstRow => "WHERE id <> 1 OR balance <> 0",
            Filling::Rows | Filling::Logs => "",
        };
        let any = AssertSqlSafe(format!("SELECT 1 FROM \"{}\" {wanted} LIMIT 1", table.name));
        if sqlx::query(any).fetch_optional(&mut *db).await?.is_some() {
            return Err(MoveError::NotEmpty(table.name.clone()));
        }
    }
    Ok(())
}

/// Fills a table with what a file has in it.
pub async fn fill_from(
    db: &mut PgConnection,
    source: &Connection,
    table: &Table,
    told: &mut dyn FnMut(),
) -> Result<Sum, MoveError> {
    let (name, names) = (&table.name, table.names());
    let is_plain = matches!(table.filling, Filling::Rows | Filling::Logs);
    let into = if is_plain { format!("\"{name}\"") } else { "incoming".into() };
    if !is_plain {
        let aside =
            format!("CREATE TEMPORARY TABLE incoming ON COMMIT DROP AS SELECT {names} FROM \"{name}\" WITH NO DATA");
        sqlx::query(AssertSqlSafe(aside)).execute(&mut *db).await?;
    }
    let mut sum = Sum::default();
    let mut copy = db.copy_in_raw(&format!("COPY {into} ({names}) FROM STDIN")).await?;
    {
        let mut statement = source.prepare(&sqlite::select(table))?;
        let mut rows = statement.query([])?;
        let mut lines = String::new();
        while let Some(row) = rows.next()? {
            for row in sqlite::read(table, row)? {
                sum.add(&row);
                row::spell(&row, &mut lines);
                told();
            }
            if lines.len() >= CHUNK {
                copy.send(std::mem::take(&mut lines).into_bytes()).await?;
            }
        }
        copy.send(lines.into_bytes()).await?;
    }
    copy.finish().await?;
    if !is_plain {
        let put = match table.filling {
            Filling::OnlyRow => format!("UPDATE \"{name}\" SET ({names}) = (SELECT {names} FROM incoming)"),
            _ => format!(
                "INSERT INTO \"{name}\" ({names}) SELECT {names} FROM incoming
                ON CONFLICT (id) DO UPDATE SET balance = excluded.balance"
            ),
        };
        sqlx::query(AssertSqlSafe(put)).execute(&mut *db).await?;
        sqlx::query("DROP TABLE incoming").execute(&mut *db).await?;
    }
    Ok(sum)
}

/// How far a column's numbers have been given out.
pub async fn counter(db: &mut PgConnection, table: &str, column: &str) -> Result<i64, MoveError> {
    let given = "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass), 0)";
    Ok(sqlx::query(given).bind(table).bind(column).fetch_one(db).await?.try_get(0)?)
}

/// Goes on with numbers where the file stopped.
pub async fn raise_counters(db: &mut PgConnection, source: &Connection, schema: &Schema) -> Result<(), MoveError> {
    for (table, column) in &schema.counters {
        let given = sqlite::counter(source, table)?;
        let raise = AssertSqlSafe(format!(
            "SELECT setval(pg_get_serial_sequence($1, $2), greatest(n, $3)) FROM
                (SELECT coalesce(max(\"{column}\"), 0) AS n FROM \"{table}\") AS given WHERE greatest(n, $3) > 0"
        ));
        sqlx::query(raise).bind(table).bind(column).bind(given).execute(&mut *db).await?;
    }
    Ok(())
}
