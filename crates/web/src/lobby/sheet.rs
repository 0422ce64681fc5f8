//! A game's own sheet: every way into it, its rules and its records.

use super::{
    lists::{is_joinable, is_mine},
    open::OpenDialog,
    quick::QuickMatch,
    shelf::expect_play,
};
use crate::{
    games::{self, Face},
    house::{House, ask, http},
    place::{href_of, use_navigate},
    prefs::Prefs,
    ui::{Dialog, Icon, icon},
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::{NavigateOptions, hooks::use_query_map};
use parlor_kernel::{Level, Solo};
use parlor_wire::{
    TableInfo, UserId,
    http::{GameRecord, OpenTable, SeatWish},
};

/// The sheet of the game that the address names, so that the way back closes it and a link leads to it.
#[component]
pub fn GameSheet(
    /// The public tables.
    open: RwSignal<Option<Vec<TableInfo>>>,
) -> impl IntoView {
    let (house, query, navigate) = (House::expect(), use_query_map(), use_navigate());
    let game =
        Memo::new(move |_| query.read().get("game").and_then(|game| games::face(&game)).map(|face| face.game.id));
    let shown = RwSignal::new(false);
    Effect::new(move |_| shown.set(game.with(Option::is_some)));
    Effect::new(move |before: Option<bool>| {
        let now = shown.get();
        if before == Some(true) && !now && game.with_untracked(Option::is_some) {
            navigate("/", NavigateOptions { scroll: false, ..NavigateOptions::default() });
        }
        now
    });
    let title = Signal::derive(move || game.get().map_or_else(String::new, |game| house.catalog.game_name(game)));
    view! {
        <Dialog open=shown title test="game-sheet">
            {move || game.get().and_then(games::face).map(|face| view! { <Sheet face open /> })}
        </Dialog>
    }
}

#[component]
fn Sheet(face: &'static Face, open: RwSignal<Option<Vec<TableInfo>>>) -> impl IntoView {
    let id = face.game.id;
    // The next tap leads to a table of this game, or plays it here.
    expect_play(id);
    let seats = face.presets.first().map_or(2, |preset| preset.seats);
    let opening = RwSignal::new(false);
    let me = House::expect().visitor.me();
    let waiting = move || {
        let me = me.with(|me| me.as_ref().map(|me| me.id));
        let joinable = |table: &&TableInfo| table.game == id && is_joinable(table) && !is_mine(table, me);
        open.with(|open| open.iter().flatten().filter(joinable).cloned().collect::<Vec<_>>())
    };
    view! {
        <div class="game-sheet" style=face.tint()>
            <div class="sheet-head">
                <span class="sheet-scene">{games::scene(id)}</span>
                <p class="muted">{face.tagline}</p>
                <Record game=id />
            </div>
            <PlayNow game=id seats levels=face.levels />
            <div class="ways">
                {(seats > 1).then(|| view! { <Friend game=id seats /> })}
                {(seats > 1).then(|| view! { <QuickMatch game=id /> })}
                <a class="button way" href=href_of(&format!("/local/{id}")) data-test=format!("local-{id}")>
                    {icon(Icon::Maximise)}
                    "On this screen"
                </a>
                <button type="button" class="button way" data-test=format!("open-{id}") on:click=move |_| opening.set(true)>
                    {icon(Icon::Gear)}
                    "Options"
                </button>
            </div>
            <Solos face />
            {move || waiting().into_iter().map(|table| view! { <Waiting table /> }).collect_view()}
            <div class="row sheet-more">
                <a class="button quiet" href=href_of(&format!("/help/{id}")) data-test="how-to-play">{icon(Icon::Help)} "How to play"</a>
                <a class="button quiet" href=href_of(&format!("/leaderboards/{id}")) data-test="game-leaders">
                    {icon(Icon::Podium)}
                    "Leaderboard"
                </a>
            </div>
            <OpenDialog open=opening game=id />
        </div>
    }
}

/// The ways to play it alone for a record.
#[component]
fn Solos(face: &'static Face) -> impl IntoView {
    let game = face.game.id;
    let way = |solo: &'static Solo| {
        view! {
            <a
                class="button way"
                href=href_of(&format!("/run/{game}/{}", solo.id))
                title=solo.blurb
                data-test=format!("run-{}", solo.id)
            >
                {icon(Icon::Bolt)}
                {solo.name}
            </a>
        }
    };
    (!face.solos.is_empty()).then(|| {
        view! { <div class="ways" role="group" aria-label="Alone, for a record">{face.solos.iter().map(way).collect_view()}</div> }
    })
}

/// A table of this game where a seat is free.
#[component]
fn Waiting(table: TableInfo) -> impl IntoView {
    let who = table.seats.iter().find(|seat| seat.occupant.person().is_some()).map(|seat| seat.occupant.name());
    view! {
        <a class="button way" href=href_of(&format!("/t/{}", table.code)) data-test="sheet-join">
            {format!("{} waits for a player: join", who.unwrap_or_else(|| format!("Table {}", table.code)))}
        </a>
    }
}

/// The level that was played last stands out: one tap and the game is on.
#[component]
fn PlayNow(game: &'static str, seats: u8, levels: &'static [Level]) -> impl IntoView {
    let last = Prefs::expect().numbers.with(|numbers| numbers.get(&last_level(game)).copied().unwrap_or(0));
    let last = usize::from(last).min(levels.len().saturating_sub(1));
    let levels = levels.iter().enumerate().map(|(index, &level)| {
        view! { <PlayBot game seats level index last=index == last /> }
    });
    view! {
        <div class="play-bot" role="group" aria-label="Play a bot now">
            <span class="play-bot-label">{icon(Icon::Bot)} "Play a bot now"</span>
            {levels.collect_view()}
        </div>
    }
}

/// Where the browser keeps the level that was played last.
fn last_level(game: &str) -> String {
    format!("{game}.level")
}

/// A match against bots: at a table, or on this screen if the house cannot be reached.
#[component]
fn PlayBot(game: &'static str, seats: u8, level: Level, index: usize, last: bool) -> impl IntoView {
    let (house, prefs) = (House::expect(), Prefs::expect());
    let navigate = use_navigate();
    let busy = RwSignal::new(false);
    let Level { id, blurb } = level;
    let start = move |_| {
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        prefs.numbers.update(|numbers| _ = numbers.insert(last_level(game), index as u8));
        let (navigate, wish) = (navigate.clone(), OpenTable::against_bots(game, seats, id));
        spawn_local(async move {
            let opened = async {
                house.arrive().await?;
                http::open(&wish).await
            };
            match opened.await {
                Ok(table) => navigate(&format!("/t/{}", table.code), NavigateOptions::default()),
                // The page can do without the house.
                Err(problem) if http::is_unreachable(&problem) => {
                    navigate(&format!("/local/{game}?bot={id}"), NavigateOptions::default());
                }
                Err(problem) => house.toast.say(problem.detail),
            }
            busy.try_set(false);
        });
    };
    view! {
        <button
            type="button"
            class="button large level"
            class:primary=last
            title=blurb
            aria-busy=move || busy.get().to_string()
            data-test=format!("play-bot-{id}")
            on:click=start
        >
            {id}
        </button>
    }
}

/// A table by the usual rules, at once: its page has the link, the code and the QR code ready.
#[component]
fn Friend(game: &'static str, seats: u8) -> impl IntoView {
    let (house, navigate) = (House::expect(), use_navigate());
    let busy = RwSignal::new(false);
    let invite = move |_| {
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        let navigate = navigate.clone();
        let wish = OpenTable {
            game: game.to_owned(),
            seats: vec![SeatWish::Person; usize::from(seats)],
            ..OpenTable::default()
        };
        spawn_local(async move {
            let opened = async {
                house.arrive().await?;
                http::open(&wish).await
            };
            match opened.await {
                Ok(table) => navigate(&format!("/t/{}", table.code), NavigateOptions::default()),
                Err(problem) => house.toast.say(problem.detail),
            }
            busy.try_set(false);
        });
    };
    view! {
        <button
            type="button"
            class="button way"
            title="A link to send, with a code and a QR code"
            aria-busy=move || busy.get().to_string()
            data-test=format!("friend-{game}")
            on:click=invite
        >
            {icon(Icon::Share)}
            "Invite friends"
        </button>
    }
}

/// Our own record, if there is one.
#[component]
fn Record(game: &'static str) -> impl IntoView {
    let me = House::expect().visitor.me();
    move || me.get().map(|me| view! { <RecordOf game id=me.id /> })
}

#[component]
fn RecordOf(game: &'static str, id: UserId) -> impl IntoView {
    let profile = ask(move || http::results::profile(id)).reply();
    let words = move || {
        let profile = profile.get()?.ok()?;
        profile.games.iter().find(|record| record.game == game).and_then(record_words)
    };
    view! {
        <p class="sheet-record figures" data-test="sheet-record">
            {move || words().map(|words| view! { {icon(Icon::Podium)} <a href=href_of("/me")>{words}</a> })}
        </p>
    }
}

/// "Won 3 of 5 · rating 1520".
fn record_words(record: &GameRecord) -> Option<String> {
    let (won, played) = (record.people.won + record.bots.won, record.people.played + record.bots.played);
    let rating = record.rating.map(|rating| format!(" · rating {}", rating.value)).unwrap_or_default();
    (played > 0).then(|| format!("Won {won} of {played}{rating}"))
}
