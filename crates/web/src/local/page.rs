//! The page of a game on this screen, and the parts of it.

use super::Offer;
use crate::{
    games::{
        kit::{Ending, statistics},
        mark,
    },
    place::href_of,
    ui::{Chrome, Icon, Press, bot_name, icon},
};
use leptos::{ev, html, prelude::*};
use parlor_kernel::{Level, Spec};
use std::time::Duration;

/// A result takes the focus after this: by then it shows, and the keys of the match have been let go.
const SETTLED: Duration = Duration::from_millis(800);

/// The page: a bar, the line that is read out, and the stage.
#[component]
pub fn LocalPage(game: Spec, title: String, status: RwSignal<String>, children: Children) -> impl IntoView {
    let chrome = Chrome::expect();
    view! {
        <main class="local-page" data-test="local">
            <header class="table-bar">
                <a href=href_of("/") class="button quiet round" aria-label="To the lobby" title="To the lobby" data-test="back">
                    {icon(Icon::Back)}
                </a>
                <span class="bar-mark">{mark(game.id)}</span>
                <h1 class="local-title">{title}</h1>
                <span class="spacer"></span>
                <button
                    type="button"
                    class="button quiet round"
                    aria-label="Settings"
                    title="Settings"
                    data-test="settings"
                    on:click=move |_| chrome.settings.set(true)
                >
                    {icon(Icon::Gear)}
                </button>
            </header>
            <p class="status local-status" role="status" aria-live="polite" data-test="status">{status}</p>
            <div class="local-stage">{children()}</div>
        </main>
    }
}

/// Which of a few presets.
pub fn preset_choice(offer: &Offer, preset: RwSignal<&'static str>) -> impl IntoView + use<> {
    let choice = |&id: &&'static str| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="preset"
                    prop:checked=move || preset.get() == id
                    on:change=move |_| preset.set(id)
                    data-test=format!("local-preset-{id}")
                />
                <span>{(offer.called)(id)}</span>
            </label>
        }
    };
    view! {
        <fieldset class="setting">
            <legend>{offer.legend}</legend>
            <div class="segments">{offer.presets.iter().map(choice).collect_view()}</div>
        </fieldset>
    }
}

/// The bots that play as well: one choice for each further seat.
pub fn more_bots<const SEATS: usize>(
    levels: &'static [Level],
    more: [RwSignal<Option<&'static str>>; SEATS],
) -> impl IntoView {
    let seats = more.into_iter().zip([("Third player", "local-third"), ("Fourth player", "local-fourth")]);
    let choice = |(chosen, (called, test)): (RwSignal<Option<&'static str>>, _)| {
        let option = |level: &'static Level| {
            view! { <option value=level.id prop:selected=move || chosen.get() == Some(level.id)>{bot_name(level.id)}</option> }
        };
        let change = move |event| {
            let id = event_target_value(&event);
            chosen.set(levels.iter().map(|level| level.id).find(|level| *level == id));
        };
        view! {
            <label class="option">
                <span>{called}</span>
                <select on:change=change data-test=test>
                    <option value="" prop:selected=move || chosen.get().is_none()>"No player"</option>
                    {levels.iter().map(option).collect_view()}
                </select>
            </label>
        }
    };
    view! {
        <fieldset class="setting more-bots">
            <legend>"Also at the table, if you play a bot"</legend>
            {seats.map(choice).collect_view()}
        </fieldset>
    }
}

/// The bots to play against.
pub fn bot_choice(
    levels: &'static [Level],
    start: impl Fn(&'static str) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let level = move |level: &'static Level| {
        view! {
            <button
                type="button"
                class="button level"
                title=level.blurb
                data-test=format!("local-bot-{}", level.id)
                on:click=move |_| start(level.id)
            >
                {level.id}
            </button>
        }
    };
    view! {
        <div class="play-bot" role="group" aria-label="Against a bot">
            <span class="play-bot-label">{icon(Icon::Bot)} "Against a bot"</span>
            {levels.iter().map(level).collect_view()}
        </div>
    }
}

/// How a match on this screen ended, and what to do next.
#[component]
pub fn LocalResult(
    headline: String,
    mood: &'static str,
    /// How it was decided.
    #[prop(optional_no_strip)]
    ending: Option<Ending>,
    #[prop(into)] again: Callback<()>,
    #[prop(optional, into)] other: Option<Callback<()>>,
    children: Children,
) -> impl IntoView {
    let headline = view! { <h2 data-test="local-headline">{headline}</h2> };
    let moment = ending.is_some();
    let told = match ending {
        Some(Ending { sentence, scene, figures, columns }) => view! {
            <div class="result-scene" data-test="scene">{scene.view()}</div>
            <div class="result-told">
                {headline}
                <p class="why" data-test="why">{sentence}</p>
                <div class="result-figures">{statistics(figures, &columns)}</div>
                <details class="result-more">
                    <summary>"All figures"</summary>
                    {children()}
                </details>
            </div>
        }
        .into_any(),
        None => view! { {headline} {children()} }.into_any(),
    };
    let place = NodeRef::<html::Section>::new();
    // It fails only for what is gone.
    let focus = move || _ = place.get_untracked().map(|place| place.focus());
    let soon = set_timeout_with_handle(focus, SETTLED).ok();
    on_cleanup(move || soon.iter().for_each(TimeoutHandle::clear));
    let enter = move |event: ev::KeyboardEvent| {
        if event.key() == "Enter" && !event.repeat() && event.target() == event.current_target() {
            again.run(());
        }
    };
    view! {
        <div class="result-place">
            <section
                class=format!("result {mood}")
                class:moment=moment
                node_ref=place
                tabindex="-1"
                data-test="local-result"
                on:keydown=enter
            >
                {told}
                <div class="row middle local-next">
                    <Press test="local-again" class="primary" on_press=again>"Again"</Press>
                    {other.map(|other| view! { <Press test="local-other" on_press=other>"Something else"</Press> })}
                    <a class="button quiet" href=href_of("/")>"To the lobby"</a>
                </div>
            </section>
        </div>
    }
}

/// There is no such way to play alone.
pub fn no_such_run() -> AnyView {
    view! {
        <main class="page sorry" data-test="no-such-run">
            <h1>"There is no such run"</h1>
            <p>"This game cannot be played alone in that way."</p>
            <a class="button primary" href=href_of("/")>"To the lobby"</a>
        </main>
    }
    .into_any()
}
