//! All invitations: those that wait for us, those that wait for others, and what became of the rest.

use super::{cards::Countdown, words::ending};
use crate::{
    games,
    house::{House, ask, http},
    ui::{Header, person_name, table_code, when},
};
use leptos::prelude::*;
use parlor_client::OpenInvitation;
use parlor_wire::{InvitationEnd, http::PastInvitation};

/// The page.
#[component]
pub fn InvitationsPage() -> impl IntoView {
    let house = House::expect();
    let past = ask(move || {
        // Whatever ends joins the list below.
        house.invitations.open().track();
        house.visitor.me().track();
        async move {
            if house.recall().await.is_none() {
                return house.visitor.trouble().get_untracked().map_or(Ok(Vec::new()), Err);
            }
            http::invitations().await.map(|mine| mine.over)
        }
    })
    .reply();
    let waiting = move |incoming: bool| {
        house
            .invitations
            .open()
            .with(|all| all.iter().rev().filter(|pending| pending.incoming == incoming).cloned().collect::<Vec<_>>())
    };
    view! {
        <Header />
        <main class="page narrow invitations" data-test="invitations">
            <h1>"Invitations"</h1>
            <section class="sheet" aria-labelledby="invitations-in" data-test="invitations-in">
                <h2 id="invitations-in">"For you"</h2>
                <Waiting
                    pending=Signal::derive(move || waiting(true))
                    none="No invitations. Invite a player from their page, or from a game in the lobby."
                />
            </section>
            <section class="sheet" aria-labelledby="invitations-out" data-test="invitations-out">
                <h2 id="invitations-out">"From you"</h2>
                <Waiting pending=Signal::derive(move || waiting(false)) none="You are not waiting for anybody." />
            </section>
            <section class="sheet" aria-labelledby="invitations-past" data-test="invitations-past">
                <h2 id="invitations-past">"Earlier"</h2>
                {move || match past.get() {
                    None => view! { <p class="muted later">"Looking them up…"</p> }.into_any(),
                    Some(Err(problem)) => view! { <p class="trouble" role="alert">{problem.detail}</p> }.into_any(),
                    Some(Ok(past)) if past.is_empty() => view! { <p class="muted">"Nothing yet."</p> }.into_any(),
                    Some(Ok(past)) => view! {
                        <ul>{past.into_iter().map(|past| view! { <PastRow past /> }).collect_view()}</ul>
                    }
                    .into_any(),
                }}
            </section>
        </main>
    }
}

/// Invitations that wait for an answer.
#[component]
fn Waiting(pending: Signal<Vec<OpenInvitation>>, none: &'static str) -> impl IntoView {
    view! {
        <Show when=move || pending.with(Vec::is_empty)>
            <p class="muted">{none}</p>
        </Show>
        <ul>
            <For each=move || pending.get() key=|pending| pending.invitation.id let:one>
                <WaitingRow pending=one />
            </For>
        </ul>
    }
}

#[component]
fn WaitingRow(pending: OpenInvitation) -> impl IntoView {
    let house = House::expect();
    let invitation = pending.invitation.clone();
    let (id, game) = (invitation.id, invitation.wish.game.clone());
    let playable = games::face(&game).is_some();
    let other = if pending.incoming { &invitation.from } else { &invitation.to };
    let deeds = if pending.incoming {
        view! {
            <button type="button" class="button" data-test="list-decline" on:click=move |_| house.decline_invitation(id)>
                "Decline"
            </button>
            {playable.then(|| view! {
                <button
                    type="button"
                    class="button primary"
                    data-test="list-accept"
                    on:click=move |_| house.accept_invitation(id)
                >
                    "Accept"
                </button>
            })}
        }
        .into_any()
    } else {
        view! {
            <button type="button" class="button" data-test="list-withdraw" on:click=move |_| house.withdraw_invitation(id)>
                "Withdraw"
            </button>
        }
        .into_any()
    };
    let (wish, pace) = (invitation.wish.clone(), invitation.pace);
    house.expect_game(&game);
    view! {
        <li class="line-item invitation-line" data-test="invitation-row">
            {games::mark(&game)}
            <span class="line-words">
                <span>{person_name(other)} " · " {house.catalog.game_name(&game)}</span>
                <span class="muted small">
                    {move || house.catalog.terms(&wish, pace)} " · " <Countdown pending=pending.clone() />
                </span>
            </span>
            <span class="invitation-deeds">{deeds}</span>
        </li>
    }
}

#[component]
fn PastRow(past: PastInvitation) -> impl IntoView {
    let house = House::expect();
    let me = house.visitor.me().get_untracked().map(|me| me.id);
    let (arrow, other) = if me == Some(past.from.id) { ("to ", &past.to) } else { ("from ", &past.from) };
    let table = match past.end {
        InvitationEnd::Accepted { table } => Some(table),
        _ => None,
    };
    view! {
        <li class="line-item invitation-line" data-test="invitation-past">
            {games::mark(&past.wish.game)}
            <span class="line-words">
                <span>{house.catalog.game_name(&past.wish.game)} " " {arrow} {person_name(other)}</span>
                <span class="muted small">
                    <span data-test="invitation-end">{ending(past.end)}</span> " · " {when(past.ended_at)}
                </span>
            </span>
            {table.map(|table| view! { <span data-test="invitation-table">{table_code(table, past.open)}</span> })}
        </li>
    }
}
