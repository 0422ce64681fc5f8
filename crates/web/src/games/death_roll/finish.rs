//! How a match was decided: how the numbers fell, down to the one.

use super::words::thousands;
use crate::games::kit::{Anchor, Drawing, Ending, Finished, Ink, Line};
use parlor_death_roll::{DeathRoll, Roll, Tally, View};
use parlor_kernel::Seat;

/// The size of the picture.
const SIZE: (f64, f64) = (160.0, 120.0);
/// Where bars stand.
const FLOOR: f64 = 104.0;

/// The end of a match, for those who look at it.
pub fn finish(over: &Finished<'_, DeathRoll>) -> Ending {
    let last = over.view.rolls.last().filter(|roll| roll.rolled == 1);
    let sentence = last.map(|roll| {
        let who = over.names.who(roll.seat);
        format!("{who} rolled the 1, with a chance of one in {}.", thousands(roll.max))
    });
    Ending {
        sentence: sentence.unwrap_or_default(),
        scene: fall(over.view, over.config.start),
        figures: figures(over.view),
        columns: over.names.clone(),
    }
}

fn figures(view: &View) -> Vec<Line> {
    let tally = |read: fn(Tally) -> String| [Seat(0), Seat(1)].map(|seat| read(view.tally(seat))).into();
    let out_of = |roll: Roll| format!("{} of {}", thousands(roll.rolled), thousands(roll.max));
    vec![
        ("Rolls", tally(|tally| tally.rolls.to_string())),
        ("Safe rolls in a row", tally(|tally| tally.longest_safe.to_string())),
        (
            "Lowest escape",
            [Seat(0), Seat(1)].map(|seat| view.tally(seat).lowest_escape.map_or_else(|| "–".to_owned(), out_of)).into(),
        ),
    ]
}

/// A bar for each roll, in the colour of who rolled it. Rolls shrink by factors, so the bars shrink by steps.
fn fall(view: &View, start: u32) -> Drawing {
    let mut fall = Drawing::new(SIZE.0, SIZE.1);
    let count = view.rolls.len().max(1) as f64;
    let step = ((SIZE.0 - 16.0) / count).min(24.0);
    let left = (SIZE.0 - step * count) / 2.0;
    fall.line([(8.0, FLOOR), (SIZE.0 - 8.0, FLOOR)]).stroke(Ink::StrongLine, 1.0);
    let share = |number: u32| f64::from(number).ln() / f64::from(start.max(2)).ln();
    for (number, roll) in view.rolls.iter().enumerate() {
        let beat = number as f64 / count;
        let height = (share(roll.rolled) * 80.0).clamp(3.0, 80.0);
        let (x, width) = (left + number as f64 * step + step * 0.12, step * 0.76);
        let lost = roll.rolled == 1;
        let ink = if lost { Ink::Bad } else { Ink::Seat(roll.seat.0) };
        let bar = fall.rect((x, FLOOR - height), (width, height), 2.0).fill(ink);
        if lost {
            bar.lit();
        } else {
            bar.at(beat);
        }
        // Where bars are narrow, only the first number and the last have room.
        let size = (step * 0.5).clamp(5.0, 9.0);
        if lost {
            fall.text((x + width / 2.0, FLOOR - height - 4.0), 14.0, Anchor::Middle, 30.0, "1").fill(Ink::Bad).lit();
        } else if step >= 12.0 || number == 0 {
            let words = thousands(roll.rolled);
            fall.text((x + width / 2.0, FLOOR - height - 3.0), size, Anchor::Middle, step * 1.6, words)
                .fill(Ink::Muted)
                .at(beat);
        }
    }
    fall
}
