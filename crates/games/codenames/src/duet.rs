//! Duet: two players, two keys, nine turns.

use crate::{Codenames, Event, Kind, Phase, Place, Side, TurnEnd};
use parlor_kernel::{Outcome, Reason, Seat, SeatSet, Sink, Tick};

impl Codenames {
    /// A partner reveals a card by the other's key: green goes on, innocent ends the turn, an assassin loses.
    pub(crate) fn reveal_in_duet(&mut self, now: Tick, seat: Seat, card: Place, out: &mut impl Sink<Event>) {
        let side = self.config().side(seat).other();
        let kind = self.kind(side, card);
        let right = kind == Kind::Green;
        self.turn_over(seat, card, kind);
        self.count_guess(seat, right);
        let word = self.words[card.index()].clone();
        out.public(Event::Revealed { seat, card, word, kind });
        let sudden_death = matches!(self.phase, Phase::SuddenDeath { .. });
        let lost = kind == Kind::Assassin || !right && sudden_death;
        if lost {
            return self.end(Outcome::won_by(SeatSet::EMPTY, Reason::Completed), out);
        }
        if Side::BOTH.iter().all(|&side| self.words_left(side) == 0) {
            return self.end(Outcome::won_by(SeatSet::all(2), Reason::Completed), out);
        }
        let Phase::TeamTurn { guesses, .. } = &mut self.phase else { return self.note_guessers(out) };
        *guesses += 1;
        if !right {
            self.end_turn(now, TurnEnd::Wrong, out);
        } else if self.words_left(side) == 0 {
            self.end_turn(now, TurnEnd::Used, out);
        }
    }

    /// Who gives the next hint: the other side. In a duet a player whose words are all found has nothing to hint at.
    pub(crate) fn next_hinter(&self, side: Side) -> Side {
        let next = side.other();
        if self.config().is_duet() && self.words_left(next) == 0 { side } else { next }
    }

    /// There are no more turns: from now on the partners guess without hints.
    pub(crate) fn begin_sudden_death(&mut self, now: Tick, out: &mut impl Sink<Event>) {
        self.phase = Phase::SuddenDeath { guessers: SeatSet::EMPTY };
        self.deadline = self.deadline_from(now);
        self.note_guessers(out);
    }

    /// In sudden death: a player whose words are all found says so, and the partner has done their part.
    fn note_guessers(&mut self, out: &mut impl Sink<Event>) {
        let sides = Side::BOTH.into_iter().filter(|&side| self.words_left(side) > 0);
        let left = sides.flat_map(|side| self.config().guessers(side).iter()).collect();
        if let Phase::SuddenDeath { guessers } = &mut self.phase
            && *guessers != left
        {
            *guessers = left;
            out.public(Event::SuddenDeath { guessers: left, deadline: self.deadline });
        }
    }
}
