//! What people say at the table: a panel beside the board, or a sheet from below on a phone.

mod line;
mod rooms;
mod say;

use super::TableCtx;
use crate::{
    browser::let_go,
    games::kit::Moves,
    ui::{Grievance, Icon, ReportDialog, icon},
};
use leptos::{ev, html, prelude::*};
use line::Line;
use parlor_client::TableModel;
use parlor_wire::{ChatLine, LineId, MatchId, Room};
use rooms::Rooms;
use say::Say;

/// The conversation.
#[component]
pub fn Chat(ctx: TableCtx) -> impl IntoView {
    let raised = RwSignal::new(false);
    let lines = ctx.memo(|model| model.chat.clone());
    let room = room_shown(ctx, lines);
    let shown = Signal::derive(move || raised.get() || !ctx.is_phone().get());
    // Where there is no room for the moves beside the board, they are here.
    let (compact, playing) = (ctx.is_compact(), ctx.memo(|model| model.game.is_some()));
    let has_moves = Signal::derive(move || compact.get() && playing.get());
    let listing = RwSignal::new(false);
    let listed = Memo::new(move |_| listing.get() && has_moves.get());
    Effect::new(move |_| {
        let here = room.get();
        if shown.get() && !listed.get() && ctx.unread().with(|unread| unread.contains_key(&here)) {
            ctx.unread().update(|unread| _ = unread.remove(&here));
        }
    });
    let close = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" {
            raised.set(false);
            let_go();
        }
    };
    let reported = RwSignal::new(None);
    let draft = RwSignal::new(String::new());
    // A sheet would cover the board of a match that begins, but nobody is interrupted.
    let shown_match = ctx.memo(|model| model.game.as_ref().map(|game| game.id));
    Effect::new(move |before: Option<Option<MatchId>>| {
        let now = shown_match.get();
        if before.is_some_and(|before| before != now) && draft.with_untracked(String::is_empty) {
            raised.set(false);
        }
        now
    });
    view! {
        <section class="chat" class:raised=raised aria-label="Chat" data-test="chat" on:keydown=close>
            <Handle ctx raised lines has_moves />
            <Show when=move || shown.get()>
                <Rooms ctx room has_moves listing />
                <Show
                    when=move || !listed.get()
                    fallback=move || view! { <Moves moves=ctx.moves() looked=ctx.looked() /> }
                >
                    <Lines ctx lines room reported />
                    <Say ctx room text=draft />
                </Show>
            </Show>
        </section>
        <ReportDialog reported />
    }
}

/// The room that is shown: where we stand, unless we look into another. What we say ourselves is shown too.
fn room_shown(ctx: TableCtx, lines: Memo<Vec<ChatLine>>) -> RwSignal<Room> {
    let stand = ctx.memo(TableModel::room);
    let rooms = ctx.memo(TableModel::rooms);
    let room = RwSignal::new(stand.get_untracked());
    Effect::new(move |before: Option<Room>| {
        let stand = stand.get();
        if before.is_some_and(|before| before != stand) {
            room.set(stand);
        }
        stand
    });
    Effect::new(move |_| {
        if rooms.with(|rooms| !rooms.contains(&room.get())) {
            room.set(stand.get_untracked());
        }
    });
    let me = ctx.house().visitor.me();
    Effect::new(move |before: Option<Option<LineId>>| {
        let me = me.with(|me| me.as_ref().map(|me| me.id));
        let mine =
            lines.with(|lines| lines.iter().rfind(|line| Some(line.from) == me).map(|line| (line.id, line.room)));
        let id = mine.map(|(id, _)| id);
        if let (Some(before), Some((_, said_in))) = (before, mine)
            && before != id
        {
            room.set(said_in);
        }
        id
    });
    room
}

/// Raises and lowers the sheet; shows what was said last while it is down.
#[component]
fn Handle(ctx: TableCtx, raised: RwSignal<bool>, lines: Memo<Vec<ChatLine>>, has_moves: Signal<bool>) -> impl IntoView {
    let name = move || if has_moves.get() { "Chat and moves" } else { "Chat" };
    let house = ctx.house();
    let last = move || {
        lines.with(|lines| {
            let heard = lines.iter().rfind(|line| !house.mutes.has(line.from));
            heard.map(|line| format!("{}: {}", line.name, line.text))
        })
    };
    view! {
        <button
            type="button"
            class="chat-handle"
            aria-expanded=move || raised.get().to_string()
            data-test="chat-toggle"
            on:click=move |_| raised.update(|raised| *raised = !*raised)
        >
            {icon(Icon::Chat)}
            <span class="chat-last" dir="auto">
                {move || if raised.get() { None } else { last() }.unwrap_or_else(|| name().into())}
            </span>
            {move || {
                let unread: usize = ctx.unread().with(|unread| unread.values().sum());
                (unread > 0).then(|| view! { <span class="unread" data-test="unread">{unread}<span class="for-ears">" unread"</span></span> })
            }}
        </button>
    }
}

#[component]
fn Lines(
    ctx: TableCtx,
    lines: Memo<Vec<ChatLine>>,
    room: RwSignal<Room>,
    reported: RwSignal<Option<Grievance>>,
) -> impl IntoView {
    let list = NodeRef::<html::Div>::new();
    let here = Memo::new(move |_| {
        let room = room.get();
        lines.with(|lines| lines.iter().filter(|line| line.room == room).cloned().collect::<Vec<_>>())
    });
    Effect::new(move |_| {
        here.track();
        if let Some(list) = list.get() {
            // After the new line has its place.
            request_animation_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let chosen = RwSignal::new(None::<LineId>);
    let name = move || match room.get() {
        Room::Table => "Said at the table",
        Room::Gallery => "Said in the gallery",
        Room::Team(_) => "Said in your team",
    };
    view! {
        <div class="chat-lines" node_ref=list role="log" aria-label=name data-test="chat-lines" tabindex="0">
            <ol>
                <For each=move || here.get() key=|line| line.id let:line>
                    <Line ctx line list chosen reported />
                </For>
            </ol>
        </div>
    }
}
