//! On this screen alone: against a bot, or two at one keyboard. The house has nothing to do with it.

use super::{
    result::numbers,
    screen::{Board, Screen},
};
use crate::{
    arcade::{Local, Runner},
    games::{kit::Names, mark},
    ui::{Chrome, Icon, Press, icon},
};
use leptos::prelude::*;
use parlor_kernel::{Game, GameConfig, Seat, SeatSet, Viewer};
use parlor_pong::{Config, Pong};
use std::sync::Arc;

/// What to play.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Wish {
    preset: &'static str,
    /// The level of the bot; without one, two people share the keyboard.
    bot: Option<&'static str>,
}

impl Wish {
    fn config(&self) -> Option<Config> {
        let mut config = Config::preset(self.preset)?;
        // Nobody far away is kept waiting, so pauses may be long.
        config.adapt(SeatSet::only(Seat(1)));
        Some(config)
    }

    fn names(&self) -> Names {
        match self.bot {
            Some(level) => Names { me: Some(Seat(0)), all: ["You".into(), format!("The {level} bot")] },
            None => Names { me: None, all: ["Left".into(), "Right".into()] },
        }
    }
}

/// The page.
pub fn local() -> AnyView {
    let (wish, round) = (RwSignal::new(None::<Wish>), RwSignal::new(0_u32));
    let status = RwSignal::new(String::new());
    let chrome = Chrome::expect();
    let stage = move || {
        round.track();
        match wish.get() {
            None => view! { <Choice wish /> }.into_any(),
            Some(chosen) => view! { <Play chosen wish round status /> }.into_any(),
        }
    };
    view! {
        <main class="local-page" data-test="local">
            <header class="table-bar">
                <a href="/" class="button quiet round" aria-label="To the lobby" title="To the lobby" data-test="back">
                    {icon(Icon::Back)}
                </a>
                <span class="bar-mark">{mark(Pong::SPEC.id)}</span>
                <b class="local-title">"Pong on this screen"</b>
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
            <div class="local-stage">{stage}</div>
        </main>
    }
    .into_any()
}

/// Who plays, and how fast.
#[component]
fn Choice(wish: RwSignal<Option<Wish>>) -> impl IntoView {
    let preset = RwSignal::new("hope");
    let paces = [("hope", "Classic"), ("blitz", "Blitz")].map(|(id, words)| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="preset"
                    prop:checked=move || preset.get() == id
                    on:change=move |_| preset.set(id)
                    data-test=format!("local-preset-{id}")
                />
                <span>{words}</span>
            </label>
        }
    });
    let start = move |bot| wish.set(Some(Wish { preset: preset.get_untracked(), bot }));
    let levels = Pong::LEVELS.iter().map(|level| {
        view! {
            <button
                type="button"
                class="button level"
                title=level.blurb
                data-test=format!("local-bot-{}", level.id)
                on:click=move |_| start(Some(level.id))
            >
                {level.id}
            </button>
        }
    });
    view! {
        <section class="local-choice">
            <h1>"Who plays?"</h1>
            <fieldset class="setting">
                <legend>"Pace"</legend>
                <div class="segments">{paces.into_iter().collect_view()}</div>
            </fieldset>
            <div class="play-bot" role="group" aria-label="Against a bot">
                <span class="play-bot-label">{icon(Icon::Bot)} "Against a bot"</span>
                {levels.collect_view()}
            </div>
            <Press test="local-two" class="primary" on_press=move || start(None)>"Two at one keyboard"</Press>
            <p class="muted">"Nothing of this leaves your device: it works without the network and counts for nothing."</p>
        </section>
    }
}

#[component]
fn Play(chosen: Wish, wish: RwSignal<Option<Wish>>, round: RwSignal<u32>, status: RwSignal<String>) -> impl IntoView {
    let config = Arc::new(chosen.config()?);
    let local = Local::<Pong>::new(Arc::clone(&config), &[None, chosen.bot.map(str::to_owned)]);
    let seats: Vec<Seat> = Seat::all(if chosen.bot.is_some() { 1 } else { 2 }).collect();
    let board = Board::new(Runner::Local(local), config, &seats, Signal::stored(chosen.names()));
    let outcome = board.memo(|heads| heads.outcome);
    let result = move || {
        let outcome = outcome.get().flatten()?;
        let names = board.names.get();
        let winner = outcome.winners().first()?;
        let (headline, mood) = match names.me {
            Some(me) if me == winner => ("You won".to_owned(), "won"),
            Some(_) => ("You lost".to_owned(), "lost"),
            None => (format!("{} won", names.name(winner)), "watched"),
        };
        let numbers = local.with(|game| numbers(&game.view(Viewer::Spectator), &names));
        Some(view! {
            <div class="result-place">
                <section class=format!("result {mood}") data-test="local-result">
                    <h1 data-test="local-headline">{headline}</h1>
                    {numbers}
                    <div class="row middle">
                        <Press test="local-again" class="primary" on_press=move || round.update(|n| *n += 1)>"Again"</Press>
                        <Press test="local-other" on_press=move || wish.set(None)>"Something else"</Press>
                        <a class="button quiet" href="/">"To the lobby"</a>
                    </div>
                </section>
            </div>
        })
    };
    on_cleanup(move || status.set(String::new()));
    Some(view! {
        <Screen board status>
            <Press test="local-stop" class="quiet" on_press=move || wish.set(None)>"Stop"</Press>
        </Screen>
        {result}
    })
}
