//! Every declared pair of text and ground can be read, by day and in the evening.

use super::sheets::sheets;
use std::{collections::BTreeMap, sync::LazyLock};

/// All style sheets: the colours of the house, and those of games.
static STYLE: LazyLock<String> = LazyLock::new(|| sheets().into_values().collect());

/// What WCAG AA asks of text.
const ENOUGH: f64 = 4.5;

type Colour = [u8; 3];

/// Colours by name: (by day, in the evening).
fn colours() -> BTreeMap<&'static str, (Colour, Colour)> {
    let declared = STYLE.lines().filter_map(|line| {
        let (name, value) = line.trim().split_once(": light-dark(")?;
        let (day, evening) = value.strip_suffix(");")?.split_once(", ")?;
        Some((name, (colour(day)?, colour(evening)?)))
    });
    declared.collect()
}

fn colour(text: &str) -> Option<Colour> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let channel = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    Some([channel(0)?, channel(2)?, channel(4)?])
}

/// Declared pairs: (text, ground).
fn pairs() -> Vec<(&'static str, &'static str)> {
    let declared = STYLE.lines().filter_map(|line| line.trim().strip_prefix("/* pair: ")?.strip_suffix(" */"));
    declared.map(|pair| pair.split_once(" on ").expect("a pair is `--text on --ground`")).collect()
}

/// Relative luminance as WCAG 2 defines it.
fn luminance(colour: Colour) -> f64 {
    let linear = colour.map(|channel| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn text_can_be_read() {
    let colours = colours();
    let pairs = pairs();
    assert!(pairs.len() > 20, "the pairs were not found");
    let mut unreadable = Vec::new();
    for (text, ground) in pairs {
        let find = |name| *colours.get(name).unwrap_or_else(|| panic!("{name} is no colour of the house"));
        let ((text_day, text_evening), (ground_day, ground_evening)) = (find(text), find(ground));
        for (when, ratio) in
            [("day", contrast(text_day, ground_day)), ("evening", contrast(text_evening, ground_evening))]
        {
            if ratio < ENOUGH {
                unreadable.push(format!("{text} on {ground} by {when}: {ratio:.2}"));
            }
        }
    }
    assert!(unreadable.is_empty(), "too little contrast:\n{}", unreadable.join("\n"));
}

#[test]
fn every_text_colour_has_a_ground() {
    let pairs = pairs();
    for name in colours().into_keys() {
        let is_text =
            ["--ink", "--muted", "--on-", "--good", "--bad", "--game-"].iter().any(|start| name.starts_with(start));
        assert!(!is_text || pairs.iter().any(|(text, _)| *text == name), "{name} is on no declared ground");
    }
}

#[test]
fn contrast_is_measured_as_wcag_does() {
    assert!((contrast([0, 0, 0], [255, 255, 255]) - 21.0).abs() < 1e-9);
    assert!((contrast([119, 119, 119], [255, 255, 255]) - 4.48).abs() < 0.01);
}
