//! Frames and what they mean.

use super::{
    FrameError, FrameKind, GameId, GameType, MAX_FIELDS, MAX_LINE, Raw, battleship, death_roll,
    field::{Field, Reader, Writer},
    pong,
    talk::{Accept, Chat, Decline, End, Invite, Saved, State, Sync},
    tetris, words,
};
use std::{fmt, str::FromStr};

/// A frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddonFrame {
    /// Which game; none when it belongs to no game.
    pub game: Option<GameType>,
    /// Which table or invitation.
    pub id: GameId,
    /// What is said.
    pub body: Body,
}

/// What is said: TYPE and DATA.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// GINV.
    Invite(Invite),
    /// GACC.
    Accept(Accept),
    /// GDEC.
    Decline(Decline),
    /// GSTA.
    State(State),
    /// GMOV.
    Move(Move),
    /// GEND.
    End(End),
    /// GCHAT.
    Chat(Chat),
    /// GSYNC.
    Sync(Sync),
    /// WINV: the same as GINV, for Words over days.
    WordsInvite(Invite),
    /// WACC.
    WordsAccept(Accept),
    /// WDEC.
    WordsDecline(Decline),
    /// WSYNC.
    WordsSync(words::Sync),
}

/// A move, by game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// Of Battleship.
    Battleship(battleship::Move),
    /// Of Tetris, also in a score challenge.
    Tetris(tetris::Move),
    /// Of Pong, also in a score challenge.
    Pong(pong::Move),
    /// Of Death Roll.
    DeathRoll(death_roll::Move),
    /// Of Words.
    Words(words::Move),
    /// Of a game whose moves have no words here yet.
    Other(Saved),
}

impl Move {
    fn read(game: GameType, fields: &mut Reader<'_>) -> Result<Self, FrameError> {
        match game {
            GameType::Battleship => Field::read(fields).map(Self::Battleship),
            GameType::Tetris | GameType::ScoreTetris => Field::read(fields).map(Self::Tetris),
            GameType::Pong | GameType::ScorePong => Field::read(fields).map(Self::Pong),
            GameType::DeathRoll => Field::read(fields).map(Self::DeathRoll),
            GameType::Words => Field::read(fields).map(Self::Words),
            GameType::Mahjong | GameType::Codenames => Field::read(fields).map(Self::Other),
        }
    }

    fn write(&self, out: &mut Writer) {
        match self {
            Self::Battleship(inner) => inner.write(out),
            Self::Tetris(inner) => inner.write(out),
            Self::Pong(inner) => inner.write(out),
            Self::DeathRoll(inner) => inner.write(out),
            Self::Words(inner) => inner.write(out),
            Self::Other(inner) => inner.write(out),
        }
    }

    /// Its first word, or nothing when it has none.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Battleship(inner) => inner.word(),
            Self::Tetris(inner) => inner.word(),
            Self::Pong(inner) => inner.word(),
            Self::DeathRoll(inner) => inner.word(),
            Self::Words(inner) => inner.word(),
            Self::Other(_) => "",
        }
    }
}

impl Body {
    /// TYPE.
    pub const fn kind(&self) -> FrameKind {
        match self {
            Self::Invite(_) => FrameKind::Ginv,
            Self::Accept(_) => FrameKind::Gacc,
            Self::Decline(_) => FrameKind::Gdec,
            Self::State(_) => FrameKind::Gsta,
            Self::Move(_) => FrameKind::Gmov,
            Self::End(_) => FrameKind::Gend,
            Self::Chat(_) => FrameKind::Gchat,
            Self::Sync(_) => FrameKind::Gsync,
            Self::WordsInvite(_) => FrameKind::Winv,
            Self::WordsAccept(_) => FrameKind::Wacc,
            Self::WordsDecline(_) => FrameKind::Wdec,
            Self::WordsSync(_) => FrameKind::Wsync,
        }
    }

    /// Whether it can only be about Words.
    pub const fn is_for_words(&self) -> bool {
        matches!(self, Self::WordsInvite(_) | Self::WordsAccept(_) | Self::WordsDecline(_) | Self::WordsSync(_))
    }

    /// The first word of DATA, or else TYPE: how an error names what it is about.
    pub const fn word(&self) -> &'static str {
        let word = match self {
            Self::Invite(inner) | Self::WordsInvite(inner) => inner.word(),
            Self::Decline(inner) | Self::WordsDecline(inner) => inner.word(),
            Self::State(inner) => inner.word(),
            Self::Move(inner) => inner.word(),
            Self::End(inner) => inner.word(),
            Self::Sync(inner) => inner.word(),
            Self::WordsSync(inner) => inner.word(),
            _ => "",
        };
        if word.is_empty() { self.kind().name() } else { word }
    }

    fn read(raw: &Raw) -> Result<Self, FrameError> {
        let mut fields = Reader::new(&raw.fields);
        let fields = &mut fields;
        let body = match raw.kind {
            FrameKind::Ginv => Field::read(fields).map(Self::Invite),
            FrameKind::Gacc => Field::read(fields).map(Self::Accept),
            FrameKind::Gdec => Field::read(fields).map(Self::Decline),
            FrameKind::Gsta => Field::read(fields).map(Self::State),
            FrameKind::Gmov => {
                raw.game.ok_or(FrameError::UnknownGame).and_then(|game| Move::read(game, fields).map(Self::Move))
            }
            FrameKind::Gend => Field::read(fields).map(Self::End),
            FrameKind::Gchat => Field::read(fields).map(Self::Chat),
            FrameKind::Gsync => Field::read(fields).map(Self::Sync),
            FrameKind::Winv => Field::read(fields).map(Self::WordsInvite),
            FrameKind::Wacc => Field::read(fields).map(Self::WordsAccept),
            FrameKind::Wdec => Field::read(fields).map(Self::WordsDecline),
            FrameKind::Wsync => Field::read(fields).map(Self::WordsSync),
        }?;
        fields.end()?;
        Ok(body)
    }

    fn fields(&self) -> Vec<String> {
        let mut out = Writer::default();
        match self {
            Self::Invite(inner) | Self::WordsInvite(inner) => inner.write(&mut out),
            Self::Accept(inner) | Self::WordsAccept(inner) => inner.write(&mut out),
            Self::Decline(inner) | Self::WordsDecline(inner) => inner.write(&mut out),
            Self::State(inner) => inner.write(&mut out),
            Self::Move(inner) => inner.write(&mut out),
            Self::End(inner) => inner.write(&mut out),
            Self::Chat(inner) => inner.write(&mut out),
            Self::Sync(inner) => inner.write(&mut out),
            Self::WordsSync(inner) => inner.write(&mut out),
        }
        out.into_fields()
    }
}

impl AddonFrame {
    /// A frame about a game.
    pub const fn new(game: GameType, id: GameId, body: Body) -> Self {
        Self { game: Some(game), id, body }
    }

    /// A frame about no game in particular.
    pub const fn house(body: Body) -> Self {
        Self { game: None, id: GameId::NONE, body }
    }

    /// Whether it is short enough to be read again.
    pub fn fits(&self) -> bool {
        self.body.fields().len() <= MAX_FIELDS && self.to_string().len() <= MAX_LINE
    }

    /// An error about what came with these parts; `about` is the first word of what was refused.
    pub fn error(game: Option<GameType>, id: GameId, (code, sentence): (&str, &str), about: Option<&str>) -> Self {
        let about = about.map(str::to_owned);
        Self { game, id, body: Body::State(State::Error { code: code.into(), sentence: sentence.into(), about }) }
    }
}

impl TryFrom<&Raw> for AddonFrame {
    type Error = FrameError;

    fn try_from(raw: &Raw) -> Result<Self, FrameError> {
        Ok(Self { game: raw.game, id: raw.id.clone(), body: Body::read(raw)? })
    }
}

impl FromStr for AddonFrame {
    type Err = FrameError;

    fn from_str(line: &str) -> Result<Self, FrameError> {
        Self::try_from(&line.parse::<Raw>()?)
    }
}

impl fmt::Display for AddonFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, id, body } = self;
        Raw { kind: body.kind(), game: *game, id: id.clone(), fields: body.fields() }.fmt(f)
    }
}

#[cfg(test)]
mod tests;
