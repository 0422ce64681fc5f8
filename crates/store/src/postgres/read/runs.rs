//! Questions about runs.

use crate::{
    BestRun, PostgresStore, RunBoard, RunCursor, RunLeaderRow, RunRow, Runs, StoreError,
    sql::{
        columns::narrow,
        runs::{ranked, to_best, to_run},
    },
};
use async_trait::async_trait;
use parlor_wire::UserId;

/// A user's best runs.
const BESTS: &str = "SELECT * FROM best_runs WHERE user_id = $1 ORDER BY game, solo";

/// Those that are better, as far as they are worth counting.
const BETTER: &str = "SELECT count(*) AS better FROM (SELECT 1 FROM best_runs
    WHERE game = $1 AND solo = $2 AND listed AND worth > $3 LIMIT $4) AS counted";

/// A page of the best runs, in the order of its index.
const LEADERS: &str = "SELECT u.id, u.name, u.kind, b.* FROM best_runs b JOIN users u ON u.id = b.user_id
    WHERE b.game = $1 AND b.solo = $2 AND b.listed ORDER BY b.worth DESC, b.user_id DESC LIMIT $3";

/// The same from where the page before ended.
const NEXT_LEADERS: &str = "SELECT u.id, u.name, u.kind, b.* FROM best_runs b JOIN users u ON u.id = b.user_id
    WHERE b.game = $1 AND b.solo = $2 AND b.listed AND (b.worth, b.user_id) < ($4, $5)
    ORDER BY b.worth DESC, b.user_id DESC LIMIT $3";

#[async_trait]
impl Runs for PostgresStore {
    async fn run(&self, user: UserId) -> Result<Option<RunRow>, StoreError> {
        let query = "SELECT * FROM runs WHERE user_id = $1";
        let row = sqlx::query(query).bind(user.0.cast_signed()).fetch_optional(&self.reads).await?;
        row.as_ref().map(to_run).transpose()
    }

    async fn best_runs(&self, user: UserId) -> Result<Vec<BestRun>, StoreError> {
        let rows = sqlx::query(BESTS).bind(user.0.cast_signed()).fetch_all(&self.reads).await?;
        rows.iter().map(to_best).collect()
    }

    async fn better_runs(&self, board: RunBoard<'_>, worth: i64, most: u32) -> Result<u32, StoreError> {
        let query = sqlx::query(BETTER).bind(board.game).bind(board.solo).bind(worth).bind(i64::from(most));
        narrow(&query.fetch_one(&self.reads).await?, "better")
    }

    async fn run_leaders(
        &self,
        board: RunBoard<'_>,
        after: Option<RunCursor>,
        limit: u32,
    ) -> Result<Vec<RunLeaderRow>, StoreError> {
        let query = sqlx::query(if after.is_some() { NEXT_LEADERS } else { LEADERS });
        let query = query.bind(board.game).bind(board.solo).bind(i64::from(limit));
        let query = match after {
            Some(after) => query.bind(after.worth).bind(after.user.0.cast_signed()),
            None => query,
        };
        ranked(&query.fetch_all(&self.reads).await?, after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postgres::plan::plan;

    /// However many runs there are, only those that are shown or counted are read.
    #[tokio::test]
    async fn lists_of_runs_read_no_more_than_they_show() {
        for (query, with) in [
            (BETTER, &["'toy'", "'sprint'", "7", "1000"][..]),
            (LEADERS, &["'toy'", "'sprint'", "50"]),
            (NEXT_LEADERS, &["'toy'", "'sprint'", "50", "7", "7"]),
        ] {
            let plan = plan(query, with).await;
            assert!(
                plan.contains("best_runs_by_worth") && !plan.contains("Seq Scan") && !plan.contains("Sort"),
                "{plan}"
            );
        }
    }
}
