//! What there is to say about a finished match beside who won.

use super::{Match, card_of, ending, ledger::Ledger, looks::Looks, tile::Sprite, words};
use crate::games::kit::{Line, statistics};
use leptos::prelude::*;
use parlor_kernel::Seat;
use parlor_mahjong::{SEATS, View};

/// The last deal, and the figures of all seats side by side.
pub fn details(play: Match) -> AnyView {
    Looks::provide();
    let card = card_of(&play.config());
    let deals = play.config().deals;
    let shown = move || {
        let (view, names) = (play.view.get()?, play.names.get());
        let last = view.settlement.as_ref().map(|end| ending::summary(&view, end, card.as_deref(), &names));
        Some(view! {
            <div class="mj-result">
                <Sprite />
                {last}
                {(deals > 1).then(|| view! { <Ledger play /> })}
                {statistics(lines(&view, deals), &names)}
            </div>
        })
    };
    shown.into_any()
}

fn lines(view: &View, deals: u8) -> Vec<Line> {
    let each = |read: &dyn Fn(Seat) -> String| Seat::all(SEATS).map(read).collect::<Vec<_>>();
    let won = |seat: Seat| {
        view.settled.iter().filter(move |end| end.winner.as_ref().is_some_and(|winner| winner.seat == seat))
    };
    let mut lines = match deals {
        1 => vec![("Paid", each(&|seat| words::signed(view.ledger[seat.index()])))],
        _ => vec![("Hands made", each(&|seat| won(seat).count().to_string()))],
    };
    let groups = |seat: Seat| view.seats[seat.index()].exposures.len().to_string();
    let discards = |seat: Seat| view.discards.iter().filter(|discard| discard.seat == seat).count().to_string();
    lines.push(("Groups laid open", each(&groups)));
    lines.push(("Discards on the table", each(&discards)));
    lines
}
