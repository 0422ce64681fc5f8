//! What a viewer may know: everything but the pieces and gaps to come, and, as long as two play for points, the fields
//! of others.

use crate::{
    Action, Config, Event, Phase, Tetris, What,
    position::{Position, Unknown},
    rules,
    well::Well,
};
use parlor_kernel::{Seat, SeatSet, Tick, Viewer};
use serde::{Deserialize, Serialize};

/// A match as a viewer may know it. It has the rule set as well, so that it can be played on without the house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The rule set.
    pub config: Config,
    /// Where everything is.
    pub position: Position,
    /// The seats of whose fields only the figures are known.
    pub veiled: SeatSet,
}

impl View {
    /// Spectators see no field either in a match for points: a player could look on at their own.
    pub(crate) fn of(game: &Tetris, viewer: Viewer) -> Self {
        let (config, position) = (Config::clone(&game.config), game.position.clone());
        let veiled = if !config.is_veiled() || position.phase == Phase::Over {
            SeatSet::EMPTY
        } else {
            viewer.seat().map_or(SeatSet::all(config.seats), |seat| SeatSet::all(config.seats).without(seat))
        };
        let mut view = Self { config, position, veiled };
        view.veil();
        view
    }

    /// Of a veiled seat nothing is known but its figures, and not even when it last pressed a key: it may press one at
    /// the last moment, so only the house can stop waiting for it.
    fn veil(&mut self) {
        let Position { wells, told, alive, .. } = &mut self.position;
        let told = told.unwrap_or_default();
        for seat in self.veiled.iter().map(Seat::index) {
            wells[seat] = Well::veiled(told[seat], wells[seat].topped_out);
            if let Some(alive) = alive {
                alive[seat] = Tick(u64::MAX);
            }
        }
    }

    pub(crate) fn hear(&mut self, event: &Event) {
        self.pass(event.at);
        if let What::Unveiled(position) = &event.what {
            (self.position, self.veiled) = (Position::clone(position), SeatSet::EMPTY);
            return;
        }
        self.position.apply(&self.config, event.at, &event.what);
        self.veil();
    }

    /// What two viewers know together: for a screen that both play at, and for a match that is over.
    #[must_use]
    pub fn together(mut self, other: &Self) -> Self {
        for seat in self.veiled.iter().filter(|&seat| !other.veiled.contains(seat)) {
            let index = seat.index();
            self.position.wells[index].clone_from(&other.position.wells[index]);
            if let (Some(alive), Some(known)) = (&mut self.position.alive, other.position.alive) {
                alive[index] = known[index];
            }
            self.veiled = self.veiled.without(seat);
        }
        self
    }

    /// Lets time pass. The match ends only when that is announced, but once it is decided nothing more happens: whatever
    /// came later would have to be taken back.
    pub(crate) fn pass(&mut self, now: Tick) {
        let Self { config, position, .. } = self;
        while position.result(config, position.clock).is_none() {
            let Some(due) = position.due(config).filter(|&due| position.clock < due && due < now) else {
                position.advance(config, now, &mut Unknown);
                return;
            };
            position.advance(config, due, &mut Unknown);
        }
    }

    /// Whether a seat may do this now, as far as the view can tell.
    pub fn allows(&self, seat: Seat, action: &Action) -> bool {
        self.position.phase != Phase::Over && rules::check(&self.config, &self.position, seat, action).is_ok()
    }

    /// What comes of an action that the house has not confirmed: keys do what they do, pauses begin and end. A
    /// surrender is not predicted.
    pub fn expect(&mut self, now: Tick, seat: Seat, action: &Action) {
        self.pass(now);
        let Self { config, position, .. } = self;
        if position.phase != Phase::Over
            && position.result(config, now).is_none()
            && rules::check(config, position, seat, action).is_ok()
            && let Some(what) = rules::what(config, position, seat, *action)
        {
            let was_out = position.well(seat).topped_out.is_some();
            position.apply(config, now, &what);
            // The house counts, too, when a piece from the hold finds no room.
            if !was_out && position.well(seat).topped_out.is_some() {
                position.count(seat);
            }
        }
    }
}
