//! Sentences that belong to no place on the screen.

use crate::house::House;
use leptos::prelude::*;

/// Shows what the house has to say, near the hand.
#[component]
pub fn Toast() -> impl IntoView {
    let said = House::expect().toast.said();
    view! {
        <div class="toast-place" role="status">
            <For each=move || said.get() key=|said| said.n let:said>
                <p class="toast" data-test="toast">{said.sentence}</p>
            </For>
        </div>
    }
}
