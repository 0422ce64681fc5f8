//! Names of people, as they are shown everywhere: accounts lead to their profile, programs wear a mark.

use crate::place::href_of;
use leptos::prelude::*;
use parlor_wire::{Kind, Occupant, Person, UserId};

/// A person's name.
pub fn person_name(person: &Person) -> AnyView {
    named(person.id, &person.name, person.kind)
}

/// The name of a seat's occupant. The house's own bots have no profile, and their mark is the seat's.
pub fn occupant_name(occupant: &Occupant) -> AnyView {
    match occupant {
        Occupant::Person { id, name, kind } => named(*id, name, *kind),
        Occupant::Nobody | Occupant::Bot { .. } => occupant.name().into_any(),
    }
}

fn named(id: UserId, name: &str, kind: Kind) -> AnyView {
    match kind {
        Kind::Guest => name.to_owned().into_any(),
        Kind::Account | Kind::Bot => view! {
            <a class="person" href=href_of(&profile_of(id)) data-test="person">{name.to_owned()}</a>
            {kind_mark(kind)}
        }
        .into_any(),
    }
}

/// The mark of a program; people wear none.
pub fn kind_mark(kind: Kind) -> Option<impl IntoView> {
    (kind == Kind::Bot).then(|| {
        view! { <span class="kind" title="A bot that a person runs" data-test="kind-bot">"bot"</span> }
    })
}

/// The address of a person's profile.
pub fn profile_of(id: UserId) -> String {
    format!("/people/{id}")
}
