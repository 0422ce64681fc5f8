//! A match on this screen alone.

use super::{Cabinet, Local, Runner};
use crate::{
    games::kit::Names,
    local::{self, Bout, Rival, Room, Wish},
    ui::{Press, bot_name},
};
use leptos::prelude::*;
use parlor_kernel::{GameConfig, Rules, Seat, SeatSet, Viewer};
use std::sync::Arc;

/// The page.
pub fn local<G: Cabinet>(bot: Option<&str>) -> AnyView {
    local::page::<G>(&G::HERE, begin::<G>, bot)
}

fn begin<G: Cabinet>(wish: Wish, room: Room) -> Option<Bout> {
    let config = Arc::new(config::<G>(wish)?);
    let bots: &[Option<String>] = match wish.rival {
        Rival::Nobody => &[None],
        Rival::Bot(level) => &[None, Some(level.to_owned())],
        Rival::Neighbour => &[None, None],
    };
    let local = Local::<G>::new(Rules::plain(Arc::clone(&config)), bots);
    let names = G::with_unseated(names(wish.rival), &config);
    let board = G::board(Runner::Local(local), config, &wish.hands(), Signal::stored(names.clone()));
    let stop = view! { <Press test="local-stop" class="quiet" on_press=room.stop>"Stop"</Press> };
    let called = names.clone();
    Some(Bout {
        board: G::screen(board, room.status, stop.into_any()),
        outcome: G::ended(board).into(),
        headline: Box::new(move |outcome| match wish.rival {
            Rival::Nobody => {
                let (headline, mood) = G::end_alone(!outcome.winners().is_empty());
                (headline.to_owned(), mood)
            }
            _ => local::headline(outcome, &called),
        }),
        details: Box::new(move || local.with(|game| G::numbers(&game.view(Viewer::Spectator), &names)).into_any()),
    })
}

fn config<G: Cabinet>(wish: Wish) -> Option<G::Config> {
    let mut config = G::Config::preset(wish.preset)?;
    // Nobody far away is kept waiting, so pauses may be long.
    config.adapt(SeatSet::only(Seat(1)));
    if wish.rival == Rival::Nobody {
        G::alone(&mut config);
    }
    Some(config)
}

fn names(rival: Rival) -> Names {
    match rival {
        Rival::Nobody => Names { me: Some(Seat(0)), all: ["You".into(), String::new()] },
        Rival::Bot(level) => Names { me: Some(Seat(0)), all: ["You".into(), bot_name(level)] },
        Rival::Neighbour => Names { me: None, all: ["Left".into(), "Right".into()] },
    }
}
