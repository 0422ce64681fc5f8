//! What is said about a match.

use crate::games::kit::Names;
use parlor_codenames::{Appeal, Config, Kind, Phase, Side, View, Window};
use parlor_kernel::Reason;

/// "Red" or "Blue"; in a duet the player.
pub fn side(config: &Config, names: &Names, side: Side) -> String {
    if config.is_duet() { names.name(config.hinter(side)).to_owned() } else { side.name().to_owned() }
}

/// The status line: what the match waits for, and what the viewer can do about it.
pub fn status(config: &Config, view: &View, names: &Names) -> String {
    if view.outcome.is_some() {
        return ending(config, view, names);
    }
    let me = view.seat;
    let hint =
        view.hints.last().map(|hint| format!("{}, {}", hint.word.to_uppercase(), hint.count)).unwrap_or_default();
    match &view.phase {
        Phase::SpymasterTurn { appeal: Appeal::Asked { hint }, .. } => {
            let asked = hint.as_ref().map_or("a word".into(), |hint| hint.word.to_uppercase());
            match me == config.host && me.is_some() {
                true => format!("You are the host: may {asked} be given as a hint?"),
                false => format!("The host decides whether {asked} may be given as a hint."),
            }
        }
        Phase::SpymasterTurn { side: turn, appeal } => {
            let again = if *appeal == Appeal::Denied { "The host says no. " } else { "" };
            match me.is_some_and(|me| config.hinter(*turn) == me) {
                true => format!("{again}Your hint: one word, and for how many cards."),
                false => format!("{again}{} thinks of a hint.", names.name(config.hinter(*turn))),
            }
        }
        Phase::TeamTurn { side: turn, window, .. } => {
            let guesses = me.is_some_and(|me| view.is_guesser(me, *turn));
            let steals =
                matches!(window, Window::Open { .. }) && me.is_some_and(|me| view.is_guesser(me, turn.other()));
            let team = side(config, names, *turn);
            match (guesses, steals) {
                (true, _) => format!("{hint}: mark the cards it may mean, and reveal one."),
                (_, true) => format!("{team}’s hint is {hint}. Intercept it before they reveal a card, or wait."),
                _ if config.is_duet() => format!("{} looks for {hint}.", names.name(config.hinter(turn.other()))),
                _ => format!("{team} looks for {hint}."),
            }
        }
        Phase::SuddenDeath { guessers } => match me.is_some_and(|me| !guessers.contains(me)) {
            true => "You have found all that your partner knows of. The rest is for your partner to find.".into(),
            false => "No hints are left: the next wrong card loses.".into(),
        },
        Phase::Ended => ending(config, view, names),
    }
}

fn ending(config: &Config, view: &View, names: &Names) -> String {
    let Some(outcome) = view.outcome else { return String::new() };
    if config.is_duet() {
        return match outcome.winners().is_empty() {
            true => "You have lost this one together.".into(),
            false => "All fifteen words are found.".into(),
        };
    }
    let Some(winner) = outcome.winners().first().map(|seat| config.side(seat)) else {
        return "Nobody wins.".into();
    };
    let assassin = view.faces.iter().any(|face| face.shown == Some(Kind::Assassin));
    let why = match outcome.reason {
        Reason::Abandoned(seat) => format!("{} left", names.name(seat)),
        _ if assassin => format!("{} met the assassin", winner.other().name()),
        _ if view.intercepts => {
            format!("{} to {} points", view.points[winner.index()], view.points[winner.other().index()])
        }
        _ => "all their words are revealed".into(),
    };
    format!("{} wins: {why}.", winner.name())
}

/// A kind for style sheets and tests.
pub const fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Red => "red",
        Kind::Blue => "blue",
        Kind::Green => "green",
        Kind::Innocent => "innocent",
        Kind::Assassin => "assassin",
    }
}

/// A shape and a letter, so that no one needs colours.
pub const fn sign(kind: Kind) -> &'static str {
    match kind {
        Kind::Red => "◆ R",
        Kind::Blue => "● B",
        Kind::Green => "▲ G",
        Kind::Innocent => "– i",
        Kind::Assassin => "✖ X",
    }
}
