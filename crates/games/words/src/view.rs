//! What one viewer may know.

use crate::{
    common::Common,
    config::Config,
    event::Event,
    square::At,
    state::Words,
    tile::{Placed, Tile, Word},
    tiles::Tiles,
};
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

    /// The word that a player means who types its letters in either case: where a letter is neither on the board nor on
    /// the rack, a blank stands for it if there is one.
    pub fn spell(&self, at: At, text: &str) -> Option<Word> {
        let mut rack = self.rack();
        let mut letters = String::new();
        for (step, capital) in (0..).zip(text.to_ascii_uppercase().chars()) {
            let there = at.square.step(at.direction, step).and_then(|square| self.common.board.at(square));
            let is_plain = there.is_some() || rack.take(Tile::of(capital)?).is_some();
            let is_blank = !is_plain && rack.take(Tile::BLANK).is_some();
            let placed = Placed::of(if is_blank { capital.to_ascii_lowercase() } else { capital })?;
            letters.push_str(&placed.to_string());
        }
        letters.parse().ok()
    }
}
