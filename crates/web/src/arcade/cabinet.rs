//! What the pages that all games of the arcade share need to know of one.

use super::{Board, Control, Hands, Heads, Shot};
use crate::{
    games::{
        Face,
        kit::{Ending, Finished, Names},
    },
    local::Offer,
};
use leptos::prelude::*;
use parlor_client::typed::TypedGame;
use parlor_kernel::{Imagine, Playable, Seat};
use serde_json::Value;

/// A game that moves by itself, with its own screen.
pub trait Cabinet: Playable<Assets = (), View: Sync, Event: Sync, Action: Sync> + Imagine + Sync {
    /// A match without its motion.
    type Heads: Heads;
    /// The players at this screen.
    type Hands: Hands<Self>;

    /// How it looks wherever the page speaks of it.
    const FACE: Face;
    /// What can be typed in it.
    const TYPED: &'static dyn TypedGame;
    /// The class of its matches in the style sheet.
    const CLASS: &'static str;
    /// What it offers on this screen alone.
    const HERE: Offer;
    /// What keys do. A player alone may use both halves of the keyboard; of two at one keyboard each has their own.
    const CONTROLS: &'static [Control];
    /// The action that pauses, or asks for it.
    const PAUSE: Self::Action;
    /// The action that goes on, or takes back that a pause was asked for.
    const RESUME: Self::Action;
    /// The action that gives up.
    const SURRENDER: Self::Action;

    /// The form that changes a rule set before a table opens.
    fn options(config: RwSignal<Value>) -> AnyView;

    /// One screen with the rules and a match to try.
    fn how_to() -> AnyView;

    /// What is known of a match at a moment, for the seat that is shown first.
    fn heads(shot: &Shot<Self>, near: Seat) -> Self::Heads;

    /// The status line.
    fn status(heads: &Self::Heads, config: &Self::Config, names: &Names) -> String;

    /// The match: where things are and what hands can do there. It follows the board.
    fn stage(board: Board<Self>) -> AnyView;

    /// Buttons of its own, beside those for pauses and keys.
    fn tools(_: Board<Self>) -> AnyView {
        ().into_any()
    }

    /// How a match was decided.
    fn finish(over: &Finished<'_, Self>) -> Ending;

    /// All figures of a finished match.
    fn numbers(view: &Self::View, names: &Names) -> AnyView;

    /// What several seats know together: two at one screen, or all of a match that is over.
    fn whole(views: &[Self::View]) -> Option<Self::View>;

    /// Whether a match can be paused. The clock of a challenge runs for all.
    fn can_pause(config: &Self::Config) -> bool;

    /// Whether one player alone pauses.
    fn pauses_alone(config: &Self::Config) -> bool;

    /// Makes it a rule set for one.
    fn alone(config: &mut Self::Config);

    /// What to call the end of a match alone, and its mood.
    fn end_alone(won: bool) -> (&'static str, &'static str);

    /// Whether `me` has nothing more to do in it, even if others have.
    fn is_done(view: &Self::View, me: Seat) -> bool;

    /// A moment of a match for `me` to play on from: the rules, what there is, and the seat. A challenge cannot be
    /// paused, so it becomes a match that can.
    fn fork(config: &Self::Config, view: &Self::View, me: Seat) -> (Self::Config, Self::View, Seat);

    /// The names, with one for a player without a seat.
    fn with_unseated(names: Names, _: &Self::Config) -> Names {
        names
    }
}
