//! The end of a match: result, why, statistics, and what comes next.

use super::{
    LeaveDialog, TableCtx,
    bet::{self, BetPanel, Says},
    fairness::Fairness,
    invite::ShareLink,
    standing::Standing,
    words,
};
use crate::{
    account::KeepGames,
    browser::address_of,
    games::{self, kit::listed},
    lobby::OpenDialog,
    ui::{Icon, Press, icon},
    windows::Windows,
};
use leptos::prelude::*;
use leptos_router::{NavigateOptions, hooks::use_navigate};
use parlor_client::TableModel;
use parlor_kernel::{Commitment, Seat};
use parlor_wire::{BetInfo, MatchId, Occupant, TableCommand, frame::Ended};

/// A finished match.
#[derive(Clone, PartialEq, Eq)]
struct Finished {
    id: MatchId,
    commitment: Commitment,
    ended: Ended,
    me: Option<Seat>,
}

impl Finished {
    fn of(model: &TableModel) -> Option<Self> {
        let game = model.game.as_ref()?;
        Some(Self { id: game.id, commitment: game.commitment, ended: game.ended.clone()?, me: model.seat })
    }
}

/// The result, above the board; it can be put aside to look at the board once more.
#[component]
pub fn ResultPanel(ctx: TableCtx) -> impl IntoView {
    let over = ctx.is_over();
    let finished = ctx.memo(Finished::of);
    let settled = bet::settled_at(ctx);
    let aside = RwSignal::new(false);
    move || {
        finished.get().filter(|_| over.get()).map(|finished| {
            view! {
                <Show
                    when=move || !aside.get()
                    fallback=move || {
                        view! {
                            <button
                                type="button"
                                class="button primary result-back"
                                data-test="result-show"
                                on:click=move |_| aside.set(false)
                            >
                                "Result"
                            </button>
                        }
                    }
                >
                    <Panel ctx finished=finished.clone() settled aside />
                </Show>
            }
        })
    }
}

#[component]
fn Panel(
    ctx: TableCtx,
    finished: Finished,
    settled: Memo<Option<(MatchId, BetInfo)>>,
    aside: RwSignal<bool>,
) -> impl IntoView {
    let Finished { id, commitment, ended: Ended { outcome, key, .. }, me } = finished;
    // People may change their names while they look at it.
    let words = Memo::new(move |_| {
        settled.with(|settled| words::verdict(ctx, &outcome, me, settled.as_ref().map(|(_, info)| info)))
    });
    let headline = move || {
        let who = ctx.house().visitor.me().with(|me| me.as_ref().map(|me| me.id));
        let gold = settled.with(|settled| settled.as_ref().and_then(|(_, info)| bet::headline(info, who)));
        gold.filter(|_| words.read().mood == "won").unwrap_or_else(|| words.read().headline.clone())
    };
    let has_bet = ctx.memo(|model| model.info.bet.is_some());
    let game = ctx.with_untracked(|model| model.info.game.clone()).unwrap_or_default();
    let replay = format!("/replay/{id}");
    let (opening, leaving) = (RwSignal::new(false), RwSignal::new(false));
    let (windows, navigate) = (Windows::expect(), use_navigate());
    let to_lobby = move || {
        windows.close(ctx.code());
        navigate("/", NavigateOptions::default());
    };
    view! {
        <div class="result-place">
            <section class=move || format!("result {}", words.read().mood) aria-label="Result" data-test="result">
                <h2 data-test="headline">{headline}</h2>
                <p class="why" data-test="why">{move || words.read().why.clone()}</p>
                {move || ranking(&words.read().ranking)}
                <Standing ctx id me />
                <BetPanel ctx says=Says::Itself />
                <div class="result-stats">{games::show(&game, move |screen| screen.result(ctx))}</div>
                {move || (me.is_some() && !has_bet.get()).then(|| view! { <Rematch ctx /> })}
                <nav class="row middle" aria-label="What next">
                    <a class="button" href=replay.clone() data-test="replay">{icon(Icon::Film)} "Replay"</a>
                    <ShareLink title="Watch our match" link=address_of(&replay) />
                    <button type="button" class="button" data-test="look" on:click=move |_| aside.set(true)>
                        {icon(Icon::Eye)}
                        "The board"
                    </button>
                    <button type="button" class="button" data-test="new-table" on:click=move |_| opening.set(true)>
                        {icon(Icon::Plus)}
                        "New table"
                    </button>
                    <button type="button" class="button quiet" data-test="to-lobby" on:click=move |_| leaving.set(true)>
                        "Lobby"
                    </button>
                </nav>
                {me.is_some().then(|| view! { <KeepGames /> })}
                <Fairness commitment key />
            </section>
            <OpenDialog open=opening game />
            <LeaveDialog ctx asked=leaving on_left=to_lobby />
        </div>
    }
}

/// Who came where, in a match that ranks its players.
fn ranking(places: &[(u8, String)]) -> Option<AnyView> {
    let line = |(place, players): &(u8, String)| {
        view! {
            <li>
                <span class="figures">{format!("{place}.")}</span>
                {players.clone()}
            </li>
        }
    };
    let lines = places.iter().map(line).collect_view();
    (!places.is_empty()).then(|| view! { <ol class="ranking" data-test="ranking">{lines}</ol> }.into_any())
}

/// The wish for another match, and who shares it.
#[component]
fn Rematch(ctx: TableCtx) -> impl IntoView {
    let table = ctx.code();
    let mine = ctx.memo(|model| wants(model, model.seat));
    let why_not = ctx.memo(|model| {
        let alone = model.info.seats.iter().any(|seat| seat.occupant == Occupant::Nobody);
        match (&model.closed, alone) {
            (Some(reason), _) => Some(reason.clone()),
            (None, true) if model.info.seats.len() == 2 => Some("Your opponent has left the table.".to_owned()),
            (None, true) => Some("A player has left the table.".to_owned()),
            (None, false) => None,
        }
    });
    let others = Memo::new(move |_| {
        let seats = ctx.with(|model| {
            let wanting = |seat: &Seat| Some(*seat) != model.seat && wants(model, Some(*seat));
            Seat::all(model.info.seats.len() as u8).filter(wanting).collect::<Vec<_>>()
        });
        seats.unwrap_or_default().into_iter().map(|seat| ctx.occupant_name(seat)).collect::<Vec<_>>()
    });
    let sentence = move || match (mine.get(), why_not.get(), others.get()) {
        (_, Some(reason), _) => Some(reason),
        (true, None, _) => Some("Waiting for the others…".into()),
        (false, None, others) if others.is_empty() => None,
        (false, None, others) => Some(format!("{} would play again.", listed(others))),
    };
    view! {
        <div class="rematch">
            <Press
                class="primary large"
                test="rematch"
                why=why_not
                on_press=move || ctx.command(TableCommand::Ready { ready: !mine.get_untracked() }.at(table))
            >
                {icon(Icon::Again)}
                {move || if mine.get() { "Never mind" } else { "Rematch" }}
            </Press>
            <p class="muted" role="status" data-test="rematch-note">{sentence}</p>
        </div>
    }
}

/// Whether a seat wants another match.
fn wants(model: &TableModel, seat: Option<Seat>) -> bool {
    seat.and_then(|seat| model.info.seats.get(seat.index())).is_some_and(|seat| seat.ready)
}
