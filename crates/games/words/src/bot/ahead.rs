//! Looking ahead near the end of a match for two: what the other seat may answer, and what comes after that.

use crate::{
    Words,
    board::Board,
    equity::{Candidate, Choice, Prospect},
    imagine::deck,
    moves::{Field, Found, Hand},
    tiles::Tiles,
};
use parlor_kernel::{Rng, Rules, Seat};

/// The bag is near its end with so many tiles.
pub(super) const NEAR: u8 = 9;

/// How many choices are looked into.
const CHOICES: usize = 6;
/// How many deals of the tiles that are not seen are tried, the same for every choice.
const DEALS: usize = 8;
/// How many plays are looked at for one answer, at most. All answers get the same, so that every choice is weighed alike.
const LOOKED_AT: u32 = 30_000;

/// The choice with the best difference of points over its own turn, the answer and the turn after, on average.
pub(super) fn best(rules: &Rules<Words>, prospect: &Prospect<'_>, seat: Seat, rng: &mut Rng) -> Choice {
    let candidates = prospect.ranked(CHOICES);
    let common = &prospect.view.common;
    let theirs = usize::from(common.hands[1 - seat.index()]);
    let unseen = prospect.view.unseen(&rules.config);
    let deals: Vec<Vec<_>> = (0..DEALS).map(|_| deck(&unseen, rng).collect()).collect();
    let outlook = |candidate: &Candidate| {
        let Choice::Play(found) = candidate.choice else {
            return candidate.equity * DEALS as i32;
        };
        let mut board = common.board.clone();
        let mut laid = Tiles::default();
        for (square, placed) in found.tiles() {
            board.put(square, placed);
            laid.put(placed.tile());
        }
        let kept = prospect.rack.minus(&laid).unwrap_or_default();
        let field = Field::new(&rules.config, rules.assets.graph(), &board);
        let after = deals.iter().map(|deal| {
            let (answering, rest) = deal.split_at(theirs.min(deal.len()));
            let answer = strongest(&field, &answering.iter().copied().collect());
            let own = rest.iter().copied().take(found.used.into()).collect::<Tiles>().plus(&kept);
            let reply = match answer {
                Some(answer) => follow_up(rules, &board, &answer, &own),
                None => strongest(&field, &own).map_or(0, |play| play.score),
            };
            // Who goes out first keeps the other from a turn.
            let is_out = own.is_empty();
            (if is_out { 0 } else { reply - answer.map_or(0, |play| play.score) }) * 100
        });
        let points = (found.score * 100 * DEALS as i32) + after.sum::<i32>();
        // What is kept beyond the next turn still counts a little.
        points + (candidate.equity - found.score * 100) * DEALS as i32 / 4
    };
    let scored = candidates.iter().map(|candidate| (outlook(candidate), candidate.choice));
    scored.max_by_key(|(points, _)| *points).map_or(Choice::Pass, |(_, choice)| choice)
}

fn follow_up(rules: &Rules<Words>, board: &Board, answer: &Found, own: &Tiles) -> i32 {
    let mut board = board.clone();
    answer.tiles().for_each(|(square, placed)| board.put(square, placed));
    let field = Field::new(&rules.config, rules.assets.graph(), &board);
    strongest(&field, own).map_or(0, |play| play.score)
}

/// The play with the most points.
fn strongest(field: &Field<'_>, rack: &Tiles) -> Option<Found> {
    field.best_play(rack, &[0; Hand::KEYS], LOOKED_AT).map(|(found, _)| found)
}
