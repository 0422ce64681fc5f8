//! Small pictures made of a few shapes: the page shows them as SVG, and a picture to share has them painted on a canvas.

use leptos::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use web_sys::CanvasRenderingContext2d;

/// A colour by what it means. Both ways to draw look it up in the style sheets, so it is that of the viewer's theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Behind everything.
    Ground,
    /// A sheet on the ground.
    Panel,
    /// A fine line.
    Line,
    /// A line that must be seen.
    StrongLine,
    /// Text, and what must stand out like it.
    Text,
    /// Text of less weight.
    Muted,
    /// The game's own colour.
    Tint,
    /// The colour of the house.
    Accent,
    /// Bad news.
    Bad,
    /// A seat's own colour.
    Seat(u8),
    /// A colour of the game's style sheet: a custom property.
    Own(&'static str),
}

impl Ink {
    /// The custom property of the style sheets that has the colour.
    const fn property(self) -> &'static str {
        match self {
            Self::Ground => "--ground",
            Self::Panel => "--panel-lit",
            Self::Line => "--line",
            Self::StrongLine => "--line-strong",
            Self::Text => "--ink",
            Self::Muted => "--muted",
            Self::Tint => "--tint",
            Self::Accent => "--accent",
            Self::Bad => "--bad",
            Self::Seat(0) => "--seat-0",
            Self::Seat(1) => "--seat-1",
            Self::Seat(2) => "--seat-2",
            Self::Seat(_) => "--seat-3",
            Self::Own(property) => property,
        }
    }

    /// As a value of CSS.
    pub fn css(self) -> String {
        format!("var({})", self.property())
    }
}

/// Where a text stands from its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// What a shape is.
#[derive(Clone, PartialEq, Debug)]
enum Form {
    /// With round corners: left, top, width, height, radius.
    Rect(f64, f64, f64, f64, f64),
    /// Middle and radius.
    Disc(f64, f64, f64),
    /// From point to point.
    Line(Vec<(f64, f64)>),
    /// The point on the base line, the size of the letters, and the words, which become narrower beyond a width.
    Text { x: f64, y: f64, size: f64, words: String, anchor: Anchor, most: f64 },
}

/// A shape with its colours, and when it comes.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    form: Form,
    fill: Option<Ink>,
    stroke: Option<(Ink, f64)>,
    /// When it shows, of the time that the picture takes: 0 at once, 1 at the end.
    beat: f64,
    lit: bool,
}

impl Shape {
    /// Fills it.
    pub const fn fill(&mut self, ink: Ink) -> &mut Self {
        self.fill = Some(ink);
        self
    }

    /// Draws its outline, so wide.
    pub const fn stroke(&mut self, ink: Ink, width: f64) -> &mut Self {
        self.stroke = Some((ink, width));
        self
    }

    /// Lets it come later: the moment in the picture, from 0 to 1.
    pub const fn at(&mut self, beat: f64) -> &mut Self {
        self.beat = beat;
        self
    }

    /// Makes it what the picture is about: it comes last, and shines.
    pub const fn lit(&mut self) -> &mut Self {
        (self.beat, self.lit) = (1.0, true);
        self
    }
}

/// A picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// How wide and high it is, in units of its own.
    pub size: (f64, f64),
    shapes: Vec<Shape>,
}

impl Drawing {
    /// An empty picture.
    pub const fn new(width: f64, height: f64) -> Self {
        Self { size: (width, height), shapes: Vec::new() }
    }

    fn put(&mut self, form: Form) -> &mut Shape {
        self.shapes.push(Shape { form, fill: None, stroke: None, beat: 0.0, lit: false });
        self.shapes.last_mut().expect("a shape was just put there")
    }

    /// A rectangle with round corners.
    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), radius: f64) -> &mut Shape {
        self.put(Form::Rect(x, y, width, height, radius))
    }

    /// A disc or a ring.
    pub fn disc(&mut self, (x, y): (f64, f64), radius: f64) -> &mut Shape {
        self.put(Form::Disc(x, y, radius))
    }

    /// A line from point to point.
    pub fn line(&mut self, points: impl IntoIterator<Item = (f64, f64)>) -> &mut Shape {
        self.put(Form::Line(points.into_iter().collect()))
    }

    /// Words with their base line at a point, at most so wide.
    pub fn text(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        anchor: Anchor,
        most: f64,
        words: impl Into<String>,
    ) -> &mut Shape {
        self.put(Form::Text { x, y, size, words: words.into(), anchor, most })
    }

    /// The picture on the page. What it shows is told beside it.
    pub fn view(&self) -> AnyView {
        let (width, height) = self.size;
        view! {
            <svg class="drawing" viewBox=format!("0 0 {width} {height}") aria-hidden="true">
                {self.shapes.iter().map(shown).collect_view()}
            </svg>
        }
        .into_any()
    }

    /// Paints the picture into a box of a canvas, as large as it fits; `colour` knows what colours look like.
    pub fn paint(
        &self,
        pen: &CanvasRenderingContext2d,
        (left, top): (f64, f64),
        (width, height): (f64, f64),
        colour: &dyn Fn(Ink) -> String,
    ) {
        let scale = (width / self.size.0).min(height / self.size.1);
        pen.save();
        // A canvas refuses no number that is finite.
        let _ = pen.translate(left + (width - self.size.0 * scale) / 2.0, top + (height - self.size.1 * scale) / 2.0);
        let _ = pen.scale(scale, scale);
        for shape in &self.shapes {
            painted(pen, shape, colour);
        }
        pen.restore();
    }
}

fn shown(shape: &Shape) -> AnyView {
    let fill = shape.fill.map_or_else(|| "none".into(), Ink::css);
    let stroke = shape.stroke.map(|(ink, width)| format!("; stroke: {}; stroke-width: {width}", ink.css()));
    let style = format!("fill: {fill}{}; --beat: {:.3}", stroke.unwrap_or_default(), shape.beat);
    let class = if shape.lit { "lit" } else { "" };
    match &shape.form {
        &Form::Rect(x, y, width, height, radius) => {
            view! { <rect class=class style=style x=x y=y width=width height=height rx=radius /> }.into_any()
        }
        &Form::Disc(x, y, radius) => view! { <circle class=class style=style cx=x cy=y r=radius /> }.into_any(),
        Form::Line(points) => {
            let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
            view! { <polyline class=class style=style points=points.join(" ") /> }.into_any()
        }
        Form::Text { x, y, size, words, anchor, most } => {
            let anchor = match anchor {
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            // A guess: letters are about half as wide as they are high.
            let squeezed = (words.chars().count() as f64 * size * 0.56 > *most).then(|| most.to_string());
            view! {
                <text class=class style=style x=*x y=*y font-size=*size text-anchor=anchor textLength=squeezed lengthAdjust="spacingAndGlyphs">
                    {words.clone()}
                </text>
            }
            .into_any()
        }
    }
}

fn painted(pen: &CanvasRenderingContext2d, shape: &Shape, colour: &dyn Fn(Ink) -> String) {
    pen.begin_path();
    match &shape.form {
        &Form::Rect(x, y, width, height, radius) => rounded(pen, (x, y), (width, height), radius),
        // A canvas refuses no radius that is not negative.
        &Form::Disc(x, y, radius) => _ = pen.arc(x, y, radius, 0.0, TAU),
        Form::Line(points) => points.iter().for_each(|&(x, y)| pen.line_to(x, y)),
        Form::Text { x, y, size, words, anchor, most } => {
            pen.set_font(&format!("600 {size}px {SERIF}"));
            pen.set_text_align(match anchor {
                Anchor::Middle => "center",
                Anchor::End => "end",
            });
            pen.set_fill_style_str(&colour(shape.fill.unwrap_or(Ink::Text)));
            let _ = pen.fill_text_with_max_width(words, *x, *y, *most);
            return;
        }
    }
    if let Some(ink) = shape.fill {
        pen.set_fill_style_str(&colour(ink));
        pen.fill();
    }
    if let Some((ink, width)) = shape.stroke {
        pen.set_stroke_style_str(&colour(ink));
        pen.set_line_width(width);
        pen.set_line_join("round");
        pen.set_line_cap("round");
        pen.stroke();
    }
}

/// The letters of pictures: a canvas does not know the style sheet's names for fonts.
pub const SERIF: &str = "ui-serif, \"Iowan Old Style\", Palatino, Georgia, \"Noto Serif\", serif";

/// The outline of a rectangle with round corners.
pub fn rounded(pen: &CanvasRenderingContext2d, (x, y): (f64, f64), (width, height): (f64, f64), radius: f64) {
    let radius = radius.min(width / 2.0).min(height / 2.0);
    let (right, bottom) = (x + width, y + height);
    let corners = [
        (right - radius, y + radius, -FRAC_PI_2),
        (right - radius, bottom - radius, 0.0),
        (x + radius, bottom - radius, FRAC_PI_2),
        (x + radius, y + radius, PI),
    ];
    for (x, y, from) in corners {
        // A canvas refuses no radius that is not negative.
        let _ = pen.arc(x, y, radius, from, from + FRAC_PI_2);
    }
    pen.close_path();
}
