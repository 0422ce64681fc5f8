//! Views whose game is not known by type: what a client keeps of a match it watches.

use crate::{Game, Predict, Seat, Tick};
use std::any::Any;

/// A view that can be kept up to date without knowing its game. One implementation, [`SeenView`], serves every game;
/// a screen that draws it asks for its type back with [`AnyView::as_any`].
pub trait AnyView: Any + Send + Sync {
    /// Brings the view up to date with an event's JSON.
    ///
    /// # Errors
    /// If the JSON is no event of this game.
    fn fold(&mut self, event: &str) -> Result<(), serde_json::Error>;

    /// Lets time pass in the view until `now`, which the house has confirmed; see [`Predict::elapse`].
    fn elapse(&mut self, now: Tick);

    /// Adds an action that the house has not confirmed; see [`Predict::expect`].
    ///
    /// # Errors
    /// If the JSON is no action of this game.
    fn expect(&mut self, now: Tick, seat: Seat, action: &str) -> Result<(), serde_json::Error>;

    /// A copy, to be shown and thrown away.
    fn copy(&self) -> Box<dyn AnyView>;

    /// The view as itself: a [`SeenView`] of its game.
    fn as_any(&self) -> &dyn Any;
}

/// The view of a `G`.
#[derive(Clone, PartialEq, Debug)]
pub struct SeenView<G: Game>(pub G::View);

impl<G: Predict> AnyView for SeenView<G> {
    fn fold(&mut self, event: &str) -> Result<(), serde_json::Error> {
        G::fold(&mut self.0, &serde_json::from_str(event)?);
        Ok(())
    }

    fn elapse(&mut self, now: Tick) {
        G::elapse(&mut self.0, now);
    }

    fn expect(&mut self, now: Tick, seat: Seat, action: &str) -> Result<(), serde_json::Error> {
        G::expect(&mut self.0, now, seat, &serde_json::from_str(action)?);
        Ok(())
    }

    fn copy(&self) -> Box<dyn AnyView> {
        Box::new(Self(self.0.clone()))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
