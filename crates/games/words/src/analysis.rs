//! What a turn could have been: for looking at a match afterwards, and for hints.

use crate::{
    Words,
    equity::{Choice, Prospect},
    event::Action,
    leaves::Leaves,
    notation::action_text,
    view::View,
};
use parlor_kernel::{Game, Library, Mismatch, Record, Replay, Rules, Seat, Viewer};
use serde::Serialize;

/// A way to use a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Way {
    /// In the game's notation.
    pub text: String,
    /// What it counts.
    pub points: i32,
    /// What it is worth with the tiles that it keeps, in hundredths of a point.
    pub equity: i32,
}

/// A turn and what else it could have been.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Assessment {
    /// Whose turn it was.
    pub seat: Seat,
    /// What the seat held.
    pub rack: String,
    /// What it did.
    pub made: Way,
    /// The best it could have done, the best first.
    pub best: Vec<Way>,
    /// How many points more the best play has; nothing if the play made has more.
    pub points_lost: i32,
    /// How much more the best is worth, in hundredths of a point.
    pub equity_lost: i32,
    /// The seat's chance to win at a table for two, in percent, before the turn and after it.
    pub chance: Option<[u8; 2]>,
}

/// The best ways to use the turn of the view's own seat, the best first.
pub fn best_ways(rules: &Rules<Words>, view: &View, most: usize) -> Vec<Way> {
    let prospect = Prospect::new(rules, view, Some(Leaves::learnt(&rules.config)));
    ways(&prospect, most)
}

fn ways(prospect: &Prospect<'_>, most: usize) -> Vec<Way> {
    let way = |(choice, equity): (Choice, i32)| {
        let points = if let Choice::Play(found) = &choice { found.score } else { 0 };
        Way { text: action_text(&prospect.action(&choice)), points, equity }
    };
    prospect.ranked(most).into_iter().map(|candidate| way((candidate.choice, candidate.equity))).collect()
}

/// What `action` of `seat` was worth in a position before it, and the `most` best alternatives; `None` if it was no move of
/// a turn, or not allowed.
pub fn assess(game: &Words, seat: Seat, action: &Action, most: usize) -> Option<Assessment> {
    game.check(seat, action).ok()?;
    let view = game.view(Viewer::Seat(seat));
    let prospect = Prospect::new(&game.rules, &view, Some(Leaves::learnt(&game.rules.config)));
    let (points, equity) = prospect.worth_of(&game.rules, action)?;
    let best = ways(&prospect, most.max(1));
    let first = best.first()?;
    let chance = (view.common.seats() == 2).then(|| {
        let lead = view.common.scores[seat.index()] - view.common.scores[1 - seat.index()];
        let unseen = u32::from(view.common.bag) + view.common.hands.iter().map(|&hand| u32::from(hand)).sum::<u32>();
        // Before the turn its player may hope for the best of it.
        [first.equity, equity].map(|worth| winning_chance(lead * 100 + worth, unseen))
    });
    Some(Assessment {
        seat,
        rack: view.rack().to_string(),
        points_lost: (first.points - points).max(0),
        equity_lost: (first.equity - equity).max(0),
        made: Way { text: action_text(action), points, equity },
        best,
        chance,
    })
}

/// Every turn of a finished match, with the `most` best alternatives of each.
///
/// # Errors
/// If the log does not hold.
pub fn analyse(record: Record, library: &Library, most: usize) -> Result<Vec<Assessment>, Mismatch> {
    let mut replay = Replay::<Words>::new(record, library)?;
    let mut turns = Vec::new();
    loop {
        let before = replay.game().clone();
        let Some(step) = replay.step()? else { return Ok(turns) };
        turns.extend(step.action.and_then(|(seat, action)| assess(&before, seat, &action, most)));
    }
}

/// The chance to win with a lead in hundredths of a point, while so many tiles are not on the board, in percent. A
/// logistic curve, which gets steeper as the tiles run out.
fn winning_chance(lead: i32, unseen: u32) -> u8 {
    let spread = 500.0 + 350.0 * f64::from(unseen).sqrt();
    let chance = 1.0 / (1.0 + (-f64::from(lead) / spread).exp());
    (chance * 100.0).round() as u8
}
