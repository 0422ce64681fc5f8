//! Every roll as a bar: ours to the left, theirs to the right, the newest on top.

use super::{
    tray,
    words::{self, thousands},
};
use crate::games::kit::Names;
use leptos::prelude::*;
use parlor_death_roll::Roll;
use parlor_kernel::{Duel, Seat};

/// The rolls so far.
#[component]
pub fn History(
    /// The rolls, oldest first.
    #[prop(into)]
    rolls: Signal<Vec<Roll>>,
    /// What the first was out of.
    #[prop(into)]
    start: Signal<u32>,
    /// The names; the viewer is on the left.
    #[prop(into)]
    names: Signal<Names>,
    /// Who is awaited.
    #[prop(into)]
    turn: Signal<Option<Seat>>,
    /// The roll that the viewer looks back at.
    #[prop(optional, into)]
    looked: Signal<Option<Roll>>,
) -> impl IntoView {
    let near = Memo::new(move |_| names.with(|names| names.me.unwrap_or(Seat(0))));
    let head = move |side: fn(Seat) -> Seat| {
        let seat = move || side(near.get());
        view! {
            <span class="dr-head" class:awaited=move || turn.get() == Some(seat())>
                {move || names.with(|names| names.who(seat()).to_owned())}
            </span>
        }
    };
    let numbered = move || rolls.get().into_iter().enumerate().rev().collect::<Vec<_>>();
    let row = move |(_, roll): (usize, Roll)| {
        let side = move || if roll.seat == near.get() { "near" } else { "far" };
        let who = move || names.with(|names| format!("{}: {}", names.who(roll.seat), words::summary(roll)));
        view! {
            <li
                class=move || format!("dr-roll {} tier-{}", side(), words::class(roll.tier()))
                class:looked=move || looked.get() == Some(roll)
                data-test="history-roll"
            >
                <span class="dr-lane" aria-hidden="true">
                    <span class="dr-bar" style=move || format!("--share: {:.3}", share(roll.rolled, start.get()))></span>
                    <span class="dr-count">{thousands(roll.rolled)}</span>
                </span>
                {tray::small(roll.tier())}
                <span class="for-ears">{who}</span>
            </li>
        }
    };
    view! {
        <div class="dr-history" data-test="history">
            <div class="dr-heads" aria-hidden="true">{head(|near| near)} {head(Duel::other)}</div>
            <ol reversed=true class="dr-rolls" aria-label="Rolls, the newest first">
                <For each=numbered key=|(index, roll)| (*index, roll.rolled, roll.max) children=row />
            </ol>
        </div>
    }
}

/// How long a bar is, 0–1. Rolls shrink by factors, so the bars shrink by steps.
fn share(rolled: u32, start: u32) -> f64 {
    let share = f64::from(rolled).ln() / f64::from(start.max(2)).ln();
    share.clamp(0.0, 1.0)
}
