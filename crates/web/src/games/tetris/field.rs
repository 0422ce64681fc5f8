//! A seat's field, drawn: what is coming up at its left, the stack, and what comes next at its right.

use super::blocks::{Brush, Palette};
use leptos::prelude::*;
use parlor_tetris::{
    Cell, Config, Facing, Piece, Well,
    board::{VISIBLE, WIDTH},
};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, CssStyleDeclaration, HtmlCanvasElement};

/// Everything is measured in cells: the bar of garbage,
const METER: f64 = 0.6;
/// what shows above the field,
const ABOVE: f64 = 0.6;
/// and what is at its side.
const SIDE: f64 = 4.4;

/// How wide and high a field is, in cells.
pub fn extent(side: bool) -> (f64, f64) {
    (METER + WIDTH as f64 + if side { SIDE } else { METER }, VISIBLE as f64 + ABOVE)
}

/// A canvas with a field on it.
pub struct Field {
    canvas: HtmlCanvasElement,
    pen: CanvasRenderingContext2d,
    /// The canvas's style as it is now, whatever the theme.
    style: CssStyleDeclaration,
    palette: Palette,
    side: bool,
    /// What was drawn last: nothing is drawn twice.
    drawn: Option<(Well, u16, (u32, u32))>,
}

impl Field {
    /// Draws on `canvas`, if the browser lets us; with or without what comes next.
    pub fn on(canvas: HtmlCanvasElement, side: bool) -> Option<Self> {
        let pen = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        let style = window().get_computed_style(&canvas).ok()??;
        Some(Self { palette: Palette::of(&style)?, canvas, pen, style, side, drawn: None })
    }

    /// Draws a well. `landed` rows of garbage are about to rise.
    pub fn draw(&mut self, config: &Config, well: &Well, landed: u16) {
        if !self.palette.is_of(&self.style)
            && let Some(palette) = Palette::of(&self.style)
        {
            (self.palette, self.drawn) = (palette, None);
        }
        let dots = self.fit();
        let same = |(drawn, rows, size): &(Well, u16, (u32, u32))| drawn == well && *rows == landed && *size == dots;
        if self.drawn.as_ref().is_some_and(same) {
            return;
        }
        let size = f64::from(dots.0) / extent(self.side).0;
        let brush = Brush { pen: &self.pen, palette: &self.palette, size };
        self.pen.clear_rect(0.0, 0.0, dots.0.into(), dots.1.into());
        ground(&brush);
        stack(&brush, well);
        meter(&brush, well.garbage.waiting(), landed);
        if self.side {
            beside(&brush, config, well);
        }
        self.drawn = Some((well.clone(), landed, dots));
    }

    /// Draws the last picture again if it should look different: a match that waits is covered.
    pub fn refresh(&mut self, config: &Config) {
        if let Some((well, landed, _)) = self.drawn.clone() {
            self.draw(config, &well, landed);
        }
    }

    /// Gives the canvas as many dots as the screen has there.
    fn fit(&self) -> (u32, u32) {
        let density = window().device_pixel_ratio().max(1.0);
        let dots = |length: i32| (f64::from(length) * density).round().max(1.0) as u32;
        let size = (dots(self.canvas.client_width()), dots(self.canvas.client_height()));
        if (self.canvas.width(), self.canvas.height()) != size {
            self.canvas.set_width(size.0);
            self.canvas.set_height(size.1);
        }
        size
    }
}

/// Where a cell's upper left corner is, in cells.
fn corner(x: f64, y: f64) -> (f64, f64) {
    (METER + x, ABOVE + VISIBLE as f64 - 1.0 - y)
}

/// Lines between the columns, and the edge.
fn ground(brush: &Brush<'_>) {
    let Brush { pen, palette, size } = brush;
    pen.set_stroke_style_str(&palette.line);
    pen.set_line_width(1.0);
    pen.begin_path();
    let (top, bottom) = (ABOVE * size, (ABOVE + VISIBLE as f64) * size);
    for x in 0..=WIDTH {
        let x = ((METER + x as f64) * size).round() + 0.5;
        pen.move_to(x, top);
        pen.line_to(x, bottom);
    }
    let (left, right) = (METER * size, (METER + WIDTH as f64) * size);
    for y in 0..VISIBLE {
        let y = ((ABOVE + y as f64) * size).round() + 0.5;
        pen.move_to(left, y);
        pen.line_to(right, y);
    }
    pen.stroke();
}

fn stack(brush: &Brush<'_>, well: &Well) {
    let at = |x: i32, y: i32| {
        let (left, top) = corner(f64::from(x), f64::from(y));
        (left * brush.size, top * brush.size)
    };
    for (x, y) in (0..WIDTH).flat_map(|x| (0..=VISIBLE).map(move |y| (x, y))) {
        let (left, top) = at(x as i32, y as i32);
        brush.cell(well.paint.cell(x, y), left, top);
    }
    if let Some(ghost) = well.ghost() {
        for (x, y) in ghost.cells() {
            let (left, top) = at(x.into(), y.into());
            brush.outline(ghost.piece, left, top);
        }
    }
    if let Some(active) = &well.active {
        for (x, y) in active.placement.cells() {
            let (left, top) = at(x.into(), y.into());
            brush.cell(Cell::Piece(active.placement.piece), left, top);
        }
    }
}

/// Rows that come up: those that have landed are filled, those in the air are outlined.
fn meter(brush: &Brush<'_>, waiting: u16, landed: u16) {
    let Brush { pen, palette, size } = brush;
    let (wide, bottom) = (METER * size * 0.6, (ABOVE + VISIBLE as f64) * size);
    for row in 0..waiting.min(VISIBLE as u16) {
        let top = bottom - f64::from(row + 1) * size;
        if row < landed {
            pen.set_fill_style_str(&palette.danger);
            pen.fill_rect(0.0, top + 1.0, wide, size - 2.0);
        } else {
            pen.set_stroke_style_str(&palette.warning);
            pen.set_line_width((size * 0.08).max(1.0));
            pen.stroke_rect(1.0, top + 2.0, wide - 2.0, size - 4.0);
        }
    }
}

/// What is held, and what comes next.
fn beside(brush: &Brush<'_>, config: &Config, well: &Well) {
    let left = METER + WIDTH as f64 + 0.7;
    let words = |text: &str, top: f64| {
        brush.pen.set_fill_style_str(&brush.palette.ink);
        brush.pen.set_font(&format!("600 {}px system-ui, sans-serif", (brush.size * 0.55).round()));
        // A word that cannot be drawn is no reason to stop.
        let _ = brush.pen.fill_text(text, left * brush.size, top * brush.size);
    };
    let mut top = ABOVE + 0.5;
    if config.hold {
        words("Hold", top);
        if let Some(piece) = well.hold {
            brush.pen.set_global_alpha(if well.hold_spent { 0.4 } else { 1.0 });
            small(brush, piece, left, top + 0.4, 0.8);
            brush.pen.set_global_alpha(1.0);
        }
        top += 2.6;
    }
    words("Next", top);
    top += 0.3;
    // On a phone the other field is below: a long queue is a small one.
    let scales = if well.next.len() > 3 { (0.75, 0.48) } else { (0.85, 0.68) };
    for (index, &piece) in well.next.iter().enumerate() {
        let scale = if index == 0 { scales.0 } else { scales.1 };
        small(brush, piece, left, top, scale);
        top += 2.7 * scale;
    }
}

/// A piece as it enters, in a box of three and a half by two cells.
fn small(brush: &Brush<'_>, piece: Piece, left: f64, top: f64, scale: f64) {
    let size = brush.size * scale;
    let cells = piece.cells(Facing::North);
    let part = Brush { size, ..*brush };
    let lowest = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let first = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let high = cells.iter().map(|cell| cell.1).max().unwrap_or(0) - lowest;
    for (x, y) in cells {
        let down = f64::from(high - (y - lowest)) + if high == 0 { 0.5 } else { 0.0 };
        part.cell(Cell::Piece(piece), left * brush.size + f64::from(x - first) * size, top * brush.size + down * size);
    }
}
