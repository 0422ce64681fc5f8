//! The bet at a table, as the table's task sees it: who may do what, and when something is due.

use super::{
    actor::Actor,
    bet::{self, Bet},
    saved,
};
use crate::problem::storage_failed;
use parlor_escrow::{Proof, Step, Verdict};
use parlor_kernel::{Record, Refusal, Seat};
use parlor_store::{User, Write};
use parlor_wire::{EscrowStep, StakeState, TableCode, TrustRecord, UserId};
use std::sync::Arc;

impl Actor {
    /// Somebody does something about the bet.
    pub(super) async fn escrow(&mut self, user: &User, step: EscrowStep) -> Result<(), Refusal> {
        let stake = self.saved.bet.as_ref().ok_or_else(bet::no_bet)?;
        self.house.rates.bet(user.id).map_err(|seconds| {
            let message = format!("That was too fast; please try again in {seconds} s.");
            Refusal { code: "too_fast", message }
        })?;
        match step {
            EscrowStep::Deposit => self.deposit(user).await,
            EscrowStep::Cancel => self.cancel(user).await,
            EscrowStep::Accept => {
                let seat = stake.seat_of(user.id).ok_or_else(bet::not_your_bet)?;
                self.move_bet(Step::Accept(seat)).await
            }
            EscrowStep::Dispute { reason } => {
                let seat = stake.seat_of(user.id).ok_or_else(bet::not_your_bet)?;
                self.move_bet(Step::Dispute { seat, reason }).await
            }
            EscrowStep::Award { seat } => self.rule(user, Verdict::Award(seat)).await,
            EscrowStep::Refund => self.rule(user, Verdict::Refund).await,
            EscrowStep::Hold => self.hold(user).await,
            EscrowStep::Unhold => {
                stake.is_holder(user.id)?;
                self.holder_left(user).await
            }
            EscrowStep::Dismiss => self.dismiss_holder(user).await,
        }
    }

    async fn deposit(&mut self, user: &User) -> Result<(), Refusal> {
        let seat = self.saved.seat_of(user.id).ok_or_else(saved::not_seated)?;
        bet::may_bet(user)?;
        self.house.give_grants(user).await.map_err(|_| storage_failed())?;
        let record = self.holders_record().await?;
        self.change_bet(|bet, seats, (code, now)| {
            if bet.stage().is_over() {
                bet.trust(record);
            }
            let writes = bet.deposit(code, now, (seat, user), seats)?;
            // Whoever puts it in wants to play.
            seats[seat.index()].ready = true;
            Ok(writes)
        })
        .await?;
        self.begin_if_ready().await;
        Ok(())
    }

    /// Somebody calls the bet off, and with it a match in which no turn has been taken.
    async fn cancel(&mut self, user: &User) -> Result<(), Refusal> {
        let stake = self.saved.bet.as_ref().ok_or_else(bet::no_bet)?;
        let seat = match (stake.seat_of(user.id), self.saved.seat_of(user.id)) {
            (Some(seat), _) => seat,
            (None, Some(_)) if stake.is_committed() => return Err(bet::not_your_bet()),
            // Before somebody has put it in they may call it off as well: they were asked.
            (None, seat) => seat.ok_or_else(saved::not_seated)?,
        };
        self.call_off_bet(seat).await
    }

    async fn call_off_bet(&mut self, seat: Seat) -> Result<(), Refusal> {
        let now = self.let_time_pass().await?;
        let stake = self.saved.bet.as_ref().ok_or_else(bet::no_bet)?;
        let cancel = Step::Cancel { seat, begun: self.has_begun() };
        if stake.stage() != StakeState::Playing {
            return self.move_bet(cancel).await;
        }
        // Asked first: a match must not be called off for a bet that stands.
        stake.clone().step(self.code, self.now(), cancel.clone())?;
        let live = self.live.as_mut().ok_or_else(super::play::no_match)?;
        let step = live.call_off(now)?;
        self.carry_out_with(step, Some(cancel)).await
    }

    /// Whether a turn of the match has been taken.
    pub(super) fn has_begun(&self) -> bool {
        self.live.as_ref().is_some_and(|live| live.turns() > 0)
    }

    /// Somebody gives up their seat in a match: before the first turn that calls the bet off, instead of losing it. Tells
    /// whether it did.
    pub(super) async fn leave_bet(&mut self, seat: Seat) -> Result<bool, Refusal> {
        if self.saved.bet.as_ref().is_none_or(|bet| bet.stage() != StakeState::Playing) {
            return Ok(false);
        }
        self.let_time_pass().await?;
        if self.has_begun() {
            return Ok(false);
        }
        self.call_off_bet(seat).await?;
        Ok(true)
    }

    async fn hold(&mut self, user: &User) -> Result<(), Refusal> {
        if self.saved.seat_of(user.id).is_some() {
            let message = "Whoever plays cannot hold the bet. Stand up first.".into();
            return Err(Refusal { code: "holder_plays", message });
        }
        if self.saved.kicked.contains(&user.id) {
            let message = "The host has sent you away from this table. You may watch.".into();
            return Err(Refusal { code: "kicked", message });
        }
        let record = self.house.store.trust(user.id).await.map_err(|_| storage_failed())?;
        self.change_bet(|bet, _, (code, now)| bet.hold(code, now, user, record)).await
    }

    /// Whoever holds the bet is gone: the house takes over, or everyone gets their gold back.
    pub(super) async fn holder_left(&mut self, user: &User) -> Result<(), Refusal> {
        let user = user.id;
        self.change_bet(|bet, _, (code, now)| bet.holder_left(code, now, user)).await
    }

    /// The host sends whoever holds the bet away, as they do with whoever sits at the table.
    async fn dismiss_holder(&mut self, host: &User) -> Result<(), Refusal> {
        let mut changed = self.saved.clone();
        let writes = changed.dismiss_holder(host.id, self.code, self.now())?;
        self.save(changed, writes).await
    }

    /// Somebody who has been deleted is not named any more.
    pub(super) async fn forget_payer(&mut self, user: UserId) -> Result<(), Refusal> {
        if self.saved.bet.as_ref().is_none_or(|bet| bet.seat_of(user).is_none()) {
            return Ok(());
        }
        self.change_bet(|bet, _, _| {
            bet.forget(user);
            Ok(Vec::new())
        })
        .await
    }

    /// Whether somebody holds the bet.
    pub(super) fn holds(&self, user: &User) -> bool {
        self.saved.bet.as_ref().is_some_and(|bet| bet.holder() == Some(user.id))
    }

    async fn holders_record(&mut self) -> Result<TrustRecord, Refusal> {
        let Some(holder) = self.saved.bet.as_ref().and_then(Bet::holder) else { return Ok(Default::default()) };
        self.house.store.trust(holder).await.map_err(|_| storage_failed())
    }

    async fn rule(&mut self, user: &User, verdict: Verdict) -> Result<(), Refusal> {
        let stake = self.saved.bet.as_ref().ok_or_else(bet::no_bet)?;
        stake.is_holder(user.id)?;
        // Asked first: checking a log is work, and one that nobody disputes is nothing to decide about.
        stake.clone().step(self.code, self.now(), Step::Rule(verdict, Proof::Broken))?;
        let proof = self.proof().await?;
        self.move_bet(Step::Rule(verdict, proof)).await
    }

    /// Checks the log of the match that was played for the bet.
    async fn proof(&mut self) -> Result<Proof, Refusal> {
        let Some(bet) = &self.saved.bet else { return Ok(Proof::Broken) };
        let Some(id) = bet.match_id() else { return Ok(Proof::Broken) };
        let (winners, code, house) = (bet.winners(), self.code, Arc::clone(&self.house));
        let failed = |error| {
            tracing::error!(%error, %code, "a log could not be read");
            storage_failed()
        };
        let Some(row) = house.store.match_row(id).await.map_err(failed)? else { return Ok(Proof::Broken) };
        let entries = house.store.entries(id).await.map_err(failed)?;
        let Some(game) = house.registry.game(&row.header.game) else { return Ok(Proof::Broken) };
        let won = row.footer.as_ref().is_some_and(|footer| footer.outcome.winners() == winners);
        let entries = entries.into_iter().map(|stored| stored.entry).collect();
        let holds = game.verify(Record { header: row.header, entries, footer: row.footer });
        if let Err(mismatch) = &holds {
            tracing::error!(%mismatch, %code, %id, "the log of a disputed match does not hold");
        }
        Ok(if won && holds.is_ok() { Proof::Holds } else { Proof::Broken })
    }

    /// When the bet next moves on by itself, or its holder counts as gone.
    pub(super) fn bet_due_ms(&self) -> Option<u64> {
        let bet = self.saved.bet.as_ref()?;
        bet.due().into_iter().chain(self.holder_leaves_at()).min()
    }

    /// When a holder who is not connected counts as gone.
    fn holder_leaves_at(&self) -> Option<u64> {
        self.holder_gone_since.map(|since| since + self.house.settings.times.grace_ms)
    }

    /// Whether the holder is there: to be asked whenever somebody comes or goes.
    pub(super) fn note_holder(&mut self, now: u64) {
        let holder = self.saved.bet.as_ref().and_then(Bet::holder);
        let gone = holder.is_some_and(|holder| !self.streams.is_connected(holder));
        self.holder_gone_since = gone.then(|| self.holder_gone_since.unwrap_or(now));
    }

    /// Does what is due about the bet.
    pub(super) async fn tend_bet(&mut self, now: u64) -> Result<(), Refusal> {
        let Some(bet) = &self.saved.bet else { return Ok(()) };
        if bet.due().is_some_and(|due| due <= now) {
            let proof = if bet.stage() == StakeState::Disputed { self.proof().await? } else { Proof::Holds };
            self.move_bet(Step::Time(proof)).await?;
        }
        let holder = self.saved.bet.as_ref().and_then(Bet::holder);
        if let Some(holder) = holder.filter(|_| self.holder_leaves_at().is_some_and(|at| at <= now)) {
            self.change_bet(|bet, _, (code, now)| bet.holder_left(code, now, holder)).await?;
        }
        Ok(())
    }

    /// Makes a step of the bet.
    async fn move_bet(&mut self, step: Step) -> Result<(), Refusal> {
        self.change_bet(|bet, _, (code, now)| bet.step(code, now, step)).await
    }

    /// Tries a change to the bet; it counts once it is saved, and so does the gold it moves.
    async fn change_bet(
        &mut self,
        change: impl FnOnce(&mut Bet, &mut [saved::SavedSeat], (TableCode, u64)) -> Result<Vec<Write>, Refusal>,
    ) -> Result<(), Refusal> {
        let mut changed = self.saved.clone();
        let saved::Saved { bet, seats, .. } = &mut changed;
        let bet = bet.as_mut().ok_or_else(bet::no_bet)?;
        let writes = change(bet, seats, (self.code, self.house.clock.now_ms()))?;
        self.save(changed, writes).await
    }

    /// Makes the table durable as it is to be, with what follows for the bet and `writes` that belong to it.
    pub(super) async fn save(&mut self, mut changed: saved::Saved, mut writes: Vec<Write>) -> Result<(), Refusal> {
        let now = self.now();
        if let Some(bet) = &mut changed.bet {
            writes.extend(bet.follow(self.code, now, &changed.seats)?);
        }
        writes.push(Write::SaveTable { code: self.code, state: changed.to_text() });
        self.commit_bet(writes).await?;
        self.saved = changed;
        self.presence_changed();
        Ok(())
    }

    /// What must be written before the table goes: it never takes gold with it.
    pub(super) fn last_writes(&self) -> Vec<Write> {
        let Some(mut bet) = self.saved.bet.clone().filter(|bet| bet.pot() > 0) else { return Vec::new() };
        bet.step(self.code, self.now(), Step::Void).unwrap_or_default()
    }

    /// Makes something durable that may move gold. When nobody can tell whether that worked, the table goes on from
    /// what was saved: it must not move the same gold in another way.
    pub(super) async fn commit_bet(&mut self, writes: Vec<Write>) -> Result<(), Refusal> {
        let result = self.commit(writes).await;
        if let Err(refusal) = &result
            && self.saved.bet.is_some()
            && refusal.code == storage_failed().code
        {
            self.take_back(refusal).await;
        }
        result
    }
}

/// What people are told who have too little.
pub(super) fn not_enough_gold() -> Refusal {
    let message = "You do not have enough gold for this bet. The house gives some to whoever has little, every day.";
    Refusal { code: "not_enough_gold", message: message.into() }
}
