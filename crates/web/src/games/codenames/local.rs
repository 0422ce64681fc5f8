//! On this screen alone: one player, and bots in the other seats.

use super::{Match, board::board, finish, result::details};
use crate::{
    games::{
        kit::{Here, Names},
        preset_name,
    },
    house::House,
    local::{self, Bout, Offer, Rival, Room, Wish},
    ui::bot_name,
};
use leptos::prelude::*;
use parlor_codenames::{Codenames, Config};
use parlor_kernel::{Game, GameConfig, Rules, Seat, SeatSet, Viewer};
use std::sync::Arc;

/// The key is hidden, so one screen is not enough for two.
const OFFER: Offer = Offer {
    title: "Who plays with you?",
    legend: "Rules",
    presets: &["standard", "duet"],
    called: |preset| preset_name(Codenames::SPEC.id, preset),
    several_bots: false,
    alone: None,
    together: &[],
};

/// A guesser's seat: a bot gives the hints.
const GUESSER: Seat = Seat(1);

/// The page.
pub fn local(bot: Option<&str>) -> AnyView {
    local::page::<Codenames>(&OFFER, begin, bot)
}

fn begin(wish: Wish, room: Room) -> Option<Bout> {
    let Rival::Bot(level) = wish.rival else { return None };
    let config = config(wish.preset)?;
    let rules = Rules::<Codenames>::load(config, &House::expect().catalog.library()).ok()?;
    let config = Arc::clone(&rules.config);
    let bots: Vec<_> = Seat::all(config.seats()).map(|seat| (seat != GUESSER).then_some(level)).collect();
    let here = Here::<Codenames>::new(Arc::new(rules), &bots, Viewer::Seat(GUESSER));
    let called = |seat: Seat| {
        if seat == GUESSER {
            "You".to_owned()
        } else {
            format!("{} ({})", bot_name(level), config.seat_plan(seat).name)
        }
    };
    let names = Names::new(Some(GUESSER), Seat::all(config.seats()).map(called));
    let play = Match::here(here, config, vec![GUESSER], Signal::stored(names.clone()), room.status, room.stop);
    Some(Bout {
        board: board(play),
        outcome: play.told(),
        headline: Box::new(move |outcome| names.headline(&outcome)),
        ending: Box::new(move |outcome| play.ending(outcome, finish::finish)),
        details: Box::new(move || details(play)),
    })
}

/// The rules of a preset with bots in all seats but one.
fn config(preset: &str) -> Option<Config> {
    let mut config = Config::preset(preset)?;
    let bots: SeatSet = Seat::all(config.seats()).filter(|&seat| seat != GUESSER).collect();
    config.adapt(bots);
    Some(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_on_this_screen_have_no_clock() {
        for preset in OFFER.presets {
            let config = config(preset).unwrap();
            assert!(!config.is_timed() && config.validate().is_ok(), "{preset}");
            assert!(!config.bots.contains(GUESSER));
        }
    }
}
