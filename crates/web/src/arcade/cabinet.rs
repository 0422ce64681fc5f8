//! What the pages that all games of the arcade share need to know of one.

use super::Runner;
use crate::{games::kit::Names, local::Offer};
use leptos::prelude::*;
use parlor_kernel::{Imagine, Outcome, Playable, Seat};
use std::sync::Arc;

/// A game that moves by itself, with its own screen.
pub trait Cabinet: Playable<Assets = (), View: Sync, Event: Sync, Action: Sync> + Imagine + Sync {
    /// A match on the screen: a handle.
    type Board: Copy + Send + Sync + 'static;
    /// What somebody does who gives up.
    const SURRENDER: Self::Action;
    /// What it offers on this screen alone.
    const HERE: Offer;

    /// A match that `seats` are played in from here.
    fn board(runner: Runner<Self>, config: Arc<Self::Config>, seats: &[Seat], names: Signal<Names>) -> Self::Board;

    /// The match itself, with `foot` beside its buttons. `status` is the line that is read out.
    fn screen(board: Self::Board, status: RwSignal<String>, foot: AnyView) -> AnyView;

    /// Pauses, or asks for it.
    fn pause(board: Self::Board);

    /// The result, once there is one.
    fn ended(board: Self::Board) -> Memo<Option<Outcome>>;

    /// The numbers of a finished match.
    fn numbers(view: &Self::View, names: &Names) -> AnyView;

    /// A moment of a finished match, of which nothing is hidden any more, from what each seat knew then.
    fn whole(views: &[Self::View]) -> Option<Self::View> {
        views.first().cloned()
    }

    /// Makes it a rule set for one.
    fn alone(config: &mut Self::Config);

    /// What to call the end of a match alone, and its mood.
    fn end_alone(won: bool) -> (&'static str, &'static str);

    /// Whether `me` has nothing more to do in it, even if others have.
    fn is_done(view: &Self::View, me: Seat) -> bool;

    /// A moment of a match for `me` to play on from: the rules, what there is, and the seat. A challenge cannot be
    /// paused, so it becomes a match that can.
    fn fork(config: &Self::Config, view: &Self::View, me: Seat) -> (Self::Config, Self::View, Seat);

    /// The names, with one for whoever plays without a seat.
    fn with_unseated(names: Names, _: &Self::Config) -> Names {
        names
    }
}
