//! What results add up to, as rows.

use super::{
    columns::{Columns, narrow, unsigned, user, word},
    from_json,
};
use crate::{
    FullRating, LeaderCursor, LeaderOrder, LeaderRow, RatingPoint, RivalRow, SeatResult, Standing, StoreError, Tally,
    Versus,
};

/// Adds a row of standings to those of the same user in the same game; the rows come in the order of games.
pub fn add_standing(standings: &mut Vec<Standing>, row: &impl Columns) -> Result<(), StoreError> {
    let game = row.text("game")?;
    if standings.last().is_none_or(|standing| standing.game != game) {
        let rating = to_rating_or_none(row)?;
        standings.push(Standing { game: game.into(), people: Tally::default(), bots: Tally::default(), rating });
    }
    if let Some(standing) = standings.last_mut() {
        match word(row, "versus")? {
            Versus::People => standing.people = to_tally(row)?,
            Versus::Bots => standing.bots = to_tally(row)?,
        }
    }
    Ok(())
}

pub fn to_rival(row: &impl Columns) -> Result<RivalRow, StoreError> {
    Ok(RivalRow {
        user: user(row)?,
        won: narrow(row, "won")?,
        lost: narrow(row, "lost")?,
        drawn: narrow(row, "drawn")?,
        last_at: unsigned(row, "last_at")?,
    })
}

/// Ranks in a list, the best first: equals share one.
pub struct Ranks<S>(Option<(u32, u32, S)>);

impl<S: Copy + PartialEq> Ranks<S> {
    /// Those after a row with its rank, its place and what put it there; from the top without one.
    pub const fn after(last: Option<(u32, u32, S)>) -> Self {
        Self(last)
    }

    /// The rank and the place of the next row.
    pub fn next(&mut self, score: S) -> (u32, u32) {
        let place = self.0.map_or(0, |(_, place, _)| place) + 1;
        let rank = match self.0 {
            Some((rank, _, equal)) if equal == score => rank,
            _ => place,
        };
        self.0 = Some((rank, place, score));
        (rank, place)
    }
}

/// The rows of a page with their ranks, counted on from where the page before ended.
pub fn ranked(
    rows: &[impl Columns],
    order: LeaderOrder,
    after: Option<LeaderCursor>,
) -> Result<Vec<LeaderRow>, StoreError> {
    let mut ranks = Ranks::after(after.map(|after| (after.rank, after.place, after.score)));
    let mut leaders = Vec::with_capacity(rows.len());
    for row in rows {
        let mut leader = LeaderRow {
            rank: 0,
            place: 0,
            user: user(row)?,
            rating: to_rating_or_none(row)?,
            people: to_tally(row)?,
            climbed: narrow(row, "climbed")?,
        };
        let score = leader.score(order).ok_or_else(|| StoreError::Corrupt("a leader without a score".into()))?;
        (leader.rank, leader.place) = ranks.next(score);
        leaders.push(leader);
    }
    Ok(leaders)
}

fn to_tally(row: &impl Columns) -> Result<Tally, StoreError> {
    Ok(Tally {
        played: narrow(row, "played")?,
        won: narrow(row, "won")?,
        lost: narrow(row, "lost")?,
        drawn: narrow(row, "drawn")?,
        streak: narrow(row, "streak")?,
        best_streak: narrow(row, "best_streak")?,
        totals: from_json(row.text("totals")?)?,
        bests: from_json(row.text("bests")?)?,
    })
}

pub fn to_rating(row: &impl Columns) -> Result<FullRating, StoreError> {
    Ok(FullRating {
        value: row.real("value")?,
        deviation: row.real("deviation")?,
        volatility: row.real("volatility")?,
        matches: narrow(row, "matches")?,
    })
}

pub fn to_point(row: &impl Columns) -> Result<RatingPoint, StoreError> {
    Ok(RatingPoint { at: unsigned(row, "at")?, value: row.real("value")? })
}

fn to_rating_or_none(row: &impl Columns) -> Result<Option<FullRating>, StoreError> {
    row.real_or_none("value")?.map(|_| to_rating(row)).transpose()
}

/// What one match adds to the wins, losses and draws between two players.
pub fn tallied(result: SeatResult) -> (i64, i64, i64) {
    match result {
        SeatResult::Won => (1, 0, 0),
        SeatResult::Lost => (0, 1, 0),
        SeatResult::Drawn => (0, 0, 1),
        SeatResult::Void => (0, 0, 0),
    }
}
