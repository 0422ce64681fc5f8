//! A picture of a result, for people who were not there: painted here, and handed to the device.

use crate::{
    browser,
    games::kit::{Ending, Ink, SERIF, rounded},
};
use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, CssStyleDeclaration, HtmlCanvasElement, HtmlElement};

/// The size of the picture: what previews of links have everywhere.
const SIZE: (f64, f64) = (1200.0, 630.0);
/// Where the scene stands, and how large it may be.
const SCENE: ((f64, f64), (f64, f64)) = ((72.0, 84.0), (470.0, 462.0));
/// Where the words begin, and how wide they may be.
const WORDS: (f64, f64) = (600.0, 528.0);

/// What a picture tells, in words for everyone.
pub struct Told {
    /// Where the match can be watched.
    pub link: String,
    /// The game's name.
    pub game: String,
    /// Who won.
    pub headline: String,
    /// How.
    pub sentence: String,
}

/// Paints a result in the colours that `place` has on the page, and offers it to other people or the downloads. Gives
/// back whether the browser could.
pub async fn share(place: HtmlElement, told: Told, ending: Ending) -> bool {
    let Some(canvas) = painted(&place, &told, &ending) else { return false };
    browser::share_picture(&canvas, "parlor-result.png", &told.headline, &told.link).await
}

fn painted(place: &HtmlElement, told: &Told, ending: &Ending) -> Option<HtmlCanvasElement> {
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(SIZE.0 as u32);
    canvas.set_height(SIZE.1 as u32);
    let pen: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    let palette = Palette::of(place)?;
    let colour = |ink: Ink| palette.colour(ink);
    pen.set_fill_style_str(&colour(Ink::Ground));
    pen.fill_rect(0.0, 0.0, SIZE.0, SIZE.1);
    pen.begin_path();
    rounded(&pen, (32.0, 32.0), (SIZE.0 - 64.0, SIZE.1 - 64.0), 28.0);
    pen.set_fill_style_str(&colour(Ink::Panel));
    pen.fill();
    pen.set_stroke_style_str(&colour(Ink::Line));
    pen.set_line_width(2.0);
    pen.stroke();
    ending.scene.paint(&pen, SCENE.0, SCENE.1, &colour);
    words(&pen, told, ending, &colour);
    palette.drop_probe();
    Some(canvas)
}

fn words(pen: &CanvasRenderingContext2d, told: &Told, ending: &Ending, colour: &dyn Fn(Ink) -> String) {
    let (left, width) = WORDS;
    let mut y = 118.0;
    let write = |words: &str, size: f64, weight: u16, ink: Ink, x: f64, align: &str, most: f64, y: f64| {
        pen.set_font(&format!("{weight} {size}px {SERIF}"));
        pen.set_text_align(align);
        pen.set_fill_style_str(&colour(ink));
        // A canvas writes whatever it is told.
        let _ = pen.fill_text_with_max_width(words, x, y, most);
    };
    write(&told.game, 28.0, 600, Ink::Tint, left, "start", width, y);
    for line in wrapped(&told.headline, 22, 2) {
        y += 64.0;
        write(&line, 56.0, 600, Ink::Text, left, "start", width, y);
    }
    y += 12.0;
    for line in wrapped(&told.sentence, 40, 3) {
        y += 38.0;
        write(&line, 28.0, 400, Ink::Muted, left, "start", width, y);
    }
    // The figures stand on the floor of the sheet, whatever is above them.
    let columns: Vec<_> = ending.columns.seats().collect();
    let columns = &columns[..columns.len().min(4)];
    let step = (width * 0.58) / columns.len().max(1) as f64;
    let right = |column: usize| left + width - step * (columns.len() - 1 - column) as f64;
    let floor = SIZE.1 - 96.0 - 40.0 * ending.figures.len() as f64;
    if columns.len() > 1 {
        for (column, seat) in columns.iter().enumerate() {
            write(ending.columns.name(*seat), 22.0, 600, Ink::Text, right(column), "end", step - 12.0, floor);
        }
    }
    for (row, (what, values)) in ending.figures.iter().enumerate() {
        let y = floor + 40.0 * (row + 1) as f64;
        write(what, 22.0, 400, Ink::Muted, left, "start", width * 0.42 - 8.0, y);
        match &values[..] {
            [whole] => write(whole, 26.0, 600, Ink::Text, left + width, "end", width * 0.5, y),
            _ => columns.iter().enumerate().for_each(|(column, seat)| {
                let value = values.get(seat.index()).map_or("", String::as_str);
                write(value, 26.0, 600, Ink::Text, right(column), "end", step - 12.0, y);
            }),
        }
    }
    write("Parlor", 22.0, 600, Ink::Accent, SIZE.0 - 72.0, "end", 200.0, 78.0);
}

/// A text in lines of about so many letters, and so many of them at most.
fn wrapped(text: &str, letters: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        lines.iter_mut().last().into_iter().for_each(|line| line.push('…'));
    }
    lines
}

/// What colours look like at a place of the page: an element that is not seen is asked.
struct Palette {
    probe: HtmlElement,
    style: CssStyleDeclaration,
}

impl Palette {
    fn of(place: &HtmlElement) -> Option<Self> {
        let probe: HtmlElement = document().create_element("span").ok()?.dyn_into().ok()?;
        probe.set_hidden(true);
        place.append_child(&probe).ok()?;
        let style = window().get_computed_style(&probe).ok()??;
        Some(Self { probe, style })
    }

    fn colour(&self, ink: Ink) -> String {
        // It fails only for a property that the browser does not know.
        let _ = self.probe.style().set_property("color", &ink.css());
        self.style.get_property_value("color").unwrap_or_default()
    }

    fn drop_probe(self) {
        self.probe.remove();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fill_lines_and_end_with_dots() {
        assert_eq!(wrapped("Ada won", 22, 2), ["Ada won"]);
        assert_eq!(wrapped("one two three four", 9, 3), ["one two", "three", "four"]);
        assert_eq!(wrapped("one two three four", 9, 2), ["one two", "three…"]);
        assert!(wrapped("", 9, 2).is_empty());
    }
}
