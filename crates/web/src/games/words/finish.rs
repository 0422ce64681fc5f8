//! How a match was decided: the play that brought most, and how the scores grew.

use super::sentences::points;
use crate::games::kit::{Anchor, Drawing, Ending, Finished, Ink, Line};
use parlor_kernel::Seat;
use parlor_words::{Laid, Move, View, Words, value};

/// The size of the picture.
const SIZE: (f64, f64) = (180.0, 120.0);
/// Where the curves have their room: top and bottom.
const CURVES: (f64, f64) = (52.0, 112.0);

/// The end of a match, for those who look at it.
pub fn finish(over: &Finished<'_, Words>) -> Ending {
    let winner = over.outcome.winners().first();
    Ending {
        sentence: winner.and_then(|winner| sentence(over, winner)).unwrap_or_default(),
        scene: picture(over.view, winner),
        figures: figures(over.view),
        columns: over.names.clone(),
    }
}

/// The plays that counted, with who made them and after which turn.
fn plays(view: &View) -> impl Iterator<Item = (usize, Seat, &Laid)> {
    view.common.history.iter().enumerate().filter_map(|(number, turn)| match &turn.made {
        Move::Play(laid) => Some((number, turn.seat, laid)),
        _ => None,
    })
}

/// The best play of a seat, or of all.
fn best(view: &View, of: Option<Seat>) -> Option<(usize, Seat, &Laid)> {
    plays(view).filter(|(_, seat, _)| of.is_none_or(|of| of == *seat)).max_by_key(|(_, _, laid)| laid.score)
}

/// "Your DRAGON for 62 points made the difference: 310 to 276."
fn sentence(over: &Finished<'_, Words>, winner: Seat) -> Option<String> {
    let (_, _, laid) = best(over.view, Some(winner))?;
    let scores = &over.view.common.scores;
    let second = scores.iter().enumerate().filter(|(seat, _)| *seat != winner.index()).map(|(_, score)| score).max()?;
    let won = scores[winner.index()];
    let whose = over.names.whose(winner);
    Some(format!("{whose} {} for {} made the difference: {won} to {second}.", laid.word.capitals(), points(laid.score)))
}

fn figures(view: &View) -> Vec<Line> {
    let seats = || Seat::all(view.common.scores.len() as u8);
    let per_play = |seat: Seat| {
        let scores: Vec<_> = plays(view).filter(|(_, by, _)| *by == seat).map(|(_, _, laid)| laid.score).collect();
        match scores.len() {
            0 => "–".to_owned(),
            count => format!("{:.1}", f64::from(scores.iter().sum::<i32>()) / count as f64),
        }
    };
    let best =
        |seat: Seat| best(view, Some(seat)).map_or_else(|| "–".to_owned(), |(_, _, laid)| laid.score.to_string());
    vec![
        ("Points", view.common.scores.iter().map(i32::to_string).collect()),
        ("Best play", seats().map(best).collect()),
        ("Points a play", seats().map(per_play).collect()),
    ]
}

/// The best play as tiles, above a curve of points for each seat.
fn picture(view: &View, winner: Option<Seat>) -> Drawing {
    let (width, height) = SIZE;
    let mut picture = Drawing::new(width, height);
    let best = best(view, winner);
    if let Some((_, _, laid)) = best {
        tiles(&mut picture, laid);
    }
    curves(&mut picture, view, best.map(|(number, ..)| number));
    picture.line([(6.0, CURVES.1), (width - 6.0, CURVES.1)]).stroke(Ink::Line, 1.0);
    picture
}

fn tiles(picture: &mut Drawing, laid: &Laid) {
    let letters = laid.word.letters();
    let step = (SIZE.0 / letters.len() as f64).min(24.0);
    let left = (SIZE.0 - step * letters.len() as f64) / 2.0;
    for (number, letter) in letters.iter().enumerate() {
        let (x, side) = (left + number as f64 * step + 1.0, step - 2.0);
        let beat = 0.6 + 0.4 * number as f64 / letters.len() as f64;
        picture
            .rect((x, 14.0), (side, side), 3.0)
            .fill(Ink::Own("--wd-tile"))
            .stroke(Ink::Own("--wd-tile-side"), 1.0)
            .at(beat);
        let middle = (x + side * 0.46, 14.0 + side * 0.76);
        let capital = letter.capital().to_string();
        picture.text(middle, side * 0.74, Anchor::Middle, side, capital).fill(Ink::Own("--wd-tile-ink")).at(beat);
        let worth = value(letter.tile());
        if worth > 0 {
            let corner = (x + side - 1.4, 14.0 + side - 1.8);
            let worth = worth.to_string();
            picture.text(corner, side * 0.28, Anchor::End, side, worth).fill(Ink::Own("--wd-tile-ink")).at(beat);
        }
    }
}

fn curves(picture: &mut Drawing, view: &View, lit: Option<usize>) {
    let history = &view.common.history;
    let most = view.common.scores.iter().copied().max().unwrap_or(1).max(1);
    let x = |turn: usize| 8.0 + (SIZE.0 - 16.0) * turn as f64 / history.len().max(1) as f64;
    let y = |score: i32| CURVES.1 - (CURVES.1 - CURVES.0) * f64::from(score.max(0)) / f64::from(most);
    for seat in Seat::all(view.common.scores.len() as u8) {
        let own = history.iter().enumerate().filter(|(_, turn)| turn.seat == seat);
        let points = [(x(0), y(0))].into_iter().chain(own.map(|(number, turn)| (x(number + 1), y(turn.total))));
        picture.line(points).stroke(Ink::Seat(seat.0), 2.0).at(0.2);
    }
    if let Some(turn) = lit.and_then(|number| history.get(number).map(|turn| (x(number + 1), y(turn.total)))) {
        picture.disc(turn, 4.0).fill(Ink::Tint).lit();
    }
}
