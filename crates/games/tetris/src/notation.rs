//! Tetris as text.

use crate::{
    Action, Event, Tetris, What,
    board::{VISIBLE, WIDTH},
    handling::Key,
    paint::Cell,
    scoring::Clear,
    spin::Spin,
};
use parlor_kernel::{Duel, Outcome, Reason, Seat, Verdict};
use std::fmt::Write;

const fn key_text(key: Key) -> &'static str {
    match key {
        Key::Left => "left",
        Key::Right => "right",
        Key::TurnRight => "turn right",
        Key::TurnLeft => "turn left",
        Key::Soft => "soft drop",
        Key::Hard => "hard drop",
        Key::Hold => "hold",
    }
}

pub(crate) fn action_text(action: &Action) -> String {
    match *action {
        Action::Press(key) if key.is_held() => format!("{} down", key_text(key)),
        Action::Press(key) | Action::Tap(key) => key_text(key).into(),
        Action::Release(key) => format!("{} up", key_text(key)),
        Action::Handle(handling) => {
            format!("keys repeat after {}, every {}, soft drop {}", handling.delay, handling.repeat, handling.soft)
        }
        Action::Pause => "pause".into(),
        Action::Resume => "resume".into(),
        Action::Surrender => "surrender".into(),
    }
}

/// What a lock is called.
pub fn clear_text(clear: Clear) -> String {
    let lines = ["", "single", "double", "triple", "Tetris"][usize::from(clear.lines.min(4))];
    let spin = match clear.spin {
        Spin::None => "",
        Spin::Mini => "mini T-spin",
        Spin::Full => "T-spin",
    };
    let mut text = [spin, lines].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ");
    if clear.perfect {
        text.push_str(", empty board");
    }
    text
}

pub(crate) fn event_text(event: &Event, names: &[String]) -> String {
    let name = |seat: Seat| names.get(seat.index()).map_or_else(|| seat.to_string(), Clone::clone);
    match &event.what {
        What::Pressed { .. }
        | What::Released { .. }
        | What::Tapped { .. }
        | What::Handled { .. }
        | What::Counted { .. }
        | What::Unveiled(_) => String::new(),
        What::Entered { gaps, .. } if gaps.is_empty() => String::new(),
        What::Entered { seat, gaps, .. } => {
            let (rows, are) = if gaps.len() == 1 { ("row", "is") } else { ("rows", "are") };
            format!("{} {rows} {are} on the way to {}.", gaps.len(), name(Duel::other(*seat)))
        }
        What::Cleared { seat, clear, points, attack } => {
            let mut text = format!("{}: {}, {points} points", name(*seat), clear_text(*clear));
            if *attack > 0 {
                write!(text, ", attack {attack}").expect("strings take everything");
            }
            text + "."
        }
        What::ToppedOut { seat } => format!("{} has no room left.", name(*seat)),
        What::PauseAsked { seat } => format!("{} asks for a pause.", name(*seat)),
        What::PauseDropped { seat } => format!("{} plays on.", name(*seat)),
        What::Paused => "The match is paused.".into(),
        What::Resumed => "The match goes on.".into(),
        What::Over { outcome } => over_text(*outcome, name),
    }
}

fn over_text(outcome: Outcome, name: impl Fn(Seat) -> String) -> String {
    let winner = outcome.winners().first().map(name);
    match (outcome.verdict, winner, outcome.reason) {
        (Verdict::Void, ..) | (_, _, Reason::Void) => "The match does not count.".into(),
        (Verdict::Draw, ..) => "A draw.".into(),
        (_, None, Reason::Completed) => "The game is over.".into(),
        (_, None, _) => "The game was given up.".into(),
        (_, Some(winner), Reason::Completed) => format!("{winner} wins."),
        (_, Some(winner), Reason::Surrender(_)) => format!("{winner} wins: the other gave up."),
        (_, Some(winner), Reason::Timeout(_)) => format!("{winner} wins on time."),
        (_, Some(winner), Reason::Abandoned(_)) => format!("{winner} wins: the other left."),
    }
}

/// Every field with its figures, one after the other; small letters are the piece in play.
pub(crate) fn picture(game: &Tetris) -> String {
    let mut text = String::new();
    for (well, seat) in game.position.wells.iter().zip(0..) {
        let active = well.active.map_or([(-1, -1); 4], |active| active.placement.cells());
        let letter = well.active.map_or('.', |active| active.placement.piece.letter().to_ascii_lowercase());
        let next: String = well.next.iter().map(|piece| piece.letter()).collect();
        let hold = well.hold.map_or('-', |piece| piece.letter());
        let (score, lines, level) = (well.score, well.lines, well.level(&game.config));
        writeln!(text, "{}: {score} points, {lines} lines, level {level}, next {next}, hold {hold}", Seat(seat))
            .expect("strings take everything");
        let top = VISIBLE.max(well.board.height() as usize);
        for y in (0..top).rev() {
            let row = (0..WIDTH).map(|x| match well.paint.cell(x, y) {
                Cell::Piece(piece) => piece.letter(),
                Cell::Garbage => '#',
                Cell::Empty if active.contains(&(x as i8, y as i8)) => letter,
                Cell::Empty => '.',
            });
            text.extend(row.chain(['\n']));
        }
    }
    text
}
