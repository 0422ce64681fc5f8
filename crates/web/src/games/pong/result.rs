//! What there is to say about a finished match beside who won.

use super::play::{config_at, names_at};
use crate::{
    games::kit::{Line, Names, plural, statistics},
    table::TableCtx,
};
use leptos::prelude::*;
use parlor_pong::{Pong, Position, View};

/// The score, and the statistics.
pub fn result(ctx: TableCtx) -> AnyView {
    let view = ctx.memo(|model| model.game.as_ref().and_then(|game| game.view_of::<Pong>().cloned()));
    let shown = move || {
        let (view, config) = (view.get()?, config_at(ctx)?);
        Some(numbers(&view, &names_at(ctx, &config)))
    };
    view! { <div class="pong-result">{shown}</div> }.into_any()
}

/// The numbers of a match.
pub fn numbers(view: &View, names: &Names) -> AnyView {
    if let Some(race) = &view.race {
        let each = |read: fn(&Position) -> String| [read(&view.position), read(&race.court)];
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
    let points: Line = ("Points", position.points.map(|points| points.to_string()));
    view! {
        {statistics(vec![points], names)}
        <p class="muted figures">{format!("Longest rally {rally} · {serves}")}</p>
    }
    .into_any()
}
