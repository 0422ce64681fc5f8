//! Results in words.

use super::TableCtx;
use crate::games::kit::Names;
use leptos::prelude::With;
use parlor_kernel::{Outcome, Reason, Seat};
use parlor_wire::{BetInfo, UserId};

/// How a match ended, for one viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdicts {
    /// In two or three words.
    pub headline: String,
    /// Why, in a sentence.
    pub why: String,
    /// Who came where, if the players are ranked.
    pub ranking: Vec<(u8, String)>,
    /// For the looks.
    pub mood: &'static str,
}

/// Puts the result of the match at a table into words for the player in `me`. `bet` is what was played for, and
/// `decided` is what the game says about how it was decided.
pub fn verdict(ctx: TableCtx, outcome: &Outcome, me: Option<Seat>, bet: Option<&BetInfo>, decided: String) -> Verdicts {
    let names = Names::at(ctx, me);
    let real_time = ctx.with(|model| model.game.as_ref().is_some_and(|game| game.ahead.is_some())).unwrap_or_default();
    let my_id = ctx.house().visitor.me().with(|me| me.as_ref().map(|me| me.id));
    let (headline, mood) = names.headline(outcome);
    let why = why(outcome.reason, &names, real_time, bet.and_then(|bet| caller(bet, my_id)), decided);
    Verdicts { headline, why, ranking: names.ranking(outcome), mood }
}

/// Why it ended. A match that does not count was called off by `caller`, or by the house.
fn why(reason: Reason, names: &Names, real_time: bool, caller: Option<String>, decided: String) -> String {
    match reason {
        Reason::Completed if decided.is_empty() => "Played to the end.".into(),
        Reason::Completed => decided,
        Reason::Surrender(seat) => format!("{} surrendered.", names.who(seat)),
        // In real time there is one clock for all.
        Reason::Timeout(_) if real_time => format!("The time was up. {decided}").trim_end().into(),
        Reason::Timeout(seat) => format!("{} ran out of time.", names.who(seat)),
        Reason::Abandoned(seat) => format!("{} left the table and did not come back.", names.who(seat)),
        Reason::Void => {
            let who = caller.unwrap_or_else(|| "The house".into());
            format!("{who} called the match off; it does not count.")
        }
    }
}

/// Who called a match off, if a player did: they may, while nothing has happened in a match for gold. By then they may
/// have left, so their name is the one that the bet knows.
fn caller(bet: &BetInfo, me: Option<UserId>) -> Option<String> {
    let person = bet.players.get(bet.called_off_by?.index())?.as_ref()?;
    Some(if Some(person.id) == me { "You".into() } else { person.name.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(me: Option<u8>) -> Names {
        Names::new(me.map(Seat), ["Ada", "Ben", "Cleo", "Dan"])
    }

    #[test]
    fn only_the_seat_that_gave_up_has_surrendered() {
        let told = |me, reason| why(reason, &names(me), false, None, String::new());
        assert_eq!(told(Some(0), Reason::Surrender(Seat(3))), "Dan surrendered.");
        assert_eq!(told(Some(3), Reason::Surrender(Seat(3))), "You surrendered.");
        assert_eq!(told(None, Reason::Timeout(Seat(1))), "Ben ran out of time.");
        let in_time = |decided: &str| why(Reason::Timeout(Seat(1)), &names(None), true, None, decided.into());
        assert_eq!([in_time(""), in_time("5 to 3.")], ["The time was up.", "The time was up. 5 to 3."]);
        let decided = |decided: &str| why(Reason::Completed, &names(None), false, None, decided.into());
        assert_eq!([decided(""), decided("A roll of 1.")], ["Played to the end.", "A roll of 1."]);
        assert!(told(None, Reason::Void).starts_with("The house called the match off"));
    }
}
