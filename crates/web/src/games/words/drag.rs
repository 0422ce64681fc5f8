//! Tiles that follow the pointer. Where one is dropped is found by what lies below the pointer.

use super::desk::{Desk, Drag};
use leptos::{ev, prelude::*};
use parlor_words::{SIDE, Square};
use wasm_bindgen::JsCast;
use web_sys::Element;

/// How far the pointer moves before a tap becomes a drag, in pixels.
const SLACK: f64 = 6.0;

/// How near to the edge of a zoomed board a dragged tile moves it, and how far with each movement.
const EDGE: (f64, f64) = (28.0, 10.0);

/// A pointer goes down on a tile.
pub fn press(desk: Desk, id: u32, event: &ev::PointerEvent) {
    if event.button() != 0 || desk.drag.with_untracked(Option::is_some) {
        return;
    }
    let at = (f64::from(event.client_x()), f64::from(event.client_y()));
    desk.drag.set(Some(Drag { id, at, from: at, moved: false, over: None }));
}

/// Follows the pointer for as long as the current component is there.
pub fn follow(desk: Desk) {
    let moves = window_event_listener(ev::pointermove, move |event| {
        let Some(drag) = desk.drag.get_untracked() else { return };
        let at = (f64::from(event.client_x()), f64::from(event.client_y()));
        let moved = drag.moved || (at.0 - drag.from.0).hypot(at.1 - drag.from.1) > SLACK;
        if moved && desk.swapping.with_untracked(Option::is_none) {
            let over = square_at(at).filter(|square| desk.is_free(*square));
            desk.drag.set(Some(Drag { at, moved, over, ..drag }));
            push_edge(at);
        }
    });
    let up = window_event_listener(ev::pointerup, move |event| {
        if let Some(drag) = desk.drag.try_update(Option::take).flatten() {
            let at = (f64::from(event.client_x()), f64::from(event.client_y()));
            if drag.moved { drop_at(desk, drag.id, at) } else { tap(desk, drag.id) }
        }
    });
    let cancel = window_event_listener(ev::pointercancel, move |_| desk.drag.set(None));
    on_cleanup(move || {
        moves.remove();
        up.remove();
        cancel.remove();
    });
}

/// A tile of the rack was tapped. On the board its square hears of it.
fn tap(desk: Desk, id: u32) {
    if desk.draft.with_untracked(|draft| draft.tile(id).is_some_and(|held| held.on.is_none())) {
        desk.tap_tile(id);
    }
}

/// A tile is dropped: on a square, in a place of the rack, or nowhere.
fn drop_at(desk: Desk, id: u32, at: (f64, f64)) {
    if let Some(square) = square_at(at) {
        desk.lay(id, square);
    } else if let Some(place) = rack_place(desk, id, at) {
        desk.change(|draft| draft.arrange(id, place));
    }
}

/// What lies at a point of the window, or contains it, of that kind.
fn found((x, y): (f64, f64), what: &str) -> Option<Element> {
    document().element_from_point(x as f32, y as f32)?.closest(what).ok().flatten()
}

/// The square at a point of the window.
fn square_at(at: (f64, f64)) -> Option<Square> {
    square_of(&found(at, "[data-square]")?)
}

/// The square that an element is.
pub fn square_of(element: &Element) -> Option<Square> {
    let index: u8 = element.get_attribute("data-square")?.parse().ok()?;
    Square::new(index / SIDE, index % SIDE)
}

/// The place in the rack at a point of the window, counted without the tile that is dragged.
fn rack_place(desk: Desk, id: u32, at: (f64, f64)) -> Option<usize> {
    let rack = found(at, ".wd-rack")?;
    let tiles = rack.query_selector_all("[data-tile]").ok()?;
    let middle = |index: u32| {
        let tile: Element = tiles.item(index)?.dyn_into().ok()?;
        let rect = tile.get_bounding_client_rect();
        Some((tile.get_attribute("data-tile")?, rect.left() + rect.width() / 2.0))
    };
    let before: Vec<_> = (0..tiles.length()).filter_map(middle).filter(|(_, middle)| *middle < at.0).collect();
    let others = |tile: &u32| before.iter().any(|(other, _)| *other == tile.to_string());
    let order = desk.draft.with_untracked(|draft| draft.held().iter().map(|held| held.id).collect::<Vec<_>>());
    let without: Vec<_> = order.into_iter().filter(|other| *other != id).collect();
    Some(without.iter().rposition(others).map_or(0, |last| last + 1))
}

/// A zoomed board goes on where a tile is dragged to its edge.
fn push_edge(at: (f64, f64)) {
    let Some(view) = found(at, ".wd-view") else { return };
    let rect = view.get_bounding_client_rect();
    let (edge, step) = EDGE;
    let push = |at: f64, from: f64, to: f64| match at {
        _ if at < from + edge => -step,
        _ if at > to - edge => step,
        _ => 0.0,
    };
    let (x, y) = (push(at.0, rect.left(), rect.right()), push(at.1, rect.top(), rect.bottom()));
    if (x, y) != (0.0, 0.0) {
        view.scroll_by_with_x_and_y(x, y);
    }
}
