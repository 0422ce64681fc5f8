//! What a finished match counts for.

use crate::{
    Best, Contestant, Count, Counts, Ended, FullRating, MatchStatus, Meeting, NEWCOMER, NewResult, ResultsTx, SeatEnd,
    SeatResult, Seated, Standings, StoreError, Versus, ratings, weight,
};
use parlor_kernel::{self as kernel, Footer, Reason};
use parlor_wire::{Kind, MatchId};

/// A match that is over.
#[derive(Clone, Copy, Debug)]
pub struct MatchEnd<'a> {
    /// Which match.
    pub id: MatchId,
    /// The last line of its log.
    pub footer: &'a Footer,
    /// When, on the wall clock in milliseconds.
    pub at: u64,
    /// How many turns were taken.
    pub turns: u64,
    /// How it went, by seat.
    pub results: &'a [NewResult],
    /// What it counts for.
    pub counts: Counts,
}

/// A user for whom a match counts.
struct Counted<'a> {
    seat: u8,
    player: Seated,
    new: &'a NewResult,
    result: SeatResult,
    /// Whether the match weighs on leaderboards for them.
    weighs: bool,
}

/// Writes down how a match ended, and counts it: once, however often it is said.
///
/// # Errors
/// If the database fails.
pub async fn end_match(tx: &mut impl ResultsTx, end: MatchEnd<'_>) -> Result<(), StoreError> {
    let MatchEnd { id, footer, at, turns, results, counts } = end;
    let status = match footer.outcome.reason {
        Reason::Abandoned(_) | Reason::Void => MatchStatus::Abandoned,
        _ => MatchStatus::Completed,
    };
    let listed = counts != Counts::Nothing;
    let Some(begun) = tx.end_match(id, &Ended { footer, at, turns, status, listed }).await? else { return Ok(()) };
    let mut changes = Vec::new();
    if listed {
        // A win over a player who left, or on a board of three by three, is no record.
        let records = counts == Counts::Record && footer.outcome.reason == Reason::Completed;
        let mut counted = counted(&begun.players, results);
        for index in 0..counted.len() {
            counted[index].weighs = weighs(tx, &counted, index, &begun.game, weight::day(at)).await?;
        }
        for mine in &counted {
            count(tx, &begun.game, &begun.players, mine, records).await?;
            for theirs in &counted {
                if let Some(result) = against(mine, theirs) {
                    tx.count_rival(mine.player.user, theirs.player.user, result, at).await?;
                }
            }
        }
        let among_users = counted.len() > 1 && counted.len() == results.len();
        if begun.rated && among_users && counted.iter().all(|mine| mine.weighs) {
            changes = rate(tx, &begun.game, &counted, at).await?;
        }
    }
    for (seat, counted) in (0u8..).zip(results) {
        let result = if listed { result_of(counted, results) } else { SeatResult::Void };
        let rating = changes.iter().find(|(changed, _)| *changed == seat).map(|(_, change)| *change);
        tx.end_seat(id, seat, &SeatEnd { result, counted, rating }).await?;
    }
    Ok(())
}

fn result_of(new: &NewResult, all: &[NewResult]) -> SeatResult {
    SeatResult::of(new.place, all.iter().map(|other| other.place))
}

/// Those for whom it counts, by seat.
fn counted<'a>(players: &[Option<Seated>], results: &'a [NewResult]) -> Vec<Counted<'a>> {
    let seats = (0u8..).zip(players).zip(results);
    seats
        .filter_map(|((seat, player), new)| {
            let result = result_of(new, results);
            let counts = result != SeatResult::Void;
            counts.then_some(Counted { seat, player: (*player)?, new, result, weighs: false })
        })
        .collect()
}

/// How a match went for one player against another; none between partners, and between two who both did not win.
fn against(mine: &Counted<'_>, theirs: &Counted<'_>) -> Option<SeatResult> {
    let partners = mine.new.team.is_some() && mine.new.team == theirs.new.team;
    if partners || mine.player.user == theirs.player.user {
        return None;
    }
    match (mine.new.place?, theirs.new.place?) {
        (mine, theirs) if mine < theirs => Some(SeatResult::Won),
        (mine, theirs) if mine > theirs => Some(SeatResult::Lost),
        (1, _) => Some(SeatResult::Drawn),
        _ => None,
    }
}

/// Whether a match weighs on leaderboards for one of its players: see [`weight`].
async fn weighs(
    tx: &mut impl ResultsTx,
    counted: &[Counted<'_>],
    index: usize,
    game: &str,
    day: u64,
) -> Result<bool, StoreError> {
    let mine = &counted[index];
    let mut weighs = false;
    for theirs in counted.iter().filter(|theirs| against(mine, theirs).is_some()) {
        let (me, them) = (&mine.player, &theirs.player);
        let with_them = tx.meet(me.user, them.user, game, day).await?;
        let with_their_address = match them.address {
            Some(address) => tx.meet_from(me.user, address, game, day).await?,
            None => 0,
        };
        let same_address = me.address.is_some() && me.address == them.address;
        weighs |= Meeting { with_them, with_their_address, same_address }.weighs();
    }
    Ok(weighs)
}

async fn count(
    tx: &mut impl ResultsTx,
    game: &str,
    players: &[Option<Seated>],
    mine: &Counted<'_>,
    records: bool,
) -> Result<(), StoreError> {
    let user = mine.player.user;
    // Programs are no people.
    let is_other_person = |player: &Seated| player.user != user && player.kind != Kind::Bot;
    let versus = if players.iter().flatten().any(is_other_person) { Versus::People } else { Versus::Bots };
    let of = Standings { user, game, versus };
    let won = mine.result == SeatResult::Won;
    let change = match mine.result {
        SeatResult::Won => Count::Won { climbs: mine.weighs && versus == Versus::People },
        SeatResult::Lost => Count::Lost,
        SeatResult::Drawn | SeatResult::Void => Count::Drawn,
    };
    tx.count(of, change).await?;
    for &(stat, value) in &mine.new.stats {
        let best = match stat.best {
            _ if !records => Best::Not,
            kernel::Best::Highest => Best::Highest(value),
            kernel::Best::HighestWon if won => Best::Highest(value),
            kernel::Best::LowestWon if won => Best::Lowest(value),
            kernel::Best::Sum | kernel::Best::HighestWon | kernel::Best::LowestWon => Best::Not,
        };
        tx.count_stat(of, stat.id, value, best).await?;
    }
    Ok(())
}

/// Changes the ratings, and gives back by seat what they were and are.
async fn rate(
    tx: &mut impl ResultsTx,
    game: &str,
    counted: &[Counted<'_>],
    at: u64,
) -> Result<Vec<(u8, (f64, f64))>, StoreError> {
    let mut before: Vec<Contestant> = Vec::with_capacity(counted.len());
    for mine in counted {
        let rating = tx.rating(mine.player.user, game).await?.unwrap_or(NEWCOMER);
        before.push(Contestant { rating, team: mine.new.team, place: mine.new.place });
    }
    let after: Vec<FullRating> = ratings::after(&before);
    let mut changes = Vec::with_capacity(counted.len());
    for ((mine, before), after) in counted.iter().zip(&before).zip(&after) {
        if after.matches != before.rating.matches {
            tx.set_rating(mine.player.user, game, after, at).await?;
            changes.push((mine.seat, (before.rating.value, after.value)));
        }
    }
    Ok(changes)
}
