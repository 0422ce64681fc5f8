//! The bet at a table: whose gold lies in its escrow, and what must be written when it moves on.
//!
//! The rules are in `parlor-escrow`; here is who sits where, and what a step means for the ledger. Each step is one
//! list of writes, to be committed together with the table it is saved in.

use crate::{
    chance::Chance,
    house::Times,
    input::Moment,
    saved::{Saved, SavedSeat},
};
use parlor_escrow::{Escrow, EscrowError, Holder, Movement, Proof, State, Step, Terms, Verdict};
use parlor_kernel::{Refusal, Seat, SeatSet, nest_codes};
use parlor_store::{Leg, Till, Transfer, User, Why, Write};
use parlor_wire::{
    BetInfo, BetState, BetWish, EscrowId, HolderWish, Kind, MatchId, Person, TableCode, TrustRecord, UserId,
    bet::{BetHolder, MAX_BET, Ruling},
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

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
    /// Which seat called it off, if one did.
    #[serde(default)]
    called_off_by: Option<Seat>,
}

/// Why something about a bet is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BetError {
    /// The table has none.
    #[error("There is no bet at this table.")]
    None,
    /// The amount is too low or too high.
    #[error("A bet is 1 to {MAX_BET} gold.")]
    BadAmount,
    /// Bets are for accounts.
    #[error("Bets are for accounts. Create one first: your games stay yours, and the house gives you gold.")]
    NeedsAccount,
    /// Bets are for people.
    #[error("Bets are for people. Bots may play without one.")]
    ForPeople,
    /// The house's bots do not bet.
    #[error("The house's bots do not bet.")]
    WithoutBots,
    /// The caller has put nothing in.
    #[error("This bet is not yours: that is for those who have put it in.")]
    NotYours,
    /// The last bet is not settled.
    #[error("The last bet at this table is not settled yet. Put in yours as soon as it is.")]
    Unsettled,
    /// The caller has too little gold.
    #[error("You do not have enough gold for this bet. The house gives some every day to those who have little.")]
    NotEnoughGold,
    /// The caller does not hold the bet.
    #[error("Only the holder of the bet can do that.")]
    NotHolder,
    /// The house holds the bet.
    #[error("The house holds this bet.")]
    HolderTaken,
    /// The caller holds the bet.
    #[error("The holder of the bet cannot play. Give the holder's seat up first.")]
    HolderPlays,
    /// The caller plays.
    #[error("A player cannot hold the bet. Stand up first.")]
    PlayerHolds,
    /// The holder's seat is empty.
    #[error("Nobody sits in the holder's seat.")]
    NoHolder,
    /// All depend on the holder.
    #[error("All bets are in, so their holder stays until they are settled.")]
    HolderStays,
    /// The bet has not come that far, or has come further.
    #[error(transparent)]
    Escrow(#[from] EscrowError),
}

nest_codes!(BetError {
    None => "no_bet",
    BadAmount => "bad_bet",
    NeedsAccount => "bet_needs_account",
    ForPeople => "bet_for_people",
    WithoutBots => "bet_without_bots",
    NotYours => "not_your_bet",
    Unsettled => "bet_unsettled",
    NotEnoughGold => "not_enough_gold",
    NotHolder => "not_holder",
    HolderTaken => "holder_taken",
    HolderPlays => "holder_plays",
    PlayerHolds => "holder_plays",
    NoHolder => "no_holder",
    HolderStays => "holder_stays",
} wraps { Escrow(EscrowError) });

/// Whether a user may bet.
///
/// # Errors
/// What they are told if not.
pub fn may_bet(user: &User) -> Result<(), BetError> {
    match user.kind {
        Kind::Account => Ok(()),
        Kind::Guest => Err(BetError::NeedsAccount),
        Kind::Bot => Err(BetError::ForPeople),
    }
}

/// Where and when something happens to a bet.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// The table.
    pub table: TableCode,
    /// The moment.
    pub now: Moment,
}

impl Bet {
    /// A new bet as the host wishes it. It has no name yet: that comes with its first round ([`Bet::renew`]).
    pub fn open(wish: BetWish, seats: u8, times: &Times) -> Result<Self, BetError> {
        if !(1..=MAX_BET).contains(&wish.amount) {
            return Err(BetError::BadAmount);
        }
        let Times { deposit_ms, dispute_ms, ruling_ms, .. } = *times;
        let terms = Terms { amount: wish.amount, seats, deposit_ms, dispute_ms, ruling_ms };
        let escrow = Escrow::new(terms, wanted(wish.holder));
        let payers = vec![None; seats.into()];
        Ok(Self {
            id: EscrowId(0),
            wish: wish.holder,
            escrow,
            payers,
            match_id: None,
            holder: None,
            called_off_by: None,
        })
    }

    /// Which bet it is.
    pub const fn id(&self) -> EscrowId {
        self.id
    }

    /// How far it has come.
    pub const fn stage(&self) -> BetState {
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

    /// What everyone who plays puts in.
    pub const fn amount(&self) -> u64 {
        self.escrow.terms().amount as u64
    }

    /// What lies in the escrow.
    pub const fn in_escrow(&self) -> u64 {
        self.escrow.in_escrow()
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

    /// For which seat a user has put it in. They may have stood up since.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        let place = self.payers.iter().position(|payer| payer.as_ref().is_some_and(|payer| payer.id == user))?;
        Some(Seat(place as u8))
    }

    /// Whether a user may play for it.
    ///
    /// # Errors
    /// What they are told if not.
    pub fn may_play(&self, user: &User) -> Result<(), BetError> {
        may_bet(user)?;
        if self.holder() == Some(user.id) { Err(BetError::HolderPlays) } else { Ok(()) }
    }

    /// A user who holds it or has put it in has another name.
    pub fn rename(&mut self, user: &User) {
        let holder = self.holder.as_mut().map(|(person, _)| person);
        for person in self.payers.iter_mut().flatten().chain(holder).filter(|person| person.id == user.id) {
            *person = user.clone().into();
        }
    }

    /// A user has been deleted: what they put in stays in, their name does not.
    pub fn forget(&mut self, user: UserId) {
        for person in self.payers.iter_mut().flatten().filter(|person| person.id == user) {
            person.name = "A player who left".into();
        }
    }

    /// What it knows is not what lies in its escrow: it is over, and the house returns what there is.
    pub fn give_up(&mut self, now: Moment) {
        // Whatever should move has moved already, or cannot.
        let _ = self.escrow.step(now.house_ms, Step::Void);
    }

    /// Something happened: what must be written for it, together with the table.
    ///
    /// # Errors
    /// If it cannot happen now. Nothing has changed then.
    pub fn step(&mut self, at: At, step: Step) -> Result<Vec<Write>, BetError> {
        let was_over = self.escrow.is_over();
        // A refund stands, whatever the log proves, and is remembered all the same.
        let against_the_log = matches!(step, Step::Rule(Verdict::Refund, Proof::Holds));
        let caller = if let Step::Cancel { seat, .. } = step { Some(seat) } else { None };
        let movements = self.escrow.step(at.now.house_ms, step)?;
        self.called_off_by = caller.or(self.called_off_by);
        // With the clock: deadlines count from it, and while nobody plays it is not written down.
        let mut writes = vec![Write::Clock(at.now.house_ms)];
        writes.extend(self.transfer(at, &movements).map(Write::Transfer));
        if self.escrow.state() == State::Invited {
            self.payers.fill(None);
        }
        if self.escrow.was_seen_through() && !was_over {
            let overturned = against_the_log || matches!(self.escrow.ruling(), Some(Ruling::Overturned { .. }));
            writes.extend(self.count_for_holder(overturned));
        }
        Ok(writes)
    }

    /// Its holder has held one more: what must be written for that. Everyone at the table sees it at once.
    fn count_for_holder(&mut self, overturned: bool) -> Option<Write> {
        let disputed = self.escrow.dispute().is_some();
        let (holder, record) = self.holder.as_mut()?;
        record.held += 1;
        record.disputed += u32::from(disputed);
        record.overturned += u32::from(overturned);
        Some(Write::Held { bet: self.id, holder: holder.id, disputed, overturned })
    }

    /// What a step moves, as one transfer. Its name is never used twice: a step is made once, whatever fails.
    fn transfer(&self, at: At, movements: &[Movement]) -> Option<Transfer> {
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
        let of_escrow = Leg { till: Till::Escrow { bet: self.id, table: at.table }, amount: -total };
        let legs = std::iter::once(of_escrow).chain(purses).collect();
        let key = format!("bet:{}:{}", self.id, self.escrow.steps());
        Some(Transfer { key, why, at: at.now.wall_ms, legs })
    }

    /// Who has put it in for a seat. User 0 has no purse: nothing can be taken from it.
    fn payer(&self, seat: Seat) -> UserId {
        const NOBODY: UserId = UserId(0);
        self.payers.get(seat.index()).and_then(Option::as_ref).map_or(NOBODY, |person| person.id)
    }

    /// A player puts it in for their seat. After a bet is over that begins the next one.
    pub fn deposit(
        &mut self,
        at: At,
        (seat, user): (Seat, &User),
        seats: &[SavedSeat],
        chance: &mut Chance,
    ) -> Result<Vec<Write>, BetError> {
        if self.escrow.is_over() {
            self.renew(chance);
        }
        if self.escrow.is_committed() && self.seat_of(user.id).is_none() {
            return Err(BetError::Unsettled);
        }
        let mut writes = self.follow(at, seats);
        if let Some(payer) = self.payers.get_mut(seat.index()) {
            *payer = Some(user.clone().into());
        }
        writes.extend(self.step(at, Step::Deposit(seat))?);
        Ok(writes)
    }

    /// A new bet for the same, under a name of its own.
    pub fn renew(&mut self, chance: &mut Chance) {
        self.id = EscrowId(chance.word());
        self.payers.fill(None);
        self.match_id = None;
        self.called_off_by = None;
        let holder = if self.holder.is_some() { Holder::Person } else { wanted(self.wish) };
        self.escrow = Escrow::new(*self.escrow.terms(), holder);
    }

    /// Who sits at the table may have changed: before the match the bet follows. A player who leaves takes their gold
    /// back, and so do the others; once everyone is there, it can be put in.
    pub fn follow(&mut self, at: At, seats: &[SavedSeat]) -> Vec<Write> {
        let all_there = seats.iter().all(|seat| seat.occupant.person().is_some());
        let stays = |(payer, seat): (&Option<Person>, &SavedSeat)| {
            payer.as_ref().is_none_or(|payer| seat.occupant.person() == Some(payer.id))
        };
        let all_stay = self.payers.iter().zip(seats).all(stays);
        let step = match self.escrow.state() {
            State::Depositing { .. } | State::Funded { .. } if !all_there || !all_stay => Step::Scatter,
            State::Invited if all_there && self.escrow.holder() != Holder::Wanted => Step::Gather,
            _ => return Vec::new(),
        };
        self.step(at, step).unwrap_or_default()
    }

    /// A match begins for it.
    pub fn begin(&mut self, at: At, id: MatchId) -> Result<Vec<Write>, BetError> {
        let writes = self.step(at, Step::Begin)?;
        self.match_id = Some(id);
        Ok(writes)
    }

    /// The match that was played for it is over.
    pub fn end(&mut self, at: At, how: Step) -> Result<Vec<Write>, BetError> {
        if self.stage() == BetState::Playing { self.step(at, how) } else { Ok(Vec::new()) }
    }

    /// A user takes the holder's seat. After a bet is over that is for the next one.
    pub fn hold(
        &mut self,
        at: At,
        holder: &User,
        record: TrustRecord,
        chance: &mut Chance,
    ) -> Result<Vec<Write>, BetError> {
        may_bet(holder)?;
        if self.wish == HolderWish::House {
            return Err(BetError::HolderTaken);
        }
        if self.escrow.is_over() && self.holder.is_none() {
            self.renew(chance);
        }
        let writes = self.step(at, Step::Hold)?;
        self.holder = Some((holder.clone().into(), record));
        Ok(writes)
    }

    /// Its holder is gone.
    pub fn holder_left(&mut self, at: At, user: UserId) -> Result<Vec<Write>, BetError> {
        self.is_holder(user)?;
        let undecided = self.stage() == BetState::Disputed;
        let mut writes = self.step(at, Step::HolderLeft)?;
        // No holder keeps a clean record by walking away from what they should decide.
        writes.extend(undecided.then(|| self.count_for_holder(false)).flatten());
        self.holder = None;
        Ok(writes)
    }

    /// The host sends its holder away, while nobody depends on them. Tells who that was.
    pub fn dismiss(&mut self, at: At) -> Result<(UserId, Vec<Write>), BetError> {
        let holder = self.holder().ok_or(BetError::NoHolder)?;
        if self.is_funded() || self.escrow.is_committed() {
            return Err(BetError::HolderStays);
        }
        Ok((holder, self.holder_left(at, holder)?))
    }

    /// How the holder has held bets before, as it is known now.
    pub fn trust(&mut self, record: TrustRecord) {
        if let Some((_, known)) = &mut self.holder {
            *known = record;
        }
    }

    /// Whether a user holds it.
    ///
    /// # Errors
    /// What they are told if not.
    pub fn is_holder(&self, user: UserId) -> Result<(), BetError> {
        if self.holder() == Some(user) { Ok(()) } else { Err(BetError::NotHolder) }
    }

    /// Whether a user may decide like that now, whatever the log proves. Asked first: checking a log is work.
    ///
    /// # Errors
    /// What they are told if not.
    pub fn may_rule(&self, user: UserId, verdict: Verdict) -> Result<(), BetError> {
        self.is_holder(user)?;
        self.escrow.clone().step(0, Step::Rule(verdict, Proof::Broken))?;
        Ok(())
    }

    /// The bet as everyone may see it. `begun` says whether a turn of the match at the table has been taken.
    pub fn info(&self, now: Moment, begun: bool) -> BetInfo {
        let escrow = &self.escrow;
        let (paid_to, refunded) = match escrow.state() {
            State::Paid { to } => (to, None),
            State::Refunded { why } => (SeatSet::EMPTY, Some(why)),
            _ => (SeatSet::EMPTY, None),
        };
        let holder = match escrow.holder() {
            // The house took over from a person to see it through: for the next bet a person is wanted again.
            Holder::House if escrow.is_over() && self.wish == HolderWish::Person => None,
            Holder::House => Some(BetHolder::House),
            Holder::Wanted => None,
            Holder::Person => self.holder.clone().map(|(person, record)| BetHolder::Person { person, record }),
        };
        BetInfo {
            id: self.id,
            amount: escrow.terms().amount,
            in_escrow: escrow.in_escrow(),
            state: escrow.stage(),
            deposits: Seat::all(escrow.terms().seats).map(|seat| escrow.deposited().contains(seat)).collect(),
            players: self.payers.clone(),
            match_id: self.match_id,
            begun: begun && self.is_committed(),
            holder,
            deadline_ms: escrow.due().map(|due| due.saturating_sub(now.house_ms)),
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

impl Saved {
    /// The host sends the holder of the bet away: what must be written for that.
    pub(crate) fn dismiss_holder(&mut self, host: UserId, at: At) -> Result<Vec<Write>, Refusal> {
        self.host_before_match(host)?;
        let (holder, writes) = self.bet_mut().ok_or(BetError::None)?.dismiss(at)?;
        self.kicked.push(holder);
        Ok(writes)
    }
}

const fn wanted(wish: HolderWish) -> Holder {
    match wish {
        HolderWish::House => Holder::House,
        HolderWish::Person => Holder::Wanted,
    }
}

#[cfg(test)]
mod tests;
