//! What to say about a match.

use super::heads::{Figures, Heads};
use crate::{
    arcade::Stand,
    games::kit::{Names, plural},
    ui::thousands,
};
use parlor_kernel::{Duel, Reason, Seat, Verdict};
use parlor_tetris::{Config, Contest, Goal, LastClear, clear_text};

/// The status line. It changes with levels, garbage and pauses, not with every piece.
pub fn status(heads: &Heads, config: &Config, names: &Names) -> String {
    if let Some(outcome) = heads.outcome {
        return match (outcome.verdict, outcome.winners().first()) {
            (Verdict::Draw, _) => "A draw.".into(),
            (_, None) => "The game is over.".into(),
            (_, Some(_)) if config.seats == 1 => "You made it to the end.".into(),
            (_, Some(winner)) if matches!(outcome.reason, Reason::Timeout(_)) => {
                format!("{} won when the time was up: {}", names.who(winner), points(heads, Duel::other(winner)))
            }
            (_, Some(winner)) => names.ending(outcome, || ended(heads, config, names, Duel::other(winner))),
        };
    }
    let near = heads.seat(names.me.unwrap_or(Seat(0)));
    let level = near.map_or(1, |figures| figures.level);
    let waiting = near.filter(|_| names.me.is_some()).map_or(0, |figures| figures.waiting);
    match (heads.stand, asking(heads, names)) {
        (Stand::Paused, _) => format!("Paused at level {level}."),
        (_, Some(sentence)) => sentence,
        (Stand::Countdown, _) => goal(config),
        _ => match heads.seats.iter().position(|figures| figures.out) {
            Some(out) if config.contest == Contest::Score && config.seats == 2 => {
                finished(heads, names, Seat(out as u8), level)
            }
            Some(out) if config.seats == 2 => {
                format!("{} no room left. Level {level}.", has(names, Seat(out as u8), "You"))
            }
            _ if waiting > 0 => {
                format!("{} on the way to you. Clear rows to cancel.", plural(waiting.into(), "row", "rows"))
            }
            _ => format!("Level {level}."),
        },
    }
}

/// "You have", "Ada has".
pub fn has(names: &Names, seat: Seat, you: &str) -> String {
    if names.me == Some(seat) { format!("{you} have") } else { format!("{} has", names.name(seat)) }
}

fn ended(heads: &Heads, config: &Config, names: &Names, loser: Seat) -> String {
    if config.contest == Contest::Versus && heads.seat(loser).is_some_and(|figures| figures.out) {
        return format!("{} no room left.", has(names, loser, "you"));
    }
    points(heads, loser)
}

/// "1,200 to 800 points."
fn points(heads: &Heads, loser: Seat) -> String {
    let of = |seat: Seat| thousands(heads.seat(seat).map_or(0, |figures| figures.score));
    format!("{} to {} points.", of(Duel::other(loser)), of(loser))
}

/// One of two who play for points has finished. The points of the other change too often to be read out.
fn finished(heads: &Heads, names: &Names, out: Seat, level: u32) -> String {
    let points = thousands(heads.seat(out).map_or(0, |figures| figures.score));
    if names.me == Some(out) {
        format!("Done, with {points} points. {} plays on.", names.name(Duel::other(out)))
    } else {
        format!("{} has finished with {points} points. Level {level}.", names.name(out))
    }
}

fn goal(config: &Config) -> String {
    match config.goal {
        Some(Goal::Sprint { lines }) => return format!("Clear {lines} lines. The clock stops for nothing."),
        Some(Goal::Marathon { lines }) => return format!("Collect points in {lines} lines, faster every ten."),
        None => {}
    }
    match (config.seats, config.contest) {
        (_, Contest::Score) if config.challenge.is_some() => {
            "Most points win; both get the same pieces. Play until there is no room left.".into()
        }
        (1, _) => "Stack and clear lines for as long as you can.".into(),
        (_, Contest::Versus) => "The player with no room left loses.".into(),
        (_, Contest::Score) => "Most points win; both get the same pieces.".into(),
    }
}

/// Who asks for a pause.
fn asking(heads: &Heads, names: &Names) -> Option<String> {
    let seat = heads.asking.first()?;
    Some(if names.me == Some(seat) {
        format!("You asked for a pause; {} has to agree.", names.name(Duel::other(seat)))
    } else {
        format!("{} asks for a pause.", names.name(seat))
    })
}

/// Called out after a clear: what it was, and what it added to.
pub fn callout(last: &LastClear) -> (String, String) {
    let mut more = Vec::new();
    if last.back_to_back {
        more.push("back-to-back".to_owned());
    }
    if last.streak.combo > 1 {
        more.push(format!("combo {}", last.streak.combo - 1));
    }
    if last.attack > 0 {
        more.push(plural(last.attack.into(), "row", "rows"));
    }
    let text = clear_text(last.clear);
    let mut letters = text.chars();
    let capital = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    (capital, more.join(" · "))
}

/// Who leads a contest of points, and by how much: above zero it is `near`.
pub fn lead(near: &Figures, far: &Figures) -> i64 {
    near.score as i64 - far.score as i64
}
