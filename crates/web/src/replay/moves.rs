//! The list of moves: what was done, what came of it, and where the film stands.

use super::{
    controls::{Reel, last_move},
    film::Move,
};
use leptos::{html, prelude::*};
use parlor_kernel::Seat;
use std::sync::Arc;

/// Every step as a line that leads there.
#[component]
pub fn Moves(reel: Reel, moves: Arc<Vec<Move>>) -> impl IntoView {
    let list = NodeRef::<html::Ol>::new();
    let current = {
        let moves = Arc::clone(&moves);
        Memo::new(move |_| last_move(&moves, reel.position.get()))
    };
    Effect::new(move |_| {
        let current = current.get();
        if let Some(list) = list.get() {
            keep_in_sight(&list, current);
        }
    });
    let lines = moves.iter().enumerate().map(|(index, step)| line(reel, current, index, step)).collect_view();
    view! {
        <ol class="moves" node_ref=list data-test="replay-moves" aria-label="Moves">{lines}</ol>
    }
}

fn line(reel: Reel, current: Memo<Option<usize>>, index: usize, step: &Move) -> impl IntoView + use<> {
    let (position, words) = (step.position, step.words.clone());
    let class = step.seat.map(seat_class).unwrap_or_default();
    let now = move || current.get() == Some(index);
    view! {
        <li>
            <button
                type="button"
                class=format!("move {class}")
                aria-current=move || now().then_some("step")
                data-test=format!("replay-move-{position}")
                on:click=move |_| reel.go(position)
            >
                <span class="move-number">{index + 1}</span>
                <span class="move-what">{words}</span>
            </button>
        </li>
    }
}

/// The class that gives a seat its colour.
pub fn seat_class(seat: Seat) -> &'static str {
    ["seat-0", "seat-1", "seat-2", "seat-3"][seat.index() % 4]
}

/// Scrolls the list, and only the list, so that the current line shows.
fn keep_in_sight(list: &web_sys::HtmlElement, current: Option<usize>) {
    use wasm_bindgen::JsCast;
    let line = current.and_then(|index| list.children().item(index as u32));
    let Some(line) = line.and_then(|line| line.dyn_into::<web_sys::HtmlElement>().ok()) else {
        list.set_scroll_top(0);
        return;
    };
    // The list is what its lines are offset from.
    let middle = line.offset_top() - (list.client_height() - line.offset_height()) / 2;
    list.set_scroll_top(middle);
}
