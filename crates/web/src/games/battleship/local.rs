//! On this screen alone, against a bot.

use super::{Desk, board, finish, result::details};
use crate::{
    games::{
        kit::{Here, Names},
        preset_name,
    },
    local::{self, Bout, Offer, Rival, Room, Wish},
    ui::bot_name,
};
use leptos::prelude::*;
use parlor_battleship::{Battleship, Config};
use parlor_kernel::{Game, GameConfig, Rules, Seat, SeatSet, Viewer};
use std::sync::Arc;

/// Fleets are hidden, so one screen is not enough for two.
const OFFER: Offer = Offer {
    title: "Who plays?",
    legend: "Rules",
    presets: &["voxel", "hope", "armada"],
    called: |preset| preset_name(Battleship::SPEC.id, preset),
    several_bots: false,
    alone: None,
    together: &[],
};

/// The page.
pub fn local(bot: Option<&str>) -> AnyView {
    local::page::<Battleship>(&OFFER, begin, bot)
}

fn begin(wish: Wish, room: Room) -> Option<Bout> {
    const ME: Seat = Seat(0);
    let Rival::Bot(level) = wish.rival else { return None };
    let config = Arc::new(config(wish.preset)?);
    let here = Here::<Battleship>::new(Rules::plain(Arc::clone(&config)), &[None, Some(level)], Viewer::Seat(ME));
    let names = Names::new(Some(ME), ["You".into(), bot_name(level)]);
    let desk = Desk::here(here, config, wish.hands(), Signal::stored(names.clone()), room.status, room.stop);
    Some(Bout {
        board: board(desk),
        outcome: desk.told(),
        headline: Box::new(move |outcome| names.headline(&outcome)),
        ending: Box::new(move |outcome| desk.ending(outcome, finish::finish)),
        details: Box::new(move || details(desk)),
    })
}

/// The rules of a preset, without its clocks: no opponent is kept waiting.
fn config(preset: &str) -> Option<Config> {
    let mut config = Config::preset(preset)?;
    config.adapt(SeatSet::only(Seat(1)));
    (config.timers.placement, config.timers.turn) = (None, None);
    Some(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_played_without_a_clock() {
        for preset in Config::preset_ids() {
            assert!(OFFER.presets.contains(&preset), "{preset} is not offered");
            let config = config(preset).unwrap();
            assert_eq!(config.validate(), Ok(()), "{preset}");
            assert_eq!((config.timers.placement, config.timers.turn), (None, None));
        }
    }
}
