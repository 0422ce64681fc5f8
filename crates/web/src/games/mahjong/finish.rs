//! How a match was decided: the hand that won the last deal, or the whole reckoning.

use super::{card_of, ending::arranged, words};
use crate::games::kit::{Anchor, Drawing, Ending, Finished, Ink, Line};
use parlor_kernel::Seat;
use parlor_mahjong::{Exposure, Mahjong, SEATS, Suit, Tile, View, Winner};
use std::iter::repeat_n;

/// A tile of the picture, and how many of them stand in a row.
const TILE: (f64, f64) = (22.0, 30.0);
const ROW: usize = 7;

/// The end of a match, for those who look at it.
pub fn finish(over: &Finished<'_, Mahjong>) -> Ending {
    Ending {
        sentence: sentence(over),
        scene: hand(over),
        figures: figures(over.view, over.config.deals),
        columns: over.names.clone(),
    }
}

fn sentence(over: &Finished<'_, Mahjong>) -> String {
    let deals = over.config.deals;
    match (deals, over.outcome.winners().first(), &over.view.settlement) {
        (2.., Some(winner), _) => {
            let paid = words::signed(over.view.ledger[winner.index()]);
            format!("{} came out best after {deals} deals, with {paid}.", over.names.who(winner))
        }
        (.., Some(settlement)) => words::settled(settlement, over.names),
        _ => String::new(),
    }
}

fn figures(view: &View, deals: u8) -> Vec<Line> {
    let each = |read: &dyn Fn(Seat) -> String| Seat::all(SEATS).map(read).collect::<Vec<_>>();
    let won = |seat: Seat| {
        view.settled.iter().filter(move |end| end.winner.as_ref().is_some_and(|winner| winner.seat == seat)).count()
    };
    let paid: Line = ("Paid", each(&|seat| words::signed(view.ledger[seat.index()])));
    let second: Line = match deals {
        1 => ("Groups laid open", each(&|seat| view.seats[seat.index()].exposures.len().to_string())),
        _ => ("Hands made", each(&|seat| won(seat).to_string())),
    };
    vec![paid, second]
}

/// The hand of the player who made it last, what lies open first; a word about it without one.
fn hand(over: &Finished<'_, Mahjong>) -> Drawing {
    let width = ROW as f64 * TILE.0;
    let mut picture = Drawing::new(width, 2.0 * TILE.1 + 26.0);
    let made = over.view.settled.iter().rev().find_map(|end| end.winner.as_ref());
    let Some(Winner { seat, hand, value, tiles, .. }) = made else {
        picture.text((width / 2.0, 46.0), 15.0, Anchor::Middle, width, "Nobody won a hand").fill(Ink::Muted);
        return picture;
    };
    let last = over.view.settlement.as_ref().and_then(|end| end.winner.as_ref()).is_some();
    // What lies open is known of the last deal alone.
    let open: &[Exposure] = if last { &over.view.seats[seat.index()].exposures } else { &[] };
    let card = card_of(over.config);
    let shown = open.iter().flat_map(|group| {
        let natural = usize::from(group.size - group.jokers);
        repeat_n(group.tile, natural).chain(repeat_n(Tile::JOKER, usize::from(group.jokers)))
    });
    let concealed = arranged(card.as_deref(), tiles, open).into_iter().flatten();
    let all: Vec<Tile> = shown.chain(concealed).collect();
    for (number, &tile) in all.iter().enumerate() {
        let beat = number as f64 / all.len().max(1) as f64;
        let corner = ((number % ROW) as f64 * TILE.0 + 1.0, (number / ROW) as f64 * (TILE.1 + 2.0) + 1.0);
        put(&mut picture, tile, corner, beat);
    }
    let words = format!("{hand} · {value}");
    picture.text((width / 2.0, 2.0 * TILE.1 + 22.0), 13.0, Anchor::Middle, width, words).fill(Ink::Tint).lit();
    picture
}

fn put(picture: &mut Drawing, tile: Tile, (x, y): (f64, f64), beat: f64) {
    let (width, height) = (TILE.0 - 2.0, TILE.1 - 1.0);
    picture.rect((x, y), (width, height), 3.0).fill(Ink::Own("--mj-face")).stroke(Ink::Own("--mj-edge"), 1.0).at(beat);
    let (letters, below, ink) = face(tile);
    let middle = x + width / 2.0;
    let lone = below.is_empty();
    let (size, base) = if lone { (15.0, y + 20.0) } else { (15.0, y + 15.0) };
    picture.text((middle, base), size, Anchor::Middle, width - 2.0, letters).fill(Ink::Own(ink)).at(beat);
    if !lone {
        picture.text((middle, y + 25.0), 8.0, Anchor::Middle, width - 2.0, below).fill(Ink::Own(ink)).at(beat);
    }
}

/// What is written on a tile, below it, and its colour.
fn face(tile: Tile) -> (String, &'static str, &'static str) {
    let suits =
        [(Suit::Crak, "Crak", "--mj-crak-ink"), (Suit::Bam, "Bam", "--mj-bam-ink"), (Suit::Dot, "Dot", "--mj-dot-ink")];
    for (suit, name, ink) in suits {
        if let Some(number) = (1..=9).find(|&number| Tile::number(suit, number) == tile) {
            return (number.to_string(), name, ink);
        }
        if Tile::dragon(suit) == tile {
            return (tile.to_string(), "Dragon", ink);
        }
    }
    match tile {
        Tile::JOKER => ("J".into(), "Joker", "--mj-joker-ink"),
        Tile::FLOWER => ("F".into(), "Flower", "--mj-flower-ink"),
        _ => (tile.to_string(), "", "--mj-plain-ink"),
    }
}
