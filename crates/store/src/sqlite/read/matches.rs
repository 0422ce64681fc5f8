//! Questions about matches and how they went.

use super::logs::MATCH;
use crate::{
    MatchRecord, Matches, Page, SqliteStore, StoreError,
    sql::{
        columns::unsigned,
        matches::{ids, to_records},
        to_json,
    },
};
use async_trait::async_trait;
use parlor_wire::{MatchId, UserId};
use sqlx::{AssertSqlSafe, sqlite::SqliteRow};

#[async_trait]
impl Matches for SqliteStore {
    async fn match_record(&self, id: MatchId) -> Result<Option<MatchRecord>, StoreError> {
        let query = AssertSqlSafe(format!("{MATCH} WHERE m.id = $1"));
        let rows = sqlx::query(query).bind(id.0.cast_signed()).fetch_all(&self.reads).await?;
        Ok(self.records(&rows).await?.pop())
    }

    async fn matches_of(
        &self,
        user: UserId,
        game: Option<&str>,
        after: Option<Page>,
        limit: u32,
    ) -> Result<Vec<MatchRecord>, StoreError> {
        let query = AssertSqlSafe(history_query(game.is_some(), after.is_none()));
        let mut query = sqlx::query(query).bind(user.0.cast_signed()).bind(limit);
        if let Some(Page { started_at, id }) = after {
            query = query.bind(started_at.cast_signed()).bind(id.0.cast_signed());
        }
        if let Some(game) = game {
            query = query.bind(game);
        }
        self.records(&query.fetch_all(&self.reads).await?).await
    }

    async fn finished_count(&self) -> Result<u64, StoreError> {
        let query = "SELECT count(*) AS finished FROM matches WHERE footer IS NOT NULL";
        unsigned(&sqlx::query(query).fetch_one(&self.logs).await?, "finished")
    }

    async fn finished(&self, after: Option<MatchId>, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        let rest = if after.is_some() { "id > $1" } else { "$1 IS NULL" };
        let page = format!("SELECT id FROM matches WHERE footer IS NOT NULL AND {rest} ORDER BY id LIMIT $2");
        let page = sqlx::query(AssertSqlSafe(page)).bind(after.map(|id| id.0.cast_signed())).bind(limit);
        let rows = page.fetch_all(&self.logs).await?;
        rows.iter().map(|row| Ok(MatchId(unsigned(row, "id")?))).collect()
    }
}

/// A page of a user's matches, in the order of an index of the players and from where it begins, so that no more is read than
/// is shown.
fn history_query(of_one_game: bool, from_the_top: bool) -> String {
    let (after, game) = match (from_the_top, of_one_game) {
        (true, false) => ("", ""),
        (true, true) => ("", "AND p.game = $3"),
        (false, false) => (AFTER, ""),
        (false, true) => (AFTER, "AND p.game = $5"),
    };
    format!(
        "{MATCH} JOIN players p ON p.match = m.id WHERE p.user = $1 AND p.listed = 1 {game} {after}
        ORDER BY p.started_at DESC, p.match DESC LIMIT $2"
    )
}

const AFTER: &str = "AND (p.started_at, p.match) < ($3, $4)";

/// The seats of some matches, in order.
const SEATS: &str = "SELECT p.match, p.result, p.place, p.score, p.stats, p.rating_before, p.rating_after, u.id, u.name, u.kind
    FROM players p LEFT JOIN users u ON u.id = p.user WHERE p.match IN (SELECT value FROM json_each($1)) ORDER BY p.match, p.seat";

impl SqliteStore {
    async fn records(&self, rows: &[SqliteRow]) -> Result<Vec<MatchRecord>, StoreError> {
        let seats = sqlx::query(SEATS).bind(to_json(&ids(rows)?)).fetch_all(&self.reads).await?;
        to_records(rows, &seats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::plan::steps;

    #[tokio::test]
    async fn a_page_of_a_history_reads_no_more_than_it_shows() {
        for (of_one_game, from_the_top) in [(false, true), (false, false), (true, true), (true, false)] {
            let steps = steps(&history_query(of_one_game, from_the_top)).await;
            let index = if of_one_game { "matches_by_player_and_game (" } else { "matches_by_player (" };
            assert!(steps[0].contains("SEARCH p USING") && steps[0].contains(index), "{steps:?}");
            assert_eq!(steps[0].contains("game=?"), of_one_game, "{steps:?}");
            assert_eq!(steps[0].contains(",match)<("), !from_the_top, "it begins where it is to: {steps:?}");
            let is_costly = |step: &&String| step.contains("TEMP B-TREE") || step.starts_with("SCAN");
            assert_eq!(steps.iter().find(is_costly), None, "{steps:?}");
        }
    }

    #[tokio::test]
    async fn the_seats_of_a_page_are_found_by_their_matches() {
        let steps = steps(SEATS).await;
        assert!(steps.iter().any(|step| step.starts_with("SEARCH p USING PRIMARY KEY (match=?)")), "{steps:?}");
        assert!(steps.iter().any(|step| step.starts_with("SEARCH u USING INTEGER PRIMARY KEY")), "{steps:?}");
        assert_eq!(steps.iter().find(|step| step.contains("TEMP B-TREE")), None, "{steps:?}");
    }
}
