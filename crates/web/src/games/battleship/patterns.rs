//! Shot patterns as small pictures, with how often each can still be used.

use super::firing::Bridge;
use leptos::prelude::*;
use parlor_battleship::{Config, Pattern};
use std::sync::Arc;

/// The patterns to choose from.
#[component]
pub fn Patterns(bridge: Bridge, config: Arc<Config>) -> impl IntoView {
    let options = (0..).zip(&config.patterns).map(|(index, pattern)| option(bridge, index, pattern)).collect_view();
    view! { <div class="bs-patterns" role="group" aria-label="Shot pattern">{options}</div> }
}

fn option(bridge: Bridge, index: u8, pattern: &Pattern) -> impl IntoView + use<> {
    let uses = pattern.uses;
    let left = move || uses.map(|uses| uses.saturating_sub(bridge.used(index)));
    let count = move || left().map_or_else(|| "∞".to_owned(), |left| left.to_string());
    let name = pattern.name.clone();
    let label = move || match left() {
        None => name.clone(),
        Some(0) => format!("{name}, used up"),
        Some(left) => format!("{name}, {left} left"),
    };
    view! {
        <button
            type="button"
            class="bs-pattern"
            aria-pressed=move || (bridge.pattern() == index).to_string()
            aria-disabled=move || (left() == Some(0)).then_some("true")
            aria-label=label.clone()
            title=label
            data-test=format!("pattern-{}", pattern.id)
            on:click=move |_| if left() != Some(0) { bridge.choose(index) }
        >
            {picture(pattern)}
            <span class="bs-uses" aria-hidden="true">{count}</span>
        </button>
    }
}

/// The shape of a pattern on a field of five by five, or larger if it must be.
pub fn picture(pattern: &Pattern) -> AnyView {
    let reach =
        pattern.cells.iter().map(|&(dx, dy)| i16::from(dx).abs().max(i16::from(dy).abs())).max().unwrap_or(0).max(2);
    let side = 2 * reach + 1;
    let cell = |(dx, dy): (i8, i8), class: &'static str| {
        let (x, y) = (f64::from(dx) + 0.08, f64::from(dy) + 0.08);
        view! { <rect class=class x=x y=y width="0.84" height="0.84" rx="0.16" /> }
    };
    let around = -(reach as i8)..=reach as i8;
    let field = around.clone().flat_map(|dy| around.clone().map(move |dx| (dx, dy)));
    let drawn = field.map(|at| {
        let class = match (pattern.cells.contains(&at), at) {
            (true, (0, 0)) => "on centre",
            (true, _) => "on",
            (false, _) => "off",
        };
        cell(at, class)
    });
    view! {
        <svg class="bs-shape" viewBox=format!("{} {} {side} {side}", -reach, -reach) aria-hidden="true">
            {drawn.collect_view()}
        </svg>
    }
    .into_any()
}
