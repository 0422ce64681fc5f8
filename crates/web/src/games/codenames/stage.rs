//! A position of a finished match.

use super::{cards::grid, history::history};
use crate::replay::Frame;
use leptos::prelude::*;
use parlor_codenames::{Codenames, Config, View};
use std::sync::Arc;

/// Draws the frames of a replay: through a player's eyes, or with the whole key.
pub fn stage(config: Arc<Config>, frame: Signal<Frame<Codenames>>, _: Vec<String>) -> AnyView {
    let view = Signal::derive(move || frame.with(|frame| seen(&config, frame)));
    view! {
        <div class="cn">
            <div class="cn-match">
                <div class="cn-main">{grid(view, Signal::stored(None), None)}</div>
                <aside class="cn-side">{history(view)}</aside>
            </div>
        </div>
    }
    .into_any()
}

/// What the chosen eyes see; without any, what all spymasters together know.
fn seen(config: &Config, frame: &Frame<Codenames>) -> Option<View> {
    if let Some(seat) = frame.perspective {
        return frame.views.get(seat.index()).cloned();
    }
    let [one, other] = parlor_codenames::Side::BOTH.map(|side| frame.views.get(config.hinter(side).index()));
    let mut whole = one?.clone();
    if let (true, Some(other)) = (config.is_duet(), other) {
        whole.keys[1].clone_from(&other.keys[1]);
    }
    Some(whole)
}
