//! What is typed in American Mahjong.

use super::{NotACommand, Slash};
use parlor_kernel::Seat;
use std::fmt;

/// What can be typed in American Mahjong. Tiles are written `5D`, `N`, `F`; whether there are such tiles is for the game
/// to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MahjongCommand {
    /// `/charleston 1B 2C N`: pass these tiles; none is a blind pass.
    Charleston(Vec<String>),
    /// `/vote more` or `/vote stop`: whether there shall be a second Charleston.
    Vote {
        /// Whether there shall.
        more: bool,
    },
    /// `/courtesy 2`: offer to exchange so many tiles.
    Courtesy(u8),
    /// `/discard 5D`.
    Discard(String),
    /// `/claim pung [jokers]`: claim the discard; with as few jokers as possible, if their number is left out.
    Claim(Group),
    /// `/regroup kong [jokers]`: correct the group just claimed.
    Regroup(Group),
    /// `/mahjong`: declare it.
    Declare,
    /// `/joker 2 1`: take a joker out of a seat's group, both counted from one.
    Joker {
        /// Whose group.
        seat: Seat,
        /// Which of that seat's groups, counted from one.
        group: u8,
    },
    /// `/blank 5D`: trade a blank for a discard.
    Blank(String),
    /// `/wait`: ask for a minute to think about a discard.
    Wait,
    /// `/dead 3`: say that a seat's exposures are in no hand of the card.
    Dead(Seat),
}

/// A group that is laid open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// How many tiles it has, 3 to 6.
    pub size: u8,
    /// How many of them are jokers.
    pub jokers: Option<u8>,
}

/// What groups of three to six tiles are called.
const GROUPS: [&str; 4] = ["pung", "kong", "quint", "sextet"];

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(GROUPS[usize::from(self.size.clamp(3, 6)) - 3])?;
        self.jokers.map_or(Ok(()), |jokers| write!(f, " {jokers}"))
    }
}

impl fmt::Display for MahjongCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Charleston(tiles) if tiles.is_empty() => f.write_str("/charleston blind"),
            Self::Charleston(tiles) => write!(f, "/charleston {}", tiles.join(" ")),
            Self::Vote { more: true } => f.write_str("/vote more"),
            Self::Vote { more: false } => f.write_str("/vote stop"),
            Self::Courtesy(tiles) => write!(f, "/courtesy {tiles}"),
            Self::Discard(tile) => write!(f, "/discard {tile}"),
            Self::Claim(group) => write!(f, "/claim {group}"),
            Self::Regroup(group) => write!(f, "/regroup {group}"),
            Self::Declare => f.write_str("/mahjong"),
            Self::Wait => f.write_str("/wait"),
            Self::Joker { seat, group } => write!(f, "/joker {} {group}", seat.0 + 1),
            Self::Blank(tile) => write!(f, "/blank {tile}"),
            Self::Dead(seat) => write!(f, "/dead {}", seat.0 + 1),
        }
    }
}

/// Reads a command of the game; `None` if it is another one.
pub(super) fn read(command: &str, rest: &str) -> Option<Result<Slash, NotACommand>> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (read, usage) = match command {
        "charleston" => (charleston(&words), "/charleston 1B 2C N (up to three tiles, or blind)"),
        "vote" => (vote(&words), "/vote more, or /vote stop"),
        "courtesy" => (number(&words, 3).map(MahjongCommand::Courtesy), "/courtesy 2 (0 to 3 tiles)"),
        "discard" => (one_tile(&words).map(MahjongCommand::Discard), "/discard 5D"),
        "claim" => (group(&words).map(MahjongCommand::Claim), "/claim pung [jokers] (or kong, quint, sextet)"),
        "regroup" => (group(&words).map(MahjongCommand::Regroup), "/regroup kong [jokers]"),
        "mahjong" => (words.is_empty().then_some(MahjongCommand::Declare), "/mahjong"),
        "wait" => (words.is_empty().then_some(MahjongCommand::Wait), "/wait"),
        "joker" => (joker(&words), "/joker 2 1 (seat, then group, counted from 1)"),
        "blank" => (one_tile(&words).map(MahjongCommand::Blank), "/blank 5D"),
        "dead" => {
            (one(&words).and_then(super::parse::seat).map(MahjongCommand::Dead), "/dead 3 (seat, counted from 1)")
        }
        _ => return None,
    };
    Some(read.map(Slash::Mahjong).ok_or(NotACommand::Usage(usage)))
}

fn one<'a>(words: &[&'a str]) -> Option<&'a str> {
    words.first().copied().filter(|_| words.len() == 1)
}

/// One or two letters and digits, in capitals.
fn tile(word: &str) -> Option<String> {
    let fits = (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    fits.then(|| word.to_ascii_uppercase())
}

fn one_tile(words: &[&str]) -> Option<String> {
    one(words).and_then(tile)
}

fn charleston(words: &[&str]) -> Option<MahjongCommand> {
    let tiles = match words {
        [] => return None,
        [blind] if blind.eq_ignore_ascii_case("blind") => Vec::new(),
        words => words.iter().map(|word| tile(word)).collect::<Option<Vec<_>>>()?,
    };
    (tiles.len() <= 3).then_some(MahjongCommand::Charleston(tiles))
}

fn vote(words: &[&str]) -> Option<MahjongCommand> {
    let more = match one(words)?.to_ascii_lowercase().as_str() {
        "more" => true,
        "stop" => false,
        _ => return None,
    };
    Some(MahjongCommand::Vote { more })
}

fn number(words: &[&str], most: u8) -> Option<u8> {
    one(words)?.parse().ok().filter(|number| *number <= most)
}

fn group(words: &[&str]) -> Option<Group> {
    let (name, jokers) = match *words {
        [name] => (name, None),
        [name, jokers] => (name, Some(jokers.parse::<u8>().ok().filter(|jokers| *jokers < 6)?)),
        _ => return None,
    };
    let place = GROUPS.iter().position(|known| known.eq_ignore_ascii_case(name))?;
    Some(Group { size: place as u8 + 3, jokers })
}

fn joker(words: &[&str]) -> Option<MahjongCommand> {
    let [seat, group] = *words else { return None };
    let group = group.parse::<u8>().ok().filter(|group| (1..=5).contains(group))?;
    Some(MahjongCommand::Joker { seat: super::parse::seat(seat)?, group })
}
