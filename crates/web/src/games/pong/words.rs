//! What to say about a match.

use super::heads::Heads;
use crate::games::kit::Names;
use parlor_kernel::Seat;
use parlor_pong::{Config, Phase, Side};

/// The name of whoever plays without a seat.
pub const MACHINE: &str = "The machine";

/// The status line: the score and who serves. It changes with points and pauses, not with every hit.
pub fn status(heads: &Heads, config: &Config, names: &Names) -> String {
    if let Some(outcome) = heads.outcome {
        if outcome.winners().is_empty() {
            return format!("{MACHINE} won, {}.", score(heads, names));
        }
        return names.ending(outcome, |_| format!("{}.", score(heads, names)));
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
        format!("You asked for a pause; {} has to agree.", names.name(seat.opponent()))
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

/// The names, with one for whoever plays without a seat.
pub fn with_machine(mut names: Names, config: &Config) -> Names {
    if config.machine.is_some() {
        names.all[Seat(1).index()] = MACHINE.to_owned();
    }
    names
}
