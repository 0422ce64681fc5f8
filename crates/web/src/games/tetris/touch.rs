//! Fingers on a field: tap to turn, drag to move, flick to drop. And buttons, for those who like them better.

use super::screen::Board;
use crate::arcade::{HoldButton, Touch};
use leptos::prelude::*;
use parlor_tetris::{Action, Key};

/// A tap is at most this long, in milliseconds.
const TAP_MS: f64 = 300.0;
/// A flick is at most this long,
const FLICK_MS: f64 = 250.0;
/// and at least so many cells.
const FLICK_CELLS: f64 = 2.5;
/// A finger that has moved this far, in cells, does not tap.
const MOVED: f64 = 0.7;

/// A finger that is down.
pub struct Finger {
    from: Touch,
    /// Columns that have been moved.
    columns: i32,
    soft: bool,
    /// Whether it has gone far enough not to be a tap.
    dragged: bool,
}

impl Finger {
    /// A finger that has just touched.
    pub const fn new(from: Touch) -> Self {
        Self { from, columns: 0, soft: false, dragged: false }
    }

    /// Whether it drops softly.
    pub const fn is_soft(&self) -> bool {
        self.soft
    }

    /// What it wants now, on a field that is so many cells wide and high.
    pub fn moved(&mut self, touch: Touch, (wide, high): (f64, f64)) -> Vec<Action> {
        let (across, down) = ((touch.x - self.from.x) * wide, (touch.y - self.from.y) * high);
        let taken_ms = touch.at_ms - self.from.at_ms;
        let mut wants = Vec::new();
        self.dragged |= across.abs() > MOVED || down.abs() > MOVED;
        if touch.down {
            let columns = across.round() as i32;
            let key = if columns > self.columns { Key::Right } else { Key::Left };
            for _ in 0..(columns - self.columns).abs() {
                wants.push(Action::Tap(key));
            }
            self.columns = columns;
            // A flick is over before this; whoever drags down for longer drops softly.
            if !self.soft && down > 1.5 && down > across.abs() && taken_ms > FLICK_MS {
                self.soft = true;
                wants.push(Action::Press(Key::Soft));
            }
            return wants;
        }
        if self.soft {
            wants.push(Action::Release(Key::Soft));
        } else if self.dragged && taken_ms <= FLICK_MS && down.abs() > across.abs() && down.abs() >= FLICK_CELLS {
            wants.push(Action::Tap(if down > 0.0 { Key::Hard } else { Key::Hold }));
        } else if !self.dragged && taken_ms <= TAP_MS {
            wants.push(Action::Tap(if touch.x < 0.35 { Key::TurnLeft } else { Key::TurnRight }));
        }
        wants
    }
}

/// Buttons under the thumbs.
#[component]
pub fn Buttons(board: Board) -> impl IntoView {
    let holds = board.config.with_value(|config| config.hold);
    let offered = [
        ("left", "←", "Left", Key::Left),
        ("right", "→", "Right", Key::Right),
        ("soft", "↓", "Soft drop", Key::Soft),
        ("hard", "⤓", "Drop", Key::Hard),
        ("hold", "H", "Hold", Key::Hold),
        ("turn-left", "↺", "Turn left", Key::TurnLeft),
        ("turn-right", "↻", "Turn right", Key::TurnRight),
    ];
    let button = move |(id, sign, label, key): (&'static str, &'static str, &'static str, Key)| {
        view! { <HoldButton id sign label hold=move |down| board.hands.hold(0, "button", key, down) /> }
    };
    let shown = offered.into_iter().filter(|(.., key)| holds || *key != Key::Hold);
    view! { <div class="tetris-buttons" role="group" aria-label="Controls">{shown.map(button).collect_view()}</div> }
}
