//! What there is to say about a finished match beside who won.

use super::{Match, view_of, words::thousands};
use crate::games::kit::{Line, plural, statistics};
use leptos::prelude::*;
use parlor_death_roll::{Roll, Tally, View};
use parlor_kernel::Seat;

/// How long it took, and the statistics of both seats side by side.
pub fn details(play: Match) -> AnyView {
    let (view, start) = (view_of(play), play.config().start);
    let shown = move || {
        let (view, names) = (view.get()?, play.names.get());
        let length = plural(view.rolls.len(), "roll", "rolls");
        Some(view! {
            <div class="dr-result">
                <p class="dr-length figures">{format!("{length} from {}", thousands(start))}</p>
                {statistics(lines(&view), &names)}
            </div>
        })
    };
    shown.into_any()
}

/// "3 of 57".
fn out_of(roll: Roll) -> String {
    format!("{} of {}", thousands(roll.rolled), thousands(roll.max))
}

fn lines(view: &View) -> Vec<Line> {
    let tally = |read: fn(Tally) -> String| [Seat(0), Seat(1)].map(|seat| read(view.tally(seat))).into();
    vec![
        ("Rolls", tally(|tally| tally.rolls.to_string())),
        ("Lowest escape", tally(|tally| tally.lowest_escape.map_or_else(|| "–".to_owned(), out_of))),
        ("Longest run of safe rolls", tally(|tally| tally.longest_safe.to_string())),
    ]
}
