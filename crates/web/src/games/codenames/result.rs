//! What there is to say about a finished match beside who won.

use super::{Match, cards::grid, desk::Desk, score::score};
use crate::games::kit::{Line, statistics};
use leptos::prelude::*;
use parlor_codenames::{Kind, View};
use parlor_kernel::{GameConfig, Seat};

/// The whole key, what the spymasters meant, and the figures of every seat.
pub fn details(play: Match) -> AnyView {
    let desk = Desk::new(play);
    let explanations = move || {
        desk.of(|view| {
            let lines = view.explanations.iter().map(|told| {
                let hint = view.hints.get(usize::from(told.hint)).map_or("?", |hint| hint.word.as_str());
                view! { <li data-test="explanation">{told.sentence(&hint.to_uppercase(), &view.words)}</li> }
            });
            lines.collect_view()
        })
    };
    let told = move || desk.of(|view| !view.explanations.is_empty()).unwrap_or_default();
    let figures = move || desk.of(|view| statistics(lines(desk, view), &play.names.get()));
    view! {
        <div class="cn cn-result" data-test="final-key">
            {score(desk)}
            {grid(desk.view.into(), Signal::stored(None), None)}
            <Show when=told>
                <section class="cn-explanations">
                    <h2>"What the spymasters meant"</h2>
                    <ul>{explanations}</ul>
                </section>
            </Show>
            {figures}
        </div>
    }
    .into_any()
}

fn lines(desk: Desk, view: &View) -> Vec<Line> {
    let config = desk.config();
    let seats = || Seat::all(config.seats());
    let role = |seat: Seat| {
        if config.is_duet() {
            "partner"
        } else if config.is_spymaster(seat) {
            "spymaster"
        } else {
            "guesser"
        }
    };
    let mut lines: Vec<Line> = vec![("Role", seats().map(|seat| role(seat).to_owned()).collect())];
    let hints = |seat: Seat| -> Vec<_> { view.hints.iter().filter(|hint| config.hinter(hint.side) == seat).collect() };
    lines.push(("Hints given", seats().map(|seat| hints(seat).len().to_string()).collect()));
    let found = |seat: Seat| {
        let wanted = if config.is_duet() { Kind::Green } else { config.side(seat).kind() };
        let cards = hints(seat).into_iter().flat_map(|hint| &hint.revealed);
        cards.filter(|card| view.faces[card.index()].shown == Some(wanted)).count()
    };
    lines.push(("Words found by the hints", seats().map(|seat| found(seat).to_string()).collect()));
    if view.intercepts {
        lines.push(("Own points", view.players.iter().map(i16::to_string).collect()));
    }
    lines
}
