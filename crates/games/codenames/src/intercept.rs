//! Points and intercepts.

use crate::{Codenames, Event, Interception, Kind, Phase, Place, Side, Variant, Window};
use parlor_kernel::{Seat, Sink, Tick};

/// An intercept within this time of the hint is quick.
const QUICK: u64 = 10_000;
/// What the interceptors gain for a word of the hinting team, and for being quick.
const STEAL: i16 = 2;
const QUICK_BONUS: i16 = 1;
/// What a team gains whose words are all revealed.
const COMPLETION: i16 = 3;

impl Codenames {
    /// A guesser of the other team reveals a card. Turn, hint and guesses stay as they are.
    pub(crate) fn intercept(&mut self, now: Tick, seat: Seat, card: Place, out: &mut impl Sink<Event>) {
        let Phase::TeamTurn { side, guesses, window: Window::Open { since, .. } } = self.phase else { return };
        let kind = self.kind(side, card);
        let thieves = side.other();
        self.turn_over(seat, card, kind);
        self.phase = Phase::TeamTurn { side, guesses, window: Window::Used };
        let result = if kind == side.kind() {
            Interception::Stolen { quick: now.0 <= since.0 + QUICK }
        } else {
            Interception::Failed
        };
        let word = self.words[card.index()].clone();
        out.public(Event::Intercepted { seat, card, word, kind, result });
        match result {
            Interception::Stolen { quick } => {
                self.tallies[seat.index()].steals += 1;
                self.points[thieves.index()] += STEAL + if quick { QUICK_BONUS } else { 0 };
                self.players[seat.index()] += STEAL;
            }
            Interception::Failed => {
                self.tallies[seat.index()].wrong += 1;
                if kind != Kind::Assassin {
                    self.points[side.index()] += 1;
                }
                self.players[seat.index()] -= 1;
            }
        }
        self.tell_score(out);
        self.ends_by(thieves, kind, out);
    }

    /// Ruling: every ordinary reveal scores one for the word's owner; a player's own score is one up or down.
    pub(crate) fn score_reveal(&mut self, seat: Seat, kind: Kind, right: bool, out: &mut impl Sink<Event>) {
        if self.config().variant != Variant::Interception {
            return;
        }
        if let Some(owner) = kind.owner() {
            self.points[owner.index()] += 1;
        }
        self.players[seat.index()] += if right { 1 } else { -1 };
        self.tell_score(out);
    }

    /// All words of a team are revealed: gives back who has won. With points the higher score wins, and the complete team
    /// if they are level.
    pub(crate) fn completed(&mut self, complete: Side, out: &mut impl Sink<Event>) -> Side {
        if self.config().variant != Variant::Interception {
            return complete;
        }
        self.points[complete.index()] += COMPLETION;
        self.tell_score(out);
        let [own, others] = [complete, complete.other()].map(|side| self.points[side.index()]);
        if others > own { complete.other() } else { complete }
    }

    fn tell_score(&self, out: &mut impl Sink<Event>) {
        out.public(Event::Scored { teams: self.points, players: self.players.clone() });
    }
}
