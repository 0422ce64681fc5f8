//! How to play: the rules, and a field to try.

use super::CONTROLS;
use crate::{
    arcade::{Board, Keymap, Local, Runner, key_name, match_view},
    games::kit::{Names, steps},
    ui::Press,
};
use leptos::prelude::*;
use parlor_kernel::{Game, GameConfig, Rules, Seat, SeatSet};
use parlor_tetris::{Config, Tetris};
use std::sync::Arc;

/// The rules on one screen.
pub fn how_to() -> AnyView {
    let keymap = Keymap::of(Tetris::SPEC, CONTROLS);
    let key = move |id: &'static str| {
        let control = CONTROLS.iter().find(|control| control.id == id);
        control.map(|control| view! { <kbd>{move || key_name(&keymap.key(control))}</kbd> })
    };
    let trying = RwSignal::new(false);
    view! {
        <div class="tetris-howto">
            <h1>"Tetris"</h1>
            <p class="lead">"Fill rows to clear them. What you clear lands under the other player; run out of room and you lose."</p>
            {steps([
                ("Drop it into place", include_str!("howto-aim.svg"), "The outline shows where the piece will land. Move it, turn it, and let it go."),
                ("Fill a row", include_str!("howto-row.svg"), "A row without a gap is cleared, and what lies above comes down."),
                ("Send it across", include_str!("howto-send.svg"), "Several rows at once land under the other player, with a gap to dig through."),
            ])}
            <ul class="tetris-rules">
                <li><b>"Move"</b> " with " {key("left")} " " {key("right")} ", " <b>"turn"</b> " with " {key("turn-right")} " " {key("turn-left")} ", or use the arrows."</li>
                <li>{key("hard")} " " <b>"drops"</b> " the piece where its outline shows; " {key("soft")} " makes it fall faster."</li>
                <li><b>"By touch:"</b> " tap to turn, drag to move, flick down to drop. There are buttons, too."</li>
                <li><b>"Two, three, four rows at once"</b> " send one, two, four rows of garbage. A T turned into its place counts for more."</li>
                <li><b>"Garbage flies"</b> " for a moment before it lands: the outlined bars at your left. Clear rows to cancel it; what has landed rises with your next piece."</li>
                <li><b>"Hold"</b> " a piece for later with " {key("hold")} " where the rules allow it. " {key("pause")} " " <b>"pauses."</b></li>
            </ul>
            {move || if trying.get() {
                view! { <Demo /> }.into_any()
            } else {
                view! { <Press test="demo-play" class="primary" on_press=move || trying.set(true)>"Try it here"</Press> }.into_any()
            }}
        </div>
    }
    .into_any()
}

/// A field without an opponent.
#[component]
fn Demo() -> impl IntoView {
    let mut config = Config { seats: 1, ..Config::preset("hope")? };
    config.adapt(SeatSet::only(Seat(1)));
    let config = Arc::new(config);
    let local = Local::new(Rules::plain(Arc::clone(&config)), &[None]);
    let names = Signal::stored(Names::new(Some(Seat(0)), ["You"]));
    let board = Board::<Tetris>::new(Runner::Local(local), config, &[Seat(0)], names);
    let status = RwSignal::new(String::new());
    let foot = view! { <span class="muted" role="status">{status}</span> };
    Some(view! { <div class="tetris-demo">{match_view(board, status, foot.into_any())}</div> })
}
