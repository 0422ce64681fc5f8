//! The moment a shot is revealed: a word across the board, and a small feast when a ship goes down.

use super::{Desk, ships, words};
use crate::games::kit::{Heard, plural};
use leptos::prelude::*;
use parlor_battleship::{Config, Event, Placement, ShotResult};
use parlor_kernel::{Duel, Seat};
use std::sync::Arc;

/// How many sparks fly when a ship goes down.
const SPARKS: u8 = 14;

/// What an attack looks like on the board it fell on.
#[derive(Clone, PartialEq, Debug)]
struct Moment {
    n: u64,
    class: String,
    title: String,
    detail: String,
    ship: Option<u8>,
}

impl Moment {
    fn of(config: &Config, heard: &Heard<Event>, seat: Seat) -> Option<Self> {
        let attack = heard.events.iter().find_map(|event| match event {
            Event::Attacked { seat: by, at, shots, sunk, .. } if Duel::other(*by) == seat => Some((at, shots, sunk)),
            _ => None,
        });
        let (at, shots, sunk) = attack?;
        let (kind, title) = headline(config, shots, sunk);
        // Where it does not hide what it is about.
        let place = if 2 * at.y < config.height { "low" } else { "high" };
        let class = format!("{kind} {place}");
        Some(Self { n: heard.n, class, title, detail: at.to_string(), ship: sunk.first().map(|sunk| sunk.ship) })
    }
}

fn headline(config: &Config, shots: &[ShotResult], sunk: &[Placement]) -> (&'static str, String) {
    let (hits, _) = words::count(shots);
    match (sunk, hits) {
        ([ship], _) => ("sunk", format!("{} sunk!", words::ship_name(config, ship.ship))),
        ([_, ..], _) => ("sunk", format!("{} sunk!", plural(sunk.len(), "ship", "ships"))),
        ([], 0) => ("miss", "Miss".into()),
        ([], 1) => ("hit", "Hit!".into()),
        ([], hits) => ("hit", format!("{hits} hits!")),
    }
}

/// Shows what each attack on `seat` found. The status line says the same to those who do not see it.
#[component]
pub fn Reveal(desk: Desk, config: Arc<Config>, seat: Seat) -> impl IntoView {
    let heard = desk.since_now();
    let moment = Memo::new({
        let config = Arc::clone(&config);
        // A moment stays until the next attack on the same board; it fades by itself.
        move |before: Option<&Option<Moment>>| {
            heard.with(|heard| Moment::of(&config, heard, seat)).or_else(|| before.cloned().flatten())
        }
    });
    let show = move |Moment { class, title, detail, ship, .. }: Moment| {
        let portrait = ship.and_then(|ship| config.fleet.get(usize::from(ship))).map(ships::portrait);
        let sparks = ship.map(|_| (0..SPARKS).map(|i| view! { <i style=format!("--i:{i}")></i> }).collect_view());
        view! {
            <div class=format!("bs-moment {class}") aria-hidden="true">
                <span class="bs-sparks">{sparks}</span>
                {portrait}
                <strong>{title}</strong>
                <span class="bs-where">{detail}</span>
            </div>
        }
    };
    view! { <For each=move || moment.get() key=|moment| moment.n children=show /> }
}
