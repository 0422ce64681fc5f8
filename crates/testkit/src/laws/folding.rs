//! What a viewer hears is enough to keep its view up to date.

use super::{LawSuite, round_trip, survey};
use crate::{
    Report, Violation,
    report::{Fault, ensure_for},
};
use parlor_kernel::{Game, GameConfig, Playable, SeatSet, Tick, Viewer};

/// Folding the events that a viewer hears over its first view and letting time elapse always gives its current view,
/// for every seat and for spectators. Events and views survive JSON, and a seat's view tells whether the game waits for it;
/// where [turns are open](parlor_kernel::Predict::OPEN_TURNS), a spectator's view tells that of every seat.
///
/// How often a view is looked at makes no difference: a view in which time elapses after every step and one in which it
/// only ever elapses in a copy, as for a picture, come out the same. Nothing happens in a view that is asked to go back.
///
/// # Errors
/// The first violation.
pub fn folding<G: Playable>(suite: &LawSuite<G>) -> Result<Report, Violation> {
    let viewers: Vec<_> = Viewer::all(suite.rules.config.seats()).collect();
    let mut kept: Vec<Kept<G>> = Vec::new();
    survey(suite, "folding", |walk, played, _, report| {
        let Some(played) = played else {
            kept = viewers.iter().map(|&viewer| Kept::new(walk.table().view(viewer))).collect();
            return Ok(());
        };
        for (_, event) in &played.events {
            round_trip(event)?;
        }
        let now = walk.table().now();
        for (&viewer, kept) in viewers.iter().zip(&mut kept) {
            let heard = || played.events.iter().filter(|(audience, _)| audience.includes(viewer));
            for (_, event) in heard() {
                G::fold(&mut kept.watched, event);
                G::fold(&mut kept.told, event);
            }
            G::elapse(&mut kept.watched, now);
            let mut pictured = kept.told.clone();
            G::elapse(&mut pictured, now);
            let view = walk.table().view(viewer);
            for folded in [&kept.watched, &pictured] {
                report.checks += 1;
                ensure_for(viewer, *folded == view, || {
                    let heard: Vec<_> = heard().map(|(_, event)| event).collect();
                    format!("at {now:?}, after hearing {heard:?}\n  folded:  {folded:?}\n  current: {view:?}")
                })?;
            }
            G::elapse(&mut pictured, Tick::ZERO);
            ensure_for(viewer, pictured == view, || format!("going back in time gives {pictured:?}"))?;
            round_trip(&view).map_err(|fault| Fault::at(viewer, fault.what))?;
            let told_of: SeatSet = match viewer {
                Viewer::Seat(seat) => SeatSet::only(seat),
                Viewer::Spectator if G::OPEN_TURNS => SeatSet::all(suite.rules.config.seats()),
                Viewer::Spectator => SeatSet::EMPTY,
            };
            for seat in told_of.iter() {
                let awaited = walk.game().awaiting().contains(seat);
                ensure_for(viewer, G::awaits(&suite.rules.config, &view, seat) == awaited, || {
                    format!("seat {seat} is awaited: {awaited}, which the view does not tell: {view:?}")
                })?;
            }
        }
        Ok(())
    })
}

/// What one viewer makes of what it hears.
struct Kept<G: Game> {
    /// Time elapses in it after every step.
    watched: G::View,
    /// Nothing but events changes it.
    told: G::View,
}

impl<G: Game> Kept<G> {
    fn new(view: G::View) -> Self {
        Self { watched: view.clone(), told: view }
    }
}
