//! A viewer who is told of an input before it counts can predict what will come of it.

use super::{LawSuite, survey};
use crate::{Report, Violation, report::ensure_for};
use parlor_kernel::{GameConfig, Playable, Seat, Viewer};

/// How many candidates a seat tries.
const CANDIDATES: usize = 8;

/// In a real-time game, a viewer who is [told](parlor_kernel::Predict::input_audience) of an input and
/// [expects](parlor_kernel::Predict::expect) it sees what the house will show them once it counts: after what the rules
/// allow and after what they refuse, and however long ago the house was last heard, unless it has said something since.
/// Exempt is what ends the match: that is for the house to say.
///
/// # Errors
/// The first violation.
pub fn expectation<G: Playable>(suite: &LawSuite<G>) -> Result<Report, Violation> {
    survey(suite, "expectation", |walk, _, rng, report| {
        let tick = walk.table().now() + u64::from(rng.below(G::SPEC.ticks_per_second));
        let (mut now, mut heard) = (walk.table().clone(), Vec::new());
        now.advance(tick, &mut heard);
        if now.outcome().is_some() {
            return Ok(());
        }
        let known = if heard.is_empty() { walk.table() } else { &now };
        for seat in Seat::all(suite.rules.config.seats()) {
            let sampled = now.game().sample(seat, rng);
            let candidates: Vec<_> = (0..CANDIDATES).map(|_| (suite.candidate)(now.game(), seat, rng)).collect();
            for action in sampled.into_iter().chain(candidates) {
                let mut then = now.clone();
                // What is refused changes nothing, and that is to be expected, too.
                let _ = then.act(tick, seat, action.clone(), &mut ());
                if then.outcome().is_some() {
                    continue;
                }
                let audience = G::input_audience(&suite.rules.config, seat, &action);
                for viewer in Viewer::all(suite.rules.config.seats()).filter(|&viewer| audience.includes(viewer)) {
                    let mut expected = known.view(viewer);
                    G::expect(&mut expected, tick, seat, &action);
                    report.checks += 1;
                    let real = then.view(viewer);
                    ensure_for(viewer, expected == real, || {
                        format!("of {action:?} by {seat} at {tick:?}\n  expected: {expected:?}\n  real:     {real:?}")
                    })?;
                }
            }
        }
        Ok(())
    })
}
