//! PostgreSQL's side of counting results.

use super::{PostgresTx, matches};
use crate::{
    AddressTag, Begun, Best, Count, Ended, FullRating, ResultsTx, SeatEnd, SeatResult, Seated, Standings, StoreError,
    sql::{
        columns::narrow,
        matches::{stats, to_seated},
        results::{tallied, to_rating},
        to_json,
    },
    words::Word,
};
use async_trait::async_trait;
use parlor_wire::{MatchId, UserId};
use sqlx::Row;

#[async_trait]
impl ResultsTx for PostgresTx<'_> {
    async fn end_match(&mut self, id: MatchId, ended: &Ended<'_>) -> Result<Option<Begun>, StoreError> {
        let row = sqlx::query(
            "UPDATE matches SET footer = $2::json, ended_at = $3, turns = $4, status = $5
            WHERE id = $1 AND footer IS NULL RETURNING game, rated",
        )
        .bind(id.0.cast_signed())
        .bind(to_json(ended.footer))
        .bind(ended.at.cast_signed())
        .bind(ended.turns.cast_signed())
        .bind(&*ended.status.word())
        .fetch_optional(&mut *self.0)
        .await?;
        let Some(row) = row else { return Ok(None) };
        matches::forget_names(self.0, id).await?;
        if !ended.listed {
            sqlx::query("UPDATE players SET listed = false WHERE match = $1")
                .bind(id.0.cast_signed())
                .execute(&mut *self.0)
                .await?;
        }
        let players = self.players(id).await?;
        Ok(Some(Begun { game: row.try_get("game")?, rated: row.try_get("rated")?, players }))
    }

    async fn end_seat(&mut self, id: MatchId, seat: u8, end: &SeatEnd<'_>) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE players SET result = $3, score = $4, stats = $5::json, rating_before = $6, rating_after = $7, place = $8,
                address = NULL
            WHERE match = $1 AND seat = $2",
        )
        .bind(id.0.cast_signed())
        .bind(i64::from(seat))
        .bind(&*end.result.word())
        .bind(end.counted.score)
        .bind(stats(end.counted))
        .bind(end.rating.map(|(before, _)| before))
        .bind(end.rating.map(|(_, after)| after))
        .bind(end.counted.place.map(i64::from))
        .execute(&mut *self.0)
        .await?;
        Ok(())
    }

    async fn count(&mut self, of: Standings<'_>, change: Count) -> Result<(), StoreError> {
        let (won, lost, drawn) = match change {
            Count::Won { .. } => (1i64, 0i64, 0i64),
            Count::Lost => (0, 1, 0),
            Count::Drawn => (0, 0, 1),
        };
        sqlx::query(
            "INSERT INTO standings AS s (user_id, game, versus, played, won, lost, drawn, streak, best_streak, climbed, board)
            SELECT id, $2, $3, 1, $4, $5, $6, $4 - $5, $4, $7, CASE WHEN $3 = 'people' THEN nullif(kind, 'guest') END
            FROM users WHERE id = $1
            ON CONFLICT (user_id, game, versus) DO UPDATE SET
                played = s.played + 1, won = s.won + excluded.won, lost = s.lost + excluded.lost,
                drawn = s.drawn + excluded.drawn,
                streak = CASE WHEN excluded.won = 1 THEN greatest(s.streak, 0) + 1
                    WHEN excluded.lost = 1 THEN least(s.streak, 0) - 1 ELSE 0 END,
                best_streak = greatest(s.best_streak, CASE WHEN excluded.won = 1 THEN greatest(s.streak, 0) + 1 ELSE 0 END),
                climbed = s.climbed + excluded.climbed",
        )
        .bind(of.user.0.cast_signed())
        .bind(of.game)
        .bind(&*of.versus.word())
        .bind(won)
        .bind(lost)
        .bind(drawn)
        .bind(i64::from(matches!(change, Count::Won { climbs: true })))
        .execute(&mut *self.0)
        .await?;
        Ok(())
    }

    async fn count_stat(&mut self, of: Standings<'_>, stat: &str, add: i64, best: Best) -> Result<(), StoreError> {
        let (value, better) = match best {
            Best::Not => (None, "s.best"),
            Best::Highest(value) => (Some(value), "greatest(s.best, excluded.best)"),
            Best::Lowest(value) => (Some(value), "least(s.best, excluded.best)"),
        };
        sqlx::query(sqlx::AssertSqlSafe(format!(
            "INSERT INTO standing_stats AS s (user_id, game, versus, stat, total, best) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (user_id, game, versus, stat) DO UPDATE SET total = s.total + excluded.total, best = {better}"
        )))
        .bind(of.user.0.cast_signed())
        .bind(of.game)
        .bind(&*of.versus.word())
        .bind(stat)
        .bind(add)
        .bind(value)
        .execute(&mut *self.0)
        .await?;
        Ok(())
    }

    async fn count_rival(
        &mut self,
        user: UserId,
        opponent: UserId,
        result: SeatResult,
        at: u64,
    ) -> Result<(), StoreError> {
        let (won, lost, drawn) = tallied(result);
        sqlx::query(
            "INSERT INTO rivals AS r (user_id, opponent, won, lost, drawn, last_at) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (user_id, opponent) DO UPDATE SET won = r.won + excluded.won, lost = r.lost + excluded.lost,
                drawn = r.drawn + excluded.drawn, last_at = excluded.last_at",
        )
        .bind(user.0.cast_signed())
        .bind(opponent.0.cast_signed())
        .bind(won)
        .bind(lost)
        .bind(drawn)
        .bind(at.cast_signed())
        .execute(&mut *self.0)
        .await?;
        Ok(())
    }

    async fn meet(&mut self, user: UserId, opponent: UserId, game: &str, day: u64) -> Result<u32, StoreError> {
        let row = sqlx::query(
            "INSERT INTO meetings AS m (day, user_id, opponent, game, matches) VALUES ($1, $2, $3, $4, 1)
            ON CONFLICT (day, user_id, opponent, game) DO UPDATE SET matches = m.matches + 1 RETURNING matches",
        )
        .bind(day.cast_signed())
        .bind(user.0.cast_signed())
        .bind(opponent.0.cast_signed())
        .bind(game)
        .fetch_one(&mut *self.0)
        .await?;
        narrow(&row, "matches")
    }

    async fn meet_from(&mut self, user: UserId, from: AddressTag, game: &str, day: u64) -> Result<u32, StoreError> {
        let row = sqlx::query(
            "INSERT INTO address_meetings AS m (day, user_id, address, game, matches) VALUES ($1, $2, $3, $4, 1)
            ON CONFLICT (day, user_id, address, game) DO UPDATE SET matches = m.matches + 1 RETURNING matches",
        )
        .bind(day.cast_signed())
        .bind(user.0.cast_signed())
        .bind(from.0.cast_signed())
        .bind(game)
        .fetch_one(&mut *self.0)
        .await?;
        narrow(&row, "matches")
    }

    async fn rating(&mut self, user: UserId, game: &str) -> Result<Option<FullRating>, StoreError> {
        // No other transaction rates this user until this one ends: also a user who has no row yet is locked.
        let user_row = "SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE";
        sqlx::query(user_row).bind(user.0.cast_signed()).execute(&mut *self.0).await?;
        let row =
            sqlx::query("SELECT value, deviation, volatility, matches FROM ratings WHERE user_id = $1 AND game = $2")
                .bind(user.0.cast_signed())
                .bind(game)
                .fetch_optional(&mut *self.0)
                .await?;
        row.as_ref().map(to_rating).transpose()
    }

    async fn set_rating(&mut self, user: UserId, game: &str, rating: &FullRating, at: u64) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO ratings (user_id, game, value, deviation, volatility, matches, settled, board)
            SELECT id, $2, $3, $4, $5, $6, $7, nullif(kind, 'guest') FROM users WHERE id = $1
            ON CONFLICT (user_id, game) DO UPDATE SET value = excluded.value, deviation = excluded.deviation,
                volatility = excluded.volatility, matches = excluded.matches, settled = excluded.settled",
        )
        .bind(user.0.cast_signed())
        .bind(game)
        .bind(rating.value)
        .bind(rating.deviation)
        .bind(rating.volatility)
        .bind(i64::from(rating.matches))
        .bind(rating.is_settled())
        .execute(&mut *self.0)
        .await?;
        sqlx::query(
            "INSERT INTO rating_curve (user_id, game, number, at, value) SELECT id, $2, $3, $4, $5 FROM users WHERE id = $1
            ON CONFLICT (user_id, game, number) DO UPDATE SET at = excluded.at, value = excluded.value",
        )
        .bind(user.0.cast_signed())
        .bind(game)
        .bind(i64::from(rating.matches))
        .bind(at.cast_signed())
        .bind(rating.value)
        .execute(&mut *self.0)
        .await?;
        Ok(())
    }
}

impl PostgresTx<'_> {
    async fn players(&mut self, id: MatchId) -> Result<Vec<Option<Seated>>, StoreError> {
        let rows = sqlx::query(
            "SELECT u.id, u.kind, p.address FROM players p LEFT JOIN users u ON u.id = p.user_id
            WHERE p.match = $1 ORDER BY p.seat",
        )
        .bind(id.0.cast_signed())
        .fetch_all(&mut *self.0)
        .await?;
        rows.iter().map(to_seated).collect()
    }
}
