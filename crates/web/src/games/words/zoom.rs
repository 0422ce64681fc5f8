//! A board that is too small for fingers shows a part of itself, larger: by a tap on a square, or as two fingers pull it.

use super::desk::Desk;
use leptos::{ev, html, prelude::*};
use parlor_words::{SIDE, Square};

/// The scale at which the whole board shows.
pub const WHOLE: f64 = 1.0;
/// The scale after a tap.
const TAPPED: f64 = 1.85;
/// The largest scale.
const MOST: f64 = 3.0;
/// A scale so near to the whole board means the whole board, once the fingers are up.
const NEARLY_WHOLE: f64 = 1.1;
/// The width of a square below which a tap shows the board larger, in pixels.
const SMALL: f64 = 34.0;

/// A place in the window or on the board, in pixels, or a share of the board.
type Point = (f64, f64);

/// The frame that a board shows itself in.
pub type Frame = NodeRef<html::Div>;

/// After a tap, a board whose squares are too small for a finger shows the part around it, larger.
pub fn zoom_in(desk: Desk, frame: Frame) {
    let width = frame.get_untracked().map(|frame| frame.get_bounding_client_rect().width());
    let small = width.is_some_and(|width| width / f64::from(SIDE) < SMALL);
    let whole = desk.zoom.get_untracked() <= WHOLE;
    if small && whole && desk.draft.with_untracked(|draft| draft.cursor.is_some()) {
        desk.zoom.set(TAPPED);
    }
}

/// Keeps the cursor, or the last tile that was laid, in the middle of a zoomed board, unless fingers move it.
pub fn keep_in_sight(desk: Desk, frame: Frame, fingers: Fingers) {
    let focus = Memo::new(move |before: Option<&Option<Square>>| {
        let draft = desk.draft.read();
        let cursor = draft.cursor.map(|cursor| cursor.square);
        cursor.or_else(|| draft.laid().map(|(square, _)| square).max()).or(before.copied().flatten())
    });
    let zoomed = Memo::new(move |_| desk.is_zoomed());
    Effect::new(move |_| {
        let (Some(frame), Some(square), true) = (frame.get(), focus.get(), zoomed.get()) else { return };
        if fingers.pinch.get_value().is_some() {
            return;
        }
        request_animation_frame(move || {
            let place = |at: u8, whole: i32, part: i32| {
                let middle = (f64::from(at) + 0.5) / f64::from(SIDE) * f64::from(whole);
                (middle - f64::from(part) / 2.0) as i32
            };
            frame.set_scroll_left(place(square.column, frame.scroll_width(), frame.client_width()));
            frame.set_scroll_top(place(square.row, frame.scroll_height(), frame.client_height()));
        });
    });
}

/// The fingers on a board. Copy it freely.
#[derive(Clone, Copy)]
pub struct Fingers {
    desk: Desk,
    frame: Frame,
    /// Those that are down, each by its pointer's id; a third finger does nothing.
    down: StoredValue<Vec<(i32, Point)>>,
    /// What two of them do.
    pinch: StoredValue<Option<Pinch>>,
    /// Whether there were two since the first went down: then it is no tap when they go up.
    were_two: StoredValue<bool>,
}

impl Fingers {
    /// No finger yet.
    pub fn new(desk: Desk, frame: Frame) -> Self {
        let (down, pinch) = (StoredValue::new(Vec::new()), StoredValue::new(None));
        Self { desk, frame, down, pinch, were_two: StoredValue::new(false) }
    }

    /// Whether they have pulled at the board, so that a click that follows means nothing.
    pub fn have_pinched(self) -> bool {
        self.were_two.get_value()
    }

    /// A pointer goes down.
    pub fn press(self, event: &ev::PointerEvent) {
        if event.pointer_type() != "touch" {
            return self.were_two.set_value(false);
        }
        let count = self.down.try_update_value(|down| {
            if down.len() < 2 {
                down.push((event.pointer_id(), place(event)));
            }
            down.len()
        });
        self.were_two.set_value(count == Some(2));
        if count == Some(2) {
            // What the first finger has begun to drag stays where it is.
            self.desk.drag.set(None);
            self.begin();
        }
    }

    fn begin(self) {
        if let (Some(two), Some(sight)) = (self.two(), self.sight()) {
            self.pinch.set_value(Some(Pinch::new(two, self.desk.zoom.get_untracked(), sight)));
        }
    }

    /// A pointer moves.
    pub fn pull(self, event: &ev::PointerEvent) {
        self.down.update_value(|down| {
            if let Some(finger) = down.iter_mut().find(|(id, _)| *id == event.pointer_id()) {
                finger.1 = place(event);
            }
        });
        let (Some(pinch), Some(two)) = (self.pinch.get_value(), self.two()) else { return };
        let scale = pinch.scale(two);
        self.desk.zoom.set(scale);
        // By then the board has its new size.
        request_animation_frame(move || {
            if let (Some(Some(frame)), Some(sight)) = (self.frame.try_get_untracked(), self.sight()) {
                let (left, top) = pinch.scroll(two, scale, sight);
                frame.set_scroll_left(left.round() as i32);
                frame.set_scroll_top(top.round() as i32);
            }
        });
    }

    /// A pointer goes up, or the browser takes it for something else.
    pub fn release(self, event: &ev::PointerEvent) {
        self.down.update_value(|down| down.retain(|(id, _)| *id != event.pointer_id()));
        let pinched = self.pinch.try_update_value(Option::take).flatten().is_some();
        if pinched && self.desk.zoom.get_untracked() < NEARLY_WHOLE {
            self.desk.zoom.set(WHOLE);
        }
    }

    fn two(self) -> Option<[Point; 2]> {
        self.down.with_value(|down| match down[..] {
            [(_, one), (_, other)] => Some([one, other]),
            _ => None,
        })
    }

    fn sight(self) -> Option<Sight> {
        let frame = self.frame.try_get_untracked()??;
        let rect = frame.get_bounding_client_rect();
        let corner = (rect.left() + f64::from(frame.client_left()), rect.top() + f64::from(frame.client_top()));
        let scrolled = (f64::from(frame.scroll_left()), f64::from(frame.scroll_top()));
        Some(Sight { corner, side: f64::from(frame.client_width()), scrolled })
    }
}

fn place(event: &ev::PointerEvent) -> Point {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

/// The part of a board that shows.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Sight {
    /// The top left corner of the frame, in the window.
    corner: Point,
    /// The width and the height of the frame.
    side: f64,
    /// How far the board is scrolled.
    scrolled: Point,
}

/// Two fingers that hold a point of the board between them.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Pinch {
    /// How far they were apart at first.
    apart: f64,
    /// The scale at first.
    scale: f64,
    /// The point between them, as a share of the board's width and height.
    held: Point,
}

impl Pinch {
    fn new(fingers: [Point; 2], scale: f64, sight: Sight) -> Self {
        let (x, y) = between(fingers);
        let whole = (sight.side * scale).max(1.0);
        let held = ((x - sight.corner.0 + sight.scrolled.0) / whole, (y - sight.corner.1 + sight.scrolled.1) / whole);
        Self { apart: apart(fingers), scale, held }
    }

    /// The scale that the fingers ask for.
    fn scale(self, fingers: [Point; 2]) -> f64 {
        (self.scale * apart(fingers) / self.apart).clamp(WHOLE, MOST)
    }

    /// How far the board is to be scrolled so that the point is between the fingers still.
    fn scroll(self, fingers: [Point; 2], scale: f64, sight: Sight) -> Point {
        let ((x, y), whole) = (between(fingers), sight.side * scale);
        (self.held.0 * whole - (x - sight.corner.0), self.held.1 * whole - (y - sight.corner.1))
    }
}

/// How far two fingers are apart; never nothing.
fn apart([one, other]: [Point; 2]) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1).max(1.0)
}

fn between([one, other]: [Point; 2]) -> Point {
    (f64::midpoint(one.0, other.0), f64::midpoint(one.1, other.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGHT: Sight = Sight { corner: (10.0, 100.0), side: 360.0, scrolled: (0.0, 0.0) };

    #[test]
    fn fingers_that_part_show_the_board_larger_and_never_too_large() {
        let pinch = Pinch::new([(100.0, 200.0), (200.0, 200.0)], 1.0, SIGHT);
        let scale = |wide: f64| pinch.scale([(150.0 - wide / 2.0, 200.0), (150.0 + wide / 2.0, 200.0)]);
        assert_eq!([50.0, 100.0, 150.0, 200.0, 900.0].map(scale), [WHOLE, 1.0, 1.5, 2.0, MOST]);
        let once_more = Pinch::new([(100.0, 200.0), (200.0, 200.0)], 2.0, SIGHT);
        assert_eq!(once_more.scale([(125.0, 200.0), (175.0, 200.0)]), WHOLE);
        let in_one_place = Pinch::new([(1.0, 1.0); 2], 1.0, SIGHT);
        assert!(in_one_place.scale([(1.0, 1.0), (1.0, 3.0)]).is_finite());
    }

    #[test]
    fn the_point_between_the_fingers_stays_there() {
        let pinch = Pinch::new([(100.0, 200.0), (200.0, 300.0)], 1.0, SIGHT);
        let fingers = [(60.0, 180.0), (260.0, 380.0)];
        let scale = pinch.scale(fingers);
        let (left, top) = pinch.scroll(fingers, scale, SIGHT);
        let after = Sight { scrolled: (left, top), ..SIGHT };
        let again = Pinch::new(fingers, scale, after);
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        assert!(near(again.held.0, pinch.held.0) && near(again.held.1, pinch.held.1), "{pinch:?}, then {again:?}");
    }
}
