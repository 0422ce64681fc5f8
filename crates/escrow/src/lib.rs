//! Bets in play money: who has put in what, and who gets it.
//!
//! An [`Escrow`] is a value. It reads no clock and moves no gold: its owner says what happened and when
//! ([`Escrow::step`]) and carries out the [`Movement`]s it answers with, in the same transaction in which it saves the
//! escrow. Everything is checked before anything changes; a refused step leaves no trace.
//!
//! ```text
//! Invited → Depositing → Funded → Playing → Settling → Paid
//!    ↑          │           │        │          │        ↑
//!    └──────────┘           ↓        ↓          ↓        │
//!  a player left        Refunded  Refunded   Disputed ───┤
//!                                                        └ or Refunded
//! ```
//!
//! Every state that holds gold moves on by itself: by its deadline ([`Escrow::due`]), or by the end of the match.

mod error;
mod step;

pub use error::EscrowError;
pub use step::{Movement, Proof, Step, Verdict};

use parlor_kernel::{Seat, SeatSet};
use parlor_wire::{
    BetState,
    bet::{DisputeInfo, RefundReason, Ruling},
};
use serde::{Deserialize, Serialize};

/// What a bet is about: fixed when the table opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// What everyone who plays puts in, in gold.
    pub amount: u32,
    /// How many play.
    pub seats: u8,
    /// How long they have to put it in, and then for the match to begin, in milliseconds.
    pub deposit_ms: u64,
    /// How long the result may be disputed, in milliseconds.
    pub dispute_ms: u64,
    /// How long the holder has to decide, in milliseconds.
    pub ruling_ms: u64,
}

/// Who holds a bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// The house: it decides at once, by the log.
    House,
    /// A person should, but none does yet.
    Wanted,
    /// A person.
    Person,
}

/// How far a bet has come. Moments are on the owner's clock, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// A player or the holder is missing.
    Invited,
    /// Everyone may put in the bet, until then.
    Depositing {
        /// Until when.
        until: u64,
    },
    /// All have put it in; the match must begin until then.
    Funded {
        /// Until when.
        until: u64,
    },
    /// The match is being played.
    Playing,
    /// The winners are paid then, unless a player disputes it.
    Settling {
        /// Until when.
        until: u64,
    },
    /// The holder decides, until then.
    Disputed {
        /// Until when.
        until: u64,
    },
    /// Over.
    Paid {
        /// To whom.
        to: SeatSet,
    },
    /// Over.
    Refunded {
        /// Why.
        why: RefundReason,
    },
}

/// A bet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Escrow {
    terms: Terms,
    state: State,
    holder: Holder,
    /// Who has put in their bet.
    deposited: SeatSet,
    /// Who won the match.
    winners: SeatSet,
    /// Who will not dispute it.
    accepted: SeatSet,
    dispute: Option<DisputeInfo>,
    ruling: Option<Ruling>,
    /// How many steps have been made: together with the bet's id, a name for each that is never used twice.
    steps: u32,
}

impl Escrow {
    /// A new bet, to be held by the house or by a person.
    pub const fn new(terms: Terms, holder: Holder) -> Self {
        Self {
            terms,
            state: State::Invited,
            holder,
            deposited: SeatSet::EMPTY,
            winners: SeatSet::EMPTY,
            accepted: SeatSet::EMPTY,
            dispute: None,
            ruling: None,
            steps: 0,
        }
    }

    /// What it is about.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// How far it has come.
    pub const fn state(&self) -> State {
        self.state
    }

    /// How far it has come, without moments.
    pub const fn stage(&self) -> BetState {
        match self.state {
            State::Invited => BetState::Invited,
            State::Depositing { .. } => BetState::Depositing,
            State::Funded { .. } => BetState::Funded,
            State::Playing => BetState::Playing,
            State::Settling { .. } => BetState::Settling,
            State::Disputed { .. } => BetState::Disputed,
            State::Paid { .. } => BetState::Paid,
            State::Refunded { .. } => BetState::Refunded,
        }
    }

    /// Who holds it.
    pub const fn holder(&self) -> Holder {
        self.holder
    }

    /// Who has put in their bet.
    pub const fn deposited(&self) -> SeatSet {
        self.deposited
    }

    /// What has been put in and not paid out.
    pub const fn in_escrow(&self) -> u64 {
        self.terms.amount as u64 * self.deposited.len() as u64
    }

    /// Who won the match, by its log.
    pub const fn winners(&self) -> SeatSet {
        self.winners
    }

    /// Who has accepted the result.
    pub const fn accepted(&self) -> SeatSet {
        self.accepted
    }

    /// Who disputes the result.
    pub const fn dispute(&self) -> Option<&DisputeInfo> {
        self.dispute.as_ref()
    }

    /// How the dispute was decided.
    pub const fn ruling(&self) -> Option<Ruling> {
        self.ruling
    }

    /// How many steps have been made.
    pub const fn steps(&self) -> u32 {
        self.steps
    }

    /// Whether nothing more happens to it.
    pub const fn is_over(&self) -> bool {
        self.stage().is_over()
    }

    /// Whether all have put in the bet and the match may begin.
    pub const fn is_funded(&self) -> bool {
        matches!(self.state, State::Funded { .. })
    }

    /// Whether a match is being played for it, or was and it is not settled yet: a player who leaves the table now
    /// leaves their gold in the bet.
    pub const fn is_committed(&self) -> bool {
        matches!(self.state, State::Playing | State::Settling { .. } | State::Disputed { .. })
    }

    /// Whether its holder saw it through: a winner was paid, or a dispute was decided.
    pub const fn was_seen_through(&self) -> bool {
        matches!(self.state, State::Paid { .. } | State::Refunded { why: RefundReason::Ruled })
    }

    /// When it moves on by itself ([`Step::Time`]). A match that is being played has its own clock.
    pub const fn due(&self) -> Option<u64> {
        match self.state {
            State::Depositing { until }
            | State::Funded { until }
            | State::Settling { until }
            | State::Disputed { until } => Some(until),
            State::Invited | State::Playing | State::Paid { .. } | State::Refunded { .. } => None,
        }
    }

    /// Everyone who plays.
    const fn everyone(&self) -> SeatSet {
        SeatSet::all(self.terms.seats)
    }

    /// What everyone gets who wins: all that was put in, in equal parts. What cannot be divided goes to the first.
    fn shares(&self, winners: SeatSet) -> Vec<(Seat, u64)> {
        let count = u64::from(winners.len().max(1));
        let (share, rest) = (self.in_escrow() / count, self.in_escrow() % count);
        let extra = |place: usize| if place == 0 { rest } else { 0 };
        winners.iter().enumerate().map(|(place, seat)| (seat, share + extra(place))).collect()
    }
}
