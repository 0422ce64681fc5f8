//! The twenty-five cards.

use super::words::{class, sign};
use leptos::prelude::*;
use parlor_codenames::{Kind, Place, Side, View};

/// What a card shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    word: String,
    shown: Option<Kind>,
    /// What the viewer knows of it.
    known: Option<Kind>,
    /// In a duet: it was innocent for the first or for the second player.
    innocent_for: [bool; 2],
    tags: usize,
    mine: bool,
    chosen: bool,
}

impl Card {
    /// A card as a view has it.
    pub fn of(view: &View, place: Place, chosen: Option<Place>) -> Self {
        let side = view.seat.map_or(Side::RED, |seat| view.side_of(seat));
        let face = view.faces[place.index()];
        Self {
            word: view.words[place.index()].clone(),
            shown: face.shown,
            known: view.known(side, place),
            innocent_for: face.innocent_for,
            tags: view.tags.iter().filter(|tags| tags.contains(place)).count(),
            mine: view.seat.is_some_and(|seat| view.tags[seat.index()].contains(place)),
            chosen: chosen == Some(place),
        }
    }

    fn label(&self) -> String {
        let mut label = self.word.clone();
        match (self.shown, self.known) {
            (Some(kind), _) => label += &format!(", revealed: {}", kind.name()),
            (None, Some(kind)) => label += &format!(", {} on your key", kind.name()),
            (None, None) => {}
        }
        if self.tags > 0 {
            label += &format!(", marked by {}", self.tags);
        }
        label
    }
}

/// The board. `on_tap` hears of a tap on a card; without it nothing can be tapped.
pub fn grid(view: Signal<Option<View>>, chosen: Signal<Option<Place>>, on_tap: Option<Callback<Place>>) -> AnyView {
    let cards = Place::all().map(|place| {
        let card = Memo::new(move |_| view.with(|view| view.as_ref().map(|view| Card::of(view, place, chosen.get()))));
        tile(place, card, on_tap)
    });
    view! { <div class="cn-grid" role="group" aria-label="The board">{cards.collect_view()}</div> }.into_any()
}

/// About how broad a word is, in letters of middling breadth.
fn breadth(word: &str) -> f64 {
    let letter = |letter: char| match letter {
        'm' | 'w' | 'M' | 'W' => 1.5,
        'f' | 'i' | 'j' | 'l' | 'r' | 't' | '\'' | '-' => 0.7,
        letter if letter.is_uppercase() => 1.2,
        _ => 1.0,
    };
    word.chars().map(letter).sum()
}

fn tile(place: Place, card: Memo<Option<Card>>, on_tap: Option<Callback<Place>>) -> impl IntoView {
    let of = move |read: fn(&Card) -> Option<String>| card.with(|card| card.as_ref().and_then(read));
    let looks = move || {
        card.with(|card| {
            let Some(card) = card else { return "cn-card".to_owned() };
            let mut looks = "cn-card".to_owned();
            if let Some(kind) = card.shown {
                looks += &format!(" open {}", class(kind));
            } else if let Some(kind) = card.known {
                looks += &format!(" known {}", class(kind));
            }
            if card.chosen {
                looks += " chosen";
            }
            if card.mine {
                looks += " tagged";
            }
            looks
        })
    };
    // Words of several parts break between them.
    let letters = move || {
        of(|card| {
            let longest = card.word.split_whitespace().map(breadth).fold(3.0, f64::max);
            Some(format!("--letters: {longest:.1}"))
        })
    };
    let shown = move || of(|card| card.shown.map(|kind| class(kind).to_owned()));
    let known = move || of(|card| card.known.map(|kind| class(kind).to_owned()));
    let badge = move || of(|card| card.shown.or(card.known).map(|kind| sign(kind).to_owned()));
    let tags = move || of(|card| (card.tags > 0).then(|| card.tags.to_string()));
    let marks = move || {
        of(|card| {
            let marks: Vec<_> =
                (1..).zip(card.innocent_for).filter(|(_, marked)| *marked).map(|(n, _)| format!("–{n}")).collect();
            (!marks.is_empty() && card.shown.is_none()).then(|| marks.join(" "))
        })
    };
    view! {
        <button
            type="button"
            class=looks
            disabled=on_tap.is_none()
            aria-label=move || of(|card| Some(card.label()))
            aria-pressed=move || of(|card| Some(card.mine.to_string()))
            data-test=format!("card-{}", place.0)
            data-shown=shown
            data-key=known
            data-tags=tags
            on:click=move |_| {
                if let Some(on_tap) = on_tap {
                    on_tap.run(place);
                }
            }
        >
            <span class="cn-turn">
                <span class="cn-word" style=letters>{move || of(|card| Some(card.word.clone()))}</span>
            </span>
            <span class="cn-sign" aria-hidden="true">{badge}</span>
            <span class="cn-marks" aria-hidden="true">{marks}</span>
            <span class="cn-tags" aria-hidden="true">{tags}</span>
        </button>
    }
}
