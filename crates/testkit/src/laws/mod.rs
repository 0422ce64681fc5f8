//! The laws. Each plays random matches and gives a [`Report`] of what it looked at or the first [`Violation`].

mod agreement;
mod assets;
mod beginning;
mod commutes;
mod conservation;
mod determinism;
mod expectation;
mod folding;
mod non_interference;
mod relay;
mod replay;
mod seating;
mod termination;
mod verdict;

pub use agreement::agreement;
pub use assets::assets;
pub use beginning::beginning;
pub use commutes::commutes;
pub use conservation::conservation;
pub use determinism::{determinism, fingerprint};
pub use expectation::expectation;
pub use folding::folding;
pub use non_interference::non_interference;
pub use relay::relay;
pub use replay::replay;
pub use seating::seating;
pub use termination::termination;
pub use verdict::verdict;

use crate::{
    Played, Report, Violation, Walk,
    report::{Fault, ensure},
};
use parlor_kernel::{Game, Imagine, Input, Library, Playable, Rng, Rules, Seat, Viewer};
use serde::{Serialize, de::DeserializeOwned};
use std::{fmt::Debug, sync::Arc};

/// Some action of the game, legal or not: what a careless or hostile client might send.
pub type Candidate<G> = fn(&G, Seat, &mut Rng) -> <G as Game>::Action;

/// Whether an input may teach a viewer something that was hidden from it (a shot that spectators see land).
pub type Reveals<G> = fn(&G, Viewer, &Input<<G as Game>::Action>) -> bool;

/// How to test one rule set of a game.
///
/// Fill in what differs from [`LawSuite::new`]:
/// `LawSuite { states: 20_000, sealed: true, ..LawSuite::new(config, candidate) }`.
#[derive(Clone, Debug)]
pub struct LawSuite<G: Game> {
    /// The rules.
    pub rules: Arc<Rules<G>>,
    /// Where replays find the assets of the rules.
    pub library: Library,
    /// The seed of the first match; the next one has the next seed.
    pub seed: u64,
    /// How many positions each law looks at.
    pub states: u64,
    /// No match is longer, in steps of random play.
    pub max_steps: u64,
    /// How many legal actions of a seat are listed. If there are more, only those listed are checked, and not that
    /// nothing else is legal.
    pub prefix: usize,
    /// A generator of possibly illegal actions. Make it hit legal ones often, else it finds little.
    pub candidate: Candidate<G>,
    /// Whether seats that are awaited together move sealed, so that their order must not matter.
    pub sealed: bool,
    /// Which inputs of others may show a viewer something that was hidden, in a given position. Ending the match always
    /// may. Where a wake does, when the clock is due may differ, too.
    pub reveals: Reveals<G>,
}

impl<G: Game> LawSuite<G> {
    /// A suite of 10,000 positions per law for a game whose moves are not sealed and reveal nothing.
    pub fn new(rules: impl Into<Arc<Rules<G>>>, candidate: Candidate<G>) -> Self {
        Self {
            rules: rules.into(),
            library: Library::default(),
            seed: 1,
            states: 10_000,
            max_steps: 20_000,
            prefix: 256,
            candidate,
            sealed: false,
            reveals: |_, _, _| false,
        }
    }
}

/// Every law but [`conservation`], which needs to be told what is conserved, and [`assets`], which needs others.
///
/// # Errors
/// The first violation.
pub fn all<G: Playable + Imagine>(suite: &LawSuite<G>) -> Result<Vec<Report>, Violation> {
    let mut reports = vec![
        seating(suite)?,
        termination(suite)?,
        beginning(suite)?,
        verdict(suite)?,
        agreement(suite)?,
        determinism(suite)?,
        replay(suite)?,
        folding(suite)?,
        non_interference(suite)?,
    ];
    if suite.sealed {
        reports.push(commutes(suite)?);
    }
    if G::SPEC.real_time {
        reports.extend([relay(suite)?, expectation(suite)?]);
    }
    Ok(reports)
}

/// Calls `visit` in every position of random matches, until there were enough: first with `None` at the beginning of
/// a match, then after each step. The generator it gets does not influence the play.
fn survey<G: Playable>(
    suite: &LawSuite<G>,
    law: &'static str,
    mut visit: impl FnMut(&Walk<G>, Option<&Played<G>>, &mut Rng, &mut Report) -> Result<(), Fault>,
) -> Result<Report, Violation> {
    each_match(suite, law, 0, |walk, rng, report| {
        report.states += 1;
        visit(walk, None, rng, report)?;
        for _ in 0..suite.max_steps {
            let Some(played) = walk.step().filter(|_| report.states < suite.states) else {
                break;
            };
            report.states += 1;
            visit(walk, Some(&played), rng, report)?;
        }
        Ok(())
    })
}

/// Calls `play` with new matches until it has counted enough states.
fn each_match<G: Playable>(
    suite: &LawSuite<G>,
    law: &'static str,
    digest_every: u64,
    mut play: impl FnMut(&mut Walk<G>, &mut Rng, &mut Report) -> Result<(), Fault>,
) -> Result<Report, Violation> {
    let mut report = Report::new(law);
    for seed in suite.seed.. {
        if report.states >= suite.states {
            break;
        }
        report.games += 1;
        let mut walk = Walk::recording(&suite.rules, seed, digest_every);
        let mut rng = Rng::new(!seed);
        if let Err(Fault { viewer, what }) = play(&mut walk, &mut rng, &mut report) {
            let story = walk.recorder().entries().iter().map(json).collect();
            return Err(Violation { law, game: G::SPEC.id, seed, viewer, what, story });
        }
    }
    Ok(report)
}

/// JSON as it would go out.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("actions, events and views are JSON")
}

/// What goes out as JSON must come back as the same.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Result<(), Fault> {
    let text = json(value);
    let back: T = serde_json::from_str(&text)
        .map_err(|error| format!("{value:?} is written as {text}, which cannot be read: {error}"))?;
    ensure(back == *value, || format!("{value:?} is written as {text}, but read as {back:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct Forgetful {
        #[serde(skip)]
        lost: u8,
    }

    #[test]
    fn what_json_loses_is_noticed() {
        round_trip(&Forgetful { lost: 0 }).unwrap();
        let fault = round_trip(&Forgetful { lost: 1 }).unwrap_err();
        assert!(fault.what.contains("but read as Forgetful { lost: 0 }"), "{}", fault.what);
        // JSON has no NaN: it is written as null.
        round_trip(&f64::NAN).unwrap_err();
    }
}
