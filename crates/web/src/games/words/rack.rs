//! The rack, the tile that follows the pointer, and the letter of a blank.

use super::{desk::Desk, draft::Held, drag, grid::face};
use crate::ui::Dialog;
use leptos::{ev, html, prelude::*};
use parlor_words::{Placed, RACK, Tile, value};

/// The tiles that are not on the board.
#[component]
pub fn Rack(desk: Desk) -> impl IntoView {
    drag::follow(desk);
    let tiles = move || {
        let on_rack = |held: &Held| held.on.is_none();
        desk.draft.with(|draft| draft.held().iter().copied().filter(on_rack).collect::<Vec<_>>())
    };
    let gaps = move || usize::from(RACK).saturating_sub(tiles().len());
    view! {
        <div class="wd-rack" role="group" aria-label="Your rack" data-test="rack">
            <For each=tiles key=|held| held.id children=move |held| view! { <RackTile desk held /> } />
            {move || (0..gaps()).map(|_| view! { <span class="wd-gap" aria-hidden="true"></span> }).collect_view()}
        </div>
        <Ghost desk />
        <BlankLetter desk />
    }
}

#[component]
fn RackTile(desk: Desk, held: Held) -> impl IntoView {
    let Held { id, tile, .. } = held;
    let chosen = move || desk.chosen.get() == Some(id);
    let swapped = move || desk.swapping.with(|swapping| swapping.as_ref().is_some_and(|tiles| tiles.contains(&id)));
    let dragged = move || desk.drag.get().is_some_and(|drag| drag.moved && drag.id == id);
    let name = if tile == Tile::BLANK { "Blank".to_owned() } else { format!("{tile}, {}", value(tile)) };
    // A pointer taps by going up; this is for keys and screen readers.
    let press = move |event: ev::MouseEvent| {
        if event.detail() == 0 {
            desk.tap_tile(id);
        }
    };
    view! {
        <button
            type="button"
            class="wd-tile"
            class:chosen=chosen
            class:swapped=swapped
            class:dragged=dragged
            aria-label=name
            aria-pressed=move || (chosen() || swapped()).to_string()
            data-tile=id.to_string()
            data-test=format!("tile-{tile}")
            on:pointerdown=move |event| drag::press(desk, id, &event)
            on:click=press
        >
            {tile_face(tile)}
        </button>
    }
}

/// A tile as it lies on a rack.
pub fn tile_face(tile: Tile) -> AnyView {
    let placed = tile.to_string().chars().next().and_then(Placed::of);
    match placed {
        Some(placed) => face(placed).into_any(),
        None => view! { <span class="wd-letter blank" aria-hidden="true"></span> }.into_any(),
    }
}

/// The tile that is being dragged, under the pointer.
#[component]
fn Ghost(desk: Desk) -> impl IntoView {
    let drag = move || desk.drag.get().filter(|drag| drag.moved);
    let shown = Memo::new(move |_| drag().and_then(|drag| desk.draft.with(|draft| draft.tile(drag.id))));
    // What is fixed is not always fixed to the window: it may be to a table that is its own container.
    let layer = NodeRef::<html::Div>::new();
    let place = move || {
        let (x, y) = drag().map(|drag| drag.at).unwrap_or_default();
        let origin = layer.get().map(|layer| layer.get_bounding_client_rect());
        let (left, top) = origin.map(|origin| (origin.left(), origin.top())).unwrap_or_default();
        format!("translate: {:.0}px {:.0}px", x - left, y - top)
    };
    let tile = move || {
        shown.get().map(|held| {
            let content = held.on.map_or_else(|| tile_face(held.tile), |(_, placed)| face(placed).into_any());
            view! { <div class="wd-tile wd-ghost" style=place aria-hidden="true">{content}</div> }
        })
    };
    view! { <div class="wd-layer" node_ref=layer>{tile}</div> }
}

/// Asks which letter a blank stands for.
#[component]
fn BlankLetter(desk: Desk) -> impl IntoView {
    let open = RwSignal::new(false);
    Effect::new(move |_| {
        let asked = desk.asking.with(Option::is_some);
        if open.get_untracked() != asked {
            open.set(asked);
        }
    });
    Effect::new(move |_| {
        if !open.get() && desk.asking.with_untracked(Option::is_some) {
            desk.asking.set(None);
        }
    });
    let letters = move || {
        ('A'..='Z')
            .map(|letter| {
                view! {
                    <button
                        type="button"
                        class="button wd-pick"
                        autofocus={letter == 'A'}
                        data-test=format!("blank-{letter}")
                        on:click=move |_| desk.answer(letter)
                    >
                        {letter.to_string()}
                    </button>
                }
            })
            .collect_view()
    };
    let typed = move |event: ev::KeyboardEvent| {
        let key = event.key();
        if let Some(letter) = key.chars().next().filter(|c| key.len() == 1 && c.is_ascii_alphabetic()) {
            event.prevent_default();
            desk.answer(letter.to_ascii_uppercase());
        }
    };
    view! {
        <Dialog open title="Which letter is the blank?" test="blank-dialog">
            <div class="wd-letters" on:keydown=typed>{letters}</div>
        </Dialog>
    }
}
