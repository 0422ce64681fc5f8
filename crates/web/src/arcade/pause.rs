//! Pauses, as every game shows them: a cover while everything waits, and a line while somebody has to agree.

use crate::{games::kit::Names, ui::Press};
use leptos::{ev, prelude::*};
use parlor_kernel::{Seat, SeatSet};

/// What a match says about its pauses, and what can be done about them. Copy it freely.
#[derive(Clone, Copy)]
pub struct Pauses {
    /// Whether everything waits.
    pub paused: Signal<bool>,
    /// Who asks for a pause; nobody once the match is over.
    pub asking: Signal<SeatSet>,
    /// Whom to call what.
    pub names: Signal<Names>,
    /// The seats that are steered from here.
    pub seats: StoredValue<Vec<Seat>>,
    /// Asks, takes that back, or goes on: whatever makes sense now.
    pub toggle: Callback<()>,
    /// Agrees.
    pub agree: Callback<()>,
}

/// The cover and the line; each shows only when there is something to say.
#[component]
pub fn PauseCover(pauses: Pauses) -> impl IntoView {
    let plays = pauses.seats.with_value(|seats| !seats.is_empty());
    view! {
        <Asking pauses />
        <Show when=move || pauses.paused.get()>
            <div class="arcade-paused" data-test="paused" on:pointerdown=|event| event.stop_propagation()>
                <h2>"Paused"</h2>
                {plays.then(|| view! {
                    <p class="muted">"Everything waits. It goes on after a countdown."</p>
                    <Press test="resume" class="primary" on_press=pauses.toggle>"Go on"</Press>
                })}
            </div>
        </Show>
    }
}

/// Somebody would like a pause, and somebody has to agree.
#[component]
fn Asking(pauses: Pauses) -> impl IntoView {
    move || {
        let seat = pauses.asking.get().first()?;
        let mine = pauses.seats.with_value(|seats| seats.contains(&seat));
        let (words, plays) = pauses.names.with(|names| {
            let words = if mine {
                format!("Waiting for {}…", names.name(seat.opponent()))
            } else {
                format!("{} asks for a pause", names.name(seat))
            };
            (words, names.me.is_some())
        });
        let button = match (plays, mine) {
            (false, _) => None,
            (true, true) => Some(
                view! { <Press test="pause-drop" class="quiet" on_press=pauses.toggle>"Never mind"</Press> }.into_any(),
            ),
            (true, false) => Some(view! { <Press test="pause-agree" on_press=pauses.agree>"Agree"</Press> }.into_any()),
        };
        Some(view! {
            <div class="arcade-asking" data-test="pause-ask" on:pointerdown=|event| event.stop_propagation()>
                <span>{words}</span>
                {button}
            </div>
        })
    }
}

/// Calls back when nobody looks at the page any more, until the current component goes.
pub fn when_away(gone: impl Fn() + Copy + 'static) {
    let away = window_event_listener(ev::blur, move |_| gone());
    let hidden = window_event_listener_untyped("visibilitychange", move |_| {
        if !crate::browser::is_visible() {
            gone();
        }
    });
    on_cleanup(move || {
        away.remove();
        hidden.remove();
    });
}
