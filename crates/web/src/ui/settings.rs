//! Theme, sound and motion.

use super::{Chrome, Dialog, Icon, icon};
use crate::{
    place::href_of,
    prefs::{Motion, Prefs, Theme},
    sound::{self, Cue},
};
use leptos::prelude::*;

/// The settings. Everything takes effect at once and is remembered.
#[component]
pub fn Settings() -> impl IntoView {
    let chrome = Chrome::expect();
    let show_keys = move |_| {
        chrome.settings.set(false);
        chrome.keys.set(true);
    };
    view! {
        <Dialog open=chrome.settings title="Settings" test="settings-dialog">
            <Preferences place="dialog" />
            <div class="row">
                <button type="button" class="button quiet" data-test="keys-open" on:click=show_keys>
                    {icon(Icon::Keyboard)}
                    "Keys"
                </button>
                <span class="spacer"></span>
                <a
                    class="button quiet"
                    href=href_of("/settings")
                    data-test="all-settings"
                    on:click=move |_| chrome.settings.set(false)
                >
                    "All settings"
                </a>
            </div>
        </Dialog>
    }
}

/// What this browser remembers: in the dialog, and on the page of all settings.
#[component]
pub fn Preferences(
    /// Where it is. Choices of one name are one choice to the browser, wherever they are on the page.
    place: &'static str,
) -> impl IntoView {
    view! {
        <Look place />
        <Loudness />
    }
}

#[component]
fn Look(place: &'static str) -> impl IntoView {
    let prefs = Prefs::expect();
    view! {
        <Choice
            place
            legend="Theme"
            name="theme"
            value=prefs.theme
            options=vec![(Theme::System, "As the device"), (Theme::Light, "Light"), (Theme::Dark, "Dark")]
        />
        <Choice
            place
            legend="Motion"
            name="motion"
            value=prefs.motion
            options=vec![(Motion::System, "As the device"), (Motion::Reduced, "Less")]
        />
    }
}

/// One of a few.
#[component]
fn Choice<T>(
    place: &'static str,
    legend: &'static str,
    name: &'static str,
    value: RwSignal<T>,
    options: Vec<(T, &'static str)>,
) -> impl IntoView
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    let choices = options.into_iter().map(|(choice, words)| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name=format!("{place}-{name}")
                    prop:checked=move || value.get() == choice
                    on:change=move |_| value.set(choice)
                    data-test=format!("{name}-{}", words.to_lowercase().replace(' ', "-"))
                />
                <span>{words}</span>
            </label>
        }
    });
    view! {
        <fieldset class="setting">
            <legend>{legend}</legend>
            <div class="segments">{choices.collect_view()}</div>
        </fieldset>
    }
}

#[component]
fn Loudness() -> impl IntoView {
    let prefs = Prefs::expect();
    let set_volume = move |text: String| {
        prefs.volume.set(text.parse().unwrap_or(0));
        prefs.muted.set(false);
    };
    view! {
        <fieldset class="setting">
            <legend>"Sound"</legend>
            <div class="row">
                <button
                    type="button"
                    class="button quiet round"
                    aria-pressed=move || prefs.muted.get().to_string()
                    aria-label="Mute"
                    data-test="mute"
                    on:click=move |_| prefs.muted.update(|muted| *muted = !*muted)
                >
                    {move || icon(if prefs.muted.get() { Icon::Mute } else { Icon::Sound })}
                </button>
                <input
                    class="slider"
                    type="range"
                    min="0"
                    max="100"
                    step="5"
                    aria-label="Volume"
                    data-test="volume"
                    prop:value=move || if prefs.muted.get() { 0 } else { prefs.volume.get() }
                    on:input=move |event| set_volume(event_target_value(&event))
                    on:change=move |_| sound::play(Cue::Turn)
                />
            </div>
        </fieldset>
    }
}
