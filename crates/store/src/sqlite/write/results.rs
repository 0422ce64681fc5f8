//! SQLite's side of counting results.

use super::{SqliteTx, matches};
use crate::{
    AddressTag, Begun, Best, Count, Ended, FullRating, ResultsTx, SeatEnd, SeatResult, Seated, Standings, StoreError,
    sql::to_json, words::Word,
};
use async_trait::async_trait;
use parlor_wire::{Kind, MatchId, UserId};
use rusqlite::params;
use std::collections::BTreeMap;

#[async_trait]
impl ResultsTx for SqliteTx<'_> {
    async fn end_match(&mut self, id: MatchId, ended: &Ended<'_>) -> Result<Option<Begun>, StoreError> {
        let begun: Option<(String, bool)> = self.0.first(
            "UPDATE matches SET footer = ?2, ended_at = ?3, turns = ?4, status = ?5
            WHERE id = ?1 AND footer IS NULL RETURNING game, rated",
            params![
                id.0.cast_signed(),
                to_json(ended.footer),
                ended.at.cast_signed(),
                ended.turns.cast_signed(),
                &*ended.status.word()
            ],
            |row| Ok((row.get("game")?, row.get("rated")?)),
        )?;
        let Some((game, rated)) = begun else { return Ok(None) };
        matches::forget_names(self.0, id)?;
        if !ended.listed {
            self.0.run("UPDATE players SET listed = 0 WHERE match = ?1", [id.0.cast_signed()])?;
        }
        Ok(Some(Begun { game, rated, players: self.players(id)? }))
    }

    async fn end_seat(&mut self, id: MatchId, seat: u8, end: &SeatEnd<'_>) -> Result<(), StoreError> {
        let stats: BTreeMap<_, _> = end.counted.stats.iter().map(|&(stat, value)| (stat.id, value)).collect();
        self.0.run(
            "UPDATE players SET result = ?3, score = ?4, stats = ?5, rating_before = ?6, rating_after = ?7, place = ?8,
                address = NULL
            WHERE match = ?1 AND seat = ?2",
            params![
                id.0.cast_signed(),
                seat,
                &*end.result.word(),
                end.counted.score,
                to_json(&stats),
                end.rating.map(|(before, _)| before),
                end.rating.map(|(_, after)| after),
                end.counted.place
            ],
        )?;
        Ok(())
    }

    async fn count(&mut self, of: Standings<'_>, change: Count) -> Result<(), StoreError> {
        let (won, lost, drawn) = match change {
            Count::Won { .. } => (1, 0, 0),
            Count::Lost => (0, 1, 0),
            Count::Drawn => (0, 0, 1),
        };
        self.0.run(
            "INSERT INTO standings (user, game, versus, played, won, lost, drawn, streak, best_streak, climbed, board)
            SELECT id, ?2, ?3, 1, ?4, ?5, ?6, ?4 - ?5, ?4, ?7, CASE WHEN ?3 = 'people' THEN nullif(kind, 'guest') END
            FROM users WHERE id = ?1
            ON CONFLICT (user, game, versus) DO UPDATE SET
                played = played + 1, won = won + excluded.won, lost = lost + excluded.lost,
                drawn = drawn + excluded.drawn,
                streak = CASE WHEN excluded.won THEN max(streak, 0) + 1
                    WHEN excluded.lost THEN min(streak, 0) - 1 ELSE 0 END,
                best_streak = max(best_streak, CASE WHEN excluded.won THEN max(streak, 0) + 1 ELSE 0 END),
                climbed = climbed + excluded.climbed",
            params![
                of.user.0.cast_signed(),
                of.game,
                &*of.versus.word(),
                won,
                lost,
                drawn,
                matches!(change, Count::Won { climbs: true })
            ],
        )?;
        Ok(())
    }

    async fn count_stat(&mut self, of: Standings<'_>, stat: &str, add: i64, best: Best) -> Result<(), StoreError> {
        let (value, better) = match best {
            Best::Not => (None, "best"),
            Best::Highest(value) => (Some(value), "max(coalesce(best, excluded.best), excluded.best)"),
            Best::Lowest(value) => (Some(value), "min(coalesce(best, excluded.best), excluded.best)"),
        };
        self.0.run(
            &format!(
                "INSERT INTO standing_stats (user, game, versus, stat, total, best) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (user, game, versus, stat) DO UPDATE SET total = total + excluded.total, best = {better}"
            ),
            params![of.user.0.cast_signed(), of.game, &*of.versus.word(), stat, add, value],
        )?;
        Ok(())
    }

    async fn count_rival(
        &mut self,
        user: UserId,
        opponent: UserId,
        result: SeatResult,
        at: u64,
    ) -> Result<(), StoreError> {
        self.0.run(
            "INSERT INTO rivals (user, opponent, won, lost, drawn, last_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (user, opponent) DO UPDATE SET won = won + excluded.won, lost = lost + excluded.lost,
                drawn = drawn + excluded.drawn, last_at = excluded.last_at",
            params![
                user.0.cast_signed(),
                opponent.0.cast_signed(),
                result == SeatResult::Won,
                result == SeatResult::Lost,
                result == SeatResult::Drawn,
                at.cast_signed()
            ],
        )?;
        Ok(())
    }

    async fn meet(&mut self, user: UserId, opponent: UserId, game: &str, day: u64) -> Result<u32, StoreError> {
        self.0.one(
            "INSERT INTO meetings (day, user, opponent, game, matches) VALUES (?1, ?2, ?3, ?4, 1)
            ON CONFLICT DO UPDATE SET matches = matches + 1 RETURNING matches",
            params![day.cast_signed(), user.0.cast_signed(), opponent.0.cast_signed(), game],
            |row| Ok(row.get("matches")?),
        )
    }

    async fn meet_from(&mut self, user: UserId, from: AddressTag, game: &str, day: u64) -> Result<u32, StoreError> {
        self.0.one(
            "INSERT INTO address_meetings (day, user, address, game, matches) VALUES (?1, ?2, ?3, ?4, 1)
            ON CONFLICT DO UPDATE SET matches = matches + 1 RETURNING matches",
            params![day.cast_signed(), user.0.cast_signed(), from.0.cast_signed(), game],
            |row| Ok(row.get("matches")?),
        )
    }

    async fn rating(&mut self, user: UserId, game: &str) -> Result<Option<FullRating>, StoreError> {
        // Nothing else writes while this transaction does.
        self.0.first(
            "SELECT value, deviation, volatility, matches FROM ratings WHERE user = ?1 AND game = ?2",
            params![user.0.cast_signed(), game],
            |row| {
                let (value, deviation) = (row.get("value")?, row.get("deviation")?);
                Ok(FullRating { value, deviation, volatility: row.get("volatility")?, matches: row.get("matches")? })
            },
        )
    }

    async fn set_rating(&mut self, user: UserId, game: &str, rating: &FullRating, at: u64) -> Result<(), StoreError> {
        self.0.run(
            "INSERT INTO ratings (user, game, value, deviation, volatility, matches, settled, board)
            SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, nullif(kind, 'guest') FROM users WHERE id = ?1
            ON CONFLICT (user, game) DO UPDATE SET value = excluded.value, deviation = excluded.deviation,
                volatility = excluded.volatility, matches = excluded.matches, settled = excluded.settled",
            params![
                user.0.cast_signed(),
                game,
                rating.value,
                rating.deviation,
                rating.volatility,
                rating.matches,
                rating.is_settled()
            ],
        )?;
        self.0.run(
            "INSERT INTO rating_curve (user, game, number, at, value) SELECT id, ?2, ?3, ?4, ?5 FROM users WHERE id = ?1
            ON CONFLICT (user, game, number) DO UPDATE SET at = excluded.at, value = excluded.value",
            params![user.0.cast_signed(), game, rating.matches, at.cast_signed(), rating.value],
        )?;
        Ok(())
    }
}

impl SqliteTx<'_> {
    fn players(&self, id: MatchId) -> Result<Vec<Option<Seated>>, StoreError> {
        self.0.all(
            "SELECT u.id, u.kind, p.address FROM players p LEFT JOIN users u ON u.id = p.user
            WHERE p.match = ?1 ORDER BY p.seat",
            params![id.0.cast_signed()],
            |row| {
                let Some(user): Option<i64> = row.get("id")? else { return Ok(None) };
                let address = row.get::<_, Option<i64>>("address")?.map(|tag| AddressTag(tag.cast_unsigned()));
                let kind = Kind::read(&row.get::<_, String>("kind")?)?;
                Ok(Some(Seated { user: UserId(user.cast_unsigned()), kind, address }))
            },
        )
    }
}
