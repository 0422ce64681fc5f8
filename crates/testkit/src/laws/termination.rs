//! Matches end, and then they are over.

use super::{LawSuite, each_match};
use crate::{
    Report, Violation, Walk,
    report::{Fault, ensure},
};
use parlor_kernel::{Digest, GameConfig, Playable, Rejected, Rng, Seat};

/// Random play ends within [`LawSuite::max_steps`] and never gets stuck, not even when seats leave; no clock runs where
/// the rules have none. Afterwards nothing moves any more: no seat is awaited, no clock runs, the result stays, and the table refuses whatever comes.
///
/// # Errors
/// The first violation.
pub fn termination<G: Playable>(suite: &LawSuite<G>) -> Result<Report, Violation> {
    each_match(suite, "termination", 0, |walk, rng, report| {
        report.states += 1;
        for _ in 0..suite.max_steps {
            let awaited = walk.gone().iter().find(|&seat| walk.game().awaiting().contains(seat));
            ensure(awaited.is_none(), || format!("{awaited:?} has left and is still awaited"))?;
            let wake = walk.game().next_wake().filter(|_| !suite.rules.config.is_timed());
            ensure(wake.is_none(), || format!("rules without a clock ask to be woken at {wake:?}"))?;
            if walk.step().is_none() {
                break;
            }
            report.states += 1;
        }
        ensure(walk.is_over(), || {
            let steps = suite.max_steps;
            let awaiting: Vec<_> = walk.game().awaiting().iter().collect();
            let wake = walk.game().next_wake();
            format!("not over after {steps} steps or stuck: awaiting {awaiting:?}, wake {wake:?}")
        })?;
        report.checks += 1;
        over(walk, suite, rng)
    })
}

/// Nothing moves a finished match.
fn over<G: Playable>(walk: &Walk<G>, suite: &LawSuite<G>, rng: &mut Rng) -> Result<(), Fault> {
    let game = walk.game();
    ensure(game.awaiting().is_empty(), || {
        format!("it is over, but awaits {:?}", game.awaiting().iter().collect::<Vec<_>>())
    })?;
    ensure(game.next_wake().is_none(), || format!("it is over, but asks to be woken at {:?}", game.next_wake()))?;
    let mut table = walk.table().clone();
    let mut heard = Vec::new();
    let later = table.now() + 1_000 * u64::from(G::SPEC.ticks_per_second);
    table.advance(later, &mut heard);
    for seat in Seat::all(suite.rules.config.seats()) {
        let action = (suite.candidate)(game, seat, rng);
        let acted = table.act(later, seat, action, &mut heard);
        let left = table.leave(later, seat, &mut heard);
        for (what, done) in [("act", acted), ("leave", left)] {
            let refused = done == Err(Rejected::Over);
            ensure(refused, || format!("it is over, but {seat} may still {what}: {done:?}"))?;
        }
    }
    let still = heard.is_empty() && table.game() == game && Digest::of(table.game()) == Digest::of(walk.game());
    ensure(still, || "it is over, but something still changes".into())
}
