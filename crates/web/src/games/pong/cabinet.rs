//! Pong for the pages that all games of the arcade share.

use super::{
    result::numbers,
    screen::{Board, Screen},
    words,
};
use crate::{
    arcade::{Cabinet, Runner},
    games::kit::Names,
    local::Offer,
    ui::preset_name,
};
use leptos::prelude::*;
use parlor_kernel::{Outcome, Seat};
use parlor_pong::{Action, Config, Phase, Pong, Skill, View};
use std::sync::Arc;

impl Cabinet for Pong {
    type Board = Board;
    const SURRENDER: Action = Action::Surrender;
    const HERE: Offer = Offer {
        title: "Who plays?",
        legend: "Rules",
        presets: &["hope", "guideline", "blitz"],
        called: preset_name,
        alone: Some("Alone, against the machine"),
        two: Some("Two at one keyboard"),
    };

    fn board(runner: Runner<Self>, config: Arc<Config>, seats: &[Seat], names: Signal<Names>) -> Board {
        Board::new(runner, config, seats, names)
    }

    fn screen(board: Board, status: RwSignal<String>, foot: AnyView) -> AnyView {
        view! { <Screen board status>{foot}</Screen> }.into_any()
    }

    fn pause(board: Board) {
        board.pause();
    }

    fn ended(board: Board) -> Memo<Option<Outcome>> {
        Memo::new(move |_| board.heads.with(|heads| heads.as_ref()?.outcome))
    }

    fn numbers(view: &View, names: &Names) -> AnyView {
        numbers(view, names)
    }

    fn whole(views: &[View]) -> Option<View> {
        let mut views = views.iter();
        let first = views.next()?.clone();
        Some(views.fold(first, View::together))
    }

    /// The machine of a challenge: whoever plays here alone practises for one.
    fn alone(config: &mut Config) {
        config.machine = Some(Skill::Easy);
    }

    fn end_alone(won: bool) -> (&'static str, &'static str) {
        if won { ("You won", "won") } else { ("The machine won", "lost") }
    }

    fn is_done(view: &View, me: Seat) -> bool {
        view.court(me).position.phase == Phase::Over
    }

    /// Whoever plays on in a challenge has their own court, and the machine.
    fn fork(config: &Config, view: &View, me: Seat) -> (Config, View, Seat) {
        let court = view.court(me);
        (court.config.clone(), court, if config.challenge.is_some() { Seat(0) } else { me })
    }

    fn with_unseated(names: Names, config: &Config) -> Names {
        words::with_machine(names, config)
    }
}
