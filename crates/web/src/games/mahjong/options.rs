//! The form that changes the rule set of a new table.

use super::card_of;
use crate::games::kit::form::{self, Edit, choice, number};
use leptos::prelude::*;
use parlor_kernel::AssetId;
use parlor_mahjong::{Conduct, Config, SHIPPED, Training, shipped};
use serde_json::Value;

/// How many tiles of a hand training deals, if nothing else is chosen.
const TRAINED: u8 = 9;

/// Edits the rule set in `config`, and says at once what is wrong with it.
pub fn options(config: RwSignal<Value>) -> AnyView {
    let edit = Edit::<Config>::new(config);
    let yes_no = [("yes", true), ("no", false)];
    let conduct = [("are refused", Conduct::Refereed), ("kill the hand", Conduct::Authentic)];
    let claim =
        [("4 s", Some(4)), ("6 s", Some(6)), ("8 s", Some(8)), ("10 s", Some(10)), ("until all have answered", None)];
    let turn = [("no limit", None), ("15 s", Some(15)), ("30 s", Some(30)), ("1 min", Some(60)), ("5 min", Some(300))];
    view! {
        <div class="options-form">
            <fieldset>
                <legend>"The match"</legend>
                {card_choice(edit)}
                {number(edit, "Deals", "option-deals", 1..=16, |config| &mut config.deals)}
                {choice(edit, "Eight blanks", "option-blanks", &yes_no, |config| &mut config.blanks)}
                {choice(edit, "Charleston", "option-charleston", &yes_no, |config| &mut config.charleston)}
                {choice(edit, "Mistakes", "option-conduct", &conduct, |config| &mut config.conduct)}
            </fieldset>
            <fieldset>
                <legend>"Clock"</legend>
                {choice(edit, "To claim a discard", "option-claim-seconds", &claim, |config| &mut config.claim_seconds)}
                {choice(edit, "For everything else", "option-turn-seconds", &turn, |config| &mut config.turn_seconds)}
            </fieldset>
            <fieldset>
                <legend>"Training"</legend>
                {hand_choice(edit)}
                {move || edit.read(|config| &mut config.training).flatten().map(|_| tiles_choice(edit))}
            </fieldset>
            {form::problem(edit)}
        </div>
    }
    .into_any()
}

/// Which card; a table that has one of its own keeps it until another is chosen.
fn card_choice(edit: Edit<Config>) -> impl IntoView {
    let known: Vec<(&'static str, AssetId)> =
        SHIPPED.iter().filter_map(|(name, _)| Some((*name, shipped(name)?))).collect();
    let places: Vec<_> = known.iter().enumerate().map(|(place, (name, _))| (*name, place)).collect();
    let known = StoredValue::new(known);
    let option = |(name, place): (&'static str, usize)| {
        let selected =
            move || edit.with(|config| known.with_value(|known| known[place].1 == config.card)).unwrap_or_default();
        view! { <option value=place.to_string() selected=selected>{name}</option> }
    };
    let change = move |text: String| {
        let card =
            text.parse::<usize>().ok().and_then(|place| known.with_value(|known| Some(known.get(place)?.1.clone())));
        if let Some(card) = card {
            edit.update(|config| {
                config.card = card;
                // The hands of another card have other names.
                config.training = None;
            });
        }
    };
    view! {
        <label class="option">
            <span>"Card"</span>
            <select on:change=move |event| change(event_target_value(&event)) data-test="option-card">
                {places.into_iter().map(option).collect_view()}
            </select>
        </label>
    }
}

/// Which hand of the card to practise.
fn hand_choice(edit: Edit<Config>) -> impl IntoView {
    let hands = Memo::new(move |_| {
        let card = edit.with(card_of).flatten();
        let named = |hand: &parlor_mahjong::Hand| (hand.id.clone(), format!("{}: {}", hand.id, hand.texts[0]));
        card.map(|card| card.hands().iter().map(named).collect::<Vec<_>>()).unwrap_or_default()
    });
    let chosen = move || edit.with(|config| config.training.as_ref().map(|training| training.hand.clone())).flatten();
    let change = move |hand: String| {
        edit.update(|config| {
            let tiles = config.training.as_ref().map_or(TRAINED, |training| training.tiles);
            config.training = (!hand.is_empty()).then_some(Training { hand, tiles });
        });
    };
    let option = move |(id, words): (String, String)| {
        let value = id.clone();
        let selected = move || chosen().as_ref() == Some(&id);
        view! { <option value=value selected=selected>{words}</option> }
    };
    view! {
        <label class="option">
            <span>"A hand to practise, for the first seat"</span>
            <select on:change=move |event| change(event_target_value(&event)) data-test="option-training">
                <option value="" selected=move || chosen().is_none()>"none"</option>
                {move || hands.get().into_iter().map(option).collect_view()}
            </select>
        </label>
    }
}

/// How many of its tiles are dealt.
fn tiles_choice(edit: Edit<Config>) -> impl IntoView {
    let option = |tiles: u8| {
        let dealt = move |config: &Config| config.training.as_ref().is_some_and(|training| training.tiles == tiles);
        let selected = move || edit.with(dealt).unwrap_or_default();
        view! { <option value=tiles.to_string() selected=selected>{tiles}</option> }
    };
    let change = move |text: String| {
        if let Ok(tiles) = text.parse::<u8>() {
            edit.update(|config| {
                if let Some(training) = &mut config.training {
                    training.tiles = tiles.clamp(1, 14);
                }
            });
        }
    };
    view! {
        <label class="option">
            <span>"Tiles of it to begin with"</span>
            <select on:change=move |event| change(event_target_value(&event)) data-test="option-training-tiles">
                {(1..=14).map(option).collect_view()}
            </select>
        </label>
    }
}
