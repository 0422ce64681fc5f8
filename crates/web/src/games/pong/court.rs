//! The court, drawn.

use crate::browser::is_still;
use leptos::prelude::*;
use parlor_pong::{Config, Scene};
use std::{collections::VecDeque, f64::consts::TAU};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, CssStyleDeclaration, HtmlCanvasElement};

/// How many pictures the ball's trail is long.
const TRAIL: usize = 9;
/// After how many pictures it is looked up again how much may move: people may change it.
const LOOK_AGAIN: u32 = 10;

/// Colours, as the style sheet has them.
struct Look {
    line: String,
    near: String,
    far: String,
    ball: String,
}

impl Look {
    /// The style sheet puts each colour into a property that can carry one.
    fn of(style: &CssStyleDeclaration) -> Option<Self> {
        let colour = |property: &str| style.get_property_value(property).ok();
        Some(Self {
            line: colour("color")?,
            near: colour("fill")?,
            far: colour("stroke")?,
            ball: colour("caret-color")?,
        })
    }
}

/// A canvas with a court on it.
pub struct Court {
    canvas: HtmlCanvasElement,
    pen: CanvasRenderingContext2d,
    /// The canvas's style as it is now, whatever the theme.
    style: CssStyleDeclaration,
    look: Look,
    /// Whether nothing should move that only looks nice.
    still: bool,
    drawn: u32,
    trail: VecDeque<(f64, f64)>,
}

impl Court {
    /// Draws on `canvas`, if the browser lets us.
    pub fn on(canvas: HtmlCanvasElement) -> Option<Self> {
        let pen = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        let style = window().get_computed_style(&canvas).ok()??;
        let look = Look::of(&style)?;
        Some(Self { canvas, pen, style, look, still: is_still(), drawn: 0, trail: VecDeque::new() })
    }

    /// Draws a picture; without a ball if there is none in play.
    pub fn draw(&mut self, config: &Config, scene: &Scene, ball: bool) {
        self.drawn += 1;
        if self.drawn.is_multiple_of(LOOK_AGAIN) {
            self.still = is_still();
        }
        if let Some(look) = Look::of(&self.style) {
            self.look = look;
        }
        let width = f64::from(config.court.width);
        let scale = self.fit() / width;
        // Whatever fails here fails again in a sixtieth of a second.
        let _ = self.pen.set_transform(scale, 0.0, 0.0, scale, 0.0, 0.0);
        self.pen.clear_rect(0.0, 0.0, width, f64::from(config.court.height));
        let _ = self.lines(config);
        let place = f64::from(config.paddle.margin);
        let thick = f64::from(config.paddle.width);
        self.paddle(config, place, scene.left, true);
        self.paddle(config, width - place - thick, scene.right, false);
        self.ball(config, scene.ball, ball);
        self.pen.set_global_alpha(1.0);
    }

    /// Gives the canvas as many dots as the screen has there; says how many across.
    fn fit(&self) -> f64 {
        let density = window().device_pixel_ratio().max(1.0);
        let dots = |length: i32| (f64::from(length) * density).round().max(1.0) as u32;
        let (wide, high) = (dots(self.canvas.client_width()), dots(self.canvas.client_height()));
        if (self.canvas.width(), self.canvas.height()) != (wide, high) {
            self.canvas.set_width(wide);
            self.canvas.set_height(high);
        }
        f64::from(wide)
    }

    /// The net and the middle, in chalk.
    fn lines(&self, config: &Config) -> Result<(), JsValue> {
        let (pen, middle) = (&self.pen, f64::from(config.court.width) / 2.0);
        let height = f64::from(config.court.height);
        pen.set_stroke_style_str(&self.look.line);
        pen.set_global_alpha(0.5);
        pen.set_line_width(2.0);
        pen.set_line_cap("round");
        pen.begin_path();
        pen.arc(middle, height / 2.0, height / 6.0, 0.0, TAU)?;
        pen.stroke();
        pen.set_line_dash(&js_sys::Array::of2(&2.into(), &9.into()))?;
        pen.begin_path();
        pen.move_to(middle, 5.0);
        pen.line_to(middle, height);
        pen.stroke();
        pen.set_line_dash(&js_sys::Array::new())
    }

    /// A paddle. The near one has a mark in its middle: paddles differ by more than their colour.
    fn paddle(&self, config: &Config, left: f64, middle: f64, near: bool) {
        let (thick, long) = (f64::from(config.paddle.width), f64::from(config.paddle.height));
        let pen = &self.pen;
        pen.set_global_alpha(1.0);
        pen.set_fill_style_str(if near { &self.look.near } else { &self.look.far });
        self.rounded(left, middle - long / 2.0, thick, long, thick.min(long) * 0.4);
        pen.fill();
        if near {
            pen.set_global_alpha(0.45);
            pen.set_fill_style_str(&self.look.ball);
            self.rounded(left + thick * 0.35, middle - long / 6.0, thick * 0.3, long / 3.0, thick * 0.15);
            pen.fill();
        }
    }

    fn ball(&mut self, config: &Config, at: (f64, f64), shown: bool) {
        if !shown || self.still {
            self.trail.clear();
        }
        if !shown {
            return;
        }
        let radius = f64::from(config.ball.size) / 2.0;
        self.pen.set_fill_style_str(&self.look.ball);
        for (age, &(x, y)) in self.trail.iter().enumerate() {
            let fresh = 1.0 - (age + 1) as f64 / (TRAIL + 1) as f64;
            self.pen.set_global_alpha(0.28 * fresh);
            self.disc(x, y, radius * (0.4 + 0.6 * fresh));
        }
        self.pen.set_global_alpha(1.0);
        self.disc(at.0, at.1, radius);
        if !self.still {
            self.trail.truncate(TRAIL - 1);
            self.trail.push_front(at);
        }
    }

    fn disc(&self, x: f64, y: f64, radius: f64) {
        self.pen.begin_path();
        if self.pen.arc(x, y, radius, 0.0, TAU).is_ok() {
            self.pen.fill();
        }
    }

    fn rounded(&self, left: f64, top: f64, width: f64, height: f64, radius: f64) {
        let (pen, right, bottom) = (&self.pen, left + width, top + height);
        pen.begin_path();
        pen.move_to(left + radius, top);
        let corners = [
            (right, top, right, bottom),
            (right, bottom, left, bottom),
            (left, bottom, left, top),
            (left, top, right, top),
        ];
        for (x, y, to_x, to_y) in corners {
            // It fails only for a negative radius.
            let _ = pen.arc_to(x, y, to_x, to_y, radius);
        }
        pen.close_path();
    }
}
