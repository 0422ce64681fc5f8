//! What there is to say about a finished match beside who won.

use crate::games::kit::{Line, Names, plural, statistics};
use leptos::prelude::*;
use parlor_pong::{Position, View};

/// The numbers of a match.
pub fn numbers(view: &View, names: &Names) -> AnyView {
    if let Some(race) = &view.race {
        let each = |read: fn(&Position) -> String| vec![read(&view.position), read(&race.court)];
        let lines: Vec<Line> = vec![
            ("Points", each(|court| court.points[0].to_string())),
            ("The machine’s points", each(|court| court.points[1].to_string())),
            ("Longest rally", each(|court| court.longest_rally.to_string())),
        ];
        return statistics(lines, names);
    }
    let position = &view.position;
    let rally = plural(position.longest_rally as usize, "hit", "hits");
    let serves = plural(position.serves as usize, "serve", "serves");
    let points: Line = ("Points", position.points.map(|points| points.to_string()).into());
    view! {
        {statistics(vec![points], names)}
        <p class="muted figures">{format!("Longest rally {rally} · {serves}")}</p>
    }
    .into_any()
}
