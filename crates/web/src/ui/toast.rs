//! Sentences that belong to no place on the screen.

use super::Chrome;
use crate::house::{House, Said};
use leptos::prelude::*;

/// Shows what the house has to say, near the hand: on the page, or in the dialog on top of it. What is below a dialog
/// is neither seen well nor read out.
#[component]
pub fn Toast(
    /// In which dialog.
    #[prop(optional)]
    within: Option<RwSignal<bool>>,
) -> impl IntoView {
    let (toast, chrome) = (House::expect().toast, Chrome::expect());
    let is_here = Memo::new(move |_| chrome.top() == within);
    let said = toast.said();
    let line = move |Said { n, sentence }| {
        // A dialog that opens or closes moves the sentence, and it is not read out once more. What a dialog says as it
        // closes has not been on the screen yet.
        let heard = toast.is_heard(n);
        request_animation_frame(move || toast.hear(n));
        view! { <p class="toast" data-test="toast" aria-hidden=heard.then_some("true")>{sentence}</p> }
    };
    view! {
        <div class="toast-place" role="status">
            <For each=move || said.get().filter(|_| is_here.get()) key=|said| said.n let:said>
                {line(said)}
            </For>
        </div>
    }
}
