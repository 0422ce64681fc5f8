//! Why the store could not do something.

use thiserror::Error;

/// Why the store could not do something.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(Box<dyn std::error::Error + Send + Sync>),
    /// The database cannot be brought up to date.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(Box<dyn std::error::Error + Send + Sync>),
    /// The database holds something that no house wrote.
    #[error("the database holds something unreadable: {0}")]
    Corrupt(String),
    /// Another user has that name.
    #[error("the name is taken")]
    NameTaken,
    /// Another account has that e-mail address.
    #[error("the e-mail address is taken")]
    EmailTaken,
    /// A line does not follow the last one of its match's log, or the match is over.
    #[error("the line does not follow the last one of its log")]
    OutOfOrder,
    /// The invitation has ended already, or is gone with its sender or its recipient.
    #[error("the invitation is over")]
    InvitationOver,
    /// The run has been counted already, or another has taken its place.
    #[error("the run is over")]
    RunOver,
    /// There is not enough gold for a transfer.
    #[error("there is not enough gold")]
    Overdrawn,
    /// The sides of a transfer do not add up to zero.
    #[error("the sides of a transfer do not add up to zero")]
    Unbalanced,
    /// Another transfer was made under the same key.
    #[error("another transfer was made under the same key")]
    OtherTransfer,
    /// The user has as many of these as a user may have.
    #[error("there are too many of these")]
    TooMany,
    /// The house keeps as many of these as it can.
    #[error("the house keeps no more of these")]
    Full,
    /// Another node owns the table now.
    #[error("another node owns the table now")]
    Fenced,
    /// Another table has that code.
    #[error("another table has that code")]
    CodeTaken,
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}
