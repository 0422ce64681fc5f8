//! A match at a table of the house, and what there is to say about it when it is over.

use super::{Board, Cabinet, Network, Runner, match_view};
use crate::{
    games::kit::{Ending, Finished, Names, Surrender, ending_at},
    table::TableCtx,
};
use leptos::prelude::*;
use parlor_kernel::Seat;
use std::sync::Arc;

/// The board of a match. Another match, or another seat, is drawn from scratch.
pub fn board<G: Cabinet>(ctx: TableCtx) -> AnyView {
    let scene = ctx.scene();
    let draw = move || scene.get().map(|(_, me)| seated::<G>(ctx, me));
    view! { {draw} }.into_any()
}

/// How a match was decided.
pub fn ending<G: Cabinet>(ctx: TableCtx, me: Option<Seat>) -> Option<Ending> {
    ending_at::<G>(ctx, me, |over| {
        let names = G::with_unseated(over.names.clone(), over.config);
        G::finish(&Finished { names: &names, ..*over })
    })
}

/// The statistics of a match that is over.
pub fn details<G: Cabinet>(ctx: TableCtx) -> AnyView {
    let view = ctx.memo(|model| model.game.as_ref().and_then(|game| game.view_of::<G>().cloned()));
    let me = untrack(|| ctx.part());
    let shown = move || {
        let (view, config) = (view.get()?, config_at::<G>(ctx)?);
        Some(G::numbers(&view, &G::with_unseated(Names::at(ctx, me), &config)))
    };
    view! { <div class="arcade-result">{shown}</div> }.into_any()
}

/// The rule set at a table.
fn config_at<G: Cabinet>(ctx: TableCtx) -> Option<G::Config> {
    ctx.with_untracked(|model| model.info.read_config())?
}

fn seated<G: Cabinet>(ctx: TableCtx, me: Option<Seat>) -> Option<AnyView> {
    let config = Arc::new(config_at::<G>(ctx)?);
    let names = Signal::derive({
        let config = Arc::clone(&config);
        move || G::with_unseated(Names::at(ctx, me), &config)
    });
    let seats: Vec<Seat> = me.into_iter().collect();
    let board = Board::<G>::new(Runner::Remote(ctx), config, &seats, names);
    let foot = me.map(|_| {
        view! {
            <Network ctx />
            <Surrender ctx title="Give up?" stay="Play on" action=G::SURRENDER />
        }
    });
    Some(match_view(board, ctx.status(), foot.into_any()))
}
