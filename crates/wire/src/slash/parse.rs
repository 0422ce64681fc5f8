//! Reading a line.

use super::{Direction, GameWord, HintCount, Slash, WordPlay, WordsCommand, complete, mahjong};
use crate::{MAX_CHAT, display_name};
use parlor_kernel::{MAX_SEATS, Seat};
use std::str::FromStr;
use thiserror::Error;

/// Why a line is no command, in words for the player who typed it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotACommand {
    /// No slash in front.
    #[error("A command begins with a slash.")]
    NoSlash,
    /// Unknown.
    #[error("There is no command called {typed}. {}", advice(.meant.as_ref(), "there is"))]
    Unknown {
        /// What was typed.
        typed: String,
        /// What may have been meant.
        meant: Option<String>,
    },
    /// Unknown after `/hope`.
    #[error("/hope does not know {typed}. {}", advice(.meant.as_ref(), "it knows"))]
    UnknownTopic {
        /// What was typed.
        typed: String,
        /// What may have been meant.
        meant: Option<String>,
    },
    /// Something is missing or wrong; this is how it goes.
    #[error("It goes like this: {0}")]
    Usage(&'static str),
    /// There is more than the command takes.
    #[error("{0} takes nothing more.")]
    TooMuch(&'static str),
    /// That cannot be a name.
    #[error("{0} cannot be a player's name.")]
    BadName(String),
    /// Too long to be anything.
    #[error("That is too long.")]
    TooLong,
}

/// What may have been meant, or where to see what there is.
fn advice(meant: Option<&String>, what: &str) -> String {
    meant.map_or_else(|| format!("Type /hope to see what {what}."), |meant| format!("Did you mean {meant}?"))
}

/// How a line that is no command begins one.
fn meant(line: &str) -> Option<String> {
    complete(line, &[]).into_iter().next()
}

type Read = Result<Slash, NotACommand>;

impl FromStr for Slash {
    type Err = NotACommand;

    fn from_str(line: &str) -> Read {
        if line.len() > 4 * MAX_CHAT + 16 {
            return Err(NotACommand::TooLong);
        }
        let line = line.trim().strip_prefix('/').ok_or(NotACommand::NoSlash)?;
        let (command, rest) = first_word(line);
        let alone = |slash, usage| if rest.is_empty() { Ok(slash) } else { Err(NotACommand::TooMuch(usage)) };
        match command.to_lowercase().as_str() {
            "hope" => hope(rest),
            "word" => word(rest),
            "pass" => alone(Self::Pass, "/pass"),
            "swap" => swap(rest),
            "challenge" if rest.is_empty() => Ok(Self::ChallengePlay),
            "challenge" => Err(NotACommand::Usage(
                "/challenge (the last play of Words), or /hope challenge player [game] (to invite a player)",
            )),
            "fire" => fire(rest),
            "ready" => alone(Self::Ready, "/ready"),
            "sit" if rest.is_empty() => Ok(Self::Sit(None)),
            "sit" => Ok(Self::Sit(Some(seat(rest).ok_or(NotACommand::Usage("/sit [2]"))?))),
            "move" => {
                let (from, to) = first_word(rest);
                let both = seat(from).zip(seat(to)).ok_or(NotACommand::Usage("/move 2 4"))?;
                Ok(Self::Move { from: both.0, to: both.1 })
            }
            "shuffle" => alone(Self::Shuffle, "/shuffle"),
            "begin" => Ok(Self::Begin(named(rest)?)),
            "surrender" => alone(Self::Surrender, "/surrender"),
            "roll" => roll(rest),
            "gc" | "gamechat" => say(rest),
            "hint" => {
                let usage = NotACommand::Usage("/hint clue 2 (0 to 9, or * for any number)");
                clue(rest).map(|(clue, count)| Self::Hint { clue, count }).ok_or(usage)
            }
            "appeal" => {
                let usage = NotACommand::Usage("/appeal clue 2 (the clue that was refused, with its number)");
                clue(rest).map(|(clue, count)| Self::Appeal { clue, count }).ok_or(usage)
            }
            "allow" => alone(Self::Rule { allow: true }, "/allow"),
            "deny" => alone(Self::Rule { allow: false }, "/deny"),
            "guess" => guess(rest),
            "luck" => luck(rest),
            other => mahjong::read(other, rest).unwrap_or_else(|| {
                let typed = format!("/{}", short(command));
                Err(NotACommand::Unknown { meant: meant(&typed), typed })
            }),
        }
    }
}

/// The first word, and what follows it.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(first, rest)| (first, rest.trim()))
}

/// A seat, counted from one.
pub(super) fn seat(text: &str) -> Option<Seat> {
    let number: u8 = text.parse().ok()?;
    (1..=MAX_SEATS).contains(&number).then(|| Seat(number - 1))
}

/// Enough of what was typed to recognise it.
fn short(text: &str) -> String {
    text.chars().take(24).collect()
}

fn hope(text: &str) -> Read {
    let (topic, rest) = first_word(text);
    match topic.to_lowercase().as_str() {
        "" | "help" => Ok(Slash::Help),
        "words" => words(rest),
        "challenge" => challenge(rest),
        "join" => join(rest),
        "accept" => Ok(Slash::Accept(named(rest)?)),
        "decline" => Ok(Slash::Decline(named(rest)?)),
        "cancel" => Ok(Slash::Cancel(named(rest)?)),
        "stats" => Ok(Slash::Stats(named(rest)?)),
        _ => {
            let game = game(topic).ok_or_else(|| {
                let typed = short(topic);
                NotACommand::UnknownTopic { meant: meant(&format!("/hope {typed}")), typed }
            })?;
            Ok(Slash::Play { game, player: named(rest)? })
        }
    }
}

fn words(text: &str) -> Read {
    let (command, rest) = first_word(text);
    match command.to_lowercase().as_str() {
        "list" if rest.is_empty() => Ok(Slash::Words(WordsCommand::List)),
        "forfeit" => {
            let player = named(rest)?.ok_or(NotACommand::Usage("/hope words forfeit player"))?;
            Ok(Slash::Words(WordsCommand::Forfeit(player)))
        }
        "accept" => Ok(Slash::Words(WordsCommand::Accept(named(rest)?))),
        "decline" => Ok(Slash::Words(WordsCommand::Decline(named(rest)?))),
        _ => Ok(Slash::Play { game: GameWord::Words, player: named(text)? }),
    }
}

/// Names may have spaces, so a game can only be the last word.
fn challenge(text: &str) -> Read {
    let usage = NotACommand::Usage("/hope challenge player [game]");
    if let Some((player, last)) = text.rsplit_once(char::is_whitespace)
        && let Some(game) = game(last)
    {
        return Ok(Slash::Challenge { player: named(player)?.ok_or(usage)?, game: Some(game) });
    }
    Ok(Slash::Challenge { player: named(text)?.ok_or(usage)?, game: None })
}

fn join(text: &str) -> Read {
    text.parse().map(Slash::Join).map_err(|_| NotACommand::Usage("/hope join code (six letters and digits)"))
}

fn game(word: &str) -> Option<GameWord> {
    let word = word.to_lowercase();
    // The house's own spelling is understood too.
    GameWord::ALL.into_iter().find(|game| game.word() == word || game.id() == word)
}

fn named(text: &str) -> Result<Option<String>, NotACommand> {
    if text.is_empty() {
        return Ok(None);
    }
    display_name(text).map(Some).map_err(|_| NotACommand::BadName(short(text)))
}

fn word(text: &str) -> Read {
    let parts: Vec<_> = text.split_whitespace().collect();
    let play = match parts[..] {
        [word, direction, row, column] => play(word, direction, row, column),
        _ => None,
    };
    play.map(Slash::Word)
        .ok_or(NotACommand::Usage("/word DRAGON H 8 8 (H across or V down, then row and column from 1)"))
}

fn play(word: &str, direction: &str, row: &str, column: &str) -> Option<WordPlay> {
    let direction = match direction {
        "H" | "h" => Direction::Across,
        "V" | "v" => Direction::Down,
        _ => return None,
    };
    let place = |text: &str| text.parse().ok().filter(|place| (1..=99).contains(place));
    Some(WordPlay { word: letters(word)?, direction, row: place(row)?, column: place(column)? })
}

/// One to fifteen letters, in capitals. A question mark is a blank.
fn letters(text: &str) -> Option<String> {
    let fits = (1..=15).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'?');
    fits.then(|| text.to_ascii_uppercase())
}

fn swap(text: &str) -> Read {
    let together: String = text.split(|c: char| c.is_whitespace() || c == ',').collect();
    if together.is_empty() {
        return Ok(Slash::Swap(None));
    }
    let letters = letters(&together).ok_or(NotACommand::Usage("/swap AEI, or /swap alone for all tiles"))?;
    Ok(Slash::Swap(Some(letters)))
}

/// A letter and a number, with or without a space between.
fn fire(text: &str) -> Read {
    let usage = NotACommand::Usage("/fire A5 (column letter, then row number)");
    let together: String = text.split_whitespace().collect();
    let split = together.find(|c: char| c.is_ascii_digit()).ok_or(usage.clone())?;
    let (column, row) = together.split_at(split);
    let fits = (1..=2).contains(&column.len())
        && column.bytes().all(|byte| byte.is_ascii_alphabetic())
        && row.parse::<u8>().is_ok_and(|row| row > 0)
        && !row.starts_with('0');
    if fits { Ok(Slash::Fire(together.to_ascii_uppercase())) } else { Err(usage) }
}

fn roll(text: &str) -> Read {
    if text.is_empty() {
        return Ok(Slash::Roll(None));
    }
    let max = text.parse().ok().filter(|&max: &u32| max > 0).ok_or(NotACommand::Usage("/roll, or /roll 100"))?;
    Ok(Slash::Roll(Some(max)))
}

fn luck(text: &str) -> Read {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = !text.is_empty() && text.chars().count() <= 40 && !text.chars().any(char::is_control);
    if fits { Ok(Slash::Luck(text)) } else { Err(NotACommand::Usage("/luck 7, or /luck and any words of yours")) }
}

fn say(text: &str) -> Read {
    if text.is_empty() {
        return Err(NotACommand::Usage("/gc hello"));
    }
    if text.chars().count() > MAX_CHAT {
        return Err(NotACommand::TooLong);
    }
    Ok(Slash::Say(text.into()))
}

/// A clue and its number.
fn clue(text: &str) -> Option<(String, HintCount)> {
    let (clue, count) = text.rsplit_once(char::is_whitespace)?;
    let count = match count {
        "*" => HintCount::Unlimited,
        digits => HintCount::Of(digits.parse().ok().filter(|count| *count <= 9 && digits.len() == 1)?),
    };
    Some((one_word(clue)?, count))
}

fn guess(text: &str) -> Read {
    // Some words on the board are two.
    let word = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = !word.is_empty() && word.chars().count() <= 40 && !word.chars().any(char::is_control);
    if fits { Ok(Slash::Guess(word)) } else { Err(NotACommand::Usage("/guess word")) }
}

fn one_word(text: &str) -> Option<String> {
    let word = text.trim();
    let fits =
        !word.is_empty() && word.chars().count() <= 40 && !word.chars().any(|c| c.is_whitespace() || c.is_control());
    fits.then(|| word.into())
}
