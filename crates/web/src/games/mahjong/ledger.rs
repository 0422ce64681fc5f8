//! What every deal of a match paid, and what that comes to.

use super::{Match, words};
use crate::games::kit::Names;
use leptos::prelude::*;
use parlor_kernel::Seat;
use parlor_mahjong::{Settlement, View};

/// A row for each deal that is over, a column for each player, and the sum of all deals.
#[component]
pub fn Ledger(play: Match) -> impl IntoView {
    let deals = play.config().deals;
    let shown = move || {
        let names = play.names.get();
        play.view.with(|view| view.as_ref().map(|view| table(view, deals, &names)))
    };
    view! { {shown} }
}

fn table(view: &View, deals: u8, names: &Names) -> impl IntoView + use<> {
    let heads = names.seats().map(|seat| view! { <th scope="col">{names.who(seat).to_owned()}</th> }).collect_view();
    let rows = (1..).zip(&view.settled).map(|(number, end)| row(number, end, names)).collect_view();
    let sums = names.seats().map(|seat| view! { <td>{words::signed(view.ledger[seat.index()])}</td> }).collect_view();
    view! {
        <table class="stats mj-scores" data-test="ledger">
            <thead>
                <tr>
                    <th scope="row">{format!("Deal {} of {deals}", view.dealt.max(1))}</th>
                    {heads}
                </tr>
            </thead>
            <tbody>{rows}</tbody>
            <tfoot>
                <tr>
                    <th scope="row">"In all"</th>
                    {sums}
                </tr>
            </tfoot>
        </table>
    }
}

fn row(number: u8, end: &Settlement, names: &Names) -> impl IntoView + use<> {
    let winner = end.winner.as_ref().map(|winner| winner.seat);
    let paid = |seat: Seat| {
        let won = winner == Some(seat);
        view! { <td class:won=won>{words::signed(end.payments[seat.index()])}</td> }
    };
    let cells = names.seats().map(paid).collect_view();
    view! {
        <tr title=words::settled(end, names) data-test="ledger-deal">
            <th scope="row">{made(number, end)}</th>
            {cells}
        </tr>
    }
}

/// A deal in a few words: "2. C1, 25".
fn made(number: u8, end: &Settlement) -> String {
    match &end.winner {
        Some(winner) => format!("{number}. {}, {}", winner.hand, winner.value),
        None => format!("{number}. Wall game"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_mahjong::{Rack, Winner};

    #[test]
    fn a_deal_is_told_in_a_few_words() {
        let (hand, tiles) = ("C1".into(), Rack::EMPTY);
        let winner = Winner { seat: Seat(2), hand, value: 25, from: None, jokerless: false, tiles };
        let won = Settlement { winner: Some(winner), payments: [-50, -50, 150, -50] };
        assert_eq!(made(1, &won), "1. C1, 25");
        assert_eq!(made(2, &Settlement { winner: None, payments: [0; 4] }), "2. Wall game");
    }
}
