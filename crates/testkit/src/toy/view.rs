//! What one viewer may know.

use super::{Call, Event, Pebbles, state::Fists};
use parlor_kernel::{Barrier, Outcome, Rng, Rules, Seat, SeatSet, Tick, Viewer};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A match as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is; `None` for a spectator.
    pub seat: Option<Seat>,
    /// Whether all fists are closed. Until then it is unknown which ones are.
    pub closed: bool,
    /// What the viewer knows of each fist: its own, those of leavers (empty), all of them if it is a keeper's view or
    /// the match is over.
    pub hands: Vec<Option<u8>>,
    /// How each seat used its turn, once it had it.
    pub calls: Vec<Option<Call>>,
    /// Who is to guess, once all fists are closed.
    pub turn: Option<Seat>,
    /// Who has left.
    pub gone: SeatSet,
    /// Until when the awaited seats may think.
    pub deadline: Option<Tick>,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

impl View {
    pub(super) fn of(game: &Pebbles, viewer: Viewer) -> Self {
        let closed = game.fists.are_closed();
        let keeps = closed && viewer.seat().is_some_and(|seat| game.config().keepers().contains(seat));
        let knows = |seat| keeps || game.outcome.is_some() || game.gone.contains(seat) || viewer == Viewer::Seat(seat);
        let seats = || Seat::all(game.config().seats);
        Self {
            seat: viewer.seat(),
            closed,
            hands: seats().map(|seat| game.fists.of(seat).filter(|_| knows(seat))).collect(),
            calls: game.calls.clone(),
            turn: game.turn,
            gone: game.gone,
            deadline: game.deadline,
            outcome: game.outcome,
        }
    }

    /// Brings the view up to date.
    pub(super) fn hear(&mut self, event: &Event) {
        match *event {
            Event::Holding { seat, pebbles } => self.hands[seat.index()] = Some(pebbles),
            Event::Closed => self.closed = true,
            Event::Shown { ref hands } => self.hands = hands.iter().copied().map(Some).collect(),
            Event::Turn { seat, deadline } => {
                self.turn = Some(seat);
                self.deadline = deadline;
            }
            Event::Called { seat, call } => self.calls[seat.index()] = Some(call),
            Event::Left { seat } => {
                self.gone = self.gone.with(seat);
                self.hands[seat.index()] = Some(0);
                self.calls[seat.index()] = Some(Call::Pass);
            }
            Event::Over { outcome, ref hands } => {
                self.outcome = Some(outcome);
                self.hands.clone_from(hands);
                self.turn = None;
                self.deadline = None;
            }
        }
    }

    /// Whether the game waits for the viewer, who sits there.
    pub(super) fn awaits(&self, seat: Seat) -> bool {
        match (self.outcome, self.turn) {
            (Some(_), _) => false,
            (None, Some(turn)) => turn == seat,
            (None, None) => self.hands[seat.index()].is_none(),
        }
    }

    /// The totals that have not been guessed yet.
    pub(super) fn free_totals(&self, rules: &Rules<Pebbles>) -> Vec<u8> {
        (0..=super::most(rules)).filter(|&total| !self.calls.contains(&Some(Call::Guess(total)))).collect()
    }

    /// A random position that looks like this: the fists of others have to be made up, and while fists are being
    /// closed also which of them are.
    pub(super) fn imagine(&self, rules: &Arc<Rules<Pebbles>>, rng: &mut Rng) -> Pebbles {
        let config = &rules.config;
        let mut barrier = Barrier::new(config.seats);
        let mut unknown = Vec::new();
        for seat in Seat::all(config.seats) {
            match self.hands[seat.index()] {
                Some(pebbles) => barrier.put(seat, pebbles),
                // One's own fist that is not known is open.
                None if self.seat != Some(seat) => unknown.push(seat),
                None => {}
            }
        }
        // While fists are being closed at least one is open.
        let open = (!self.closed && barrier.missing().len() == unknown.len() as u32 && !unknown.is_empty())
            .then(|| unknown[rng.below(unknown.len() as u32) as usize]);
        for seat in unknown {
            if self.closed || (open != Some(seat) && rng.percent(50)) {
                barrier.put(seat, rng.below(u32::from(config.pebbles) + 1) as u8);
            }
        }
        Pebbles {
            rules: Arc::clone(rules),
            fists: if self.closed { Fists::Closed(barrier.close_with(|_| 0)) } else { Fists::Closing(barrier) },
            calls: self.calls.clone(),
            turn: self.turn,
            gone: self.gone,
            deadline: self.deadline,
            outcome: self.outcome,
        }
    }
}
