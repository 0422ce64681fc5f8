//! Death Roll as text.

use crate::{Action, DeathRoll, Event, Roll, Tier};
use parlor_kernel::{Reason, Seat};
use std::fmt::Write;

pub(crate) fn action_text(action: &Action) -> String {
    match action {
        Action::Salt { salt } => format!("adds {salt}"),
        Action::Roll => "rolls".into(),
        Action::Surrender => "surrenders".into(),
    }
}

/// An event as a sentence. Turns need no mention: the next line names the next player.
pub(crate) fn event_text(event: &Event, names: &[String]) -> String {
    let name = |seat: Seat| names.get(seat.index()).map_or_else(|| seat.to_string(), Clone::clone);
    match *event {
        Event::Salted { seat, salt } => format!("{} adds {salt} to the dice.", name(seat)),
        Event::Rolled(roll) => {
            let verdict = match roll.tier() {
                Tier::Safe => "safe",
                Tier::Caution => "careful now",
                Tier::Danger => "danger",
                Tier::Critical => "by a hair",
                Tier::Death => "death",
            };
            format!("{} rolls {} of {}: {verdict}.", name(roll.seat), roll.rolled, roll.max)
        }
        Event::Turn { .. } => String::new(),
        Event::Over { outcome } => {
            let winner = outcome.winners().first().map_or_else(String::new, name);
            match outcome.reason {
                Reason::Completed => format!("{winner} wins."),
                Reason::Surrender(_) => format!("{winner} wins: the other gave up."),
                Reason::Timeout(_) => format!("{winner} wins on time."),
                Reason::Abandoned(_) => format!("{winner} wins: the other left."),
                Reason::Void => "The match does not count.".into(),
            }
        }
    }
}

/// "Ada: 58 of 100".
pub(crate) fn dice_text(event: &Event, names: &[String]) -> Option<String> {
    let Event::Rolled(Roll { seat, rolled, max }) = *event else { return None };
    let name = names.get(seat.index()).map_or_else(|| seat.to_string(), Clone::clone);
    Some(format!("{name}: {rolled} of {max}"))
}

/// Every roll on its own line, with a bar of its share of the start.
pub(crate) fn picture(game: &DeathRoll) -> String {
    let mut text = format!("from {}\n", game.config.start);
    for Roll { seat, rolled, .. } in &game.history {
        let share = (u64::from(*rolled) * 40).div_ceil(u64::from(game.config.start)) as usize;
        writeln!(text, "{seat} {rolled:>9} {}", "#".repeat(share)).expect("strings take everything");
    }
    text
}
