//! Results of the past in words.

use parlor_kernel::{Best, Outcome, Reason, Stat};
use parlor_wire::{
    UserId,
    http::{MatchInfo, MatchSeat, MatchStatus, SeatResult},
};

/// How a match went for somebody: a word, and a class for its colour.
pub fn result(info: &MatchInfo, seat: Option<&MatchSeat>) -> (&'static str, &'static str) {
    match (info.status, seat.and_then(|seat| seat.result)) {
        (MatchStatus::InProgress, _) => ("Playing", "going-on"),
        (_, Some(SeatResult::Won)) => ("Won", "won"),
        (_, Some(SeatResult::Lost)) => ("Lost", "lost"),
        (_, Some(SeatResult::Drawn)) => ("Drawn", "drawn"),
        (_, Some(SeatResult::Void) | None) => ("No result", "void"),
    }
}

/// Why it ended, for those who know how it went; nothing if it was simply played out.
pub fn reason(outcome: Option<&Outcome>, won: bool) -> Option<&'static str> {
    match (outcome?.reason, won) {
        (Reason::Completed, _) => None,
        (Reason::Surrender(_), true) => Some("they surrendered"),
        (Reason::Surrender(_), false) => Some("surrendered"),
        (Reason::Timeout(_), _) => Some("on time"),
        (Reason::Abandoned(_), true) => Some("they left"),
        (Reason::Abandoned(_), false) => Some("left"),
        (Reason::Void, _) => Some("called off"),
    }
}

/// Where somebody sat.
pub fn seat_of(info: &MatchInfo, id: UserId) -> Option<&MatchSeat> {
    info.seats.iter().find(|seat| seat.person.as_ref().is_some_and(|person| person.id == id))
}

/// What a best is called: "Fewest attacks in a match won".
pub fn best_name(stat: &Stat) -> Option<String> {
    let name = stat.name.to_lowercase();
    match stat.best {
        Best::Sum => None,
        Best::Highest => Some(format!("Most {name}")),
        Best::HighestWon => Some(format!("Most {name} in a win")),
        Best::LowestWon => Some(format!("Fewest {name} in a win")),
    }
}

/// Matches won or lost in a row: "3 won".
pub fn streak(streak: i32) -> String {
    match streak {
        0 => "–".into(),
        1.. => format!("{streak} won"),
        _ => format!("{} lost", streak.unsigned_abs()),
    }
}

/// A change with its sign, and with a minus as wide as the plus.
pub fn signed(change: i32) -> String {
    match change {
        0 => "±0".into(),
        1.. => format!("+{change}"),
        _ => format!("−{}", change.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::Seat;

    #[test]
    fn changes_have_signs() {
        assert_eq!([signed(12), signed(0), signed(-7)], ["+12", "±0", "−7"]);
        assert_eq!([streak(3), streak(0), streak(-2)], ["3 won", "–", "2 lost"]);
    }

    #[test]
    fn reasons_name_the_other_side() {
        let outcome = Outcome::won(Seat(0), Reason::Surrender(Seat(1)));
        assert_eq!(reason(Some(&outcome), true), Some("they surrendered"));
        assert_eq!(reason(Some(&outcome), false), Some("surrendered"));
        assert_eq!(reason(None, false), None);
    }

    #[test]
    fn bests_say_which_way() {
        let stat = |best| Stat { id: "attacks", name: "Attacks", best };
        assert_eq!(best_name(&stat(Best::LowestWon)).as_deref(), Some("Fewest attacks in a win"));
        assert_eq!(best_name(&stat(Best::Highest)).as_deref(), Some("Most attacks"));
        assert_eq!(best_name(&stat(Best::Sum)), None);
    }
}
