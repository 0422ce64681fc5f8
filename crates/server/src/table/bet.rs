//! The bet at a table: whose gold lies in its box, and what must be written when it moves on.
//!
//! The rules are in `parlor-escrow`; here is who sits where, and what a step means for the ledger. Each step is one
//! list of writes, to be committed together with the table it is saved in.

use super::saved::SavedSeat;
use crate::{chance, clock, settings::Times};
use parlor_escrow::{Escrow, Holder, Movement, Proof, State, Step, Terms, Verdict};
use parlor_kernel::{Code, Refusal, Seat, SeatSet};
use parlor_store::{Leg, Till, Transfer, User, Write};
use parlor_wire::{
    BetWish, EscrowId, HolderWish, Kind, MatchId, Person, StakeInfo, StakeState, TableCode, TrustRecord, UserId,
    http::Why,
    stake::{MAX_BET, Ruling, StakeHolder},
};
use serde::{Deserialize, Serialize};

/// A bet as it is kept with its table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bet {
    id: EscrowId,
    wish: HolderWish,
    escrow: Escrow,
    /// Who put it in, by seat: they are paid, wherever they sit by then.
    payers: Vec<Option<Person>>,
    /// The match that is played for it, or was.
    match_id: Option<MatchId>,
    /// The person who holds it.
    holder: Option<(Person, TrustRecord)>,
    /// Who called it off, if somebody did.
    #[serde(default)]
    called_off_by: Option<Seat>,
}

/// Whether somebody may bet.
///
/// # Errors
/// What they are told if not.
pub fn may_bet(user: &User) -> Result<(), Refusal> {
    match user.kind {
        Kind::Account => Ok(()),
        Kind::Guest => Err(refusal(
            "bet_needs_account",
            "Bets are for accounts. Create one first: your games stay yours, and the house gives you gold.",
        )),
        Kind::Bot => Err(refusal("bet_for_people", "Bets are for people. Programs may play without one.")),
    }
}

/// What people are told at a table without a bet.
pub fn no_bet() -> Refusal {
    refusal("no_bet", "There is no bet at this table.")
}

/// What people are told who have nothing in the box.
pub fn not_your_bet() -> Refusal {
    refusal("not_your_bet", "This bet is not yours: that is for those who have put it in.")
}

fn not_holder() -> Refusal {
    refusal("not_holder", "Only whoever holds the bet can do that.")
}

fn refusal(code: &'static str, message: &str) -> Refusal {
    Refusal { code, message: message.into() }
}

impl Bet {
    /// A new bet as somebody wishes it.
    pub fn open(wish: BetWish, seats: u8) -> Result<Self, Refusal> {
        if !(1..=MAX_BET).contains(&wish.amount) {
            let message = format!("A bet is 1 to {MAX_BET} gold.");
            return Err(Refusal { code: "bad_bet", message });
        }
        let Times { deposit_ms, dispute_ms, ruling_ms, .. } = Times::default();
        let terms = Terms { amount: wish.amount, seats, deposit_ms, dispute_ms, ruling_ms };
        let escrow = Escrow::new(terms, wanted(wish.holder));
        let payers = vec![None; seats.into()];
        Ok(Self {
            id: chance::escrow_id(),
            wish: wish.holder,
            escrow,
            payers,
            match_id: None,
            holder: None,
            called_off_by: None,
        })
    }

    /// Keeps the time that the house gives, from now on.
    pub fn keep_time(&mut self, times: &Times) {
        let Times { deposit_ms, dispute_ms, ruling_ms, .. } = *times;
        let terms = Terms { deposit_ms, dispute_ms, ruling_ms, ..*self.escrow.terms() };
        self.escrow = Escrow::new(terms, self.escrow.holder());
    }

    /// Which bet it is.
    pub const fn id(&self) -> EscrowId {
        self.id
    }

    /// How far it has come.
    pub const fn stage(&self) -> StakeState {
        self.escrow.stage()
    }

    /// Whether the match may begin.
    pub const fn is_funded(&self) -> bool {
        self.escrow.is_funded()
    }

    /// Whether a match is being played for it, or was and it is not settled yet.
    pub const fn is_committed(&self) -> bool {
        self.escrow.is_committed()
    }

    /// What lies in the box.
    pub const fn pot(&self) -> u64 {
        self.escrow.pot()
    }

    /// The match that is played for it, or was.
    pub const fn match_id(&self) -> Option<MatchId> {
        self.match_id
    }

    /// When it moves on by itself, on the house's clock.
    pub const fn due(&self) -> Option<u64> {
        self.escrow.due()
    }

    /// Who won, by the log of the match.
    pub const fn winners(&self) -> SeatSet {
        self.escrow.winners()
    }

    /// The person who holds it.
    pub fn holder(&self) -> Option<UserId> {
        self.holder.as_ref().map(|(person, _)| person.id)
    }

    /// For which seat somebody has put it in. They may have stood up since.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        let place = self.payers.iter().position(|payer| payer.as_ref().is_some_and(|payer| payer.id == user))?;
        Some(Seat(place as u8))
    }

    /// Somebody who holds it or has put it in has another name.
    pub fn rename(&mut self, user: &User) {
        let holder = self.holder.as_mut().map(|(person, _)| person);
        for person in self.payers.iter_mut().flatten().chain(holder).filter(|person| person.id == user.id) {
            *person = user.clone().into();
        }
    }

    /// Somebody has been deleted: what they put in stays in, their name does not.
    pub fn forget(&mut self, user: UserId) {
        for person in self.payers.iter_mut().flatten().filter(|person| person.id == user) {
            person.name = "Somebody who left".into();
        }
    }

    /// What it knows is not what lies in its box: it is over, and whoever keeps the boxes returns what there is.
    pub fn give_up(&mut self, now: u64) {
        // Whatever should move has moved already, or cannot.
        let _ = self.escrow.step(now, Step::Void);
    }

    /// Something happened: what must be written for it, together with the table.
    ///
    /// # Errors
    /// If it cannot happen now.
    pub fn step(&mut self, table: TableCode, now: u64, step: Step) -> Result<Vec<Write>, Refusal> {
        let was_over = self.escrow.is_over();
        // A refund stands, whatever the log proves, and is remembered all the same.
        let against_the_log = matches!(step, Step::Rule(Verdict::Refund, Proof::Holds));
        let caller = if let Step::Cancel { seat, .. } = step { Some(seat) } else { None };
        let movements =
            self.escrow.step(now, step).map_err(|error| Refusal { code: error.code(), message: error.to_string() })?;
        self.called_off_by = caller.or(self.called_off_by);
        // With the clock: deadlines count from it, and while nobody plays it is not written down.
        let mut writes = vec![Write::Clock(now)];
        writes.extend(self.transfer(table, &movements).map(Write::Transfer));
        if self.escrow.state() == State::Invited {
            self.payers.fill(None);
        }
        if self.escrow.was_seen_through() && !was_over {
            let overturned = against_the_log || matches!(self.escrow.ruling(), Some(Ruling::Overturned { .. }));
            writes.extend(self.count_for_holder(overturned));
        }
        Ok(writes)
    }

    /// Whoever holds it has held one more: what must be written for that. Everyone at the table sees it at once.
    fn count_for_holder(&mut self, overturned: bool) -> Option<Write> {
        let disputed = self.escrow.dispute().is_some();
        let (holder, record) = self.holder.as_mut()?;
        record.held += 1;
        record.disputed += u32::from(disputed);
        record.overturned += u32::from(overturned);
        Some(Write::Held { bet: self.id, holder: holder.id, disputed, overturned })
    }

    /// What a step moves, as one transfer. Its name is never used twice: a step is made once, whatever fails.
    fn transfer(&self, table: TableCode, movements: &[Movement]) -> Option<Transfer> {
        let bet = i64::from(self.escrow.terms().amount);
        let why = match movements.first()? {
            Movement::Deposit(_) => Why::Deposit,
            Movement::Pay { .. } => Why::Payout,
            Movement::Refund(_) => Why::Refund,
        };
        let purses: Vec<_> = movements
            .iter()
            .map(|movement| match *movement {
                Movement::Deposit(seat) => (seat, -bet),
                Movement::Refund(seat) => (seat, bet),
                Movement::Pay { seat, amount } => (seat, amount.cast_signed()),
            })
            .map(|(seat, amount)| Leg { till: Till::Purse(self.payer(seat)), amount })
            .collect();
        let total: i64 = purses.iter().map(|leg| leg.amount).sum();
        let of_box = Leg { till: Till::Box { bet: self.id, table }, amount: -total };
        let legs = std::iter::once(of_box).chain(purses).collect();
        let key = format!("bet:{}:{}", self.id, self.escrow.steps());
        Some(Transfer { key, why, at: clock::wall_ms(), legs })
    }

    /// Who has put it in for a seat. Nobody has no purse: nothing could be taken from it.
    fn payer(&self, seat: Seat) -> UserId {
        const NOBODY: UserId = UserId(0);
        self.payers.get(seat.index()).and_then(Option::as_ref).map_or(NOBODY, |person| person.id)
    }

    /// Somebody puts it in for their seat. After a bet is over that begins the next one.
    pub fn deposit(
        &mut self,
        table: TableCode,
        now: u64,
        (seat, user): (Seat, &User),
        seats: &[SavedSeat],
    ) -> Result<Vec<Write>, Refusal> {
        if self.escrow.is_over() {
            self.renew();
        }
        if self.escrow.is_committed() && self.seat_of(user.id).is_none() {
            return Err(refusal(
                "bet_unsettled",
                "The last bet at this table is not settled yet. Put in yours as soon as it is.",
            ));
        }
        let mut writes = self.follow(table, now, seats)?;
        if let Some(payer) = self.payers.get_mut(seat.index()) {
            *payer = Some(user.clone().into());
        }
        writes.extend(self.step(table, now, Step::Deposit(seat))?);
        Ok(writes)
    }

    /// A new bet for the same.
    fn renew(&mut self) {
        self.id = chance::escrow_id();
        self.payers.fill(None);
        self.match_id = None;
        self.called_off_by = None;
        let holder = if self.holder.is_some() { Holder::Person } else { wanted(self.wish) };
        self.escrow = Escrow::new(*self.escrow.terms(), holder);
    }

    /// Who sits at the table may have changed: before the match the bet follows. Whoever leaves takes their gold back,
    /// and so do the others; once everyone is there, it can be put in.
    pub fn follow(&mut self, table: TableCode, now: u64, seats: &[SavedSeat]) -> Result<Vec<Write>, Refusal> {
        let mut writes = Vec::new();
        let all_there = seats.iter().all(|seat| seat.occupant.person().is_some());
        let stays = |(payer, seat): (&Option<Person>, &SavedSeat)| {
            payer.as_ref().is_none_or(|payer| seat.occupant.person() == Some(payer.id))
        };
        let all_stay = self.payers.iter().zip(seats).all(stays);
        match self.escrow.state() {
            State::Depositing { .. } | State::Funded { .. } if !all_there || !all_stay => {
                writes.extend(self.step(table, now, Step::Scatter)?);
            }
            State::Invited if self.escrow.holder() == Holder::Wanted => {}
            State::Invited if all_there => writes.extend(self.step(table, now, Step::Gather)?),
            _ => {}
        }
        Ok(writes)
    }

    /// A match begins for it.
    pub fn begin(&mut self, table: TableCode, now: u64, id: MatchId) -> Result<Vec<Write>, Refusal> {
        let writes = self.step(table, now, Step::Begin)?;
        self.match_id = Some(id);
        Ok(writes)
    }

    /// Somebody takes the holder's seat. After a bet is over that is for the next one.
    pub fn hold(
        &mut self,
        table: TableCode,
        now: u64,
        holder: &User,
        record: TrustRecord,
    ) -> Result<Vec<Write>, Refusal> {
        may_bet(holder)?;
        if self.wish == HolderWish::House {
            return Err(refusal("holder_taken", "The house holds this bet."));
        }
        if self.escrow.is_over() && self.holder.is_none() {
            self.renew();
        }
        let writes = self.step(table, now, Step::Hold)?;
        self.holder = Some((holder.clone().into(), record));
        Ok(writes)
    }

    /// Whoever holds it is gone.
    pub fn holder_left(&mut self, table: TableCode, now: u64, user: UserId) -> Result<Vec<Write>, Refusal> {
        self.is_holder(user)?;
        let undecided = self.stage() == StakeState::Disputed;
        let mut writes = self.step(table, now, Step::HolderLeft)?;
        // Nobody keeps a clean record by walking away from what they should decide.
        writes.extend(undecided.then(|| self.count_for_holder(false)).flatten());
        self.holder = None;
        Ok(writes)
    }

    /// The host sends whoever holds it away, while nobody depends on them. Tells who that was.
    pub fn dismiss(&mut self, table: TableCode, now: u64) -> Result<(UserId, Vec<Write>), Refusal> {
        let holder = self.holder().ok_or_else(|| refusal("no_holder", "Nobody sits in the holder's seat."))?;
        if self.is_funded() || self.escrow.is_committed() {
            return Err(refusal(
                "holder_stays",
                "All bets are in, so whoever holds them stays until they are settled.",
            ));
        }
        Ok((holder, self.holder_left(table, now, holder)?))
    }

    /// How the holder has held bets before, as it is known now.
    pub fn trust(&mut self, record: TrustRecord) {
        if let Some((_, known)) = &mut self.holder {
            *known = record;
        }
    }

    /// Whether somebody holds it.
    ///
    /// # Errors
    /// What they are told if not.
    pub fn is_holder(&self, user: UserId) -> Result<(), Refusal> {
        if self.holder() == Some(user) { Ok(()) } else { Err(not_holder()) }
    }

    /// The bet as everyone may see it. `turned` says whether a turn of the match at the table has been taken.
    pub fn info(&self, now: u64, turned: bool) -> StakeInfo {
        let escrow = &self.escrow;
        let (paid_to, refunded) = match escrow.state() {
            State::Paid { to } => (to, None),
            State::Refunded { why } => (SeatSet::EMPTY, Some(why)),
            _ => (SeatSet::EMPTY, None),
        };
        let holder = match escrow.holder() {
            // The house took over from a person to see it through: for the next bet a person is wanted again.
            Holder::House if escrow.is_over() && self.wish == HolderWish::Person => None,
            Holder::House => Some(StakeHolder::House),
            Holder::Wanted => None,
            Holder::Person => self.holder.clone().map(|(person, record)| StakeHolder::Person { person, record }),
        };
        StakeInfo {
            id: self.id,
            amount: escrow.terms().amount,
            pot: escrow.pot(),
            state: escrow.stage(),
            deposits: Seat::all(escrow.terms().seats).map(|seat| escrow.deposited().contains(seat)).collect(),
            players: self.payers.clone(),
            match_id: self.match_id,
            begun: turned && self.is_committed(),
            holder,
            deadline_ms: escrow.due().map(|due| due.saturating_sub(now)),
            winners: escrow.winners().iter().collect(),
            accepted: escrow.accepted().iter().collect(),
            dispute: escrow.dispute().cloned(),
            ruling: escrow.ruling(),
            paid_to: paid_to.iter().collect(),
            refunded,
            called_off_by: self.called_off_by,
        }
    }
}

const fn wanted(wish: HolderWish) -> Holder {
    match wish {
        HolderWish::House => Holder::House,
        HolderWish::Person => Holder::Wanted,
    }
}
