//! What is around the stage of every match: keys, pauses, the status line, and the buttons below.

use super::{Board, Cabinet, Hands, Heads, Keymap, PauseAsk, Pauses, RemapDialog, listen, look_after};
use crate::{
    games::kit::keys,
    ui::{Icon, Press, icon},
};
use leptos::{html, prelude::*};

/// The match itself, with `foot` beside its buttons. `status` is the line that is read out.
pub fn match_view<G: Cabinet>(board: Board<G>, status: RwSignal<String>, foot: AnyView) -> AnyView {
    let root = NodeRef::<html::Div>::new();
    let keymap = Keymap::of(G::SPEC, G::CONTROLS);
    let seats = board.hands.seats();
    let (plays, pair) = (!seats.is_empty(), seats.len() == 2);
    let pauses = board.pauses();
    if plays {
        listen(root, keymap, pair, move |control, down| match (control.id, down) {
            ("pause", true) => board.toggle_pause(),
            _ => board.hands.key(control, down),
        });
        look_after(pauses, board.pauses_alone());
    }
    Effect::new(move |_| {
        let told = board.heads.with(|heads| {
            let heads = heads.as_ref()?;
            Some(board.rules(|config| board.names.with(|names| G::status(heads, config, names))))
        });
        if let Some(told) = told.filter(|told| status.with_untracked(|status| status != told)) {
            status.set(told);
        }
    });
    view! {
        <div
            class=format!("arcade {} {}", G::CLASS, keys::PLACE)
            node_ref=root
            // Also when it is over: a key that is still held then, or pressed once more, was meant for the match.
            data-keys=move || plays.then(|| keymap.claimed())
        >
            {G::stage(board)}
            {(!board.is_film()).then(|| view! { <PauseAsk pauses /> })}
            <footer class="arcade-foot">
                {plays.then(|| tools(board, keymap, pauses, pair))}
                <span class="spacer"></span>
                {foot}
            </footer>
        </div>
    }
    .into_any()
}

/// What can be done beside playing.
fn tools<G: Cabinet>(board: Board<G>, keymap: Keymap, pauses: Pauses, pair: bool) -> impl IntoView {
    let remapping = RwSignal::new(false);
    let is_held = board.memo(Heads::is_held);
    let can_pause = board.rules(G::can_pause);
    let offered = board.memo(move |heads| heads.outcome().is_none() && can_pause);
    view! {
        <Show when=move || offered.get() == Some(true)>
            <Press test="pause" class="quiet" on_press=pauses.toggle>
                {move || if is_held.get() == Some(true) { "Go on" } else { "Pause" }}
            </Press>
        </Show>
        <button
            type="button"
            class="button quiet"
            aria-label="Keys"
            data-test="keys-change"
            on:click=move |_| remapping.set(true)
        >
            {icon(Icon::Keyboard)}
            <span class="arcade-wide">"Keys"</span>
        </button>
        <RemapDialog open=remapping keymap pair />
        {G::tools(board)}
    }
}
