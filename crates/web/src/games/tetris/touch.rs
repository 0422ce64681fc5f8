//! Fingers on a field: tap to turn, drag to move, flick to drop. And buttons, for those who like them better.

use crate::arcade::{Board, Contact, HoldButton, Touch};
use leptos::prelude::*;
use parlor_tetris::{Action, Key, Tetris};

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
    /// Whether it goes up or down: then it no longer moves columns, however far it drifts.
    upright: bool,
}

impl Finger {
    /// A finger that has just touched.
    pub const fn new(from: Touch) -> Self {
        Self { from, columns: 0, soft: false, dragged: false, upright: false }
    }

    /// What it wants now, on a field that is so many cells wide and high.
    pub fn moved(&mut self, touch: Touch, (wide, high): (f64, f64)) -> Vec<Action> {
        if touch.contact == Contact::Lost {
            return self.soft.then_some(Action::Release(Key::Soft)).into_iter().collect();
        }
        let (across, down) = ((touch.x - self.from.x) * wide, (touch.y - self.from.y) * high);
        let taken_ms = touch.at_ms - self.from.at_ms;
        let mut wants = Vec::new();
        self.dragged |= across.abs() > MOVED || down.abs() > MOVED;
        self.upright |= down.abs() > MOVED && down.abs() > across.abs();
        if touch.contact != Contact::Lifted {
            if self.dragged && !self.upright {
                let columns = across.round() as i32;
                let key = if columns > self.columns { Key::Right } else { Key::Left };
                wants.extend((0..columns.abs_diff(self.columns)).map(|_| Action::Tap(key)));
                self.columns = columns;
            }
            // A flick is over before this; a longer drag down drops softly.
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
pub fn Buttons(board: Board<Tetris>) -> impl IntoView {
    let holds = board.rules(|config| config.hold);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells of a field, across and down.
    const CELLS: (f64, f64) = (10.0, 20.0);

    /// All that a finger wants on its way to these places: cells from where it came down, and milliseconds.
    fn wants(places: &[(f64, f64, f64)], end: Contact) -> Vec<Action> {
        let touch = |contact, &(across, down, at_ms): &(f64, f64, f64)| Touch {
            finger: 1,
            contact,
            x: 0.5 + across / CELLS.0,
            y: 0.2 + down / CELLS.1,
            at_ms,
        };
        let mut finger = Finger::new(touch(Contact::Down, &(0.0, 0.0, 0.0)));
        let last = places.last().expect("somewhere to go");
        let moves = places.iter().map(|place| touch(Contact::Moved, place)).chain([touch(end, last)]);
        moves.flat_map(|touch| finger.moved(touch, CELLS)).collect()
    }

    #[test]
    fn a_drag_moves_columns_there_and_back() {
        let there_and_back = wants(&[(0.6, 0.0, 20.0), (2.1, 0.3, 60.0), (1.0, 0.3, 400.0)], Contact::Lifted);
        let [right, left] = [Key::Right, Key::Left].map(Action::Tap);
        assert_eq!(there_and_back, [right, right, left]);
    }

    #[test]
    fn a_flick_that_drifts_only_drops() {
        let drifting = [(0.3, 0.6, 20.0), (0.6, 1.5, 50.0), (0.9, 4.0, 90.0)];
        assert_eq!(wants(&drifting, Contact::Lifted), [Action::Tap(Key::Hard)]);
        let upwards = drifting.map(|(across, down, at_ms)| (across, -down, at_ms));
        assert_eq!(wants(&upwards, Contact::Lifted), [Action::Tap(Key::Hold)]);
    }

    #[test]
    fn a_finger_that_stays_drops_softly_until_it_goes() {
        for end in [Contact::Lifted, Contact::Lost] {
            let soft = [Action::Press(Key::Soft), Action::Release(Key::Soft)];
            assert_eq!(wants(&[(0.2, 3.0, 200.0), (0.9, 4.0, 500.0)], end), soft);
        }
    }

    #[test]
    fn what_the_browser_takes_away_neither_taps_nor_drops() {
        assert_eq!(wants(&[(0.0, 0.0, 50.0)], Contact::Lifted), [Action::Tap(Key::TurnRight)]);
        assert_eq!(wants(&[(0.0, 0.0, 50.0)], Contact::Lost), []);
        assert_eq!(wants(&[(0.0, 4.0, 90.0)], Contact::Lost), []);
    }
}
