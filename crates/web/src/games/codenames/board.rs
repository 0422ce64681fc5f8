//! The match: the board, the hint, the score and the history. For spectators also on a big screen.

use super::{
    Match,
    cards::grid,
    desk::Desk,
    hint_bar::hint_bar,
    history::history,
    score::{score, turn},
};
use crate::{
    games::kit::keys,
    place::address_of,
    sound::{self, Cue},
    table::TableCtx,
    ui::{Press, Qr},
};
use leptos::prelude::*;
use parlor_codenames::{Codenames, Event, Phase, Side};
use parlor_kernel::Game;

/// The table at which the match is played, if it is one.
#[derive(Clone, Copy)]
pub struct Whereabouts(pub Option<TableCtx>);

/// The part of the address that asks for the big screen.
const BIG: &str = "#big";
/// From so many seconds on the clock ticks audibly.
const TICKS: f64 = 10_000.0;

/// The board of a match, run by the house or by this page.
pub fn board(play: Match) -> AnyView {
    let desk = Desk::new(play);
    desk.narrate();
    let acts = desk.me().is_some();
    let root = NodeRef::new();
    if acts {
        keys::listen(root, (Codenames::SPEC.name, &[("Enter", "Reveal the chosen card")]), move |key| {
            let chosen = untrack(|| desk.choice().filter(|_| desk.guesses()));
            if let ("Enter", Some((card, _))) = (key, chosen) {
                desk.act(parlor_codenames::Action::Reveal { card });
                return true;
            }
            false
        });
    }
    let ctx = use_context::<Whereabouts>().and_then(|whereabouts| whereabouts.0).filter(|_| play.is_at_table());
    if let Some(ctx) = ctx {
        tick(desk, ctx);
    }
    let big = RwSignal::new(!acts && window().location().hash().is_ok_and(|hash| hash == BIG));
    let on_turn = move || {
        desk.of(|view| match turn(view) {
            Some(Side::RED) => "red",
            Some(_) => "blue",
            None => "none",
        })
    };
    let waits = move || desk.of(|view| matches!(view.phase, Phase::SpymasterTurn { .. })).unwrap_or_default();
    let looked = play.looked_at();
    // A viewer who looks back at a guess sees its card; else the one that is chosen is marked.
    let marked = Signal::derive(move || {
        let card = |event: &Event| match event {
            Event::Revealed { card, .. } | Event::Intercepted { card, .. } => Some(*card),
            _ => None,
        };
        looked.with(|events| events.iter().find_map(card)).or_else(|| desk.chosen.get())
    });
    let tap = acts.then(|| Callback::new(move |card| desk.tap(card)));
    view! {
        <div class=format!("cn {}", keys::PLACE) node_ref=root class:big=big data-turn=on_turn class:waits=waits>
            <div class="cn-match">
                {score(desk)}
                <div class="cn-main">
                    {grid(desk.view.into(), marked, tap)}
                    {hint_bar(desk)}
                </div>
                <aside class="cn-side">
                    {history(desk.view.into())}
                    {ctx.filter(|_| !acts).map(|ctx| big_screen(ctx, big))}
                </aside>
            </div>
        </div>
    }
    .into_any()
}

/// For a television that everyone sees: the whole window, with the code for the phones of those who play.
fn big_screen(ctx: TableCtx, big: RwSignal<bool>) -> impl IntoView {
    let link = address_of(&format!("/t/{}", ctx.code()));
    let press = move || {
        let on = !big.get_untracked();
        big.set(on);
        // So that the next match, and a reload, show it in the same way.
        let _ = window().location().set_hash(if on { BIG } else { "" });
    };
    let words = move || if big.get() { "Leave the big screen" } else { "Show on a big screen" };
    view! {
        <section class="cn-big-screen">
            <Show when=move || big.get()>
                <p class="big-code" data-test="big-code">{ctx.code().to_string()}</p>
                <Qr link=link.clone() />
                <p class="muted">"Scan to play on your phone."</p>
            </Show>
            <Press class="quiet" test="big-screen" on_press=press>{words}</Press>
        </section>
    }
}

/// The last seconds of a turn can be heard.
fn tick(desk: Desk, ctx: TableCtx) {
    let now = ctx.now_ms();
    let second = Memo::new(move |_| {
        let (deadline, now) = (desk.of(|view| view.deadline).flatten()?, now.get());
        let left =
            ctx.with(|model| model.game.as_ref().map(|game| game.remaining_ms::<Codenames>(deadline, now)))??;
        (left > 0.0 && left <= TICKS).then_some((left / 1000.0).ceil() as u32)
    });
    Effect::new(move |before: Option<Option<u32>>| {
        let now = second.get();
        if before.flatten().is_some_and(|before| now.is_some_and(|now| now < before)) {
            sound::play(Cue::Tick);
        }
        now
    });
}
