//! Questions about the logs of matches.

use crate::{
    Logs, MatchRow, SqliteStore, StoreError, StoredEntry,
    sql::{columns::unsigned, matches::to_match},
    sqlite::{lines, live_log::Uncopied},
};
use async_trait::async_trait;
use parlor_wire::MatchId;
use sqlx::{AssertSqlSafe, Row};

pub const MATCH: &str =
    "SELECT m.id, m.header, m.dice_key, m.opened_ms, m.started_at, m.ended_at, m.footer, m.rated, m.status, m.turns
    FROM matches m";

#[async_trait]
impl Logs for SqliteStore {
    async fn match_row(&self, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
        let query = AssertSqlSafe(format!("{MATCH} WHERE m.id = $1"));
        let row = sqlx::query(query).bind(id.0.cast_signed()).fetch_optional(&self.reads).await?;
        row.as_ref().map(to_match).transpose()
    }

    async fn entries(&self, id: MatchId) -> Result<Vec<StoredEntry>, StoreError> {
        self.lines(id, 0, u32::MAX).await?.iter().map(|line| lines::read(line)).collect()
    }

    /// Lines are given out as they were written, not taken apart.
    async fn log_lines(&self, id: MatchId, after: u64, limit: u32) -> Result<Vec<String>, StoreError> {
        let lines = self.lines(id, after, limit).await?;
        Ok(lines.iter().map(|line| lines::without_command(line).to_owned()).collect())
    }
}

impl SqliteStore {
    /// Up to `limit` lines of a match as they are kept, from the one after `after` on.
    async fn lines(&self, id: MatchId, after: u64, limit: u32) -> Result<Vec<String>, StoreError> {
        // Before anything is read: a line that is copied meanwhile is read where it is copied to.
        let uncopied = self.writer.uncopied(id);
        let mut reading = self.logs.begin().await?;
        let mut known = after;
        let mut lines = Vec::new();
        let part = "SELECT upto, lines FROM log_parts WHERE match = $1 AND upto > $2 ORDER BY upto LIMIT 1";
        while (lines.len() as u64) < u64::from(limit) {
            let part = sqlx::query(part).bind(id.0.cast_signed()).bind(known.cast_signed());
            let Some(part) = part.fetch_optional(&mut *reading).await? else { break };
            let (upto, part): (u64, &str) = (unsigned(&part, "upto")?, part.try_get("lines")?);
            let missing = usize::try_from(upto - known).unwrap_or(usize::MAX);
            let skipped = part.lines().count().saturating_sub(missing);
            lines.extend(part.lines().skip(skipped).map(str::to_owned));
            known = upto;
        }
        if (lines.len() as u64) < u64::from(limit) {
            match uncopied {
                Some(Uncopied { after, text }) => {
                    let skipped = usize::try_from(known.saturating_sub(after)).unwrap_or(usize::MAX);
                    lines.extend(text.lines().skip(skipped).map(str::to_owned));
                }
                // The house is another process, or was: its lines are in the file.
                None => {
                    let live = "SELECT line FROM live_log WHERE match = $1 AND seq > $2 ORDER BY place";
                    let live = sqlx::query(live).bind(id.0.cast_signed()).bind(known.cast_signed());
                    for row in live.fetch_all(&mut *reading).await? {
                        lines.push(row.try_get("line")?);
                    }
                }
            }
        }
        lines.truncate(limit as usize);
        Ok(lines)
    }
}
