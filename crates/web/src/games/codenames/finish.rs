//! How a match was decided: the last card, on the whole key.

use super::words;
use crate::games::kit::{Anchor, Drawing, Ending, Finished, Ink, Line, Names};
use parlor_codenames::{Codenames, Kind, Place, ROWS, Side, View};
use parlor_kernel::{GameConfig, Seat};

/// A card of the picture.
const CARD: (f64, f64) = (36.0, 24.0);

/// The end of a match, for those who look at it.
pub fn finish(over: &Finished<'_, Codenames>) -> Ending {
    let duet = over.config.is_duet();
    // The teams are what is compared; in a duet, the partners.
    let columns = if duet { over.names.clone() } else { Names::new(None, Side::BOTH.map(|side| side.name())) };
    Ending { sentence: sentence(over), scene: key(over.view), figures: figures(over), columns }
}

/// The card that was revealed last.
fn last(view: &View) -> Option<Place> {
    view.hints.iter().rev().find_map(|hint| hint.revealed.last()).copied()
}

/// "SUBMARINE was Red’s last word.", "Blue met the assassin behind SUBMARINE."
fn sentence(over: &Finished<'_, Codenames>) -> String {
    let view = over.view;
    let Some(card) = last(view) else { return String::new() };
    let word = view.words[card.index()].to_uppercase();
    let shown = view.faces[card.index()].shown;
    if over.config.is_duet() {
        return match over.outcome.winners().is_empty() {
            true if shown == Some(Kind::Assassin) => format!("The assassin was behind {word}."),
            true => "The turns ran out before all fifteen words were found.".into(),
            false => format!("{word} was the last of fifteen words."),
        };
    }
    let Some(winner) = over.outcome.winners().first().map(|seat| over.config.side(seat)) else { return String::new() };
    match shown {
        Some(Kind::Assassin) => format!("{} met the assassin behind {word}.", winner.other().name()),
        _ if view.intercepts => {
            let points = |side: Side| view.points[side.index()];
            format!("{word} was the last card: {} to {} points.", points(winner), points(winner.other()))
        }
        _ => format!("{word} was the last word that {} had to find.", winner.name()),
    }
}

fn figures(over: &Finished<'_, Codenames>) -> Vec<Line> {
    let view = over.view;
    let found = |side: Side| {
        let wanted = if over.config.is_duet() { Kind::Green } else { side.kind() };
        let cards = view.hints.iter().filter(|hint| hint.side == side).flat_map(|hint| &hint.revealed);
        cards.filter(|card| view.faces[card.index()].shown == Some(wanted)).count()
    };
    let hints = |side: Side| view.hints.iter().filter(|hint| hint.side == side).count();
    let most = |side: Side| {
        let own = view.hints.iter().filter(|hint| hint.side == side);
        own.map(|hint| hint.revealed.len()).max().unwrap_or_default()
    };
    // In a duet the columns are seats, and each side is one of them.
    let order = match over.config.is_duet() {
        true => Seat::all(over.config.seats()).map(|seat| over.config.side(seat)).collect::<Vec<_>>(),
        false => Side::BOTH.to_vec(),
    };
    let each = |read: &dyn Fn(Side) -> usize| order.iter().map(|&side| read(side).to_string()).collect::<Vec<_>>();
    vec![("Hints given", each(&hints)), ("Words found by them", each(&found)), ("Most cards for one hint", each(&most))]
}

/// All twenty-five cards in the colours of the key, those that were found filled.
fn key(view: &View) -> Drawing {
    let rows = f64::from(ROWS);
    let mut picture = Drawing::new(rows * CARD.0, rows * CARD.1);
    let order: Vec<Place> = view.hints.iter().flat_map(|hint| hint.revealed.iter().copied()).collect();
    let count = order.len().max(1) as f64;
    let lit = last(view);
    for place in Place::all() {
        let (column, row) = (f64::from(place.0 % ROWS), f64::from(place.0 / ROWS));
        let corner = (column * CARD.0 + 1.0, row * CARD.1 + 1.0);
        let size = (CARD.0 - 2.0, CARD.1 - 2.0);
        let shown = view.faces[place.index()].shown;
        let kind = shown.or_else(|| view.known(Side::RED, place)).or_else(|| view.known(Side::BLUE, place));
        let colour = kind.map_or(Ink::Line, |kind| Ink::Own(colour(kind)));
        picture.rect(corner, size, 3.0).fill(Ink::Panel).stroke(colour, 1.2);
        let beat = order.iter().position(|card| *card == place).map(|turn| turn as f64 / count);
        if let (Some(beat), Some(_)) = (beat, shown) {
            picture.rect(corner, size, 3.0).fill(colour).at(beat);
        }
        let ink = if shown.is_some() { Ink::Own("--cn-on") } else { Ink::Text };
        let middle = (corner.0 + size.0 / 2.0, corner.1 + size.1 / 2.0 + 1.0);
        picture.text(middle, 5.6, Anchor::Middle, size.0 - 3.0, view.words[place.index()].clone()).fill(ink);
        if let Some(kind) = kind {
            let sign = (middle.0, corner.1 + size.1 - 2.0);
            picture.text(sign, 5.0, Anchor::Middle, size.0, words::sign(kind)).fill(ink);
        }
        if lit == Some(place) {
            picture
                .rect((corner.0 - 0.5, corner.1 - 0.5), (size.0 + 1.0, size.1 + 1.0), 3.4)
                .stroke(Ink::Accent, 2.2)
                .lit();
        }
    }
    picture
}

/// The colour of a kind in the style sheet.
const fn colour(kind: Kind) -> &'static str {
    match kind {
        Kind::Red => "--cn-red",
        Kind::Blue => "--cn-blue",
        Kind::Green => "--cn-green",
        Kind::Innocent => "--cn-innocent",
        Kind::Assassin => "--cn-assassin",
    }
}
