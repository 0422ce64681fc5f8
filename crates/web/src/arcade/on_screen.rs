//! On this screen alone: alone, against a bot, or two at one keyboard. The house has nothing to do with it.

use super::{Cabinet, Local, Runner, local::bot_name, local_page::*};
use crate::{games::kit::Names, ui::Press};
use leptos::prelude::*;
use parlor_kernel::{GameConfig, Outcome, Seat, SeatSet, Verdict, Viewer};
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
    fn config<G: Cabinet>(self) -> Option<G::Config> {
        let mut config = G::Config::preset(self.preset)?;
        // Nobody far away is kept waiting, so pauses may be long.
        config.adapt(SeatSet::only(Seat(1)));
        if self.rival == Rival::Nobody {
            G::alone(&mut config);
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
            Rival::Bot(level) => Names { me: Some(Seat(0)), all: ["You".into(), bot_name(level)] },
            Rival::Neighbour => Names { me: None, all: ["Left".into(), "Right".into()] },
        }
    }
}

/// The page.
pub fn local<G: Cabinet>() -> AnyView {
    let (wish, round) = (RwSignal::new(None::<Wish>), RwSignal::new(0_u32));
    let status = RwSignal::new(String::new());
    local_page::<G>(status, move || {
        round.track();
        match wish.get() {
            None => choice::<G>(wish),
            Some(chosen) => playing::<G>(chosen, wish, round, status).into_any(),
        }
    })
}

/// Who plays, and by which rules.
fn choice<G: Cabinet>(wish: RwSignal<Option<Wish>>) -> AnyView {
    let preset = RwSignal::new(G::PRESETS_HERE.first().map_or("", |(id, _)| id));
    let start = move |rival| wish.set(Some(Wish { preset: preset.get_untracked(), rival }));
    view! {
        <section class="local-choice">
            <h1>"Who plays?"</h1>
            {preset_choice("Rules", preset, G::PRESETS_HERE)}
            {bot_choice(G::LEVELS, move |level| start(Rival::Bot(level)))}
            <Press test="local-two" class="primary" on_press=move || start(Rival::Neighbour)>"Two at one keyboard"</Press>
            <Press test="local-alone" on_press=move || start(Rival::Nobody)>{G::ALONE}</Press>
            <p class="muted">{STAYS_HERE}</p>
        </section>
    }
    .into_any()
}

fn playing<G: Cabinet>(
    chosen: Wish,
    wish: RwSignal<Option<Wish>>,
    round: RwSignal<u32>,
    status: RwSignal<String>,
) -> Option<impl IntoView> {
    let config = Arc::new(chosen.config::<G>()?);
    let (seats, bots) = chosen.seats();
    let local = Local::<G>::new(Arc::clone(&config), &bots);
    let names = StoredValue::new(G::with_unseated(chosen.names(), &config));
    let board = G::board(Runner::Local(local), config, &seats, Signal::stored(names.get_value()));
    let outcome = G::ended(board);
    let result = move || {
        let outcome = outcome.get()?;
        let names = names.get_value();
        let (headline, mood) = match chosen.rival {
            Rival::Nobody => {
                let (headline, mood) = G::end_alone(!outcome.winners().is_empty());
                (headline.to_owned(), mood)
            }
            _ => headline(outcome, &names),
        };
        let numbers = local.with(|game| G::numbers(&game.view(Viewer::Spectator), &names));
        Some(view! {
            <LocalResult headline mood again=move || round.update(|n| *n += 1) other=move || wish.set(None)>
                {numbers}
            </LocalResult>
        })
    };
    on_cleanup(move || status.set(String::new()));
    let stop = view! { <Press test="local-stop" class="quiet" on_press=move || wish.set(None)>"Stop"</Press> };
    Some(view! {
        {G::screen(board, status, stop.into_any())}
        {result}
    })
}

fn headline(outcome: Outcome, names: &Names) -> (String, &'static str) {
    match (outcome.verdict, outcome.winners().first(), names.me) {
        (Verdict::Draw, ..) | (_, None, _) => ("A draw".into(), "watched"),
        (_, Some(winner), Some(me)) if winner == me => ("You won".into(), "won"),
        (_, Some(_), Some(_)) => ("You lost".into(), "lost"),
        (_, Some(winner), None) => (format!("{} won", names.name(winner)), "watched"),
    }
}
