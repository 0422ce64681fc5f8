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
    words: &'static str,
    /// What the button does.
    action: &'static str,
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
            <p>{words}</p>
            <div class="row end">
                <button
                    type="button"
                    class="button"
                    autofocus=true
                    data-test="confirm-no"
                    on:click=move |_| open.set(false)
                >
                    "Cancel"
                </button>
                <button type="button" class="button danger" data-test="confirm-yes" on:click=yes>{action}</button>
            </div>
        </Dialog>
    }
}
