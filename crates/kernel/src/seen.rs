//! Views whose game is not known by type: what a client keeps of a match it watches.

use crate::{Game, Predict, Tick};
use std::{any::Any, fmt, sync::Arc};

/// A view that can be kept up to date without knowing its game. One implementation, [`SeenView`], serves every game;
/// a screen gets the type back with [`AnyView::as_any`].
pub trait AnyView: Any + Send + Sync {
    /// Reads an event's JSON, brings the view up to date with it, and returns it so that it need not be read again.
    ///
    /// # Errors
    /// If the JSON is no event of this game.
    fn fold(&mut self, event: &str) -> Result<AnyEvent, serde_json::Error>;

    /// Lets time pass in the view until `now`, which the house has confirmed; see [`Predict::elapse`].
    fn elapse(&mut self, now: Tick);

    /// Reads an action's JSON, to be [expected](Predict::expect) in later pictures of this view.
    ///
    /// # Errors
    /// If the JSON is no action of this game.
    fn read_action(&self, action: &str) -> Result<AnyAction, serde_json::Error>;

    /// The view as itself: a [`SeenView`] of its game.
    fn as_any(&self) -> &dyn Any;
}

/// An event that has been read, of a game that is not known by type.
#[derive(Clone)]
pub struct AnyEvent(Arc<dyn Any + Send + Sync>);

impl AnyEvent {
    /// Erases the type of an event of `G`.
    pub fn new<G: Game>(event: G::Event) -> Self {
        Self(Arc::new(event))
    }

    /// The event, if it is one of `G`.
    pub fn of<G: Game>(&self) -> Option<&G::Event> {
        self.0.downcast_ref()
    }
}

/// Two are equal if they are the same announcement.
impl PartialEq for AnyEvent {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for AnyEvent {}

impl fmt::Debug for AnyEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyEvent")
    }
}

/// An action that has been read, of a game that is not known by type.
#[derive(Clone)]
pub struct AnyAction(Arc<dyn Any + Send + Sync>);

impl AnyAction {
    /// Erases the type of an action of `G`.
    pub fn new<G: Game>(action: G::Action) -> Self {
        Self(Arc::new(action))
    }

    /// The action, if it is one of `G`.
    pub fn of<G: Game>(&self) -> Option<&G::Action> {
        self.0.downcast_ref()
    }
}

impl fmt::Debug for AnyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyAction")
    }
}

/// The view of a `G`.
#[derive(Clone, PartialEq, Debug)]
pub struct SeenView<G: Game>(pub G::View);

impl<G: Predict> AnyView for SeenView<G> {
    fn fold(&mut self, event: &str) -> Result<AnyEvent, serde_json::Error> {
        let event = serde_json::from_str(event)?;
        G::fold(&mut self.0, &event);
        Ok(AnyEvent::new::<G>(event))
    }

    fn elapse(&mut self, now: Tick) {
        G::elapse(&mut self.0, now);
    }

    fn read_action(&self, action: &str) -> Result<AnyAction, serde_json::Error> {
        Ok(AnyAction::new::<G>(serde_json::from_str(action)?))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
