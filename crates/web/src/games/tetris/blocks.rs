//! Single cells, drawn: every piece has a colour and a mark of its own, so that colour is never needed.

use parlor_tetris::{Cell, Piece};
use web_sys::{CanvasRenderingContext2d, CssStyleDeclaration};

/// Colours, as the style sheet has them.
pub struct Palette {
    pieces: [String; 7],
    garbage: String,
    /// Marks on cells.
    mark: String,
    /// The lines between columns.
    pub line: String,
    /// Words.
    pub ink: String,
    /// What is about to rise.
    pub danger: String,
    /// What is still in the air.
    pub warning: String,
}

impl Palette {
    /// The colours in a canvas's style; the style sheet registers them, so that they can be asked for.
    pub fn of(style: &CssStyleDeclaration) -> Option<Self> {
        let colour = |name: &str| style.get_property_value(&format!("--tetris-{name}")).ok();
        let mut pieces = [const { String::new() }; 7];
        for (piece, place) in Piece::ALL.into_iter().zip(&mut pieces) {
            *place = colour(&piece.letter().to_ascii_lowercase().to_string())?;
        }
        Some(Self {
            pieces,
            garbage: colour("garbage")?,
            mark: colour("mark")?,
            line: colour("line")?,
            ink: colour("ink")?,
            danger: colour("danger")?,
            warning: colour("warning")?,
        })
    }

    /// Whether these are still the colours of that style. Themes change all of them at once.
    pub fn is_of(&self, style: &CssStyleDeclaration) -> bool {
        style.get_property_value("--tetris-line").is_ok_and(|line| line == self.line)
    }

    fn colour(&self, cell: Cell) -> Option<&str> {
        match cell {
            Cell::Empty => None,
            Cell::Garbage => Some(&self.garbage),
            Cell::Piece(piece) => self.pieces.get(piece as usize).map(String::as_str),
        }
    }
}

/// Draws cells of `size` dots.
pub struct Brush<'a> {
    /// What draws.
    pub pen: &'a CanvasRenderingContext2d,
    /// In which colours.
    pub palette: &'a Palette,
    /// Dots for a cell.
    pub size: f64,
}

impl Brush<'_> {
    /// A cell whose upper left corner is there.
    pub fn cell(&self, cell: Cell, left: f64, top: f64) {
        let Some(colour) = self.palette.colour(cell) else { return };
        let (pen, size) = (self.pen, self.size);
        let gap = (size * 0.04).max(0.5);
        let (left, top, side) = (left + gap, top + gap, size - 2.0 * gap);
        pen.set_fill_style_str(colour);
        pen.fill_rect(left, top, side, side);
        pen.set_fill_style_str("rgb(255 255 255 / 0.22)");
        pen.fill_rect(left, top, side, side * 0.12);
        pen.set_fill_style_str("rgb(0 0 0 / 0.18)");
        pen.fill_rect(left, top + side * 0.88, side, side * 0.12);
        if size > 7.0 {
            self.mark(cell, left, top, side);
        }
    }

    /// The outline of a cell: where the piece in play would land.
    pub fn outline(&self, piece: Piece, left: f64, top: f64) {
        let Some(colour) = self.palette.colour(Cell::Piece(piece)) else { return };
        let wide = (self.size * 0.08).max(1.0);
        self.pen.set_stroke_style_str(colour);
        self.pen.set_line_width(wide);
        self.pen.stroke_rect(left + wide, top + wide, self.size - 2.0 * wide, self.size - 2.0 * wide);
    }

    /// The mark of a piece, from corner to corner of the middle of its cell.
    fn mark(&self, cell: Cell, left: f64, top: f64, side: f64) {
        let pen = self.pen;
        let at = |x: f64, y: f64| (left + side * x, top + side * y);
        let strokes: &[&[(f64, f64)]] = match cell {
            Cell::Empty => &[],
            Cell::Piece(Piece::I) => &[&[(0.5, 0.25), (0.5, 0.75)]],
            Cell::Piece(Piece::O) => &[&[(0.32, 0.32), (0.68, 0.32), (0.68, 0.68), (0.32, 0.68), (0.32, 0.32)]],
            Cell::Piece(Piece::T) => &[&[(0.3, 0.32), (0.7, 0.32)], &[(0.5, 0.32), (0.5, 0.72)]],
            Cell::Piece(Piece::S) => &[&[(0.3, 0.7), (0.7, 0.3)]],
            Cell::Piece(Piece::Z) => &[&[(0.3, 0.3), (0.7, 0.7)]],
            Cell::Piece(Piece::J) => &[&[(0.62, 0.28), (0.62, 0.7), (0.34, 0.7)]],
            Cell::Piece(Piece::L) => &[&[(0.38, 0.28), (0.38, 0.7), (0.66, 0.7)]],
            Cell::Garbage => &[&[(0.3, 0.3), (0.7, 0.7)], &[(0.3, 0.7), (0.7, 0.3)]],
        };
        pen.set_stroke_style_str(&self.palette.mark);
        pen.set_line_width((side * 0.1).max(1.0));
        for stroke in strokes {
            pen.begin_path();
            for &(x, y) in *stroke {
                let (x, y) = at(x, y);
                pen.line_to(x, y);
            }
            pen.stroke();
        }
    }
}
