//! Every hint of the match, and what came of it.

use super::words;
use leptos::prelude::*;
use parlor_codenames::{Hint, Kind, View};

/// The hints, the latest first.
pub fn history(view: Signal<Option<View>>) -> AnyView {
    let lines = move || {
        view.with(|view| {
            let Some(view) = view else { return ().into_any() };
            view.hints.iter().rev().map(|hint| line(view, hint)).collect_view().into_any()
        })
    };
    let empty = move || view.with(|view| view.as_ref().is_none_or(|view| view.hints.is_empty()));
    view! {
        <section class="cn-history" aria-label="Hints">
            <h2>"Hints"</h2>
            <Show when=empty>
                <p class="muted">"None yet."</p>
            </Show>
            <ol data-test="history">{lines}</ol>
        </section>
    }
    .into_any()
}

fn line(view: &View, hint: &Hint) -> impl IntoView + use<> {
    let team = if view.is_duet() { "green" } else { words::class(hint.side.kind()) };
    let cards = hint.revealed.iter().map(|&card| {
        // In a duet an innocent card stays closed: the other may still guess it.
        let kind = view.faces[card.index()].shown.unwrap_or(Kind::Innocent);
        view! { <span class=format!("cn-found {}", words::class(kind))>{view.words[card.index()].clone()}</span> }
    });
    let cards = cards.collect_view();
    view! {
        <li class=format!("cn-line {team}")>
            <b>{hint.word.to_uppercase()}</b>
            " "
            <span class="figures">{hint.count.to_string()}</span>
            <span class="cn-finds">{cards}</span>
        </li>
    }
}
