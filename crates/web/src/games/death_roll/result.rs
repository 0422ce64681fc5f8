//! What there is to say about a finished match beside who won.

use super::{start_at, view_at, words::thousands};
use crate::{
    games::kit::{Line, Names, plural, statistics},
    table::TableCtx,
};
use leptos::prelude::*;
use parlor_death_roll::{Roll, Tally, View};
use parlor_kernel::Seat;

/// How long it took, and the statistics of both seats side by side.
pub fn result(ctx: TableCtx) -> AnyView {
    let (view, start) = (view_at(ctx), start_at(ctx));
    let shown = move || view.with(|view| view.as_ref().map(|view| numbers(view, start.get(), &Names::at(ctx))));
    view! { <div class="dr-result">{shown}</div> }.into_any()
}

/// The same of any match, wherever it was played.
pub fn numbers(view: &View, start: u32, names: &Names) -> AnyView {
    let length = plural(view.rolls.len(), "roll", "rolls");
    view! {
        <p class="dr-length figures">{format!("{length} from {}", thousands(start))}</p>
        {statistics(lines(view), names)}
    }
    .into_any()
}

/// "3 of 57".
fn out_of(roll: Roll) -> String {
    format!("{} of {}", thousands(roll.rolled), thousands(roll.max))
}

fn lines(view: &View) -> Vec<Line> {
    let tally = |read: fn(Tally) -> String| [0, 1].map(|seat| read(view.tally(Seat(seat))));
    vec![
        ("Rolls", tally(|tally| tally.rolls.to_string())),
        ("Lowest escape", tally(|tally| tally.lowest_escape.map_or_else(|| "–".to_owned(), out_of))),
        ("Longest run of safe rolls", tally(|tally| tally.longest_safe.to_string())),
    ]
}
