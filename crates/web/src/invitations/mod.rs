//! Invitations on the screen: cards that appear on every page, and the page that lists them all.

mod cards;
mod page;
mod words;

pub use cards::InvitationCards;
pub use page::InvitationsPage;
