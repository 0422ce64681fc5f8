//! Sentences that belong to no place on the screen.

use crate::house::House;
use leptos::prelude::*;

/// Shows what the house has to say, near the hand.
#[component]
pub fn Toast() -> impl IntoView {
    let toast = House::expect().toast.sentence();
    view! {
        <div class="toast-place" role="status">
            {move || toast.get().map(|sentence| view! { <p class="toast" data-test="toast">{sentence}</p> })}
        </div>
    }
}
