//! Actions, events and positions as text.

use crate::{
    event::{Action, Event, Formed, Laid, Move},
    picture::board_text,
    state::Words,
};
use parlor_kernel::{Outcome, Reason, Seat, Verdict};
use std::fmt::Write;

/// An action in the notation of word games: `8H DRAGON` lies across, `H8 DRAGON` down.
pub(crate) fn action_text(action: &Action) -> String {
    match action {
        Action::Play { at, word, .. } => format!("{at} {word}"),
        Action::Swap { tiles } => format!("swap {tiles}"),
        Action::Pass => "pass".to_owned(),
        Action::Challenge => "challenge".to_owned(),
        Action::Surrender => "surrender".to_owned(),
    }
}

/// An event as a sentence.
pub(crate) fn event_text(event: &Event, names: &[String]) -> String {
    let name = |seat: &Seat| names.get(seat.index()).map_or("?", String::as_str);
    match event {
        Event::Moved { seat, made } => move_text(name(seat), made),
        Event::Challenged { seat, wrong: Some(wrong), .. } => {
            format!(
                "{} challenges: {} is not in the lexicon, and the play is taken back.",
                name(seat),
                wrong.capitals()
            )
        }
        Event::Challenged { seat, wrong: None, cost: 0 } => {
            format!("{} challenges, but the play is good: the turn is lost.", name(seat))
        }
        Event::Challenged { seat, wrong: None, cost } => {
            format!("{} challenges, but the play is good: that costs {}.", name(seat), points(*cost))
        }
        Event::Turn { seat, .. } => format!("It is {}'s turn.", name(seat)),
        Event::Left { seat } => format!("{} plays no more.", name(seat)),
        Event::Over { outcome, settled, .. } => over_text(outcome, settled, names),
        Event::Drew { .. } | Event::Rack { .. } => String::new(),
    }
}

/// What the dice decided: which tiles were drawn.
pub(crate) fn dice_text(event: &Event, names: &[String]) -> Option<String> {
    let Event::Rack { seat, tiles } = event else { return None };
    Some(format!("{} holds {tiles}.", names.get(seat.index())?))
}

fn move_text(name: &str, made: &Move) -> String {
    match made {
        Move::Play(laid) | Move::TakenBack(laid) => play_text(name, laid),
        Move::Swap(1) => format!("{name} swaps one tile."),
        Move::Swap(count) => format!("{name} swaps {count} tiles."),
        Move::Pass => format!("{name} passes."),
        Move::Missed => format!("{name}'s time is up: the turn is passed."),
        Move::Challenge => format!("{name} loses the turn."),
    }
}

fn play_text(name: &str, Laid { at, word, score, words, .. }: &Laid) -> String {
    let crosses: Vec<_> = words.iter().skip(1).map(|Formed { word, .. }| word.capitals()).collect();
    let also = if crosses.is_empty() { String::new() } else { format!(", with {}", crosses.join(" and ")) };
    format!("{name} plays {} at {at}{also}, for {}.", word.capitals(), points(*score))
}

fn over_text(outcome: &Outcome, settled: &[i32], names: &[String]) -> String {
    let mut text = String::new();
    for (points, name) in settled.iter().zip(names).filter(|(points, _)| **points != 0) {
        let _ = write!(text, "{name}: {points:+}. ");
    }
    let name = |seat: Seat| names.get(seat.index()).map_or("?", String::as_str);
    match outcome.reason {
        Reason::Surrender(seat) => _ = write!(text, "{} gives up. ", name(seat)),
        Reason::Timeout(seat) => _ = write!(text, "{} is out of time. ", name(seat)),
        Reason::Abandoned(seat) => _ = write!(text, "{} has left. ", name(seat)),
        Reason::Completed | Reason::Void => {}
    }
    let winners: Vec<_> = outcome.winners().iter().map(name).collect();
    text + &match (outcome.verdict, &winners[..]) {
        (Verdict::Draw, _) => "It is a draw.".to_owned(),
        (_, []) => "Nobody wins.".to_owned(),
        (_, [winner]) => format!("{winner} wins."),
        (_, winners) => format!("{} win.", winners.join(" and ")),
    }
}

/// "1 point", "24 points".
fn points(count: i32) -> String {
    format!("{count} point{}", if count == 1 { "" } else { "s" })
}

/// The whole position, secrets included.
pub(crate) fn picture(game: &Words) -> String {
    let mut text = board_text(&game.common.board, &game.config().layout);
    for seat in Seat::all(game.common.seats()) {
        let (score, rack) = (game.common.scores[seat.index()], game.racks[seat.index()]);
        let mark = if game.common.turn == Some(seat) { '>' } else { ' ' };
        let _ = writeln!(text, "{mark} {seat}: {score} points, holds {rack}");
    }
    let _ = writeln!(text, "  {} tiles in the bag", game.common.bag);
    text
}
