//! Equal seeds give equal matches, on every machine.

use super::{LawSuite, each_match, json};
use crate::{Played, Report, Violation, Walk, report::ensure};
use parlor_kernel::{Dice, Digest, Input, Playable, Rejected, Rules, Table};
use std::sync::Arc;

/// Playing a match a second time gives the same positions and the same announcements, and whether anybody listens to
/// them makes no difference: simulations do not, tables do.
///
/// # Errors
/// The first violation.
pub fn determinism<G: Playable>(suite: &LawSuite<G>) -> Result<Report, Violation> {
    each_match(suite, "determinism", 0, |walk, _, report| {
        // Built anew rather than cloned: a clone would share what `Game::new` got from elsewhere.
        let mut again = Walk::<G>::new(&suite.rules, walk.seed());
        let mut deaf = again.table().clone();
        report.states += 1;
        for _ in 0..suite.max_steps {
            let Some(played) = walk.step() else { break };
            let second = again.step().map(|played| digest(&again, &played));
            ensure(second == Some(digest(walk, &played)), || {
                format!("{:?} went differently the second time", played.input)
            })?;
            let unheard = apply(&mut deaf, &played);
            ensure(unheard.is_ok() && deaf.game() == walk.game(), || {
                format!("{:?} went differently without listeners", played.input)
            })?;
            report.states += 1;
            report.checks += 2;
        }
        Ok(())
    })
}

/// One digest of all that happens in `games` random matches, for comparing native code with WASM.
pub fn fingerprint<G: Playable>(rules: &Arc<Rules<G>>, seed: u64, games: u64, max_steps: u64) -> Digest {
    let mut sum = Digest::of(&seed);
    for seed in (seed..).take(games as usize) {
        let mut walk = Walk::<G>::new(rules, seed);
        for _ in 0..max_steps {
            let Some(played) = walk.step() else { break };
            sum = Digest::of(&(sum.0, digest(&walk, &played).0));
        }
    }
    sum
}

/// The digest of the position that a step led to and of all it announced.
fn digest<G: Playable>(walk: &Walk<G>, played: &Played<G>) -> Digest {
    let heard: Vec<_> = played.events.iter().map(|(_, event)| json(event)).collect();
    Digest::of(&(Digest::of(walk.game()).0, played.tick, heard))
}

/// Repeats what was done elsewhere, without listeners.
fn apply<G: Playable, D: Dice>(table: &mut Table<G, D>, played: &Played<G>) -> Result<(), Rejected<G::Illegal>> {
    match &played.input {
        Input::Act { seat, action } => table.act(played.tick, *seat, action.clone(), &mut ()),
        Input::Leave { seat } => table.leave(played.tick, *seat, &mut ()),
        Input::CallOff => table.call_off(played.tick, &mut ()),
        Input::Wake => {
            table.advance(played.tick, &mut ());
            Ok(())
        }
    }
}
