//! A match on the screen: points above, the court, and what hands can do below.

use super::{
    CONTROLS, OnCourt,
    court::Court,
    overlay::Overlay,
    points::{Points, RivalPanel},
    words::near,
};
use crate::arcade::{Board, Hands, HoldButton, drags};
use leptos::{html, prelude::*};
use parlor_kernel::{Seat, Viewer};
use parlor_pong::{Phase, Pong};

/// The match: points, court, and hands.
pub fn stage(board: Board<Pong>) -> AnyView {
    let on = OnCourt::of(board);
    let canvas = NodeRef::<html::Canvas>::new();
    follow(on, canvas);
    let seats = board.hands.seats();
    let (plays, alone) = (!seats.is_empty(), seats.len() == 1);
    let (width, height) = board.rules(|config| (config.court.width, config.court.height));
    let near_side = on.names.with_untracked(near);
    let (press, drag, lift) = drags(move |touch| {
        if plays {
            board.hands.touch(touch, height, near_side);
        }
    });
    let button = move |id, sign, label, control| {
        let hold = move |down| board.hands.key(control, down);
        alone.then(|| view! { <HoldButton id sign label hold /> })
    };
    let phase = board.memo(|heads| match heads.phase {
        Phase::Countdown => "countdown",
        Phase::Rally => "rally",
        Phase::Paused => "paused",
        Phase::Over => "over",
    });
    view! {
        <Points on />
        <RivalPanel on />
        <div class="pong-room" style=format!("--court: {width} / {height}")>
            <div
                class="pong-court"
                data-test="court"
                data-phase=move || phase.get()
                on:pointerdown=press
                on:pointermove=drag
                on:pointerup=lift
                on:pointercancel=lift
            >
                <canvas node_ref=canvas aria-hidden="true"></canvas>
                <Overlay on />
            </div>
        </div>
        {plays.then(|| view! {
            <div class="pong-hands" class:alone=alone>
                {button("up", "▲", "Up", &CONTROLS[0])}
                <div
                    class="pong-pad"
                    aria-hidden="true"
                    data-test="touch-pad"
                    on:pointerdown=press
                    on:pointermove=drag
                    on:pointerup=lift
                    on:pointercancel=lift
                >
                    "Drag here, or on the court"
                </div>
                {button("down", "▼", "Down", &CONTROLS[1])}
            </div>
        })}
    }
    .into_any()
}

/// Draws every picture of the court on which the viewer plays. In a challenge that is a court of their own, and they are
/// on its left.
fn follow(on: OnCourt, canvas: NodeRef<html::Canvas>) {
    let seat = on.board.me().unwrap_or(Seat(0));
    let eyes = on.names.with_untracked(|names| names.me.map_or(Viewer::Spectator, Viewer::Seat));
    let mut court = None::<Court>;
    on.board.follow(move |shot, heads| {
        if court.is_none() {
            court = canvas.get_untracked().and_then(Court::on);
        }
        if let Some(court) = &mut court {
            let view = shot.view.court(seat);
            let ball = heads.phase != Phase::Over;
            court.draw(&view.config, &view.scene(shot.tick, eyes), ball);
        }
    });
}
