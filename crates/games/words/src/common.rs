//! What everyone at the table knows.

use crate::{
    board::Board,
    event::{Event, Laid, Move, Timing, Turn},
};
use parlor_kernel::{Outcome, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// The public part of a match. It changes by events only, in the game itself as in every view of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Common {
    /// The tiles on the board.
    pub board: Board,
    /// The points of each seat.
    pub scores: Vec<i32>,
    /// How many tiles each seat holds.
    pub hands: Vec<u8>,
    /// How many tiles are in the bag.
    pub bag: u8,
    /// How many tiles have been drawn so far, swaps included: the dice count by this.
    pub drawn: u32,
    /// Who is to move; `None` once the match is over.
    pub turn: Option<Seat>,
    /// How many turns in a row were passed by seats that still play.
    pub passes: u8,
    /// How many turns in a row brought no points.
    pub scoreless: u8,
    /// Every turn so far.
    pub history: Vec<Turn>,
    /// Whether the last play may be challenged. Until the next turn decides that, its player draws no tiles.
    pub open: bool,
    /// The seats that play no more.
    pub gone: SeatSet,
    /// The times of the turn, where a clock runs.
    pub timing: Option<Timing>,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

impl Common {
    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.scores.len() as u8
    }

    /// The seats that still play.
    pub fn playing(&self) -> SeatSet {
        Seat::all(self.seats()).filter(|&seat| !self.gone.contains(seat)).collect()
    }

    /// The play that may be challenged, and who made it.
    pub fn open_play(&self) -> Option<(Seat, &Laid)> {
        let Turn { seat, made: Move::Play(laid), .. } = self.history.last()? else { return None };
        self.open.then_some((*seat, laid))
    }

    /// How many tiles the bag will hold once the player of the open play has drawn: by this it is decided who may swap.
    pub fn bag_when_closed(&self, rack: u8) -> u8 {
        let missing = self.open_play().map_or(0, |(seat, _)| rack.saturating_sub(self.hands[seat.index()]));
        self.bag.saturating_sub(missing)
    }

    /// Whether the open play used up the last tiles.
    pub(crate) fn is_out(&self) -> bool {
        self.bag == 0 && self.open_play().is_some_and(|(seat, _)| self.hands[seat.index()] == 0)
    }

    /// Whether a word has been played.
    pub fn has_begun(&self) -> bool {
        self.history.iter().any(|turn| matches!(turn.made, Move::Play(_) | Move::TakenBack(_)))
    }

    /// Brings it up to date.
    pub(crate) fn hear(&mut self, event: &Event) {
        match event {
            Event::Moved { seat, made } => self.moved(*seat, made),
            Event::Challenged { seat, wrong, cost } => {
                self.scores[seat.index()] -= cost;
                if wrong.is_some() {
                    self.take_back();
                    self.collect();
                }
                self.open = false;
            }
            Event::Drew { seat, count } => {
                self.open = false;
                self.hands[seat.index()] += count;
                self.bag -= count;
                self.drawn += u32::from(*count);
            }
            Event::Rack { .. } => {}
            Event::Turn { seat, timing } => {
                self.turn = Some(*seat);
                self.timing.clone_from(timing);
            }
            Event::Left { seat } => {
                self.gone = self.gone.with(*seat);
                self.collect();
                // With one player left the match is over, and passes do not matter.
                if self.playing().len() > 1 {
                    self.passes = self.passes_in_a_row();
                }
            }
            Event::Over { outcome, settled, .. } => {
                self.outcome = Some(*outcome);
                self.turn = None;
                self.timing = None;
                self.open = false;
                for (score, points) in self.scores.iter_mut().zip(settled) {
                    *score += points;
                }
            }
        }
    }

    /// Tiles of seats that play no more go back into the bag; not while others decide whether to challenge the last tiles, for
    /// with tiles in the bag they would not be the last.
    fn collect(&mut self) {
        if !self.is_out() || self.playing().len() < 2 {
            self.bag += self.gone.iter().map(|seat| std::mem::take(&mut self.hands[seat.index()])).sum::<u8>();
        }
    }

    /// How many turns at the end were passed, without those of seats that play no more.
    fn passes_in_a_row(&self) -> u8 {
        let passed = self.history.iter().rev().take_while(|turn| matches!(turn.made, Move::Pass | Move::Missed));
        passed.filter(|turn| !self.gone.contains(turn.seat)).count() as u8
    }

    fn moved(&mut self, seat: Seat, made: &Move) {
        self.passes = if matches!(made, Move::Pass | Move::Missed) { self.passes + 1 } else { 0 };
        self.scoreless += 1;
        match made {
            Move::Play(laid) => {
                for ((square, fresh), placed) in laid.squares().zip(laid.word.letters()) {
                    if fresh {
                        self.board.put(square, *placed);
                    }
                }
                self.hands[seat.index()] -= laid.fresh.count_ones() as u8;
                self.scores[seat.index()] += laid.score;
                self.scoreless = 0;
                self.open = true;
            }
            // Drawn first, then put back.
            Move::Swap(count) => self.drawn += u32::from(*count),
            Move::TakenBack(_) | Move::Pass | Move::Missed | Move::Challenge => {}
        }
        self.history.push(Turn { seat, made: made.clone(), total: self.scores[seat.index()] });
    }

    /// The open play is undone: the turn brought nothing.
    fn take_back(&mut self) {
        let Some(Turn { seat, made, total }) = self.history.last_mut() else { return };
        let Move::Play(laid) = made else { return };
        laid.squares().filter(|&(_, fresh)| fresh).for_each(|(square, _)| self.board.clear(square));
        self.hands[seat.index()] += laid.fresh.count_ones() as u8;
        self.scores[seat.index()] -= laid.score;
        *total = self.scores[seat.index()];
        *made = Move::TakenBack(laid.clone());
        let is_scored = |turn: &&Turn| matches!(turn.made, Move::Play(_));
        self.scoreless = self.history.iter().rev().take_while(|turn| !is_scored(turn)).count() as u8;
    }
}
