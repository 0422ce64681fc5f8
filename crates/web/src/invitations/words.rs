//! What is said about invitations.

use crate::{gold::gold, house::House, ui::stretch};
use parlor_wire::{InvitationEnd, Pace, http::OpenTable};

/// What is to be played, in a line: "hope · rated · over days".
pub fn terms(wish: &OpenTable, pace: Pace) -> String {
    let changed = wish.options.as_object().is_some_and(|options| !options.is_empty());
    let parts = [
        wish.preset.clone(),
        changed.then(|| "changed rules".into()),
        wish.rated.then(|| "rated".into()),
        wish.bet.map(|bet| format!("for {}", gold(bet.amount))),
        (pace == Pace::Correspondence).then(|| "over days".into()),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "the usual rules".into() } else { parts.join(" · ") }
}

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
    format!("{from} invites you to {}: {}.", house.game_name(&wish.game), terms(wish, pace))
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
    use parlor_wire::{BetWish, HolderWish};
    use serde_json::json;

    #[test]
    fn terms_say_what_is_special() {
        let wish = OpenTable { game: "battleship".into(), ..OpenTable::default() };
        assert_eq!(terms(&wish, Pace::Live), "the usual rules");
        let wish = OpenTable { preset: Some("hope".into()), options: json!({"spacing": "apart"}), rated: true, ..wish };
        assert_eq!(terms(&wish, Pace::Correspondence), "hope · changed rules · rated · over days");
        let bet = Some(BetWish { amount: 1_200, holder: HolderWish::House });
        assert_eq!(terms(&OpenTable { bet, ..OpenTable::default() }, Pace::Live), "for 1,200 gold");
    }

    #[test]
    fn time_is_told_as_precisely_as_it_matters() {
        assert_eq!([left(42), left(3_599), left(3_600), left(86_390)], ["0:42", "59:59", "1 hour", "24 hours"]);
    }
}
