//! What is said about a match, to the one who plays it.

use crate::games::kit::{Names, plural};
use parlor_kernel::{Reason, Seat};
use parlor_words::{Challenge, Common, Config, Laid, Move, RACK, Turn, View};

/// What to do with an empty board.
pub const LAY: &str = "Lay tiles on the board first.";
/// How tiles come onto the board.
pub const HOW: &str = "Drag tiles onto the board, tap a square, or type.";
/// What to do meanwhile.
pub const WAIT: &str = "You may try tiles out while you wait.";
/// What to do when swapping.
pub const CHOOSE: &str = "Choose the tiles to swap.";

/// What the button says that plays.
pub fn play_label(laid: Option<&Laid>) -> String {
    laid.map_or_else(|| "Play".into(), |laid| format!("Play {}", laid.score))
}

/// What the button says that swaps.
pub fn swap_label(count: u32) -> String {
    if count == 0 { "Swap".into() } else { format!("Swap {count}") }
}

/// Why nothing can be swapped, if the bag holds too little. What is still to be drawn for an open play is as good as drawn.
pub fn too_few(common: &Common) -> Option<String> {
    let left = common.bag_when_closed(RACK);
    let holds = if left == common.bag { "it holds" } else { "once the last play stands it holds" };
    (left < 7).then(|| format!("You can swap while the bag holds at least 7 tiles; {holds} {left}."))
}

/// What passing means now.
pub fn pass_question(passes: u8) -> String {
    match passes {
        0 => "You get no points and keep your tiles.".into(),
        _ => "You get no points. If everyone passes in a row, the match ends.".into(),
    }
}

/// "24 points".
pub fn points(count: i32) -> String {
    plural(count.unsigned_abs() as usize, "point", "points")
}

/// A turn, in the words of a list: "DRAGON 8H".
pub fn turn(turn: &Turn) -> String {
    match &turn.made {
        Move::Play(laid) => format!("{} {}", laid.word.capitals(), laid.at),
        Move::TakenBack(laid) => format!("{} {}, taken back", laid.word.capitals(), laid.at),
        Move::Swap(count) => format!("swapped {}", plural((*count).into(), "tile", "tiles")),
        Move::Pass => "passed".into(),
        Move::Missed => "ran out of time".into(),
        Move::Challenge => "challenged in vain".into(),
    }
}

/// What a turn brought.
pub fn gain(turn: &Turn) -> i32 {
    if let Move::Play(laid) = &turn.made { laid.score } else { 0 }
}

/// The last turn as a sentence.
fn told(turn: &Turn, names: &Names) -> String {
    let (mine, who) = (names.me == Some(turn.seat), names.who(turn.seat));
    let verb = |you: &'static str, they: &'static str| if mine { you } else { they };
    match &turn.made {
        Move::Play(laid) => {
            format!("{who} {} {} for {}.", verb("played", "played"), laid.word.capitals(), points(laid.score))
        }
        Move::TakenBack(laid) => format!("{who} had to take {} back.", laid.word.capitals()),
        Move::Swap(count) => format!("{who} swapped {}.", plural((*count).into(), "tile", "tiles")),
        Move::Pass => format!("{who} passed."),
        Move::Missed => format!("{who} {} out of time.", verb("were", "was")),
        Move::Challenge => format!("{who} challenged in vain."),
    }
}

/// The status line: what happened last, and whose turn it is.
pub fn status(config: &Config, view: &View, names: &Names) -> String {
    let last = view.common.history.last().map(|turn| told(turn, names));
    if let Some(outcome) = view.common.outcome {
        let ending = names.ending(outcome, || scores(view));
        return match outcome.reason {
            Reason::Completed => ending,
            _ => [last, Some(ending)].into_iter().flatten().collect::<Vec<_>>().join(" "),
        };
    }
    let prompt = view.common.turn.map(|seat| prompt(config, view, names, seat));
    [last, prompt].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn prompt(config: &Config, view: &View, names: &Names, seat: Seat) -> String {
    let mine = names.me == Some(seat);
    match (mine, view.common.board.is_empty(), view.common.open_play()) {
        (true, true, _) => "Your turn: the first word covers the star.".into(),
        (true, _, Some(_)) if config.challenge != Challenge::Void => "Your turn: challenge it, or play.".into(),
        _ => format!("{} turn.", names.whose(seat)),
    }
}

/// "312 to 288."
fn scores(view: &View) -> String {
    let mut scores = view.common.scores.clone();
    scores.sort_unstable_by(|one, other| other.cmp(one));
    format!("{}.", scores.iter().map(i32::to_string).collect::<Vec<_>>().join(" to "))
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use parlor_kernel::SeatSet;
    use parlor_words::{At, Board};

    /// The first seat has laid two tiles, and may be challenged; so many tiles are in the bag.
    pub fn after_a_play(bag: u8) -> Common {
        let at: At = "8H".parse().unwrap();
        let laid = Laid { at, word: "AN".parse().unwrap(), fresh: 0b11, score: 2, words: Vec::new() };
        Common {
            board: Board::EMPTY,
            scores: vec![2, 0],
            hands: vec![5, 7],
            bag,
            drawn: 0,
            turn: Some(Seat(1)),
            passes: 0,
            scoreless: 0,
            history: vec![Turn { seat: Seat(0), made: Move::Play(laid), total: 2 }],
            open: true,
            gone: SeatSet::EMPTY,
            timing: None,
            outcome: None,
        }
    }

    #[test]
    fn tiles_that_are_still_to_be_drawn_cannot_be_swapped() {
        assert_eq!(too_few(&after_a_play(9)), None);
        let why = too_few(&after_a_play(8)).unwrap();
        assert!(why.ends_with("once the last play stands it holds 6."), "{why}");
        assert_eq!(too_few(&Common { open: false, ..after_a_play(8) }), None);
        assert!(too_few(&Common { open: false, ..after_a_play(6) }).unwrap().ends_with("; it holds 6."));
    }
}
