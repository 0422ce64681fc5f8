//! The moves of a match as a list that can be looked back into.

use leptos::{ev, html, prelude::*};
use parlor_client::{MoveLog, ToldMove};
use wasm_bindgen::JsCast;

/// Every move that was told, the newest last and lit. Pressing one looks back at it, pressing it again looks away.
#[component]
pub fn Moves(
    /// What was told.
    #[prop(into)]
    moves: Signal<MoveLog>,
    /// The move that is looked at.
    looked: RwSignal<Option<u64>>,
) -> impl IntoView {
    let list = NodeRef::<html::Ol>::new();
    let told = Memo::new(move |_| moves.with(MoveLog::told));
    Effect::new(move |before: Option<u64>| {
        let told = told.get();
        // What is new is what to look at.
        if before.is_some_and(|before| before != told) {
            looked.set(None);
        }
        if let Some(list) = list.get() {
            // After the new line has its place.
            request_animation_frame(move || list.set_scroll_top(list.scroll_height()));
        }
        told
    });
    let line = move |ToldMove { number, words, .. }: ToldMove| {
        let newest = move || told.get() == number + 1;
        let shown = move || looked.get() == Some(number);
        view! {
            <li>
                <button
                    type="button"
                    class="told-move"
                    aria-current=move || newest().then_some("step")
                    aria-pressed=move || shown().to_string()
                    tabindex=move || if newest() || shown() { "0" } else { "-1" }
                    data-test="told-move"
                    on:click=move |_| looked.update(|looked| *looked = (*looked != Some(number)).then_some(number))
                >
                    {words}
                </button>
            </li>
        }
    };
    let kept = move || moves.with(|moves| moves.iter().cloned().collect::<Vec<_>>());
    view! {
        <Show when=move || told.get() == 0>
            <p class="told-nothing muted">"Moves are listed here."</p>
        </Show>
        <ol
            class="told-moves"
            node_ref=list
            aria-label="Moves, the newest last"
            data-test="told-moves"
            on:keydown=move |event| walk(&event, looked)
        >
            <For each=kept key=|told| told.number children=line />
        </ol>
    }
}

/// Arrows go from line to line, and Escape looks away.
fn walk(event: &ev::KeyboardEvent, looked: RwSignal<Option<u64>>) {
    let line = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let Some(line) = line.and_then(|line| line.closest("li").ok().flatten()) else { return };
    let next = match event.key().as_str() {
        "ArrowUp" => line.previous_element_sibling(),
        "ArrowDown" => line.next_element_sibling(),
        "Escape" if looked.get_untracked().is_some() => {
            looked.set(None);
            None
        }
        // Pressed here, they are not for the board.
        "Enter" | " " => None,
        _ => return,
    };
    event.stop_propagation();
    let Some(next) = next.and_then(|next| next.first_element_child()) else { return };
    event.prevent_default();
    if let Ok(next) = next.dyn_into::<web_sys::HtmlElement>() {
        // It fails only for what is gone.
        let _ = next.focus();
    }
}
