//! Actions, events and positions as text.

use crate::{Action, Codenames, Config, Event, Interception, Kind, Place, ROWS, Side, TurnEnd, explain};
use parlor_kernel::{GameConfig, Outcome, Reason, Seat};
use std::fmt::Write;

/// An action in a few words. Cards are named by row and column: `B3`.
pub(crate) fn action(action: &Action) -> String {
    match action {
        Action::Hint { word, count, .. } => format!("hint {word} {count}"),
        Action::Appeal { word, count } => format!("appeal {word} {count}"),
        Action::Rule { allow: true } => "allow".into(),
        Action::Rule { allow: false } => "deny".into(),
        Action::Tag { card, on: true } => format!("tag {}", square(*card)),
        Action::Tag { card, on: false } => format!("untag {}", square(*card)),
        Action::Reveal { card } => format!("guess {}", square(*card)),
        Action::EndTurn => "end turn".into(),
        Action::Intercept { card } => format!("intercept {}", square(*card)),
        Action::Waive => "let pass".into(),
    }
}

/// A card by its row and column, "A1" to "E5".
pub fn square(card: Place) -> String {
    format!("{}{}", char::from(b'A' + card.0 / ROWS), card.0 % ROWS + 1)
}

/// An event as a sentence; `names` are the players, by seat.
pub(crate) fn sentence(config: &Config, event: &Event, names: &[String]) -> String {
    let name = |seat: Seat| names.get(seat.index()).map_or("?", String::as_str);
    let side = |side: Side| {
        if config.is_duet() { name(config.hinter(side)).to_owned() } else { side.name().to_owned() }
    };
    match event {
        Event::Hinted { side: by, word, count, .. } => format!("{} says {}, {count}.", side(*by), word.to_uppercase()),
        Event::Appealed { side: by } => format!("{} asks the host to allow a hint.", side(*by)),
        Event::Proposed { side: by, word, count } => {
            format!("{} asks the host to allow {}, {count}.", side(*by), word.to_uppercase())
        }
        Event::Denied { side: by } => format!("The host says no. {} needs another hint.", side(*by)),
        Event::Released | Event::Tagged { .. } | Event::Waived { .. } => String::new(),
        Event::Revealed { seat, word, kind, .. } => {
            format!("{} reveals {}: {}.", name(*seat), word.to_uppercase(), told(*kind))
        }
        Event::Intercepted { seat, word, kind, result, .. } => {
            let what = match result {
                Interception::Stolen { quick: true } => "steals, and quickly",
                Interception::Stolen { quick: false } => "steals",
                Interception::Failed => "tries to steal",
            };
            format!("{} {what} {}: {}.", name(*seat), word.to_uppercase(), told(*kind))
        }
        Event::Scored { teams: [red, blue], .. } => format!("Red has {red}, Blue has {blue}."),
        Event::TurnEnded { end, .. } => match end {
            TurnEnd::Wrong | TurnEnd::Used => String::new(),
            TurnEnd::Passed => "That is all for this turn.".into(),
            TurnEnd::Timeout => "Time is up.".into(),
        },
        Event::Turn { side: next, turns_left, .. } if config.is_duet() => {
            let turns = if *turns_left == 1 { "the last turn".into() } else { format!("{turns_left} turns are left") };
            format!("{} gives the next hint; {turns}.", side(*next))
        }
        Event::Turn { side: next, .. } => format!("{} is to move.", side(*next)),
        Event::SuddenDeath { guessers, .. } => match guessers.first().filter(|_| guessers.len() == 1) {
            Some(seat) => format!("Only {} has words left to find. The next wrong guess loses.", name(seat)),
            None => "No turns are left. The next wrong guess loses.".into(),
        },
        Event::Left { seat } => format!("{} leaves.", name(*seat)),
        Event::Over { outcome, .. } => result(config, *outcome, names),
    }
}

const fn told(kind: Kind) -> &'static str {
    kind.name()
}

fn result(config: &Config, outcome: Outcome, names: &[String]) -> String {
    let winners = outcome.winners();
    let left = match outcome.reason {
        Reason::Abandoned(seat) => {
            format!(" {} has left.", names.get(seat.index()).map_or("?", String::as_str))
        }
        _ => String::new(),
    };
    let result = match (config.is_duet(), winners.first()) {
        (true, Some(_)) => "All fifteen words are found.".to_owned(),
        (true, None) => "The partners have lost.".to_owned(),
        (false, Some(seat)) => format!("{} wins.", config.side(seat).name()),
        (false, None) => "Nobody wins.".to_owned(),
    };
    result + &left
}

/// The whole position, secrets included.
pub(crate) fn picture(game: &Codenames) -> String {
    let width = game.words.iter().map(|word| word.chars().count()).max().unwrap_or_default();
    let mut text = String::new();
    let mut put = |part: String| write!(text, "{part}").expect("strings take everything");
    for card in Place::all() {
        let keys: String = game.keys.iter().map(|key| key[card.index()].letter()).collect();
        let open = if game.face(card).shown.is_some() { '*' } else { ' ' };
        let word = &game.words[card.index()];
        let gap = " ".repeat(width - word.chars().count());
        let end = if card.0 % ROWS == ROWS - 1 { "\n" } else { "  " };
        put(format!("{keys}{open}{word}{gap}{end}"));
    }
    for line in explain::lines(game) {
        put(format!("{line}\n"));
    }
    if let Some(outcome) = game.outcome {
        let seats: Vec<_> =
            Seat::all(game.config().seats()).map(|seat| game.config().seat_plan(seat).name.into_owned()).collect();
        put(format!("{}\n", result(game.config(), outcome, &seats)));
    }
    text
}
