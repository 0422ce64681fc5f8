//! A result makes sense for its table.

use super::{LawSuite, each_match};
use crate::{
    Report, Violation,
    report::{Fault, ensure},
};
use parlor_kernel::{GameConfig, Outcome, Playable, Seat, Verdict};

/// Every result of random play names seats of its table only, ranks all of them or none, and gives the members of a team
/// the same place. The seat that gave up, left or ran out of time has not won.
///
/// # Errors
/// The first violation.
pub fn verdict<G: Playable>(suite: &LawSuite<G>) -> Result<Report, Violation> {
    each_match(suite, "verdict", 0, |walk, _, report| {
        report.states += 1 + walk.finish(suite.max_steps);
        // A match without an end is reported by the law of termination.
        let Some(outcome) = walk.game().outcome() else { return Ok(()) };
        report.checks += 1;
        sensible(&*suite.rules.config, outcome)
    })
}

fn sensible<C: GameConfig>(config: &C, outcome: Outcome) -> Result<(), Fault> {
    let seats = config.seats();
    let strangers = outcome.winners().iter().chain(outcome.reason.seat()).find(|seat| seat.0 >= seats);
    ensure(strangers.is_none(), || format!("{outcome:?} names a seat that there is not"))?;
    if let Verdict::Ranked(places) = outcome.verdict {
        ensure(places.seats().count() == usize::from(seats), || format!("{outcome:?} does not rank {seats} seats"))?;
        ensure(!places.are_level(), || format!("{outcome:?} ranks, but is a draw"))?;
    }
    for seat in Seat::all(seats) {
        let Some(team) = config.seat_plan(seat).team else { continue };
        let partners = Seat::all(seats).filter(|&other| config.seat_plan(other).team == Some(team));
        let apart = partners.into_iter().find(|&other| outcome.place(other) != outcome.place(seat));
        ensure(apart.is_none(), || format!("{outcome:?} divides the team of {seat}"))?;
    }
    let blamed = outcome.reason.seat().filter(|&seat| outcome.winners().contains(seat));
    ensure(blamed.is_none(), || format!("{outcome:?} lets the seat win that it is about"))
}
