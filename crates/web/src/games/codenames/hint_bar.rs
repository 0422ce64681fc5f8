//! Under the board: the hint, and what the viewer can do.

use super::desk::Desk;
use crate::{games::kit::plural, ui::Press};
use leptos::prelude::*;
use parlor_codenames::{Action, Appeal, Count, Phase};

/// The hint and its buttons.
pub fn hint_bar(desk: Desk) -> AnyView {
    let deadline = Memo::new(move |_| desk.of(|view| view.deadline).flatten());
    let told = move || {
        desk.of(|view| {
            let guessing = matches!(view.phase, Phase::TeamTurn { .. });
            view.hints.last().filter(|_| guessing).map(|hint| (hint.word.to_uppercase(), hint.count.to_string()))
        })
        .flatten()
    };
    let hint = move || {
        told().map(|(word, count)| {
            view! {
                <p class="cn-hint" data-test="hint-bar">
                    <b>{word}</b>
                    <span class="cn-number figures">{count}</span>
                </p>
            }
        })
    };
    let left = move || {
        desk.of(|view| view.guesses_left()).flatten().map(|left| {
            view! {
                <span class="muted" data-test="guesses-left">{plural(left.into(), "guess left", "guesses left")}</span>
            }
        })
    };
    let gives = Memo::new(move |_| desk.gives_hint());
    let acts = desk.me().is_some();
    view! {
        <div class="cn-bar">
            {hint}
            {left}
            {desk.play.clock(deadline)}
            {move || (acts && gives.get()).then(|| hint_form(desk))}
            {acts.then(|| buttons(desk))}
        </div>
    }
    .into_any()
}

/// The spymaster's hint.
fn hint_form(desk: Desk) -> impl IntoView {
    let word = RwSignal::new(String::new());
    let count = RwSignal::new(Count::Number(1));
    let trimmed = move || word.with(|word| word.trim().to_owned());
    let given = StoredValue::new(String::new());
    let give = move || {
        let word = untrack(trimmed);
        if !word.is_empty() {
            given.set_value(word.clone());
            desk.act(Action::Hint { word, count: count.get_untracked(), meant: Vec::new() });
        }
    };
    let appeal = move || desk.act(Action::Appeal { word: untrack(trimmed), count: count.get_untracked() });
    // Only a form or a part of a visible word can be allowed by the host; the refusal says so, and goes away by itself.
    let refused = RwSignal::new(None::<String>);
    Effect::new(move |_| {
        if desk.play.refusal.get().is_some_and(|refusal| refusal.contains("ask the host")) {
            refused.set(Some(given.get_value()));
        }
    });
    let unasked = move || {
        desk.of(|view| matches!(view.phase, Phase::SpymasterTurn { appeal: Appeal::Unasked, .. })).unwrap_or_default()
    };
    let can_ask = move || unasked() && refused.with(|refused| refused.as_ref() == Some(&trimmed()));
    let counts = (0..=Count::MOST).map(Count::Number).chain([Count::Unlimited]).map(|value| {
        let (name, shown) = (value.to_string(), value.to_string());
        let selected = move || count.get() == value;
        view! { <option value=name selected=selected>{shown}</option> }
    });
    view! {
        <form
            class="cn-form"
            on:submit=move |event| {
                event.prevent_default();
                give();
            }
        >
            <input
                type="text"
                maxlength="30"
                autocomplete="off"
                autocapitalize="none"
                placeholder="One word"
                aria-label="Your hint"
                prop:value=word
                on:input=move |event| word.set(event_target_value(&event))
                data-test="hint-word"
            />
            <select
                aria-label="For how many words"
                on:change=move |event| {
                    if let Ok(value) = event_target_value(&event).parse() {
                        count.set(value);
                    }
                }
                data-test="hint-count"
            >
                {counts.collect_view()}
            </select>
            <button type="submit" class="button primary" data-test="hint-give">"Give the hint"</button>
            <Show when=can_ask>
                <Press class="quiet" test="hint-appeal" on_press=appeal>"Ask the host to allow it"</Press>
            </Show>
        </form>
    }
}

/// What guessers, interceptors and the host can do.
fn buttons(desk: Desk) -> impl IntoView {
    let me = desk.me();
    let reveal = move || {
        let (card, word) = desk.choice().filter(|_| desk.guesses())?;
        let press = move || desk.act(Action::Reveal { card });
        Some(view! { <Press class="primary" test="reveal" on_press=press>{format!("Reveal {word}")}</Press> })
    };
    let intercept = move || {
        let (card, word) = desk.choice().filter(|_| desk.intercepts())?;
        let press = move || desk.act(Action::Intercept { card });
        Some(
            view! { <Press class="primary" test="intercept" on_press=press>{format!("Intercept with {word}")}</Press> },
        )
    };
    let can_end = move || {
        desk.guesses() && desk.of(|view| matches!(view.phase, Phase::TeamTurn { guesses: 1.., .. })).unwrap_or_default()
    };
    let can_waive = move || desk.intercepts() && desk.of(|view| !view.waived).unwrap_or_default();
    let rules = move || {
        me.is_some()
            && desk.config().host == me
            && desk
                .of(|view| matches!(view.phase, Phase::SpymasterTurn { appeal: Appeal::Asked { .. }, .. }))
                .unwrap_or_default()
    };
    view! {
        <div class="cn-buttons">
            {reveal}
            {intercept}
            <Show when=can_end>
                <Press test="end-turn" on_press=move || desk.act(Action::EndTurn)>"End the turn"</Press>
            </Show>
            <Show when=can_waive>
                <Press class="quiet" test="waive" on_press=move || desk.act(Action::Waive)>"Let it pass"</Press>
            </Show>
            <Show when=rules>
                <Press class="primary" test="appeal-allow" on_press=move || desk.act(Action::Rule { allow: true })>"Allow it"</Press>
                <Press test="appeal-deny" on_press=move || desk.act(Action::Rule { allow: false })>"Do not allow it"</Press>
            </Show>
        </div>
    }
}
