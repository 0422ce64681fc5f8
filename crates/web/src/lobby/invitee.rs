//! Whom to invite to a new table, and for when.

use crate::{
    house::{House, ask, http},
    ui::{TextField, Typed},
};
use leptos::prelude::*;
use parlor_wire::{Invitee, Pace, Person};

/// Whom we ask, if anybody. Copy it freely.
#[derive(Clone, Copy)]
pub struct Asked {
    /// Whether a player is asked by name at all.
    pub by_name: RwSignal<bool>,
    /// For now, or over days.
    pub pace: RwSignal<Pace>,
    name: Typed,
    fixed: StoredValue<Option<Person>>,
}

impl Asked {
    /// No player yet, unless it is clear who.
    pub fn new(person: Option<Person>) -> Self {
        Self {
            by_name: RwSignal::new(person.is_some()),
            pace: RwSignal::new(Pace::Live),
            name: Typed::new(""),
            fixed: StoredValue::new(person),
        }
    }

    /// Whether it is clear who.
    pub fn is_fixed(&self) -> bool {
        self.fixed.with_value(Option::is_some)
    }

    /// Whether a player is asked to a table with so many seats: invitations are for two.
    pub fn is_by_name(&self, seats: u8) -> bool {
        self.by_name.get() && seats == 2
    }

    /// Whom to ask.
    pub fn whom(&self, seats: u8) -> Option<Invitee> {
        if !self.by_name.get_untracked() || seats != 2 {
            return None;
        }
        let fixed = self.fixed.with_value(|person| person.as_ref().map(|person| Invitee::Id(person.id)));
        fixed.or_else(|| Some(Invitee::Name(self.name.now().trim().to_owned())))
    }
}

/// Their name, and when to play.
#[component]
pub fn InviteeFields(asked: Asked) -> impl IntoView {
    let choice = move |value: Pace, words: &'static str, test: &'static str| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="pace"
                    prop:checked=move || asked.pace.get() == value
                    on:change=move |_| asked.pace.set(value)
                    data-test=test
                />
                <span>{words}</span>
            </label>
        }
    };
    let hint = move || match asked.pace.get() {
        Pace::Live => "They have a minute to answer, and have to be here.",
        Pace::Correspondence => {
            "They have a day to answer. Each moves when they find the time; rules with a clock will not do."
        }
    };
    // Those who are here complete what is typed.
    let me = House::expect().visitor.me();
    let here = ask(move || {
        let known = me.get().is_some();
        async move { if known { http::here().await } else { Ok(Vec::new()) } }
    })
    .reply();
    let names = move || {
        let people = here.get().and_then(Result::ok).unwrap_or_default();
        people.into_iter().map(|here| here.person.name).collect()
    };
    view! {
        <div class="invitee">
            {(!asked.is_fixed()).then(|| view! {
                <TextField
                    id="invitee"
                    label="Their name"
                    typed=asked.name
                    hint="Upper or lower case does not matter."
                    suggestions=Signal::derive(names)
                />
            })}
            <div class="segments" role="group" aria-label="When">
                {choice(Pace::Live, "Now", "pace-live")}
                {choice(Pace::Correspondence, "Over days", "pace-correspondence")}
            </div>
            <p class="muted small">{hint}</p>
        </div>
    }
}
