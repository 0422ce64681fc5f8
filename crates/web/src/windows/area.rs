//! Where a window is.

use leptos::prelude::window;
use serde::{Deserialize, Serialize};

/// A rectangle on the screen, in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Area {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
}

/// What a drag or a key changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// The place.
    Title,
    /// The width.
    Right,
    /// The height.
    Bottom,
    /// Both.
    Corner,
}

impl Area {
    const SMALLEST: (i32, i32) = (360, 420);
    /// How much of a window stays in reach: more than the buttons of its title, so that there is something to hold.
    const GRASP: i32 = 220;
    /// The distance between windows that would cover each other.
    const CASCADE: i32 = 36;

    /// Where the first window of a size goes. It leaves some of the lobby to be seen.
    pub fn first((w, h): (u32, u32)) -> Self {
        let (width, height) = screen();
        let (w, h) = ((w as i32).min(width * 3 / 4), (h as i32).min(height * 4 / 5));
        Self { x: width - w - 32, y: height - h - 32, w, h }
    }

    /// This area, moved if it would cover `other`'s title.
    pub const fn beside(self, other: Self) -> Self {
        let close = (self.x - other.x).abs() < Self::CASCADE && (self.y - other.y).abs() < Self::CASCADE;
        if close { Self { x: other.x + Self::CASCADE, y: other.y + Self::CASCADE, ..self } } else { self }
    }

    /// This area, moved or resized by (dx, dy).
    pub fn dragged(self, edge: Edge, dx: i32, dy: i32) -> Self {
        let (w, h) = ((self.w + dx).max(Self::SMALLEST.0), (self.h + dy).max(Self::SMALLEST.1));
        let area = match edge {
            Edge::Title => Self { x: self.x + dx, y: self.y + dy, ..self },
            Edge::Right => Self { w, ..self },
            Edge::Bottom => Self { h, ..self },
            Edge::Corner => Self { w, h, ..self },
        };
        area.in_reach()
    }

    /// This area, with its title bar in reach.
    fn in_reach(self) -> Self {
        let (width, height) = screen();
        Self {
            x: self.x.clamp(Self::GRASP - self.w, (width - Self::GRASP).max(0)),
            y: self.y.clamp(0, (height - 48).max(0)),
            ..self
        }
    }

    /// This area, no larger than the screen and wholly on it.
    pub fn inside_screen(self) -> Self {
        let (width, height) = screen();
        let (w, h) = (self.w.min(width - 16), self.h.min(height - 16));
        Self { x: self.x.clamp(0, (width - w).max(0)), y: self.y.clamp(0, (height - h).max(0)), w, h }
    }

    /// As a style.
    pub fn style(&self) -> String {
        format!("left:{}px;top:{}px;width:{}px;height:{}px", self.x, self.y, self.w, self.h)
    }
}

fn screen() -> (i32, i32) {
    let size =
        |value: Result<wasm_bindgen::JsValue, _>| value.ok().and_then(|value| value.as_f64()).unwrap_or(0.0) as i32;
    (size(window().inner_width()), size(window().inner_height()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_do_not_hide_each_other() {
        let area = Area { x: 10, y: 10, w: 400, h: 400 };
        assert_eq!(area.beside(area), Area { x: 46, y: 46, ..area });
        let far = Area { x: 300, ..area };
        assert_eq!(area.beside(far), area);
    }
}
