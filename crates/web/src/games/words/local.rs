//! On this screen alone: against a bot, or two to four who hand the screen over.

use super::{Match, board::board, result::details};
use crate::{
    games::kit::{Here, Names},
    house::House,
    local::{self, Bout, Offer, Rival, Room, Wish},
    ui::{bot_name, preset_name},
};
use leptos::prelude::*;
use parlor_kernel::{GameConfig, Rules, Seat, Viewer};
use parlor_words::{Clock, Config, Words};
use std::sync::Arc;

const OFFER: Offer = Offer {
    title: "Who plays?",
    legend: "Rules",
    presets: &["hope", "days"],
    called: |preset| if preset == "days" { "classic".into() } else { preset_name(preset) },
    alone: None,
    together: &[(2, "Two of us, hand to hand"), (3, "Three of us, hand to hand"), (4, "Four of us, hand to hand")],
};

/// The page.
pub fn local(bot: Option<&str>) -> AnyView {
    local::page::<Words>(&OFFER, begin, bot)
}

fn begin(wish: Wish, room: Room) -> Option<Bout> {
    let (people, level) = match wish.rival {
        Rival::Bot(level) => (1, Some(level)),
        Rival::Neighbours(people) => (people, None),
        Rival::Alone => return None,
    };
    let config = Arc::new(config(wish.preset, people.max(2))?);
    let rules = Arc::new(Rules::load(Arc::clone(&config), &House::expect().catalog.library()).ok()?);
    let hands: Vec<_> = Seat::all(people).collect();
    let all = names(people, level);
    let me = RwSignal::new((people == 1).then_some(Seat(0)));
    let viewer = me.get_untracked().map_or(Viewer::Spectator, Viewer::Seat);
    let here = Here::<Words>::new(rules, &[None, level, None, None][..usize::from(people.max(2))], viewer);
    let seen = all.clone();
    let names = Signal::derive(move || seen.clone().seen_by(me.get()));
    let play = Match::here(here, config, hands, names, room.status, room.stop);
    let several = people > 1;
    Effect::new(move |_| {
        let turn = here.view.with(|view| view.common.turn);
        // The next player must not see the rack of the one before.
        if several && me.get_untracked().is_some() && turn != me.get_untracked() {
            me.set(None);
            here.look(Viewer::Spectator);
        }
    });
    let ready = Callback::new(move |seat| {
        me.set(Some(seat));
        here.look(Viewer::Seat(seat));
    });
    Some(Bout {
        board: board(play, several.then_some(ready)),
        outcome: play.told(),
        headline: Box::new(move |outcome| all.headline(&outcome)),
        details: Box::new(move || details(play)),
    })
}

/// The rules of a preset for so many, without its clock: nobody is kept waiting.
fn config(preset: &str, seats: u8) -> Option<Config> {
    Some(Config { seats, clock: Clock::None, ..Config::preset(preset)? })
}

fn names(people: u8, level: Option<&str>) -> Names {
    match level {
        Some(level) => Names::new(Some(Seat(0)), ["You".into(), bot_name(level)]),
        None => Names::new(None, ["First", "Second", "Third", "Fourth"].into_iter().take(people.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_offered_can_be_played_without_a_clock() {
        for preset in OFFER.presets {
            for seats in 2..=4 {
                let config = config(preset, seats).unwrap();
                assert_eq!((config.validate(), config.is_timed(), config.seats()), (Ok(()), false, seats), "{preset}");
            }
        }
    }
}
