//! Cards above every page: who invites us, whom we wait for, and who has accepted meanwhile. They are never in the way
//! of a game: nothing else is blocked, and each can be put aside.

use super::words::{announcement, left};
use crate::{
    browser::{is_dialog_open, is_visible},
    games,
    house::House,
    place::{href_of, use_navigate, use_path},
    sound::{self, Cue},
    ui::{Icon, Peace, icon},
};
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use parlor_client::{EndedInvitation, OpenInvitation};
use parlor_wire::{InvitationEnd, InvitationId, Pace, TableCode};
use std::collections::BTreeSet;

/// How many cards fit.
const SHOWN: usize = 3;

/// The invitation was accepted while we were busy.
#[derive(Clone, PartialEq)]
struct Ready {
    table: TableCode,
    words: String,
}

/// The cards, and what follows from an acceptance.
#[component]
pub fn InvitationCards() -> impl IntoView {
    let house = House::expect();
    let (navigate, here) = (use_navigate(), use_path());
    let aside = RwSignal::new(BTreeSet::<InvitationId>::new());
    let ready = RwSignal::new(Vec::<Ready>::new());
    let announced = RwSignal::new(String::new());
    Effect::new(move |_| {
        if let Some(OpenInvitation { invitation, .. }) = house.invitations.fresh().get() {
            sound::play(Cue::Turn);
            let words = announcement(house, &invitation.from.name, &invitation.wish, invitation.pace);
            // The card waits below a dialog.
            if is_dialog_open() {
                house.toast.say(words);
            } else {
                announced.set(words);
            }
        }
    });
    Effect::new(move |_| {
        if house.invitations.over().with(Vec::is_empty) {
            return;
        }
        for over in house.invitations.over().try_update(std::mem::take).unwrap_or_default() {
            let InvitationEnd::Accepted { table } = over.end else {
                ended(&over).into_iter().for_each(|sentence| house.toast.say(sentence));
                continue;
            };
            let words = accepted(&over);
            house.stop_seeking();
            if leads_there(house, &over, table) {
                sound::play(Cue::Turn);
                house.toast.say(words);
                navigate(&format!("/t/{table}"), NavigateOptions::default());
            } else {
                ready.update(|ready| ready.push(Ready { table, words }));
            }
        }
    });
    // A player who has come to the table by another way needs no card that leads there.
    let waiting = Memo::new(move |_| {
        let here = here.get();
        ready.with(|all| all.iter().filter(|ready| !here.ends_with(ready.table.as_str())).cloned().collect::<Vec<_>>())
    });
    let shown = Memo::new(move |_| {
        let listed = here.get() == "/invitations";
        house.invitations.open().with(|all| {
            // An invitation to a game over days waits on the page: there is no hurry.
            let urgent = |pending: &&OpenInvitation| pending.incoming || pending.invitation.pace == Pace::Live;
            let heard = |pending: &&OpenInvitation| !house.mutes.has(pending.invitation.from.id);
            let all = all.iter().rev().filter(urgent).filter(heard).filter(|_| !listed);
            all.map(|pending| pending.invitation.id)
                .filter(|id| aside.with(|aside| !aside.contains(id)))
                .collect::<Vec<_>>()
        })
    });
    // On a phone the cards would lie on the board: while a match is on they wait behind one line.
    let playing = Memo::new(move |_| {
        let here = here.get();
        let at_table = here.strip_prefix("/t/").and_then(|code| code.parse().ok());
        let alone = ["/local/", "/run/"].iter().any(|place| here.starts_with(place));
        alone || at_table.is_some_and(|code| house.is_playing_at(code))
    });
    let unfolded = RwSignal::new(false);
    let cards = move || waiting.with(Vec::len) + shown.with(Vec::len);
    Effect::new(move |_| {
        if cards() == 0 {
            unfolded.set(false);
        }
    });
    let fold = move || match (waiting.with(Vec::is_empty), cards()) {
        (false, _) => "Your invitation was accepted".to_owned(),
        (true, 1) => "1 invitation".to_owned(),
        (true, cards) => format!("{cards} invitations"),
    };
    let card = move |id: InvitationId| {
        let pending = house
            .invitations
            .open()
            .with_untracked(|all| all.iter().find(|pending| pending.invitation.id == id).cloned())?;
        Some(if pending.incoming {
            view! { <Incoming pending aside /> }.into_any()
        } else {
            view! { <Outgoing pending aside /> }.into_any()
        })
    };
    view! {
        <div
            class="invitation-cards"
            class:playing=playing
            class:unfolded=unfolded
            data-test="invitation-cards"
        >
            <p class="for-ears" role="status" data-test="invitation-announced">{announced}</p>
            <For each=move || waiting.get() key=|ready| ready.table let:one>
                <GoThere one ready />
            </For>
            <For each=move || shown.get().into_iter().take(SHOWN) key=|id| *id let:id>
                {card(id)}
            </For>
            {move || {
                let more = shown.with(Vec::len).saturating_sub(SHOWN);
                (more > 0).then(|| view! {
                    <a class="invitation-more" href=href_of("/invitations") data-test="invitations-more">{format!("and {more} more")}</a>
                })
            }}
            <Show when=move || { cards() > 0 }>
                <button
                    type="button"
                    class="button invitation-fold"
                    aria-expanded=move || unfolded.get().to_string()
                    data-test="invitations-fold"
                    on:click=move |_| unfolded.update(|unfolded| *unfolded = !*unfolded)
                >
                    {fold}
                </button>
            </Show>
        </div>
    }
}

/// Whether an acceptance leads to its table at once: ours does. The other player's does for a live game, but not out of
/// another match, not in a hidden tab, and not when it happened while there was no line.
fn leads_there(house: House, over: &EndedInvitation, table: TableCode) -> bool {
    let is_live = over.open.invitation.pace == Pace::Live;
    over.by_us || (is_live && !over.late && is_visible() && !house.is_playing_elsewhere(table))
}

fn accepted(over: &EndedInvitation) -> String {
    let other = over.open.other();
    if over.open.incoming {
        format!("You play {other}. Have a good game.")
    } else {
        format!("{other} has accepted. Have a good game.")
    }
}

/// What to say about an invitation that led to nothing.
fn ended(over: &EndedInvitation) -> Option<String> {
    let other = over.open.other();
    match (over.end, over.open.incoming) {
        _ if over.by_us => None,
        (InvitationEnd::Declined, false) => Some(format!("{other} has declined.")),
        (InvitationEnd::Expired, false) => Some(format!("{other} has not answered in time.")),
        (InvitationEnd::Expired, true) => Some(format!("{other}’s invitation has expired.")),
        (InvitationEnd::Withdrawn, true) => Some(format!("{other} has withdrawn the invitation.")),
        // Withdrawn because we play another opponent now, or ended in another window of ours.
        (InvitationEnd::Withdrawn, false) | (InvitationEnd::Declined, true) | (InvitationEnd::Accepted { .. }, _) => {
            None
        }
    }
}

/// A player invites us.
#[component]
fn Incoming(pending: OpenInvitation, aside: RwSignal<BTreeSet<InvitationId>>) -> impl IntoView {
    let house = House::expect();
    let invitation = pending.invitation.clone();
    let (id, game, from) = (invitation.id, invitation.wish.game.clone(), StoredValue::new(invitation.from.clone()));
    let more = RwSignal::new(false);
    let playable = games::face(&game).is_some();
    house.expect_game(&game);
    let (wish, pace) = (invitation.wish.clone(), invitation.pace);
    let label = {
        let (name, wish) = (invitation.from.name.clone(), wish.clone());
        move || announcement(house, &name, &wish, pace)
    };
    view! {
        <article class="invitation-card" style=games::face(&game).map(games::Face::tint) role="group" aria-label=label data-test="invitation">
            {games::mark(&game)}
            <div class="invitation-words">
                <p>
                    <strong data-test="invitation-from">{invitation.from.name.clone()}</strong>
                    " invites you to "
                    {house.catalog.game_name(&game)}
                </p>
                <p class="muted small" data-test="invitation-terms">
                    {move || house.catalog.terms(&wish, pace)} " · " <Countdown pending=pending.clone() />
                </p>
            </div>
            {put_aside(aside, id, "Answer later")}
            <div class="invitation-deeds">
                <button
                    type="button"
                    class="button quiet round"
                    aria-label=format!("About {}", invitation.from.name)
                    aria-expanded=move || more.get().to_string()
                    data-test="invitation-more"
                    on:click=move |_| more.update(|more| *more = !*more)
                >
                    {icon(Icon::More)}
                </button>
                <button
                    type="button"
                    class="button"
                    data-test="invitation-decline"
                    on:click=move |_| house.decline_invitation(id)
                >
                    "Decline"
                </button>
                {playable.then(|| view! {
                    <button
                        type="button"
                        class="button primary"
                        data-test="invitation-accept"
                        on:click=move |_| house.accept_invitation(id)
                    >
                        "Accept"
                    </button>
                })}
            </div>
            <Show when=move || more.get()>
                <div class="invitation-deeds" data-test="invitation-peace"><Peace person=from.get_value() /></div>
            </Show>
        </article>
    }
}

/// The button that takes a card away, and nothing else.
fn put_aside(aside: RwSignal<BTreeSet<InvitationId>>, id: InvitationId, label: &'static str) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button quiet round"
            aria-label=label
            title=format!("{label}: it stays in your list")
            data-test="invitation-later"
            on:click=move |_| aside.update(|aside| _ = aside.insert(id))
        >
            {icon(Icon::Close)}
        </button>
    }
}

/// We wait for an answer.
#[component]
fn Outgoing(pending: OpenInvitation, aside: RwSignal<BTreeSet<InvitationId>>) -> impl IntoView {
    let house = House::expect();
    let (id, game) = (pending.invitation.id, pending.invitation.wish.game.clone());
    view! {
        <article class="invitation-card outgoing" style=games::face(&game).map(games::Face::tint) role="group" aria-label="Your invitation" data-test="invitation-sent">
            {games::mark(&game)}
            <p class="invitation-words">
                <span>"Waiting for " <strong>{pending.other().to_owned()}</strong> "…"</span>
                <Countdown pending=pending.clone() />
            </p>
            <button
                type="button"
                class="button"
                data-test="invitation-withdraw"
                on:click=move |_| house.withdraw_invitation(id)
            >
                "Withdraw"
            </button>
            {put_aside(aside, id, "Put aside")}
        </article>
    }
}

/// How long is left to answer. Not read out second by second.
#[component]
pub fn Countdown(pending: OpenInvitation) -> impl IntoView {
    let house = House::expect();
    let seconds = Memo::new(move |_| pending.seconds_left(house.clock.now_ms().get()));
    view! {
        <span class="figures muted" class:soon=move || seconds.get() <= 10 aria-hidden="true" data-test="invitation-left">
            {move || left(seconds.get())}
        </span>
    }
}

/// An invitation was accepted while we were in a match, without a line, or in a tab that was not seen.
#[component]
fn GoThere(one: Ready, ready: RwSignal<Vec<Ready>>) -> impl IntoView {
    let table = one.table;
    let forget = move |_| ready.update(|all| all.retain(|other| other.table != table));
    view! {
        <article class="invitation-card accepted" role="group" aria-label="Accepted" data-test="invitation-accepted">
            <p class="invitation-words" role="status">{one.words}</p>
            <a class="button primary" href=href_of(&format!("/t/{table}")) data-test="invitation-go" on:click=forget>"Go there"</a>
            <button type="button" class="button quiet round" aria-label="Close" data-test="invitation-dismiss" on:click=forget>
                {icon(Icon::Close)}
            </button>
        </article>
    }
}
