//! Fingers and mice on a part of the screen.

use crate::browser::let_go;
use leptos::ev;
use wasm_bindgen::JsCast;
use web_sys::Element;

/// What a finger does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contact {
    /// It has just come down.
    Down,
    /// It is down, and somewhere else than before.
    Moved,
    /// It was lifted.
    Lifted,
    /// The browser took it away: where it was last means nothing.
    Lost,
}

/// A finger at one moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Touch {
    /// Which finger, for as long as it is down.
    pub finger: i32,
    /// What it does.
    pub contact: Contact,
    /// How far from the left of the part it is: 0 there and 1 at its right, less or more beyond them.
    pub x: f64,
    /// How far from its top.
    pub y: f64,
    /// When, in milliseconds since the page was opened: by the browser's clock, however late a busy page hears of it.
    pub at_ms: f64,
}

/// Calls back with every finger that touches, moves on or leaves a part of the screen: the listeners for
/// `pointerdown`, `pointermove`, and `pointerup` or `pointercancel`. A mouse counts while its button is down.
pub fn drags(
    touched: impl Fn(Touch) + Copy + 'static,
) -> (impl Fn(ev::PointerEvent) + Copy, impl Fn(ev::PointerEvent) + Copy, impl Fn(ev::PointerEvent) + Copy) {
    let tell = move |event: &ev::PointerEvent, contact: Contact| {
        let Some(part) = event.current_target().and_then(|part| part.dyn_into::<Element>().ok()) else { return };
        let place = part.get_bounding_client_rect();
        touched(Touch {
            finger: event.pointer_id(),
            contact,
            x: share(event.client_x(), place.left(), place.width()),
            y: share(event.client_y(), place.top(), place.height()),
            at_ms: event.time_stamp(),
        });
    };
    let press = move |event: ev::PointerEvent| {
        event.prevent_default();
        // The browser moves no focus after that: a player who was writing plays on.
        let_go();
        if let Some(part) = event.current_target().and_then(|part| part.dyn_into::<Element>().ok()) {
            // So that a finger that leaves the part is still followed; not every pointer can be.
            let _ = part.set_pointer_capture(event.pointer_id());
        }
        tell(&event, Contact::Down);
    };
    let drag = move |event: ev::PointerEvent| {
        if event.buttons() != 0 {
            tell(&event, Contact::Moved);
        }
    };
    let lift = move |event: ev::PointerEvent| {
        tell(&event, if event.type_() == "pointercancel" { Contact::Lost } else { Contact::Lifted });
    };
    (press, drag, lift)
}

/// Where something is on a part of the screen that begins at `from`, in shares of its size. A finger may leave the part
/// and goes on counting.
fn share(at: i32, from: f64, size: f64) -> f64 {
    (f64::from(at) - from) / size.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finger_that_leaves_the_part_goes_on() {
        assert!((share(150, 100.0, 200.0) - 0.25).abs() < 1e-9);
        assert!((share(340, 100.0, 200.0) - 1.2).abs() < 1e-9);
        assert!((share(80, 100.0, 200.0) + 0.1).abs() < 1e-9);
    }
}
