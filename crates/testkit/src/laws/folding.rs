//! What a viewer hears is enough to keep its view up to date.

use super::{LawSuite, round_trip, survey};
use crate::{
    Report, Violation,
    report::{Fault, ensure_for},
};
use parlor_kernel::{Enumerate, GameConfig, Viewer};

/// Folding the events that a viewer hears over its first view always gives its current view, for every seat and for
/// spectators. Events and views survive JSON.
///
/// # Errors
/// The first violation.
pub fn folding<G: Enumerate>(suite: &LawSuite<G>) -> Result<Report, Violation> {
    let viewers: Vec<_> = Viewer::all(suite.config.seats()).collect();
    let mut views: Vec<G::View> = Vec::new();
    survey(suite, "folding", |walk, played, _, report| {
        let Some(played) = played else {
            views = viewers.iter().map(|&viewer| walk.table().view(viewer)).collect();
            return Ok(());
        };
        for (_, event) in &played.events {
            round_trip(event)?;
        }
        for (&viewer, folded) in viewers.iter().zip(&mut views) {
            let heard = || played.events.iter().filter(|(audience, _)| audience.includes(viewer));
            for (_, event) in heard() {
                G::fold(folded, event);
            }
            let view = walk.table().view(viewer);
            report.checks += 1;
            ensure_for(viewer, *folded == view, || {
                let heard: Vec<_> = heard().map(|(_, event)| event).collect();
                format!("after hearing {heard:?}\n  folded:  {folded:?}\n  current: {view:?}")
            })?;
            round_trip(&view).map_err(|fault| Fault::at(viewer, fault.what))?;
        }
        Ok(())
    })
}
