//! The card: every hand with its value, the nearest way to make it, and how far the player is from it.

use super::{
    desk::Desk,
    tile::{Size, lying},
};
use crate::place::href_of;
use leptos::prelude::*;
use parlor_kernel::AssetId;
use parlor_mahjong::{Card, Exposure, Ground, IMPOSSIBLE, Rack, SHIPPED, Tile, shipped};
use std::sync::Arc;

/// A hand of the card, as the panel shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// What it is worth.
    pub value: u16,
    /// Whether it may not be exposed.
    pub concealed: bool,
    /// Its patterns as they are written.
    pub texts: Vec<String>,
    /// The tiles of the way that is shown, in groups, each with whether it is held.
    pub groups: Vec<Vec<(Tile, bool)>>,
    /// How many tiles are missing; `None` if it can no longer be made.
    pub distance: Option<u8>,
}

/// The hands of a card under their headings, for a player with these tiles.
pub fn entries(card: &Card, rack: &Rack, exposures: &[Exposure]) -> Vec<(String, Vec<Entry>)> {
    let mut ranking = card.ranking();
    card.rank(rack, exposures, &mut ranking);
    let mut families: Vec<(String, Vec<Entry>)> = Vec::new();
    for (number, hand) in (0..).zip(card.hands()) {
        let (distance, ground) = ranking.nearest(number);
        let possible = distance != IMPOSSIBLE;
        let ground = if possible { ground } else { hand.ways.start };
        let entry = Entry {
            id: hand.id.clone(),
            value: hand.value,
            concealed: hand.concealed,
            texts: hand.texts.clone(),
            groups: groups(&card.grounds()[ground], rack, exposures),
            distance: possible.then_some(distance),
        };
        match families.last_mut().filter(|(family, _)| *family == hand.family) {
            Some((_, entries)) => entries.push(entry),
            None => families.push((hand.family.clone(), vec![entry])),
        }
    }
    families
}

/// The groups of a way to make a hand, and which of their tiles are held. Jokers are left out: they may go anywhere.
pub fn groups(ground: &Ground, rack: &Rack, exposures: &[Exposure]) -> Vec<Vec<(Tile, bool)>> {
    let mut left = *rack;
    for group in exposures {
        left.add_many(group.tile, group.size);
    }
    let group = |group: &parlor_mahjong::Group| {
        let held = left.count(group.tile).min(group.size);
        left.remove_many(group.tile, held);
        (0..group.size).map(|place| (group.tile, place < held)).collect()
    };
    ground.groups.iter().map(group).collect()
}

/// How a hand is practised: with how many of its tiles, and whether after a Charleston.
#[derive(Clone, Copy)]
struct Practice {
    /// The name of its card, if that comes with the game: there is no other without a house.
    card: Option<&'static str>,
    tiles: RwSignal<u8>,
    charleston: RwSignal<bool>,
}

impl Practice {
    fn of(card: &AssetId) -> Self {
        let card = SHIPPED.iter().map(|(name, _)| *name).find(|name| shipped(name).as_ref() == Some(card));
        Self { card, tiles: RwSignal::new(9), charleston: RwSignal::new(false) }
    }

    fn form(self) -> impl IntoView {
        let option = move |tiles: u8| {
            view! { <option value=tiles.to_string() selected=move || self.tiles.get() == tiles>{tiles}</option> }
        };
        let choose = move |text: String| self.tiles.set(text.parse().unwrap_or(9));
        view! {
            <p class="row small">
                <label>
                    "Practise from "
                    <select on:change=move |event| choose(event_target_value(&event)) data-test="practise-tiles">
                        {(1..=14).map(option).collect_view()}
                    </select>
                    " tiles"
                </label>
                <label>
                    <input
                        type="checkbox"
                        prop:checked=move || self.charleston.get()
                        on:change=move |_| self.charleston.update(|on| *on = !*on)
                        data-test="practise-charleston"
                    />
                    " with Charleston"
                </label>
            </p>
        }
    }
}

/// Where a hand of a card is practised.
fn practice_at(card: &str, hand: &str, tiles: u8, charleston: bool) -> String {
    let charleston = u8::from(charleston);
    format!("/local/mahjong?bot=medium&card={card}&hand={hand}&tiles={tiles}&charleston={charleston}")
}

/// The card of the match, with the player's progress; in rated play without.
#[component]
pub fn CardPanel(desk: Desk) -> impl IntoView {
    let (rated, practice) = (desk.play.is_rated(), Practice::of(&desk.play.config().card));
    let mine = Memo::new(move |_| {
        let me = desk.me.filter(|_| !rated)?;
        desk.of(|view| (view.hand, view.seats[me.index()].exposures.clone()))
    });
    let shown = move || {
        let card = desk.card.get()?;
        let (rack, exposures) = mine.get().unwrap_or((Rack::EMPTY, Vec::new()));
        Some(families(&card, &rack, &exposures, mine.with(Option::is_some), practice))
    };
    view! { <div class="mj-card" data-test="card">{practice.form()} {shown}</div> }
}

/// A card on a page, for a player without tiles.
pub fn whole(id: &AssetId, card: &Arc<Card>) -> AnyView {
    let practice = Practice::of(id);
    view! {
        <div class="mj-card" data-test="card">
            {practice.form()} {families(card, &Rack::EMPTY, &[], false, practice)}
        </div>
    }
    .into_any()
}

fn families(card: &Card, rack: &Rack, exposures: &[Exposure], progress: bool, practice: Practice) -> AnyView {
    let hand = move |entry: Entry| hand(entry, progress, practice);
    let family = |(name, entries): (String, Vec<Entry>)| {
        view! {
            <section class="mj-family">
                <h3>{name}</h3>
                <ul>{entries.into_iter().map(hand).collect_view()}</ul>
            </section>
        }
    };
    entries(card, rack, exposures).into_iter().map(family).collect_view().into_any()
}

fn hand(entry: Entry, progress: bool, practice: Practice) -> impl IntoView {
    let Entry { id, value, concealed, texts, groups, distance } = entry;
    let group = |tiles: Vec<(Tile, bool)>| {
        let tile = |(tile, held): (Tile, bool)| {
            view! { <span class="mj-need" class:missing=progress && !held>{lying(tile, Size::Small)}</span> }
        };
        view! { <span class="mj-group">{tiles.into_iter().map(tile).collect_view()}</span> }
    };
    let note = match distance {
        _ if !progress => String::new(),
        None => "out of reach".into(),
        Some(0) => "complete".into(),
        Some(distance) => format!("{distance} to go"),
    };
    let share = distance.filter(|_| progress).map_or(0.0, |distance| f32::from(14 - distance.min(14)) / 14.0);
    let practise = practice.card.map(|card| {
        let (hand, test) = (id.clone(), format!("practise-{id}"));
        let at = move || practice_at(card, &hand, practice.tiles.get(), practice.charleston.get());
        view! { <a href=move || href_of(&at()) data-test=test>"Practise"</a> }
    });
    let test = format!("hand-{id}");
    view! {
        <li class="mj-hand" class:lost=progress && distance.is_none() style=format!("--share: {share:.2}") data-test=test>
            <p class="row">
                <b>{id}</b>
                <code class="small">{texts.join(" or ")}</code>
                <span class="spacer"></span>
                <span class="mj-concealed" title=if concealed { "Concealed: may not be exposed" } else { "May be exposed" }>
                    {if concealed { "C" } else { "X" }}
                </span>
                <b class="figures">{value}</b>
            </p>
            <p class="mj-way">{groups.into_iter().map(group).collect_view()}</p>
            <p class="row small">
                <span class="muted figures">{note}</span>
                <span class="spacer"></span>
                {practise}
            </p>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::GameConfig;
    use parlor_mahjong::Config;

    #[test]
    fn a_hand_is_practised_with_its_own_card() {
        let at = practice_at("garden", "C1", 9, true);
        assert_eq!(at, "/local/mahjong?bot=medium&card=garden&hand=C1&tiles=9&charleston=1");
    }

    #[test]
    fn a_card_tells_how_far_each_hand_is() {
        let rules = Config::preset("house").unwrap().rules().unwrap();
        let rack: Rack =
            "1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B".split(' ').map(|tile| tile.parse::<Tile>().unwrap()).collect();
        let families = entries(&rules.assets, &rack, &[]);
        let hands: Vec<&Entry> = families.iter().flat_map(|(_, entries)| entries).collect();
        assert_eq!(hands.len(), rules.assets.hands().len());
        let run = hands.iter().find(|entry| entry.id == "C1").unwrap();
        assert_eq!(run.distance, Some(1));
        let missing: Vec<_> = run.groups.iter().flatten().filter(|(_, held)| !held).collect();
        assert_eq!(missing, [&("5B".parse().unwrap(), false)]);
        let open = [Exposure { tile: "9D".parse().unwrap(), size: 3, jokers: 0 }];
        let families = entries(&rules.assets, &rack, &open);
        let lost = families.iter().flat_map(|(_, entries)| entries).filter(|entry| entry.distance.is_none()).count();
        assert!(lost > 10, "an exposure rules hands out: {lost}");
    }
}
