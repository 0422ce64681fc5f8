//! The bar in which people say something, or type a command.

use super::{TableCtx, rooms::name_of};
use crate::{
    place::use_navigate,
    table::slash::{self, Typed, Where},
    ui::{Icon, icon},
};
use leptos::{ev, html, prelude::*};
use leptos_router::NavigateOptions;
use parlor_client::TableModel;
use parlor_wire::{MAX_CHAT, Room, TableCommand, slash::complete};

/// How many ways to go on are offered.
const SUGGESTED: usize = 6;

/// The bar. What is typed goes to the room that is shown if we may speak there, and else to where we stand.
#[component]
pub fn Say(
    ctx: TableCtx,
    room: RwSignal<Room>,
    /// What is typed, and not said yet.
    text: RwSignal<String>,
) -> impl IntoView {
    let told = RwSignal::new(Vec::new());
    let navigate = use_navigate();
    let (rooms, stand) = (ctx.memo(TableModel::rooms), ctx.memo(TableModel::room));
    // Where we stand need not be named: the house knows it better if it changes on the way.
    let named = Memo::new(move |_| {
        let room = room.get();
        let free = ctx.with(|model| model.may_speak(room)) == Some(true);
        (free && room != stand.get()).then_some(room)
    });
    let invitation = move || match rooms.with(Vec::len) {
        0 | 1 => "Chat, or / for commands".to_owned(),
        _ => format!("To the {}, or type /", name_of(named.get().unwrap_or(stand.get())).to_lowercase()),
    };
    let say = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let said = text.get_untracked().trim().to_owned();
        if said.is_empty() {
            return;
        }
        told.set(Vec::new());
        text.set(String::new());
        if !said.starts_with('/') {
            let command = TableCommand::Chat { text: said.clone(), room: named.get_untracked() }.at(ctx.code());
            return ctx.house().request(command, move |answer| {
                if let Err(sentence) = answer {
                    // What was typed meanwhile is kept instead.
                    text.try_update(|text| {
                        if text.is_empty() {
                            *text = said
                        }
                    });
                    told.try_set(vec![sentence]);
                }
            });
        }
        let navigate = navigate.clone();
        let show = move |typed| match typed {
            Typed::Done => {}
            // The page may be gone by now.
            Typed::Told(lines) => drop(told.try_set(lines)),
            Typed::Goto(page) => navigate(&page, NavigateOptions::default()),
        };
        show(slash::carry_out(Where::Table(ctx, named.get_untracked()), &said, show.clone()));
    };
    let suggestions = Memo::new(move |_| {
        let people = slash::people(ctx);
        let people: Vec<_> = people.iter().map(String::as_str).collect();
        text.with(|text| complete(text, &people)).into_iter().take(SUGGESTED).collect::<Vec<_>>()
    });
    let input = NodeRef::<html::Input>::new();
    let go_on = Callback::new(move |line: String| {
        text.set(format!("{line} "));
        if let Some(input) = input.get_untracked() {
            // It fails only if the element left the page meanwhile.
            let _ = input.focus();
        }
    });
    let finish = move |event: ev::KeyboardEvent| {
        if let ("Tab", Some(line)) = (event.key().as_str(), suggestions.with(|lines| lines.first().cloned()))
            && !event.shift_key()
        {
            event.prevent_default();
            go_on.run(line);
        }
    };
    view! {
        <div class="chat-told" role="status" data-test="chat-told" hidden=move || told.with(Vec::is_empty)>
            {move || told.get().into_iter().map(|line| view! { <p>{line}</p> }).collect_view()}
        </div>
        <div
            class="chat-hint"
            role="group"
            aria-label="How it may go on"
            data-test="chat-hint"
            hidden=move || suggestions.with(Vec::is_empty)
        >
            <kbd aria-hidden="true">"Tab"</kbd>
            <For each=move || suggestions.get() key=Clone::clone let:line>
                {suggestion(line, go_on)}
            </For>
        </div>
        <form class="chat-say" on:submit=say>
            <input
                node_ref=input
                class="field"
                type="text"
                maxlength=MAX_CHAT
                autocomplete="off"
                placeholder=invitation
                aria-label=invitation
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

/// One way to go on. Pressing it leaves the keyboard of a phone where it is.
fn suggestion(line: String, go_on: Callback<String>) -> impl IntoView {
    let words = line.clone();
    view! {
        <button
            type="button"
            class="button quiet"
            tabindex="-1"
            data-test="chat-suggestion"
            on:pointerdown=|event| event.prevent_default()
            on:click=move |_| go_on.run(line.clone())
        >
            {words}
        </button>
    }
}
