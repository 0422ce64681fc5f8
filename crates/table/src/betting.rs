//! The bet at a table: who may do what about it, and what is due.

use crate::{
    bet::{At, Bet, BetError, may_bet},
    effects::Remark,
    input::Facts,
    live::PlayError,
    restore::Log,
    seats::SeatError,
    table::Table,
    turn::Turn,
};
use parlor_escrow::{Proof, Step, Verdict};
use parlor_kernel::{Record, Refusal, Seat};
use parlor_store::{User, Write};
use parlor_wire::{BetState, EscrowStep, UserId};

impl Turn<'_> {
    /// Where and when this happens, for the bet.
    pub(crate) const fn at(&self) -> At {
        At { table: self.table.code, now: self.now }
    }

    fn bet(&self) -> Result<&Bet, BetError> {
        self.table.saved.bet().ok_or(BetError::None)
    }

    /// A user does something about the bet.
    pub(crate) fn escrow(&mut self, user: &User, step: EscrowStep, facts: Facts) -> Result<(), Refusal> {
        let bet = self.bet()?;
        facts.allowed.clone()?;
        match step {
            EscrowStep::Deposit => self.deposit(user, &facts),
            EscrowStep::Cancel => self.cancel(user.id),
            EscrowStep::Accept => {
                let seat = bet.seat_of(user.id).ok_or(BetError::NotYours)?;
                self.move_bet(Step::Accept(seat))
            }
            EscrowStep::Dispute { reason } => {
                let seat = bet.seat_of(user.id).ok_or(BetError::NotYours)?;
                self.move_bet(Step::Dispute { seat, reason })
            }
            EscrowStep::Award { seat } => self.rule(user.id, Verdict::Award(seat), facts.log),
            EscrowStep::Refund => self.rule(user.id, Verdict::Refund, facts.log),
            EscrowStep::Hold => self.hold(user, &facts),
            EscrowStep::Unhold => {
                bet.is_holder(user.id)?;
                self.holder_left(user.id)
            }
            EscrowStep::Dismiss => {
                let writes = self.table.saved.dismiss_holder(user.id, self.at())?;
                self.write(writes);
                self.save();
                Ok(())
            }
        }
    }

    fn deposit(&mut self, user: &User, facts: &Facts) -> Result<(), Refusal> {
        let seat = self.table.saved.seat_of(user.id).ok_or(SeatError::NotSeated)?;
        may_bet(user)?;
        self.change_bet(|bet, at, table| {
            if bet.stage().is_over() {
                bet.trust(facts.trust);
            }
            let writes = bet.deposit(at, (seat, user), &table.saved.seats, &mut table.chance)?;
            if facts.purse < bet.amount() {
                return Err(BetError::NotEnoughGold);
            }
            // A player who puts it in wants to play.
            table.saved.seats[seat.index()].ready = true;
            Ok(writes)
        })?;
        self.begin_if_ready();
        Ok(())
    }

    /// A player calls the bet off, and with it a match in which no turn has been taken.
    fn cancel(&mut self, user: UserId) -> Result<(), Refusal> {
        let bet = self.bet()?;
        let seat = match (bet.seat_of(user), self.table.saved.seat_of(user)) {
            (Some(seat), _) => seat,
            (None, Some(_)) if bet.is_committed() => return Err(BetError::NotYours.into()),
            // A player who has not put it in may call it off as well: they were asked.
            (None, seat) => seat.ok_or(SeatError::NotSeated)?,
        };
        self.call_off_bet(seat)
    }

    fn call_off_bet(&mut self, seat: Seat) -> Result<(), Refusal> {
        let clock_ms = self.let_time_pass();
        let (bet, at) = (self.bet()?, self.at());
        let cancel = Step::Cancel { seat, begun: self.table.has_begun() };
        if bet.stage() != BetState::Playing {
            return self.move_bet(cancel);
        }
        // Asked first: a match must not be called off for a bet that stands.
        bet.clone().step(at, cancel.clone())?;
        let live = self.table.live.as_mut().ok_or(PlayError::NoMatch)?;
        let progress = live.call_off(clock_ms, self.now)?;
        self.follow_with(progress, Some(cancel));
        Ok(())
    }

    /// A player gives up their seat in a match: before the first turn that calls the bet off, instead of losing it. Tells
    /// whether it did.
    pub(crate) fn leave_bet(&mut self, seat: Seat) -> Result<bool, Refusal> {
        let is_played_for = |table: &Table| table.saved.bet().is_some_and(|bet| bet.stage() == BetState::Playing);
        if !is_played_for(self.table) {
            return Ok(false);
        }
        self.let_time_pass();
        if self.table.has_begun() || !is_played_for(self.table) {
            return Ok(false);
        }
        self.call_off_bet(seat)?;
        Ok(true)
    }

    fn hold(&mut self, user: &User, facts: &Facts) -> Result<(), Refusal> {
        if self.table.saved.seat_of(user.id).is_some() {
            return Err(BetError::PlayerHolds.into());
        }
        if self.table.saved.kicked.contains(&user.id) {
            return Err(SeatError::Kicked.into());
        }
        self.change_bet(|bet, at, table| bet.hold(at, user, facts.trust, &mut table.chance))
    }

    /// The holder of the bet is gone: the house takes over, or everyone gets their gold back.
    pub(crate) fn holder_left(&mut self, user: UserId) -> Result<(), Refusal> {
        self.change_bet(|bet, at, _| bet.holder_left(at, user))
    }

    /// A user who has been deleted is not named any more.
    pub(crate) fn forget_payer(&mut self, user: UserId) {
        if let Some(bet) = self.table.saved.bet_mut().filter(|bet| bet.seat_of(user).is_some()) {
            bet.forget(user);
            self.save();
        }
    }

    fn rule(&mut self, user: UserId, verdict: Verdict, log: Option<Log>) -> Result<(), Refusal> {
        self.bet()?.may_rule(user, verdict)?;
        let proof = self.proof(log);
        self.move_bet(Step::Rule(verdict, proof))
    }

    /// Checks the log of the match that was played for the bet.
    fn proof(&mut self, log: Option<Log>) -> Proof {
        let Some(Log { row, entries }) = log else { return Proof::Broken };
        let Some(bet) = self.table.saved.bet().filter(|bet| bet.match_id() == Some(row.id)) else {
            return Proof::Broken;
        };
        let won = row.footer.as_ref().is_some_and(|footer| footer.outcome.winners() == bet.winners());
        let entries = entries.into_iter().map(|stored| stored.entry).collect();
        let record = Record { header: row.header, entries, footer: row.footer };
        match self.table.rules.game().verify(record) {
            Ok(()) if won => Proof::Holds,
            Ok(()) => Proof::Broken,
            Err(mismatch) => {
                self.remark(Remark::LogBroken(mismatch.to_string()));
                Proof::Broken
            }
        }
    }

    /// Does what is due about the bet.
    pub(crate) fn tend_bet(&mut self, log: Option<Log>) -> Result<(), Refusal> {
        let now_ms = self.now.house_ms;
        let Some(bet) = self.table.saved.bet() else { return Ok(()) };
        if bet.due().is_some_and(|due| due <= now_ms) {
            let is_disputed = bet.stage() == BetState::Disputed;
            let proof = if is_disputed { self.proof(log) } else { Proof::Holds };
            self.move_bet(Step::Time(proof))?;
        }
        let holder = self.table.saved.bet().and_then(Bet::holder);
        if let Some(holder) = holder.filter(|_| self.table.holder_leaves_at().is_some_and(|at| at <= now_ms)) {
            self.holder_left(holder)?;
        }
        Ok(())
    }

    /// What must be written before the table goes: it never takes gold with it.
    pub(crate) fn last_writes(&mut self) -> Vec<Write> {
        let at = self.at();
        let bet = self.table.saved.bet_mut().filter(|bet| bet.in_escrow() > 0);
        bet.map(|bet| bet.step(at, Step::Void).unwrap_or_default()).unwrap_or_default()
    }

    /// Makes a step of the bet.
    fn move_bet(&mut self, step: Step) -> Result<(), Refusal> {
        self.change_bet(|bet, at, _| bet.step(at, step))
    }

    /// Tries a change on a copy of the bet: if it is refused, nothing has changed.
    fn change_bet(
        &mut self,
        change: impl FnOnce(&mut Bet, At, &mut Table) -> Result<Vec<Write>, BetError>,
    ) -> Result<(), Refusal> {
        let at = self.at();
        let mut changed = self.bet()?.clone();
        let writes = change(&mut changed, at, self.table)?;
        if let Some(bet) = self.table.saved.bet_mut() {
            *bet = changed;
        }
        self.write(writes);
        self.save();
        Ok(())
    }
}
