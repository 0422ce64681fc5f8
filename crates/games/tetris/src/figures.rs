//! How a seat stands: what others may know of a field that they do not see.

use crate::Well;
use serde::{Deserialize, Serialize};

/// How a seat stands. Its level follows from its lines.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Figures {
    /// Points.
    pub score: u64,
    /// Lines cleared.
    pub lines: u32,
    /// Pieces locked.
    pub pieces: u32,
}

impl Figures {
    pub(crate) const fn of(well: &Well) -> Self {
        Self { score: well.score, lines: well.lines, pieces: well.pieces }
    }
}
