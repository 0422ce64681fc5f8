//! What to say about a match.

use super::heads::{Heads, Rival};
use crate::games::kit::{Names, plural};
use parlor_kernel::{Duel, Reason, Seat, Verdict};
use parlor_pong::{Config, Phase, Side};

/// The name of the player without a seat.
pub const MACHINE: &str = "The machine";

/// The status line: the score and who serves. It changes with points and pauses, not with every hit.
pub fn status(heads: &Heads, config: &Config, names: &Names) -> String {
    if let Some(rival) = heads.rival {
        return challenge(heads, rival, config, names);
    }
    if let Some(outcome) = heads.outcome {
        let [most, least] = ordered(heads.points);
        if outcome.winners().is_empty() {
            return format!("{MACHINE} won {most} : {least}.");
        }
        return names.ending(outcome, || format!("{most} : {least}."));
    }
    let [left, right] = heads.points;
    let score = match (left, right) {
        (0, 0) => format!("First to {}.", config.points_to_win),
        _ => format!("{}.", score(heads, names)),
    };
    match (heads.phase, asking(heads, names)) {
        (Phase::Paused, _) => format!("Paused. {score}"),
        (_, Some(sentence)) => format!("{sentence} {score}"),
        _ => format!("{score} {}", serves(heads, names)),
    }
}

fn ordered([one, other]: [u8; 2]) -> [u8; 2] {
    [one.max(other), one.min(other)]
}

/// The status line of a challenge: what counts is how many points each has made against the machine.
fn challenge(heads: &Heads, rival: Rival, config: &Config, names: &Names) -> String {
    let me = names.me.unwrap_or(Seat(0));
    let (mine, theirs) = (heads.points[0], rival.points[0]);
    if let Some(outcome) = heads.outcome {
        if outcome.verdict == Verdict::Draw {
            return format!("A draw: {mine} : {theirs}.");
        }
        if let (Reason::Timeout(_), Some(winner)) = (outcome.reason, outcome.winners().first()) {
            let [most, least] = ordered([mine, theirs]);
            let most = plural(most.into(), "point", "points");
            return format!("{} won when the time was up: {most} to {least}.", names.who(winner));
        }
        let [most, least] = ordered([mine, theirs]);
        return names.ending(outcome, || format!("{} to {least}.", plural(most.into(), "point", "points")));
    }
    let other = names.name(Duel::other(me));
    let have = if names.me.is_some() { "have" } else { "has" };
    let points = plural(theirs.into(), "point", "points");
    match (heads.phase == Phase::Over, rival.finished) {
        (true, _) => {
            format!("Done, with {}. {other} still plays and has {points}.", plural(mine.into(), "point", "points"))
        }
        (_, true) => format!("{other} has finished with {points}. {} {have} {mine}.", names.who(me)),
        _ => format!("First to {}: {mine} so far, {other} has {theirs}.", config.points_to_win),
    }
}

/// The names on the court on which `names.me` plays: in a challenge, against the machine.
pub fn on_court(names: Names, config: &Config) -> Names {
    if config.challenge.is_none() {
        return names;
    }
    let seat = names.me.unwrap_or(Seat(0));
    Names::new(names.me.map(|_| Seat(0)), [names.name(seat), MACHINE])
}

/// "You lead 3 : 2", "2 : 2".
fn score(heads: &Heads, names: &Names) -> String {
    let near = near(names);
    let (mine, theirs) = (heads.points[near.index()], heads.points[near.other().index()]);
    match mine.cmp(&theirs) {
        std::cmp::Ordering::Equal => format!("{mine} : {theirs}"),
        order => {
            let leader = if order.is_gt() { near } else { near.other() };
            let leads = if names.me == Some(leader.seat()) { "lead" } else { "leads" };
            format!("{} {leads} {} : {}", names.who(leader.seat()), mine.max(theirs), mine.min(theirs))
        }
    }
}

fn serves(heads: &Heads, names: &Names) -> String {
    let server = heads.server.seat();
    let serve = if names.me == Some(server) { "serve" } else { "serves" };
    format!("{} {serve}.", names.who(server))
}

/// Who asks for a pause.
fn asking(heads: &Heads, names: &Names) -> Option<String> {
    let seat = heads.asking.first()?;
    Some(if names.me == Some(seat) {
        format!("You asked for a pause; {} has to agree.", names.name(Duel::other(seat)))
    } else {
        format!("{} asks for a pause.", names.name(seat))
    })
}

/// Called out when a point is made.
pub fn callout(heads: &Heads, names: &Names) -> Option<String> {
    let made = heads.points.iter().any(|&points| points > 0);
    if !heads.fresh || !heads.at_rest || !made {
        return None;
    }
    let scorer = heads.server.other().seat();
    Some(if names.me == Some(scorer) { "Your point!".into() } else { format!("Point for {}", names.name(scorer)) })
}

/// The side that is shown on the left.
pub fn near(names: &Names) -> Side {
    names.me.map_or(Side::Left, Side::of)
}

/// The names, with one for the player without a seat.
pub fn with_machine(names: Names, config: &Config) -> Names {
    if config.machine.is_some() && config.challenge.is_none() { names.with(Seat(1), MACHINE) } else { names }
}
