//! Who sits where and what is to be played: all about a table that must survive a restart.

use super::{
    bet::{self, Bet},
    hold::MatchClock,
};
use parlor_escrow::Step;
use parlor_kernel::{Key, MAX_SEATS, Refusal, Registry, Seat, SeatSet, Spec};
use parlor_store::{User, Write};
use parlor_wire::{
    Kind, MatchId, Occupant, Pace, StakeState, Status, TableCode, UserId,
    http::{OpenTable, SeatWish},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A table as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// The game's id.
    pub game: String,
    /// The preset.
    pub preset: String,
    /// What the host changed in it.
    pub options: Value,
    /// The rule set that follows from preset, options and who plays.
    pub config: Value,
    /// Whether it is in the public list.
    pub public: bool,
    /// Whether its matches count for ratings.
    #[serde(default)]
    pub rated: bool,
    /// Face to face or over days.
    #[serde(default)]
    pub pace: Pace,
    /// Who may change things.
    pub host: UserId,
    /// What goes on.
    pub status: Status,
    /// Its seats.
    pub seats: Vec<SavedSeat>,
    /// The match being played or played last.
    pub match_id: Option<MatchId>,
    /// How its clock stands.
    #[serde(default, skip_serializing_if = "MatchClock::is_as_the_house_s")]
    pub clock: MatchClock,
    /// The bet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bet: Option<Bet>,
    /// People who were sent away and may not sit down again.
    pub kicked: Vec<UserId>,
}

/// A seat as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedSeat {
    /// Who sits there.
    pub occupant: Occupant,
    /// Whether they want the match to begin.
    pub ready: bool,
    /// The bot that plays for them while they are gone.
    pub substitute: Option<String>,
}

impl SavedSeat {
    const EMPTY: Self = Self { occupant: Occupant::Nobody, ready: false, substitute: None };

    fn person(user: &User) -> Self {
        // Sitting down is being ready: one tap from the link to the game.
        Self { occupant: occupant(user), ready: true, substitute: None }
    }

    const fn bot(level: String) -> Self {
        Self { occupant: Occupant::Bot { level }, ready: true, substitute: None }
    }

    /// The level of the bot that acts for this seat, if one does.
    pub fn acting_bot(&self) -> Option<&str> {
        match &self.occupant {
            Occupant::Bot { level } => Some(level),
            Occupant::Person { .. } | Occupant::Nobody => self.substitute.as_deref(),
        }
    }
}

fn occupant(user: &User) -> Occupant {
    Occupant::Person { id: user.id, name: user.name.clone(), kind: user.kind }
}

/// What people are told about a game that is not there.
pub fn unknown_game(registry: &Registry, game: &str) -> Refusal {
    let known: Vec<_> = registry.games().map(|game| game.spec().id).collect();
    let message = format!("{game} is not in this house. Choose one of: {}.", known.join(", "));
    Refusal { code: "unknown_game", message }
}

/// Whether somebody may play rated matches. Programs may not: their owners could feed on them.
///
/// # Errors
/// What they are told if not.
pub fn may_play_rated(user: &User) -> Result<(), Refusal> {
    match user.kind {
        Kind::Account => Ok(()),
        Kind::Guest => Err(refusal(
            "rated_needs_account",
            "Rated matches are for accounts. Create one first: your games stay yours.",
        )),
        Kind::Bot => Err(refusal("rated_for_people", "Rated matches are for people. Programs may play all others.")),
    }
}

/// Ratings compare people by the same rules.
fn may_be_rated(host: &User, wish: &OpenTable) -> Result<(), Refusal> {
    may_play_rated(host)?;
    if wish.options.as_object().is_some_and(|options| !options.is_empty()) {
        return Err(refusal("rated_plain_rules", "A rated table takes a preset as it is, without other rules."));
    }
    if wish.seats.iter().any(|seat| matches!(seat, SeatWish::Bot(_))) {
        return Err(rated_without_bots());
    }
    Ok(())
}

/// Whether a table may have a bet: where the game allows it, between people, and apart from ratings, so that nobody
/// sells a rating for gold.
fn may_have_bet(host: &User, spec: &Spec, wish: &OpenTable) -> Result<(), Refusal> {
    bet::may_bet(host)?;
    if !spec.stakes {
        return Err(Refusal { code: "no_bets_here", message: format!("There are no bets on {}.", spec.name) });
    }
    if wish.rated {
        return Err(refusal("bet_not_rated", "A table is rated or has a bet, not both."));
    }
    if wish.seats.iter().any(|seat| matches!(seat, SeatWish::Bot(_))) {
        return Err(bet_without_bots());
    }
    Ok(())
}

fn bet_without_bots() -> Refusal {
    refusal("bet_without_bots", "The house's bots do not bet.")
}

fn rated_without_bots() -> Refusal {
    refusal("rated_without_bots", "The house's bots do not play rated matches.")
}

/// A refusal with a fixed sentence.
pub fn refusal(code: &'static str, message: &str) -> Refusal {
    Refusal { code, message: message.into() }
}

impl Saved {
    /// A new table as `host` wishes it.
    pub fn open(registry: &Registry, host: &User, wish: OpenTable) -> Result<Self, Refusal> {
        let game = registry.game(&wish.game).ok_or_else(|| unknown_game(registry, &wish.game))?;
        if wish.seats.len() > usize::from(MAX_SEATS) {
            return Err(too_many_seats());
        }
        if wish.rated {
            may_be_rated(host, &wish)?;
        }
        if wish.bet.is_some() {
            may_have_bet(host, game.spec(), &wish)?;
        }
        let preset = wish.preset.unwrap_or_else(|| game.default_preset().into());
        let bots: SeatSet = (0u8..)
            .zip(&wish.seats)
            .filter(|(_, wish)| matches!(wish, SeatWish::Bot(_)))
            .map(|(seat, _)| Seat(seat))
            .collect();
        let (config, count) = game.configure(Some(&preset), &wish.options, bots)?;
        if wish.seats.len() > usize::from(count) {
            return Err(too_many_seats());
        }
        if (wish.rated || wish.bet.is_some()) && game.open(&config, Key([0; 32]))?.next_wake().is_none() {
            let (code, table) =
                if wish.rated { ("rated_needs_clock", "rated table") } else { ("bet_needs_clock", "bet") };
            return Err(Refusal {
                code,
                message: format!("A {table} needs rules with a clock: nobody may stall for ever."),
            });
        }
        let bet = wish.bet.map(|wish| Bet::open(wish, count)).transpose()?;
        let mut seats = vec![SavedSeat::EMPTY; count.into()];
        for (seat, wish) in seats.iter_mut().zip(wish.seats) {
            if let SeatWish::Bot(level) = wish {
                known_bot(game.as_ref(), &level)?;
                *seat = SavedSeat::bot(level);
            }
        }
        let mine = seats.iter_mut().find(|seat| seat.occupant == Occupant::Nobody);
        *mine
            .ok_or_else(|| refusal("no_seat_for_you", "Keep a seat for yourself: bots alone do not need a table."))? =
            SavedSeat::person(host);
        Ok(Self {
            game: wish.game,
            preset,
            options: wish.options,
            config,
            public: wish.public,
            rated: wish.rated,
            pace: Pace::Live,
            host: host.id,
            status: Status::Waiting,
            seats,
            match_id: None,
            clock: MatchClock::default(),
            bet,
            kicked: Vec::new(),
        })
    }

    /// It is to be played over days: by rules under which nobody runs out of time meanwhile.
    ///
    /// # Errors
    /// If the game or its rules need everybody to be there.
    pub fn play_over_days(&mut self, registry: &Registry) -> Result<(), Refusal> {
        let game = registry.game(&self.game).ok_or_else(|| unknown_game(registry, &self.game))?;
        if game.spec().real_time {
            return Err(refusal("live_only", "This game is only played live: both have to be there."));
        }
        if game.is_timed(&self.config)? {
            return Err(refusal(
                "needs_untimed_rules",
                "A game over days needs rules without a clock. Choose a preset without one, or turn the timers off.",
            ));
        }
        self.pace = Pace::Correspondence;
        Ok(())
    }

    /// How many bytes a match here takes in the database before anybody has done anything, roughly.
    pub fn weight(&self) -> usize {
        1_000 + self.config.to_string().len()
    }

    /// The table as text.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("tables are JSON")
    }

    /// How many seats it has.
    pub fn count(&self) -> u8 {
        self.seats.len() as u8
    }

    /// Where somebody sits.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        let place = self.seats.iter().position(|seat| seat.occupant.person() == Some(user))?;
        Some(Seat(place as u8))
    }

    /// What somebody who sits here is called.
    pub fn name_of(&self, user: UserId) -> Option<String> {
        self.seats.iter().find(|seat| seat.occupant.person() == Some(user)).map(|seat| seat.occupant.name())
    }

    /// The seats taken by bots.
    pub fn bots(&self) -> SeatSet {
        let seats = (0u8..).zip(&self.seats);
        seats.filter(|(_, seat)| matches!(seat.occupant, Occupant::Bot { .. })).map(|(seat, _)| Seat(seat)).collect()
    }

    /// Everyone who sits here, by seat.
    pub fn people(&self) -> impl Iterator<Item = (Seat, UserId)> {
        (0u8..).zip(&self.seats).filter_map(|(seat, saved)| Some((Seat(seat), saved.occupant.person()?)))
    }

    /// Whether everybody else here is a bot: then nobody waits for the one person.
    pub fn is_solo(&self) -> bool {
        self.people().count() <= 1
    }

    /// Whether every seat is taken and everyone wants to begin.
    pub fn all_ready(&self) -> bool {
        self.seats.iter().all(|seat| seat.ready && seat.occupant != Occupant::Nobody)
    }

    /// Somebody sits down.
    pub fn sit(&mut self, user: &User, wanted: Option<Seat>) -> Result<(), Refusal> {
        self.not_playing()?;
        if self.seat_of(user.id).is_some() {
            return Err(refusal("already_seated", "You already sit at this table."));
        }
        if self.rated {
            may_play_rated(user)?;
        }
        if let Some(bet) = &self.bet {
            bet::may_bet(user)?;
            if bet.holder() == Some(user.id) {
                return Err(refusal(
                    "holder_plays",
                    "Whoever holds the bet cannot play. Give the holder's seat up first.",
                ));
            }
        }
        if self.kicked.contains(&user.id) {
            return Err(refusal("kicked", "The host has sent you away from this table. You may watch."));
        }
        let free = |seat: &SavedSeat| seat.occupant == Occupant::Nobody;
        let seat = match wanted {
            Some(seat) => self.seats.get_mut(seat.index()).filter(|seat| free(seat)),
            None => self.seats.iter_mut().find(|seat| free(seat)),
        };
        *seat.ok_or_else(|| {
            refusal("no_free_seat", "That seat is taken. You may watch, or open a table of your own.")
        })? = SavedSeat::person(user);
        // A host who has gone for good leaves the table to whoever comes.
        if self.seat_of(self.host).is_none() {
            self.host = user.id;
        }
        Ok(())
    }

    /// A bot takes a seat over for good.
    pub fn hand_over(&mut self, seat: Seat, level: String) {
        self.vacate(seat);
        self.seats[seat.index()] = SavedSeat::bot(level);
    }

    /// A seat becomes free; if it was the host's, whoever sits first is host now.
    pub fn vacate(&mut self, seat: Seat) {
        let left = self.seats[seat.index()].occupant.person();
        self.seats[seat.index()] = SavedSeat::EMPTY;
        if left == Some(self.host) {
            let next = self.people().map(|(_, user)| user).next();
            self.host = next.unwrap_or(self.host);
        }
    }

    /// Somebody is ready, or not yet.
    pub fn set_ready(&mut self, user: UserId, ready: bool) -> Result<(), Refusal> {
        self.not_playing()?;
        let seat = self.seat_of(user).ok_or_else(not_seated)?;
        self.seats[seat.index()].ready = ready;
        Ok(())
    }

    /// The host sends somebody away.
    pub fn kick(&mut self, host: UserId, seat: Seat) -> Result<UserId, Refusal> {
        self.host_before_match(host)?;
        let person = self.seats.get(seat.index()).and_then(|seat| seat.occupant.person());
        let person = person.ok_or_else(|| refusal("nobody_there", "Nobody sits there."))?;
        if person == host {
            return Err(refusal("not_yourself", "To go yourself, stand up."));
        }
        self.vacate(seat);
        self.kicked.push(person);
        Ok(person)
    }

    /// The host sends whoever holds the bet away: what must be written for that.
    pub fn dismiss_holder(&mut self, host: UserId, code: TableCode, now: u64) -> Result<Vec<Write>, Refusal> {
        self.host_before_match(host)?;
        let (holder, writes) = self.bet.as_mut().ok_or_else(bet::no_bet)?.dismiss(code, now)?;
        self.kicked.push(holder);
        Ok(writes)
    }

    /// The host puts a bot into an empty seat, or takes one out.
    pub fn seat_bot(
        &mut self,
        registry: &Registry,
        host: UserId,
        seat: Seat,
        level: Option<String>,
    ) -> Result<(), Refusal> {
        self.host_before_match(host)?;
        let game =
            registry.game(&self.game).ok_or_else(|| refusal("unknown_game", "That game is not in this house."))?;
        let place =
            self.seats.get_mut(seat.index()).ok_or_else(|| refusal("no_such_seat", "There is no such seat."))?;
        if matches!(place.occupant, Occupant::Person { .. }) {
            return Err(refusal("no_free_seat", "Somebody sits there."));
        }
        *place = match level {
            Some(_) if self.rated => return Err(rated_without_bots()),
            Some(_) if self.bet.is_some() => return Err(bet_without_bots()),
            Some(level) => {
                known_bot(game.as_ref(), &level)?;
                SavedSeat::bot(level)
            }
            None => SavedSeat::EMPTY,
        };
        Ok(())
    }

    /// Somebody who sits here has another name, or an account now.
    pub fn rename(&mut self, user: &User) {
        for seat in &mut self.seats {
            if seat.occupant.person() == Some(user.id) {
                seat.occupant = occupant(user);
            }
        }
        if let Some(bet) = &mut self.bet {
            bet.rename(user);
        }
    }

    /// A match begins.
    pub fn begin(&mut self, id: MatchId, config: Value) {
        self.match_id = Some(id);
        self.config = config;
        self.status = Status::Playing;
    }

    /// The match is over: bots want another at once, people are asked.
    pub fn end(&mut self) {
        self.status = Status::Ended;
        self.clock = MatchClock::default();
        for seat in &mut self.seats {
            seat.substitute = None;
            seat.ready = matches!(seat.occupant, Occupant::Bot { .. });
        }
    }

    /// The match that was played for the bet is over: what must be written for it.
    ///
    /// # Errors
    /// If the bet does not allow it.
    pub fn end_bet(&mut self, code: TableCode, now: u64, how: Step) -> Result<Vec<Write>, Refusal> {
        match &mut self.bet {
            Some(bet) if bet.stage() == StakeState::Playing => bet.step(code, now, how),
            _ => Ok(Vec::new()),
        }
    }

    fn not_playing(&self) -> Result<(), Refusal> {
        if self.status == Status::Playing {
            return Err(refusal("match_running", "That has to wait until the match is over."));
        }
        Ok(())
    }

    fn host_before_match(&self, user: UserId) -> Result<(), Refusal> {
        if user != self.host {
            return Err(refusal("not_host", "Only the host of the table can do that."));
        }
        self.not_playing()
    }
}

fn too_many_seats() -> Refusal {
    refusal("too_many_seats", "There are more wishes than seats at this table.")
}

/// What people are told who act without a seat.
pub fn not_seated() -> Refusal {
    refusal("not_seated", "You do not sit at this table.")
}

fn known_bot(game: &dyn parlor_kernel::AnyGame, level: &str) -> Result<(), Refusal> {
    if game.has_bot(level) {
        return Ok(());
    }
    let known: Vec<_> = game.info().bots.iter().map(|level| level.id).collect();
    Err(Refusal {
        code: "unknown_bot",
        message: format!("There is no bot called {level}; choose one of: {}.", known.join(", ")),
    })
}
