//! The parts of a frame before its DATA, and a frame cut into its parts.

use super::{
    FrameError, MAX_LINE, VERSION,
    escape::{escape, fields},
};
use crate::slash::GameWord;
use std::{fmt, str::FromStr};

/// What a frame is about: its TYPE.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FrameKind {
    /// An invitation, or a wish for a table.
    Ginv,
    /// One is accepted.
    Gacc,
    /// One is declined or taken back.
    Gdec,
    /// What goes on at a table, and errors.
    Gsta,
    /// A move.
    Gmov,
    /// The end of a game.
    Gend,
    /// Chat.
    Gchat,
    /// All that is to be known about a game.
    Gsync,
    /// An invitation to Words.
    Winv,
    /// One is accepted.
    Wacc,
    /// One is declined.
    Wdec,
    /// All that is to be known about a game of Words.
    Wsync,
}

impl FrameKind {
    /// Every type, in HopeAddon's order.
    pub const ALL: [Self; 12] = [
        Self::Ginv,
        Self::Gacc,
        Self::Gdec,
        Self::Gsta,
        Self::Gmov,
        Self::Gend,
        Self::Gchat,
        Self::Gsync,
        Self::Winv,
        Self::Wacc,
        Self::Wdec,
        Self::Wsync,
    ];

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ginv => "GINV",
            Self::Gacc => "GACC",
            Self::Gdec => "GDEC",
            Self::Gsta => "GSTA",
            Self::Gmov => "GMOV",
            Self::Gend => "GEND",
            Self::Gchat => "GCHAT",
            Self::Gsync => "GSYNC",
            Self::Winv => "WINV",
            Self::Wacc => "WACC",
            Self::Wdec => "WDEC",
            Self::Wsync => "WSYNC",
        }
    }
}

/// Which game a frame belongs to: its GAMETYPE.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameType {
    /// Tetris, with garbage.
    Tetris,
    /// Pong, with one ball.
    Pong,
    /// Death Roll.
    DeathRoll,
    /// Words.
    Words,
    /// Battleship.
    Battleship,
    /// Tetris for the most points, each alone.
    ScoreTetris,
    /// Pong for the most points, each against the machine.
    ScorePong,
    /// Mahjong. Not in HopeAddon.
    Mahjong,
    /// Codenames. Not in HopeAddon.
    Codenames,
}

impl GameType {
    /// Every game type.
    pub const ALL: [Self; 9] = [
        Self::Tetris,
        Self::Pong,
        Self::DeathRoll,
        Self::Words,
        Self::Battleship,
        Self::ScoreTetris,
        Self::ScorePong,
        Self::Mahjong,
        Self::Codenames,
    ];

    /// As it is written, the game that is played, and whether each plays alone and the scores are compared.
    const fn facts(self) -> (&'static str, GameWord, bool) {
        match self {
            Self::Tetris => ("TETRIS", GameWord::Tetris, false),
            Self::Pong => ("PONG", GameWord::Pong, false),
            Self::DeathRoll => ("DEATH_ROLL", GameWord::DeathRoll, false),
            Self::Words => ("WORDS", GameWord::Words, false),
            Self::Battleship => ("BATTLESHIP", GameWord::Battleship, false),
            Self::ScoreTetris => ("SCORE_TETRIS", GameWord::Tetris, true),
            Self::ScorePong => ("SCORE_PONG", GameWord::Pong, true),
            Self::Mahjong => ("MAHJONG", GameWord::Mahjong, false),
            Self::Codenames => ("CODENAMES", GameWord::Codenames, false),
        }
    }

    /// As it is written.
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// The game that is played.
    pub const fn game(self) -> GameWord {
        self.facts().1
    }

    /// Whether each plays alone and the scores are compared.
    pub const fn is_score(self) -> bool {
        self.facts().2
    }
}

/// Which game of a kind: its GAMEID, a table's code or an invitation's id. Empty when there is none yet.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct GameId(String);

impl GameId {
    /// The longest id, in bytes.
    pub const MAX: usize = 32;
    /// None.
    pub const NONE: Self = Self(String::new());

    /// Whether there is none.
    pub const fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for GameId {
    type Err = FrameError;

    fn from_str(text: &str) -> Result<Self, FrameError> {
        let fits = text.len() <= Self::MAX
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        if fits { Ok(Self(text.to_owned())) } else { Err(FrameError::BadId) }
    }
}

impl From<crate::TableCode> for GameId {
    fn from(code: crate::TableCode) -> Self {
        Self(code.to_string())
    }
}

impl From<crate::InvitationId> for GameId {
    fn from(id: crate::InvitationId) -> Self {
        Self(id.to_string())
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A frame cut into its parts. Printing one gives back the line it was read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raw {
    /// TYPE.
    pub kind: FrameKind,
    /// GAMETYPE; none when a frame belongs to no game.
    pub game: Option<GameType>,
    /// GAMEID.
    pub id: GameId,
    /// The fields of DATA, without escapes.
    pub fields: Vec<String>,
}

impl FromStr for Raw {
    type Err = FrameError;

    fn from_str(line: &str) -> Result<Self, FrameError> {
        if line.len() > MAX_LINE {
            return Err(FrameError::TooLong);
        }
        let mut parts = line.splitn(5, ':');
        let mut part = || parts.next().ok_or(FrameError::NotAFrame);
        let [kind, version, game, id, data] = [part()?, part()?, part()?, part()?, part()?];
        let kind = FrameKind::ALL.into_iter().find(|known| known.name() == kind).ok_or(FrameError::UnknownType)?;
        if version != VERSION.to_string() {
            let number = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
            return Err(if number { FrameError::Version } else { FrameError::NotAFrame });
        }
        let game = match game {
            "" => None,
            name => {
                let known = GameType::ALL.into_iter().find(|known| known.name() == name);
                Some(known.ok_or(FrameError::UnknownGame)?)
            }
        };
        Ok(Self { kind, game, id: id.parse()?, fields: fields(data)? })
    }
}

impl fmt::Display for Raw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, game, id, fields } = self;
        let mut data = String::new();
        for (place, field) in fields.iter().enumerate() {
            if place > 0 {
                data.push('|');
            }
            escape(field, &mut data);
        }
        write!(f, "{}:{VERSION}:{}:{id}:{data}", kind.name(), game.map_or("", GameType::name))
    }
}
