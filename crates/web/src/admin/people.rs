//! People: who is here, who has a role, who is banned, and anyone by name.

use super::{Deed, Desk};
use crate::{
    house::{House, ask, http::admin},
    ui::{TextField, Typed, person_name, when},
};
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::{
    Kind,
    http::{BanInfo, KeptPerson, Role},
};

/// Which people are listed, if no name is typed.
const WHO: [(&str, &str); 3] = [("here", "Here now"), ("staff", "With a role"), ("banned", "Banned")];

/// The list, with a field to find people by name.
#[component]
pub fn People() -> impl IntoView {
    let desk = Desk::expect();
    let (find, who) = (Typed::new(""), RwSignal::new(WHO[0].0));
    let people = ask(move || {
        desk.changed.track();
        let (find, who) = (find.text.get(), who.get());
        async move { admin::people(&find, who).await }
    });
    let choices = WHO.map(|(id, name)| {
        let here = move || who.get() == id && find.text.with(String::is_empty);
        let choose = move |_| {
            find.clear();
            who.set(id);
        };
        view! {
            <button type="button" class="tab" aria-pressed=move || here().to_string() data-test=format!("who-{id}") on:click=choose>
                {name}
            </button>
        }
    });
    let list = move || match people.reply().get() {
        None => view! { <p class="muted">"One moment…"</p> }.into_any(),
        Some(Err(problem)) => view! { <p class="trouble" role="alert">{problem.detail}</p> }.into_any(),
        Some(Ok(people)) if people.is_empty() => {
            view! { <p class="muted" data-test="no-people">"There are none."</p> }.into_any()
        }
        Some(Ok(people)) => view! {
            <ul>{people.into_iter().map(|kept| view! { <Kept kept /> }).collect_view()}</ul>
        }
        .into_any(),
    };
    view! {
        <section class="sheet" aria-label="People" data-test="admin-people-list">
            <TextField id="find-person" label="Find by name or id" typed=find hint="The beginning of an account's or a bot's name." />
            <div class="tabs small">{choices.collect_view()}</div>
            {list}
        </section>
    }
}

/// A person, and what can be done.
#[component]
fn Kept(kept: KeptPerson) -> impl IntoView {
    let (house, desk) = (House::expect(), Desk::expect());
    let KeptPerson { person, created_at, here, role, ban, .. } = kept;
    let (id, has_account) = (person.id, person.kind == Kind::Account);
    let name = StoredValue::new(person.name.clone());
    let person_of = StoredValue::new(person.clone());
    let begin = move |deed: fn(parlor_wire::Person) -> Deed| desk.deed.set(Some(deed(person_of.get_value())));
    let unban = move |_| {
        spawn_local(async move {
            match admin::unban(id).await {
                Ok(()) => desk.done(house, format!("{} may come in again.", name.get_value())),
                Err(problem) => house.complain(problem),
            }
        });
    };
    let set_role = move |role: Option<Role>| {
        spawn_local(async move {
            match admin::set_role(id, role).await {
                Ok(()) => {
                    let now = role.map_or("no role any more", word);
                    desk.done(house, format!("{}: {now}.", name.get_value()));
                }
                Err(problem) => house.complain(problem),
            }
        });
    };
    let roles = move || {
        (desk.is_admin() && has_account).then(|| {
            let button = |to: Option<Role>, text: &'static str, test: &'static str| {
                (role != to).then(|| {
                    view! {
                        <button type="button" class="button" data-test=test on:click=move |_| set_role(to)>{text}</button>
                    }
                })
            };
            view! {
                {button(Some(Role::Moderator), "Make moderator", "make-moderator")}
                {button(Some(Role::Admin), "Make admin", "make-admin")}
                {button(None, "Take the role away", "take-role")}
                <button type="button" class="button" data-test="give-gold" on:click=move |_| begin(Deed::Grant)>"Give gold"</button>
                <button type="button" class="button" data-test="new-password" on:click=move |_| begin(Deed::Password)>"New password"</button>
            }
        })
    };
    let is_banned = ban.is_some();
    view! {
        <li class="line-item admin-person" data-test="kept-person">
            <span class="line-words">
                <span>
                    {person_name(&person)}
                    {role.map(|role| view! { <span class="muted small">" · " {word(role)}</span> })}
                    {here.then(|| view! { <span class="muted small">" · here"</span> })}
                </span>
                <span class="muted small">"since " {when(created_at)} " · " <code>{id.to_string()}</code></span>
                {ban.map(|ban| view! { <Banned ban /> })}
            </span>
            <span class="row">
                {if is_banned {
                    view! { <button type="button" class="button" data-test="unban" on:click=unban>"Unban"</button> }.into_any()
                } else {
                    view! {
                        <button type="button" class="button" data-test="ban" on:click=move |_| begin(Deed::Ban)>"Ban"</button>
                    }
                    .into_any()
                }}
                {roles}
            </span>
        </li>
    }
}

#[component]
fn Banned(ban: BanInfo) -> impl IntoView {
    let until = ban.until.map_or_else(
        || "Banned without end".to_owned(),
        |ms| {
            let date = js_sys::Date::new(&(ms as f64).into());
            format!(
                "Banned until {}",
                String::from(date.to_locale_string("default", &wasm_bindgen::JsValue::UNDEFINED))
            )
        },
    );
    view! { <span class="small" data-test="banned">{until} ": " {ban.reason}</span> }
}

const fn word(role: Role) -> &'static str {
    match role {
        Role::Moderator => "moderator",
        Role::Admin => "admin",
    }
}
