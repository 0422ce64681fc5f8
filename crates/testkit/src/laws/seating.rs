//! A table's seats, teams and voices fit together.

use super::LawSuite;
use crate::{
    Report, Violation,
    report::{Fault, ensure},
};
use parlor_kernel::{Game, GameConfig, Seat, Viewer};
use std::collections::BTreeSet;

/// Seats have names that differ, and so have teams, which are counted from 0 without gaps. A seat reads and writes in the
/// room of its own team only, and reads where it writes. A match can begin with as many players as it needs.
///
/// # Errors
/// The first violation.
pub fn seating<G: Game>(suite: &LawSuite<G>) -> Result<Report, Violation> {
    let mut report = Report::new("seating");
    let config = &*suite.rules.config;
    fits(config, &mut report).map_err(|Fault { viewer, what }| Violation {
        law: report.law,
        game: G::SPEC.id,
        seed: suite.seed,
        viewer,
        what,
        story: Vec::new(),
    })?;
    Ok(report)
}

fn fits<C: GameConfig>(config: &C, report: &mut Report) -> Result<(), Fault> {
    let (least, seats) = (config.least_seats(), config.seats());
    ensure((1..=seats).contains(&least), || format!("it begins with {least} of {seats} seats"))?;
    let (mut names, mut teams) = (BTreeSet::new(), BTreeSet::new());
    for seat in Seat::all(seats) {
        let (plan, voice) = (config.seat_plan(seat), config.voice(seat));
        let fault = |what: String| Err(Fault::at(Viewer::Seat(seat), what));
        if plan.name.trim().is_empty() || !names.insert(plan.name.clone()) {
            return fault(format!("its name {:?} is empty or another seat's", plan.name));
        }
        if plan.team.is_none() && (voice.reads_team || voice.writes_team) {
            return fault("it has a voice in a team, but no team".into());
        }
        if voice.writes_team && !voice.reads_team {
            return fault("it speaks to its team, but does not hear it".into());
        }
        teams.extend(plan.team);
        report.checks += 3;
        report.states += 1;
    }
    let counted = teams.iter().zip(0..).all(|(team, number)| team.0 == number);
    ensure(counted, || format!("teams are not counted from 0: {teams:?}"))?;
    let called: BTreeSet<_> = teams.iter().map(|&team| config.team_name(team)).collect();
    ensure(called.len() == teams.len(), || format!("two teams have one name: {called:?}"))
}
