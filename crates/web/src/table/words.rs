//! Results in words.

use super::TableCtx;
use leptos::prelude::With;
use parlor_kernel::{Outcome, Reason, Seat, SeatSet, Verdict};
use parlor_wire::{StakeInfo, UserId};

/// How a match ended, for one viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdicts {
    /// In two or three words.
    pub headline: String,
    /// Why, in a sentence.
    pub why: String,
    /// For the looks.
    pub mood: &'static str,
}

/// Puts a result into words for whoever sits in `me`. `stake` is what was played for.
pub fn verdict(ctx: TableCtx, outcome: &Outcome, me: Option<Seat>, stake: Option<&StakeInfo>) -> Verdicts {
    let real_time = ctx.with(|model| model.game.as_ref().is_some_and(|game| game.ahead.is_some())).unwrap_or_default();
    let (headline, mood) = match (outcome.verdict, me) {
        (Verdict::Draw, _) => ("A draw".into(), "drawn"),
        (Verdict::Void, _) => ("No result".into(), "void"),
        (Verdict::Won(_) | Verdict::Ranked(_), Some(me)) if outcome.winners().contains(me) => ("You won".into(), "won"),
        (Verdict::Won(_) | Verdict::Ranked(_), Some(_)) => ("You lost".into(), "lost"),
        (Verdict::Won(_) | Verdict::Ranked(_), None) => {
            (format!("{} won", names(ctx, outcome.winners(), None)), "watched")
        }
    };
    let who = |seat| names(ctx, SeatSet::only(seat), me);
    let why = match outcome.reason {
        Reason::Completed => "Played to the end.".into(),
        Reason::Surrender(seat) => format!("{} surrendered.", who(seat)),
        // Who plays in real time has one clock for everybody.
        Reason::Timeout(_) if real_time => "The time was up.".into(),
        Reason::Timeout(seat) => format!("{} ran out of time.", who(seat)),
        Reason::Abandoned(seat) => format!("{} left the table and did not come back.", who(seat)),
        Reason::Void => {
            let my_id = ctx.house().me().with(|me| me.as_ref().map(|me| me.id));
            let who = stake.and_then(|stake| caller(stake, my_id)).unwrap_or_else(|| "The house".into());
            format!("{who} called the match off; it does not count.")
        }
    };
    Verdicts { headline, why, mood }
}

/// Who called a match off, if a player did: they may, while nothing has happened in a match for gold. By then they may
/// have left, so their name is the one that the bet knows.
fn caller(stake: &StakeInfo, me: Option<UserId>) -> Option<String> {
    let person = stake.players.get(stake.called_off_by?.index())?.as_ref()?;
    Some(if Some(person.id) == me { "You".into() } else { person.name.clone() })
}

/// Several seats in a sentence; our own is "You".
fn names(ctx: TableCtx, seats: SeatSet, me: Option<Seat>) -> String {
    let names: Vec<_> =
        seats.iter().map(|seat| if Some(seat) == me { "You".into() } else { ctx.player_name(seat) }).collect();
    names.join(" and ")
}
