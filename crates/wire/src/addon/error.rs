//! Why a line is no frame.

use super::{MAX_FIELDS, MAX_LINE, VERSION};
use thiserror::Error;

/// Why a line is no frame, for the addon that sent it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FrameError {
    /// Too long.
    #[error("A frame has at most {MAX_LINE} bytes.")]
    TooLong,
    /// Not five parts.
    #[error("A frame is TYPE:VERSION:GAMETYPE:GAMEID:DATA; inside DATA write a colon as \\: and a bar as \\|.")]
    NotAFrame,
    /// No such type.
    #[error("There is no such frame type. There are GINV, GACC, GDEC, GSTA, GMOV, GEND, GCHAT, GSYNC and the W ones.")]
    UnknownType,
    /// Another version.
    #[error("This house speaks version {VERSION} of these frames.")]
    Version,
    /// No such game.
    #[error("There is no such game type.")]
    UnknownGame,
    /// Not an id.
    #[error("A game id is up to 32 letters, digits, dashes and underscores.")]
    BadId,
    /// A backslash before something that needs none, or at the end.
    #[error("A backslash stands only before another one, a colon, a bar, n or r.")]
    BadEscape,
    /// Too many fields.
    #[error("DATA has at most {MAX_FIELDS} fields.")]
    TooManyFields,
    /// DATA does not begin with a word that makes sense there.
    #[error("That means nothing in this frame.")]
    UnknownWord,
    /// A field is missing.
    #[error("Field {0} of DATA is missing.")]
    Missing(usize),
    /// A field cannot be read.
    #[error("Field {place} of DATA should be {expected}.")]
    BadField {
        /// Which one, from 1.
        place: usize,
        /// What it should have been.
        expected: &'static str,
    },
    /// More fields than there should be.
    #[error("DATA has more fields than it should; write a bar inside a text as \\|.")]
    TooMuch,
}

impl FrameError {
    /// A stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLong => "frame_too_long",
            Self::NotAFrame => "malformed_frame",
            Self::UnknownType => "unknown_type",
            Self::Version => "bad_version",
            Self::UnknownGame => "unknown_game_type",
            Self::BadId => "bad_game_id",
            Self::BadEscape => "bad_escape",
            Self::TooManyFields => "too_many_fields",
            Self::UnknownWord => "unknown_word",
            Self::Missing(_) => "missing_field",
            Self::BadField { .. } => "bad_field",
            Self::TooMuch => "extra_field",
        }
    }
}
