//! The bots of a table: each thinks in its own time.

use crate::{chance::Chance, house::Times, live::LiveMatch};
use parlor_kernel::{AnyBot, Rng, Seat, SeatSet};

/// The bots that play the match of a table.
pub struct Bots {
    /// When each bot will act that the match waits for, on the house's clock.
    due_ms: Vec<Option<u64>>,
    /// Those that have been asked, with their levels.
    hired: Vec<Option<(String, Box<dyn AnyBot>)>>,
    rng: Rng,
}

impl Bots {
    /// No bot has anything to do at a table with `seats` seats.
    pub fn new(seats: u8, chance: &mut Chance) -> Self {
        let hired = (0..seats).map(|_| None).collect();
        Self { due_ms: vec![None; seats.into()], hired, rng: chance.rng() }
    }

    /// The match is over, or another begins: bots remember nothing of it.
    pub fn dismiss(&mut self) {
        self.due_ms.fill(None);
        self.hired.fill_with(|| None);
    }

    /// The match waits for the bots of these seats: each that has just come to its turn takes its time, long enough to be
    /// followed. How many others think does not make it longer.
    pub fn schedule(&mut self, awaited: SeatSet, times: &Times, now_ms: u64) {
        let spread = times.bot_think_max_ms.saturating_sub(times.bot_think_min_ms) as u32;
        for (seat, due) in (0u8..).zip(&mut self.due_ms) {
            if !awaited.contains(Seat(seat)) {
                *due = None;
            } else if due.is_none() {
                *due = Some(now_ms + times.bot_think_min_ms + u64::from(self.rng.below(spread + 1)));
            }
        }
    }

    /// Every bot that thinks has thought enough.
    pub fn hurry(&mut self, now_ms: u64) {
        for due in self.due_ms.iter_mut().flatten() {
            *due = now_ms;
        }
    }

    /// A bot sits in `seat` that has been asked before.
    #[cfg(test)]
    pub fn seat(&mut self, seat: Seat, level: &str, bot: Box<dyn AnyBot>) {
        self.hired[seat.index()] = Some((level.to_owned(), bot));
    }

    /// When the first bot will act.
    pub fn next_due_ms(&self) -> Option<u64> {
        self.due_ms.iter().flatten().min().copied()
    }

    /// The bots that have thought enough. Each has to come to its turn again to be asked again.
    pub fn take_due(&mut self, now_ms: u64) -> SeatSet {
        let mut seats = SeatSet::EMPTY;
        for (seat, due) in (0u8..).zip(&mut self.due_ms) {
            if due.take_if(|due| *due <= now_ms).is_some() {
                seats = seats.with(Seat(seat));
            }
        }
        seats
    }

    /// What the bot in `seat` does, as JSON; it is hired when it is first asked.
    pub fn ask(&mut self, live: &LiveMatch, seat: Seat, level: &str, clock_ms: u64) -> Option<String> {
        let hired = self.hired.get_mut(seat.index())?;
        if hired.as_ref().is_none_or(|(known, _)| known != level) {
            *hired = Some((level.to_owned(), live.hire(level)?));
        }
        let (_, bot) = hired.as_mut()?;
        live.ask(bot.as_mut(), seat, clock_ms, &mut self.rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, testing::TIMES};

    #[test]
    fn each_bot_thinks_in_its_own_time() {
        let mut bots = Bots::new(4, &mut Chance::new(Seed([3; 32])));
        let three = SeatSet::all(4).without(Seat(0));
        bots.schedule(three, &TIMES, 1_000);
        let latest = 1_000 + TIMES.bot_think_max_ms;
        let mut acted = SeatSet::EMPTY;
        while let Some(due) = bots.next_due_ms() {
            assert!((1_000 + TIMES.bot_think_min_ms..=latest).contains(&due), "three take no longer than one");
            acted = bots.take_due(due).iter().fold(acted, SeatSet::with);
            bots.schedule(three.iter().filter(|seat| !acted.contains(*seat)).collect(), &TIMES, due);
        }
        assert_eq!(acted, three);
    }

    #[test]
    fn a_bot_that_is_not_awaited_does_not_act() {
        let mut bots = Bots::new(2, &mut Chance::new(Seed([3; 32])));
        bots.schedule(SeatSet::only(Seat(1)), &TIMES, 0);
        bots.schedule(SeatSet::EMPTY, &TIMES, 1);
        assert_eq!((bots.next_due_ms(), bots.take_due(u64::MAX)), (None, SeatSet::EMPTY));
        bots.hurry(5);
        assert_eq!(bots.next_due_ms(), None, "there is nothing to hurry");
        bots.schedule(SeatSet::only(Seat(1)), &TIMES, 10);
        bots.hurry(11);
        assert_eq!(bots.take_due(11), SeatSet::only(Seat(1)));
    }
}
