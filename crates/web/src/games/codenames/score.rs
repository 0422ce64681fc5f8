//! How both sides stand.

use super::{desk::Desk, words};
use leptos::prelude::*;
use parlor_codenames::{Phase, Side, View};

/// Both sides: words left, points, and whose turn it is; in a duet the turns that are left.
pub fn score(desk: Desk) -> AnyView {
    if desk.config().is_duet() {
        let words = move || desk.of(|view| view.words_left(Side::RED));
        let turns = move || desk.of(|view| view.turns_left);
        return view! {
            <div class="cn-score duet">
                <span class="cn-team green">
                    <b>"▲ Words to find"</b>
                    <span class="cn-left figures" data-test="words-left-green">{words}</span>
                </span>
                <span class="cn-team">
                    <b>"Turns left"</b>
                    <span class="cn-left figures" data-test="turns-left">{turns}</span>
                </span>
            </div>
        }
        .into_any();
    }
    let teams = Side::BOTH.map(|side| team(desk, side));
    view! { <div class="cn-score">{teams.into_iter().collect_view()}</div> }.into_any()
}

fn team(desk: Desk, side: Side) -> impl IntoView {
    let name = words::class(side.kind());
    let on_turn = move || desk.of(|view| turn(view) == Some(side)).unwrap_or_default();
    let left = move || desk.of(|view| view.words_left(side));
    let points = move || {
        desk.of(|view| view.intercepts.then(|| view.points[side.index()]))
            .flatten()
            .map(|points| view! { <span class="cn-points figures" data-test=format!("points-{name}")>{format!("{points} pts")}</span> })
    };
    let players = move || {
        let (names, config) = (desk.play.names.get(), desk.config());
        config
            .members(side)
            .iter()
            .map(|seat| {
                let mark = if config.is_spymaster(seat) { "◉ " } else { "" };
                format!("{mark}{}", names.name(seat))
            })
            .collect::<Vec<_>>()
            .join(", ")
    };
    view! {
        <span class=format!("cn-team {name}") class:on-turn=on_turn>
            <b>{format!("{} {}", if side == Side::RED { "◆" } else { "●" }, side.name())}</b>
            <span class="cn-left figures" data-test=format!("words-left-{name}")>{left}</span>
            {points}
            <span class="cn-players muted">{players}</span>
        </span>
    }
}

/// Whose turn it is.
pub fn turn(view: &View) -> Option<Side> {
    match view.phase {
        Phase::SpymasterTurn { side, .. } | Phase::TeamTurn { side, .. } if view.outcome.is_none() => Some(side),
        _ => None,
    }
}
