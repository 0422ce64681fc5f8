//! A match begins in earnest once.

use super::{LawSuite, survey};
use crate::{Report, Violation, report::ensure};
use parlor_kernel::Playable;

/// A new match has not [begun in earnest](parlor_kernel::Game::has_begun), and one that has stays so. Some matches of random play do.
///
/// # Errors
/// The first violation.
pub fn beginning<G: Playable>(suite: &LawSuite<G>) -> Result<Report, Violation> {
    let mut had_begun = false;
    let report = survey(suite, "beginning", |walk, played, _, report| {
        let begun = walk.game().has_begun();
        match played {
            None => ensure(!begun, || "it has begun before anything happened".into())?,
            Some(_) => ensure(begun || !had_begun, || "it had begun, and now it has not".into())?,
        }
        had_begun = begun;
        report.checks += u64::from(begun);
        Ok(())
    })?;
    if report.checks > 0 {
        return Ok(report);
    }
    let what = format!("no match of {} begins in earnest", report.games);
    Err(Violation { law: report.law, game: G::SPEC.id, seed: suite.seed, viewer: None, what, story: Vec::new() })
}
