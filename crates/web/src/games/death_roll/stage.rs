//! A position of a finished match.

use super::{
    history::History,
    tray::{Face, Tray},
};
use crate::{games::kit::Names, replay::Frame};
use leptos::prelude::*;
use parlor_death_roll::{Config, DeathRoll, Roll};
use std::sync::Arc;

/// Draws the frames of a replay. Nothing is hidden, so everyone's eyes see the same.
pub fn stage(config: Arc<Config>, frame: Signal<Frame<DeathRoll>>, names: Vec<String>) -> AnyView {
    let start = config.start;
    let rolls = Signal::derive(move || {
        frame.with(|frame| frame.views.first().map_or_else(Vec::<Roll>::new, |view| view.rolls.clone()))
    });
    let turn = Signal::derive(move || {
        frame.with(|frame| frame.views.first().and_then(|view| view.outcome.is_none().then_some(view.turn)))
    });
    let names = Signal::stored(Names::new(None, names));
    view! {
        <div class="dr">
            <div class="dr-match watching">
                <section class="dr-stage">
                    <Tray face=Signal::derive(move || rolls.with(|rolls| Face::of(rolls, start))) />
                </section>
                <section class="dr-side">
                    <History rolls=rolls start=Signal::stored(start) names=names turn=turn />
                </section>
            </div>
        </div>
    }
    .into_any()
}
