//! A match on this screen alone.

use super::{Board, Cabinet, Local, Runner, match_view};
use crate::{
    games::kit::{Finished, Names},
    local::{self, Bout, Rival, Room, Wish},
    ui::{Press, bot_name},
};
use leptos::prelude::*;
use parlor_kernel::{GameConfig, Rules, Seat, Viewer};
use std::sync::Arc;

/// The page.
pub fn local<G: Cabinet>(bot: Option<&str>) -> AnyView {
    local::page::<G>(&G::HERE, begin::<G>, bot)
}

fn begin<G: Cabinet>(wish: Wish, room: Room) -> Option<Bout> {
    let config = Arc::new(config::<G>(wish)?);
    let (seats, hands) = (config.seats(), wish.hands());
    let bot = |seat: Seat| match wish.rival {
        Rival::Bot(level) if !hands.contains(&seat) => Some(level.to_owned()),
        _ => None,
    };
    let bots: Vec<_> = Seat::all(seats).map(bot).collect();
    let local = Local::<G>::new(Rules::plain(Arc::clone(&config)), &bots);
    let names = G::with_unseated(names(wish.rival, seats), &config);
    let rules = Arc::clone(&config);
    let board = Board::<G>::new(Runner::Local(local), config, &hands, Signal::stored(names.clone()));
    let stop = view! { <Press test="local-stop" class="quiet" on_press=room.stop>"Stop"</Press> };
    let (called, decided) = (names.clone(), names.clone());
    Some(Bout {
        board: match_view(board, room.status, stop.into_any()),
        outcome: board.ended().into(),
        headline: Box::new(move |outcome| match wish.rival {
            Rival::Alone => {
                let (headline, mood) = G::end_alone(!outcome.winners().is_empty());
                (headline.to_owned(), mood)
            }
            _ => called.headline(&outcome),
        }),
        ending: Box::new(move |outcome| {
            if wish.rival == Rival::Alone {
                return None;
            }
            let view = local.with(|game| game.view(Viewer::Spectator))?;
            Some(G::finish(&Finished { config: &rules, view: &view, outcome, names: &decided }))
        }),
        details: Box::new(move || local.with(|game| G::numbers(&game.view(Viewer::Spectator), &names)).into_any()),
    })
}

fn config<G: Cabinet>(wish: Wish) -> Option<G::Config> {
    let mut config = G::Config::preset(wish.preset)?;
    // No player far away is kept waiting, so pauses may be long.
    config.adapt(Seat::all(config.seats()).skip(1).collect());
    if wish.rival == Rival::Alone {
        G::alone(&mut config);
    }
    Some(config)
}

fn names(rival: Rival, seats: u8) -> Names {
    let you = Names::new(Some(Seat(0)), ["You"]);
    match rival {
        Rival::Alone => you,
        Rival::Bot(level) => Seat::all(seats).skip(1).fold(you, |names, seat| names.with(seat, bot_name(level))),
        Rival::Neighbours(_) => Names::new(None, ["Left", "Right"]),
    }
}
