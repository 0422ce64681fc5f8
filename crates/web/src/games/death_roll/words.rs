//! What is said about a match, to the one who plays it.

pub use crate::ui::thousands;

use crate::games::kit::Names;
use parlor_death_roll::{Roll, Tier, View};
use parlor_kernel::Reason;

/// What to say when the first `landed` rolls are to be seen: the last of them, and, once all are, what to do.
pub fn status(view: &View, landed: usize, names: &Names) -> String {
    let last = view.rolls.get(..landed).and_then(<[Roll]>::last).map(|roll| {
        let verb = if names.me == Some(roll.seat) { "roll" } else { "rolls" };
        format!("{} {verb} {}.", names.who(roll.seat), summary(*roll))
    });
    if landed < view.rolls.len() {
        return last.unwrap_or_default();
    }
    match view.outcome {
        // The last roll is the reason.
        Some(outcome) if outcome.reason == Reason::Completed => ending(view, names),
        Some(_) => [last, Some(ending(view, names))].into_iter().flatten().collect::<Vec<_>>().join(" "),
        None => [last.or_else(|| salted(view, names)), Some(prompt(view, names))]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" "),
    }
}

fn prompt(view: &View, names: &Names) -> String {
    match view.rolls.is_empty() && names.me == Some(view.turn) {
        true => format!("Your turn: roll 1 to {}.", thousands(view.max)),
        // The last roll has been told, and it is the maximum.
        false => format!("{} turn.", names.whose(view.turn)),
    }
}

/// Who else has added a number.
fn salted(view: &View, names: &Names) -> Option<String> {
    let others = (0..).map(parlor_kernel::Seat).zip(view.salts).filter(|(seat, _)| names.me != Some(*seat));
    let sentences: Vec<_> = others
        .filter_map(|(seat, salt)| Some(format!("{} added {} to the dice.", names.name(seat), thousands(salt?))))
        .collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

fn ending(view: &View, names: &Names) -> String {
    let completed = || {
        let roll = view.rolls.last().map(|roll| (roll.seat, format!("{} of {}", roll.rolled, thousands(roll.max))));
        match roll {
            Some((loser, how)) if names.me == Some(loser) => format!("you rolled {how}."),
            Some((loser, how)) => format!("{} rolled {how}.", names.name(loser)),
            None => String::new(),
        }
    };
    view.outcome.map(|outcome| names.ending(outcome, completed)).unwrap_or_default()
}

/// "31 of 57: safe".
pub fn summary(roll: Roll) -> String {
    format!("{} of {}: {}", thousands(roll.rolled), thousands(roll.max), tier(roll.tier()).to_lowercase())
}

/// How close it was, in a word.
pub const fn tier(tier: Tier) -> &'static str {
    match tier {
        Tier::Safe => "Safe",
        Tier::Caution => "Caution",
        Tier::Danger => "Danger",
        Tier::Critical => "Critical",
        Tier::Death => "Death",
    }
}

/// How close it was, for style sheets and tests.
pub const fn class(tier: Tier) -> &'static str {
    match tier {
        Tier::Safe => "safe",
        Tier::Caution => "caution",
        Tier::Danger => "danger",
        Tier::Critical => "critical",
        Tier::Death => "death",
    }
}
