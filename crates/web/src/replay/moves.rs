//! The list of moves: what was done, what came of it, and where the film stands.

use super::{controls::Reel, film::Move};
use leptos::{html, prelude::*};
use std::sync::Arc;

/// Every step as a line that leads there.
#[component]
pub fn Moves(reel: Reel, moves: Arc<Vec<Move>>, names: Vec<String>) -> impl IntoView {
    let list = NodeRef::<html::Ol>::new();
    Effect::new(move |_| {
        let position = reel.position.get();
        if let Some(list) = list.get() {
            keep_in_sight(&list, position);
        }
    });
    let lines = moves.iter().map(|step| line(reel, step, &names)).collect_view();
    view! {
        <ol class="moves" node_ref=list data-test="replay-moves" aria-label="Moves">{lines}</ol>
    }
}

fn line(reel: Reel, step: &Move, names: &[String]) -> impl IntoView + use<> {
    let position = step.position;
    let who = step.seat.and_then(|seat| names.get(seat.index())).cloned();
    let class = step.seat.map_or("clockwork", |seat| if seat.0 == 0 { "seat-0" } else { "seat-1" });
    let now = move || reel.position.get() == position;
    view! {
        <li>
            <button
                type="button"
                class=format!("move {class}")
                aria-current=move || now().then_some("step")
                data-test=format!("replay-move-{position}")
                on:click=move |_| reel.go(position)
            >
                <span class="move-number">{position}</span>
                <span class="move-what">
                    {who.map(|who| view! { <b>{who}</b> " " })}
                    {step.text.clone()}
                    <small>{step.says.join(" ")}</small>
                </span>
            </button>
        </li>
    }
}

/// Scrolls the list, and only the list, so that the current line shows.
fn keep_in_sight(list: &web_sys::HtmlElement, position: usize) {
    use wasm_bindgen::JsCast;
    let line = position.checked_sub(1).and_then(|index| list.children().item(index as u32));
    let Some(line) = line.and_then(|line| line.dyn_into::<web_sys::HtmlElement>().ok()) else {
        list.set_scroll_top(0);
        return;
    };
    // The list is what its lines are offset from.
    let middle = line.offset_top() - (list.client_height() - line.offset_height()) / 2;
    list.set_scroll_top(middle);
}
