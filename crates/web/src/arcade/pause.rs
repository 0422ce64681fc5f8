//! Pauses, as every game shows them: a cover while everything waits, and a line while a player has to agree.

use super::each_frame;
use crate::{
    browser::{is_dialog_open, let_go},
    games::kit::Names,
    ui::Press,
};
use leptos::{ev, prelude::*};
use parlor_kernel::{Seat, SeatSet};

/// What a match says about its pauses, and what can be done about them. Copy it freely.
#[derive(Clone, Copy)]
pub struct Pauses {
    /// Whether everything waits.
    pub paused: Signal<bool>,
    /// Whether the match is over.
    pub over: Signal<bool>,
    /// The seats that ask for a pause; none once the match is over.
    pub asking: Signal<SeatSet>,
    /// Whom to call what.
    pub names: Signal<Names>,
    /// The seats that are steered from here.
    pub seats: StoredValue<Vec<Seat>>,
    /// Asks, takes that back, or goes on: what makes sense now.
    pub toggle: Callback<()>,
    /// Asks, or agrees; nothing if that is done already.
    pub pause: Callback<()>,
}

/// Covers the field while everything waits.
#[component]
pub fn PauseCover(pauses: Pauses) -> impl IntoView {
    let plays = pauses.seats.with_value(|seats| !seats.is_empty());
    view! {
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

/// A player would like a pause, and the others have to agree. It is beside the field, and a player who would rather play
/// on sends it away until asked again.
#[component]
pub fn PauseAsk(pauses: Pauses) -> impl IntoView {
    let asks = Memo::new(move |_| pauses.asking.get().first());
    let declined = RwSignal::new(false);
    Effect::new(move |_| {
        if asks.get().is_none() {
            declined.set(false);
        }
    });
    let answer = move |on_press: Callback<()>| {
        Callback::new(move |()| {
            on_press.run(());
            let_go();
        })
    };
    let decline = answer(Callback::new(move |()| declined.set(true)));
    let (toggle, agree) = (answer(pauses.toggle), answer(pauses.pause));
    move || {
        let seat = asks.get().filter(|_| !declined.get())?;
        let mine = pauses.seats.with_value(|seats| seats.contains(&seat));
        let (words, plays) = pauses.names.with(|names| {
            let words = if mine {
                let agreed = pauses.asking.get();
                format!("Waiting for {}…", names.list(names.seats().filter(|seat| !agreed.contains(*seat)).collect()))
            } else {
                format!("{} asks for a pause", names.name(seat))
            };
            (words, names.me.is_some())
        });
        let buttons = match (plays, mine) {
            (false, _) => None,
            (true, true) => {
                Some(view! { <Press test="pause-drop" class="quiet" on_press=toggle>"Never mind"</Press> }.into_any())
            }
            (true, false) => Some(
                view! {
                    <Press test="pause-agree" on_press=agree>"Agree"</Press>
                    <Press test="pause-decline" class="quiet" on_press=decline>"Not now"</Press>
                }
                .into_any(),
            ),
        };
        Some(view! {
            <div class="arcade-asking" data-test="pause-ask">
                <span>{words}</span>
                {buttons}
            </div>
        })
    }
}

/// Sees to a match while its player does something else, until the current component goes. `alone` if no other player
/// waits: then it is found as it was left. And a closed dialog leaves the keys to the game, not to its button.
pub fn look_after(pauses: Pauses, alone: bool) {
    let pause = move || {
        if alone {
            pauses.pause.run(());
        }
    };
    let mut asked = false;
    each_frame(move || {
        let asks = is_dialog_open();
        match (std::mem::replace(&mut asked, asks), asks) {
            (false, true) => pause(),
            (true, false) if !pauses.over.get_untracked() => let_go(),
            _ => {}
        }
    });
    let away = window_event_listener(ev::blur, move |_| pause());
    let hidden = window_event_listener_untyped("visibilitychange", move |_| {
        if !crate::browser::is_visible() {
            pause();
        }
    });
    on_cleanup(move || {
        away.remove();
        hidden.remove();
    });
}
