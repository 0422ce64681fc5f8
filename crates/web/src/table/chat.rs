//! What people say at the table: a panel beside the board, or a sheet from below on a phone.

use super::{
    TableCtx,
    slash::{self, Typed},
};
use crate::ui::{Icon, icon, person_name};
use leptos::{ev, html, prelude::*};
use leptos_router::{NavigateOptions, hooks::use_navigate};
use parlor_wire::{ChatLine, Command, Kind, MAX_CHAT, Occupant, Person, UserId, slash::complete};

/// The conversation.
#[component]
pub fn Chat(ctx: TableCtx) -> impl IntoView {
    let raised = RwSignal::new(false);
    let lines = ctx.memo(|model| model.chat.clone());
    let shown = Signal::derive(move || raised.get() || !ctx.is_phone().get());
    Effect::new(move |_| {
        if shown.get() && ctx.unread().get() > 0 {
            ctx.unread().set(0);
        }
    });
    let close = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" {
            raised.set(false);
        }
    };
    view! {
        <section class="chat" class:raised=raised aria-label="Chat" data-test="chat" on:keydown=close>
            <Handle ctx raised lines />
            <Show when=move || shown.get()>
                <Lines ctx lines />
                <Say ctx />
            </Show>
        </section>
    }
}

/// Raises and lowers the sheet; shows what was said last while it is down.
#[component]
fn Handle(ctx: TableCtx, raised: RwSignal<bool>, lines: Memo<Vec<ChatLine>>) -> impl IntoView {
    let last = move || lines.with(|lines| lines.last().map(|line| format!("{}: {}", line.name, line.text)));
    view! {
        <button
            type="button"
            class="chat-handle"
            aria-expanded=move || raised.get().to_string()
            data-test="chat-toggle"
            on:click=move |_| raised.update(|raised| *raised = !*raised)
        >
            {icon(Icon::Chat)}
            <span class="chat-last">{move || if raised.get() { None } else { last() }.unwrap_or_else(|| "Chat".into())}</span>
            {move || {
                let unread = ctx.unread().get();
                (unread > 0).then(|| view! { <span class="unread" data-test="unread">{unread}<span class="for-ears">" unread"</span></span> })
            }}
        </button>
    }
}

#[component]
fn Lines(ctx: TableCtx, lines: Memo<Vec<ChatLine>>) -> impl IntoView {
    let list = NodeRef::<html::Ol>::new();
    Effect::new(move |_| {
        lines.track();
        if let Some(list) = list.get() {
            // After the new line has its place.
            request_animation_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let me = ctx.house().me();
    let line = move |line: ChatLine| {
        let mine = me.with(|me| me.as_ref().is_some_and(|me| me.id == line.from));
        view! {
            <li class="said" class:mine=mine>
                <span class="said-by">
                    {person_name(&Person { id: line.from, name: line.name, kind: kind_of(ctx, line.from) })}
                    {(!line.seated).then_some(" (watching)")}
                </span>
                <span class="said-text">{line.text}</span>
            </li>
        }
    };
    view! {
        <ol class="chat-lines" node_ref=list role="log" aria-label="Said at the table" data-test="chat-lines" tabindex="0">
            {move || lines.get().into_iter().map(line).collect_view()}
        </ol>
    }
}

/// What kind of visitor somebody is who sits here. Of those who only watch nothing is known.
fn kind_of(ctx: TableCtx, who: UserId) -> Kind {
    let kind = |occupant: &Occupant| match occupant {
        Occupant::Person { id, kind, .. } if *id == who => Some(*kind),
        _ => None,
    };
    let found = ctx.with_untracked(|model| model.info.seats.iter().find_map(|seat| kind(&seat.occupant)));
    found.flatten().unwrap_or_default()
}

#[component]
fn Say(ctx: TableCtx) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let told = RwSignal::new(Vec::new());
    let navigate = use_navigate();
    let say = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let said = text.get_untracked().trim().to_owned();
        if said.is_empty() {
            return;
        }
        told.set(Vec::new());
        text.set(String::new());
        if !said.starts_with('/') {
            return ctx.command(Command::Chat { table: ctx.code(), text: said, room: None });
        }
        let (now, later) = (navigate.clone(), navigate.clone());
        match slash::carry_out(ctx, &said, move |page| later(&page, NavigateOptions::default())) {
            Typed::Done => {}
            Typed::Told(lines) => told.set(lines),
            Typed::Goto(page) => now(&page, NavigateOptions::default()),
        }
    };
    let suggestions = Memo::new(move |_| {
        let people = slash::people(ctx);
        let people: Vec<_> = people.iter().map(String::as_str).collect();
        text.with(|text| complete(text, &people))
    });
    let finish = move |event: ev::KeyboardEvent| {
        if let ("Tab", Some(line)) = (event.key().as_str(), suggestions.with(|lines| lines.first().cloned()))
            && !event.shift_key()
        {
            event.prevent_default();
            text.set(format!("{line} "));
        }
    };
    view! {
        <div class="chat-told" role="status" data-test="chat-told" hidden=move || told.with(Vec::is_empty)>
            {move || told.get().into_iter().map(|line| view! { <p>{line}</p> }).collect_view()}
        </div>
        <p class="chat-hint muted small" data-test="chat-hint" hidden=move || suggestions.with(Vec::is_empty)>
            {move || suggestions.with(|lines| lines.first().map(|line| format!("Tab: {line}")))}
        </p>
        <form class="chat-say" on:submit=say>
            <input
                class="field"
                type="text"
                maxlength=MAX_CHAT
                autocomplete="off"
                placeholder="Say something, or /hope"
                aria-label="Say something"
                data-key="c"
                data-test="chat-input"
                on:keydown=finish
                bind:value=text
            />
            <button type="submit" class="button quiet round" aria-label="Send" data-test="chat-send">
                {icon(Icon::Send)}
            </button>
        </form>
    }
}
