//! What a viewer may know: everything but the dice to come.

use crate::{Event, Roll};
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

impl View {
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
