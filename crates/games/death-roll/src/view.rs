//! What a viewer may know: everything but the dice to come.

use crate::{Event, Roll, Tier};
use parlor_kernel::{Outcome, Seat, Tick};
use serde::{Deserialize, Serialize};

/// A match as anyone may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The next roll is between 1 and this.
    pub max: u32,
    /// Who is to roll, or rolled last when the match is over.
    pub turn: Seat,
    /// Every roll so far.
    pub rolls: Vec<Roll>,
    /// What each seat has added to the dice.
    pub salts: [Option<u32>; 2],
    /// Until when the seat may hesitate.
    pub deadline: Option<Tick>,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

/// What a seat has rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How often.
    pub rolls: u32,
    /// The lowest number that was not 1.
    pub lowest_escape: Option<Roll>,
    /// How many rolls in a row were safe, at the most.
    pub longest_safe: u32,
}

impl View {
    /// What a seat has rolled so far.
    pub fn tally(&self, seat: Seat) -> Tally {
        let (mut tally, mut safe) = (Tally::default(), 0);
        for &roll in self.rolls.iter().filter(|roll| roll.seat == seat) {
            tally.rolls += 1;
            safe = if roll.tier() == Tier::Safe { safe + 1 } else { 0 };
            tally.longest_safe = tally.longest_safe.max(safe);
            if roll.rolled > 1 {
                // No number is higher than the one before it.
                tally.lowest_escape = Some(roll);
            }
        }
        tally
    }

    pub(crate) fn hear(&mut self, event: &Event) {
        match *event {
            Event::Salted { seat, salt } => self.salts[seat.index()] = Some(salt),
            Event::Rolled(roll) => {
                self.max = roll.rolled;
                self.rolls.push(roll);
            }
            Event::Turn { seat, deadline } => (self.turn, self.deadline) = (seat, deadline),
            Event::Over { outcome } => (self.outcome, self.deadline) = (Some(outcome), None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_counts_one_seat() {
        let roll = |seat, rolled, max| Roll { seat: Seat(seat), rolled, max };
        let rolls = vec![roll(0, 90, 100), roll(1, 80, 90), roll(0, 60, 80), roll(1, 4, 60), roll(0, 1, 4)];
        let view = View { max: 1, turn: Seat(0), rolls, salts: [None; 2], deadline: None, outcome: None };
        let tally = |rolls, lowest, longest_safe| Tally { rolls, lowest_escape: Some(lowest), longest_safe };
        assert_eq!(view.tally(Seat(0)), tally(3, roll(0, 60, 80), 2));
        assert_eq!(view.tally(Seat(1)), tally(2, roll(1, 4, 60), 1));
        assert_eq!(View { rolls: Vec::new(), ..view }.tally(Seat(0)), Tally::default());
    }
}
