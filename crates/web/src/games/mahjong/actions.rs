//! The buttons below the rack: what can be done now, by state.

use super::{
    choices::{Choice, Weight},
    desk::Desk,
    tile::{Size, lying},
};
use crate::ui::{Confirm, Press};
use leptos::prelude::*;
use parlor_kernel::Tick;
use parlor_mahjong::{Action, State, Tile};

/// What can be done now.
#[component]
pub fn Actions(desk: Desk) -> impl IntoView {
    let choices = Memo::new(move |_| desk.choices());
    let deadline = Memo::new(move |_| desk.of(|view| view.deadline).flatten());
    let buttons = move || choices.get().into_iter().map(|choice| button(desk, choice)).collect_view();
    view! {
        <div class="mj-actions" data-test="actions">
            <Offer desk deadline />
            <div class="mj-buttons">{buttons}</div>
            {desk.play.clock(deadline)}
        </div>
        <Risk desk />
    }
}

fn button(desk: Desk, choice: Choice) -> impl IntoView {
    let class = match choice.weight {
        Weight::Main => "primary mj-choice",
        Weight::Wins => "primary mj-choice mj-wins",
        Weight::Other | Weight::Risky => "mj-choice",
    };
    let (why, test) = (choice.why.clone(), choice.test);
    let (label, key) = (choice.label.clone(), choice.key.to_uppercase().to_string());
    let choice = StoredValue::new(choice);
    view! {
        <Press class=class test=test why=Signal::stored(why) on_press=move || choice.with_value(|choice| desk.choose(choice))>
            {label}
            <kbd class="mj-key" aria-hidden="true">{key}</kbd>
        </Press>
    }
}

/// The discard that can be claimed, and how long.
#[component]
fn Offer(desk: Desk, deadline: Memo<Option<Tick>>) -> impl IntoView {
    let offered = Memo::new(move |_| {
        let me = desk.me?;
        desk.of(|view| {
            let asked = view.turn != Some(me) && view.is_live(me) && view.sealed.is_none();
            view.offered().filter(|_| asked && view.state == State::LoopQueryClaimDiscard)
        })
        .flatten()
    });
    let whole = f64::from(desk.play.config().claim_seconds.unwrap_or(1)) * 1000.0;
    let share = move || {
        let left = deadline.get().and_then(|deadline| desk.play.left_ms(deadline));
        left.map_or_else(String::new, |left| format!("--left: {:.3}", (left / whole).min(1.0)))
    };
    let shown = move |tile: Tile| {
        view! {
            <div class="mj-offer" data-test="claim-prompt" data-tile=tile.to_string() style=share class:timed=move || deadline.get().is_some()>
                {lying(tile, Size::Full)}
            </div>
        }
    };
    move || offered.get().map(shown)
}

/// Asks before something that may cost the hand.
#[component]
fn Risk(desk: Desk) -> impl IntoView {
    let open = RwSignal::new(false);
    Effect::new(move |_| {
        if desk.risky.get().is_some() {
            open.set(true);
        }
    });
    Effect::new(move |_| {
        if !open.get() && desk.risky.with_untracked(Option::is_some) {
            desk.risky.set(None);
        }
    });
    // The question stays on the screen while it fades.
    let asked =
        Memo::new(move |before: Option<&Option<Action>>| desk.risky.get().or_else(|| before.copied().flatten()));
    let words = move || match asked.get() {
        Some(Action::Challenge { seat }) => desk.play.names.with(|names| {
            format!(
                "If a hand of the card can have {}’s exposures, your hand is dead; otherwise theirs is.",
                names.name(seat)
            )
        }),
        _ => "At this table no referee checks it: if your tiles are no hand of the card, your hand is dead.".into(),
    };
    let title = move || match asked.get() {
        Some(Action::Challenge { .. }) => "Challenge?".to_owned(),
        _ => "Declare mahjong?".into(),
    };
    let action = move || match asked.get() {
        Some(Action::Challenge { .. }) => "Challenge".to_owned(),
        _ => "Mahjong!".into(),
    };
    let yes = move |()| {
        if let Some(action) = asked.get_untracked() {
            desk.act(action);
        }
    };
    view! {
        <Confirm
            open
            title=Signal::derive(title)
            words=Signal::derive(words)
            action=Signal::derive(action)
            stay="Play on"
            on_yes=yes
        />
    }
}
