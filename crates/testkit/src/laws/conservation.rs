//! What must stay the same stays the same.

use super::{LawSuite, survey};
use crate::{Report, Violation, report::ensure};
use parlor_kernel::Playable;
use std::fmt::Debug;

/// `measure` gives the same for every position of a match: all tiles of the set, all points that were dealt.
///
/// # Errors
/// The first violation.
pub fn conservation<G: Playable, T: PartialEq + Debug>(
    suite: &LawSuite<G>,
    measure: impl Fn(&G) -> T,
) -> Result<Report, Violation> {
    let mut first = None;
    survey(suite, "conservation", |walk, played, _, report| {
        let now = measure(walk.game());
        match &first {
            Some(first) if played.is_some() => {
                report.checks += 1;
                ensure(now == *first, || format!("at first {first:?}, now {now:?}"))?;
            }
            _ => first = Some(now),
        }
        Ok(())
    })
}
