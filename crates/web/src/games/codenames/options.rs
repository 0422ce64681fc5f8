//! The form that changes the rule set of a new table.

use crate::games::kit::form::{self, Edit, choice, choice_with, number};
use leptos::{prelude::*, task::spawn_local};
use parlor_codenames::{ClueCheck, Config, LISTS, LONGEST_LIST, Language, Source, Variant, shipped};
use serde_json::Value;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// What a turn may last.
const CLOCKS: &[(&str, Option<u16>)] =
    &[("no limit", None), ("1 min", Some(60)), ("2 min", Some(120)), ("3 min", Some(180)), ("5 min", Some(300))];

/// Languages whose forms are recognised, with their own names.
const LANGUAGES: &[(&str, Language)] = &[
    ("English", Language::English),
    ("Deutsch", Language::German),
    ("Français", Language::French),
    ("Español", Language::Spanish),
    ("Italiano", Language::Italian),
    ("Português", Language::Portuguese),
    ("Nederlands", Language::Dutch),
    ("Svenska", Language::Swedish),
    ("Dansk", Language::Danish),
    ("Norsk", Language::Norwegian),
    ("Suomi", Language::Finnish),
    ("Magyar", Language::Hungarian),
    ("Română", Language::Romanian),
    ("Русский", Language::Russian),
    ("Türkçe", Language::Turkish),
    ("Ελληνικά", Language::Greek),
    ("another language", Language::Other),
];

/// The entry of the list of lists that stands for one's own.
const OWN: &str = "own";

/// Edits the rule set in `config`, and says at once what is wrong with it.
pub fn options(config: RwSignal<Value>) -> AnyView {
    let edit = Edit::<Config>::new(config);
    let duet = move || edit.with(Config::is_duet).unwrap_or_default();
    let variants = [
        ("Two teams", Variant::Standard),
        ("With interceptions", Variant::Interception),
        ("A duet for two", Variant::Duet),
    ];
    let choose = |config: &mut Config, variant: Variant| {
        let size = if variant == Variant::Duet { 1 } else { config.red.max(2) };
        let other = if variant == Variant::Duet { 1 } else { config.blue.max(2) };
        (config.variant, config.red, config.blue) = (variant, size, other);
    };
    view! {
        <div class="options-form">
            <fieldset>
                <legend>"Game"</legend>
                {choice_with(edit, "Rules", "option-variant", &variants, |config| &mut config.variant, choose)}
                <Show when=move || !duet()>
                    {number(edit, "Red players", "option-red", 2..=14, |config| &mut config.red)}
                    {number(edit, "Blue players", "option-blue", 2..=14, |config| &mut config.blue)}
                </Show>
                <Show when=duet>{number(edit, "Turns", "option-turns", 9..=11, |config| &mut config.turns)}</Show>
            </fieldset>
            <fieldset>
                <legend>"Turns"</legend>
                {choice(edit, "For hint and guesses", "option-turn-seconds", CLOCKS, |config| &mut config.turn_seconds)}
                {choice(
                    edit,
                    "Hints",
                    "option-clues",
                    &[
                        ("refuse forms and parts of visible words", ClueCheck::Strict),
                        ("refuse only visible words", ClueCheck::Lenient),
                    ],
                    |config| &mut config.clue_check,
                )}
            </fieldset>
            <fieldset class="wide">
                <legend>"Word list"</legend>
                {word_lists(edit)}
            </fieldset>
            {form::problem(edit)}
        </div>
    }
    .into_any()
}

fn word_lists(edit: Edit<Config>) -> impl IntoView {
    let current = move || {
        edit.with(|config| match &config.words {
            Source::List(id) => id.name.clone(),
            Source::Custom { .. } => OWN.to_owned(),
        })
        .unwrap_or_default()
    };
    let lists = LISTS.iter().map(|list| {
        let selected = move || current() == list.name;
        view! { <option value=list.name selected=selected>{list.title}</option> }
    });
    let change = move |name: String| {
        edit.update(|config| match shipped(&name) {
            Some(id) => config.words = Source::List(id),
            None => config.words = Source::Custom { language: Language::English, text: String::new() },
        });
    };
    view! {
        <label class="option">
            <span>"List"</span>
            <select on:change=move |event| change(event_target_value(&event)) data-test="option-list">
                {lists.collect_view()}
                <option value=OWN selected=move || current() == OWN>"A list of your own"</option>
            </select>
        </label>
        <Show when=move || current() == OWN>{own_list(edit)}</Show>
    }
}

/// One's own list: pasted, or read from a file.
fn own_list(edit: Edit<Config>) -> impl IntoView {
    let text = move || {
        edit.with(|config| if let Source::Custom { text, .. } = &config.words { text.clone() } else { String::new() })
    };
    let set_text = move |new: String| {
        edit.update(|config| {
            if let Source::Custom { text, .. } = &mut config.words {
                *text = new;
            }
        });
    };
    let language = move || {
        edit.with(|config| if let Source::Custom { language, .. } = config.words { Some(language) } else { None })
    };
    let languages = LANGUAGES.iter().zip(0..).map(|(&(name, value), index): (_, usize)| {
        let selected = move || language().flatten() == Some(value);
        view! { <option value=index.to_string() selected=selected>{name}</option> }
    });
    let set_language = move |index: String| {
        let chosen = index.parse::<usize>().ok().and_then(|index| LANGUAGES.get(index));
        if let Some(&(_, chosen)) = chosen {
            edit.update(|config| {
                if let Source::Custom { language, .. } = &mut config.words {
                    *language = chosen;
                }
            });
        }
    };
    let upload = move |event: leptos::ev::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
        let file = input.and_then(|input| input.files()).and_then(|files| files.get(0));
        // A larger file is refused by the rules all the same; it need not be read for that.
        if let Some(file) = file.filter(|file| file.size() <= 4.0 * LONGEST_LIST as f64) {
            spawn_local(async move {
                if let Ok(read) = JsFuture::from(file.text()).await {
                    set_text(read.as_string().unwrap_or_default());
                }
            });
        }
    };
    view! {
        <label class="option">
            <span>"Language"</span>
            <select on:change=move |event| set_language(event_target_value(&event)) data-test="option-language">
                {languages.collect_view()}
            </select>
        </label>
        <label class="option cn-own">
            <span>"25 to 10,000 words, one in each line"</span>
            <textarea
                rows="8"
                spellcheck="false"
                prop:value=text
                on:change=move |event| set_text(event_target_value(&event))
                data-test="option-words"
            ></textarea>
        </label>
        <label class="option">
            <span>"Or a text file"</span>
            <input type="file" accept=".txt,text/plain" on:change=upload data-test="option-file" />
        </label>
    }
}
