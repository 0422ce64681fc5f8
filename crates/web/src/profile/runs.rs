//! A player's best runs alone.

use crate::{
    games,
    house::House,
    place::href_of,
    ui::{achieved, when},
};
use leptos::prelude::*;
use parlor_wire::http::RunBest;

/// Their best runs, each with a way to watch it.
#[component]
pub fn Runs(runs: Vec<RunBest>) -> impl IntoView {
    let catalog = House::expect().catalog;
    (!runs.is_empty()).then(|| {
        let rows = runs.into_iter().filter_map(move |RunBest { game, solo, mark, at, watch }| {
            let solo = games::face(&game)?.solos.iter().find(|known| known.id == solo)?;
            let name = format!("{} {}", catalog.game_name(&game), solo.name.to_lowercase());
            let watch = watch.map(|id| view! { " · " <a href=href_of(&format!("/replay/{id}"))>"watch"</a> });
            Some(view! {
                <li class="line-item" data-test="best-run">
                    <span class="line-words">
                        <a href=href_of(&format!("/leaderboards/{game}?solo={}", solo.id))>{name}</a>
                        <span class="muted small">{when(at)} {watch}</span>
                    </span>
                    <span class="figures">{achieved(mark)}</span>
                </li>
            })
        });
        view! {
            <section class="list" aria-label="Best runs" data-test="best-runs">
                <h2>"Best runs"</h2>
                <ul>{rows.collect_view()}</ul>
            </section>
        }
    })
}
