//! Questions about what results add up to.

use crate::{
    Board, FullRating, LeaderCursor, LeaderOrder, LeaderRow, LeaderScore, PostgresStore, RatingPoint, Results,
    RivalRow, Standing, StoreError,
    sql::results::{add_standing, ranked, to_point, to_rating, to_rival},
    words::Word,
};
use async_trait::async_trait;
use parlor_wire::UserId;
use sqlx::AssertSqlSafe;

/// A standing with what its game counts.
const STANDING: &str = "s.*,
    (SELECT coalesce(json_object_agg(t.stat, t.total), '{}')::text FROM standing_stats t
        WHERE t.user_id = s.user_id AND t.game = s.game AND t.versus = s.versus) AS totals,
    (SELECT coalesce(json_object_agg(t.stat, t.best) FILTER (WHERE t.best IS NOT NULL), '{}')::text FROM standing_stats t
        WHERE t.user_id = s.user_id AND t.game = s.game AND t.versus = s.versus) AS bests";

/// Whom a user has played most, in the order of an index.
const RIVALS: &str = "SELECT u.id, u.name, u.kind, r.won, r.lost, r.drawn, r.last_at
    FROM rivals r JOIN users u ON u.id = r.opponent WHERE r.user_id = $1
    ORDER BY r.won + r.lost + r.drawn DESC, r.last_at DESC LIMIT $2";

/// How a rating went, in the order of its key.
const CURVE: &str = "SELECT at, value FROM rating_curve WHERE user_id = $1 AND game = $2 ORDER BY number DESC LIMIT $3";

/// All that a user has done, game by game.
fn standings_query() -> String {
    format!(
        "SELECT {STANDING}, r.value, r.deviation, r.volatility, r.matches FROM standings s
        LEFT JOIN ratings r ON r.user_id = s.user_id AND r.game = s.game WHERE s.user_id = $1 ORDER BY s.game"
    )
}

#[async_trait]
impl Results for PostgresStore {
    async fn standings(&self, user: UserId) -> Result<Vec<Standing>, StoreError> {
        let rows =
            sqlx::query(AssertSqlSafe(standings_query())).bind(user.0.cast_signed()).fetch_all(&self.reads).await?;
        let mut standings = Vec::new();
        for row in &rows {
            add_standing(&mut standings, row)?;
        }
        Ok(standings)
    }

    async fn rating(&self, user: UserId, game: &str) -> Result<Option<FullRating>, StoreError> {
        let query = "SELECT value, deviation, volatility, matches FROM ratings WHERE user_id = $1 AND game = $2";
        let row = sqlx::query(query).bind(user.0.cast_signed()).bind(game).fetch_optional(&self.reads).await?;
        row.as_ref().map(to_rating).transpose()
    }

    async fn rating_curve(&self, user: UserId, game: &str, limit: u32) -> Result<Vec<RatingPoint>, StoreError> {
        let query = sqlx::query(CURVE).bind(user.0.cast_signed()).bind(game).bind(i64::from(limit));
        query.fetch_all(&self.reads).await?.iter().map(to_point).collect()
    }

    async fn rivals(&self, user: UserId, limit: u32) -> Result<Vec<RivalRow>, StoreError> {
        let rows = sqlx::query(RIVALS).bind(user.0.cast_signed()).bind(i64::from(limit)).fetch_all(&self.reads).await?;
        rows.iter().map(to_rival).collect()
    }

    async fn leaders(
        &self,
        board: Board<'_>,
        after: Option<LeaderCursor>,
        limit: u32,
    ) -> Result<Vec<LeaderRow>, StoreError> {
        let query = AssertSqlSafe(leaders_query(board.order, after.is_none()));
        let query = sqlx::query(query).bind(board.game).bind(board.kind.word()).bind(i64::from(limit));
        let query = match after.map(|after| (after.score, after.user.0.cast_signed())) {
            None => query,
            Some((LeaderScore::Wins(wins), user)) => query.bind(i64::from(wins)).bind(user),
            Some((LeaderScore::Rating { is_settled, value }, user)) => query.bind(is_settled).bind(value).bind(user),
        };
        ranked(&query.fetch_all(&self.reads).await?, board.order, after)
    }
}

/// A page of a leaderboard by wins, in the order of its index. `{after}` says where it begins.
const BY_WINS: &str = "SELECT u.id, u.name, u.kind, {standing}, r.value, r.deviation, r.volatility, r.matches
    FROM standings s JOIN users u ON u.id = s.user_id LEFT JOIN ratings r ON r.user_id = s.user_id AND r.game = s.game
    WHERE s.game = $1 AND s.board = $2 AND s.climbed > 0 {after}
    ORDER BY s.climbed DESC, s.user_id DESC LIMIT $3";

/// The same by rating.
const BY_RATING: &str = "SELECT u.id, u.name, u.kind, {standing}, r.value, r.deviation, r.volatility, r.matches
    FROM ratings r JOIN users u ON u.id = r.user_id
    JOIN standings s ON s.user_id = r.user_id AND s.game = r.game AND s.versus = 'people'
    WHERE r.game = $1 AND r.board = $2 {after}
    ORDER BY r.settled DESC, r.value DESC, r.user_id DESC LIMIT $3";

fn leaders_query(order: LeaderOrder, from_the_top: bool) -> String {
    let (query, after) = match order {
        LeaderOrder::Wins => (BY_WINS, "AND (s.climbed, s.user_id) < ($4, $5)"),
        LeaderOrder::Rating => (BY_RATING, "AND (r.settled, r.value, r.user_id) < ($4, $5, $6)"),
    };
    query.replace("{standing}", STANDING).replace("{after}", if from_the_top { "" } else { after })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postgres::plan::plan;

    /// A page is read in the order of an index, from where it begins: nothing is sorted, and no other row is looked at.
    #[tokio::test]
    async fn a_page_of_a_leaderboard_reads_no_more_than_it_shows() {
        for (order, index, cursor) in [
            (LeaderOrder::Wins, "standings_by_wins", &["7", "7"][..]),
            (LeaderOrder::Rating, "ratings_by_value", &["true", "1500.0", "7"]),
        ] {
            for from_the_top in [true, false] {
                let from = if from_the_top { &[] } else { cursor };
                let plan =
                    plan(&leaders_query(order, from_the_top), &[&["'toy'", "'account'", "50"], from].concat()).await;
                assert!(plan.contains(index) && !plan.contains("Seq Scan") && !plan.contains("Sort"), "{plan}");
            }
        }
    }

    /// What a profile shows is found by its person, in the order in which it is shown.
    #[tokio::test]
    async fn a_profile_reads_no_more_than_it_shows() {
        for (query, with) in [
            (standings_query(), &["7"][..]),
            (RIVALS.to_owned(), &["7", "10"]),
            (CURVE.to_owned(), &["7", "'toy'", "200"]),
        ] {
            let plan = plan(&query, with).await;
            assert!(!plan.contains("Seq Scan") && !plan.contains("Sort"), "{plan}");
        }
    }
}
