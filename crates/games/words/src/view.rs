//! What one viewer may know.

use crate::{common::Common, config::Config, event::Event, state::Words, tiles::Tiles};
use parlor_kernel::{Seat, Viewer};
use serde::{Deserialize, Serialize};

/// A match as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is; `None` for a spectator.
    pub seat: Option<Seat>,
    /// What everyone knows.
    pub common: Common,
    /// What the viewer knows of each rack: its own, and all of them once the match is over.
    pub racks: Vec<Option<Tiles>>,
}

impl View {
    pub(crate) fn of(game: &Words, viewer: Viewer) -> Self {
        let knows = |seat: Seat| viewer == Viewer::Seat(seat) || game.common.outcome.is_some();
        let racks = Seat::all(game.common.seats()).map(|seat| knows(seat).then(|| game.racks[seat.index()])).collect();
        Self { seat: viewer.seat(), common: game.common.clone(), racks }
    }

    /// Brings the view up to date.
    pub(crate) fn hear(&mut self, event: &Event) {
        self.common.hear(event);
        match event {
            Event::Rack { seat, tiles } => self.racks[seat.index()] = Some(*tiles),
            Event::Over { racks, .. } => self.racks = racks.iter().copied().map(Some).collect(),
            _ => {}
        }
    }

    /// The viewer's own rack; empty for a spectator.
    pub fn rack(&self) -> Tiles {
        self.seat.and_then(|seat| self.racks[seat.index()]).unwrap_or_default()
    }

    /// The tiles that the viewer has not seen: those in the bag and on racks that are hidden from it.
    pub fn unseen(&self, config: &Config) -> Tiles {
        let seen = self.racks.iter().flatten().fold(self.common.board.tiles(), Tiles::plus);
        config.bag.minus(&seen).unwrap_or_default()
    }
}
