//! What the tiles on the board would bring, or why they make no play yet.

use super::desk::Desk;
use leptos::prelude::*;
use parlor_words::{Formed, Laid};

/// "DRAGON 24 + AD 3 = 27".
pub fn sum(laid: &Laid) -> String {
    let Laid { words, score, .. } = laid;
    let parts: Vec<_> = words.iter().map(|Formed { word, points }| format!("{} {points}", word.capitals())).collect();
    let bonus = score - words.iter().map(|formed| formed.points).sum::<i32>();
    let whole_rack = if bonus > 0 { format!(" + whole rack {bonus}") } else { String::new() };
    match (words.len(), bonus) {
        (1, 0) => parts.concat(),
        _ => format!("{}{whole_rack} = {score}", parts.join(" + ")),
    }
}

/// The line between the board and the rack.
#[component]
pub fn Live(
    desk: Desk,
    /// What it says while nothing is on the board.
    #[prop(into)]
    idle: Signal<String>,
) -> impl IntoView {
    let judged = Memo::new(move |_| desk.judged());
    let content = move || {
        if let Some(complaint) = desk.complaint.get() {
            return view! { <span class="wd-why" data-test="why">{complaint}</span> }.into_any();
        }
        match judged.get() {
            Ok(laid) => view! { <span class="wd-sum" data-test="live-score">{sum(&laid)}</span> }.into_any(),
            Err(why) => match why.sentence() {
                Some(why) => view! { <span class="wd-why" data-test="why">{why}</span> }.into_any(),
                None => view! { <span class="muted">{idle}</span> }.into_any(),
            },
        }
    };
    view! { <p class="wd-live" aria-live="polite" data-test="live">{content}</p> }
}
