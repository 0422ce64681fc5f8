//! On this screen alone: one person and three bots.

use super::{Match, board::board, finish, result::details};
use crate::{
    games::{
        kit::{Here, Names},
        preset_name,
    },
    local::{self, Bout, Offer, Rival, Room, Wish},
};
use leptos::prelude::*;
use leptos_router::{hooks::use_query_map, params::ParamsMap};
use parlor_kernel::{Game, GameConfig, Rules, Seat, Viewer};
use parlor_mahjong::{Config, Mahjong, Training, library};
use std::sync::Arc;

/// Tiles are hidden, so one screen is not enough for two.
const OFFER: Offer = Offer {
    title: "Who sits down with you?",
    legend: "Rules",
    presets: &["house", "garden", "session", "blanks", "authentic", "training"],
    called: |preset| preset_name(Mahjong::SPEC.id, preset),
    several_bots: false,
    alone: None,
    together: &[],
};

/// What the address asks to practise: `?hand=C1&tiles=9&charleston=0`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Asked {
    hand: Option<String>,
    tiles: Option<u8>,
    charleston: bool,
}

impl Asked {
    fn of(query: &ParamsMap) -> Self {
        let tiles = query.get("tiles").and_then(|tiles| tiles.parse().ok());
        Self { hand: query.get("hand"), tiles, charleston: query.get("charleston").as_deref() == Some("1") }
    }
}

/// The page. A hand in the address is practised.
pub fn local(bot: Option<&str>) -> AnyView {
    let query = use_query_map();
    let bot = bot.map(str::to_owned);
    let asked = Memo::new(move |_| query.with(Asked::of));
    let page = move || {
        asked.track();
        local::page::<Mahjong>(&OFFER, begin, bot.as_deref())
    };
    page.into_any()
}

fn begin(wish: Wish, room: Room) -> Option<Bout> {
    const ME: Seat = Seat(0);
    let Rival::Bot(level) = wish.rival else { return None };
    let asked = use_query_map().with_untracked(Asked::of);
    let config = Arc::new(config(wish.preset, asked)?);
    let rules = Arc::new(Rules::load((*config).clone(), &library()).ok()?);
    let bots = [None, Some(level), Some(level), Some(level)];
    let here = Here::<Mahjong>::new(rules, &bots, Viewer::Seat(ME));
    let names = Names::new(Some(ME), ["You", "Bot 1", "Bot 2", "Bot 3"]);
    let play = Match::here(here, config, vec![ME], Signal::stored(names.clone()), room.status, room.stop);
    Some(Bout {
        board: board(play),
        outcome: play.told(),
        headline: Box::new(move |outcome| names.headline(&outcome)),
        ending: Box::new(move |outcome| play.ending(outcome, finish::finish)),
        details: Box::new(move || details(play)),
    })
}

/// The rules of a preset without its clocks, or training of the hand that was asked for.
fn config(preset: &str, Asked { hand, tiles, charleston }: Asked) -> Option<Config> {
    let mut config = match hand {
        Some(hand) => {
            let training = Some(Training { hand, tiles: tiles.unwrap_or(9) });
            Config { training, charleston, ..Config::preset("training")? }
        }
        None => Config::preset(preset)?,
    };
    (config.claim_seconds, config.turn_seconds) = (None, None);
    config.validate().ok()?;
    Some(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_played_without_a_clock() {
        for preset in Config::preset_ids() {
            assert!(OFFER.presets.contains(&preset), "{preset} is not offered");
            let config = config(preset, Asked::default()).unwrap();
            assert!(!config.is_timed() && config.rules().is_ok(), "{preset}");
        }
    }

    #[test]
    fn a_hand_of_the_address_is_practised() {
        let asked = |tiles| config("house", Asked { hand: Some("W3".into()), tiles, charleston: true });
        let config = asked(Some(11)).unwrap();
        assert_eq!(config.training, Some(Training { hand: "W3".into(), tiles: 11 }));
        assert!(config.charleston && asked(None).unwrap().training.unwrap().tiles == 9);
        assert!(asked(Some(99)).is_none());
    }
}
