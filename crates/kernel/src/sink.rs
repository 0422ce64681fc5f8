//! Where a game's announcements go.

use crate::{Seat, SeatSet, Viewer};

/// Who may hear an event. There is no default: every announcement names its audience.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Every seat and every spectator.
    Everyone,
    /// These seats only.
    Only(SeatSet),
}

impl Audience {
    /// Whether `viewer` may hear it.
    pub const fn includes(self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (Self::Everyone, _) => true,
            (Self::Only(seats), Viewer::Seat(seat)) => seats.contains(seat),
            (Self::Only(_), Viewer::Spectator) => false,
        }
    }
}

/// Takes what a game announces.
pub trait Sink<E> {
    /// Announces `event` to `audience`.
    fn announce(&mut self, audience: Audience, event: E);

    /// Whether anyone listens. If not, a game may skip an event that is costly to build.
    fn wants(&self) -> bool {
        true
    }

    /// Announces `event` to everyone.
    fn public(&mut self, event: E) {
        self.announce(Audience::Everyone, event);
    }

    /// Announces `event` to one seat only.
    fn private(&mut self, seat: Seat, event: E) {
        self.announce(Audience::Only(SeatSet::only(seat)), event);
    }
}

/// Discards everything; simulations use it and pay nothing for events.
impl<E> Sink<E> for () {
    #[inline]
    fn announce(&mut self, _: Audience, _: E) {}

    #[inline]
    fn wants(&self) -> bool {
        false
    }
}

/// Keeps everything in order.
impl<E> Sink<E> for Vec<(Audience, E)> {
    fn announce(&mut self, audience: Audience, event: E) {
        self.push((audience, event));
    }
}
