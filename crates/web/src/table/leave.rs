//! Leaving a table.

use super::TableCtx;
use crate::ui::Confirm;
use leptos::prelude::*;
use parlor_client::TableModel;
use parlor_kernel::Seat;
use parlor_wire::{Pace, SeatInfo, Status, TableCommand};

/// Leaves when `asked` is set: at once if nothing is lost by it, after a question if a match is.
#[component]
pub fn LeaveDialog(
    /// Which table.
    ctx: TableCtx,
    /// Set it to leave.
    asked: RwSignal<bool>,
    /// Where to go then.
    #[prop(into)]
    on_left: Callback<()>,
) -> impl IntoView {
    let confirming = RwSignal::new(false);
    let go = Callback::new(move |()| {
        asked.set(false);
        if ctx.with_untracked(|model| model.seat.is_some() && model.closed.is_none()) == Some(true) {
            ctx.command(TableCommand::Stand.at(ctx.code()));
        }
        on_left.run(());
    });
    Effect::new(move |_| {
        if asked.get() {
            match untrack(|| loses_by_leaving(ctx)) {
                true => confirming.set(true),
                false => go.run(()),
            }
        }
    });
    Effect::new(move |_| {
        if !confirming.get() {
            asked.set(false);
        }
    });
    let has_bet = ctx.memo(|model| model.info.bet.is_some());
    let replaced = ctx.memo(|model| {
        let seats = &model.info.seats;
        let has_bot = model.rules.as_ref().is_some_and(|rules| rules.spec().on_abandon.has_bot(seats.len()));
        has_bot && others_play_on(seats, model.seat, model.info.pace)
    });
    let words = Signal::derive(move || match replaced.get() {
        true => "The match is still on. A bot plays on in your seat.".to_owned(),
        false => with_gold(
            "The match is still on. If you leave before your part of it is over you forfeit it, and that cannot be undone.",
            has_bet.get(),
        ),
    });
    view! {
        <Confirm open=confirming title="Leave the game?" words action="Leave" stay="Keep playing" on_yes=go />
    }
}

/// What is lost with a match, and the gold that goes with it.
pub fn with_gold(words: &str, has_bet: bool) -> String {
    let gold = if has_bet { " Your bet goes with it." } else { "" };
    format!("{words}{gold}")
}

/// Whether another player is there or may still come back: the house lets a bot take our place for them alone. Over days players
/// need not be there.
fn others_play_on(seats: &[SeatInfo], me: Option<Seat>, pace: Pace) -> bool {
    let stays = |other: &SeatInfo| other.connected || other.grace_ms.is_some() || pace == Pace::Correspondence;
    let mut others = Seat::all(seats.len() as u8).zip(seats).filter(|(seat, _)| Some(*seat) != me);
    others.any(|(_, other)| other.occupant.person().is_some() && other.substitute.is_none() && stays(other))
}

/// A match that is on is lost; one for gold is only called off before its first turn.
fn loses_by_leaving(ctx: TableCtx) -> bool {
    let loses = |model: &TableModel| {
        let on = model.seat.is_some() && model.info.status == Status::Playing && model.closed.is_none();
        on && model.info.bet.as_ref().is_none_or(|bet| bet.begun)
    };
    ctx.with(loses).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_wire::{Kind, Occupant, UserId};

    fn seat(occupant: Occupant, connected: bool) -> SeatInfo {
        let (grace_ms, substitute, team, forfeits_at) = (None, None, None, None);
        SeatInfo { occupant, ready: true, connected, grace_ms, substitute, team, forfeits_at }
    }

    #[test]
    fn a_bot_takes_the_place_only_for_a_player_who_plays_on() {
        let person = |id| Occupant::Person { id: UserId(id), name: "Ada".into(), kind: Kind::Guest };
        let bot = || Occupant::Bot { level: "easy".into() };
        let me = Some(Seat(0));
        let play_on = |seats: &[SeatInfo], pace| others_play_on(seats, me, pace);
        let (mine, gone) = (seat(person(1), true), seat(person(2), false));
        assert!(!play_on(&[mine.clone(), seat(bot(), true)], Pace::Live), "bots do not mind");
        assert!(!play_on(&[mine.clone(), gone.clone()], Pace::Live));
        assert!(play_on(&[mine.clone(), gone.clone()], Pace::Correspondence), "nobody need be there");
        assert!(play_on(&[mine.clone(), SeatInfo { grace_ms: Some(1), ..gone }], Pace::Live), "may still come back");
        assert!(play_on(&[mine, seat(bot(), true), seat(person(2), true)], Pace::Live));
    }
}
