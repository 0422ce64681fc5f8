//! On this screen alone: against a bot, or two at one keyboard. The house has nothing to do with it.

use super::{
    result::numbers,
    screen::{Board, Screen},
};
use crate::{
    arcade::{Local, LocalResult, Runner, STAYS_HERE, bot_choice, local_page, preset_choice},
    games::kit::Names,
    ui::Press,
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
    let stage = move || {
        round.track();
        match wish.get() {
            None => view! { <Choice wish /> }.into_any(),
            Some(chosen) => view! { <Play chosen wish round status /> }.into_any(),
        }
    };
    local_page::<Pong>(status, stage)
}

/// Who plays, and how fast.
#[component]
fn Choice(wish: RwSignal<Option<Wish>>) -> impl IntoView {
    let preset = RwSignal::new("hope");
    let start = move |bot| wish.set(Some(Wish { preset: preset.get_untracked(), bot }));
    view! {
        <section class="local-choice">
            <h1>"Who plays?"</h1>
            {preset_choice("Pace", preset, &[("hope", "Classic"), ("blitz", "Blitz")])}
            {bot_choice(Pong::LEVELS, move |level| start(Some(level)))}
            <Press test="local-two" class="primary" on_press=move || start(None)>"Two at one keyboard"</Press>
            <p class="muted">{STAYS_HERE}</p>
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
            <LocalResult headline mood again=move || round.update(|n| *n += 1) other=move || wish.set(None)>
                {numbers}
            </LocalResult>
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
