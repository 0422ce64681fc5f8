//! A board: the sea, what is in it, and a grid of cells for hands, keys and screen readers.

use super::{
    chart::{Chart, Overlay, Pin, Seen, mark_word},
    ships,
};
use leptos::{ev, html, prelude::*};
use parlor_battleship::{Cell, Config, Mark};
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// Cells narrower than this are easily missed by a thumb, in pixels.
const THUMB: f64 = 30.0;

/// What a board reports to its owner.
#[derive(Clone, Copy)]
pub struct Hands {
    /// The pointer or the keyboard is over this cell, or gone.
    pub over: Callback<Option<Cell>>,
    /// A cell was chosen, by click, tap or key.
    pub pick: Callback<Pick>,
    /// The pointer went down on a cell: something may be dragged from there.
    pub press: Option<Callback<(Cell, ev::PointerEvent)>>,
}

/// A cell was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pick {
    /// Which one.
    pub at: Cell,
    /// Whether it was chosen with a thumb on a cell smaller than one.
    pub unsure: bool,
}

/// Draws a board; hands may be missing, then it can only be looked at.
#[component]
pub fn Board(
    /// `enemy` or `own`: the first part of the cells' test hooks.
    which: &'static str,
    /// The rule set: sizes and ships.
    config: Arc<Config>,
    /// What the board is called.
    #[prop(into)]
    label: Signal<String>,
    /// What it shows.
    #[prop(into)]
    chart: Signal<Chart>,
    /// What is drawn over it.
    #[prop(into, optional)]
    overlay: Signal<Overlay>,
    /// Who listens.
    #[prop(optional_no_strip)]
    hands: Option<Hands>,
    /// Where to find the grid of cells, to know which one a pointer is over.
    #[prop(optional)]
    sea: NodeRef<html::Div>,
) -> impl IntoView {
    let (cols, rows) = (config.width, config.height);
    let cursor = Signal::derive(move || overlay.with(|overlay| overlay.cursor));
    let columns = labels(cols, Cell::column_name, move |i| cursor.get().is_some_and(|cell| cell.x == i));
    let numbers =
        labels(rows, |y| (u16::from(y) + 1).to_string(), move |i| cursor.get().is_some_and(|cell| cell.y == i));
    view! {
        <div class="bs-board" class:quiet=hands.is_none() style=format!("--cols:{cols};--rows:{rows}")>
            <div class="bs-cols" aria-hidden="true">{columns}</div>
            <div class="bs-rows" aria-hidden="true">{numbers}</div>
            <div class="bs-sea" node_ref=sea>
                <svg class="bs-art" viewBox=format!("0 0 {cols} {rows}") aria-hidden="true">
                    <path class="bs-waves" d=waves(cols, rows) />
                    <path class="bs-gridline" d=lines(cols, rows) />
                    {things(Arc::clone(&config), chart)}
                    {overlays(Arc::clone(&config), overlay)}
                </svg>
                {cells(which, config, label, chart, hands)}
                <div aria-live="polite">
                    {move || overlay.with(|overlay| overlay.note.clone()).map(|(at, text)| note(at, text, (cols, rows)))}
                </div>
            </div>
        </div>
    }
}

fn labels(
    count: u8,
    name: impl Fn(u8) -> String,
    lit: impl Fn(u8) -> bool + Copy + Send + Sync + 'static,
) -> impl IntoView {
    (0..count).map(|i| view! { <span class:on=move || lit(i)>{name(i)}</span> }).collect_view()
}

/// Short crests, scattered so that no eye finds a rhythm.
fn waves(cols: u8, rows: u8) -> String {
    let crest = |n: u32| {
        let (x, y) = (n * 37 % (u32::from(cols) * 10), n * 53 % (u32::from(rows) * 10));
        format!("M{:.1} {:.1}q.15 -.1 .3 0t.3 0", f64::from(x) / 10.0, f64::from(y) / 10.0 + 0.1)
    };
    (0..u32::from(cols) * u32::from(rows) / 3).map(crest).collect()
}

fn lines(cols: u8, rows: u8) -> String {
    let down = (1..cols).map(|x| format!("M{x} 0V{rows}"));
    let across = (1..rows).map(|y| format!("M0 {y}H{cols}"));
    down.chain(across).collect()
}

/// Ships and pins. Keyed, so that only what is new moves.
fn things(config: Arc<Config>, chart: Signal<Chart>) -> impl IntoView {
    let draw = move |Seen { placement, sunk }: Seen| ships::ship(&config, placement, if sunk { "sunk" } else { "" });
    view! {
        <For
            each=move || chart.with(|chart| chart.last.clone())
            key=|cell| *cell
            children=|cell| view! { <rect class="bs-last" x=f64::from(cell.x) + 0.04 y=f64::from(cell.y) + 0.04 width="0.92" height="0.92" rx="0.1" /> }
        />
        <For
            each=move || chart.with(|chart| chart.ships.clone())
            key=|ship| (ship.placement.ship, ship.placement.at, ship.placement.lies as u8, ship.sunk)
            children=draw
        />
        <For each=move || chart.with(|chart| chart.heat.clone()) key=|heat| *heat children=heat />
        <For each=move || chart.with(|chart| chart.pins.clone()) key=|pin| (pin.at, pin.mark as u8) children=pin />
    }
}

/// How likely a ship was in a cell: the number tells as much as the colour.
fn heat((at, percent): (Cell, u8)) -> impl IntoView {
    view! {
        <g class="bs-heat" style=format!("--heat: {percent}") transform=format!("translate({} {})", at.x, at.y)>
            <rect width="1" height="1" />
            <text x="0.5" y="0.62">{percent}</text>
        </g>
    }
}

/// A shot's mark: shapes tell as much as colours.
fn pin(Pin { at, mark, fresh }: Pin) -> AnyView {
    let class = format!("bs-pin {}{}", mark_word(mark), if fresh.is_some() { " fresh" } else { "" });
    let delay = format!("--n:{}", fresh.unwrap_or(0));
    let shape = match mark {
        Mark::Unknown => ().into_any(),
        Mark::Miss => view! { <path class="bs-ring" d="M.3 .5a.2 .2 0 1 0 .4 0a.2 .2 0 1 0 -.4 0" /><path class="bs-dot" d="M.43 .5a.07 .07 0 1 0 .14 0a.07 .07 0 1 0 -.14 0" /> }
            .into_any(),
        Mark::Hit => view! { <path class="bs-burst" d=BURST /><path class="bs-cross" d="M.37 .37L.63 .63M.63 .37L.37 .63" /> }.into_any(),
        Mark::Sunk => view! { <path class="bs-cross" d="M.3 .3L.7 .7M.7 .3L.3 .7" /> }.into_any(),
    };
    view! {
        <g class=class style=delay transform=format!("translate({} {})", at.x, at.y)>
            <circle class="bs-shock" cx="0.5" cy="0.5" r="0.42" />
            <g class="bs-glyph">{shape}</g>
        </g>
    }
    .into_any()
}

/// A flame of eight tongues.
const BURST: &str = "M.5 .1L.58 .32L.78 .22L.68 .42L.9 .5L.68 .58L.78 .78L.58 .68L.5 .9L.42 .68L.22 .78L.32 .58L.1 .5L.32 .42L.22 .22L.42 .32Z";

fn overlays(config: Arc<Config>, overlay: Signal<Overlay>) -> impl IntoView {
    let aim =
        move || {
            overlay.with(|overlay| overlay.aim.clone()).into_iter().map(|(cell, tone)| {
            view! {
                <g class=format!("bs-aim {}", tone.class()) transform=format!("translate({} {})", cell.x, cell.y)>
                    <rect x="0.06" y="0.06" width="0.88" height="0.88" rx="0.12" />
                    <path d="M.5 .22V.36M.5 .64V.78M.22 .5H.36M.64 .5H.78" />
                </g>
            }
        }).collect_view()
        };
    let ghost = move || {
        let (placement, legal) = overlay.with(|overlay| overlay.ghost)?;
        let tone = if legal { "bs-tile good" } else { "bs-tile bad" };
        let tiles = config.cells_of(placement).filter(|&cell| config.has_cell(cell)).map(|cell| {
            view! { <rect class=tone x=f64::from(cell.x) + 0.04 y=f64::from(cell.y) + 0.04 width="0.92" height="0.92" rx="0.1" /> }
        });
        let (tiles, ship) =
            (tiles.collect_view(), ships::ship(&config, placement, if legal { "ghost" } else { "ghost bad" }));
        Some(view! { {tiles} {ship} })
    };
    view! { {aim} {ghost} }
}

/// Words at the hand: above the cell, or below it where there is no room above.
fn note(at: Cell, text: String, (cols, rows): (u8, u8)) -> impl IntoView {
    let percent = |place: f64, of: u8| place * 100.0 / f64::from(of);
    let below = at.y < 2;
    let top = percent(f64::from(at.y) + if below { 1.0 } else { 0.0 }, rows);
    let left = percent(f64::from(at.x) + 0.5, cols).clamp(22.0, 78.0);
    view! { <div class="bs-note" class:below=below style=format!("left:{left:.1}%;top:{top:.1}%")>{text}</div> }
}

/// The cells: one of them has the tab stop, arrows move it.
fn cells(
    which: &'static str,
    config: Arc<Config>,
    label: Signal<String>,
    chart: Signal<Chart>,
    hands: Option<Hands>,
) -> impl IntoView {
    let stop = RwSignal::new(Cell::new(0, 0));
    let at_stop = Selector::new(move || stop.get());
    let words = Memo::new({
        let config = Arc::clone(&config);
        move |_| chart.with(|chart| chart.words(&config))
    });
    let row = |y: u8| {
        let cell = |x: u8| {
            let (at, at_stop) = (Cell::new(x, y), at_stop.clone());
            let index = usize::from(config.index_of(at));
            view! {
                <button
                    type="button"
                    role="gridcell"
                    class="bs-cell"
                    tabindex=move || if at_stop.selected(&at) { "0" } else { "-1" }
                    data-i=index.to_string()
                    data-test=format!("{which}-{at}")
                    aria-label=move || words.with(|words| words.get(index).cloned())
                ></button>
            }
        };
        view! { <div role="row" class="bs-row">{(0..config.width).map(cell).collect_view()}</div> }
    };
    let rows = (0..config.height).map(row).collect_view();
    let thumb = StoredValue::new(false);
    let find = {
        let config = Arc::clone(&config);
        move |event: &web_sys::Event| cell_of(event).map(|index| config.cell_at(index))
    };
    let on_click = {
        let find = find.clone();
        move |event: ev::MouseEvent| {
            let (Some(hands), Some(at)) = (hands, find(&event)) else {
                return;
            };
            stop.set(at);
            let small = event_target::<Element>(&event).get_bounding_client_rect().width() < THUMB;
            hands.pick.run(Pick { at, unsure: thumb.get_value() && small });
        }
    };
    let on_press = {
        let find = find.clone();
        move |event: ev::PointerEvent| {
            thumb.set_value(event.pointer_type() == "touch");
            if let (Some(press), Some(at)) = (hands.and_then(|hands| hands.press), find(&event)) {
                press.run((at, event));
            }
        }
    };
    let over = move |at: Option<Cell>| {
        if let Some(hands) = hands {
            hands.over.run(at);
        }
    };
    let on_over = {
        let find = find.clone();
        move |event: ev::PointerEvent| {
            if event.pointer_type() != "touch" {
                over(find(&event));
            }
        }
    };
    let on_focus = move |event: ev::FocusEvent| {
        if event_target::<Element>(&event).matches(":focus-visible").unwrap_or(false) {
            over(find(&event));
        }
    };
    view! {
        <div
            role="grid"
            class="bs-cells"
            aria-label=label
            on:click=on_click
            on:pointerdown=on_press
            on:pointerover=on_over
            on:pointerleave=move |_| over(None)
            on:focusin=on_focus
            on:focusout=move |_| over(None)
            on:keydown=move |event| walk(&event, &config, stop)
        >
            {rows}
        </div>
    }
}

/// The number of the cell an event happened in.
fn cell_of(event: &web_sys::Event) -> Option<u16> {
    let target: Element = event.target()?.dyn_into().ok()?;
    target.closest("[data-i]").ok()??.get_attribute("data-i")?.parse().ok()
}

/// Arrows, Home and End move the tab stop.
fn walk(event: &ev::KeyboardEvent, config: &Config, stop: RwSignal<Cell>) {
    let at = stop.get_untracked();
    let next = match event.key().as_str() {
        "ArrowLeft" => config.cell_beside(at, (-1, 0)),
        "ArrowRight" => config.cell_beside(at, (1, 0)),
        "ArrowUp" => config.cell_beside(at, (0, -1)),
        "ArrowDown" => config.cell_beside(at, (0, 1)),
        "Home" => Some(Cell::new(0, at.y)),
        "End" => Some(Cell::new(config.width - 1, at.y)),
        _ => return,
    };
    event.prevent_default();
    let Some(next) = next else { return };
    stop.set(next);
    let grid = event.current_target().and_then(|grid| grid.dyn_into::<Element>().ok());
    let cell =
        grid.and_then(|grid| grid.query_selector(&format!("[data-i='{}']", config.index_of(next))).ok().flatten());
    if let Some(cell) = cell.and_then(|cell| cell.dyn_into::<HtmlElement>().ok()) {
        // A cell that cannot take the focus leaves it where it is.
        let _ = cell.focus();
    }
}

/// Puts the keyboard onto the first board below `place`, if it stands nowhere: the button it stood on has gone.
pub fn catch_lost_focus(place: &Element) {
    let lost = document().active_element().is_none_or(|active| active.tag_name() == "BODY");
    let stop = place.query_selector("[role='gridcell'][tabindex='0']").ok().flatten();
    if let Some(stop) = stop.filter(|_| lost).and_then(|stop| stop.dyn_into::<HtmlElement>().ok()) {
        // A cell that cannot take the focus leaves it where it is.
        let _ = stop.focus();
    }
}

/// The cell of the sea at a point of the window.
pub fn cell_under(sea: &Element, config: &Config, (x, y): (f64, f64)) -> Option<Cell> {
    let rect = sea.get_bounding_client_rect();
    let place = |at: f64, from: f64, length: f64, count: u8| {
        let part = (at - from) / length;
        (0.0..1.0).contains(&part).then(|| (part * f64::from(count)) as u8)
    };
    Some(Cell::new(
        place(x, rect.left(), rect.width(), config.width)?,
        place(y, rect.top(), rect.height(), config.height)?,
    ))
}
