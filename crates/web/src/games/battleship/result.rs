//! What there is to say about a finished match beside who won.

use super::{desk::Desk, rules, words::Names};
use crate::table::TableCtx;
use leptos::prelude::*;
use parlor_battleship::{Config, View};
use parlor_kernel::Seat;

/// The statistics of both seats, side by side.
pub fn result(ctx: TableCtx) -> AnyView {
    let (desk, config) = (Desk::new(ctx), rules(ctx));
    let table = move || {
        let config = config.get()?;
        desk.view.with(|view| view.as_ref().map(|view| statistics(&config, view, &desk.names())))
    };
    view! { <div class="bs-result">{table}</div> }.into_any()
}

/// One line of the statistics: what it is, and each seat's number.
type Line = (&'static str, [String; 2]);

/// Every number worth a line.
fn lines(config: &Config, view: &View) -> Vec<Line> {
    let tally = |read: fn(&parlor_battleship::SeatTally) -> String| [0, 1].map(|seat| read(&view.tallies[seat]));
    let left = |seat: u8| format!("{} of {}", view.ships_left(config, Seat(seat)).count(), config.fleet.len());
    vec![
        ("Attacks", tally(|tally| tally.attacks.to_string())),
        ("Shots", tally(|tally| tally.shots.to_string())),
        ("Hits", tally(|tally| tally.hits.to_string())),
        ("Misses", tally(|tally| tally.misses().to_string())),
        ("Accuracy", tally(|tally| tally.accuracy().map_or_else(|| "–".to_owned(), |percent| format!("{percent} %")))),
        ("Ships afloat", [left(0), left(1)]),
    ]
}

/// The statistics as a table; whoever looks comes first.
pub fn statistics(config: &Config, view: &View, names: &Names) -> AnyView {
    let near = names.me.unwrap_or(Seat(0));
    let order = [near.index(), near.opponent().index()];
    let rows = lines(config, view).into_iter().map(|(what, values)| {
        let [mine, theirs] = order.map(|seat| values[seat].clone());
        view! {
            <tr>
                <th scope="row">{what}</th>
                <td>{mine}</td>
                <td>{theirs}</td>
            </tr>
        }
    });
    let heads = order.map(|seat| {
        let name =
            if names.me.is_some_and(|me| me.index() == seat) { "You".to_owned() } else { names.all[seat].clone() };
        view! { <th scope="col">{name}</th> }
    });
    view! {
        <table class="bs-stats" data-test="stats">
            <thead>
                <tr>
                    <td></td>
                    {heads.into_iter().collect_view()}
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}
