//! The shelf: all games at a glance, each with what goes on there.

use super::lists::is_joinable;
use crate::{
    games::{self, Face},
    house::House,
    parts,
    place::href_of,
    ui::{Icon, icon},
};
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::{Status, TableInfo, http::MyTable};

/// Every game as a card that leads to its sheet, and the way to a table of one's own.
#[component]
pub fn Shelf(
    /// The public tables.
    open: RwSignal<Option<Vec<TableInfo>>>,
    /// The tables where we sit.
    mine: RwSignal<Option<Vec<MyTable>>>,
    /// Set to open a table.
    opening: RwSignal<bool>,
) -> impl IntoView {
    let cards = games::faces().map(|face| view! { <GameCard face open mine /> }).collect_view();
    view! {
        <section class="shelf" aria-label="Games">
            {cards}
            <button
                type="button"
                class="card own-table"
                data-key="o"
                data-test="open-table"
                on:click=move |_| opening.set(true)
            >
                <span class="card-scene">{icon(Icon::Plus)}</span>
                <span class="card-words">
                    <span class="card-name">"Open a table"</span>
                    <span class="card-line">"Your rules, your guests."</span>
                </span>
            </button>
        </section>
    }
}

/// Fetches what it takes to play a game before it is needed.
pub fn expect_play(game: &'static str) {
    let house = House::expect();
    house.expect_game(game);
    spawn_local(async {
        let _ = parts::table().await;
    });
}

/// One game: a board that moves, its name, and what goes on there now.
#[component]
fn GameCard(
    face: &'static Face,
    open: RwSignal<Option<Vec<TableInfo>>>,
    mine: RwSignal<Option<Vec<MyTable>>>,
) -> impl IntoView {
    let (id, name) = (face.game.id, face.game.name);
    let me = House::expect().visitor.me();
    let news = Memo::new(move |_| {
        let me = me.with(|me| me.as_ref().map(|me| me.id));
        let own = |table: &TableInfo| me.is_some() && table.seats.iter().any(|seat| seat.occupant.person() == me);
        let waits = |table: &&TableInfo| table.game == id && is_joinable(table) && !own(table);
        News {
            mine: mine
                .with(|mine| mine.iter().flatten().filter(|mine| mine.table.game == id).map(going_on).max())
                .flatten(),
            waiting: open.with(|open| open.iter().flatten().filter(waits).count()),
        }
    });
    view! {
        <a class="card" style=face.tint() href=href_of(&format!("/?game={id}")) data-game=id data-test=format!("card-{id}") on:pointerenter=move |_| expect_play(id) on:focus=move |_| expect_play(id)>
            <div class="card-scene">{games::scene(id)}</div>
            <div class="card-words">
                <h2 class="card-name">{name}</h2>
                <p class="card-line">{face.tagline}</p>
                <p class="card-news" data-test=format!("news-{id}")>{move || news.get().words()}</p>
            </div>
        </a>
    }
}

/// How far a match of ours is; the most pressing is the greatest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Going {
    /// Its players have yet to come.
    Waits,
    /// It is played.
    On,
    /// It is our turn.
    MyTurn,
}

fn going_on(mine: &MyTable) -> Option<Going> {
    match mine.table.status {
        Status::Waiting => Some(Going::Waits),
        Status::Playing if mine.my_turn => Some(Going::MyTurn),
        Status::Playing => Some(Going::On),
        Status::Ended => None,
    }
}

/// What goes on in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct News {
    mine: Option<Going>,
    waiting: usize,
}

impl News {
    fn words(self) -> Option<AnyView> {
        let mine = self.mine.map(|going| match going {
            Going::Waits => "Your table waits",
            Going::On => "Your game goes on",
            Going::MyTurn => "Your turn",
        });
        let words = match (mine, self.waiting) {
            (None, 0) => return None,
            (Some(mine), 0) => mine.to_owned(),
            (None, waiting) => format!("{waiting} waiting"),
            (Some(mine), waiting) => format!("{mine} · {waiting} waiting"),
        };
        Some(view! { <span class="news" class:pressing=self.mine == Some(Going::MyTurn)>{words}</span> }.into_any())
    }
}
