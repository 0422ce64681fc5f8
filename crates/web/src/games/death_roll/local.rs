//! On this screen alone: against oneself, against a bot, or two who hand it back and forth.

use super::{
    Match,
    board::{Sentence, board},
    finish,
    result::details,
    words::{self, thousands},
};
use crate::{
    browser::random_bits,
    games::kit::{Here, Names},
    local::{self, Bout, Offer, Rival, Room, Wish},
    ui::bot_name,
};
use leptos::prelude::*;
use parlor_death_roll::{Config, DeathRoll, View};
use parlor_kernel::{Rules, Seat, Viewer};
use std::sync::Arc;

const OFFER: Offer = Offer {
    title: "Who rolls?",
    legend: "From",
    presets: &["100", "1000", "10000"],
    called: |start| thousands(start.parse::<u32>().unwrap_or_default()),
    several_bots: false,
    alone: Some("Me against myself"),
    together: &[(2, "Two of us, hand to hand")],
};

/// Words for a player who has beaten themselves.
const CONSOLATIONS: [&str; 8] = [
    "No one else could have done this to you.",
    "Shake hands with the loser. You have both of the hands it takes.",
    "Unbeaten, if one counts only the half of you that won.",
    "You knew exactly who you were up against, and it was no help.",
    "The loser blames the dice, the winner praises the skill. Please keep it down in there.",
    "One of you will be unbearable for the rest of the evening.",
    "The crowd is on its feet. It would like to sit down again.",
    "No friendship was harmed by this roll.",
];

/// The page.
pub fn local(bot: Option<&str>) -> AnyView {
    local::page::<DeathRoll>(&OFFER, begin, bot)
}

fn begin(wish: Wish, room: Room) -> Option<Bout> {
    let config = Arc::new(Config { start: wish.preset.parse().ok()?, roll_seconds: None });
    let level = if let Rival::Bot(level) = wish.rival { Some(level) } else { None };
    let here = Here::<DeathRoll>::new(Rules::plain(Arc::clone(&config)), &[None, level], Viewer::Spectator);
    let (hands, names) = (hands(wish.rival), names(wish.rival));
    let play = Match::here(here, config, hands, Signal::stored(names.clone()), room.status, room.stop);
    let alone = wish.rival == Rival::Alone;
    let board = board(play, if alone { against_oneself as Sentence } else { words::status });
    let consolation = CONSOLATIONS[(random_bits() % CONSOLATIONS.len() as u64) as usize];
    Some(Bout {
        board,
        outcome: play.told(),
        headline: Box::new(move |outcome| match alone {
            true => ("You won. You also lost.".into(), "won"),
            false => names.headline(&outcome),
        }),
        ending: Box::new(move |outcome| if alone { None } else { play.ending(outcome, finish::finish) }),
        details: Box::new(move || {
            let comfort = alone.then(|| view! { <p class="dr-comfort" data-test="local-comfort">{consolation}</p> });
            view! { {comfort} {details(play)} }.into_any()
        }),
    })
}

/// The seats that are rolled for by hand.
fn hands(rival: Rival) -> Vec<Seat> {
    match rival {
        Rival::Bot(_) => vec![Seat(0)],
        Rival::Alone | Rival::Neighbours(_) => vec![Seat(0), Seat(1)],
    }
}

fn names(rival: Rival) -> Names {
    match rival {
        Rival::Alone => Names::new(None, ["You", "Also you"]),
        Rival::Bot(level) => Names::new(Some(Seat(0)), ["You".into(), bot_name(level)]),
        Rival::Neighbours(_) => Names::new(None, ["First", "Second"]),
    }
}

/// What to say to a player who rolls both sides.
fn against_oneself(view: &View, landed: usize, names: &Names) -> String {
    let Some(&roll) = landed.checked_sub(1).and_then(|last| view.rolls.get(last)) else {
        return format!("Roll 1 to {}, and then against yourself.", thousands(view.max));
    };
    let (rolled, max, tier) = (thousands(roll.rolled), thousands(roll.max), words::tier(roll.tier()).to_lowercase());
    let told = format!("{}: {rolled} of {max}, {tier}.", names.name(roll.seat));
    match view.outcome {
        Some(_) if landed == view.rolls.len() => format!("{told} You won, and you lost."),
        None if landed == view.rolls.len() => format!("{told} Now {}.", names.name(view.turn).to_lowercase()),
        _ => told,
    }
}
