//! Slash commands: what people type into the chat bar or a terminal instead of pressing something.
//!
//! There is one grammar for every client. `Slash` is parsed from a line in any case, `Display` writes it as the help
//! shows it, and the two agree: what is written is read as the same command. [`complete`] suggests how a half-typed line
//! may go on. All seven games are in the grammar; whether a game is in the house is not decided here.

mod complete;
mod mahjong;
mod parse;

pub use complete::complete;
pub use mahjong::{Group, MahjongCommand};
pub use parse::NotACommand;

use crate::TableCode;
use parlor_kernel::Seat;
use std::fmt;

/// What was typed after a slash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slash {
    /// `/hope`: what can be typed.
    Help,
    /// `/hope battleship [player]`: play a game, against bots or with another player.
    Play {
        /// Which game.
        game: GameWord,
        /// With whom.
        player: Option<String>,
    },
    /// `/hope words list` and its siblings: games of Words that last for days.
    Words(WordsCommand),
    /// `/hope challenge player [game]`: invite a player.
    Challenge {
        /// Whom.
        player: String,
        /// To what; what is played at this table, if it is left out.
        game: Option<GameWord>,
    },
    /// `/hope join K7QX2M`: go to a table.
    Join(TableCode),
    /// `/hope accept [player]`: an invitation; the latest, by default.
    Accept(Option<String>),
    /// `/hope decline [player]`: an invitation; the latest, by default.
    Decline(Option<String>),
    /// `/hope cancel [player]`: an invitation that the player sent; the latest, by default.
    Cancel(Option<String>),
    /// `/hope stats [player]`: a player's record; by default that of the player who types.
    Stats(Option<String>),
    /// `/word DRAGON H 8 8`: put a word on the board.
    Word(WordPlay),
    /// `/pass`: let the turn go.
    Pass,
    /// `/swap AEI`: change tiles; all of them, if none are named.
    Swap(Option<String>),
    /// `/challenge`: say that the play before this turn forms something else than words.
    ChallengePlay,
    /// `/fire A5`: shoot at a cell, column letter first.
    Fire(String),
    /// `/ready`: say that the player is ready.
    Ready,
    /// `/sit [2]`: sit down, in that seat if it is named, counted from one.
    Sit(Option<Seat>),
    /// `/move 2 4`: as host, move who sits in one seat to another.
    Move {
        /// From which seat.
        from: Seat,
        /// To which.
        to: Seat,
    },
    /// `/shuffle`: as host, have chance decide who sits where.
    Shuffle,
    /// `/begin [bots]`: as host, begin with bots in the empty seats.
    Begin(Option<String>),
    /// `/surrender`: give up.
    Surrender,
    /// `/roll [max]`: roll; the maximum, if it is named, must be the right one.
    Roll(Option<u32>),
    /// `/luck three black cats`: add something to the dice.
    Luck(String),
    /// `/gc hello`: say something at the table.
    Say(String),
    /// `/hint ocean 2`: a clue for so many words.
    Hint {
        /// The clue.
        clue: String,
        /// For how many words.
        count: HintCount,
    },
    /// `/appeal oceans 2`: ask the host to allow a clue that was refused.
    Appeal {
        /// The clue.
        clue: String,
        /// For how many words.
        count: HintCount,
    },
    /// `/allow` or `/deny`: as host, decide about such a clue.
    Rule {
        /// Whether it may be given.
        allow: bool,
    },
    /// `/guess whale`: touch a word.
    Guess(String),
    /// `/discard 5D` and its siblings: what is typed in American Mahjong.
    Mahjong(MahjongCommand),
}

/// A game as it is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameWord {
    /// `battleship`.
    Battleship,
    /// `tetris`.
    Tetris,
    /// `pong`.
    Pong,
    /// `deathroll`.
    DeathRoll,
    /// `words`.
    Words,
    /// `mahjong`.
    Mahjong,
    /// `codenames`.
    Codenames,
}

impl GameWord {
    /// Every game of the grammar.
    pub const ALL: [Self; 7] =
        [Self::Battleship, Self::Tetris, Self::Pong, Self::DeathRoll, Self::Words, Self::Mahjong, Self::Codenames];

    /// As it is typed, the id by which the house knows it, and what people call it.
    const fn names(self) -> [&'static str; 3] {
        match self {
            Self::Battleship => ["battleship", "battleship", "Battleship"],
            Self::Tetris => ["tetris", "tetris", "Tetris"],
            Self::Pong => ["pong", "pong", "Pong"],
            Self::DeathRoll => ["deathroll", "death-roll", "Death Roll"],
            Self::Words => ["words", "words", "Words"],
            Self::Mahjong => ["mahjong", "mahjong", "Mahjong"],
            Self::Codenames => ["codenames", "codenames", "Codenames"],
        }
    }

    /// As it is typed.
    pub const fn word(self) -> &'static str {
        self.names()[0]
    }

    /// The id by which the house knows it.
    pub const fn id(self) -> &'static str {
        self.names()[1]
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        self.names()[2]
    }
}

/// What can be asked about games of Words that last for days.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WordsCommand {
    /// `/hope words list`: which games there are.
    List,
    /// `/hope words forfeit player`: give one up.
    Forfeit(String),
    /// `/hope words accept [player]`: an invitation.
    Accept(Option<String>),
    /// `/hope words decline [player]`: an invitation.
    Decline(Option<String>),
}

/// A word on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordPlay {
    /// The word, in capitals.
    pub word: String,
    /// Which way it runs.
    pub direction: Direction,
    /// The row of its first letter, from 1.
    pub row: u8,
    /// The column of its first letter, from 1.
    pub column: u8,
}

/// Which way a word runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To the right.
    Across,
    /// Downwards.
    Down,
}

/// For how many words a clue is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintCount {
    /// 0 to 9.
    Of(u8),
    /// As many as the guessers like.
    Unlimited,
}

impl fmt::Display for HintCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Of(count) => count.fmt(f),
            Self::Unlimited => f.write_str("*"),
        }
    }
}

/// One line of the help: what to type, and what it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HelpLine {
    /// What to type.
    pub usage: &'static str,
    /// What it does.
    pub does: &'static str,
}

const fn line(usage: &'static str, does: &'static str) -> HelpLine {
    HelpLine { usage, does }
}

/// Everything that can be typed, for people.
pub const HELP: [HelpLine; 41] = [
    line("/hope", "what can be typed"),
    line(
        "/hope battleship [player]",
        "play a game, against a bot or a player: battleship, tetris, pong, deathroll, words, mahjong, codenames",
    ),
    line("/hope challenge player [game]", "invite a player"),
    line("/hope join code", "go to a table"),
    line("/hope accept [player]", "accept an invitation"),
    line("/hope decline [player]", "decline an invitation"),
    line("/hope cancel [player]", "withdraw your invitation"),
    line("/hope stats [player]", "see a record"),
    line(
        "/hope words list",
        "your games of Words that last for days; also forfeit, accept and decline, with a player's name",
    ),
    line(
        "/hope words player",
        "go on with your game of Words with a player, or invite them to one that may last for days",
    ),
    line("/fire A5", "Battleship: shoot, column first"),
    line("/ready", "say that you are ready"),
    line("/sit [2]", "sit down, or move to another seat, counted from 1"),
    line("/move 2 4", "as host: move a player to another seat, or have two change places"),
    line("/shuffle", "as host: let chance decide who sits where"),
    line("/begin [bots]", "as host: begin, with bots in the empty seats"),
    line("/surrender", "give up"),
    line("/roll [max]", "Death Roll: roll"),
    line("/luck text", "Death Roll: add a number or any words of your own to the dice, before the first roll"),
    line("/word DRAGON H 8 8", "Words: put a word on the board, across (H) or down (V), row and column from 1"),
    line("/pass", "let your turn go"),
    line("/swap [letters]", "Words: change tiles"),
    line("/challenge", "Words: challenge the play before your turn, at a table whose rules allow it"),
    line("/hint clue 2", "Codenames: give a clue for so many words, or * for any number"),
    line("/appeal clue 2", "Codenames: ask the host to allow a clue that was refused as a form or part of a word"),
    line("/allow", "Codenames, as host: allow the clue that you are asked about"),
    line("/deny", "Codenames, as host: do not allow it"),
    line("/guess word", "Codenames: touch a word"),
    line("/charleston 1B 2C N", "Mahjong: pass tiles, fewer or blind where that is allowed"),
    line("/vote more", "Mahjong: another Charleston; /vote stop ends it"),
    line("/courtesy 2", "Mahjong: offer to exchange so many tiles, 0 to 3"),
    line("/discard 5D", "Mahjong: discard a tile (1C to 9C, 1B, 1D, N E W S, R G 0, F, J, X)"),
    line("/claim pung [jokers]", "Mahjong: claim a discard for a pung, kong, quint or sextet; /pass lets it go"),
    line("/regroup kong [jokers]", "Mahjong: correct the group just claimed"),
    line("/mahjong", "Mahjong: declare it"),
    line("/wait", "Mahjong: ask for a minute to think about a discard"),
    line("/joker 2 1", "Mahjong: take a joker out of a seat's group, both counted from 1"),
    line("/blank 5D", "Mahjong: trade a blank for a discard"),
    line("/dead 3", "Mahjong: challenge a seat's exposures, at a table without a referee"),
    line("/gc text", "say something at the table"),
    line("/gamechat text", "the same"),
];

impl Slash {
    /// The game that a command names, or to which alone it belongs.
    pub const fn game(&self) -> Option<GameWord> {
        match self {
            Self::Play { game, .. } | Self::Challenge { game: Some(game), .. } => Some(*game),
            Self::Words(_) | Self::Word(_) | Self::Swap(_) | Self::ChallengePlay => Some(GameWord::Words),
            Self::Mahjong(_) => Some(GameWord::Mahjong),
            Self::Hint { .. } | Self::Appeal { .. } | Self::Rule { .. } | Self::Guess(_) => Some(GameWord::Codenames),
            _ => None,
        }
    }
}

impl fmt::Display for Slash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let maybe = |f: &mut fmt::Formatter<'_>, command: &str, rest: &Option<String>| match rest {
            Some(rest) => write!(f, "{command} {rest}"),
            None => f.write_str(command),
        };
        match self {
            Self::Help => f.write_str("/hope"),
            Self::Play { game, player } => maybe(f, &format!("/hope {}", game.word()), player),
            Self::Words(WordsCommand::List) => f.write_str("/hope words list"),
            Self::Words(WordsCommand::Forfeit(player)) => write!(f, "/hope words forfeit {player}"),
            Self::Words(WordsCommand::Accept(player)) => maybe(f, "/hope words accept", player),
            Self::Words(WordsCommand::Decline(player)) => maybe(f, "/hope words decline", player),
            Self::Challenge { player, game } => {
                write!(f, "/hope challenge {player}")?;
                game.map_or(Ok(()), |game| write!(f, " {}", game.word()))
            }
            Self::Join(code) => write!(f, "/hope join {code}"),
            Self::Accept(player) => maybe(f, "/hope accept", player),
            Self::Decline(player) => maybe(f, "/hope decline", player),
            Self::Cancel(player) => maybe(f, "/hope cancel", player),
            Self::Stats(player) => maybe(f, "/hope stats", player),
            Self::Word(WordPlay { word, direction, row, column }) => {
                let direction = if *direction == Direction::Across { "H" } else { "V" };
                write!(f, "/word {word} {direction} {row} {column}")
            }
            Self::Pass => f.write_str("/pass"),
            Self::Swap(letters) => maybe(f, "/swap", letters),
            Self::ChallengePlay => f.write_str("/challenge"),
            Self::Fire(cell) => write!(f, "/fire {cell}"),
            Self::Ready => f.write_str("/ready"),
            Self::Sit(None) => f.write_str("/sit"),
            Self::Sit(Some(seat)) => write!(f, "/sit {}", seat.0 + 1),
            Self::Move { from, to } => write!(f, "/move {} {}", from.0 + 1, to.0 + 1),
            Self::Shuffle => f.write_str("/shuffle"),
            Self::Begin(bots) => maybe(f, "/begin", bots),
            Self::Surrender => f.write_str("/surrender"),
            Self::Roll(None) => f.write_str("/roll"),
            Self::Roll(Some(max)) => write!(f, "/roll {max}"),
            Self::Luck(text) => write!(f, "/luck {text}"),
            Self::Say(text) => write!(f, "/gc {text}"),
            Self::Hint { clue, count } => write!(f, "/hint {clue} {count}"),
            Self::Appeal { clue, count } => write!(f, "/appeal {clue} {count}"),
            Self::Rule { allow: true } => f.write_str("/allow"),
            Self::Rule { allow: false } => f.write_str("/deny"),
            Self::Guess(word) => write!(f, "/guess {word}"),
            Self::Mahjong(command) => command.fmt(f),
        }
    }
}
