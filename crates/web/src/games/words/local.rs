//! On this screen alone: against one to three bots, or two to four who hand the screen over.

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
use parlor_kernel::{Game, GameConfig, Rules, Seat, Viewer};
use parlor_words::{Clock, Config, Words};
use std::sync::Arc;

const OFFER: Offer = Offer {
    title: "Who plays?",
    legend: "Rules",
    presets: &["hope", "days"],
    called: |preset| preset_name(Words::SPEC.id, if preset == "days" { "classic" } else { preset }),
    several_bots: true,
    alone: None,
    together: &[(2, "Two of us, hand to hand"), (3, "Three of us, hand to hand"), (4, "Four of us, hand to hand")],
};

/// The page.
pub fn local(bot: Option<&str>) -> AnyView {
    local::page::<Words>(&OFFER, begin, bot)
}

fn begin(wish: Wish, room: Room) -> Option<Bout> {
    let people = match wish.rival {
        Rival::Bot(_) => 1,
        Rival::Neighbours(people) => people,
        Rival::Alone => return None,
    };
    let levels: Vec<_> = std::iter::repeat_n(None, people.into()).chain(wish.bots().map(Some)).collect();
    let config = Arc::new(config(wish.preset, levels.len() as u8)?);
    let rules = Arc::new(Rules::load(Arc::clone(&config), &House::expect().catalog.library()).ok()?);
    let hands: Vec<_> = Seat::all(people).collect();
    let all = names(&levels);
    let me = RwSignal::new((people == 1).then_some(Seat(0)));
    let viewer = me.get_untracked().map_or(Viewer::Spectator, Viewer::Seat);
    let here = Here::<Words>::new(rules, &levels, viewer);
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
        ending: Box::new(move |outcome| play.ending(outcome, finish::finish)),
        details: Box::new(move || details(play)),
    })
}

/// The rules of a preset for so many, without its clock: nobody is kept waiting.
fn config(preset: &str, seats: u8) -> Option<Config> {
    Some(Config { seats, clock: Clock::None, ..Config::preset(preset)? })
}

/// What the seats are called: bots by their levels, with a number where two have the same.
fn names(levels: &[Option<&'static str>]) -> Names {
    let Some(first) = levels.iter().position(Option::is_some) else {
        return Names::new(None, ["First", "Second", "Third", "Fourth"].into_iter().take(levels.len()));
    };
    let bots: Vec<_> = levels.iter().copied().flatten().collect();
    let called = bots.iter().enumerate().map(|(index, level)| {
        let name = bot_name(level);
        let alone = bots.iter().filter(|other| *other == level).count() == 1;
        let number = bots[..=index].iter().filter(|other| *other == level).count();
        if alone { name } else { format!("{name} {number}") }
    });
    let you = std::iter::repeat_n("You".to_owned(), first);
    Names::new(Some(Seat(0)), you.chain(called))
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

    #[test]
    fn bots_of_one_level_are_told_apart() {
        let called = |levels: &[Option<&'static str>]| {
            let names = names(levels);
            Seat::all(levels.len() as u8).map(|seat| names.name(seat).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(called(&[None, Some("easy")]), ["You".to_owned(), bot_name("easy")]);
        let three = called(&[None, Some("hard"), Some("easy"), Some("hard")]);
        let [hard, easy] = ["hard", "easy"].map(bot_name);
        assert_eq!(three, ["You".to_owned(), format!("{hard} 1"), easy, format!("{hard} 2")]);
        assert_eq!(called(&[None; 3]), ["First", "Second", "Third"]);
    }
}
