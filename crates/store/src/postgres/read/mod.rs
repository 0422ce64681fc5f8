//! Questions to the database, a file for each concern.

mod invitations;
mod keeping;
mod ledger;
mod logs;
mod matches;
mod moderation;
mod notices;
mod people;
mod results;
mod runs;
mod tables;

pub use ledger::in_escrow;

/// Whether PostgreSQL can be asked for this text: what has a NUL in it stands in no row there, and is no value either.
fn can_be_held(text: &str) -> bool {
    !text.contains('\0')
}
