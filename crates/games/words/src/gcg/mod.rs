//! Games in GCG, the text format of word games.
//!
//! `#player1 nick name` lines come first, then one line for each event: `>nick: RACK 8H W.RD +24 100`. A dot stands for a
//! letter that is on the board already, lower case for a blank. `-ABC` is a swap and `-` a pass; `--` takes the play
//! before it back; `(RACK)` settles the tiles left over, `(time)` overtime and `(challenge)` a wrong challenge.

mod export;

use crate::{
    Words,
    board::Board,
    rules::judge,
    square::At,
    tile::{Placed, Word},
    tiles::Tiles,
};
use parlor_kernel::Rules;
use std::{fmt, str::FromStr};
use thiserror::Error;

/// A game of word games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gcg {
    /// The players' nicknames and names.
    pub players: Vec<(String, String)>,
    /// What happened.
    pub lines: Vec<Line>,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Whose turn it was, as a place in [`Gcg::players`].
    pub player: usize,
    /// What the player held.
    pub rack: Tiles,
    /// What happened.
    pub what: What,
    /// What it brought.
    pub points: i32,
    /// The player's score after it.
    pub total: i32,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A word was laid; `None` for letters that were there already.
    Play(At, Vec<Option<Placed>>),
    /// Tiles were swapped.
    Swap(Tiles),
    /// The turn was passed.
    Pass,
    /// The play before it was taken back.
    TakenBack,
    /// The tiles left over were settled.
    Leftovers(Tiles),
    /// Overtime was settled.
    Time,
    /// A wrong challenge was settled.
    Challenge,
}

/// What is wrong with a game, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("Line {line}: {why}")]
pub struct GcgError {
    /// The line of the text, or the number of the event in the game, from 1.
    pub line: usize,
    /// What is wrong.
    pub why: String,
}

impl fmt::Display for Gcg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (nick, name)) in (1..).zip(&self.players) {
            writeln!(f, "#player{number} {nick} {name}")?;
        }
        for Line { player, rack, what, points, total } in &self.lines {
            let nick = self.players.get(*player).map_or("?", |(nick, _)| nick);
            let rack = rack.to_string();
            write!(f, ">{nick}:{}{rack} ", if rack.is_empty() { "" } else { " " })?;
            match what {
                What::Play(at, letters) => {
                    write!(f, "{at} ")?;
                    for letter in letters {
                        match letter {
                            Some(placed) => write!(f, "{placed}")?,
                            None => write!(f, ".")?,
                        }
                    }
                }
                What::Swap(tiles) => write!(f, "-{tiles}")?,
                What::Pass => write!(f, "-")?,
                What::TakenBack => write!(f, "--")?,
                What::Leftovers(tiles) => write!(f, "({tiles})")?,
                What::Time => write!(f, "(time)")?,
                What::Challenge => write!(f, "(challenge)")?,
            }
            writeln!(f, " {points:+} {total}")?;
        }
        Ok(())
    }
}

impl FromStr for Gcg {
    type Err = GcgError;

    fn from_str(text: &str) -> Result<Self, GcgError> {
        let mut game = Self::default();
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            let wrong = |why: &str| GcgError { line: number, why: why.to_owned() };
            if let Some(rest) = line.strip_prefix("#player") {
                let mut words = rest.splitn(3, ' ').skip(1);
                let nick = words.next().ok_or_else(|| wrong("a player has a nickname"))?;
                game.players.push((nick.to_owned(), words.next().unwrap_or(nick).to_owned()));
            } else if let Some(rest) = line.strip_prefix('>') {
                let (nick, rest) =
                    rest.split_once(':').ok_or_else(|| wrong("a turn begins with a nickname and a colon"))?;
                let player = game.players.iter().position(|(known, _)| known == nick);
                let player = player.ok_or_else(|| wrong("there is no such player"))?;
                game.lines.push(event(player, rest).ok_or_else(|| wrong("this is no turn"))?);
            }
            // Other lines are notes and titles.
        }
        Ok(game)
    }
}

/// What follows the nickname.
fn event(player: usize, text: &str) -> Option<Line> {
    let fields: Vec<_> = text.split_whitespace().collect();
    let (&total, rest) = fields.split_last()?;
    let (&points, rest) = rest.split_last()?;
    let (rack, what) = match *rest {
        [rack, at, word] => (rack, play(at, word)?),
        [rack, what] => (rack, other(what)?),
        // Once the match is over, nothing is left on the rack.
        [what] => ("", other(what)?),
        _ => return None,
    };
    Some(Line { player, rack: rack.parse().ok()?, what, points: points.parse().ok()?, total: total.parse().ok()? })
}

fn play(at: &str, word: &str) -> Option<What> {
    let letters: Option<Vec<_>> =
        word.chars().map(|c| if c == '.' { Some(None) } else { Placed::of(c).map(Some) }).collect();
    Some(What::Play(at.parse().ok()?, letters?))
}

fn other(what: &str) -> Option<What> {
    match what {
        "-" => Some(What::Pass),
        "--" => Some(What::TakenBack),
        "(time)" => Some(What::Time),
        "(challenge)" => Some(What::Challenge),
        _ => match what.strip_prefix('-') {
            Some(tiles) => tiles.parse().ok().map(What::Swap),
            None => what.strip_prefix('(')?.strip_suffix(')')?.parse().ok().map(What::Leftovers),
        },
    }
}

impl Gcg {
    /// Plays the game again by `rules` and compares every score.
    ///
    /// # Errors
    /// The first event that the rules refuse or count otherwise, as its place among the events, from 1.
    pub fn verify(&self, rules: &Rules<Words>) -> Result<Board, GcgError> {
        let mut boards = vec![Board::EMPTY];
        let mut totals = vec![0; self.players.len()];
        for (line, event) in (1..).zip(&self.lines) {
            let wrong = |why: String| GcgError { line, why };
            let board = boards.last().cloned().unwrap_or(Board::EMPTY);
            match &event.what {
                What::Play(at, letters) => {
                    let word = word(&board, *at, letters).ok_or_else(|| wrong("a dot stands for no letter".into()))?;
                    let laid = judge(rules, &board, *at, &word).map_err(|illegal| wrong(illegal.to_string()))?;
                    event.rack.minus(&laid.tiles()).map_err(|tile| wrong(format!("the rack lacks {tile}")))?;
                    if laid.score != event.points {
                        return Err(wrong(format!("it counts {}, not {}", laid.score, event.points)));
                    }
                    let mut after = board;
                    for ((square, _), placed) in laid.squares().zip(laid.word.letters()) {
                        after.put(square, *placed);
                    }
                    boards.push(after);
                }
                What::TakenBack => boards.truncate(boards.len().max(2) - 1),
                What::Swap(_) | What::Pass | What::Leftovers(_) | What::Time | What::Challenge => {}
            }
            let total = &mut totals[event.player];
            *total += event.points;
            if *total != event.total {
                return Err(wrong(format!("the total is {total}, not {}", event.total)));
            }
        }
        Ok(boards.pop().unwrap_or(Board::EMPTY))
    }
}

/// The letters of a play, with those that are on the board.
fn word(board: &Board, at: At, letters: &[Option<Placed>]) -> Option<Word> {
    let letter = |(step, letter): (i8, &Option<Placed>)| {
        letter.or_else(|| board.at(at.square.step(at.direction, step)?)).map(|placed| placed.to_string())
    };
    let text: Option<String> = (0..).zip(letters).map(letter).collect();
    text?.parse().ok()
}
