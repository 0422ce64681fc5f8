//! The options of a table that is open already: its host has the link first, and changes the rules after.

use super::{
    fields::{Door, Presets, RatedSwitch, RulesFold},
    wish::TableForm,
};
use crate::{games, house::House, table::TableCtx};
use leptos::{ev, prelude::*};
use parlor_kernel::GameInfo;
use parlor_wire::{TableCommand, TableInfo, http::OpenTable};

/// The form by which the host of a table changes its rules.
pub fn change_rules(ctx: TableCtx) -> AnyView {
    let Some(info) = ctx.with_untracked(|model| model.info.clone()) else { return ().into_any() };
    games::show(&info.game.clone(), move |_| {
        let game = House::expect().catalog.info(&info.game);
        game.map(|game| view! { <ChangeForm ctx game info=info.clone() /> }).into_any()
    })
}

#[component]
fn ChangeForm(ctx: TableCtx, game: GameInfo, info: TableInfo) -> impl IntoView {
    let (id, presets) = (game.id, game.presets.clone());
    let form = TableForm::of(game, &info);
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        // Only a bet could be wrong, and there is none.
        let Ok(OpenTable { preset, options, public, rated, .. }) = form.table() else { return };
        let preset = preset.unwrap_or_else(|| info.preset.clone());
        let options = Box::new(options);
        ctx.command(TableCommand::SetRules { preset, options, public, rated }.at(ctx.code()));
    };
    view! {
        <form class="stack" on:submit=submit>
            <Presets presets form />
            <RatedSwitch form />
            <RulesFold game=id form />
            <Door public=form.public />
            <div class="row end">
                <p class="muted small">"Players who were ready are asked again."</p>
                <button type="submit" class="button primary" data-test="change-submit">
                    "Play by these rules"
                </button>
            </div>
        </form>
    }
}
