//! What one viewer may know.

use super::{Call, Config, Event, Pebbles, state::Fists};
use parlor_kernel::{Barrier, Outcome, Rng, Seat, SeatSet, Tick, Viewer};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A match as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is; `None` for a spectator.
    pub seat: Option<Seat>,
    /// Whose fists are closed.
    pub hidden: SeatSet,
    /// What the viewer knows of each fist: its own, those of leavers (empty), and all of them after the end.
    pub hands: Vec<Option<u8>>,
    /// How each seat used its turn, once it had it.
    pub calls: Vec<Option<Call>>,
    /// Who is to guess; nobody while fists are being closed.
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
        let knows = |seat| game.outcome.is_some() || game.gone.contains(seat) || viewer == Viewer::Seat(seat);
        let seats = || Seat::all(game.config.seats);
        Self {
            seat: viewer.seat(),
            hidden: seats().filter(|&seat| game.fists.of(seat).is_some()).collect(),
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
            Event::Hid { seat } => self.hidden = self.hidden.with(seat),
            Event::Turn { seat, deadline } => {
                self.turn = Some(seat);
                self.deadline = deadline;
            }
            Event::Called { seat, call } => self.calls[seat.index()] = Some(call),
            Event::Left { seat } => {
                self.gone = self.gone.with(seat);
                self.hidden = self.hidden.with(seat);
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

    /// The totals that nobody has guessed yet.
    pub(super) fn free_totals(&self, config: &Config) -> Vec<u8> {
        (0..=config.most()).filter(|&total| !self.calls.contains(&Some(Call::Guess(total)))).collect()
    }

    /// A random position that looks like this: only the closed fists of others have to be made up.
    pub(super) fn imagine(&self, config: &Arc<Config>, rng: &mut Rng) -> Pebbles {
        let mut barrier = Barrier::new(config.seats);
        for seat in self.hidden.iter() {
            let known = self.hands[seat.index()];
            let pebbles = known.unwrap_or_else(|| rng.below(u32::from(config.pebbles) + 1) as u8);
            barrier.put(seat, pebbles);
        }
        Pebbles {
            config: Arc::clone(config),
            fists: barrier.open().map_or_else(Fists::Closing, Fists::Closed),
            calls: self.calls.clone(),
            turn: self.turn,
            gone: self.gone,
            deadline: self.deadline,
            outcome: self.outcome,
        }
    }
}
