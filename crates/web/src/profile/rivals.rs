//! A person's most frequent opponents.

use crate::ui::{person_name, when};
use leptos::prelude::*;
use parlor_wire::http::Rival;

/// The record against each of them.
#[component]
pub fn Rivals(rivals: Vec<Rival>) -> impl IntoView {
    (!rivals.is_empty()).then(|| {
        let rows = rivals.into_iter().map(|rival| {
            let Rival { person, won, lost, drawn, last_at } = rival;
            let score =
                if drawn > 0 { format!("{won} – {lost}, {drawn} drawn") } else { format!("{won} – {lost}") };
            view! {
                <li class="line-item" data-test="rival">
                    <span class="line-words">
                        <span>{person_name(&person)}</span>
                        <span class="muted small">"last met " {when(last_at)}</span>
                    </span>
                    <span class="figures" title="Won – lost">{score}</span>
                </li>
            }
        });
        view! {
            <section class="list" aria-label="Opponents" data-test="rivals">
                <h2>"Opponents"</h2>
                <ul>{rows.collect_view()}</ul>
            </section>
        }
    })
}
