//! Why a line is no frame.

use super::{MAX_FIELDS, MAX_LINE, VERSION};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why a line is no frame, for the addon that sent it.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum FrameError {
    /// Too long.
    #[error("A frame has at most {MAX_LINE} bytes.")]
    #[strum(serialize = "frame_too_long")]
    TooLong,
    /// Not five parts.
    #[error("A frame is TYPE:VERSION:GAMETYPE:GAMEID:DATA; inside DATA write a colon as \\: and a bar as \\|.")]
    #[strum(serialize = "malformed_frame")]
    NotAFrame,
    /// No such type.
    #[error("There is no such frame type. There are GINV, GACC, GDEC, GSTA, GMOV, GEND, GCHAT, GSYNC and the W ones.")]
    UnknownType,
    /// Another version.
    #[error("This house speaks version {VERSION} of these frames.")]
    #[strum(serialize = "bad_version")]
    Version,
    /// No such game.
    #[error("There is no such game type.")]
    #[strum(serialize = "unknown_game_type")]
    UnknownGame,
    /// Not an id.
    #[error("A game id is up to 32 letters, digits, dashes and underscores.")]
    #[strum(serialize = "bad_game_id")]
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
    #[strum(serialize = "missing_field")]
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
    #[strum(serialize = "extra_field")]
    TooMuch,
}
