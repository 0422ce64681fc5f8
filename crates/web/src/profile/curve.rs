//! How a rating went: a small curve, and the same in words.

use crate::{
    house::{ask, http::results},
    ui::day,
};
use leptos::prelude::*;
use parlor_wire::{
    UserId,
    http::{RatingCurve, RatingPoint},
};

/// The size of the picture, in its own units.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 64.0;
/// Lines have a width, and the last point is a dot.
const EDGE: f64 = 4.0;
/// A curve shows at least this much: a few points are no mountain.
const LEAST_SPAN: i32 = 60;

/// How the rating of a player in a game went, once there are two matches to draw a line between.
#[component]
pub fn Curve(id: UserId, game: String) -> impl IntoView {
    let curve = ask(move || {
        let game = game.clone();
        async move { results::rating_curve(id, &game).await }
    })
    .reply();
    move || match curve.get() {
        Some(Ok(RatingCurve { points })) if points.len() > 1 => Some(drawn(&points)),
        _ => None,
    }
}

fn drawn(points: &[RatingPoint]) -> impl IntoView + use<> {
    let places = places(points);
    let line: Vec<_> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let (x, y) = places.last().copied().unwrap_or_default();
    let since = points.first().map(|first| day(first.at));
    view! {
        <figure class="curve" data-test="curve">
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=in_words(points)>
                <polyline points=line.join(" ") />
                <circle cx=format!("{x:.1}") cy=format!("{y:.1}") r="3" />
            </svg>
            <figcaption class="muted small figures">
                {since} <span class="spacer"></span> {extremes(points)}
            </figcaption>
        </figure>
    }
}

/// Where each point is, from left to right: matches are equally far apart.
fn places(points: &[RatingPoint]) -> Vec<(f64, f64)> {
    let (low, high) = bounds(points);
    let missing = (LEAST_SPAN - (high - low)).max(0);
    let (low, high) = (f64::from(low) - f64::from(missing) / 2.0, f64::from(high) + f64::from(missing) / 2.0);
    let step = (WIDTH - 2.0 * EDGE) / (points.len().max(2) - 1) as f64;
    let place = |(number, point): (usize, &RatingPoint)| {
        let share = (f64::from(point.value) - low) / (high - low);
        (EDGE + number as f64 * step, HEIGHT - EDGE - share * (HEIGHT - 2.0 * EDGE))
    };
    points.iter().enumerate().map(place).collect()
}

/// The lowest and the highest.
fn bounds(points: &[RatingPoint]) -> (i32, i32) {
    let values = || points.iter().map(|point| point.value);
    (values().min().unwrap_or_default(), values().max().unwrap_or_default())
}

fn extremes(points: &[RatingPoint]) -> String {
    let (low, high) = bounds(points);
    format!("lowest {low} · highest {high}")
}

/// For those who cannot see it.
fn in_words(points: &[RatingPoint]) -> String {
    let (first, last) = (points.first().map_or(0, |point| point.value), points.last().map_or(0, |point| point.value));
    format!("Rating over the last {} rated matches: from {first} to {last}, {}", points.len(), extremes(points))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(values: &[i32]) -> Vec<RatingPoint> {
        values.iter().map(|&value| RatingPoint { at: 0, value }).collect()
    }

    #[test]
    fn a_curve_stays_in_its_picture() {
        for values in [&[1500, 1500][..], &[1500, 1510, 1490], &[900, 2400, 1200, 1201]] {
            let places = places(&points(values));
            assert_eq!(places.len(), values.len());
            assert!(places.iter().all(|(x, y)| (0.0..=WIDTH).contains(x) && (0.0..=HEIGHT).contains(y)), "{places:?}");
            assert!(places.is_sorted_by(|one, other| one.0 < other.0));
        }
        let flat = places(&points(&[1500, 1510]));
        assert!((flat[0].1 - flat[1].1) < HEIGHT / 4.0, "ten points are no mountain");
    }

    #[test]
    fn a_curve_is_told_in_words() {
        let told = in_words(&points(&[1500, 1580, 1550]));
        assert_eq!(told, "Rating over the last 3 rated matches: from 1500 to 1550, lowest 1500 · highest 1580");
    }
}
