//! Moving and resizing by pointer and by key.

use super::area::{Area, Edge};
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

/// How far a key moves a window.
const STEP: i32 = 24;

/// A hand on a window.
#[derive(Clone, Copy)]
pub struct Grip {
    area: RwSignal<Area>,
    rest: Callback<Area>,
    /// Where the pointer took hold, and where the window was then.
    held: StoredValue<Option<(Edge, i32, i32, Area)>>,
}

impl Grip {
    /// Moves `area`; `rest` hears where it comes to rest.
    pub fn new(area: RwSignal<Area>, rest: Callback<Area>) -> Self {
        Self { area, rest, held: StoredValue::new(None) }
    }

    /// The pointer takes hold.
    pub fn take(&self, edge: Edge, event: &ev::PointerEvent) {
        let on_button = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
            .is_some_and(|element| element.closest("button, a").is_ok_and(|found| found.is_some()));
        let holder = event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some(holder) = holder.filter(|_| event.button() == 0 && !on_button) else {
            return;
        };
        // Without the capture a fast pointer slips off; it still works while it is above the window.
        let _ = holder.set_pointer_capture(event.pointer_id());
        self.held.set_value(Some((edge, event.client_x(), event.client_y(), self.area.get_untracked())));
    }

    /// The pointer moves.
    pub fn drag(&self, event: &ev::PointerEvent) {
        if let Some((edge, x, y, area)) = self.held.get_value() {
            self.area.set(area.dragged(edge, event.client_x() - x, event.client_y() - y));
        }
    }

    /// The pointer lets go.
    pub fn release(&self) {
        if self.held.try_update_value(Option::take).flatten().is_some() {
            self.rest.run(self.area.get_untracked());
        }
    }

    /// Arrow keys move the window; with Shift they resize it.
    pub fn key(&self, event: &ev::KeyboardEvent) {
        let (dx, dy) = match event.key().as_str() {
            "ArrowLeft" => (-STEP, 0),
            "ArrowRight" => (STEP, 0),
            "ArrowUp" => (0, -STEP),
            "ArrowDown" => (0, STEP),
            _ => return,
        };
        event.prevent_default();
        let edge = if event.shift_key() { Edge::Corner } else { Edge::Title };
        self.area.update(|area| *area = area.dragged(edge, dx, dy));
        self.rest.run(self.area.get_untracked());
    }
}
