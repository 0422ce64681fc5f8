//! Who may sit where: sitting down, standing up, being ready, and what the host may do.

use crate::{
    bet::BetError,
    counts::Counts,
    saved::{Saved, SavedSeat},
};
use parlor_kernel::{AnyGame, Rng, Seat, nest_codes};
use parlor_store::User;
use parlor_wire::{Kind, Occupant, UserId};
use thiserror::Error;

/// Why something about the seats is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SeatError {
    /// A match is being played.
    #[error("That has to wait until the match is over.")]
    MatchRunning,
    /// The caller is not the host.
    #[error("Only the host of the table can do that.")]
    NotHost,
    /// The caller does not sit at the table.
    #[error("You do not sit at this table.")]
    NotSeated,
    /// The caller sits at the table.
    #[error("You already sit at this table.")]
    AlreadySeated,
    /// The host has sent the caller away.
    #[error("The host has sent you away from this table. You may watch.")]
    Kicked,
    /// The seat is taken, or all are.
    #[error("That seat is taken. You may watch, or open a table of your own.")]
    NoFreeSeat,
    /// A player sits in the seat that should go to a bot.
    #[error("A player sits there.")]
    PlayerSits,
    /// The seat is empty, or a bot sits there.
    #[error("Nobody sits there.")]
    NobodyThere,
    /// The host cannot send themselves away.
    #[error("To go yourself, stand up.")]
    NotYourself,
    /// There is no such seat.
    #[error("There is no such seat.")]
    NoSuchSeat,
    /// There is no such bot.
    #[error("There is no bot called {level}; choose one of: {known}.")]
    UnknownBot {
        /// What was asked for.
        level: String,
        /// What there is.
        known: String,
    },
    /// Rated matches are for accounts.
    #[error("Rated matches are for accounts. Create one first: your games stay yours.")]
    RatedNeedsAccount,
    /// Rated matches are for people.
    #[error("Rated matches are for people. Bots may play all others.")]
    RatedForPeople,
    /// Rated matches are played without the house's bots.
    #[error("The house's bots do not play rated matches.")]
    RatedWithoutBots,
    /// A player who sits at the table does not want to begin yet.
    #[error("Not everybody is ready yet.")]
    NotReady,
    /// Something about the bet.
    #[error(transparent)]
    Bet(#[from] BetError),
}

nest_codes!(SeatError {
    MatchRunning => "match_running",
    NotHost => "not_host",
    NotSeated => "not_seated",
    AlreadySeated => "already_seated",
    Kicked => "kicked",
    NoFreeSeat => "no_free_seat",
    PlayerSits => "no_free_seat",
    NobodyThere => "nobody_there",
    NotYourself => "not_yourself",
    NoSuchSeat => "no_such_seat",
    UnknownBot => "unknown_bot",
    RatedNeedsAccount => "rated_needs_account",
    RatedForPeople => "rated_for_people",
    RatedWithoutBots => "rated_without_bots",
    NotReady => "not_ready",
} wraps { Bet(BetError) });

/// Whether a user may play rated matches. Programs may not: their owners could feed on them.
///
/// # Errors
/// What they are told if not.
pub fn may_play_rated(user: &User) -> Result<(), SeatError> {
    match user.kind {
        Kind::Account => Ok(()),
        Kind::Guest => Err(SeatError::RatedNeedsAccount),
        Kind::Bot => Err(SeatError::RatedForPeople),
    }
}

/// Whether the house has such a bot.
pub(crate) fn known_bot(game: &dyn AnyGame, level: &str) -> Result<(), SeatError> {
    if game.has_bot(level) {
        return Ok(());
    }
    let known: Vec<_> = game.info().bots.iter().map(|level| level.id).collect();
    Err(SeatError::UnknownBot { level: level.into(), known: known.join(", ") })
}

impl Saved {
    /// A user sits down, or moves to the seat they want.
    ///
    /// # Errors
    /// If they may not, or no seat is free. Nothing has changed then.
    pub fn sit(&mut self, user: &User, wanted: Option<Seat>) -> Result<(), SeatError> {
        self.not_playing()?;
        if let Some(own) = self.seat_of(user.id) {
            let wanted = wanted.filter(|wanted| *wanted != own).ok_or(SeatError::AlreadySeated)?;
            let place = self.seats.get(wanted.index()).ok_or(SeatError::NoSuchSeat)?;
            if place.occupant != Occupant::Nobody {
                return Err(SeatError::NoFreeSeat);
            }
            self.seats.swap(own.index(), wanted.index());
            return Ok(());
        }
        match &self.counts {
            Counts::Nothing => {}
            Counts::Rated => may_play_rated(user)?,
            Counts::Bet(bet) => bet.may_play(user)?,
        }
        if self.kicked.contains(&user.id) {
            return Err(SeatError::Kicked);
        }
        let is_free = |seat: &SavedSeat| seat.occupant == Occupant::Nobody;
        let seat = match wanted {
            Some(seat) => self.seats.get_mut(seat.index()).filter(|seat| is_free(seat)),
            None => self.seats.iter_mut().find(|seat| is_free(seat)),
        };
        *seat.ok_or(SeatError::NoFreeSeat)? = SavedSeat::person(user);
        // A host who has gone for good leaves the table to the next who comes.
        if self.seat_of(self.host).is_none() {
            self.host = user.id;
        }
        Ok(())
    }

    /// While a match runs, a user takes over from a bot: in the seat they want, or the first that `admits` them. A seat
    /// that they leave goes to a bot of `level`. Tells which seat it is.
    ///
    /// # Errors
    /// If they may not, or no such seat is there. Nothing has changed then.
    pub(crate) fn relieve(
        &mut self,
        user: &User,
        wanted: Option<Seat>,
        level: &str,
        admits: impl Fn(Seat, Option<Seat>) -> bool,
    ) -> Result<Seat, SeatError> {
        if !matches!(self.counts, Counts::Nothing) {
            return Err(SeatError::MatchRunning);
        }
        if self.kicked.contains(&user.id) {
            return Err(SeatError::Kicked);
        }
        let had: Vec<Seat> = self.sat.iter().filter(|(who, _)| *who == user.id).map(|(_, seat)| *seat).collect();
        let may_have = |seat: Seat| match &had[..] {
            [] => admits(seat, None),
            had => had.iter().all(|&before| admits(seat, Some(before))),
        };
        let own = self.seat_of(user.id);
        let is_open = |seat: &Seat| {
            own != Some(*seat) && self.seats.get(seat.index()).is_some_and(|place| place.acting_bot().is_some())
        };
        let seat = match wanted {
            Some(seat) => Some(seat).filter(|seat| is_open(seat) && may_have(*seat)),
            None if own.is_some() => return Err(SeatError::AlreadySeated),
            None => Seat::all(self.count()).find(|seat| is_open(seat) && may_have(*seat)),
        };
        // Without a seat to take it is as it always was: wait.
        let seat = seat.ok_or(SeatError::MatchRunning)?;
        if let Some(own) = own {
            self.hand_over(own, level.to_owned());
        }
        self.vacate(seat);
        self.seats[seat.index()] = SavedSeat::person(user);
        // One who goes to and fro must not make the row of the table longer each time.
        if !had.contains(&seat) {
            self.sat.push((user.id, seat));
        }
        if self.seat_of(self.host).is_none() {
            self.host = user.id;
        }
        Ok(seat)
    }

    /// A bot takes a seat over for good.
    pub(crate) fn hand_over(&mut self, seat: Seat, level: String) {
        self.vacate(seat);
        self.seats[seat.index()] = SavedSeat::bot(level);
    }

    /// A seat becomes free; if it was the host's, the first who sits is host now.
    pub(crate) fn vacate(&mut self, seat: Seat) {
        let left = self.seats[seat.index()].occupant.person();
        self.seats[seat.index()] = SavedSeat::EMPTY;
        if left == Some(self.host) {
            let next = self.people().map(|(_, user)| user).next();
            self.host = next.unwrap_or(self.host);
        }
    }

    /// A player is ready, or not yet. Tells whether that is news.
    pub(crate) fn set_ready(&mut self, user: UserId, ready: bool) -> Result<bool, SeatError> {
        self.not_playing()?;
        let seat = self.seat_of(user).ok_or(SeatError::NotSeated)?;
        let before = std::mem::replace(&mut self.seats[seat.index()].ready, ready);
        Ok(before != ready)
    }

    /// The host sends a player away. Tells whom.
    pub(crate) fn kick(&mut self, host: UserId, seat: Seat) -> Result<UserId, SeatError> {
        self.host_before_match(host)?;
        let person = self.seats.get(seat.index()).and_then(|seat| seat.occupant.person());
        let person = person.ok_or(SeatError::NobodyThere)?;
        if person == host {
            return Err(SeatError::NotYourself);
        }
        self.vacate(seat);
        self.kicked.push(person);
        Ok(person)
    }

    /// The host puts a bot into an empty seat, or takes one out.
    pub(crate) fn seat_bot(
        &mut self,
        game: &dyn AnyGame,
        host: UserId,
        seat: Seat,
        level: Option<String>,
    ) -> Result<(), SeatError> {
        self.host_before_match(host)?;
        let place = self.seats.get_mut(seat.index()).ok_or(SeatError::NoSuchSeat)?;
        if matches!(place.occupant, Occupant::Person { .. }) {
            return Err(SeatError::PlayerSits);
        }
        *place = match (level, &self.counts) {
            (None, _) => SavedSeat::EMPTY,
            (Some(_), Counts::Rated) => return Err(SeatError::RatedWithoutBots),
            (Some(_), Counts::Bet(_)) => return Err(BetError::WithoutBots.into()),
            (Some(level), Counts::Nothing) => {
                known_bot(game, &level)?;
                SavedSeat::bot(level)
            }
        };
        Ok(())
    }

    /// The host moves who sits in one seat to another.
    pub(crate) fn move_seats(&mut self, host: UserId, from: Seat, to: Seat) -> Result<(), SeatError> {
        self.host_before_match(host)?;
        let count = self.seats.len();
        if from.index() >= count || to.index() >= count {
            return Err(SeatError::NoSuchSeat);
        }
        if self.seats[from.index()].occupant == Occupant::Nobody {
            return Err(SeatError::NobodyThere);
        }
        self.seats.swap(from.index(), to.index());
        Ok(())
    }

    /// The host has chance decide who sits where.
    pub(crate) fn shuffle(&mut self, host: UserId, rng: &mut Rng) -> Result<(), SeatError> {
        self.host_before_match(host)?;
        rng.shuffle(&mut self.seats);
        Ok(())
    }

    /// The host wants to begin: they are ready, and bots take the empty seats.
    pub(crate) fn fill(&mut self, game: &dyn AnyGame, host: UserId, level: &str) -> Result<(), SeatError> {
        self.host_before_match(host)?;
        let own = self.seat_of(host).ok_or(SeatError::NotSeated)?;
        let is_late = |(place, seat): (usize, &SavedSeat)| {
            place != own.index() && seat.occupant != Occupant::Nobody && !seat.ready
        };
        if self.seats.iter().enumerate().any(is_late) {
            return Err(SeatError::NotReady);
        }
        let empty: Vec<_> =
            Seat::all(self.count()).filter(|seat| self.seats[seat.index()].occupant == Occupant::Nobody).collect();
        for seat in empty {
            self.seat_bot(game, host, seat, Some(level.to_owned()))?;
        }
        self.seats[own.index()].ready = true;
        Ok(())
    }

    fn not_playing(&self) -> Result<(), SeatError> {
        if self.is_playing() { Err(SeatError::MatchRunning) } else { Ok(()) }
    }

    pub(crate) fn host_before_match(&self, user: UserId) -> Result<(), SeatError> {
        if user != self.host {
            return Err(SeatError::NotHost);
        }
        self.not_playing()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ada, ben, cat, game, guest, open};
    use parlor_wire::{BetWish, HolderWish, MatchId, http::OpenTable};
    use serde_json::json;

    fn table() -> Saved {
        open(OpenTable::default())
    }

    #[test]
    fn one_seat_is_for_one_player_and_one_player_has_one_seat() {
        let mut saved = table();
        for own in [None, Some(Seat(0))] {
            assert_eq!(saved.sit(&ada(), own), Err(SeatError::AlreadySeated));
        }
        assert_eq!(saved.sit(&ben(), Some(Seat(0))), Err(SeatError::NoFreeSeat));
        saved.sit(&ben(), Some(Seat(1))).unwrap();
        assert_eq!(saved.sit(&cat(), None), Err(SeatError::NoFreeSeat));
        assert!(saved.all_ready(), "sitting down is being ready");
        saved.begin(MatchId(1), json!({}).into());
        assert_eq!(saved.sit(&cat(), None), Err(SeatError::MatchRunning));
        assert_eq!(saved.set_ready(ben().id, false), Err(SeatError::MatchRunning));
    }

    #[test]
    fn players_choose_their_seats_and_the_host_arranges_them() {
        let mut saved =
            open(OpenTable { game: "pebbles".into(), preset: Some("party".into()), ..OpenTable::default() });
        let who = |saved: &Saved| saved.seats.iter().map(|seat| seat.occupant.person()).collect::<Vec<_>>();
        let (a, b) = (Some(ada().id), Some(ben().id));
        saved.sit(&ben(), Some(Seat(3))).unwrap();
        saved.sit(&ada(), Some(Seat(2))).unwrap();
        assert_eq!(who(&saved), [None, None, a, b]);
        assert_eq!(saved.sit(&ben(), Some(Seat(2))), Err(SeatError::NoFreeSeat));
        assert_eq!(saved.sit(&ben(), Some(Seat(4))), Err(SeatError::NoSuchSeat));
        saved.move_seats(ada().id, Seat(3), Seat(2)).unwrap();
        assert_eq!(who(&saved), [None, None, b, a]);
        assert_eq!(saved.move_seats(ben().id, Seat(2), Seat(0)), Err(SeatError::NotHost));
        assert_eq!(saved.move_seats(ada().id, Seat(0), Seat(1)), Err(SeatError::NobodyThere));
        assert_eq!(saved.move_seats(ada().id, Seat(2), Seat(4)), Err(SeatError::NoSuchSeat));
        let before = saved.clone();
        let mut rng = Rng::new(3);
        let places: std::collections::BTreeSet<_> = std::iter::repeat_with(|| {
            saved.shuffle(ada().id, &mut rng).unwrap();
            (saved.seat_of(ada().id), saved.seat_of(ben().id))
        })
        .take(500)
        .collect();
        assert_eq!(places.len(), 12, "every way for two players to sit in four seats");
        assert_eq!(saved.shuffle(ben().id, &mut rng), Err(SeatError::NotHost));
        let mut saved = before;
        saved.set_ready(ben().id, false).unwrap();
        let game = crate::testing::house().games.game("pebbles").unwrap().clone();
        assert_eq!(saved.fill(&*game, ada().id, "easy"), Err(SeatError::NotReady));
        saved.set_ready(ben().id, true).unwrap();
        assert_eq!(saved.fill(&*game, ben().id, "easy"), Err(SeatError::NotHost));
        saved.set_ready(ada().id, false).unwrap();
        saved.fill(&*game, ada().id, "easy").unwrap();
        assert!(saved.all_ready() && saved.bots().len() == 2);
    }

    #[test]
    fn a_newcomer_takes_over_from_a_bot_where_the_rules_admit_it() {
        let mut saved =
            open(OpenTable { game: "pebbles".into(), preset: Some("party".into()), ..OpenTable::default() });
        saved.sit(&ben(), Some(Seat(1))).unwrap();
        let game = crate::testing::house().games.game("pebbles").unwrap().clone();
        saved.fill(&*game, ada().id, "easy").unwrap();
        saved.begin(MatchId(1), json!({}).into());
        let any = |_, _| true;
        let before = saved.clone();
        assert_eq!(saved.relieve(&cat(), None, "easy", |_, _| false), Err(SeatError::MatchRunning));
        assert_eq!(
            saved.relieve(&cat(), Some(Seat(1)), "easy", any),
            Err(SeatError::MatchRunning),
            "a player sits there"
        );
        assert_eq!(saved.relieve(&ben(), None, "easy", any), Err(SeatError::AlreadySeated));
        assert_eq!(saved, before, "a refusal changes nothing");
        assert_eq!(saved.relieve(&cat(), None, "easy", any), Ok(Seat(2)));
        assert_eq!(saved.seat_of(cat().id), Some(Seat(2)));
        // Ben moves on, and every seat that he has had is asked about.
        assert_eq!(saved.relieve(&ben(), Some(Seat(3)), "hard", |_, had| had == Some(Seat(1))), Ok(Seat(3)));
        assert_eq!(saved.seats[1].acting_bot(), Some("hard"));
        let only_first = |_, had| had == Some(Seat(1));
        assert_eq!(saved.relieve(&ben(), Some(Seat(1)), "hard", only_first), Err(SeatError::MatchRunning));
        let known = saved.sat.len();
        for seat in [Seat(1), Seat(3)].repeat(9) {
            saved.relieve(&ben(), Some(seat), "hard", any).unwrap();
        }
        assert_eq!(saved.sat.len(), known, "he has sat in both before");
        saved.end();
        assert!(saved.sat.is_empty());
    }

    #[test]
    fn the_host_leaves_the_table_to_the_next() {
        let mut saved = table();
        saved.sit(&ben(), None).unwrap();
        saved.vacate(Seat(0));
        assert_eq!(saved.host, ben().id);
        saved.vacate(Seat(1));
        assert_eq!(saved.host, ben().id, "nobody is there to be host");
        saved.sit(&cat(), None).unwrap();
        assert_eq!(saved.host, cat().id);
        saved.hand_over(Seat(0), "easy".into());
        assert_eq!(saved.acting_bots().first(), Some(Seat(0)));
    }

    #[test]
    fn a_player_who_was_sent_away_does_not_sit_down_again() {
        let mut saved = table();
        saved.sit(&ben(), None).unwrap();
        assert_eq!(saved.kick(ben().id, Seat(0)), Err(SeatError::NotHost));
        assert_eq!(saved.kick(ada().id, Seat(0)), Err(SeatError::NotYourself));
        assert_eq!(saved.kick(ada().id, Seat(7)), Err(SeatError::NobodyThere));
        assert_eq!(saved.kick(ada().id, Seat(1)), Ok(ben().id));
        assert_eq!(saved.sit(&ben(), None), Err(SeatError::Kicked));
    }

    #[test]
    fn bots_sit_where_nothing_but_fun_is_at_stake() {
        let bet = Some(BetWish { amount: 5, holder: HolderWish::House });
        for (wish, expected) in [
            (OpenTable::default(), Ok(())),
            (OpenTable { rated: true, ..OpenTable::default() }, Err(SeatError::RatedWithoutBots)),
            (OpenTable { bet, ..OpenTable::default() }, Err(SeatError::Bet(BetError::WithoutBots))),
        ] {
            let mut saved = open(wish);
            assert_eq!(saved.seat_bot(&*game(), ada().id, Seat(1), Some("easy".into())), expected);
            saved.seat_bot(&*game(), ada().id, Seat(1), None).unwrap();
        }
        let mut saved = table();
        let unknown = saved.seat_bot(&*game(), ada().id, Seat(1), Some("genius".into())).unwrap_err();
        assert!(unknown.to_string().contains("choose one of: easy"), "{unknown}");
        assert_eq!(saved.seat_bot(&*game(), ada().id, Seat(0), None), Err(SeatError::PlayerSits));
        assert_eq!(saved.seat_bot(&*game(), ada().id, Seat(9), None), Err(SeatError::NoSuchSeat));
        assert_eq!(saved, table(), "a refusal changes nothing");
    }

    #[test]
    fn only_accounts_play_for_ratings_and_for_gold() {
        let bet = Some(BetWish { amount: 5, holder: HolderWish::House });
        let mut rated = open(OpenTable { rated: true, ..OpenTable::default() });
        assert_eq!(rated.sit(&guest(), None), Err(SeatError::RatedNeedsAccount));
        let mut for_gold = open(OpenTable { bet, ..OpenTable::default() });
        assert_eq!(for_gold.sit(&guest(), None), Err(SeatError::Bet(BetError::NeedsAccount)));
        let program = User { kind: Kind::Bot, ..ben() };
        assert_eq!(rated.sit(&program, None), Err(SeatError::RatedForPeople));
        assert_eq!(for_gold.sit(&program, None), Err(SeatError::Bet(BetError::ForPeople)));
    }
}
