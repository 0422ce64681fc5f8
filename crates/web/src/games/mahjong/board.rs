//! The table: three opponents, the discards between them, and the player's own rack below.

use super::{
    Match,
    actions::Actions,
    choices,
    desk::{Desk, Panel, flies},
    ending::{DealEnd, Fireworks},
    looks::{Looks, Switch},
    panels::Side,
    pool::Pool,
    rack::{self, RackRow},
    seats::{self, Player},
    tile::Sprite,
    toolbar::Toolbar,
    words,
};
use crate::{
    arcade,
    games::kit::keys::{self, Listed},
    sound::{self, Cue, music},
};
use leptos::{html, prelude::*};
use parlor_kernel::{Game, Seat};
use parlor_mahjong::{Event, Mahjong, SEATS, View};

const KEYS: Listed = &[
    ("← →", "Move along the rack"),
    ("Space ↑", "Raise or lower the tile"),
    ("[ ]", "Move the tile on the rack"),
    ("Esc", "Lower all tiles"),
    ("Enter", "The main button"),
    ("P", "Pass the raised tiles, or let a discard go"),
    ("D", "Discard the raised tile"),
    ("3 4 5 6", "Claim a discard for a pung, kong, quint or sextet"),
    ("X", "Ask for a minute to think about a discard"),
    ("W", "Declare mahjong"),
    ("J", "Take a joker"),
    ("B", "Trade a blank for the chosen discard"),
    ("G", "Correct the group just claimed"),
    ("Y N", "Vote on another Charleston"),
    ("0 1 2 3", "Offer tiles as a courtesy"),
    ("R", "Next deal"),
    ("H K L", "Hints, card, scores"),
    ("U", "Raise what the hint says"),
    ("Z", "Sort by suit, rank or hand"),
    ("T V", "Text tiles, large tiles"),
];

/// The board of a match, run by the house or by this page.
pub fn board(play: Match) -> AnyView {
    let looks = Looks::provide();
    let desk = Desk::new(play, looks);
    let root = NodeRef::<html::Div>::new();
    let near = desk.me.unwrap_or(Seat(0));
    desk.sound();
    music::follow(looks.music.into());
    if desk.me.is_some() {
        keys::listen(root, (Mahjong::SPEC.name, KEYS), move |key| hear(desk, looks, root, key));
    }
    let others = (1..SEATS).rev().map(|step| {
        let seat = Seat((near.0 + step) % SEATS);
        view! { <Player desk seat /> }
    });
    let own = match desk.me {
        Some(me) => view! { <Own desk me /> }.into_any(),
        None => view! { <Player desk seat=near /> }.into_any(),
    };
    view! {
        <div
            class=format!("mj {}", keys::PLACE)
            class:beside=move || desk.panel.get().is_some()
            class:big=move || looks.big.get()
            class:plain=move || looks.text.get()
            class:watched={desk.me.is_none()}
            data-moment=move || desk.of(moment)
            node_ref=root
        >
            <Sprite />
            <div class="mj-table">
                {others.collect_view()}
                <Pool desk />
                {own}
            </div>
            <Side desk />
            <DealEnd desk />
            <Fireworks desk />
        </div>
    }
    .into_any()
}

/// What the table is doing, for browser tests: it is another text whenever anything has happened.
pub fn moment(view: &View) -> String {
    let View { state, direction, turn, sealed, wall, dealt, .. } = view;
    let way = direction.map_or("nowhere", words::direction);
    let turn = turn.map_or_else(String::new, |turn| turn.0.to_string());
    let exposed: usize = view.seats.iter().map(|seat| seat.exposures.len()).sum();
    let (discards, sealed) = (view.discards.len(), if sealed.is_some() { "sealed" } else { "open" });
    format!("{state} {way} {turn} {sealed} deal {dealt} wall {wall} discards {discards} exposed {exposed}")
}

/// The player's own side of the table.
#[component]
fn Own(desk: Desk, me: Seat) -> impl IntoView {
    let laid = move || {
        desk.of(|view| {
            let press = seats::joker_press(desk, view, me);
            seats::exposures(&view.seats[me.index()].exposures, press)
        })
    };
    let wind = move || desk.of(|view| words::wind(view, me));
    let mine = Memo::new(move |_| desk.of(|view| view.turn == Some(me)).unwrap_or_default());
    view! {
        <section class="mj-me" class:turn=move || mine.get() aria-label="Your side" data-test="own-side">
            <div class="mj-front">
                <span class="mj-wind" title=move || wind().map(|wind| format!("You are {}", wind.1))>{move || wind().map(|wind| wind.0)}</span>
                <div class="mj-laid" data-test="own-exposures">{laid}</div>
                <Actions desk />
            </div>
            <RackRow desk />
            <Toolbar desk />
        </section>
    }
}

fn hear(desk: Desk, looks: Looks, root: NodeRef<html::Div>, key: &str) -> bool {
    match key {
        "ArrowLeft" => _ = rack::step(desk, root, false, false),
        "ArrowRight" => _ = rack::step(desk, root, true, false),
        "[" => _ = rack::step(desk, root, false, true),
        "]" => _ = rack::step(desk, root, true, true),
        "ArrowUp" | "ArrowDown" => {
            let focused = document().active_element().and_then(|element| element.get_attribute("data-id"));
            let Some(id) = focused.and_then(|id| id.parse().ok()) else { return false };
            desk.touch(id);
        }
        "Escape" => desk.tray.update(|tray| tray.raise(&parlor_mahjong::Rack::EMPTY)),
        "h" | "H" => desk.flip(Panel::Hints),
        "k" | "K" => desk.flip(Panel::Card),
        "l" | "L" => desk.flip(Panel::Scores),
        "u" | "U" => desk.raise_advised(),
        "z" | "Z" => desk.next_sort(),
        "t" | "T" => looks.flip(Switch::Text),
        "v" | "V" => looks.flip(Switch::Big),
        _ => return does(desk, key),
    }
    true
}

/// Does what a key stands for, if it stands for something now.
fn does(desk: Desk, key: &str) -> bool {
    let choices = untrack(|| desk.choices());
    let meant = match key.chars().next().filter(|_| key.len() == 1) {
        Some(letter) => choices.iter().find(|choice| choice.key == letter.to_ascii_lowercase()),
        None if key == "Enter" => choices::main(&choices),
        None => None,
    };
    meant.inspect(|choice| desk.choose(choice)).is_some()
}

impl Desk {
    /// Plays what there is to hear.
    fn sound(self) {
        let heard = self.play.since_now();
        Effect::new(move |_| {
            heard.with(|heard| heard.events.iter().filter_map(|event| cue(event, self.me)).for_each(sound::play));
        });
        let (outcome, hands) = (self.play.outcome, self.play.hands());
        Effect::new(move |before: Option<bool>| {
            let over = outcome.get();
            if let (Some(false), Some(outcome), false) = (before, over, hands.is_empty()) {
                sound::play(arcade::ending(outcome, &hands));
            }
            over.is_some()
        });
    }
}

/// What an event sounds like to `me`.
fn cue(event: &Event, me: Option<Seat>) -> Option<Cue> {
    let mine = |seat: Seat| me == Some(seat);
    Some(match event {
        event if flies(event) => Cue::Dice,
        Event::Passed { .. } => Cue::Good,
        Event::Discarded { .. } => Cue::Place,
        Event::Drawn { .. } => Cue::Turn,
        Event::Exposed { seat, .. } if mine(*seat) => Cue::Great,
        Event::Exposed { .. } => Cue::Action,
        Event::Exchanged { seat, owner, .. } if mine(*owner) && !mine(*seat) => Cue::Bad,
        Event::Exchanged { .. } | Event::Traded { .. } | Event::Regrouped { .. } => Cue::Action,
        Event::Died { seat, .. } if mine(*seat) => Cue::Bad,
        Event::Settled { settlement } => match &settlement.winner {
            Some(winner) if mine(winner.seat) => Cue::Great,
            _ => Cue::Bad,
        },
        _ => return None,
    })
}
