//! How people find a table: the list of open ones, invitations, quick match, and houses nearby.

pub mod days;
pub mod directory;
pub mod invitations;
pub mod matchmaker;
pub mod nearby;
