//! A position of a finished match.

use super::{board::squares, grid, rack::tile_face, side::History};
use crate::{games::kit::Names, replay::Frame};
use leptos::prelude::*;
use parlor_kernel::Seat;
use parlor_words::{Board, Config, Tiles, View, Words};
use std::sync::Arc;

/// Draws the frames of a replay: the board after the move, which is lit, and the racks that the viewer may see.
pub fn stage(config: Arc<Config>, frame: Signal<Frame<Words>>, names: Vec<String>) -> AnyView {
    let seats = names.len() as u8;
    let view = Memo::new(move |_| frame.with(|frame| frame.views.first().cloned()));
    let of = move |read: fn(&View) -> Board| view.with(|view| view.as_ref().map_or(Board::EMPTY, read));
    let board = Signal::derive(move || of(|view| view.common.board.clone()));
    let turns = Signal::derive(move || {
        view.with(|view| view.as_ref().map(|view| view.common.history.clone())).unwrap_or_default()
    });
    let shown = RwSignal::new(None);
    Effect::new(move |_| {
        view.track();
        shown.set(None);
    });
    let lit = Signal::derive(move || {
        let chosen: Option<usize> = shown.get();
        turns.with(|turns| {
            let turn = chosen.map_or_else(|| turns.last(), |index| turns.get(index));
            turn.map(squares).unwrap_or_default()
        })
    });
    let players = Seat::all(seats).zip(&names).map(|(seat, name)| player(frame, seat, name.clone())).collect_view();
    let names = Signal::stored(Names::new(None, names));
    view! {
        <div class="wd">
            <div class="wd-match watching replayed">
                <div class="wd-top wd-racks">{players}</div>
                <div class="wd-place">{grid::still(&config.layout, board, lit)}</div>
                <aside class="wd-side">
                    <History turns=turns names=names shown />
                </aside>
            </div>
        </div>
    }
    .into_any()
}

/// A player with the score and the rack, as far as the chosen eyes may see it.
fn player(frame: Signal<Frame<Words>>, seat: Seat, name: String) -> impl IntoView {
    let own = move |read: fn(&View, usize) -> (i32, bool)| {
        frame.with(|frame| frame.views.get(seat.index()).map(|view| read(view, seat.index()))).unwrap_or_default()
    };
    let facts =
        Memo::new(move |_| own(|view, seat| (view.common.scores[seat], view.common.turn == Some(Seat(seat as u8)))));
    let rack = Memo::new(move |_| {
        frame.with(|frame| {
            let eyes = frame.perspective.unwrap_or(seat);
            let seen = frame.views.get(eyes.index()).and_then(|view| view.racks.get(seat.index()).copied().flatten());
            let count = frame.views.get(seat.index()).map_or(0, |view| view.common.hands[seat.index()]);
            (seen, count)
        })
    });
    let tiles = move || match rack.get() {
        (Some(tiles), _) => face_up(tiles).into_any(),
        (None, count) => (0..count).map(|_| view! { <span class="wd-tile back"></span> }).collect_view().into_any(),
    };
    view! {
        <div class="wd-player" class:turn=move || facts.get().1 data-test="player">
            <span class="wd-name">{name}</span>
            <span class="wd-score figures" data-test="score">{move || facts.get().0}</span>
            <span class="wd-rack small">{tiles}</span>
        </div>
    }
}

fn face_up(tiles: Tiles) -> impl IntoView {
    tiles.iter().map(|tile| view! { <span class="wd-tile">{tile_face(tile)}</span> }).collect_view()
}
