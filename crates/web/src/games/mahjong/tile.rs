//! Tiles as pictures: drawn once as symbols, and used wherever a tile lies.
//!
//! Suits differ by shape and letter as well as by colour: Craks have a character and a C, Bams sticks and a B, Dots rings
//! and a D.

use super::looks::Looks;
use leptos::prelude::*;
use parlor_mahjong::{Suit, Tile};

/// How a tile is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// With everything on it.
    Full,
    /// A number and a shape, for small tiles.
    Small,
    /// Letters and words only.
    Text,
}

impl Size {
    const ALL: [Self; 3] = [Self::Full, Self::Small, Self::Text];

    const fn suffix(self) -> &'static str {
        match self {
            Self::Full => "",
            Self::Small => "-s",
            Self::Text => "-t",
        }
    }
}

/// What a tile shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Face {
    Number(Suit, u8),
    Wind(char),
    Dragon(Suit),
    Flower,
    Joker,
    Blank,
}

impl Face {
    fn of(tile: Tile) -> Self {
        let index = tile.index();
        match index {
            0..27 => Self::Number(Suit::ALL[index / 9], index as u8 % 9 + 1),
            27..31 => Self::Wind(['N', 'E', 'W', 'S'][index - 27]),
            31..34 => Self::Dragon(Suit::ALL[index - 31]),
            _ if tile == Tile::FLOWER => Self::Flower,
            _ if tile == Tile::JOKER => Self::Joker,
            _ => Self::Blank,
        }
    }

    /// The class of its colour.
    const fn ink(self) -> &'static str {
        match self {
            Self::Number(Suit::Crak, _) | Self::Dragon(Suit::Crak) => "mj-crak",
            Self::Number(Suit::Bam, _) | Self::Dragon(Suit::Bam) => "mj-bam",
            Self::Number(Suit::Dot, _) | Self::Dragon(Suit::Dot) => "mj-dot",
            Self::Flower => "mj-flower",
            Self::Joker => "mj-joker",
            Self::Wind(_) | Self::Blank => "mj-plain",
        }
    }

    /// Its sign and its word.
    fn words(self) -> (String, &'static str) {
        match self {
            Self::Number(suit, number) => (number.to_string(), ["CRAK", "BAM", "DOT"][suit as usize]),
            Self::Wind(wind) => (wind.into(), "WIND"),
            Self::Dragon(suit) => (letter_of_dragon(suit).into(), ["RED", "GREEN", "WHITE"][suit as usize]),
            Self::Flower => ("F".into(), "FLOWER"),
            Self::Joker => ("J".into(), "JOKER"),
            Self::Blank => ("X".into(), "BLANK"),
        }
    }
}

const fn letter_of_dragon(suit: Suit) -> &'static str {
    match suit {
        Suit::Crak => "R",
        Suit::Bam => "G",
        Suit::Dot => "0",
    }
}

/// Every tile as a symbol. A page that shows tiles has this once for each board.
#[component]
pub fn Sprite() -> impl IntoView {
    let symbols = Tile::all().flat_map(|tile| Size::ALL.map(|size| symbol(tile, size))).collect_view();
    view! { <svg class="mj-sprite" width="0" height="0" aria-hidden="true" focusable="false">{symbols}</svg> }
}

fn symbol(tile: Tile, size: Size) -> AnyView {
    let face = Face::of(tile);
    let drawn = match size {
        Size::Full => full(face),
        Size::Small => small(face),
        Size::Text => text(face),
    };
    view! {
        <symbol id=format!("mj-{tile}{}", size.suffix()) viewBox="0 0 60 80">
            <g class=face.ink()>{drawn}</g>
        </symbol>
    }
    .into_any()
}

/// The picture of a tile, without the tile around it.
pub fn picture(tile: Tile, size: Size) -> impl IntoView {
    let looks = Looks::expect();
    let link = move || {
        let size = if looks.text.get() { Size::Text } else { size };
        format!("#mj-{tile}{}", size.suffix())
    };
    view! {
        <svg class="mj-ink" viewBox="0 0 60 80" aria-hidden="true" focusable="false">
            <use href=link></use>
        </svg>
    }
}

/// A tile that lies somewhere, to be looked at.
pub fn lying(tile: Tile, size: Size) -> impl IntoView {
    view! {
        <span class="mj-tile" role="img" aria-label=tile.name().into_owned() title=tile.name().into_owned() data-tile=tile.to_string()>
            {picture(tile, size)}
        </span>
    }
}

/// The back of a tile.
pub fn back() -> impl IntoView {
    view! { <span class="mj-tile mj-back" aria-hidden="true"></span> }
}

fn words_at(x: u8, y: u8, size: u8, anchor: &'static str, text: impl Into<String>) -> AnyView {
    view! {
        <text class="mj-word" x=x y=y font-size=size text-anchor=anchor>
            {text.into()}
        </text>
    }
    .into_any()
}

fn text(face: Face) -> AnyView {
    let (sign, word) = face.words();
    let size = if word.len() > 4 { 15 } else { 18 };
    view! { {words_at(30, 44, 48, "middle", sign)} {words_at(30, 70, size, "middle", word)} }.into_any()
}

fn small(face: Face) -> AnyView {
    match face {
        Face::Number(suit, number) => {
            let emblem = match suit {
                Suit::Crak => character(30, 62, 60),
                Suit::Bam => vec![stick(19, 62, 9, 26), stick(30, 62, 9, 26), stick(41, 62, 9, 26)].into_any(),
                Suit::Dot => ring(30, 62, 13),
            };
            view! { {words_at(30, 43, 46, "middle", number.to_string())} {emblem} }.into_any()
        }
        other => full(other),
    }
}

fn full(face: Face) -> AnyView {
    match face {
        Face::Number(suit, number) => {
            let letter = ["C", "B", "D"][suit as usize];
            let pips = match suit {
                Suit::Crak => character(30, 56, 100),
                Suit::Bam => pips(number, |x, y, rows, columns| {
                    stick(x, y, if columns == 3 { 7 } else { 9 }, if rows == 1 { 40 } else { 44 / rows - 2 })
                }),
                Suit::Dot => pips(number, |x, y, rows, columns| {
                    let radius: u8 = [16, 10, 6][usize::from(rows) - 1];
                    ring(x, y, if columns == 3 { radius.min(7) } else { radius })
                }),
            };
            view! {
                {words_at(6, 29, 31, "start", number.to_string())}
                {words_at(54, 22, 17, "end", letter)}
                {pips}
            }
            .into_any()
        }
        Face::Wind(wind) => {
            let arrow = match wind {
                'N' => "M30 50 38 62H33V74H27V62H22Z",
                'S' => "M30 74 22 62H27V50H33V62H38Z",
                'E' => "M44 62 32 54V59H17V65H32V70Z",
                _ => "M16 62 28 54V59H43V65H28V70Z",
            };
            view! { {words_at(30, 42, 42, "middle", wind)} <path class="mj-shape" d=arrow /> }.into_any()
        }
        Face::Dragon(suit) => {
            let shape = match suit {
                // A flame, a leaf, and an empty frame.
                Suit::Crak => "M30 8C40 22 50 30 50 48A20 20 0 0 1 10 48C10 36 20 32 22 20 26 24 30 16 30 8Z",
                Suit::Bam => "M30 8C54 24 54 54 30 72 6 54 6 24 30 8ZM30 60V72",
                Suit::Dot => "M10 10H50V70H10ZM16 16H44V64H16Z",
            };
            let letter = letter_of_dragon(suit);
            view! { <path class="mj-line" d=shape /> {words_at(30, 56, 34, "middle", letter)} }.into_any()
        }
        Face::Flower => {
            let petal = |turn: u16| {
                view! { <ellipse class="mj-shape mj-petal" cx="30" cy="16" rx="8" ry="11" transform=format!("rotate({turn} 30 30)") /> }
            };
            let petals = [0, 72, 144, 216, 288].map(petal).into_iter().collect_view();
            view! { {petals} <circle class="mj-heart" cx="30" cy="30" r="7" /> {words_at(30, 75, 24, "middle", "F")} }
                .into_any()
        }
        Face::Joker => {
            let hat = "M10 42 8 14 21 27 30 8 39 27 52 14 50 42Z";
            view! {
                <path class="mj-shape" d=hat />
                <circle class="mj-shape" cx="8" cy="12" r="4" />
                <circle class="mj-shape" cx="30" cy="7" r="4" />
                <circle class="mj-shape" cx="52" cy="12" r="4" />
                {words_at(30, 73, 28, "middle", "J")}
            }
            .into_any()
        }
        Face::Blank => {
            view! { <rect class="mj-line mj-dashed" x="12" y="14" width="36" height="52" rx="5" /> }.into_any()
        }
    }
}

/// As many signs as the number says, in rows: each is drawn at a place, in so many rows and columns.
fn pips(number: u8, sign: impl Fn(u8, u8, u8, u8) -> AnyView) -> AnyView {
    let rows: &[u8] = match number {
        1 => &[1],
        2 => &[1, 1],
        3 => &[1, 1, 1],
        4 => &[2, 2],
        5 => &[2, 1, 2],
        6 => &[3, 3],
        7 => &[3, 1, 3],
        8 => &[3, 2, 3],
        _ => &[3, 3, 3],
    };
    let (height, width) = (rows.len() as u8, rows.iter().copied().max().unwrap_or(1));
    let mut signs = Vec::new();
    for (row, &count) in (0..).zip(rows) {
        let y = 55 + 44 * row / height + 22 / height - 22;
        for place in 0..count {
            let x = match (count, place) {
                (1, _) => 30,
                (2, 0) => 20,
                (2, _) => 40,
                (_, place) => 14 + 16 * place,
            };
            signs.push(sign(x, y, height, width));
        }
    }
    signs.into_any()
}

fn ring(x: u8, y: u8, radius: u8) -> AnyView {
    view! {
        <circle class="mj-line mj-ring" cx=x cy=y r=radius />
        <circle class="mj-shape" cx=x cy=y r=f32::from(radius) * 0.4 />
    }
    .into_any()
}

fn stick(x: u8, y: u8, width: u8, height: u8) -> AnyView {
    let (w, h) = (f32::from(width), f32::from(height));
    let (left, top) = (f32::from(x) - w / 2.0, f32::from(y) - h / 2.0);
    let knot = format!("M{} {}h{}", left - 1.5, y, w + 3.0);
    view! {
        <rect class="mj-shape" x=left y=top width=w height=h rx="2.5" />
        <path class="mj-knot" d=knot />
    }
    .into_any()
}

/// The character for ten thousand, in three strokes.
fn character(x: u8, y: u8, percent: u16) -> AnyView {
    let place = format!("translate({x} {y}) scale({})", f32::from(percent) / 100.0);
    view! {
        <path
            class="mj-line mj-brush"
            transform=place
            d="M-17-16H17 M-3-16C-4 0-8 12-17 19 M-5-5H13C13 6 12 15 8 18 6 19 3 18 0 16"
        />
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_its_own_words_and_an_ink() {
        let mut seen = std::collections::BTreeSet::new();
        for tile in Tile::all() {
            assert!(seen.insert(Face::of(tile).words()), "{tile}");
            assert!(Face::of(tile).ink().starts_with("mj-"));
        }
        assert_eq!(Face::of("7B".parse().unwrap()), Face::Number(Suit::Bam, 7));
        assert_eq!(Face::of(Tile::SOAP).words(), ("0".into(), "WHITE"));
    }
}
