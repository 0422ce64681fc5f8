//! Assets make a difference.

use super::{LawSuite, each_match, json};
use crate::{Report, Violation};
use parlor_kernel::{Audience, Digest, Input, KeyedDice, Playable, Rules, Table};
use std::sync::Arc;

/// The same inputs lead elsewhere under `others`, rules that differ from the suite's in an asset only: at least one match
/// has another position, says something else or is refused. A game that ignores its asset is caught.
///
/// # Errors
/// If no match differs.
pub fn assets<G: Playable>(suite: &LawSuite<G>, others: &Arc<Rules<G>>) -> Result<Report, Violation> {
    let mut differ = false;
    let report = each_match(suite, "assets", 0, |walk, _, report| {
        let mut other = Table::new(Arc::clone(others), KeyedDice::new(walk.table().dice().key().clone()));
        for _ in 0..suite.max_steps {
            let Some(played) = walk.step() else { break };
            report.states += 1;
            let mut heard: Vec<(Audience, G::Event)> = Vec::new();
            let done = match played.input.clone() {
                Input::Act { seat, action } => other.act(played.tick, seat, action, &mut heard),
                Input::Leave { seat } => other.leave(played.tick, seat, &mut heard),
                Input::CallOff => other.call_off(played.tick, &mut heard),
                Input::Wake => {
                    other.advance(played.tick, &mut heard);
                    Ok(())
                }
            };
            report.checks += 1;
            let said = |heard: &[(Audience, G::Event)]| json(&heard.iter().map(|(_, event)| event).collect::<Vec<_>>());
            let same = Digest::of(other.game()) == Digest::of(walk.game()) && said(&heard) == said(&played.events);
            if done.is_err() || !same {
                differ = true;
                break;
            }
        }
        Ok(())
    })?;
    if differ {
        return Ok(report);
    }
    let what = format!("no match of {} differs under other assets", report.games);
    Err(Violation { law: report.law, game: G::SPEC.id, seed: suite.seed, viewer: None, what, story: Vec::new() })
}
