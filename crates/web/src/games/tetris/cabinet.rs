//! Tetris for the pages that all games of the arcade share.

use super::{CONTROLS, finish, hands::Hands, heads::Heads, howto, options, result::numbers, stage, words};
use crate::{
    arcade::{Board, Cabinet, Control, Shot},
    games::{
        Face, Stroke,
        kit::{Ending, Finished, Names},
        no_totals, preset_name,
    },
    local::Offer,
};
use leptos::prelude::*;
use parlor_arcade::{Challenge, PauseBy};
use parlor_client::typed::{self, TypedGame};
use parlor_kernel::{Game, GameConfig, Seat};
use parlor_tetris::{Action, Config, Tetris, View, timing::COUNTDOWN};
use serde_json::Value;

/// How many ticks make a second.
const SECOND: u64 = 60;

impl Cabinet for Tetris {
    type Heads = Heads;
    type Hands = Hands;
    const CLASS: &'static str = "tetris";
    const CONTROLS: &'static [Control] = CONTROLS;
    const PAUSE: Action = Action::Pause;
    const RESUME: Action = Action::Resume;
    const SURRENDER: Action = Action::Surrender;
    const FACE: Face = Face {
        game: Self::SPEC,
        tagline: "Stack fast and send the trouble across.",
        mark: &[Stroke::Fill("M3 6h5.4v5.4H3z M9.3 6h5.4v5.4H9.3z M15.6 6H21v5.4h-5.4z M9.3 12.3h5.4v5.4H9.3z")],
        presets: <<Self as Game>::Config as GameConfig>::PRESETS,
        solos: <<Self as Game>::Config as GameConfig>::SOLOS,
        levels: Self::LEVELS,
        stats: Self::STATS,
        totals: no_totals,
        scene: include_str!("scene.svg"),
        accent: "--game-tetris",
        window: (1080, 800),
    };
    const TYPED: &'static dyn TypedGame = &typed::TETRIS;
    const HERE: Offer = Offer {
        title: "Who plays?",
        legend: "Rules",
        presets: &["hope", "guideline", "blitz"],
        called: |preset| preset_name(Self::SPEC.id, preset),
        several_bots: false,
        alone: Some("Alone"),
        together: &[(2, "Two at one keyboard")],
    };

    fn options(config: RwSignal<Value>) -> AnyView {
        options::options(config)
    }

    fn how_to() -> AnyView {
        howto::how_to()
    }

    fn heads(shot: &Shot<Self>, _: Seat) -> Heads {
        Heads::of(&shot.view, shot.tick)
    }

    fn status(heads: &Heads, config: &Config, names: &Names) -> String {
        words::status(heads, config, names)
    }

    fn stage(board: Board<Self>) -> AnyView {
        stage::stage(board)
    }

    fn tools(board: Board<Self>) -> AnyView {
        stage::tools(board)
    }

    fn finish(over: &Finished<'_, Self>) -> Ending {
        finish::finish(over)
    }

    fn numbers(view: &View, names: &Names) -> AnyView {
        numbers(&view.config, &view.position, names)
    }

    fn whole(views: &[View]) -> Option<View> {
        let mut views = views.iter();
        let first = views.next()?.clone();
        Some(views.fold(first, View::together))
    }

    fn can_pause(config: &Config) -> bool {
        !config.is_unpaused()
    }

    fn pauses_alone(config: &Config) -> bool {
        config.pause.by == PauseBy::Anyone && !config.is_unpaused()
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
        let config = Config { challenge: None, goal: None, time_limit, ..config.clone() };
        (config, view.clone(), me)
    }
}
