//! Tables: the ones where we sit, and the ones that are open to all.

use crate::{
    browser::is_visible,
    games,
    gold::gold,
    house::{House, http},
    place::href_of,
    ui::{Icon, day, icon, kind_mark, rated_mark},
    windows::Windows,
};
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::{
    Occupant, Pace, Status, TableInfo, UserId,
    http::{MyTable, Problem},
};
use std::{future::Future, time::Duration};

/// How often the lists look again while they are seen.
const AGAIN: Duration = Duration::from_secs(5);

/// Asks for the tables where we sit, again and again.
pub fn my_games() -> RwSignal<Option<Vec<MyTable>>> {
    let house = House::expect();
    let me = house.visitor.me();
    refreshed(
        move || async move {
            if me.get_untracked().is_none() {
                return Ok(Vec::new());
            }
            let mine = http::my_tables().await.inspect_err(|problem| _ = house.doubts(problem))?;
            house.turns.count_among(&mine);
            Ok(mine)
        },
        move || me.track(),
    )
}

/// Asks for the public tables, again and again. `lost` is told whether the house could not be asked.
pub fn open_tables(lost: RwSignal<bool>) -> RwSignal<Option<Vec<TableInfo>>> {
    let ask = move || async move {
        let found = http::tables().await;
        lost.try_set(found.is_err());
        found
    };
    refreshed(ask, || ())
}

/// Whether we sit there.
pub fn is_mine(table: &TableInfo, me: Option<UserId>) -> bool {
    me.is_some() && table.seats.iter().any(|seat| seat.occupant.person() == me)
}

/// Whether a seat is free and no match is on.
pub fn is_joinable(table: &TableInfo) -> bool {
    table.status != Status::Playing && table.seats.iter().any(|seat| seat.occupant == Occupant::Nobody)
}

/// The tables where we sit.
#[component]
pub fn MyGames(mine: RwSignal<Option<Vec<MyTable>>>) -> impl IntoView {
    let me = House::expect().visitor.me();
    move || {
        let me = me.get().map(|me| me.id);
        let mine = mine.get().filter(|tables| !tables.is_empty())?;
        let rows = mine.into_iter().map(|mine| view! { <MyGame mine me /> }).collect_view();
        Some(view! {
            <section class="list" aria-label="Your games" data-test="my-games">
                <h2>"Your games"</h2>
                <ul>{rows}</ul>
            </section>
        })
    }
}

#[component]
fn MyGame(mine: MyTable, me: Option<UserId>) -> impl IntoView {
    let windows = Windows::expect();
    let until = mine.forfeits_at().filter(|_| mine.my_turn).map(|at| format!(" · until {}", day(at)));
    let MyTable { table, my_turn } = mine;
    let real_time = games::face(&table.game).is_some_and(|face| face.game.real_time);
    let state = state(table.status, my_turn, real_time);
    let (code, game) = (table.code, table.game.clone());
    let label = if table.status == Status::Ended { "View" } else { "Continue" };
    view! {
        <li class="list-row" data-test="my-game">
            {games::mark(&table.game)}
            <span class="list-words">
                <span>{people(&table, me)}</span>
                <span class=if my_turn { "my-turn" } else { "muted" }>
                    {table.rated.then(rated_mark)} <span data-test="my-game-state">{state}</span>
                    {(table.pace == Pace::Correspondence).then_some(" · over days")} {until} {for_gold(&table)}
                </span>
            </span>
            {move || {
                let game = game.clone();
                windows.fit().get().then(|| view! {
                    <button
                        type="button"
                        class="button quiet round"
                        aria-label="Open in a window"
                        title="Open in a window"
                        data-test="my-game-window"
                        on:click=move |_| windows.open(code, &game)
                    >
                        {icon(Icon::PopOut)}
                    </button>
                })
            }}
            <a class="button" class:primary=my_turn href=href_of(&format!("/t/{code}")) data-test="my-game-open">{label}</a>
        </li>
    }
}

/// What goes on at a table of ours. In real time there are no turns.
const fn state(status: Status, my_turn: bool, real_time: bool) -> &'static str {
    match (status, my_turn, real_time) {
        (Status::Waiting, ..) => "waiting for players",
        (Status::Playing, true, _) => "your turn",
        (Status::Playing, false, true) => "being played",
        (Status::Playing, false, false) => "their turn",
        (Status::Ended, ..) => "finished",
    }
}

/// The public tables.
#[component]
pub fn OpenTables(
    /// What the house says.
    open: RwSignal<Option<Vec<TableInfo>>>,
) -> impl IntoView {
    let me = House::expect().visitor.me();
    // Those where we sit are among our games, and games without a screen cannot be joined from here.
    let others = move || {
        let me = me.with(|me| me.as_ref().map(|me| me.id));
        let shown = |table: &TableInfo| !is_mine(table, me) && games::face(&table.game).is_some();
        open.get().map(|tables| tables.into_iter().filter(shown).collect::<Vec<_>>())
    };
    view! {
        <section class="list" aria-label="Open tables" data-test="open-tables">
            <h2>"Open tables"</h2>
            {move || match others() {
                None => view! { <p class="muted">"Looking around…"</p> }.into_any(),
                Some(tables) if tables.is_empty() => view! {
                    <p class="muted">"No public table just now."</p>
                }
                .into_any(),
                Some(tables) => view! {
                    <ul>{tables.into_iter().map(|table| view! { <OpenRow table /> }).collect_view()}</ul>
                }
                .into_any(),
            }}
        </section>
    }
}

#[component]
fn OpenRow(table: TableInfo) -> impl IntoView {
    let free = table.seats.iter().filter(|seat| seat.occupant == Occupant::Nobody).count();
    let joinable = is_joinable(&table);
    let state = match (joinable, free, table.status) {
        (true, 1, _) => "one seat free".to_owned(),
        (true, ..) => format!("{free} seats free"),
        (false, _, Status::Playing) => "being played".to_owned(),
        (false, ..) => "full".to_owned(),
    };
    let (label, test) = if joinable { ("Join", "table-join") } else { ("Watch", "table-watch") };
    view! {
        <li class="list-row" data-test="open-table-row" data-code=table.code.to_string()>
            {games::mark(&table.game)}
            <span class="list-words">
                <span>{people(&table, None)}</span>
                <span class="muted">{table.rated.then(rated_mark)} {state} " · " {games::preset_name(&table.game, &table.preset)} {for_gold(&table)}</span>
            </span>
            <a class="button" class:primary=joinable href=href_of(&format!("/t/{}", table.code)) data-test=test>{label}</a>
        </li>
    }
}

/// What is played for, if anything.
fn for_gold(table: &TableInfo) -> Option<String> {
    table.bet.as_ref().map(|bet| format!(" · for {}", gold(bet.amount)))
}

/// Who sits there, but for ourselves.
fn people(table: &TableInfo, me: Option<UserId>) -> AnyView {
    let others = table.seats.iter().map(|seat| &seat.occupant).filter(|occupant| **occupant != Occupant::Nobody);
    let others: Vec<_> = others.filter(|occupant| me.is_none() || occupant.person() != me).collect();
    if others.is_empty() {
        return format!("Table {}", table.code).into_any();
    }
    let name = |(index, occupant): (usize, &Occupant)| {
        let mark = match occupant {
            Occupant::Person { kind, .. } => kind_mark(*kind),
            Occupant::Nobody | Occupant::Bot { .. } => None,
        };
        view! { {(index > 0).then_some(" – ")} {occupant.name()} {mark} }
    };
    others.into_iter().enumerate().map(name).collect_view().into_any()
}

/// Asks now, whenever `changes` tells of a change, and again every few seconds while the page can be seen.
/// An answer that fails leaves the last one standing.
pub fn refreshed<T, Ask, Answer>(ask: Ask, changes: impl Fn() + 'static) -> RwSignal<Option<Vec<T>>>
where
    T: PartialEq + Send + Sync + 'static,
    Ask: Fn() -> Answer + Copy + 'static,
    Answer: Future<Output = Result<Vec<T>, Problem>> + 'static,
{
    let tables = RwSignal::new(None);
    let look = move || {
        spawn_local(async move {
            if let Ok(found) = ask().await {
                // The page may be gone by now. Equal lists are not drawn anew, so that nothing flickers under a finger.
                tables.try_maybe_update(|tables: &mut Option<Vec<T>>| {
                    let differs = tables.as_ref() != Some(&found);
                    *tables = Some(found);
                    (differs, ())
                });
            }
        });
    };
    Effect::new(move |_| {
        changes();
        look();
    });
    if let Ok(timer) = set_interval_with_handle(
        move || {
            if is_visible() {
                look()
            }
        },
        AGAIN,
    ) {
        on_cleanup(move || timer.clear());
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_in_real_time_waits_for_no_turn() {
        assert_eq!(state(Status::Playing, false, true), "being played");
        assert_eq!(state(Status::Playing, false, false), "their turn");
    }
}
