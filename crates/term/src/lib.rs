//! The house in a terminal, line by line.
//!
//! What is typed is a slash command or, without a slash, chat; what happens is printed as plain lines. With a terminal
//! on both ends there is a line editor that finishes commands with Tab; through pipes it is lines all the same, so that
//! scripts and tests can play. Rules, views and the meaning of commands come from elsewhere: here they only become text.

mod games;
mod lines;
mod plain;
mod terminal;
mod words;

use lines::{Lines, People};
use parlor_client::native::{NativeError, Visitor};
use parlor_wire::{TableCode, TableInfo};
use std::fmt;
use terminal::Terminal;
use thiserror::Error;

/// A visit to a house: who comes, and to which table.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The house, for example `http://127.0.0.1:8080`.
    pub base: String,
    /// The table to go to.
    pub table: Option<TableCode>,
    /// Who comes.
    pub who: Who,
}

/// Who comes.
#[derive(Clone)]
pub enum Who {
    /// A guest; the house finds a name for one without.
    Guest(Option<String>),
    /// The user to whom this token belongs.
    Token(String),
}

impl fmt::Debug for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Guest(name) => f.debug_tuple("Guest").field(name).finish(),
            Self::Token(_) => f.write_str("Token(secret)"),
        }
    }
}

/// Why the terminal cannot play, or not any longer.
#[derive(Debug, Error)]
pub enum PlayError {
    /// Something is wrong with the house or the way to it.
    #[error("{}", words::trouble(.0))]
    House(NativeError),
    /// Something is wrong with the terminal.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] rustyline::error::ReadlineError),
}

impl From<NativeError> for PlayError {
    fn from(error: NativeError) -> Self {
        Self::House(error)
    }
}

/// Plays until the player leaves.
///
/// # Errors
/// If the house does not let them in, has no such table, or shows them out.
pub async fn play(visit: Visit) -> Result<(), PlayError> {
    let Visit { base, table, who } = visit;
    let visitor = match who {
        Who::Guest(Some(name)) => Visitor::enter(&base, &name).await?,
        Who::Guest(None) => Visitor::enter_nameless(&base).await?,
        Who::Token(token) => Visitor::with_token(&base, &token).await?,
    };
    if let Some(table) = table {
        // A table that is not there is told at once, also by the exit code.
        visitor.get::<TableInfo>(&format!("/api/tables/{table}")).await?;
    }
    let people = People::default();
    let lines = Lines::open(people.clone())?;
    let mut terminal = Terminal::new(base, visitor, lines, people).await?;
    terminal.greet(table);
    let ended = terminal.play().await;
    terminal.leave().await;
    Ok(ended?)
}
