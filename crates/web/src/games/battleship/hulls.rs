//! The shapes of ships, seen from above, bow to the right, one unit per cell.
//!
//! A ship is a list of paths, each with the class that colours it. Nothing here knows the DOM.

use std::f64::consts::FRAC_1_SQRT_2;

/// One painted part of a ship: the class that colours it and its path.
pub type Part = (&'static str, String);

/// The parts of a ship of class `id` that is `size` cells long, from the keel up.
pub fn parts(id: &str, size: u8) -> Vec<Part> {
    let length = f64::from(size.max(1));
    match (id, size) {
        ("carrier", 3..) => carrier(length),
        ("submarine", 2..) => submarine(length),
        ("destroyer", 2..) => destroyer(length),
        (_, 1) => boat(),
        (_, 2 | 3) => cruiser(length),
        _ => battleship(length),
    }
}

fn carrier(l: f64) -> Vec<Part> {
    let deck = format!(
        "M.1 .2 L{a:.2} .13 Q{b:.2} .16 {c:.2} .34 L{c:.2} .7 Q{b:.2} .82 {a:.2} .84 L{d:.2} .84 L{e:.2} .9 L.5 .9 L.36 .84 L.1 .8 Z",
        a = l - 0.75,
        b = l - 0.25,
        c = l - 0.08,
        d = l * 0.62,
        e = l * 0.62 - 0.16,
    );
    let runway = format!("M.3 .42 L{:.2} .42", l - 0.35);
    let angled = format!("M.45 .78 L{:.2} .24", l * 0.72);
    vec![
        ("bs-hull", deck),
        ("bs-line bs-dash", runway),
        ("bs-line", angled),
        ("bs-deck", [block(l * 0.3, 0.2, 0.42, 0.15), block(l * 0.72, 0.5, 0.3, 0.16)].concat()),
        ("bs-tower", block(l * 0.5 - 0.3, 0.66, 0.66, 0.17)),
        ("bs-brass", [disc(l * 0.5 - 0.12, 0.745, 0.055), disc(l * 0.5 + 0.16, 0.745, 0.055)].concat()),
    ]
}

fn battleship(l: f64) -> Vec<Part> {
    let guns = [l * 0.16, l * 0.31, l * 0.76];
    vec![
        ("bs-hull", hull(l, 0.33)),
        ("bs-line", hull_inset(l, 0.33)),
        ("bs-deck", block(l * 0.4, 0.32, l * 0.27, 0.36)),
        ("bs-tower", [block(l * 0.56, 0.37, 0.34, 0.26), block(l * 0.43, 0.42, 0.3, 0.16)].concat()),
        ("bs-brass", [disc(l * 0.46, 0.5, 0.055), disc(l * 0.515, 0.5, 0.055)].concat()),
        ("bs-gun", guns.iter().map(|&x| turret(x, 0.145, if x > l / 2.0 { 0.34 } else { -0.34 })).collect()),
    ]
}

fn cruiser(l: f64) -> Vec<Part> {
    vec![
        ("bs-hull", hull(l, 0.29)),
        ("bs-line", hull_inset(l, 0.29)),
        ("bs-deck", block(l * 0.36, 0.34, l * 0.26, 0.32)),
        ("bs-tower", block(l * 0.5, 0.38, 0.26, 0.24)),
        ("bs-brass", disc(l * 0.42, 0.5, 0.06)),
        ("bs-gun", [turret(l * 0.2, 0.115, -0.28), turret(l * 0.73, 0.115, 0.28)].concat()),
    ]
}

fn submarine(l: f64) -> Vec<Part> {
    let (bow, stern) = (l - 0.1, 0.14);
    let body = format!(
        "M{stern:.2} .5 C.4 .32 .6 .27 .95 .27 L{a:.2} .27 Q{bow:.2} .27 {bow:.2} .5 Q{bow:.2} .73 {a:.2} .73 L.95 .73 C.6 .73 .4 .68 {stern:.2} .5 Z",
        a = l - 0.5,
    );
    let fins = "M.16 .28 L.34 .28 L.42 .5 L.34 .72 L.16 .72 L.24 .5 Z".to_owned();
    vec![
        ("bs-hull", body),
        ("bs-deck", fins),
        ("bs-line", format!("M.75 .5 L{:.2} .5", l - 0.35)),
        ("bs-tower", block(l * 0.52, 0.385, 0.56, 0.23)),
        ("bs-brass", [disc(l * 0.52 + 0.16, 0.5, 0.05), disc(l * 0.52 + 0.36, 0.5, 0.04)].concat()),
        ("bs-deck", [disc(l * 0.34, 0.5, 0.06), disc(l * 0.84, 0.5, 0.06)].concat()),
    ]
}

fn destroyer(l: f64) -> Vec<Part> {
    vec![
        ("bs-hull", hull(l, 0.24)),
        ("bs-line", hull_inset(l, 0.24)),
        ("bs-tower", block(l * 0.46, 0.39, 0.3, 0.22)),
        ("bs-brass", disc(l * 0.38, 0.5, 0.06)),
        ("bs-gun", [turret(l * 0.18, 0.09, -0.2), turret(l * 0.7, 0.09, 0.22)].concat()),
    ]
}

fn boat() -> Vec<Part> {
    vec![("bs-hull", hull(1.0, 0.24)), ("bs-tower", block(0.34, 0.39, 0.24, 0.22)), ("bs-brass", disc(0.7, 0.5, 0.05))]
}

/// A hull with a round stern and a pointed bow.
fn hull(l: f64, beam: f64) -> String {
    shell(0.1, l - 0.07, beam, (l * 0.4).min(1.1))
}

/// The line of the railing inside that hull.
fn hull_inset(l: f64, beam: f64) -> String {
    shell(0.2, l - 0.24, beam - 0.07, (l * 0.4).min(1.05) - 0.08)
}

fn shell(stern: f64, bow: f64, beam: f64, taper: f64) -> String {
    let (top, bottom) = (0.5 - beam, 0.5 + beam);
    let (round, shoulder, cheek) = (stern + 0.14, bow - taper, bow - taper * 0.36);
    format!(
        "M{round:.3} {top:.3} L{shoulder:.3} {top:.3} Q{cheek:.3} {top:.3} {bow:.3} .5 Q{cheek:.3} {bottom:.3} {shoulder:.3} {bottom:.3} \
         L{round:.3} {bottom:.3} Q{stern:.3} {bottom:.3} {stern:.3} .5 Q{stern:.3} {top:.3} {round:.3} {top:.3} Z"
    )
}

/// A block of superstructure with cut corners.
fn block(x: f64, y: f64, w: f64, h: f64) -> String {
    let c = w.min(h) * 0.28;
    let (r, b) = (x + w, y + h);
    format!(
        "M{:.3} {y:.3} L{:.3} {y:.3} L{r:.3} {:.3} L{r:.3} {:.3} L{:.3} {b:.3} L{:.3} {b:.3} L{x:.3} {:.3} L{x:.3} {:.3} Z",
        x + c,
        r - c,
        y + c,
        b - c,
        r - c,
        x + c,
        b - c,
        y + c,
    )
}

fn disc(x: f64, y: f64, r: f64) -> String {
    format!("M{:.3} {y:.3} a{r} {r} 0 1 0 {d} 0 a{r} {r} 0 1 0 -{d} 0 Z", x - r, d = 2.0 * r)
}

/// A gun house of radius `r` on the centre line with two barrels of length `reach`, forward or (negative) aft.
fn turret(x: f64, r: f64, reach: f64) -> String {
    let barrel = |y: f64| format!("M{x:.3} {:.3} h{reach:.3} v.036 h{:.3} Z", y - 0.018, -reach);
    let k = r * FRAC_1_SQRT_2;
    let house = format!(
        "M{:.3} .5 L{:.3} {:.3} L{:.3} {:.3} L{:.3} .5 L{:.3} {:.3} L{:.3} {:.3} Z",
        x - r,
        x - k,
        0.5 - k,
        x + k,
        0.5 - k,
        x + r,
        x + k,
        0.5 + k,
        x - k,
        0.5 + k,
    );
    [barrel(0.5 - r * 0.4), barrel(0.5 + r * 0.4), house].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ship_has_a_hull_and_stays_in_its_cells() {
        for id in ["carrier", "battleship", "cruiser", "submarine", "destroyer", "raft"] {
            for size in 1..=12 {
                let parts = parts(id, size);
                assert_eq!(parts[0].0, "bs-hull", "{id} {size}");
                let widest = parts[0]
                    .1
                    .split([' ', 'M', 'L', 'Q', 'C', 'Z'])
                    .filter_map(|number| number.parse::<f64>().ok())
                    .fold(0.0, f64::max);
                assert!(widest <= f64::from(size), "{id} {size}: {widest}");
            }
        }
    }
}
