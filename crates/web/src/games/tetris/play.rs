//! A match at a table of the house.

use super::screen::{Board, Screen};
use crate::{
    arcade::{Network, Runner},
    games::kit::{Names, Surrender},
    table::TableCtx,
};
use leptos::prelude::*;
use parlor_kernel::Seat;
use parlor_tetris::{Action, Config};
use std::sync::Arc;

/// The board of a match. Another match, or another seat, is drawn from scratch.
pub fn play(ctx: TableCtx) -> AnyView {
    let scene = ctx.memo(|model| model.game.as_ref().map(|game| (game.id, model.seat)));
    let draw = move || scene.get().map(|(_, me)| view! { <Match ctx me /> });
    view! { {draw} }.into_any()
}

/// The rule set at a table.
pub fn config_at(ctx: TableCtx) -> Option<Config> {
    ctx.with_untracked(|model| serde_json::from_value(model.info.config.clone()).ok())?
}

#[component]
fn Match(ctx: TableCtx, me: Option<Seat>) -> impl IntoView {
    let config = Arc::new(config_at(ctx)?);
    let names = Signal::derive(move || Names { me, ..Names::at(ctx) });
    let seats: Vec<Seat> = me.into_iter().collect();
    let board = Board::new(Runner::Remote(ctx), config, &seats, names);
    Some(view! {
        <Screen board status=ctx.status()>
            {me.map(|_| view! {
                <Network ctx />
                <Surrender ctx title="Give up?" stay="Play on" action=Action::Surrender />
            })}
        </Screen>
    })
}
