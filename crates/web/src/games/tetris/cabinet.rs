//! Tetris for the pages that all games of the arcade share.

use super::{
    result::numbers,
    screen::{Board, Screen},
};
use crate::{
    arcade::{Cabinet, Runner},
    games::kit::Names,
    local::Offer,
    ui::preset_name,
};
use leptos::prelude::*;
use parlor_arcade::Challenge;
use parlor_kernel::{Outcome, Seat};
use parlor_tetris::{Action, Config, Tetris, View, timing::COUNTDOWN};
use std::sync::Arc;

/// How many ticks make a second.
const SECOND: u64 = 60;

impl Cabinet for Tetris {
    type Board = Board;
    const SURRENDER: Action = Action::Surrender;
    const HERE: Offer = Offer {
        title: "Who plays?",
        legend: "Rules",
        presets: &["hope", "guideline", "blitz"],
        called: preset_name,
        alone: Some("Alone"),
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
        numbers(&view.config, &view.position, names)
    }

    fn whole(views: &[View]) -> Option<View> {
        let mut views = views.iter();
        let first = views.next()?.clone();
        Some(views.fold(first, View::together))
    }

    fn alone(config: &mut Config) {
        config.seats = 1;
    }

    fn end_alone(won: bool) -> (&'static str, &'static str) {
        if won { ("You made it", "won") } else { ("No room left", "watched") }
    }

    fn is_done(view: &View, me: Seat) -> bool {
        view.position.wells.get(me.index()).is_none_or(|well| well.topped_out.is_some())
    }

    fn fork(config: &Config, view: &View, me: Seat) -> (Config, View, Seat) {
        // A challenge counts from its very beginning, any other limit from the first piece.
        let limit = |challenge: Challenge| challenge.seconds.saturating_sub((COUNTDOWN / SECOND) as u16);
        let time_limit = config.challenge.map(limit).or(config.time_limit);
        let config = Config { challenge: None, time_limit, ..config.clone() };
        (config, view.clone(), me)
    }
}
