//! Garbage on its way: it flies, cancels, waits and rises.

use serde::{Deserialize, Serialize};

/// Rows sent at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attack {
    /// When it lands, in ticks of play. Rows can be cancelled before, but they do not rise.
    pub lands: u64,
    /// How many of its rows have neither risen nor been cancelled.
    pub rows: u16,
    /// The gaps of all the rows it ever had, in the order in which they rise. None until a viewer has been told.
    pub gaps: Vec<u8>,
}

impl Attack {
    /// Whether its rows may rise at `now`. A view that has not been told where the gaps are waits.
    const fn has_landed(&self, now: u64) -> bool {
        self.lands <= now && !self.gaps.is_empty()
    }
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
    /// How many rows they had.
    pub rows: u32,
}

impl Garbage {
    /// Rows that have not risen.
    pub fn waiting(&self) -> u16 {
        self.incoming.iter().map(|attack| attack.rows).sum()
    }

    /// Those of them that have landed: they rise when the next piece enters, unless they are cancelled.
    pub fn landed(&self, now: u64) -> u16 {
        self.incoming.iter().filter(|attack| attack.lands <= now).map(|attack| attack.rows).sum()
    }

    /// Ruling: outgoing cancels incoming, the oldest first. Gives back what is left to be sent.
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
    pub(crate) fn receive(&mut self, attack: Attack) {
        self.attacks += 1;
        self.rows += u32::from(attack.rows);
        self.incoming.push(attack);
    }

    /// The gaps of the attack that lands at `lands` become known. It may have been cancelled by now.
    pub(crate) fn learn(&mut self, lands: u64, gaps: &[u8]) {
        if let Some(attack) = self.incoming.iter_mut().find(|attack| attack.lands == lands) {
            attack.gaps = gaps.into();
        }
    }

    /// One row that has landed rises: gives back its gap.
    pub(crate) fn rise(&mut self, now: u64) -> Option<u8> {
        let attack = self.incoming.first_mut().filter(|attack| attack.has_landed(now))?;
        let gap = attack.gaps[attack.gaps.len() - usize::from(attack.rows)];
        attack.rows -= 1;
        if attack.rows == 0 {
            self.incoming.remove(0);
        }
        Some(gap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attack(lands: u64, gaps: &[u8]) -> Attack {
        Attack { lands, rows: gaps.len() as u16, gaps: gaps.into() }
    }

    #[test]
    fn outgoing_cancels_the_oldest_incoming() {
        let mut garbage = Garbage { outgoing: 3, ..Garbage::default() };
        garbage.receive(attack(10, &[1, 2]));
        garbage.receive(attack(20, &[3, 4, 5, 6]));
        assert_eq!((garbage.waiting(), garbage.landed(9), garbage.landed(10)), (6, 0, 2));
        assert_eq!(garbage.cancel(), 0);
        assert_eq!((garbage.rise(19), garbage.waiting()), (None, 3));
        assert_eq!([garbage.rise(20), garbage.rise(20), garbage.rise(20)], [Some(4), Some(5), Some(6)]);
        garbage.outgoing = 5;
        garbage.receive(attack(30, &[7]));
        assert_eq!((garbage.cancel(), garbage.waiting()), (4, 0), "also while it flies");
        assert_eq!((garbage.attacks, garbage.rows), (3, 7));
    }

    #[test]
    fn nothing_rises_before_its_gaps_are_known() {
        let mut garbage = Garbage { outgoing: 1, ..Garbage::default() };
        garbage.receive(Attack { lands: 10, rows: 3, gaps: Vec::new() });
        garbage.cancel();
        assert_eq!(garbage.rise(10), None);
        garbage.learn(10, &[7, 8, 9]);
        assert_eq!([garbage.rise(10), garbage.rise(10), garbage.rise(10)], [Some(8), Some(9), None]);
        garbage.learn(10, &[7, 8, 9]);
        assert_eq!(garbage.waiting(), 0);
    }
}
