//! A table: whatever goes on there, in the room it is given.

use super::{
    Fate, TableCtx, bar::Bar, bet::BetLine, chat::Chat, moves::MovesRail, recall::remember, result::ResultPanel,
    seats::SeatsBar, status::StatusLine, waiting::WaitingRoom,
};
use crate::{
    games,
    parts::{Unloaded, missing},
    place::href_of,
    ui::once_loaded,
};
use leptos::{html, prelude::*};
use parlor_client::TableModel;
use parlor_kernel::Seat;
use parlor_wire::{MatchId, Status};
use wasm_bindgen::{JsCast, closure::Closure};

/// The width up to which a table is laid out as on a phone. The style sheets use the same number.
const NARROW: f64 = 720.0;
/// The height up to which, and the shape from which on, it is laid out as on a phone on its side; as in the style sheets.
const LOW: (f64, f64) = (480.0, 1.5);

/// Where a table is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// On a page of its own.
    Page,
    /// In a window above the lobby, which has a title bar of its own.
    Window,
}

/// What to show of a table.
#[derive(Clone, PartialEq, Eq)]
enum Stage {
    Seeking,
    Unreachable,
    Unloaded,
    Gone(String),
    Waiting,
    /// A match, running or over, as who played it in this seat sees it.
    Match(MatchId, Option<Seat>),
}

impl Stage {
    fn of(model: &TableModel, part: Option<Seat>) -> Self {
        let shown = model.game.as_ref().filter(|game| game.ended.is_some() || model.info.status == Status::Playing);
        match (shown, &model.closed) {
            (Some(game), _) => Self::Match(game.id, part),
            (None, Some(reason)) => Self::Gone(reason.clone()),
            (None, None) => Self::Waiting,
        }
    }

    const fn class(&self) -> &'static str {
        match self {
            Self::Seeking | Self::Unreachable | Self::Unloaded | Self::Gone(_) => "table empty",
            Self::Waiting => "table waiting",
            Self::Match(..) => "table playing",
        }
    }

    /// Whether people are there to talk to.
    const fn has_chat(&self) -> bool {
        matches!(self, Self::Waiting | Self::Match(..))
    }
}

/// A table.
#[component]
pub fn TableView(
    /// Which one.
    ctx: TableCtx,
    /// Where it is shown.
    place: Place,
) -> impl IntoView {
    let stage = Memo::new(move |_| {
        let over = ctx.with(|model| model.game.as_ref().is_some_and(|game| game.ended.is_some()));
        let known = || {
            let part = ctx.part();
            ctx.with(|model| Stage::of(model, part))
        };
        match ctx.fate().get() {
            // A finished match can be looked at for as long as one likes; a board that will never move cannot.
            Fate::Gone(reason) if over != Some(true) => Stage::Gone(reason),
            Fate::Unloaded => Stage::Unloaded,
            Fate::Unreachable => known().unwrap_or(Stage::Unreachable),
            _ => known().unwrap_or(Stage::Seeking),
        }
    });
    let frame = NodeRef::<html::Div>::new();
    follow_size(frame, ctx.narrow(), ctx.low());
    view! {
        <div class="table-frame" node_ref=frame>
            <div class=move || stage.with(Stage::class)>
                {(place == Place::Page).then(|| view! { <Bar ctx /> })}
                {move || match stage.get() {
                    Stage::Seeking => view! { <p class="seeking muted">"Looking for the table…"</p> }.into_any(),
                    Stage::Unreachable => view! { <Unreachable ctx /> }.into_any(),
                    Stage::Unloaded => missing(&Unloaded::Unreachable, Callback::new(move |()| ctx.fetch_again())),
                    Stage::Gone(reason) => view! { <Gone reason /> }.into_any(),
                    Stage::Waiting => view! { <WaitingRoom ctx /> <StatusLine ctx /> }.into_any(),
                    Stage::Match(..) => view! { <Match ctx /> }.into_any(),
                }}
                // The same before the match and during it: who is writing writes on when it begins.
                <Show when=move || stage.with(Stage::has_chat)>
                    <Chat ctx />
                </Show>
            </div>
        </div>
    }
}

#[component]
fn Match(ctx: TableCtx) -> impl IntoView {
    let game = ctx.with_untracked(|model| model.info.game.clone()).unwrap_or_default();
    let needs = ctx.with_untracked(|model| model.rules.as_ref().map(|rules| rules.assets())).flatten();
    let needs = needs.unwrap_or_default();
    remember(ctx);
    on_cleanup(move || _ = ctx.looked().try_set(None));
    view! {
        <SeatsBar ctx />
        <StatusLine ctx />
        <BetLine ctx />
        <div class="board-area" data-test="board">
            {once_loaded(needs, move || games::show(&game, move |screen| screen.board(ctx)))}
            <ResultPanel ctx />
        </div>
        <MovesRail ctx />
    }
}

/// The house is out of reach, so nothing is known about the table.
#[component]
fn Unreachable(ctx: TableCtx) -> impl IntoView {
    let online = ctx.house().line.online();
    let cause = move || match online.get() {
        true => "The house does not answer just now.",
        false => "You are offline.",
    };
    view! {
        <div class="sorry" data-test="unreachable">
            <h1>{format!("Table {} cannot be reached", ctx.code())}</h1>
            <p role="status">{cause} " This page goes there as soon as it can."</p>
            <p>"Meanwhile you can play a bot: that works without the house."</p>
            <a class="button primary" href=href_of("/")>"To the lobby"</a>
        </div>
    }
}

#[component]
fn Gone(reason: String) -> impl IntoView {
    view! {
        <div class="sorry" data-test="sorry">
            <h1>"No table here"</h1>
            <p>{reason}</p>
            <a class="button primary" href=href_of("/")>"To the lobby"</a>
        </div>
    }
}

/// Keeps `narrow` and `low` in step with an element's size.
fn follow_size(element: NodeRef<html::Div>, narrow: RwSignal<bool>, low: RwSignal<bool>) {
    let measured = StoredValue::new_local(None::<(web_sys::ResizeObserver, Closure<dyn Fn(js_sys::Array)>)>);
    Effect::new(move |_| {
        let Some(element) = element.get() else { return };
        let measure = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let Ok(entry) = entries.get(0).dyn_into::<web_sys::ResizeObserverEntry>() else {
                return;
            };
            let (width, height) = (entry.content_rect().width(), entry.content_rect().height());
            let note = |place: RwSignal<bool>, now: bool| place.maybe_update(|was| std::mem::replace(was, now) != now);
            if width > 0.0 {
                note(narrow, width <= NARROW);
                note(low, height <= LOW.0 && width >= height * LOW.1);
            }
        });
        if let Ok(observer) = web_sys::ResizeObserver::new(measure.as_ref().unchecked_ref()) {
            observer.observe(&element);
            measured.set_value(Some((observer, measure)));
        }
    });
    on_cleanup(move || {
        measured.with_value(|measured| {
            if let Some((observer, _)) = measured {
                observer.disconnect();
            }
        });
    });
}
