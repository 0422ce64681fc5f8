//! A finished match as GCG.

use super::{Gcg, Line, What};
use crate::{
    Words,
    event::{Action, Event, Laid, Move},
    tiles::Tiles,
};
use parlor_kernel::{Library, Mismatch, Record, Replay, Seat, Step};

impl Gcg {
    /// Writes a match down.
    ///
    /// # Errors
    /// If the log does not hold.
    pub fn of_match(record: Record, library: &Library) -> Result<Self, Mismatch> {
        let nick = |name: &str| name.split_whitespace().collect::<Vec<_>>().join("_");
        let names = record.header.seats.iter().map(|seat| (nick(&seat.name), seat.name.clone()));
        let mut game = Self { players: names.collect(), lines: Vec::new() };
        let mut replay = Replay::<Words>::new(record, library)?;
        loop {
            let before = replay.game().clone();
            let Some(step) = replay.step()? else { return Ok(game) };
            for event in &step.events {
                game.note(&before, &step, event);
            }
        }
    }

    /// Adds what an event says.
    fn note(&mut self, before: &Words, step: &Step<Words>, event: &Event) {
        let rack = |seat: Seat| before.racks[seat.index()];
        match event {
            Event::Moved { seat, made } => {
                let (what, points) = match (made, &step.action) {
                    (Move::Play(laid), _) => (What::Play(laid.at, letters(laid)), laid.score),
                    (Move::Swap(_), Some((_, Action::Swap { tiles }))) => (What::Swap(*tiles), 0),
                    _ => (What::Pass, 0),
                };
                self.add(*seat, rack(*seat), what, points);
            }
            Event::Challenged { wrong: Some(_), .. } => {
                if let Some((player, laid)) = before.common.open_play() {
                    self.add(player, rack(player).plus(&laid.tiles()), What::TakenBack, -laid.score);
                }
            }
            Event::Challenged { seat, wrong: None, cost } if *cost > 0 => {
                self.add(*seat, rack(*seat), What::Challenge, -cost);
            }
            Event::Over { racks, settled, .. } => self.settle(racks, settled),
            _ => {}
        }
    }

    /// Adds what the tiles left over and the time bring: a player who has tiles loses them, one who has none gains
    /// those of the others.
    fn settle(&mut self, racks: &[Tiles], settled: &[i32]) {
        for (seat, (&rack, &points)) in (0..).map(Seat).zip(racks.iter().zip(settled)) {
            let others = || racks.iter().fold(Tiles::default(), |all, rack| all.plus(rack));
            let tiles = if rack.is_empty() { others() } else { rack };
            if points != 0 {
                self.add(seat, rack, What::Leftovers(tiles), points);
            }
        }
    }

    fn add(&mut self, seat: Seat, rack: Tiles, what: What, points: i32) {
        let player = seat.index();
        let total = self.lines.iter().rev().find(|line| line.player == player).map_or(0, |line| line.total) + points;
        self.lines.push(Line { player, rack, what, points, total });
    }
}

/// The letters of a play, without those that were there before.
fn letters(laid: &Laid) -> Vec<Option<crate::Placed>> {
    let fresh = |place: usize| laid.fresh >> place & 1 == 1;
    laid.word.letters().iter().enumerate().map(|(place, &placed)| fresh(place).then_some(placed)).collect()
}
