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
    let asked = if wish.at_once { use_query_map().with_untracked(Asked::of) } else { Asked::default() };
    let rules = match rules(wish.preset, asked) {
        Ok(rules) => Arc::new(rules),
        Err(why) => {
            room.stop.run(());
            room.status.set(format!("{why} Choose what to play instead."));
            return None;
        }
    };
    let config = Arc::clone(&rules.config);
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

/// The rules of a preset without its clocks, or training of the hand that was asked for, with the card that has it; or
/// what is wrong with that hand.
fn rules(preset: &str, Asked { card, hand, tiles, charleston }: Asked) -> Result<Rules<Mahjong>, String> {
    let preset = if hand.is_some() { "training" } else { preset };
    let mut config = Config::preset(preset).ok_or_else(|| format!("There are no rules called {preset}."))?;
    if let Some(hand) = &hand {
        config.training = Some(Training { hand: hand.clone(), tiles: tiles.unwrap_or(9) });
        config.charleston = charleston;
        if let Some(name) = card {
            config.card = shipped(&name).ok_or_else(|| format!("There is no card called {name}."))?;
        }
    }
    (config.claim_seconds, config.turn_seconds) = (None, None);
    config.validate().map_err(|error| error.to_string())?;
    Rules::load(config, &library()).map_err(|error| match hand {
        Some(hand) => format!("The card has no hand {hand} to practise."),
        None => error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_mahjong::{Card, SHIPPED};

    #[test]
    fn every_preset_is_played_without_a_clock() {
        for preset in Config::preset_ids() {
            assert!(OFFER.presets.contains(&preset), "{preset} is not offered");
            let rules = rules(preset, Asked::default()).unwrap();
            assert!(!rules.config.is_timed(), "{preset}");
        }
    }

    #[test]
    fn a_hand_of_the_address_is_practised() {
        let asked =
            |hand: &str, tiles| rules("house", Asked { card: None, hand: Some(hand.into()), tiles, charleston: true });
        let config = asked("W3", Some(11)).unwrap().config;
        assert_eq!(config.training, Some(Training { hand: "W3".into(), tiles: 11 }));
        assert!(config.charleston && asked("W3", None).unwrap().config.training.as_ref().unwrap().tiles == 9);
        let refused = |hand, tiles| asked(hand, tiles).err().unwrap();
        assert!(refused("W3", Some(99)).contains("1 to 14"));
        assert_eq!(refused("W33", None), "The card has no hand W33 to practise.");
    }

    #[test]
    fn every_hand_of_every_card_is_practised() {
        for (name, text) in SHIPPED {
            for hand in Card::lint(text).unwrap().hands() {
                let (card, id) = (Some((*name).to_owned()), Some(hand.id.clone()));
                let rules = rules("house", Asked { card, hand: id, tiles: Some(9), charleston: false }).unwrap();
                assert_eq!(rules.assets.hand(&hand.id).unwrap().1.texts, hand.texts, "{name}: {}", hand.id);
            }
        }
        let unknown = Asked { card: Some("league".into()), hand: Some("W3".into()), ..Asked::default() };
        assert_eq!(rules("house", unknown).err().unwrap(), "There is no card called league.");
    }
}
