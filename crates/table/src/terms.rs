//! What a table is played by, changed by its host before the first match: the link to it came first.

use crate::{
    bots::Bots,
    house::HouseRules,
    open::{OpenError, known_game},
    rules::Rules,
    saved::{Saved, SavedSeat},
    seats::SeatError,
    table::Table,
    turn::Turn,
};
use parlor_kernel::{Refusal, SeatSet};
use parlor_store::User;
use parlor_wire::{
    Kind, Occupant, Pace, Status,
    http::{OpenTable, SeatWish},
};
use serde_json::Value;

/// What the host wants the table to be played by.
pub struct Terms {
    /// The preset.
    pub preset: String,
    /// What to change in it.
    pub options: Value,
    /// Whether the table is in the public list.
    pub public: bool,
    /// Whether its matches count for ratings.
    pub rated: bool,
}

impl Turn<'_> {
    /// The host changes the rules.
    pub(crate) fn set_rules(&mut self, host: &User, terms: Terms) -> Result<(), Refusal> {
        let table = &mut *self.table;
        let changed = table.saved.with_terms(&table.house, host, terms)?;
        table.rules = Rules::of(&table.house.games, &changed)?;
        table.saved = changed;
        let Table { saved, presence, bots, chance, .. } = table;
        presence.seat(saved.count());
        *bots = Bots::new(saved.count(), chance);
        self.save_and_show_all();
        self.begin_if_ready();
        Ok(())
    }
}

impl Saved {
    /// The table by other terms, with everyone who sits there.
    fn with_terms(&self, house: &HouseRules, host: &User, terms: Terms) -> Result<Self, Refusal> {
        self.host_before_match(host.id)?;
        if self.status != Status::Waiting {
            return Err(OpenError::Played.into());
        }
        if self.bet().is_some() {
            return Err(OpenError::BetOnRules.into());
        }
        let Terms { preset, options, public, rated } = terms;
        let sits = |wanted: Kind| {
            self.seats.iter().any(|seat| matches!(seat.occupant, Occupant::Person { kind, .. } if kind == wanted))
        };
        if rated && sits(Kind::Guest) {
            return Err(OpenError::RatedWithGuest.into());
        }
        if rated && sits(Kind::Bot) {
            return Err(SeatError::RatedForPeople.into());
        }
        let game = known_game(&house.games, &self.game)?;
        let (_, count) = game.configure(Some(&preset), &options, SeatSet::EMPTY)?;
        let mut seats = self.seated_at(count.into()).ok_or(OpenError::TooManyPlayers)?;
        let wish = OpenTable {
            game: self.game.clone(),
            preset: Some(preset),
            options,
            public,
            rated,
            seats: seats.iter().map(seat_wish).collect(),
            bet: None,
            days: (self.pace == Pace::Correspondence).then(|| self.days.into()),
        };
        let mut changed = Self::open(house, host, wish)?;
        if self.pace == Pace::Correspondence {
            changed.play_over_days(&house.games)?;
        }
        let rules_are_same = changed.config == self.config && changed.counts == self.counts;
        for seat in seats.iter_mut().filter(|seat| !rules_are_same && seat.occupant.person() != Some(host.id)) {
            // Bots play by any rules.
            seat.ready = seat.ready && seat.occupant.person().is_none();
        }
        Ok(Self { seats, kicked: self.kicked.clone(), ..changed })
    }

    /// Those who sit at the table, at one with `count` seats: where they are, or in a free seat if theirs is gone.
    fn seated_at(&self, count: usize) -> Option<Vec<SavedSeat>> {
        let (stay, lose) = self.seats.split_at(count.min(self.seats.len()));
        let mut seats = stay.to_vec();
        seats.resize(count, SavedSeat::EMPTY);
        for seat in lose.iter().filter(|seat| seat.occupant != Occupant::Nobody) {
            *seats.iter_mut().find(|seat| seat.occupant == Occupant::Nobody)? = seat.clone();
        }
        Some(seats)
    }
}

fn seat_wish(seat: &SavedSeat) -> SeatWish {
    match &seat.occupant {
        Occupant::Bot { level } => SeatWish::Bot(level.clone()),
        Occupant::Person { .. } | Occupant::Nobody => SeatWish::Person,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ada, ben, cat, guest, house, open};
    use parlor_kernel::Seat;
    use parlor_wire::{BetWish, HolderWish, MatchId};
    use serde_json::json;

    fn terms(preset: &str) -> Terms {
        Terms { preset: preset.into(), options: Value::Null, public: false, rated: false }
    }

    fn changed(saved: &Saved, host: &User, terms: Terms) -> Result<Saved, &'static str> {
        saved.with_terms(&house(), host, terms).map_err(|refusal| refusal.code)
    }

    fn battleship() -> Saved {
        open(OpenTable { game: "battleship".into(), ..OpenTable::default() })
    }

    fn pebbles(preset: &str) -> Saved {
        open(OpenTable { game: "pebbles".into(), preset: Some(preset.into()), ..OpenTable::default() })
    }

    #[test]
    fn players_are_asked_again_when_the_rules_change() {
        let mut saved = battleship();
        saved.sit(&ben(), None).unwrap();
        let preset = saved.preset.clone();
        let same = changed(&saved, &ada(), Terms { public: true, ..terms(&preset) }).unwrap();
        assert!(same.public && same.all_ready(), "a door is no rule");
        let other = changed(&saved, &ada(), Terms { options: json!({ "width": 8 }), ..terms(&preset) }).unwrap();
        assert_eq!(other.seats.iter().map(|seat| seat.ready).collect::<Vec<_>>(), [true, false]);
        assert_eq!((other.seat_of(ben().id), other.options), (Some(Seat(1)), json!({ "width": 8 })));
    }

    #[test]
    fn everyone_keeps_a_seat_or_the_rules_stay() {
        let mut saved = pebbles("party");
        saved.sit(&ben(), Some(Seat(3))).unwrap();
        let duel = changed(&saved, &ada(), terms("duel")).unwrap();
        assert_eq!((duel.count(), duel.seat_of(ada().id), duel.seat_of(ben().id)), (2, Some(Seat(0)), Some(Seat(1))));
        saved.sit(&cat(), Some(Seat(2))).unwrap();
        assert_eq!(changed(&saved, &ada(), terms("duel")).err(), Some("too_many_players"));
        assert_eq!(changed(&duel, &ada(), terms("party")).unwrap().count(), 4);
    }

    #[test]
    fn only_the_host_changes_them_and_only_before_a_match() {
        let mut saved = battleship();
        saved.sit(&ben(), None).unwrap();
        assert_eq!(changed(&saved, &ben(), terms("hope")).err(), Some("not_host"));
        assert_eq!(changed(&saved, &ada(), terms("odd")).err(), Some("unknown_preset"));
        assert_eq!(changed(&saved, &ada(), Terms { rated: true, ..terms("hope") }).err(), Some("rated_needs_clock"));
        saved.begin(MatchId(1), json!({}).into());
        assert_eq!(changed(&saved, &ada(), terms("hope")).err(), Some("match_running"));
        saved.status = Status::Ended;
        assert_eq!(changed(&saved, &ada(), terms("hope")).err(), Some("played"));
        let bet = Some(BetWish { amount: 5, holder: HolderWish::House });
        let for_gold = open(OpenTable { game: "death-roll".into(), bet, ..OpenTable::default() });
        assert_eq!(changed(&for_gold, &ada(), terms("thousand")).err(), Some("bet_on_rules"));
        let mut with_guest = battleship();
        with_guest.sit(&guest(), None).unwrap();
        let preset = with_guest.preset.clone();
        let rated = Terms { rated: true, ..terms(&preset) };
        assert_eq!(changed(&with_guest, &ada(), rated).err(), Some("rated_with_guest"));
    }

    #[test]
    fn matches_with_a_program_do_not_become_rated_after_it_sat_down() {
        let mut saved = battleship();
        saved.sit(&User { kind: Kind::Bot, ..ben() }, None).unwrap();
        let rated = |saved: &Saved| changed(saved, &ada(), Terms { rated: true, ..terms(&saved.preset) });
        assert_eq!(rated(&saved).err(), Some("rated_for_people"));
        saved.vacate(Seat(1));
        saved.sit(&ben(), None).unwrap();
        assert!(rated(&saved).is_ok(), "people may");
    }
}
