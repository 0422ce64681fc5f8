//! The board: fifteen by fifteen squares, what lies on them, and what is about to.

use super::{
    desk::Desk,
    drag,
    zoom::{self, Fingers, Frame, WHOLE},
};
use crate::ui::Press;
use leptos::{ev, prelude::*};
use parlor_words::{Board, Bonus, Direction, Layout, Placed, SIDE, Square, value};
use wasm_bindgen::JsCast;

/// What a square shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Look {
    letter: Option<Placed>,
    /// The tile of the draft that lies there.
    held: Option<u32>,
    /// The cursor stands there.
    cursor: Option<Direction>,
    /// A tile would be dropped there.
    target: bool,
    /// It is part of the play that is being shown.
    lit: bool,
}

/// The place of a square in the rows of the board.
pub fn index(square: Square) -> usize {
    usize::from(square.row) * usize::from(SIDE) + usize::from(square.column)
}

/// A board that only shows: letters, and the squares that are lit.
pub fn still(layout: &Layout, board: Signal<Board>, lit: Signal<Vec<Square>>) -> AnyView {
    let looks = Memo::new(move |_| {
        let (board, lit) = (board.read(), lit.read());
        let look = |square| Look { letter: board.at(square), lit: lit.contains(&square), ..Look::default() };
        Square::all().map(look).collect::<Vec<_>>()
    });
    let cells = Square::all().map(|square| cell(layout, looks, square, None)).collect_view();
    view! { <div class="wd-view"><div class="wd-board" role="img" aria-label="The board">{cells}</div></div> }
        .into_any()
}

/// The board of a desk.
pub fn board(desk: Desk, layout: &Layout, lit: Signal<Vec<Square>>) -> AnyView {
    let looks = Memo::new(move |_| {
        let (board, draft, lit) = (desk.board.read(), desk.draft.read(), lit.read());
        let drag = desk.drag.get().filter(|drag| drag.moved);
        let look = |square| {
            let held = draft.at(square);
            let dragged = held.is_some_and(|held| drag.is_some_and(|drag| drag.id == held.id));
            Look {
                letter: held.filter(|_| !dragged).and_then(|held| held.on).map(|on| on.1).or_else(|| board.at(square)),
                held: held.filter(|_| !dragged).map(|held| held.id),
                cursor: draft.cursor.filter(|cursor| cursor.square == square).map(|cursor| cursor.direction),
                target: drag.is_some_and(|drag| drag.over == Some(square)),
                lit: lit.contains(&square),
            }
        };
        Square::all().map(look).collect::<Vec<_>>()
    });
    let squares: Vec<_> = Square::all().collect();
    let row = |row: &[Square]| {
        let cells = row.iter().map(|&square| cell(layout, looks, square, Some(desk))).collect_view();
        view! { <div class="wd-row" role="row">{cells}</div> }
    };
    let rows = squares.chunks(usize::from(SIDE)).map(row).collect_view();
    let frame = Frame::new();
    let fingers = Fingers::new(desk, frame);
    zoom::keep_in_sight(desk, frame, fingers);
    let tap = move |event: ev::MouseEvent| {
        if fingers.have_pinched() {
            return;
        }
        // After a drag from square to square the board itself is the target.
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if let Some(square) = target.and_then(|target| drag::square_of(&target)) {
            desk.tap_square(square);
            zoom::zoom_in(desk, frame);
        }
    };
    let active = move || desk.draft.with(|draft| draft.cursor).map(|cursor| id(desk, cursor.square));
    view! {
        <div
            class="wd-view"
            class:zoomed=move || desk.is_zoomed()
            style=move || format!("--zoom: {:.3}", desk.zoom.get())
            node_ref=frame
            data-test="board-view"
            on:pointerdown=move |event| fingers.press(&event)
            on:pointermove=move |event| fingers.pull(&event)
            on:pointerup=move |event| fingers.release(&event)
            on:pointercancel=move |event| fingers.release(&event)
        >
            <div
                class="wd-board"
                role="grid"
                tabindex="0"
                aria-label="The board. Arrows move, letters lay tiles, Space turns the direction."
                aria-activedescendant=active
                data-test="words-board"
                on:click=tap
            >
                {rows}
            </div>
        </div>
        <Show when=move || desk.is_zoomed()>
            <Press class="wd-unzoom" test="unzoom" on_press=move || desk.zoom.set(WHOLE)>"Whole board"</Press>
        </Show>
    }
    .into_any()
}

/// What a square is called in its document.
fn id(desk: Desk, square: Square) -> String {
    format!("wd-{}-{square}", desk.number)
}

fn cell(layout: &Layout, looks: Memo<Vec<Look>>, square: Square, desk: Option<Desk>) -> impl IntoView + use<> {
    let (place, bonus) = (index(square), layout.bonus(square));
    let look = Memo::new(move |_| looks.with(|looks| looks.get(place).copied().unwrap_or_default()));
    let class = move || {
        let Look { letter, held, cursor, target, lit } = look.get();
        let mut class = format!("wd-cell {}", bonus_class(bonus));
        for (holds, name) in [
            (letter.is_some(), " tiled"),
            (held.is_some(), " fresh"),
            (cursor == Some(Direction::Across), " cursor across"),
            (cursor == Some(Direction::Down), " cursor down"),
            (target, " target"),
            (lit, " lit"),
        ] {
            if holds {
                class += name;
            }
        }
        class
    };
    let name = move || match look.get().letter {
        Some(placed) => format!("{square}, {}", letter_name(placed)),
        None if bonus == Bonus::Plain => square.to_string(),
        None => format!("{square}, {}", bonus_name(bonus)),
    };
    let content = move || match look.get().letter {
        Some(placed) => face(placed).into_any(),
        None => view! { <span class="wd-bonus" aria-hidden="true">{bonus_mark(bonus)}</span> }.into_any(),
    };
    let press = move |event: ev::PointerEvent| {
        if let (Some(desk), Some(id)) = (desk, look.get_untracked().held) {
            drag::press(desk, id, &event);
        }
    };
    view! {
        <div
            class=class
            id=desk.map(|desk| id(desk, square))
            role=desk.map(|_| "gridcell")
            aria-label=name
            data-square=place.to_string()
            data-test=desk.map(|_| format!("square-{square}"))
            on:pointerdown=press
        >
            {content}
        </div>
    }
}

/// A tile's letter and what it counts.
pub fn face(placed: Placed) -> impl IntoView {
    let points = value(placed.tile());
    view! {
        <span class="wd-letter" class:blank=placed.is_blank() aria-hidden="true">{placed.capital().to_string()}</span>
        <span class="wd-value" aria-hidden="true">{(points > 0).then(|| points.to_string())}</span>
    }
}

fn letter_name(placed: Placed) -> String {
    match placed.is_blank() {
        true => format!("{}, a blank", placed.capital()),
        false => format!("{}, {}", placed.capital(), value(placed.tile())),
    }
}

/// What is written on a square.
pub const fn bonus_mark(bonus: Bonus) -> &'static str {
    match bonus {
        Bonus::Plain => "",
        Bonus::DoubleLetter => "2L",
        Bonus::TripleLetter => "3L",
        Bonus::DoubleWord => "2W",
        Bonus::TripleWord => "3W",
        Bonus::Star => "★",
    }
}

/// What a bonus is called.
pub const fn bonus_name(bonus: Bonus) -> &'static str {
    match bonus {
        Bonus::Plain => "plain",
        Bonus::DoubleLetter => "double letter",
        Bonus::TripleLetter => "triple letter",
        Bonus::DoubleWord => "double word",
        Bonus::TripleWord => "triple word",
        Bonus::Star => "the star, double word",
    }
}

/// The class that gives a square its colour.
pub const fn bonus_class(bonus: Bonus) -> &'static str {
    match bonus {
        Bonus::Plain => "plain",
        Bonus::DoubleLetter => "dl",
        Bonus::TripleLetter => "tl",
        Bonus::DoubleWord => "dw",
        Bonus::TripleWord => "tw",
        Bonus::Star => "star",
    }
}
