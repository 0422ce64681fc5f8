//! Pong as text.

use crate::{Action, Config, Event, PIXEL, Phase, Pong, Position, Side, Steer, What};
use parlor_kernel::{Outcome, Reason, Seat, Verdict};
use std::fmt::Write;

/// The player without a seat.
const MACHINE: &str = "The machine";

/// How many characters the picture of a court is wide and high.
const PICTURE: (usize, usize) = (40, 15);

pub(crate) fn action_text(action: &Action) -> String {
    match action {
        Action::Steer(Steer::Up) => "up".into(),
        Action::Steer(Steer::Down) => "down".into(),
        Action::Steer(Steer::Stop) => "stop".into(),
        Action::Steer(Steer::Follow { to, pace: 100 }) => format!("to {to}"),
        Action::Steer(Steer::Follow { to, pace }) => format!("to {to} at {pace} %"),
        Action::Pause => "pause".into(),
        Action::Resume => "resume".into(),
        Action::Surrender => "surrender".into(),
    }
}

/// An event as a sentence. Steering goes without saying: the action has just been named.
pub(crate) fn event_text(config: &Config, event: &Event, names: &[String]) -> String {
    let name = |seat: Seat| names.get(seat.index()).map_or_else(|| MACHINE.to_owned(), Clone::clone);
    let player = |side: Side| match (config.machine, side) {
        (None, side) => name(side.seat()),
        (Some(_), Side::Left) => name(Seat(event.court)),
        (Some(_), Side::Right) => MACHINE.to_owned(),
    };
    match event.what {
        What::Steered { .. } | What::Counted { .. } | What::Unveiled { .. } => String::new(),
        What::PauseAsked { seat } => format!("{} asks for a pause.", name(seat)),
        What::PauseDropped { seat } => format!("{} no longer asks for a pause.", name(seat)),
        What::Paused => "Pause.".into(),
        What::Resumed => "It goes on.".into(),
        What::Point { side, serve } => {
            let against = match config.challenge {
                Some(_) if side == Side::Right => format!(" against {}", player(Side::Left)),
                _ => String::new(),
            };
            let serve = serve.map(|serve| format!(" {} serves, {}.", player(side.other()), slope(serve)));
            format!("{} scores{against}.{}", player(side), serve.unwrap_or_default())
        }
        What::Over { .. } if config.challenge.is_some() => format!("{} has finished.", player(Side::Left)),
        What::Over { outcome } | What::Decided { outcome } => ending(&outcome, name),
    }
}

fn ending(outcome: &Outcome, name: impl Fn(Seat) -> String) -> String {
    if outcome.verdict == Verdict::Draw {
        return "It is a draw.".into();
    }
    let Some(winner) = outcome.winners().first().map(name) else { return format!("{MACHINE} wins.") };
    match outcome.reason {
        Reason::Completed => format!("{winner} wins."),
        Reason::Surrender(_) => format!("{winner} wins: the other gave up."),
        Reason::Timeout(_) => format!("{winner} wins on time."),
        Reason::Abandoned(_) => format!("{winner} wins: the other left."),
        Reason::Void => "The match does not count.".into(),
    }
}

/// How steeply a ball is served.
fn slope(degrees: i8) -> String {
    match degrees {
        0 => "straight ahead".into(),
        ..0 => format!("{}° up", -degrees),
        _ => format!("{degrees}° down"),
    }
}

/// The points and the court, as it was when anything last changed; both courts of a challenge.
pub(crate) fn picture(game: &Pong) -> String {
    let second = game.race.as_ref().map(|race| court(game.config(), &race.court));
    court(game.config(), game.position()) + &second.unwrap_or_default()
}

fn court(config: &Config, position: &Position) -> String {
    let [left, right] = position.points;
    let (wide, high) = PICTURE;
    let court = (f64::from(config.court.width), f64::from(config.court.height));
    let column = |x: i32| cell(x, court.0, wide);
    let row = |y: i32| cell(y, court.1, high);
    let mut rows = vec![vec![' '; wide]; high];
    for side in [Side::Left, Side::Right] {
        let paddle = &position.paddles[side.index()];
        let half = i32::from(config.paddle.height) * PIXEL / 2;
        let x = i32::from(config.paddle.margin) * PIXEL;
        let place = column(if side == Side::Left { x } else { i32::from(config.court.width) * PIXEL - x });
        for line in &mut rows[row(paddle.y - half)..=row(paddle.y + half - 1)] {
            line[place] = '|';
        }
    }
    if position.phase != Phase::Over || !position.ball.is_at_rest() {
        rows[row(position.ball.y)][column(position.ball.x)] = 'o';
    }
    let edge = "-".repeat(wide);
    let mut text = format!("{left} : {right}, longest rally {}\n{edge}\n", position.longest_rally);
    for line in rows {
        writeln!(text, "{}", line.into_iter().collect::<String>().trim_end()).expect("strings take everything");
    }
    text + &edge + "\n"
}

/// Which of `count` cells a place is in.
fn cell(place: i32, size: f64, count: usize) -> usize {
    let share = f64::from(place) / f64::from(PIXEL) / size;
    ((share * count as f64).max(0.0) as usize).min(count - 1)
}
