//! How matches end.

use crate::{Places, Seat, SeatSet};
use serde::{Deserialize, Serialize, Serializer};

/// The result of a match and why it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct Outcome {
    /// Who won, if anyone.
    pub verdict: Verdict,
    /// Why it ended.
    pub reason: Reason,
}

/// Who won. The order of the variants is part of digests, so new ones come last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// These seats won, the others lost.
    Won(SeatSet),
    /// No seat did better than another.
    Draw,
    /// The match does not count.
    Void,
    /// Every seat has a place.
    Ranked(Places),
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The game was played to its end.
    Completed,
    /// This seat gave up.
    Surrender(Seat),
    /// This seat ran out of time.
    Timeout(Seat),
    /// This seat left and did not come back.
    Abandoned(Seat),
    /// The house called it off.
    Void,
}

impl Outcome {
    /// The house called the match off.
    pub const VOID: Self = Self { verdict: Verdict::Void, reason: Reason::Void };

    /// `winner` wins because of `reason`.
    pub const fn won(winner: Seat, reason: Reason) -> Self {
        Self::won_by(SeatSet::only(winner), reason)
    }

    /// `winners` win because of `reason`, and the others lose.
    pub const fn won_by(winners: SeatSet, reason: Reason) -> Self {
        Self { verdict: Verdict::Won(winners), reason }
    }

    /// Every seat has its place; a draw if all share the first one.
    pub fn ranked(places: Places, reason: Reason) -> Self {
        let verdict = if places.are_level() { Verdict::Draw } else { Verdict::Ranked(places) };
        Self { verdict, reason }
    }

    /// No seat did better than another.
    pub const fn draw(reason: Reason) -> Self {
        Self { verdict: Verdict::Draw, reason }
    }

    /// The seats that won.
    pub fn winners(&self) -> SeatSet {
        match self.verdict {
            Verdict::Won(seats) => seats,
            Verdict::Ranked(places) => places.first(),
            Verdict::Draw | Verdict::Void => SeatSet::EMPTY,
        }
    }

    /// The place of `seat`, where 1 is the best and equals share one; `None` if the match does not count or ranks no
    /// such seat.
    pub fn place(&self, seat: Seat) -> Option<u8> {
        match self.verdict {
            Verdict::Won(winners) if winners.contains(seat) => Some(1),
            Verdict::Won(winners) => Some(winners.len() as u8 + 1),
            Verdict::Ranked(places) => places.of(seat),
            Verdict::Draw => Some(1),
            Verdict::Void => None,
        }
    }

    /// Writes the outcome in a position whose canonical bytes are older than [`Reason`]'s seats and [`Places`]. For
    /// `#[serde(serialize_with)]` in games whose rules version people hold logs of; new games need nothing of the kind.
    ///
    /// # Errors
    /// If the serializer fails.
    pub fn serialize_unseated<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Unseated(*self).serialize(serializer)
    }

    /// The same for an outcome that there may not be yet.
    ///
    /// # Errors
    /// If the serializer fails.
    pub fn serialize_unseated_option<S: Serializer>(outcome: &Option<Self>, serializer: S) -> Result<S::Ok, S::Error> {
        outcome.map(Unseated).serialize(serializer)
    }
}

impl Reason {
    /// The seat it is about, if it is about one.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Surrender(seat) | Self::Timeout(seat) | Self::Abandoned(seat) => Some(seat),
            Self::Completed | Self::Void => None,
        }
    }
}

/// An outcome as logs have it. In the first format reasons named no seat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    verdict: Verdict,
    reason: WrittenReason,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenReason {
    Seated(Reason),
    Unseated(UnseatedReason),
}

impl From<Written> for Outcome {
    fn from(Written { verdict, reason }: Written) -> Self {
        let unnamed = Self { verdict, reason: Reason::Void };
        // All games of that time were for one or two, and the reason was always about the one who did not win.
        let seat = if unnamed.winners().contains(Seat(0)) { Seat(1) } else { Seat(0) };
        let reason = match reason {
            WrittenReason::Seated(reason) => reason,
            WrittenReason::Unseated(UnseatedReason::Completed) => Reason::Completed,
            WrittenReason::Unseated(UnseatedReason::Surrender) => Reason::Surrender(seat),
            WrittenReason::Unseated(UnseatedReason::Timeout) => Reason::Timeout(seat),
            WrittenReason::Unseated(UnseatedReason::Abandoned) => Reason::Abandoned(seat),
            WrittenReason::Unseated(UnseatedReason::Void) => Reason::Void,
        };
        Self { verdict, reason }
    }
}

/// An outcome whose canonical bytes leave the reason's seat out. As text it is complete.
struct Unseated(Outcome);

impl Serialize for Unseated {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.0.serialize(serializer)
        } else {
            UnseatedOutcome::from(self.0).serialize(serializer)
        }
    }
}

#[derive(Serialize)]
struct UnseatedOutcome {
    verdict: Verdict,
    reason: UnseatedReason,
}

/// The order of the variants is part of old digests.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum UnseatedReason {
    Completed,
    Surrender,
    Timeout,
    Abandoned,
    Void,
}

impl From<Outcome> for UnseatedOutcome {
    fn from(Outcome { verdict, reason }: Outcome) -> Self {
        let reason = match reason {
            Reason::Completed => UnseatedReason::Completed,
            Reason::Surrender(_) => UnseatedReason::Surrender,
            Reason::Timeout(_) => UnseatedReason::Timeout,
            Reason::Abandoned(_) => UnseatedReason::Abandoned,
            Reason::Void => UnseatedReason::Void,
        };
        Self { verdict, reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_str, to_string};

    #[test]
    fn reasons_name_their_seat() {
        let lost = Outcome::won(Seat(0), Reason::Surrender(Seat(1)));
        let text = r#"{"verdict":{"won":1},"reason":{"surrender":1}}"#;
        assert_eq!(to_string(&lost).unwrap(), text);
        assert_eq!(from_str::<Outcome>(text).unwrap(), lost);
        let ranked = Outcome::ranked(Places::by_score(&[7, 2, 7, 1]), Reason::Completed);
        let text = r#"{"verdict":{"ranked":[1,3,1,4]},"reason":"completed"}"#;
        assert_eq!(to_string(&ranked).unwrap(), text);
        assert_eq!(from_str::<Outcome>(text).unwrap(), ranked);
    }

    #[test]
    fn reasons_of_the_first_format_are_about_the_loser() {
        let read = |verdict: &str, reason: &str| {
            from_str::<Outcome>(&format!(r#"{{"verdict":{verdict},"reason":"{reason}"}}"#)).unwrap().reason
        };
        assert_eq!(read(r#"{"won":1}"#, "surrender"), Reason::Surrender(Seat(1)));
        assert_eq!(read(r#"{"won":2}"#, "timeout"), Reason::Timeout(Seat(0)));
        assert_eq!(read(r#"{"won":0}"#, "abandoned"), Reason::Abandoned(Seat(0)), "alone");
        assert_eq!(read(r#""draw""#, "timeout"), Reason::Timeout(Seat(0)));
        assert_eq!(read(r#"{"won":2}"#, "completed"), Reason::Completed);
        assert!(from_str::<Outcome>(r#"{"verdict":"draw","reason":"boredom"}"#).is_err());
        assert!(from_str::<Outcome>(r#"{"verdict":"draw","reason":"void","more":1}"#).is_err());
    }

    #[test]
    fn winners_and_places() {
        let place = |outcome: Outcome| Seat::all(3).map(|seat| outcome.place(seat)).collect::<Vec<_>>();
        let pair = SeatSet::all(2);
        assert_eq!(place(Outcome::won_by(pair, Reason::Completed)), [Some(1), Some(1), Some(3)]);
        let ranked = Outcome::ranked(Places::by_score(&[1, 5, 5]), Reason::Completed);
        assert_eq!(place(ranked), [Some(3), Some(1), Some(1)]);
        assert_eq!(ranked.winners(), pair.with(Seat(2)).without(Seat(0)));
        assert_eq!(place(Outcome::draw(Reason::Completed)), [Some(1); 3]);
        assert_eq!(place(Outcome::VOID), [None; 3]);
        let level = Outcome::ranked(Places::by_score(&[4, 4]), Reason::Completed);
        assert_eq!(level, Outcome::draw(Reason::Completed), "if all are equal it is a draw");
    }

    #[test]
    fn old_positions_keep_their_bytes() {
        #[derive(Serialize)]
        struct Position {
            #[serde(serialize_with = "Outcome::serialize_unseated_option")]
            outcome: Option<Outcome>,
        }
        let bytes = |outcome| crate::Digest::of(&Position { outcome });
        // Some, won, seats, surrender: as written before reasons named seats.
        let won = Outcome::won(Seat(0), Reason::Surrender(Seat(1)));
        assert_eq!(bytes(Some(won)), crate::Digest::of(&(1u8, 0u8, 1u8, 1u8)));
        assert_eq!(bytes(Some(Outcome::draw(Reason::Timeout(Seat(0))))), crate::Digest::of(&(1u8, 1u8, 2u8)));
        assert_eq!(bytes(Some(Outcome::VOID)), crate::Digest::of(&(1u8, 2u8, 4u8)));
        let json = serde_json::to_value(Position { outcome: Some(won) }).unwrap();
        assert_eq!(json["outcome"]["reason"], serde_json::json!({"surrender": 1}), "views tell all");
    }
}
