//! Dialogs: the browser's own, so that Escape, focus and screen readers work as people expect.

use super::{Chrome, Icon, Toast, icon};
use leptos::{ev, html, prelude::*};

/// A dialog that shows while `open` is set.
#[component]
pub fn Dialog(
    /// Whether it shows.
    open: RwSignal<bool>,
    /// What it is about.
    #[prop(into)]
    title: Signal<String>,
    /// Its name in browser tests, while it shows.
    #[prop(optional)]
    test: Option<&'static str>,
    children: ChildrenFn,
) -> impl IntoView {
    let element = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(element) = element.get() else { return };
        match (open.get(), element.open()) {
            // It fails only if the element left the page meanwhile.
            (true, false) => _ = element.show_modal(),
            (false, true) => element.close(),
            _ => {}
        }
    });
    let chrome = Chrome::expect();
    Effect::new(move |_| {
        if open.get() {
            chrome.raise(open);
        } else {
            chrome.lower(open);
        }
    });
    on_cleanup(move || chrome.lower(open));
    // A click that began inside is about what is there: a text that is marked, a slider that is let go too far out.
    let pressed_beside = StoredValue::new(false);
    let is_beside = |event: &ev::MouseEvent| event.target() == event.current_target();
    let press = move |event: ev::PointerEvent| pressed_beside.set_value(is_beside(&event));
    let click = move |event: ev::MouseEvent| {
        if is_beside(&event) && pressed_beside.get_value() {
            open.set(false);
        }
    };
    let children = StoredValue::new(children);
    view! {
        <dialog
            node_ref=element
            class="dialog"
            on:close=move |_| open.set(false)
            on:pointerdown=press
            on:click=click
            aria-label=move || title.get()
            data-test=move || test.filter(|_| open.get())
        >
            <Show when=move || open.get()>
                <div class="dialog-body">
                    <header class="dialog-head">
                        <h2>{move || title.get()}</h2>
                        <button
                            type="button"
                            class="button quiet round"
                            aria-label="Close"
                            data-test="dialog-close"
                            on:click=move |_| open.set(false)
                        >
                            {icon(Icon::Close)}
                        </button>
                    </header>
                    {children.with_value(|children| children())}
                </div>
            </Show>
            <Toast within=open />
        </dialog>
    }
}
