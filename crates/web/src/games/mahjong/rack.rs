//! The player's own tiles: a tap raises one, a drag moves it.

use super::{
    desk::Desk,
    looks::Sort,
    tile::{Size, picture},
    tray::{Came, Piece, Tray},
};
use leptos::{ev, html, prelude::*};
use parlor_mahjong::Rack;
use wasm_bindgen::JsCast;
use web_sys::Element;

/// How far a finger moves before it drags, in pixels.
const SLOP: f64 = 10.0;

/// A finger or a mouse that holds a tile.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Grip {
    id: u32,
    at: (f64, f64),
    drags: bool,
}

/// The rack.
#[component]
pub fn RackRow(desk: Desk) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let grip = RwSignal::new(None::<Grip>);
    // A click follows every drag, and means nothing then.
    let dragged = StoredValue::new(false);
    let pieces = move || desk.tray.with(|tray| tray.pieces().to_vec());
    let advised = Memo::new(move |_| advised(desk));
    let moves = move |event: ev::PointerEvent| {
        let Some(held) = grip.get_untracked() else { return };
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        if !held.drags && (x - held.at.0).hypot(y - held.at.1) < SLOP {
            return;
        }
        if !held.drags {
            grip.set(Some(Grip { drags: true, ..held }));
            dragged.set_value(true);
            if let Some(place) = place.get_untracked() {
                // It fails only for a finger that has left already.
                let _ = place.set_pointer_capture(event.pointer_id());
            }
        }
        if let Some(over) = tile_at(event.client_x(), event.client_y()).filter(|over| *over != held.id) {
            desk.sort(Sort::Own);
            desk.tray.update(|tray| {
                if let Some(there) = tray.place(over) {
                    tray.put(held.id, there);
                }
            });
        }
    };
    let tile = move |piece: Piece| {
        let id = piece.id;
        let now = Memo::new(move |_| desk.tray.with(|tray| tray.place(id).map(|place| tray.pieces()[place])));
        let is = move |what: fn(&Piece) -> bool| now.get().as_ref().is_some_and(what);
        let name = piece.tile.name().into_owned();
        let label = move || {
            let raised = if is(|piece| piece.raised) { ", raised" } else { "" };
            let new = if is(|piece| piece.came == Came::Received) { ", new" } else { "" };
            format!("{name}{raised}{new}")
        };
        let hinted = move || advised.with(|advised| advised.count(piece.tile) > 0);
        let order = if let Came::Dealt(number) = piece.came { number } else { 0 };
        let press = move |event: ev::PointerEvent| {
            if event.button() == 0 {
                dragged.set_value(false);
                let at = (f64::from(event.client_x()), f64::from(event.client_y()));
                grip.set(Some(Grip { id, at, drags: false }));
            }
        };
        view! {
            <button
                type="button"
                class="mj-tile mj-own"
                class:raised=move || is(|piece| piece.raised)
                class:fresh=move || is(|piece| piece.came == Came::Received)
                class:dealt=move || is(|piece| matches!(piece.came, Came::Dealt(_)))
                class:advised=hinted
                class:held=move || grip.get().is_some_and(|grip| grip.id == id && grip.drags)
                style=format!("--i: {order}")
                aria-pressed=move || is(|piece| piece.raised).to_string()
                aria-label=label
                data-id=id
                data-tile=piece.tile.to_string()
                data-test="tile"
                on:pointerdown=press
                on:click=move |_| {
                    if !dragged.get_value() {
                        desk.touch(id);
                    }
                }
            >
                {picture(piece.tile, Size::Full)}
            </button>
        }
    };
    let release = move |_| grip.set(None);
    view! {
        <div
            class="mj-rack"
            role="group"
            aria-label="Your tiles"
            node_ref=place
            on:pointermove=moves
            on:pointerup=release
            on:pointercancel=release
            data-test="rack"
        >
            <For each=pieces key=|piece| piece.id children=tile />
        </div>
    }
}

/// The tiles that the hints would give away.
fn advised(desk: Desk) -> Rack {
    use parlor_mahjong::Action;
    let open = desk.panel.get() == Some(super::desk::Panel::Hints);
    let action = desk.hints.with(|hints| hints.as_ref()?.advice.as_ref().map(|advice| advice.action));
    match action.filter(|_| open) {
        Some(Action::Pass { tiles }) => tiles,
        Some(Action::Discard { tile }) => Rack::EMPTY.with(tile),
        _ => Rack::EMPTY,
    }
}

/// The tile of the rack at a point of the screen.
fn tile_at(x: i32, y: i32) -> Option<u32> {
    let element = document().element_from_point(x as f32, y as f32)?;
    element.closest(".mj-own").ok()??.get_attribute("data-id")?.parse().ok()
}

/// Moves the focus along the rack, or the tile that has it.
pub fn step(desk: Desk, root: NodeRef<html::Div>, forward: bool, carry: bool) -> Option<()> {
    let ids: Vec<u32> = desk.tray.with_untracked(|tray| tray.pieces().iter().map(|piece| piece.id).collect());
    let focused = document().active_element().and_then(|element| element.get_attribute("data-id")?.parse().ok());
    let at = focused.and_then(|id: u32| ids.iter().position(|known| *known == id));
    let last = ids.len().checked_sub(1)?;
    let next = match (at, forward) {
        (None, true) => 0,
        (None, false) => last,
        (Some(at), true) => (at + 1).min(last),
        (Some(at), false) => at.saturating_sub(1),
    };
    let chosen = match at.filter(|_| carry) {
        Some(at) => {
            desk.sort(Sort::Own);
            desk.tray.update(|tray| Tray::put(tray, ids[at], next));
            ids[at]
        }
        None => ids[next],
    };
    let focus = move || {
        let find = || -> Option<Element> {
            root.get_untracked()?.query_selector(&format!(".mj-own[data-id='{chosen}']")).ok()?
        };
        if let Some(tile) = find().and_then(|tile| tile.dyn_into::<web_sys::HtmlElement>().ok()) {
            // It fails only for what is gone.
            let _ = tile.focus();
        }
    };
    // A tile that has moved loses the focus: it gets it back when it stands there.
    request_animation_frame(focus);
    Some(())
}
