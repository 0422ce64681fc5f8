//! What runs a match: the house, with this browser showing it ahead of what is settled, or this browser itself.

use super::Local;
use crate::{browser::now_ms, table::TableCtx};
use leptos::prelude::*;
use parlor_kernel::{Playable, Seat, Tick, Viewer};

/// What runs a match. Copy it freely.
#[allow(clippy::large_enum_variant, reason = "both are handles, and there is one for every match")]
pub enum Runner<G: Playable> {
    /// The house.
    Remote(TableCtx),
    /// This browser.
    Local(Local<G>),
    /// Nothing: it has been played, and is looked at again.
    Film(Signal<Option<(G::View, Tick)>>),
}

impl<G: Playable> Clone for Runner<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Playable> Copy for Runner<G> {}

/// A match at one moment.
pub struct Shot<G: Playable> {
    /// What there is to see.
    pub view: G::View,
    /// When, with fractions of a tick.
    pub tick: f64,
}

impl<G: Playable> Runner<G> {
    /// What `viewer` should see now.
    pub fn shot(self, viewer: Viewer) -> Option<Shot<G>> {
        let now_ms = now_ms();
        let (view, tick) = match self {
            Self::Local(local) => local.shot(viewer, now_ms)?,
            Self::Film(film) => film.get_untracked().map(|(view, tick)| (view, tick.0 as f64))?,
            Self::Remote(ctx) => ctx.with_untracked(|model| model.game.as_ref()?.picture::<G>(now_ms))??,
        };
        Some(Shot { view, tick })
    }

    /// What `viewer` should see in the moment for which something counts that is done now: what is on its way already is
    /// in it, although it does not show yet.
    pub fn next(self, viewer: Viewer) -> Option<Shot<G>> {
        let now_ms = now_ms();
        let (view, tick) = match self {
            Self::Local(local) => {
                let (mut view, now) = local.shot(viewer, now_ms)?;
                let next = Tick(now.max(0.0) as u64 + 1);
                G::elapse(&mut view, next);
                (view, next)
            }
            Self::Film(film) => film.get_untracked()?,
            Self::Remote(ctx) => ctx.with_untracked(|model| model.game.as_ref()?.next::<G>(now_ms))??,
        };
        Some(Shot { view, tick: tick.0 as f64 })
    }

    /// Does something as `seat`; it shows in the next picture. A refusal is told.
    pub fn act(self, seat: Seat, action: G::Action) {
        match self {
            Self::Local(local) => _ = local.act(seat, action),
            Self::Remote(ctx) => ctx.input(&action),
            Self::Film(_) => {}
        }
    }

    /// The same for what hands do all the time: what comes a moment too late is nothing to complain about. While the match
    /// stands still nothing is pressed, or all of it would count at once afterwards; a key that is still down then counts.
    pub fn press(self, seat: Seat, action: G::Action) {
        match self {
            Self::Remote(_) if self.is_held() => {}
            Self::Remote(ctx) => ctx.press(&action),
            Self::Local(_) | Self::Film(_) => self.act(seat, action),
        }
    }

    /// Whether the match stands still for a player who is not there, so that nothing can be pressed.
    pub fn is_held(self) -> bool {
        match self {
            Self::Remote(ctx) => ctx.with_untracked(|model| model.info.held.is_some()) == Some(true),
            Self::Local(_) | Self::Film(_) => false,
        }
    }

    /// Whether it runs in this browser, so that no other player waits.
    pub const fn is_local(self) -> bool {
        matches!(self, Self::Local(_))
    }
}
