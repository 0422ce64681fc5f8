//! A person's page: who they are, how they play, whom they met, and what they have played.

mod curve;
mod history;
mod record;
mod rivals;
mod runs;
mod words;

use crate::{
    account::KeepGames,
    house::{House, ask, http::results},
    lobby::OpenDialog,
    place::{href_of, use_navigate},
    table,
    ui::{Chrome, Header, Icon, Peace, day, icon, kind_mark, person_name},
};
use history::History;
use leptos::{prelude::*, task::spawn_local};
use leptos_router::{NavigateOptions, hooks::use_params_map};
use parlor_wire::{Kind, Person, UserId, http::Profile};
use record::Records;
use rivals::Rivals;
use runs::Runs;

pub use words::signed;

/// Our own page, wherever that is.
#[component]
pub fn MePage() -> impl IntoView {
    let house = House::expect();
    let navigate = use_navigate();
    let asked = RwSignal::new(false);
    Effect::new(move |_| {
        if let Some(me) = house.visitor.me().get() {
            let there = NavigateOptions { replace: true, ..Default::default() };
            navigate(&crate::ui::profile_of(me.id), there);
        }
    });
    spawn_local(async move {
        house.recall().await;
        asked.try_set(true);
    });
    let stranger = move || {
        if !asked.get() || house.visitor.me().with(Option::is_some) {
            return None;
        }
        Some(match house.visitor.trouble().get() {
            Some(problem) => view! { <p class="trouble" role="alert">{problem.detail}</p> }.into_any(),
            None => view! {
                <div class="sorry" data-test="no-profile">
                    <h1>"You are new here"</h1>
                    <p>"Play a game and you will find it here, even as a guest."</p>
                    <a class="button primary" href=href_of("/")>"To the lobby"</a>
                </div>
            }
            .into_any(),
        })
    };
    view! {
        <Header />
        <main class="page">{stranger}</main>
    }
}

/// The page of the person in the address.
#[component]
pub fn ProfilePage() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| params.read().get("id").and_then(|id| id.parse::<UserId>().ok()));
    view! {
        <Header />
        <main class="page profile">
            {move || match id.get() {
                Some(id) => view! { <Found id /> }.into_any(),
                None => view! { <Missing words="The address names no player." /> }.into_any(),
            }}
        </main>
    }
}

#[component]
fn Found(id: UserId) -> impl IntoView {
    let profile = ask(move || results::profile(id)).reply();
    move || match profile.get() {
        None => view! { <p class="muted later">"Looking them up…"</p> }.into_any(),
        Some(Err(problem)) if problem.status == 404 => {
            view! { <Missing words="They may have asked to be forgotten." /> }.into_any()
        }
        Some(Err(problem)) => view! { <p class="trouble" role="alert">{problem.detail}</p> }.into_any(),
        Some(Ok(profile)) => view! { <Page profile /> }.into_any(),
    }
}

#[component]
fn Missing(words: &'static str) -> impl IntoView {
    view! {
        <div class="sorry" data-test="sorry">
            <h1>"No such player"</h1>
            <p>{words}</p>
            <a class="button primary" href=href_of("/")>"To the lobby"</a>
        </div>
    }
}

/// Asks them to a game.
#[component]
fn InviteThem(person: Person) -> impl IntoView {
    let inviting = RwSignal::new(false);
    view! {
        <button type="button" class="button primary" data-test="invite" on:click=move |_| inviting.set(true)>
            {icon(Icon::Letter)}
            "Invite to a game"
        </button>
        <OpenDialog open=inviting invitee=person />
    }
}

#[component]
fn Page(profile: Profile) -> impl IntoView {
    let house = House::expect();
    let Profile { person, since, owner, games, runs, rivals, trust } = profile;
    let (id, name) = (person.id, person.name.clone());
    Chrome::expect().call_page(move || name.clone());
    let mine = Memo::new(move |_| house.visitor.me().with(|me| me.as_ref().is_some_and(|me| me.id == id)));
    let kind = match person.kind {
        Kind::Guest => "Guest",
        Kind::Account => "Member",
        Kind::Bot => "Bot",
    };
    let invitee = StoredValue::new(person.clone());
    let played: Vec<String> = games.iter().map(|record| record.game.clone()).collect();
    view! {
        <header class="profile-head">
            <h1 data-test="profile-name">{person.name.clone()} {kind_mark(person.kind)}</h1>
            <p class="muted" data-test="profile-kind">
                {kind} " since " {day(since)}
                {owner.map(|owner| view! { " · of " {person_name(&owner)} })}
            </p>
            {(trust.held > 0).then(|| view! {
                <p class="muted figures" data-test="trust">"As a holder of bets: " {table::trust(trust)}</p>
            })}
            {move || if mine.get() {
                view! { <KeepGames /> }.into_any()
            } else {
                view! {
                    <InviteThem person=invitee.get_value() />
                    <div class="row"><Peace person=invitee.get_value() /></div>
                }
                .into_any()
            }}
            {move || (mine.get() && house.visitor.has_account()).then(|| view! {
                <p><a href=href_of("/me/gold") data-test="to-gold">"Your gold"</a></p>
            })}
        </header>
        <Records id records=games />
        <div class="profile-rooms">
            <History id games=played />
            <div class="profile-side">
                <Runs runs />
                <Rivals rivals />
            </div>
        </div>
    }
}
