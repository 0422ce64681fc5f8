//! What can happen to a bet.

use crate::{Escrow, EscrowError, Holder, State};
use parlor_kernel::{Seat, SeatSet};
use parlor_wire::bet::{DisputeInfo, RefundReason, Ruling, dispute_reason};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Everyone is there, the holder too: bets may be put in.
    Gather,
    /// A player has left before the match: everyone gets their bet back.
    Scatter,
    /// A person takes the holder's seat.
    Hold,
    /// The person who held it is gone.
    HolderLeft,
    /// A seat puts in the bet.
    Deposit(Seat),
    /// A seat calls the bet off.
    Cancel {
        /// Who.
        seat: Seat,
        /// Whether a turn of the match has been taken: then it is too late.
        begun: bool,
    },
    /// The match begins.
    Begin,
    /// The match is over and these seats have won; none when it was drawn or called off.
    End(SeatSet),
    /// A seat will not dispute the result.
    Accept(Seat),
    /// A seat disputes the result.
    Dispute {
        /// Who.
        seat: Seat,
        /// Why.
        reason: String,
    },
    /// The person who holds it decides a dispute.
    Rule(Verdict, Proof),
    /// The moment named by [`Escrow::due`] has come.
    Time(Proof),
    /// The table cannot go on.
    Void,
}

/// What a holder may decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This seat gets it.
    Award(Seat),
    /// Everyone gets their bet back.
    Refund,
}

/// What checking the log of the match came to. It counts only where a dispute is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The log holds: it proves who has won.
    Holds,
    /// The log proves nothing.
    Broken,
}

/// Gold that must be moved together with a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Movement {
    /// A bet, from the seat's purse into the escrow.
    Deposit(Seat),
    /// A share, from the escrow into the seat's purse.
    Pay {
        /// To whom.
        seat: Seat,
        /// How much.
        amount: u64,
    },
    /// A bet, from the escrow back into the seat's purse.
    Refund(Seat),
}

impl Escrow {
    /// Something happened: checks whether it can, then changes and says what gold to move.
    ///
    /// # Errors
    /// If it cannot happen now. Nothing has changed then.
    pub fn step(&mut self, now: u64, step: Step) -> Result<Vec<Movement>, EscrowError> {
        if self.is_over() && !matches!(step, Step::HolderLeft) {
            return Err(EscrowError::BetOver);
        }
        let movements = match step {
            Step::Gather => self.gather(now)?,
            Step::Scatter => self.scatter()?,
            Step::Hold => self.hold()?,
            Step::HolderLeft => self.holder_left(now)?,
            Step::Deposit(seat) => self.deposit(now, seat)?,
            Step::Cancel { seat, begun } => self.cancel(seat, begun)?,
            Step::Begin => self.begin()?,
            Step::End(winners) => self.end(now, winners)?,
            Step::Accept(seat) => self.accept(seat)?,
            Step::Dispute { seat, reason } => self.disputed(now, seat, reason)?,
            Step::Rule(verdict, proof) => self.rule(verdict, proof)?,
            Step::Time(proof) => self.time(now, proof)?,
            Step::Void => self.refund(RefundReason::Closed),
        };
        self.steps += 1;
        Ok(movements)
    }

    fn gather(&mut self, now: u64) -> Result<Vec<Movement>, EscrowError> {
        if self.state != State::Invited {
            return Err(EscrowError::NotDepositing);
        }
        if self.holder == Holder::Wanted {
            return Err(EscrowError::NoHolder);
        }
        self.state = State::Depositing { until: now + self.terms.deposit_ms };
        Ok(Vec::new())
    }

    fn scatter(&mut self) -> Result<Vec<Movement>, EscrowError> {
        match self.state {
            State::Depositing { .. } | State::Funded { .. } => Ok(self.back_to_invited()),
            _ => Err(EscrowError::NotDepositing),
        }
    }

    fn hold(&mut self) -> Result<Vec<Movement>, EscrowError> {
        if self.holder != Holder::Wanted {
            return Err(EscrowError::HolderTaken);
        }
        self.holder = Holder::Person;
        Ok(Vec::new())
    }

    /// Before the bet is funded no player has to accept another holder; afterwards the house steps in.
    fn holder_left(&mut self, now: u64) -> Result<Vec<Movement>, EscrowError> {
        if self.holder != Holder::Person {
            return Err(EscrowError::NoHolder);
        }
        self.holder = match self.state {
            State::Invited | State::Depositing { .. } | State::Paid { .. } | State::Refunded { .. } => Holder::Wanted,
            State::Funded { .. } | State::Playing | State::Settling { .. } | State::Disputed { .. } => Holder::House,
        };
        Ok(match self.state {
            State::Depositing { .. } => self.back_to_invited(),
            State::Disputed { .. } => {
                // The house decides at once.
                self.state = State::Disputed { until: now };
                Vec::new()
            }
            _ => Vec::new(),
        })
    }

    fn deposit(&mut self, now: u64, seat: Seat) -> Result<Vec<Movement>, EscrowError> {
        self.plays(seat)?;
        if self.deposited.contains(seat) {
            return Err(EscrowError::AlreadyDeposited);
        }
        let State::Depositing { until } = self.state else { return Err(EscrowError::NotDepositing) };
        if now >= until {
            return Err(EscrowError::NotDepositing);
        }
        self.deposited = self.deposited.with(seat);
        if self.deposited == self.everyone() {
            self.state = State::Funded { until: now + self.terms.deposit_ms };
        }
        Ok(vec![Movement::Deposit(seat)])
    }

    /// Ruling: before the first roll it is refunded, afterwards leaving forfeits.
    fn cancel(&mut self, seat: Seat, begun: bool) -> Result<Vec<Movement>, EscrowError> {
        self.plays(seat)?;
        match self.state {
            State::Depositing { .. } | State::Funded { .. } => Ok(self.refund(RefundReason::Cancelled)),
            State::Playing if !begun => Ok(self.refund(RefundReason::Cancelled)),
            State::Invited => Err(EscrowError::NothingToCancel),
            _ => Err(EscrowError::BetStands),
        }
    }

    fn begin(&mut self) -> Result<Vec<Movement>, EscrowError> {
        let State::Funded { .. } = self.state else { return Err(EscrowError::NotFunded) };
        self.state = State::Playing;
        Ok(Vec::new())
    }

    fn end(&mut self, now: u64, winners: SeatSet) -> Result<Vec<Movement>, EscrowError> {
        if self.state != State::Playing {
            return Err(EscrowError::NotPlaying);
        }
        if winners.iter().any(|seat| !self.deposited.contains(seat)) {
            return Err(EscrowError::NoSuchSeat);
        }
        if winners.is_empty() {
            return Ok(self.refund(RefundReason::NoWinner));
        }
        self.winners = winners;
        self.state = State::Settling { until: now + self.terms.dispute_ms };
        Ok(Vec::new())
    }

    /// Only who has lost could want another result: once they all accept it, nothing is left to wait for.
    fn accept(&mut self, seat: Seat) -> Result<Vec<Movement>, EscrowError> {
        self.plays(seat)?;
        let State::Settling { .. } = self.state else { return Err(EscrowError::NotSettling) };
        self.accepted = self.accepted.with(seat);
        let open = self.everyone().iter().any(|seat| !self.winners.contains(seat) && !self.accepted.contains(seat));
        Ok(if open { Vec::new() } else { self.pay(self.winners) })
    }

    fn disputed(&mut self, now: u64, seat: Seat, reason: String) -> Result<Vec<Movement>, EscrowError> {
        self.plays(seat)?;
        let State::Settling { until } = self.state else { return Err(EscrowError::NotSettling) };
        if now >= until {
            return Err(EscrowError::NotSettling);
        }
        let reason = dispute_reason(&reason).ok_or(EscrowError::BadReason)?;
        // The house needs no time to think.
        let until = if self.holder == Holder::Person { now + self.terms.ruling_ms } else { now };
        self.state = State::Disputed { until };
        self.dispute = Some(DisputeInfo { by: seat, reason });
        Ok(Vec::new())
    }

    /// Ruling: the holder awards or refunds; an award that the log proves wrong is overturned.
    fn rule(&mut self, verdict: Verdict, proof: Proof) -> Result<Vec<Movement>, EscrowError> {
        let State::Disputed { .. } = self.state else { return Err(EscrowError::NotDisputed) };
        if self.holder != Holder::Person {
            return Err(EscrowError::NoHolder);
        }
        match (verdict, proof) {
            (Verdict::Refund, _) => {
                self.ruling = Some(Ruling::Refunded);
                Ok(self.refund(RefundReason::Ruled))
            }
            (Verdict::Award(seat), Proof::Holds) => {
                self.plays(seat)?;
                let agrees = self.winners.contains(seat);
                self.ruling = Some(if agrees { Ruling::Awarded { seat } } else { Ruling::Overturned { seat } });
                Ok(self.pay(self.winners))
            }
            (Verdict::Award(seat), Proof::Broken) => {
                self.plays(seat)?;
                self.ruling = Some(Ruling::Awarded { seat });
                Ok(self.pay(SeatSet::only(seat)))
            }
        }
    }

    fn time(&mut self, now: u64, proof: Proof) -> Result<Vec<Movement>, EscrowError> {
        if self.due().is_none_or(|due| now < due) {
            return Err(EscrowError::NotDue);
        }
        Ok(match self.state {
            State::Depositing { .. } => self.refund(RefundReason::Late),
            State::Funded { .. } => self.refund(RefundReason::NotBegun),
            State::Disputed { .. } if proof == Proof::Broken => {
                self.ruling = Some(Ruling::Unverified);
                self.refund(RefundReason::Ruled)
            }
            State::Disputed { .. } => {
                let silent = self.holder == Holder::Person;
                self.ruling = Some(if silent { Ruling::Silence } else { Ruling::Verified });
                self.pay(self.winners)
            }
            _ => self.pay(self.winners),
        })
    }

    fn plays(&self, seat: Seat) -> Result<(), EscrowError> {
        if self.everyone().contains(seat) { Ok(()) } else { Err(EscrowError::NoSuchSeat) }
    }

    fn back_to_invited(&mut self) -> Vec<Movement> {
        self.state = State::Invited;
        self.empty_box()
    }

    fn refund(&mut self, why: RefundReason) -> Vec<Movement> {
        self.state = State::Refunded { why };
        self.empty_box()
    }

    fn empty_box(&mut self) -> Vec<Movement> {
        let refunds = self.deposited.iter().map(Movement::Refund).collect();
        self.deposited = SeatSet::EMPTY;
        refunds
    }

    fn pay(&mut self, winners: SeatSet) -> Vec<Movement> {
        let payments = self.shares(winners).into_iter().map(|(seat, amount)| Movement::Pay { seat, amount }).collect();
        self.state = State::Paid { to: winners };
        self.deposited = SeatSet::EMPTY;
        payments
    }
}
