//! What a law says about a game.

use parlor_kernel::Viewer;
use std::{error::Error, fmt};

/// What a law looked at before it said yes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Which law.
    pub law: &'static str,
    /// Games played.
    pub games: u64,
    /// Positions looked at.
    pub states: u64,
    /// Comparisons that could have failed. None at all means that the law says nothing about this game.
    pub checks: u64,
}

impl Report {
    pub(crate) const fn new(law: &'static str) -> Self {
        Self { law, games: 0, states: 0, checks: 0 }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { law, games, states, checks } = self;
        write!(f, "{law}: {games} games, {states} states, {checks} checks")
    }
}

/// A law that does not hold, and how to meet it again.
#[derive(Clone, PartialEq, Eq)]
pub struct Violation {
    /// Which law.
    pub law: &'static str,
    /// Which game breaks it.
    pub game: &'static str,
    /// The seed of that one match: a suite with this seed meets it in its first game.
    pub seed: u64,
    /// The seat or spectator for whom it is broken, where that matters.
    pub viewer: Option<Viewer>,
    /// What differs.
    pub what: String,
    /// The inputs that led there, as lines of a log.
    pub story: Vec<String>,
}

/// How many inputs before the violation are printed.
const LAST: usize = 12;

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { law, game, seed, viewer, what, story } = self;
        write!(f, "{game} breaks the law of {law}; meet it again with seed {seed}")?;
        match viewer {
            Some(Viewer::Seat(seat)) => write!(f, ", at {seat}")?,
            Some(Viewer::Spectator) => f.write_str(", as a spectator")?,
            None => {}
        }
        writeln!(f, ".\n{what}\nIt came to that after {} inputs:", story.len())?;
        let hidden = story.len().saturating_sub(LAST);
        if hidden > 0 {
            writeln!(f, "  …")?;
        }
        story[hidden..].iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}

/// The same as `Display`: `unwrap` in a test is how most people meet a violation.
impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for Violation {}

/// What a law found wrong in one position, before it is known which match that was.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) viewer: Option<Viewer>,
    pub(crate) what: String,
}

impl Fault {
    /// Something wrong with what `viewer` may do or know.
    pub(crate) fn at(viewer: Viewer, what: String) -> Self {
        Self { viewer: Some(viewer), what }
    }
}

impl From<String> for Fault {
    fn from(what: String) -> Self {
        Self { viewer: None, what }
    }
}

/// Nothing, if it holds; else what is wrong.
pub(crate) fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(what().into()) }
}

/// The same about what `viewer` may do or know.
pub(crate) fn ensure_for(viewer: Viewer, holds: bool, what: impl FnOnce() -> String) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::at(viewer, what())) }
}
