//! The order of sealed moves does not matter.

use super::{LawSuite, survey};
use crate::{
    Report, Violation,
    report::{Fault, ensure},
};
use parlor_kernel::{Dice, Digest, Game, Playable, Seat, Tick};

/// Where several seats are awaited at once, their actions lead to the same position in either order, unless one of
/// them ends the match.
///
/// # Errors
/// The first violation.
pub fn commutes<G: Playable>(suite: &LawSuite<G>) -> Result<Report, Violation> {
    survey(suite, "commutation", |walk, _, rng, report| {
        let (game, table) = (walk.game(), walk.table());
        let seats: Vec<_> = game.awaiting().iter().collect();
        for (place, &one) in seats.iter().enumerate() {
            for &other in &seats[place + 1..] {
                let (Some(a), Some(b)) = (game.sample(one, rng), game.sample(other, rng)) else {
                    continue;
                };
                let (a, b) = ((one, a), (other, b));
                let forth = both(game, table.now(), table.dice(), &a, &b)?;
                let back = both(game, table.now(), table.dice(), &b, &a)?;
                report.checks += 1;
                if let (Some(forth), Some(back)) = (forth, back) {
                    ensure(forth == back, || format!("{a:?} and then {b:?} differs from the other order"))?;
                }
            }
        }
        Ok(())
    })
}

/// The position after two actions, unless the match ends on the way.
fn both<G: Game>(
    game: &G,
    now: Tick,
    dice: &impl Dice,
    first: &(Seat, G::Action),
    second: &(Seat, G::Action),
) -> Result<Option<Digest>, Fault> {
    let mut game = game.clone();
    for (seat, action) in [first, second] {
        if game.outcome().is_some() {
            return Ok(None);
        }
        if let Err(illegal) = game.check(*seat, action) {
            return Err(format!("after {first:?}, {second:?} is refused: {illegal}").into());
        }
        game.act(now, *seat, action.clone(), dice, &mut ());
    }
    Ok(game.outcome().is_none().then(|| Digest::of(&game)))
}
