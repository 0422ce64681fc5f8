//! The bar on top of a table's page.

use super::{
    LeaveDialog, TableCtx,
    invite::{ShareButton, ShareDialog},
};
use crate::{
    games,
    place::{href_of, use_navigate},
    ui::{Chrome, Icon, LineState, icon, rated_mark},
    windows::Windows,
};
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use parlor_client::TableModel;
use parlor_wire::{Occupant, SeatInfo};

/// The way back, what is played, and the ways out.
#[component]
pub fn Bar(ctx: TableCtx) -> impl IntoView {
    let (chrome, windows) = (Chrome::expect(), Windows::expect());
    let navigate = use_navigate();
    let (sharing, leaving) = (RwSignal::new(false), RwSignal::new(false));
    let game = ctx.memo(|model| model.info.game.clone());
    let rated = ctx.memo(|model| model.info.rated);
    let watching = ctx.memo(|model| model.info.spectators);
    let waits = ctx.memo(|model| model.game.is_none());
    let title = move || match game.get() {
        game if game.is_empty() => format!("Table {}", ctx.code()),
        game => format!("{}, table {}", ctx.house().catalog.game_name(&game), ctx.code()),
    };
    let to_lobby = Callback::new(move |()| navigate("/", NavigateOptions::default()));
    let pop_out = move |_| {
        windows.open(ctx.code(), &game.get_untracked());
        to_lobby.run(());
    };
    view! {
        <header class="table-bar">
            // A waiting room has a title of its own.
            {move || (!waits.get()).then(|| view! { <h1 class="for-ears">{title}</h1> })}
            <a href=href_of("/") class="button quiet round" aria-label="To the lobby" title="To the lobby" data-test="back">
                {icon(Icon::Back)}
            </a>
            <span class="bar-mark">{move || Some(game.get()).filter(|game| !game.is_empty()).map(|game| games::mark(&game))}</span>
            <ShareButton ctx open=sharing />
            {move || rated.get().then(rated_mark)}
            <LineState />
            <span class="spacer"></span>
            <Watchers count=watching />
            {move || {
                (windows.fit().get() && !game.read().is_empty()).then(|| view! {
                    <button
                        type="button"
                        class="button quiet round"
                        aria-label="Into a window"
                        title="Into a window above the lobby"
                        data-test="pop-out"
                        on:click=pop_out
                    >
                        {icon(Icon::PopOut)}
                    </button>
                })
            }}
            <button
                type="button"
                class="button quiet round"
                aria-label="Settings"
                title="Settings"
                on:click=move |_| chrome.settings.set(true)
            >
                {icon(Icon::Gear)}
            </button>
            <button
                type="button"
                class="button quiet round"
                aria-label="Leave the table"
                title="Leave the table"
                data-test="leave"
                on:click=move |_| leaving.set(true)
            >
                {icon(Icon::Leave)}
            </button>
            <ShareDialog ctx open=sharing />
            <LeaveDialog ctx asked=leaving on_left=to_lobby />
        </header>
    }
}

/// How many people watch, if any.
#[component]
fn Watchers(count: Memo<u32>) -> impl IntoView {
    move || {
        let words = match count.get() {
            0 => return None,
            1 => "1 person watches".to_owned(),
            n => format!("{n} people watch"),
        };
        Some(view! {
            <span class="watchers" title=words.clone() data-test="spectators">
                {icon(Icon::Eye)}
                <span aria-hidden="true">{count}</span>
                <span class="for-ears">{words.clone()}</span>
            </span>
        })
    }
}

/// Who else plays, or sits at the table while nothing is played, for a title.
pub fn company(model: &TableModel) -> String {
    let seated = |seat: &SeatInfo| (seat.occupant != Occupant::Nobody).then(|| seat.occupant.name());
    let names: Vec<_> = match &model.game {
        Some(game) => game.players.iter().map(|label| Some(label.name.clone())).collect(),
        None => model.info.seats.iter().map(seated).collect(),
    };
    let others = names.into_iter().enumerate().filter(|(index, _)| model.seat.is_none_or(|me| me.index() != *index));
    let others: Vec<_> = others.filter_map(|(_, name)| name).collect();
    match (others.is_empty(), model.seat) {
        (true, _) => "no players yet".into(),
        (false, Some(_)) => format!("with {}", others.join(", ")),
        (false, None) => others.join(" – "),
    }
}
