//! What is said about invitations.

use crate::{house::House, ui::stretch};
use parlor_wire::{InvitationEnd, Pace, http::OpenTable};

/// How long is left, as people speak of it.
pub fn left(seconds: u64) -> String {
    // To the nearest hour, where seconds do not matter.
    match (seconds, (seconds + 1_800) / 3_600) {
        (0..3_600, _) => stretch(seconds),
        (_, 1) => "1 hour".into(),
        (_, hours) => format!("{hours} hours"),
    }
}

/// An invitation, in a sentence for those who cannot see it.
pub fn announcement(house: House, from: &str, wish: &OpenTable, pace: Pace) -> String {
    format!("{from} invites you to {}: {}.", house.catalog.game_name(&wish.game), house.catalog.terms(wish, pace))
}

/// How an invitation ended, in a word or two.
pub fn ending(end: InvitationEnd) -> &'static str {
    match end {
        InvitationEnd::Accepted { .. } => "accepted",
        InvitationEnd::Declined => "declined",
        InvitationEnd::Withdrawn => "withdrawn",
        InvitationEnd::Expired => "not answered in time",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_told_as_precisely_as_it_matters() {
        assert_eq!([left(42), left(3_599), left(3_600), left(86_390)], ["0:42", "59:59", "1 hour", "24 hours"]);
    }
}
