//! Giving up, after asking.

use crate::{
    table::TableCtx,
    ui::{Dialog, Press},
};
use leptos::prelude::*;
use serde::Serialize;

/// A button that gives up.
#[component]
pub fn Surrender<A>(
    ctx: TableCtx,
    /// The question.
    title: &'static str,
    /// What those say who would rather not.
    stay: &'static str,
    /// What to tell the house.
    action: A,
) -> impl IntoView
where
    A: Serialize + Send + Sync + 'static,
{
    let open = RwSignal::new(false);
    let action = StoredValue::new(action);
    let over = ctx.is_over();
    view! {
        <Show when=move || !over.get()>
            <Press test="surrender" class="quiet" on_press=move || open.set(true)>"Surrender"</Press>
            <Dialog open=open title=title test="surrender-dialog">
                <p>"Your opponent wins at once. This cannot be undone."</p>
                <div class="row">
                    <Press test="surrender-cancel" on_press=move || open.set(false)>{stay}</Press>
                    <Press
                        test="surrender-confirm"
                        class="danger"
                        on_press=move || {
                            open.set(false);
                            action.with_value(|action| ctx.act(action));
                        }
                    >
                        "Surrender"
                    </Press>
                </div>
            </Dialog>
        </Show>
    }
}
