//! Tables for the two people of an invitation.

use super::InvitationError;
use parlor_kernel::{Refusal, Registry, Seat};
use parlor_store::User;
use parlor_table::{BetError, HouseRules, Saved, SeatError};
use parlor_wire::{
    Pace,
    http::{OpenTable, SeatWish},
};
use serde_json::Value;

/// The table of an invitation, with both of them seated: the one who asked has the first seat.
///
/// # Errors
/// If there is no such table, or it is not for these two.
pub fn table(house: &HouseRules, from: &User, to: &User, wish: OpenTable, pace: Pace) -> Result<Saved, Refusal> {
    if wish.seats.iter().any(|seat| matches!(seat, SeatWish::Bot(_))) {
        return Err(InvitationError::InviteWithoutBots.into());
    }
    let mut saved = Saved::open(house, from, wish)?;
    if saved.count() != 2 {
        return Err(InvitationError::NotForTwo.into());
    }
    saved.sit(to, Some(Seat(1))).map_err(|error| of_the_other(error, to))?;
    if pace == Pace::Correspondence {
        saved.play_over_days(&house.games)?;
    }
    Ok(saved)
}

/// Why a user cannot sit down, told to the one who invites them.
fn of_the_other(error: SeatError, to: &User) -> Refusal {
    let name = to.name.clone();
    match error {
        SeatError::Bet(BetError::NeedsAccount) => InvitationError::GuestCannotBet(name).into(),
        SeatError::Bet(BetError::ForPeople) => InvitationError::ProgramCannotBet(name).into(),
        SeatError::RatedNeedsAccount => InvitationError::GuestIsNotRated(name).into(),
        SeatError::RatedForPeople => InvitationError::ProgramIsNotRated(name).into(),
        other => other.into(),
    }
}

/// Whether two wishes are for the same game by the same rules.
pub fn is_same(registry: &Registry, one: &OpenTable, other: &OpenTable) -> bool {
    let essence = |wish: &OpenTable| {
        let mut wish = wish.clone();
        let default = || registry.game(&wish.game).map(|game| game.default_preset().to_owned());
        wish.preset = wish.preset.or_else(default);
        if wish.options.as_object().is_some_and(serde_json::Map::is_empty) {
            wish.options = Value::Null;
        }
        // Who sits where is the same in every invitation, and who may watch is no rule.
        (wish.public, wish.seats) = (false, Vec::new());
        wish
    };
    essence(one) == essence(other)
}
