//! A game of the arcade as the page shows it.

use super::{Cabinet, film::stage, on_screen::local, play, run};
use crate::{
    games::{Screen, kit::Ending},
    replay::{self, Unplayable},
    table::TableCtx,
};
use leptos::prelude::*;
use parlor_client::typed::TypedGame;
use parlor_kernel::{AnyGame, Entrant, Library, Record, Seat};
use serde_json::Value;
use std::{marker::PhantomData, sync::Arc};

/// A game of the arcade on the page. What is special about it is in its [`Cabinet`].
pub struct Arcade<G>(PhantomData<fn() -> G>);

impl<G> Arcade<G> {
    /// The game.
    pub const NEW: Self = Self(PhantomData);
}

impl<G: Cabinet> Screen for Arcade<G> {
    fn engine(&self, library: &Library) -> Arc<dyn AnyGame> {
        Arc::new(Entrant::<G>::new(library))
    }

    fn typed(&self) -> &'static dyn TypedGame {
        G::TYPED
    }

    fn board(&self, ctx: TableCtx) -> AnyView {
        play::board::<G>(ctx)
    }

    fn ending(&self, ctx: TableCtx, me: Option<Seat>) -> Option<Ending> {
        play::ending::<G>(ctx, me)
    }

    fn details(&self, ctx: TableCtx) -> AnyView {
        play::details::<G>(ctx)
    }

    fn options(&self, config: RwSignal<Value>) -> AnyView {
        G::options(config)
    }

    fn how_to(&self) -> AnyView {
        G::how_to()
    }

    fn local(&self, bot: Option<&str>) -> AnyView {
        local::<G>(bot)
    }

    fn solo(&self, id: &str) -> AnyView {
        run::page::<G>(id)
    }

    fn replay(&self, record: Record, start: usize) -> Result<AnyView, Unplayable> {
        replay::viewer::<G>(record, start, stage::<G>)
    }
}
