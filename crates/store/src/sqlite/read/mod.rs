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

pub use ledger::IN_ESCROW;
