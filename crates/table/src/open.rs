//! A new table, as its host wishes it.

use crate::{
    bet::{self, Bet, BetError},
    clock::MatchClock,
    counts::{Both, Counts},
    days::Days,
    house::HouseRules,
    saved::{Saved, SavedSeat},
    seats::{SeatError, known_bot, may_play_rated},
};
use parlor_kernel::{AnyGame, Key, MAX_SEATS, Refusal, Registry, Seat, SeatSet, nest_codes};
use parlor_store::User;
use parlor_wire::{
    Occupant, Pace, Status,
    http::{OpenTable, SeatWish},
};
use std::sync::Arc;
use thiserror::Error;

/// Why a table cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpenError {
    /// The house has no such game.
    #[error("{game} is not in this house. Choose one of: {known}.")]
    UnknownGame {
        /// What was asked for.
        game: String,
        /// What there is.
        known: String,
    },
    /// More seats were named than there are.
    #[error("There are more wishes than seats at this table.")]
    TooManySeats,
    /// Bots take every seat.
    #[error("Keep a seat for yourself: bots alone do not need a table.")]
    NoSeatForYou,
    /// Ratings compare players by the same rules.
    #[error("A rated table takes a preset as it is, without other rules.")]
    RatedPlainRules,
    /// A rated match must end.
    #[error("A rated table needs rules with a clock: nobody may stall for ever.")]
    RatedNeedsClock,
    /// A match for gold must end.
    #[error("A bet needs rules with a clock: nobody may stall for ever.")]
    BetNeedsClock,
    /// The game is not played for gold.
    #[error("There are no bets on {game}.")]
    NoBetsHere {
        /// The game's name.
        game: &'static str,
    },
    /// A table is rated or has a bet.
    #[error("A table is rated or has a bet, not both.")]
    BetNotRated,
    /// The game moves by itself.
    #[error("This game is only played live: both have to be there.")]
    LiveOnly,
    /// The rules have a clock.
    #[error("A game over days needs rules without a clock. Choose a preset without one, or turn the timers off.")]
    NeedsUntimedRules,
    /// A move takes too many days, or none.
    #[error("A player has from 1 to 30 days for a move.")]
    BadDays,
    /// A match has been played by the rules.
    #[error("This table has played by its rules. Open another table for other rules.")]
    Played,
    /// A bet was agreed to with the rules.
    #[error("The rules belong to the bet. Open another table for other rules.")]
    BetOnRules,
    /// The rules have fewer seats than there are players.
    #[error("More players sit at this table than these rules have seats.")]
    TooManyPlayers,
    /// Ratings are for accounts.
    #[error("Rated matches are for accounts, and a guest sits at this table.")]
    RatedWithGuest,
    /// Something about who may sit there.
    #[error(transparent)]
    Seat(#[from] SeatError),
}

nest_codes!(OpenError {
    UnknownGame => "unknown_game",
    TooManySeats => "too_many_seats",
    NoSeatForYou => "no_seat_for_you",
    RatedPlainRules => "rated_plain_rules",
    RatedNeedsClock => "rated_needs_clock",
    BetNeedsClock => "bet_needs_clock",
    NoBetsHere => "no_bets_here",
    BetNotRated => "bet_not_rated",
    LiveOnly => "live_only",
    NeedsUntimedRules => "needs_untimed_rules",
    BadDays => "bad_days",
    Played => "played",
    BetOnRules => "bet_on_rules",
    TooManyPlayers => "too_many_players",
    RatedWithGuest => "rated_with_guest",
} wraps { Seat(SeatError) });

impl From<BetError> for OpenError {
    fn from(error: BetError) -> Self {
        Self::Seat(error.into())
    }
}

/// The game of that id.
///
/// # Errors
/// If the house does not have it.
pub fn known_game<'a>(games: &'a Registry, id: &str) -> Result<&'a Arc<dyn AnyGame>, OpenError> {
    games.game(id).ok_or_else(|| {
        let known: Vec<_> = games.games().map(|game| game.spec().id).collect();
        OpenError::UnknownGame { game: id.into(), known: known.join(", ") }
    })
}

impl Saved {
    /// A new table as `host` wishes it.
    ///
    /// # Errors
    /// If there is no such table, or the host may not have it.
    pub fn open(house: &HouseRules, host: &User, wish: OpenTable) -> Result<Self, Refusal> {
        let game = known_game(&house.games, &wish.game)?;
        if wish.seats.len() > usize::from(MAX_SEATS) {
            return Err(OpenError::TooManySeats.into());
        }
        let counts = Counts::try_from(&wish).map_err(|Both| OpenError::BetNotRated)?;
        match &counts {
            Counts::Nothing => {}
            Counts::Rated => may_be_rated(host, &wish)?,
            Counts::Bet(_) => may_have_bet(host, game.as_ref(), &wish)?,
        }
        let preset = wish.preset.unwrap_or_else(|| game.default_preset().into());
        let bots: SeatSet = (0u8..)
            .zip(&wish.seats)
            .filter(|(_, wish)| matches!(wish, SeatWish::Bot(_)))
            .map(|(seat, _)| Seat(seat))
            .collect();
        let (config, count) = game.configure(Some(&preset), &wish.options, bots)?;
        if wish.seats.len() > usize::from(count) {
            return Err(OpenError::TooManySeats.into());
        }
        let rules = game.rules(&config)?;
        if counts != Counts::Nothing && rules.open(Key([0; 32]))?.next_wake().is_none() {
            let needs = if counts.is_rated() { OpenError::RatedNeedsClock } else { OpenError::BetNeedsClock };
            return Err(needs.into());
        }
        let counts = match counts {
            Counts::Nothing => Counts::Nothing,
            Counts::Rated => Counts::Rated,
            Counts::Bet(wish) => Counts::Bet(Bet::open(wish, count, &house.times)?),
        };
        let days = wish.days.unwrap_or_else(|| rules.days());
        let days = Days::try_from(days).map_err(|_| OpenError::BadDays)?;
        let mut seats = vec![SavedSeat::EMPTY; count.into()];
        for (seat, wish) in seats.iter_mut().zip(wish.seats) {
            if let SeatWish::Bot(level) = wish {
                known_bot(game.as_ref(), &level)?;
                *seat = SavedSeat::bot(level);
            }
        }
        let own = seats.iter_mut().find(|seat| seat.occupant == Occupant::Nobody);
        *own.ok_or(OpenError::NoSeatForYou)? = SavedSeat::person(host);
        Ok(Self {
            game: wish.game,
            preset,
            options: wish.options,
            carried: serde_json::Value::Null,
            config: Arc::clone(rules.config()),
            public: wish.public,
            counts,
            pace: Pace::Live,
            days,
            host: host.id,
            status: Status::Waiting,
            seats,
            match_id: None,
            clock: MatchClock::default(),
            sat: Vec::new(),
            kicked: Vec::new(),
            quiet_since: None,
            deserted_since: None,
        })
    }

    /// The table is to be played over days: by rules without a clock of their own, which its day clock takes the place of.
    ///
    /// # Errors
    /// If the game or its rules need everybody to be there.
    pub fn play_over_days(&mut self, games: &Registry) -> Result<(), Refusal> {
        let game = known_game(games, &self.game)?;
        if game.spec().real_time {
            return Err(OpenError::LiveOnly.into());
        }
        if game.rules(&self.config)?.is_timed() {
            return Err(OpenError::NeedsUntimedRules.into());
        }
        self.pace = Pace::Correspondence;
        Ok(())
    }
}

fn has_bots(wish: &OpenTable) -> bool {
    wish.seats.iter().any(|seat| matches!(seat, SeatWish::Bot(_)))
}

/// Ratings compare players by the same rules.
fn may_be_rated(host: &User, wish: &OpenTable) -> Result<(), OpenError> {
    may_play_rated(host)?;
    if wish.options.as_object().is_some_and(|options| !options.is_empty()) {
        return Err(OpenError::RatedPlainRules);
    }
    if has_bots(wish) {
        return Err(SeatError::RatedWithoutBots.into());
    }
    Ok(())
}

/// Whether a table may have a bet: where the game allows it, and between people.
fn may_have_bet(host: &User, game: &dyn AnyGame, wish: &OpenTable) -> Result<(), OpenError> {
    bet::may_bet(host)?;
    if !game.spec().stakes {
        return Err(OpenError::NoBetsHere { game: game.spec().name });
    }
    if has_bots(wish) {
        return Err(BetError::WithoutBots.into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ada, guest, house};
    use parlor_wire::{BetWish, HolderWish};
    use serde_json::json;

    fn opened(host: &User, wish: OpenTable) -> Result<Saved, &'static str> {
        Saved::open(&house(), host, wish).map_err(|refusal| refusal.code)
    }

    fn battleship() -> OpenTable {
        OpenTable { game: "battleship".into(), ..OpenTable::default() }
    }

    fn death_roll() -> OpenTable {
        OpenTable { game: "death-roll".into(), ..OpenTable::default() }
    }

    fn bot() -> SeatWish {
        SeatWish::Bot("easy".into())
    }

    #[test]
    fn the_host_takes_the_first_open_seat() {
        let saved = opened(&ada(), OpenTable { seats: vec![bot()], ..battleship() }).unwrap();
        assert_eq!((saved.seat_of(ada().id), saved.host), (Some(Seat(1)), ada().id));
        assert_eq!(saved.bots(), SeatSet::only(Seat(0)));
    }

    #[test]
    fn a_table_makes_sense_or_is_refused() {
        let bet = Some(BetWish { amount: 5, holder: HolderWish::House });
        let unclocked = json!({ "roll_seconds": null });
        for (wish, code) in [
            (OpenTable { game: "chess".into(), ..OpenTable::default() }, "unknown_game"),
            (OpenTable { preset: Some("odd".into()), ..battleship() }, "unknown_preset"),
            (OpenTable { seats: vec![SeatWish::Person; 3], ..battleship() }, "too_many_seats"),
            (OpenTable { seats: vec![SeatWish::Person; 17], ..battleship() }, "too_many_seats"),
            (OpenTable { seats: vec![bot(), bot()], ..battleship() }, "no_seat_for_you"),
            (OpenTable { seats: vec![SeatWish::Bot("genius".into())], ..battleship() }, "unknown_bot"),
            (OpenTable { rated: true, options: json!({ "width": 6 }), ..battleship() }, "rated_plain_rules"),
            (OpenTable { rated: true, seats: vec![bot()], ..battleship() }, "rated_without_bots"),
            (OpenTable { rated: true, preset: Some("hope".into()), ..battleship() }, "rated_needs_clock"),
            (OpenTable { days: Some(0), ..battleship() }, "bad_days"),
            (OpenTable { days: Some(31), ..battleship() }, "bad_days"),
            (OpenTable { bet, ..battleship() }, "no_bets_here"),
            (OpenTable { bet, rated: true, ..death_roll() }, "bet_not_rated"),
            (OpenTable { bet, seats: vec![SeatWish::Person, bot()], ..death_roll() }, "bet_without_bots"),
            (OpenTable { bet: Some(BetWish { amount: 0, holder: HolderWish::House }), ..death_roll() }, "bad_bet"),
            (OpenTable { bet, options: unclocked, ..death_roll() }, "bet_needs_clock"),
        ] {
            assert_eq!(opened(&ada(), wish.clone()).err(), Some(code), "{wish:?}");
        }
        assert_eq!(opened(&guest(), OpenTable { rated: true, ..battleship() }).err(), Some("rated_needs_account"));
        assert_eq!(opened(&guest(), OpenTable { bet, ..death_roll() }).err(), Some("bet_needs_account"));
        assert!(opened(&ada(), OpenTable { bet, ..death_roll() }).unwrap().bet().is_some());
        assert!(opened(&ada(), OpenTable { rated: true, ..battleship() }).unwrap().counts.is_rated());
    }

    #[test]
    fn games_over_days_have_no_clock() {
        let over_days = |wish| {
            let mut saved = opened(&ada(), wish).unwrap();
            saved.play_over_days(&house().games).map_err(|refusal| refusal.code)
        };
        assert_eq!(over_days(OpenTable { preset: Some("hope".into()), ..battleship() }), Ok(()));
        assert_eq!(over_days(battleship()), Err("needs_untimed_rules"));
        assert_eq!(over_days(OpenTable { game: "pong".into(), ..OpenTable::default() }), Err("live_only"));
    }
}
