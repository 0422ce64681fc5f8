//! How to play: the rules, and a court to try.

use super::CONTROLS;
use crate::{
    arcade::{Board, Keymap, Local, Runner, key_name, match_view},
    games::kit::{Names, steps},
    ui::{Press, bot_name},
};
use leptos::prelude::*;
use parlor_kernel::{Game, GameConfig, Rules, Seat, SeatSet};
use parlor_pong::{Config, Pong};
use std::sync::Arc;

/// The rules on one screen.
pub fn how_to() -> AnyView {
    let keymap = Keymap::of(Pong::SPEC, CONTROLS);
    let keys = move |at: usize| view! { <kbd>{move || key_name(&keymap.key(&CONTROLS[at]))}</kbd> };
    let trying = RwSignal::new(0_u32);
    view! {
        <div class="pong-howto">
            <h1>"Pong"</h1>
            <p class="lead">"Keep the ball out of your goal and get it into the other. Five points win."</p>
            {steps([
                ("Steer", include_str!("howto-steer.svg"), "Your paddle is on the left, on every screen. Move it up and down to meet the ball."),
                ("Aim", include_str!("howto-aim.svg"), "The farther from its middle your paddle meets the ball, the steeper it flies."),
                ("Score", include_str!("howto-score.svg"), "A ball that gets past the other paddle is your point. Five win."),
            ])}
            <ul class="pong-rules">
                <li><b>"Steer"</b> " with " {keys(0)} " " {keys(1)} " or " {keys(2)} " " {keys(3)} ", by dragging a finger, or with a gamepad."</li>
                <li><b>"Every hit"</b> " makes the ball faster, up to twice the speed of a serve."</li>
                <li><b>"The player who concedes serves"</b> " after three seconds. Use them to move."</li>
                <li>{keys(4)} " " <b>"pauses."</b> " At a table of the house the other player has to agree."</li>
            </ul>
            {move || match trying.get() {
                0 => view! { <Press test="demo-play" class="primary" on_press=move || trying.set(1)>"Try it here"</Press> }.into_any(),
                _ => view! { <Demo /> }.into_any(),
            }}
        </div>
    }
    .into_any()
}

/// A few balls against the weakest bot.
#[component]
fn Demo() -> impl IntoView {
    let mut config = Config { points_to_win: 3, countdown_seconds: 2, ..Config::preset("hope")? };
    config.adapt(SeatSet::only(Seat(1)));
    let config = Arc::new(config);
    let local = Local::new(Rules::plain(Arc::clone(&config)), &[None, Some("easy".into())]);
    let names = Signal::stored(Names::new(Some(Seat(0)), ["You".into(), bot_name("easy")]));
    let board = Board::<Pong>::new(Runner::Local(local), config, &[Seat(0)], names);
    let status = RwSignal::new(String::new());
    let foot = view! { <span class="muted" role="status">{status}</span> };
    Some(view! { <div class="pong-demo">{match_view(board, status, foot.into_any())}</div> })
}
