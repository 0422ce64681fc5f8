//! Gamepads. Browsers tell nothing when a stick moves, so they are looked at with every picture.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::GamepadButton;

/// How far a stick must be pushed to count, of its whole way.
const PUSHED: f64 = 0.4;

/// A gamepad at one moment, by the standard layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pad {
    /// The stick or the cross points up.
    pub up: bool,
    /// It points down.
    pub down: bool,
    /// It points left.
    pub left: bool,
    /// It points right.
    pub right: bool,
    /// The buttons under the right thumb: bottom, right, left, top.
    pub thumb: [bool; 4],
    /// Start.
    pub start: bool,
}

/// The gamepads, in order.
pub fn gamepads() -> Vec<Pad> {
    let Ok(found) = window().navigator().get_gamepads() else { return Vec::new() };
    let pads = found.iter().filter_map(|pad| pad.dyn_into::<web_sys::Gamepad>().ok());
    pads.filter(web_sys::Gamepad::connected).map(|pad| read(&pad)).collect()
}

fn read(pad: &web_sys::Gamepad) -> Pad {
    let (axes, buttons) = (pad.axes(), pad.buttons());
    let axis = |at: u32| axes.get(at).as_f64().unwrap_or(0.0);
    let pressed = |at: u32| buttons.get(at).dyn_into::<GamepadButton>().is_ok_and(|button| button.pressed());
    Pad {
        up: axis(1) < -PUSHED || pressed(12),
        down: axis(1) > PUSHED || pressed(13),
        left: axis(0) < -PUSHED || pressed(14),
        right: axis(0) > PUSHED || pressed(15),
        thumb: [0, 1, 2, 3].map(pressed),
        start: pressed(9),
    }
}
