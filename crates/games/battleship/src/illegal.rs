//! Why actions are refused.

use crate::{AttackMode, Cell};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why an action is refused, in words that say what to do instead.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Illegal {
    /// Nothing can be done any more.
    #[error("The game is already over.")]
    GameAlreadyOver,
    /// Fleets cannot be moved once the shooting has begun.
    #[error("The shooting has begun: your fleet cannot be moved any more.")]
    NotPlacing,
    /// This seat's fleet is final.
    #[error("You have said that you are ready: your fleet stays where it is.")]
    AlreadyReady,
    /// No shots while fleets are being laid out.
    #[error("The shooting has not begun yet: place your fleet and say that you are ready.")]
    NotFiring,
    /// It is the other seat's turn.
    #[error("It is not your turn: wait for your opponent to attack.")]
    NotYourTurn,
    /// The action belongs to the other way of attacking than the table's own.
    #[error("{}", match .0 {
        AttackMode::Direct => "Attacks are not planned at this table: fire at once.",
        AttackMode::Plan => "Attacks are planned at this table: plan yours first, then confirm it.",
    })]
    InvalidPlan(AttackMode),
    /// The centre of the attack is off the board.
    #[error("{0} is not on the board: choose a cell that is.")]
    InvalidPosition(Cell),
    /// There is no such pattern, or it has been used as often as the rules allow.
    #[error("You cannot use that shot pattern any more: choose another one.")]
    PatternNotAvailable,
    /// A single shot at a cell that has been shot at.
    #[error("{0} has been shot at already: choose another cell.")]
    CellAlreadyShot(Cell),
    /// Every cell of the pattern is off the board or has been shot at.
    #[error("Every cell of that attack has been shot at already or is off the board: aim somewhere else.")]
    NoFreshCell,
    /// There is no plan to confirm or to drop.
    #[error("No attack is planned: choose a target first.")]
    NoAttackPlanned,
    /// A ship that is not in the fleet.
    #[error("There is no ship called {0} in this fleet.")]
    UnknownShip(String),
    /// A ship as long as the rules do not say.
    #[error("The {name} is {size} cells long.")]
    WrongSize {
        /// Which ship.
        name: String,
        /// Its true size.
        size: u8,
    },
    /// A ship reaches over the edge.
    #[error("The {0} does not fit on the board there: move it or turn it.")]
    OutOfBounds(String),
    /// Two ships share a cell.
    #[error("The {0} lies on the {1}: move one of them.")]
    Overlap(String, String),
    /// Two ships touch where they must not.
    #[error("The {0} touches the {1}: leave a cell of water between ships, also at the corners.")]
    TooClose(String, String),
    /// A ship has not been placed.
    #[error("The {0} is missing: place every ship first.")]
    MissingShip(String),
    /// A ship has been placed twice.
    #[error("The {0} is there twice: place every ship once.")]
    DuplicateShip(String),
}
