//! A viewer who is told of an input before it counts learns nothing hidden from them.

use super::{LawSuite, survey};
use crate::{Played, Report, Violation, report::ensure_for};
use parlor_kernel::{GameConfig, Input, Playable, Viewer};

/// In a real-time game [inputs are told](parlor_kernel::Predict::input_audience) before they count. Every player is told of
/// their own, and another viewer only if they may hear all that is announced when it counts.
///
/// # Errors
/// The first violation.
pub fn relay<G: Playable>(suite: &LawSuite<G>) -> Result<Report, Violation> {
    survey(suite, "relay", |_, played, _, report| {
        let Some(Played { input: Input::Act { seat, action }, events, .. }) = played else { return Ok(()) };
        let audience = G::input_audience(&suite.rules.config, *seat, action);
        for viewer in Viewer::all(suite.rules.config.seats()) {
            report.checks += 1;
            let (told, own) = (audience.includes(viewer), viewer == Viewer::Seat(*seat));
            ensure_for(viewer, told || !own, || format!("is not told of its own {action:?}"))?;
            let hears = !events.is_empty() && events.iter().all(|(to, _)| to.includes(viewer));
            ensure_for(viewer, !told || own || hears, || {
                format!("is told of {action:?} by {seat}, but may not hear all of {events:?}")
            })?;
        }
        Ok(())
    })
}
