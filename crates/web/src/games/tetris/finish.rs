//! How a match was decided: the stacks as they stood at the end.

use super::words::has;
use crate::{
    games::kit::{Anchor, Drawing, Ending, Finished, Ink, Line},
    ui::thousands,
};
use parlor_kernel::{Duel, Seat};
use parlor_tetris::{
    Cell, Contest, Piece, Position, Tetris,
    board::{VISIBLE, WIDTH},
};

/// The side of a cell in the picture, and the room between two fields.
const CELL: f64 = 6.0;
const GAP: f64 = 18.0;
/// How many ticks make a second.
const SECOND: f64 = 60.0;

/// The end of a match, for those who look at it.
pub fn finish(over: &Finished<'_, Tetris>) -> Ending {
    let position = &over.view.position;
    Ending {
        sentence: sentence(over).unwrap_or_default(),
        scene: stacks(over),
        figures: figures(over, position),
        columns: over.names.clone(),
    }
}

/// "Bea ran out of room after 3:24.", "You made 12,400 points, Bea 9,800."
fn sentence(over: &Finished<'_, Tetris>) -> Option<String> {
    let position = &over.view.position;
    let time = |seat: Seat| {
        let seconds = position.lasted(seat) / SECOND as u64;
        format!("{}:{:02}", seconds / 60, seconds % 60)
    };
    if position.wells.len() == 1 {
        let points = thousands(position.well(Seat(0)).score);
        return Some(format!("{points} points in {}.", time(Seat(0))));
    }
    let winner = over.outcome.winners().first()?;
    let loser = Duel::other(winner);
    if over.config.contest == Contest::Versus && position.well(loser).topped_out.is_some() {
        return Some(format!("{} no room left after {}.", has(over.names, loser, "You"), time(loser)));
    }
    let points = |seat: Seat| thousands(position.well(seat).score);
    let other = if over.names.me == Some(loser) { "you" } else { over.names.name(loser) };
    Some(format!("{} made {} points, {other} {}.", over.names.who(winner), points(winner), points(loser)))
}

fn figures(over: &Finished<'_, Tetris>, position: &Position) -> Vec<Line> {
    let seats = || Seat::all(position.wells.len() as u8);
    let pace = |seat: Seat| f64::from(position.well(seat).pieces) * SECOND / position.lasted(seat).max(1) as f64;
    let third: Line = match over.config.has_garbage() {
        true => ("Rows sent", seats().map(|seat| position.well(seat).sent.to_string()).collect()),
        false => ("Pieces per second", seats().map(|seat| format!("{:.2}", pace(seat))).collect()),
    };
    vec![
        ("Points", seats().map(|seat| thousands(position.well(seat).score)).collect()),
        ("Lines", seats().map(|seat| position.well(seat).lines.to_string()).collect()),
        third,
    ]
}

/// Both fields, from the floor up; the one without room has a lid.
fn stacks(over: &Finished<'_, Tetris>) -> Drawing {
    let position = &over.view.position;
    let (width, height) = (WIDTH as f64 * CELL, VISIBLE as f64 * CELL);
    let fields = position.wells.len() as f64;
    let mut picture = Drawing::new(fields * width + (fields - 1.0) * GAP + 8.0, height + 22.0);
    for (number, seat) in over.names.seats().filter(|seat| seat.index() < position.wells.len()).enumerate() {
        let well = position.well(seat);
        let left = number as f64 * (width + GAP) + 4.0;
        picture
            .rect((left - 2.0, 4.0), (width + 4.0, height + 4.0), 3.0)
            .fill(Ink::Own("--tetris-well"))
            .stroke(Ink::StrongLine, 1.0);
        for (y, x) in (0..VISIBLE).flat_map(|y| (0..WIDTH).map(move |x| (y, x))) {
            let ink = match well.paint.cell(x, y) {
                Cell::Empty => continue,
                Cell::Garbage => Ink::Own("--tetris-garbage"),
                Cell::Piece(piece) => Ink::Own(colour(piece)),
            };
            let corner = (left + x as f64 * CELL + 0.3, 6.0 + height - (y as f64 + 1.0) * CELL + 0.3);
            picture.rect(corner, (CELL - 0.6, CELL - 0.6), 1.0).fill(ink).at(y as f64 / VISIBLE as f64);
        }
        let out = well.topped_out.is_some() && over.config.contest == Contest::Versus;
        if out && position.wells.len() > 1 {
            picture.rect((left - 2.0, 3.0), (width + 4.0, 4.0), 2.0).fill(Ink::Bad).lit();
        }
        let won = over.outcome.winners().contains(seat);
        let ink = if won { Ink::Accent } else { Ink::Muted };
        let middle = (left + width / 2.0, height + 19.0);
        picture.text(middle, 9.0, Anchor::Middle, width + GAP - 4.0, over.names.who(seat)).fill(ink);
    }
    picture
}

/// The colour of a piece in the style sheet.
const fn colour(piece: Piece) -> &'static str {
    match piece.letter() {
        'I' => "--tetris-i",
        'O' => "--tetris-o",
        'T' => "--tetris-t",
        'S' => "--tetris-s",
        'Z' => "--tetris-z",
        'J' => "--tetris-j",
        _ => "--tetris-l",
    }
}
