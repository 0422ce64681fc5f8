//! Pong for the pages that all games of the arcade share.

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
use parlor_arcade::PauseBy;
use parlor_client::typed::{self, TypedGame};
use parlor_kernel::{Game, GameConfig, Seat};
use parlor_pong::{Action, Config, Phase, Pong, Skill, View};
use serde_json::Value;

impl Cabinet for Pong {
    type Heads = Heads;
    type Hands = Hands;
    const CLASS: &'static str = "pong";
    const CONTROLS: &'static [Control] = CONTROLS;
    const PAUSE: Action = Action::Pause;
    const RESUME: Action = Action::Resume;
    const SURRENDER: Action = Action::Surrender;
    const FACE: Face = Face {
        game: Self::SPEC,
        tagline: "Two paddles, one ball, first to five.",
        mark: &[
            Stroke::Line("M14.6 14.6 20 20"),
            Stroke::Fill(
                "M5 4.8a7 7 0 0 1 10 0c2.8 2.8 3 6.6.6 9L14 15.4 4.6 6z M3.9 7.2l9 9-1.5.7c-2.6.9-5-.1-6.8-2.1-1.7-2-2.2-5.2-.7-7.6z",
            ),
            Stroke::Fill("M17.4 6.6a2 2 0 1 0 4 0 2 2 0 1 0-4 0"),
        ],
        presets: <<Self as Game>::Config as GameConfig>::PRESETS,
        solos: <<Self as Game>::Config as GameConfig>::SOLOS,
        levels: Self::LEVELS,
        stats: Self::STATS,
        totals: no_totals,
        scene: include_str!("scene.svg"),
        accent: "--game-pong",
        window: (1080, 720),
    };
    const TYPED: &'static dyn TypedGame = &typed::PONG;
    const HERE: Offer = Offer {
        title: "Who plays?",
        legend: "Rules",
        presets: &["hope", "guideline", "blitz"],
        called: |preset| preset_name(Self::SPEC.id, preset),
        several_bots: false,
        alone: Some("Alone, against the machine"),
        together: &[(2, "Two at one keyboard")],
    };

    fn options(config: RwSignal<Value>) -> AnyView {
        options::options(config)
    }

    fn how_to() -> AnyView {
        howto::how_to()
    }

    fn heads(shot: &Shot<Self>, near: Seat) -> Heads {
        Heads::of(&shot.view, shot.tick, near)
    }

    fn status(heads: &Heads, config: &Config, names: &Names) -> String {
        words::status(heads, config, names)
    }

    fn stage(board: Board<Self>) -> AnyView {
        stage::stage(board)
    }

    fn finish(over: &Finished<'_, Self>) -> Ending {
        finish::finish(over)
    }

    fn numbers(view: &View, names: &Names) -> AnyView {
        numbers(view, names)
    }

    fn whole(views: &[View]) -> Option<View> {
        let mut views = views.iter();
        let first = views.next()?.clone();
        Some(views.fold(first, View::together))
    }

    fn can_pause(config: &Config) -> bool {
        config.challenge.is_none()
    }

    fn pauses_alone(config: &Config) -> bool {
        config.pause.by == PauseBy::Anyone && config.challenge.is_none()
    }

    /// The machine of a challenge: a player alone practises for one.
    fn alone(config: &mut Config) {
        config.machine = Some(Skill::Easy);
    }

    fn end_alone(won: bool) -> (&'static str, &'static str) {
        if won { ("You won", "won") } else { ("The machine won", "lost") }
    }

    fn is_done(view: &View, me: Seat) -> bool {
        view.court(me).position.phase == Phase::Over
    }

    /// A player in a challenge has a court of their own, and the machine.
    fn fork(config: &Config, view: &View, me: Seat) -> (Config, View, Seat) {
        let court = view.court(me);
        (court.config.clone(), court, if config.challenge.is_some() { Seat(0) } else { me })
    }

    fn with_unseated(names: Names, config: &Config) -> Names {
        words::with_machine(names, config)
    }
}
