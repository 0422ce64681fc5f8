//! Fields with a name, a hint, and a place for what is wrong with them.

use super::{Icon, icon};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The text typed into a field, and what is wrong with it.
#[derive(Clone, Copy)]
pub struct Typed {
    /// The text.
    pub text: RwSignal<String>,
    /// What is wrong with it.
    pub trouble: RwSignal<Option<String>>,
}

impl Typed {
    /// A field that begins with a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: RwSignal::new(text.into()), trouble: RwSignal::new(None) }
    }

    /// The text as it is now.
    pub fn now(&self) -> String {
        self.text.get_untracked()
    }

    /// Says what is wrong, beside the field, and leads there.
    pub fn refuse(&self, id: &str, sentence: impl Into<String>) {
        self.trouble.set(Some(sentence.into()));
        let field = document().get_element_by_id(id);
        if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
            // It fails only for what cannot take the focus.
            let _ = field.focus();
        }
    }

    /// Empties the field.
    pub fn clear(&self) {
        self.text.set(String::new());
        self.trouble.set(None);
    }
}

/// A line of text.
#[component]
pub fn TextField(
    /// Its id on the page, and its name in browser tests.
    id: &'static str,
    /// What it is for.
    label: &'static str,
    /// What is typed.
    typed: Typed,
    /// What to know before typing.
    #[prop(optional)]
    hint: &'static str,
    /// What browsers may fill in.
    #[prop(optional)]
    autocomplete: &'static str,
    /// What keyboard a phone shows for it. Not the field's type: browsers clean what is typed into an e-mail field
    /// while it is being typed.
    #[prop(default = "text")]
    keyboard: &'static str,
    /// What may be meant, to complete what is typed.
    #[prop(optional, into)]
    suggestions: Signal<Vec<String>>,
) -> impl IntoView {
    let list = format!("{id}-list");
    view! {
        <div class="labelled">
            <label for=id>{label}</label>
            <datalist id=list.clone()>
                {move || suggestions.get().into_iter().map(|text| view! { <option value=text></option> }).collect_view()}
            </datalist>
            <input
                id=id
                class="field"
                type="text"
                list=list
                inputmode=keyboard
                autocomplete=autocomplete
                autocapitalize="none"
                spellcheck="false"
                aria-describedby=format!("{id}-note")
                aria-invalid=move || typed.trouble.with(Option::is_some).then_some("true")
                data-test=id
                bind:value=typed.text
                on:input=move |_| typed.trouble.set(None)
            />
            <Note id hint trouble=typed.trouble />
        </div>
    }
}

/// A password, which can be shown while it is typed.
#[component]
pub fn PasswordField(
    /// Its id on the page, and its name in browser tests.
    id: &'static str,
    /// What it is for.
    label: &'static str,
    /// What is typed.
    typed: Typed,
    /// What to know before typing.
    #[prop(optional)]
    hint: &'static str,
    /// What browsers may fill in: `new-password` or `current-password`.
    autocomplete: &'static str,
) -> impl IntoView {
    let shown = RwSignal::new(false);
    view! {
        <div class="labelled">
            <label for=id>{label}</label>
            <span class="secret">
                <input
                    id=id
                    class="field"
                    type=move || if shown.get() { "text" } else { "password" }
                    autocomplete=autocomplete
                    autocapitalize="none"
                    spellcheck="false"
                    aria-describedby=format!("{id}-note")
                    aria-invalid=move || typed.trouble.with(Option::is_some).then_some("true")
                    data-test=id
                    bind:value=typed.text
                    on:input=move |_| typed.trouble.set(None)
                />
                <button
                    type="button"
                    class="button quiet round"
                    aria-label="Show the password"
                    title="Show the password"
                    aria-pressed=move || shown.get().to_string()
                    data-test=format!("{id}-show")
                    on:click=move |_| shown.update(|shown| *shown = !*shown)
                >
                    {icon(Icon::Eye)}
                </button>
            </span>
            <Note id hint trouble=typed.trouble />
        </div>
    }
}

/// The hint, until something is wrong: both have the same place, so that nothing moves.
#[component]
fn Note(id: &'static str, hint: &'static str, trouble: RwSignal<Option<String>>) -> impl IntoView {
    view! {
        <p
            id=format!("{id}-note")
            class="note"
            class:trouble=move || trouble.with(Option::is_some)
            role=move || trouble.with(Option::is_some).then_some("alert")
            data-test=format!("{id}-note")
        >
            {move || trouble.get().unwrap_or_else(|| hint.to_owned())}
        </p>
    }
}
