//! How a match was decided: the last ball, and the score.

use super::words::MACHINE;
use crate::games::kit::{Anchor, Drawing, Ending, Finished, Ink, Line, Names, plural};
use parlor_kernel::{Duel, Reason, Seat};
use parlor_pong::Pong;

/// The size of the picture.
const SIZE: (f64, f64) = (180.0, 120.0);

/// The end of a match, for those who look at it.
pub fn finish(over: &Finished<'_, Pong>) -> Ending {
    let points = points(over);
    Ending {
        sentence: sentence(over, points).unwrap_or_default(),
        scene: court(over, points),
        figures: figures(over, points),
        columns: over.names.clone(),
    }
}

/// What each seat has made; in a challenge, each against the machine.
fn points(over: &Finished<'_, Pong>) -> [u8; 2] {
    match &over.view.race {
        Some(race) => [over.view.position.points[0], race.court.points[0]],
        None => over.view.position.points,
    }
}

/// "The last ball got past Bea: 5 : 3."
fn sentence(over: &Finished<'_, Pong>, points: [u8; 2]) -> Option<String> {
    let (most, least) = (points[0].max(points[1]), points[0].min(points[1]));
    let you =
        |seat: Seat, names: &Names| if names.me == Some(seat) { "you".into() } else { names.name(seat).to_owned() };
    if over.view.race.is_some() {
        let winner = over.outcome.winners().first()?;
        let loser = you(Duel::other(winner), over.names);
        let made = plural(most.into(), "point", "points");
        return Some(format!("{} made {made} against the machine, {loser} {least}.", over.names.who(winner)));
    }
    Some(match over.outcome.winners().first() {
        Some(winner) if over.config.machine.is_some() => {
            format!("{} beat the machine {most} : {least}.", over.names.who(winner))
        }
        Some(winner) => format!("The last ball got past {}: {most} : {least}.", you(Duel::other(winner), over.names)),
        None if over.config.machine.is_some() => {
            format!("The last ball got past {}: {MACHINE} won {most} : {least}.", you(Seat(0), over.names))
        }
        None => return None,
    })
}

fn figures(over: &Finished<'_, Pong>, points: [u8; 2]) -> Vec<Line> {
    let position = &over.view.position;
    let each: Line = ("Points", points.map(|points| points.to_string()).into());
    match &over.view.race {
        Some(race) => {
            let rallies = [position.longest_rally, race.court.longest_rally];
            let against = [position.points[1], race.court.points[1]];
            vec![
                each,
                ("The machine’s points", against.map(|points| points.to_string()).into()),
                ("Longest rally", rallies.map(|hits| hits.to_string()).into()),
            ]
        }
        None => {
            vec![
                each,
                ("Longest rally", vec![position.longest_rally.to_string()]),
                ("Serves", vec![position.serves.to_string()]),
            ]
        }
    }
}

/// The court with the score; the ball has got past the one who lost.
fn court(over: &Finished<'_, Pong>, points: [u8; 2]) -> Drawing {
    let (width, height) = SIZE;
    let mut court = Drawing::new(width, height);
    court
        .rect((1.0, 1.0), (width - 2.0, height - 24.0), 6.0)
        .fill(Ink::Own("--pong-felt"))
        .stroke(Ink::Own("--pong-chalk"), 1.0);
    for dash in 0..8 {
        let y = 6.0 + f64::from(dash) * 11.6;
        court.line([(width / 2.0, y), (width / 2.0, y + 6.0)]).stroke(Ink::Own("--pong-chalk"), 1.4);
    }
    let near = over.names.me.unwrap_or(Seat(0));
    let sides = [near, Duel::other(near)];
    for (side, seat) in sides.into_iter().enumerate() {
        let won = over.outcome.winners().contains(seat);
        let middle = width * if side == 0 { 0.27 } else { 0.73 };
        let ink = if won { Ink::Tint } else { Ink::Muted };
        court.text((middle, 64.0), 44.0, Anchor::Middle, 70.0, points[seat.index()].to_string()).fill(ink).at(0.3);
        let (x, ink) = if side == 0 { (6.0, Ink::Tint) } else { (width - 10.0, Ink::Own("--pong-far")) };
        court.rect((x, 30.0 + side as f64 * 8.0), (4.0, 28.0), 2.0).fill(ink);
        court
            .text((middle, height - 8.0), 11.0, Anchor::Middle, width / 2.0 - 8.0, over.names.who(seat))
            .fill(Ink::Muted);
    }
    // The ball flies to the side of the one who lost the last point, if a point has decided it.
    if over.outcome.reason != Reason::Completed {
        return court;
    }
    let lost_near = over.outcome.winners().first().is_some_and(|winner| winner != near);
    let (from, to) = if lost_near { (width * 0.62, 9.0) } else { (width * 0.38, width - 9.0) };
    court.line([(from, 82.0), (to, 74.0)]).stroke(Ink::Own("--pong-chalk"), 1.2).at(0.8);
    court.disc((to, 74.0), 4.6).fill(Ink::Bad).lit();
    court
}
