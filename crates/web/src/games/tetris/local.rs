//! On this screen alone: alone, against a bot, or two at one keyboard. The house has nothing to do with it.

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
use parlor_kernel::{Game, GameConfig, Outcome, Seat, SeatSet, Verdict};
use parlor_tetris::{Config, Tetris};
use std::sync::Arc;

/// Against whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rival {
    Nobody,
    Bot(&'static str),
    Neighbour,
}

/// What to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Wish {
    preset: &'static str,
    rival: Rival,
}

impl Wish {
    fn config(self) -> Option<Config> {
        let mut config = Config::preset(self.preset)?;
        // Nobody far away is kept waiting, so pauses may be long.
        config.adapt(SeatSet::only(Seat(1)));
        if self.rival == Rival::Nobody {
            config.seats = 1;
        }
        Some(config)
    }

    /// The seats that are played here, and the bots by seat.
    fn seats(self) -> (Vec<Seat>, Vec<Option<String>>) {
        match self.rival {
            Rival::Nobody => (vec![Seat(0)], vec![None]),
            Rival::Bot(level) => (vec![Seat(0)], vec![None, Some(level.to_owned())]),
            Rival::Neighbour => (vec![Seat(0), Seat(1)], vec![None, None]),
        }
    }

    fn names(self) -> Names {
        match self.rival {
            Rival::Nobody => Names { me: Some(Seat(0)), all: ["You".into(), String::new()] },
            Rival::Bot(level) => Names { me: Some(Seat(0)), all: ["You".into(), format!("The {level} bot")] },
            Rival::Neighbour => Names { me: None, all: ["Left".into(), "Right".into()] },
        }
    }
}

/// The page.
pub fn local() -> AnyView {
    let (wish, round) = (RwSignal::new(None::<Wish>), RwSignal::new(0_u32));
    let status = RwSignal::new(String::new());
    local_page::<Tetris>(status, move || {
        round.track();
        match wish.get() {
            None => view! { <Choice wish /> }.into_any(),
            Some(chosen) => view! { <Play chosen wish round status /> }.into_any(),
        }
    })
}

/// Who plays, and by which rules.
#[component]
fn Choice(wish: RwSignal<Option<Wish>>) -> impl IntoView {
    let preset = RwSignal::new("hope");
    let rules = [("hope", "Classic"), ("guideline", "Guideline"), ("blitz", "Blitz")];
    let start = move |rival| wish.set(Some(Wish { preset: preset.get_untracked(), rival }));
    view! {
        <section class="local-choice">
            <h1>"Who plays?"</h1>
            {preset_choice("Rules", preset, &rules)}
            {bot_choice(Tetris::LEVELS, move |level| start(Rival::Bot(level)))}
            <Press test="local-two" class="primary" on_press=move || start(Rival::Neighbour)>"Two at one keyboard"</Press>
            <Press test="local-alone" on_press=move || start(Rival::Nobody)>"Alone"</Press>
            <p class="muted">{STAYS_HERE}</p>
        </section>
    }
}

#[component]
fn Play(chosen: Wish, wish: RwSignal<Option<Wish>>, round: RwSignal<u32>, status: RwSignal<String>) -> impl IntoView {
    let config = Arc::new(chosen.config()?);
    let (seats, bots) = chosen.seats();
    let local = Local::<Tetris>::new(Arc::clone(&config), &bots);
    let board = Board::new(Runner::Local(local), config, &seats, Signal::stored(chosen.names()));
    let outcome = board.memo(|heads| heads.outcome);
    let result = move || {
        let names = board.names.get();
        let (headline, mood) = headline(outcome.get().flatten()?, chosen.rival, &names);
        let numbers = local.with(|game| numbers(game.position(), &names));
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

fn headline(outcome: Outcome, rival: Rival, names: &Names) -> (String, &'static str) {
    match (outcome.verdict, outcome.winners().first(), names.me) {
        (Verdict::Draw, ..) => ("A draw".into(), "watched"),
        (_, Some(_), _) if rival == Rival::Nobody => ("You made it".into(), "won"),
        (_, None, _) => ("No room left".into(), "watched"),
        (_, Some(winner), Some(me)) if winner == me => ("You won".into(), "won"),
        (_, Some(_), Some(_)) => ("You lost".into(), "lost"),
        (_, Some(winner), None) => (format!("{} won", names.name(winner)), "watched"),
    }
}
