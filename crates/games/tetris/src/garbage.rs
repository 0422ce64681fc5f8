//! Garbage on its way: it cancels, waits and rises.

use serde::{Deserialize, Serialize};

/// Rows sent at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attack {
    /// Which of the attacks on this seat, counted from 0.
    pub number: u32,
    /// How many of its rows have not risen yet.
    pub rows: u16,
}

/// What a seat has sent and what it has to expect.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Garbage {
    /// Sent with the last locks; it leaves when the next piece enters.
    pub outgoing: u16,
    /// Attacks that have not risen, oldest first.
    pub incoming: Vec<Attack>,
    /// How many attacks there were on this seat.
    pub attacks: u32,
    /// How many rows have risen.
    pub risen: u32,
}

impl Garbage {
    /// Rows that have not risen.
    pub fn waiting(&self) -> u16 {
        self.incoming.iter().map(|attack| attack.rows).sum()
    }

    /// Rows that would rise now: outgoing ones cancel incoming ones, and no more than `at_once` rise.
    pub(crate) fn due(&self, at_once: u8) -> u16 {
        self.waiting().saturating_sub(self.outgoing).min(at_once.into())
    }

    /// Ruling: outgoing cancels incoming. Gives back what is left to be sent.
    pub(crate) fn cancel(&mut self) -> u16 {
        let mut left = std::mem::take(&mut self.outgoing);
        for attack in &mut self.incoming {
            let cancelled = attack.rows.min(left);
            attack.rows -= cancelled;
            left -= cancelled;
        }
        self.incoming.retain(|attack| attack.rows > 0);
        left
    }

    /// Another seat sends rows.
    pub(crate) fn receive(&mut self, rows: u16) {
        self.incoming.push(Attack { number: self.attacks, rows });
        self.attacks += 1;
    }

    /// One row rises: gives back which attack it belongs to and its own number.
    pub(crate) fn rise(&mut self) -> Option<(u32, u32)> {
        let attack = self.incoming.first_mut()?;
        let number = attack.number;
        attack.rows -= 1;
        if attack.rows == 0 {
            self.incoming.remove(0);
        }
        self.risen += 1;
        Some((number, self.risen - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outgoing_cancels_the_oldest_incoming() {
        let mut garbage = Garbage { outgoing: 3, ..Garbage::default() };
        garbage.receive(2);
        garbage.receive(4);
        assert_eq!((garbage.waiting(), garbage.due(8), garbage.due(2)), (6, 3, 2));
        assert_eq!(garbage.cancel(), 0);
        assert_eq!(garbage.incoming, [Attack { number: 1, rows: 3 }]);
        assert_eq!(
            [garbage.rise(), garbage.rise(), garbage.rise(), garbage.rise()],
            [Some((1, 0)), Some((1, 1)), Some((1, 2)), None]
        );
        garbage.outgoing = 5;
        garbage.receive(1);
        assert_eq!(garbage.cancel(), 4);
        assert_eq!(garbage.waiting(), 0);
    }
}
