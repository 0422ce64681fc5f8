//! Which nodes live, and which table is whose.

use crate::{
    Beat, LEASE, NodeId, Owners, PostgresStore, StoreError, Taken, Title,
    sql::columns::{Columns, table_code, unsigned},
};
use async_trait::async_trait;
use parlor_wire::TableCode;
use sqlx::{Row, postgres::PgRow};

/// For how long a node that no longer lives is remembered, if it owns nothing.
const REMEMBERED: &str = "1 hour";

#[async_trait]
impl Owners for PostgresStore {
    async fn latest_clock(&self) -> Result<u64, StoreError> {
        let query = "SELECT greatest(ms, (SELECT max(house_ms) FROM nodes)) AS ms FROM clock";
        unsigned(&sqlx::query(query).fetch_one(&self.owners).await?, "ms")
    }

    async fn beat(&self, node: NodeId, house_ms: u64) -> Result<Beat, StoreError> {
        // All parts of a statement see what was there before it.
        let beat = "WITH beat AS (
                INSERT INTO nodes (id, house_ms, alive_until) VALUES ($1, $2, now() + $3)
                ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until,
                    house_ms = greatest(nodes.house_ms, excluded.house_ms)
            ), forgotten AS (
                DELETE FROM nodes n WHERE n.alive_until < now() - $4::interval
                    AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.owner = n.id)
            )
            SELECT id FROM nodes WHERE alive_until > now() ORDER BY joined";
        let rows = sqlx::query(beat)
            .bind(node.0.cast_signed())
            .bind(house_ms.cast_signed())
            .bind(LEASE)
            .bind(REMEMBERED)
            .fetch_all(&self.beats)
            .await?;
        let living = rows.iter().map(|row| to_node(row, "id")).collect::<Result<Vec<_>, _>>()?;
        let (held, eldest) = (living.contains(&node), living.first().copied().unwrap_or(node));
        Ok(Beat { held, others: living.into_iter().filter(|other| *other != node).collect(), eldest })
    }

    async fn take(&self, code: TableCode, node: NodeId, house_ms: u64, inherit: bool) -> Result<Taken, StoreError> {
        // Anyone can ask for any code: one of no table must not keep those waiting that are to be taken.
        let known = "SELECT 1 FROM tables WHERE code = $1";
        if sqlx::query(known).bind(code.as_str()).fetch_optional(&self.reads).await?.is_none() {
            return Ok(Taken::Gone);
        }
        let take = "UPDATE tables t SET owner = $2, epoch = t.epoch + 1, ahead = CASE
                WHEN t.owner = $2 THEN t.ahead
                WHEN t.epoch = 0 THEN (SELECT ms FROM clock) - $3
                ELSE t.ahead + coalesce((SELECT n.house_ms FROM nodes n WHERE n.id = t.owner), 0) - $3
            END
            WHERE t.code = $1 AND (t.owner IS NULL OR t.owner = $2
                OR $4 AND NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = t.owner AND n.alive_until > now()))
            RETURNING t.epoch, t.ahead";
        let taken = sqlx::query(take)
            .bind(code.as_str())
            .bind(node.0.cast_signed())
            .bind(house_ms.cast_signed())
            .bind(inherit)
            .fetch_optional(&self.owners)
            .await?;
        if let Some(row) = taken {
            let title = Title { node, epoch: unsigned(&row, "epoch")? };
            return Ok(Taken::Mine { title, ahead_ms: row.try_get("ahead")? });
        }
        let owner = "SELECT owner FROM tables WHERE code = $1 AND owner IS NOT NULL";
        let row = sqlx::query(owner).bind(code.as_str()).fetch_optional(&self.owners).await?;
        row.map_or(Ok(Taken::Gone), |row| Ok(Taken::Elsewhere(to_node(&row, "owner")?)))
    }

    async fn orphans(&self, limit: u32) -> Result<Vec<TableCode>, StoreError> {
        // In any order, so that nodes that look at the same time begin with different ones.
        let orphans = "SELECT t.code FROM tables t WHERE t.due IS NULL AND (t.owner IS NULL
                OR t.owner IN (SELECT DISTINCT o.owner FROM tables o WHERE o.due IS NULL
                    EXCEPT SELECT n.id FROM nodes n WHERE n.alive_until > now()))
            ORDER BY random() LIMIT $1";
        let rows = sqlx::query(orphans).bind(i64::from(limit)).fetch_all(&self.owners).await?;
        rows.iter().map(to_code).collect()
    }

    async fn owned(&self, node: NodeId) -> Result<Vec<(TableCode, u64)>, StoreError> {
        // A node that has lived on asks this before it says so again.
        let owned = "SELECT code, epoch FROM tables WHERE owner = $1";
        let rows = sqlx::query(owned).bind(node.0.cast_signed()).fetch_all(&self.beats).await?;
        rows.iter().map(|row| Ok((to_code(row)?, unsigned(row, "epoch")?))).collect()
    }

    async fn part(&self, node: NodeId) -> Result<(), StoreError> {
        // What it could not give up is taken as that of any node that no longer lives: its clock is still needed for that.
        let dead = "UPDATE nodes SET alive_until = now() WHERE id = $1";
        let forgotten = "DELETE FROM nodes WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM tables WHERE owner = $1)";
        for part in [dead, forgotten] {
            sqlx::query(part).bind(node.0.cast_signed()).execute(&self.owners).await?;
        }
        Ok(())
    }
}

fn to_node(row: &PgRow, column: &str) -> Result<NodeId, StoreError> {
    Ok(NodeId(row.try_get::<i64, _>(column)?.cast_unsigned()))
}

fn to_code(row: &PgRow) -> Result<TableCode, StoreError> {
    table_code(row.text("code")?)
}
