//! A question before something that cannot be undone.

use super::Dialog;
use leptos::prelude::*;

/// Asks while `open` is set.
#[component]
pub fn Confirm(
    /// Whether it asks.
    open: RwSignal<bool>,
    /// The question.
    #[prop(into)]
    title: Signal<String>,
    /// What will be gone.
    #[prop(into)]
    words: Signal<String>,
    /// What the button does.
    #[prop(into)]
    action: Signal<String>,
    /// What those say who would rather not.
    #[prop(default = "Cancel")]
    stay: &'static str,
    /// Called if they mean it.
    #[prop(into)]
    on_yes: Callback<()>,
) -> impl IntoView {
    let yes = move |_| {
        open.set(false);
        on_yes.run(());
    };
    view! {
        <Dialog open title test="confirm-dialog">
            <p>{move || words.get()}</p>
            <div class="row end">
                <button
                    type="button"
                    class="button"
                    autofocus=true
                    data-test="confirm-no"
                    on:click=move |_| open.set(false)
                >
                    {stay}
                </button>
                <button type="button" class="button danger" data-test="confirm-yes" on:click=yes>
                    {move || action.get()}
                </button>
            </div>
        </Dialog>
    }
}
