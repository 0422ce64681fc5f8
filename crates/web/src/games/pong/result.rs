//! What there is to say about a finished match beside who won.

use super::play::{config_at, names_at};
use crate::{
    games::kit::{Line, Names, plural, statistics},
    table::TableCtx,
};
use leptos::prelude::*;
use parlor_pong::{Pong, Position};

/// The score, and the statistics.
pub fn result(ctx: TableCtx) -> AnyView {
    let position = ctx.memo(|model| Some(model.game.as_ref()?.view_of::<Pong>()?.position.clone()));
    let shown = move || {
        let (position, config) = (position.get()?, config_at(ctx)?);
        Some(numbers(&position, &names_at(ctx, &config)))
    };
    view! { <div class="pong-result">{shown}</div> }.into_any()
}

/// The numbers of a match.
pub fn numbers(position: &Position, names: &Names) -> AnyView {
    let rally = plural(position.longest_rally as usize, "hit", "hits");
    let serves = plural(position.serves as usize, "serve", "serves");
    let points: Line = ("Points", position.points.map(|points| points.to_string()));
    view! {
        {statistics(vec![points], names)}
        <p class="muted figures">{format!("Longest rally {rally} · {serves}")}</p>
    }
    .into_any()
}
