//! Results of the past in words.

use parlor_kernel::{Best, Outcome, Reason, Seat, Stat};
use parlor_wire::{
    UserId,
    http::{MatchInfo, MatchSeat, MatchStatus, SeatResult},
};

/// How a match went for a player: a word, and a class for its colour.
pub fn result(info: &MatchInfo, seat: Option<&MatchSeat>) -> (&'static str, &'static str) {
    match (info.status, seat.and_then(|seat| seat.result)) {
        (MatchStatus::InProgress, _) => ("Playing", "going-on"),
        (_, Some(SeatResult::Won)) => ("Won", "won"),
        (_, Some(SeatResult::Lost)) => ("Lost", "lost"),
        (_, Some(SeatResult::Drawn)) => ("Drawn", "drawn"),
        (_, Some(SeatResult::Void) | None) => ("No result", "void"),
    }
}

/// Why a match between `names` ended, for the player in `me` who knows how it went; nothing if it was simply played out.
pub fn reason(outcome: Option<&Outcome>, me: Option<Seat>, names: &[&str]) -> Option<String> {
    // Between two it is plain who the other is.
    let who = |seat: Seat| match names.get(seat.index()) {
        _ if Some(seat) == me => String::new(),
        Some(name) if names.len() > 2 => format!("{name} "),
        _ => "they ".into(),
    };
    match outcome?.reason {
        Reason::Completed => None,
        Reason::Surrender(seat) => Some(format!("{}surrendered", who(seat))),
        Reason::Timeout(_) => Some("on time".into()),
        Reason::Abandoned(seat) => Some(format!("{}left", who(seat))),
        Reason::Void => Some("called off".into()),
    }
}

/// Where a player sat.
pub fn seat_of(info: &MatchInfo, id: UserId) -> Option<(Seat, &MatchSeat)> {
    let seats = Seat::all(info.seats.len() as u8).zip(&info.seats);
    seats.into_iter().find(|(_, seat)| seat.person.as_ref().is_some_and(|person| person.id == id))
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

    #[test]
    fn changes_have_signs() {
        assert_eq!([signed(12), signed(0), signed(-7)], ["+12", "±0", "−7"]);
        assert_eq!([streak(3), streak(0), streak(-2)], ["3 won", "–", "2 lost"]);
    }

    #[test]
    fn reasons_name_the_other_side() {
        let outcome = Outcome::won(Seat(0), Reason::Surrender(Seat(1)));
        let told = |me, names: &[&str]| reason(Some(&outcome), Some(Seat(me)), names).unwrap();
        assert_eq!(told(0, &["Ada", "Ben"]), "they surrendered");
        assert_eq!(told(1, &["Ada", "Ben"]), "surrendered");
        assert_eq!(told(2, &["Ada", "Ben", "Cleo"]), "Ben surrendered");
        assert_eq!(reason(None, None, &[]), None);
    }

    #[test]
    fn bests_say_which_way() {
        let stat = |best| Stat { id: "attacks", name: "Attacks", best };
        assert_eq!(best_name(&stat(Best::LowestWon)).as_deref(), Some("Fewest attacks in a win"));
        assert_eq!(best_name(&stat(Best::Highest)).as_deref(), Some("Most attacks"));
        assert_eq!(best_name(&stat(Best::Sum)), None);
    }
}
