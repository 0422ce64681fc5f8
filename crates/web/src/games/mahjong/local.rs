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
use parlor_mahjong::{Config, Mahjong, Training, library, shipped};
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

/// What the address asks to practise: `?card=house&hand=C1&tiles=9&charleston=0`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Asked {
    card: Option<String>,
    hand: Option<String>,
    tiles: Option<u8>,
    charleston: bool,
}

impl Asked {
    fn of(query: &ParamsMap) -> Self {
        let tiles = query.get("tiles").and_then(|tiles| tiles.parse().ok());
        let charleston = query.get("charleston").as_deref() == Some("1");
        Self { card: query.get("card"), hand: query.get("hand"), tiles, charleston }
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

/// The rules of a preset without its clocks, or training of the hand that was asked for, with the card that has it.
fn config(preset: &str, Asked { card, hand, tiles, charleston }: Asked) -> Option<Config> {
    let mut config = match hand {
        Some(hand) => {
            let training = Some(Training { hand, tiles: tiles.unwrap_or(9) });
            let usual = Config::preset("training")?;
            let card = card.map_or(Some(usual.card.clone()), |name| shipped(&name))?;
            Config { training, charleston, card, ..usual }
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
    use parlor_mahjong::{Card, SHIPPED};

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
        let asked = |tiles| config("house", Asked { card: None, hand: Some("W3".into()), tiles, charleston: true });
        let config = asked(Some(11)).unwrap();
        assert_eq!(config.training, Some(Training { hand: "W3".into(), tiles: 11 }));
        assert!(config.charleston && asked(None).unwrap().training.unwrap().tiles == 9);
        assert!(asked(Some(99)).is_none());
    }

    #[test]
    fn every_hand_of_every_card_is_practised() {
        for (name, text) in SHIPPED {
            for hand in Card::lint(text).unwrap().hands() {
                let (card, id) = (Some((*name).to_owned()), Some(hand.id.clone()));
                let config = config("house", Asked { card, hand: id, tiles: Some(9), charleston: false }).unwrap();
                let rules = Rules::<Mahjong>::load(config, &library()).unwrap();
                assert_eq!(rules.assets.hand(&hand.id).unwrap().1.texts, hand.texts, "{name}: {}", hand.id);
            }
        }
        let unknown = Asked { card: Some("league".into()), hand: Some("W3".into()), ..Asked::default() };
        assert!(config("house", unknown).is_none());
    }
}
