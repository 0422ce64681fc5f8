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
    /// The smallest windows in which a board can be played on: one stands as a small phone does, one lies on its side.
    const UPRIGHT: (i32, i32) = (360, 600);
    const LYING: (i32, i32) = (640, 380);
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
        let area = match edge {
            Edge::Title => Self { x: self.x + dx, y: self.y + dy, ..self },
            Edge::Right | Edge::Bottom | Edge::Corner => self.resized(edge, dx, dy),
        };
        area.in_reach()
    }

    /// This area, larger or smaller, as far as a board can still be played on. Whichever edge is held gives way.
    const fn resized(self, edge: Edge, dx: i32, dy: i32) -> Self {
        let lies = self.h < Self::UPRIGHT.1;
        let (w, h) = (max(self.w + dx, Self::UPRIGHT.0), max(self.h + dy, Self::LYING.1));
        match edge {
            Edge::Title => self,
            Edge::Right if lies => Self { w: max(w, Self::LYING.0), ..self },
            Edge::Right => Self { w, ..self },
            Edge::Bottom if self.w < Self::LYING.0 => Self { h: max(h, Self::UPRIGHT.1), ..self },
            Edge::Bottom => Self { h, ..self },
            Edge::Corner if w < Self::LYING.0 => Self { w, h: max(h, Self::UPRIGHT.1), ..self },
            Edge::Corner => Self { w, h, ..self },
        }
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

const fn max(one: i32, other: i32) -> i32 {
    if one > other { one } else { other }
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

    #[test]
    fn a_window_is_never_too_small_for_its_board() {
        let area = Area { x: 0, y: 0, w: 1080, h: 760 };
        let size = |area: Area| (area.w, area.h);
        assert_eq!(size(area.resized(Edge::Corner, -2_000, -2_000)), Area::UPRIGHT);
        assert_eq!(size(area.resized(Edge::Bottom, -2_000, -2_000)), (1080, Area::LYING.1));
        assert_eq!(size(area.resized(Edge::Right, -2_000, -2_000)), (Area::UPRIGHT.0, 760));
        let lying = area.resized(Edge::Bottom, 0, -2_000);
        assert_eq!(size(lying.resized(Edge::Right, -2_000, 0)), Area::LYING);
        let upright = area.resized(Edge::Corner, -2_000, -2_000);
        assert_eq!(size(upright.resized(Edge::Bottom, 0, -2_000)), Area::UPRIGHT);
    }
}
