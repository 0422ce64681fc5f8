//! Other houses on the same network, with their open tables.

use super::lists::refreshed;
use crate::{
    games,
    house::{self, http},
    ui::{Icon, icon},
};
use leptos::prelude::*;
use parlor_wire::http::{NearbyHouse, NearbyTable};

/// The houses nearby, if there are any. A visitor who goes to one of them leaves this house as it is.
#[component]
pub fn HousesNearby() -> impl IntoView {
    let houses = refreshed(http::nearby, || ());
    move || {
        let houses = houses.get().filter(|houses| !houses.is_empty())?;
        let rows = houses.into_iter().map(|house| view! { <House house /> }).collect_view();
        Some(view! {
            <section class="list" aria-label="Houses nearby" data-test="houses-nearby">
                <h2>"Houses nearby"</h2>
                <ul>{rows}</ul>
            </section>
        })
    }
}

#[component]
fn House(house: NearbyHouse) -> impl IntoView {
    let tables = house.tables.iter().map(|table| {
        let href = house.table_url(table.code);
        view! { <Table table=table.clone() href house=house.name.clone() /> }
    });
    let address = house.url.trim_start_matches("http://").trim_end_matches('/').to_owned();
    let label = format!("Visit {} in a new tab", house.name);
    view! {
        <li class="nearby-house" data-test="nearby-house">
            <div class="list-row">
                <span class="nearby-mark">{icon(Icon::House)}</span>
                <span class="list-words">
                    <span data-test="nearby-name">{house.name.clone()}</span>
                    <span class="muted figures">{address}</span>
                </span>
                <a class="button quiet" href=house.url.clone() target="_blank" rel="noopener noreferrer" aria-label=label data-test="nearby-visit">
                    "Visit" {icon(Icon::PopOut)}
                </a>
            </div>
            {(!house.tables.is_empty()).then(|| view! { <ul class="nearby-tables">{tables.collect_view()}</ul> })}
        </li>
    }
}

#[component]
fn Table(table: NearbyTable, href: String, house: String) -> impl IntoView {
    let seats = if table.free == 1 { "one seat free".to_owned() } else { format!("{} seats free", table.free) };
    let who = if table.players.is_empty() { format!("Table {}", table.code) } else { table.players.join(" – ") };
    let game = house::House::expect().catalog.game_name(&table.game);
    let label = format!("Join {who} at {house} for {game}, in a new tab");
    view! {
        <li class="list-row" data-test="nearby-table" data-code=table.code.to_string()>
            {games::mark(&table.game)}
            <span class="list-words">
                <span>{who}</span>
                <span class="muted" data-test="nearby-game">{game.clone()} " · " {seats}</span>
            </span>
            <a class="button" href=href target="_blank" rel="noopener noreferrer" aria-label=label data-test="nearby-join">
                "Join" {icon(Icon::PopOut)}
            </a>
        </li>
    }
}
