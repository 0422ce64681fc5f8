//! Bets: what is said about the gold that lies beside a table.
//!
//! Gold is the house's play money. It cannot be bought or sold, and nothing of value can be had for it.
//!
//! A table with a bet has a [`BetInfo`]. Everyone who plays puts in the same amount
//! ([`EscrowStep::Deposit`], which is their consent), and the match begins only when all have. A holder watches: a
//! person who does not play, or the house. When the match is over the winner is paid by its log, after a window in
//! which a player may dispute it.

use crate::{EscrowId, MatchId, Person, chat::chat_text};
use parlor_kernel::Seat;
use serde::{Deserialize, Serialize};

/// The largest bet, in gold.
pub const MAX_BET: u32 = 1_000_000;

/// The longest reason for a dispute, in characters.
pub const MAX_REASON: usize = 200;

/// A bet that a new table should have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BetWish {
    /// What everyone who plays puts in: 1 to [`MAX_BET`] gold.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 1_000_000))]
    pub amount: u32,
    /// Who holds it.
    #[serde(default)]
    pub holder: HolderWish,
}

/// Who should hold a bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum HolderWish {
    /// The house: it rules at once, by checking the log.
    #[default]
    House,
    /// A person: the first to take the holder's seat ([`EscrowStep::Hold`]).
    Person,
}

/// A step that a person takes in the bet at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EscrowStep {
    /// As a player: to put in the bet. That is the consent to it, and being ready. After a match (or a refund) it is
    /// the wish to play for the same again, and begins a new bet.
    Deposit,
    /// As a player, before the first turn of the match: to call the bet off. Everyone gets back what they put in; a
    /// match that has just begun is called off with it.
    Cancel,
    /// As a player, while the bet is [`BetState::Settling`]: not to dispute the result. Once everyone who lost has said
    /// so the winner is paid at once.
    Accept,
    /// As a player, while the bet is [`BetState::Settling`]: to have the holder decide.
    Dispute {
        /// Why, in 1 to [`MAX_REASON`] characters.
        reason: String,
    },
    /// As the holder of a disputed bet: to give it to a seat. What the log proves wrong is overturned.
    Award {
        /// Which seat.
        seat: Seat,
    },
    /// As the holder of a disputed bet: to give everyone back what they put in.
    Refund,
    /// To take the holder's seat, as an account that does not play here.
    Hold,
    /// To give the holder's seat up. Before the bet is funded everyone gets back what they put in; afterwards the house
    /// holds it.
    Unhold,
    /// As the host, while the bet is not funded: to send the holder away.
    Dismiss,
}

/// The bet at a table, as everyone may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BetInfo {
    /// Its id. Each match is a bet of its own.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: EscrowId,
    /// What everyone who plays puts in.
    pub amount: u32,
    /// What has been put in and not paid out.
    #[serde(rename = "pot")]
    pub in_escrow: u64,
    /// How far it has come.
    pub state: BetState,
    /// Who has put in their bet, by seat.
    pub deposits: Vec<bool>,
    /// Who has put it in, by seat. It stays theirs when they leave the table and another takes the seat.
    #[serde(default)]
    pub players: Vec<Option<Person>>,
    /// The match that is played for it, or was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub match_id: Option<MatchId>,
    /// Whether a turn of that match has been taken: from then on it stands and cannot be called off.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begun: bool,
    /// Who holds it; `None` while a person is wanted and has not come.
    pub holder: Option<BetHolder>,
    /// How many milliseconds are left until the bet moves on by itself: deposits are refunded, a winner is paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline_ms: Option<u64>,
    /// Who will be paid, or has been, by the log of the match; empty before it is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub winners: Vec<Seat>,
    /// Who has accepted the result while it is settling.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub accepted: Vec<Seat>,
    /// Who disputes it and why. It stays to be read after the ruling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispute: Option<DisputeInfo>,
    /// How the dispute was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Ruling>,
    /// Who was paid, once it is [`BetState::Paid`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub paid_to: Vec<Seat>,
    /// Why everyone got back what they had put in, once it is [`BetState::Refunded`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refunded: Option<RefundReason>,
    /// Who called it off, if that is why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub called_off_by: Option<Seat>,
}

/// How far a bet has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BetState {
    /// Waiting until every seat is taken, the holder's too.
    Invited,
    /// Everyone is there; each puts in the bet before the deadline, or all get theirs back.
    Depositing,
    /// All have put it in: the match begins as soon as everyone is connected and ready.
    Funded,
    /// The match is being played.
    Playing,
    /// The match is over: unless a player disputes it before the deadline, the winner is paid.
    Settling,
    /// A player disputes it: the holder decides before the deadline, or the winner is paid by the log.
    Disputed,
    /// Over: paid.
    Paid,
    /// Over: everyone got back what they had put in.
    Refunded,
}

impl BetState {
    /// Whether nothing more happens to it: the next deposit begins a new bet.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Paid | Self::Refunded)
    }
}

/// Who holds a bet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BetHolder {
    /// The house.
    House,
    /// A person.
    Person {
        /// Who.
        person: Person,
        /// How they have held bets before.
        record: TrustRecord,
    },
}

/// How a person has held bets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrustRecord {
    /// How many they have held to the end, or until they left a dispute undecided.
    pub held: u32,
    /// How many of these were disputed.
    pub disputed: u32,
    /// How many of their rulings went against what the log proves: awards that were overturned, and refunds.
    pub overturned: u32,
}

/// A dispute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DisputeInfo {
    /// Whose.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub by: Seat,
    /// Why. Plain text, never HTML.
    pub reason: String,
}

/// Cleans the reason for a dispute like any other line that people read ([`chat_text`]); none if that is empty, too long
/// or unreadable.
pub fn dispute_reason(typed: &str) -> Option<String> {
    chat_text(typed).ok().filter(|reason| reason.chars().count() <= MAX_REASON)
}

/// How a dispute was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// The house checked the log, and it holds: paid by it.
    Verified,
    /// The house checked the log, and it does not hold: refunded.
    Unverified,
    /// The holder gave it to this seat, and the log agrees (or cannot be checked).
    Awarded {
        /// Which seat.
        #[cfg_attr(feature = "openapi", schema(value_type = u8))]
        seat: Seat,
    },
    /// The holder gave it to this seat, the log proves otherwise: paid by the log.
    Overturned {
        /// Which seat.
        #[cfg_attr(feature = "openapi", schema(value_type = u8))]
        seat: Seat,
    },
    /// The holder gave everyone back what they had put in.
    Refunded,
    /// The holder said nothing in time: paid by the log.
    Silence,
}

/// Why everyone got back what they had put in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RefundReason {
    /// Not everyone put in the bet in time.
    Late,
    /// All had, but the match did not begin in time.
    NotBegun,
    /// A player called it off.
    Cancelled,
    /// The match had no winner.
    NoWinner,
    /// A dispute was decided so.
    Ruled,
    /// The table could not go on.
    Closed,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClientFrame;

    #[test]
    fn bets_look_like_this() {
        for text in [
            r#"{"id":"a1","do":{"escrow":{"table":"K7QX2M","step":"deposit"}}}"#,
            r#"{"id":"a2","do":{"escrow":{"table":"K7QX2M","step":{"dispute":{"reason":"odd"}}}}}"#,
            r#"{"id":"a3","do":{"escrow":{"table":"K7QX2M","step":{"award":{"seat":1}}}}}"#,
        ] {
            let frame: ClientFrame = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&frame).unwrap(), text);
        }
        let wish: BetWish = serde_json::from_str(r#"{"amount":100}"#).unwrap();
        assert_eq!(wish, BetWish { amount: 100, holder: HolderWish::House });
        assert_eq!(dispute_reason(" the\u{202e} dice\n").as_deref(), Some("the dice"));
        for bad in ["", "\u{200b}", "a\u{7}", &"x".repeat(MAX_REASON + 1)] {
            assert_eq!(dispute_reason(bad), None, "{bad:?}");
        }
        for bad in [r#"{"amount":-1}"#, r#"{"amount":1.5}"#, r#"{"amount":100,"to":"me"}"#, r#"{"holder":"house"}"#] {
            assert!(serde_json::from_str::<BetWish>(bad).is_err(), "{bad}");
        }
    }
}
