//! Programs of our own that play in the house.

use super::tokens::{NewTokenDialog, Token};
use crate::{
    account::{Place, place_of},
    house::{Asked, House, ask, http::accounts},
    ui::{Confirm, Icon, TextField, Typed, icon, person_name},
};
use leptos::{ev, prelude::*, task::spawn_local};
use parlor_wire::http::BotInfo;

/// Our bots: their names, their tokens, and a way to get another.
#[component]
pub fn Bots() -> impl IntoView {
    let bots = ask(accounts::bots);
    let list = move || match bots.reply().get() {
        None => view! { <p class="muted">"One moment…"</p> }.into_any(),
        Some(Err(problem)) => view! { <p class="trouble" role="alert">{problem.detail}</p> }.into_any(),
        Some(Ok(list)) => list.into_iter().map(|bot| view! { <Bot bot bots /> }).collect_view().into_any(),
    };
    view! {
        <section class="sheet" aria-label="Your bots" data-test="bots">
            <h2>"Your bots"</h2>
            <p class="muted small">
                "A bot of yours plays through the same doors as people, under a name of its own and with a token in place of a password."
            </p>
            {list}
            <NewBot bots />
        </section>
    }
}

#[component]
fn NewBot(bots: Asked<Vec<BotInfo>>) -> impl IntoView {
    let house = House::expect();
    let name = Typed::new("");
    let make = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let wanted = match parlor_wire::display_name(&name.now()) {
            Ok(wanted) => wanted,
            Err(error) => return name.refuse("bot-name", error.to_string()),
        };
        spawn_local(async move {
            match accounts::new_bot(wanted).await {
                Ok(_) => {
                    name.clear();
                    bots.again();
                }
                Err(problem) if place_of(&problem) == Place::Name => name.refuse("bot-name", problem.detail),
                Err(problem) => house.complain(problem),
            }
        });
    };
    view! {
        <form class="with-button" on:submit=make novalidate=true>
            <TextField id="bot-name" label="A new bot’s name" typed=name autocomplete="off" />
            <button type="submit" class="button" data-test="bot-make">{icon(Icon::Plus)} "Make it"</button>
        </form>
    }
}

#[component]
fn Bot(bot: BotInfo, bots: Asked<Vec<BotInfo>>) -> impl IntoView {
    let house = House::expect();
    let BotInfo { person, tokens } = bot;
    let (id, name) = (person.id, person.name.clone());
    let (asking, making) = (RwSignal::new(false), RwSignal::new(false));
    let remove = move || {
        spawn_local(async move {
            match accounts::remove_bot(id).await {
                Ok(()) => bots.again(),
                Err(problem) => house.complain(problem),
            }
        });
    };
    let rows = tokens.into_iter().map(|token| view! { <Token bot=id token bots /> }).collect_view();
    view! {
        <div class="bot" data-test="bot">
            <div class="line-item">
                <h3>{person_name(&person)}</h3>
                <span class="spacer"></span>
                <button type="button" class="button" data-test="token-new" on:click=move |_| making.set(true)>
                    "New token"
                </button>
                <button
                    type="button"
                    class="button quiet round"
                    aria-label=format!("Remove {name}")
                    title="Remove"
                    data-test="bot-remove"
                    on:click=move |_| asking.set(true)
                >
                    {icon(Icon::Bin)}
                </button>
            </div>
            <ul>{rows}</ul>
            <NewTokenDialog bot=id name=name.clone() open=making bots />
            <Confirm
                open=asking
                title=format!("Remove {name}?")
                words="Its tokens stop working at once and its name is free for others. Matches it has played stay, without its name."
                action="Remove the bot"
                on_yes=remove
            />
        </div>
    }
}
