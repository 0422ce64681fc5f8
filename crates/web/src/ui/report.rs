//! Muting a person, and reporting them to the keeper of the house.

use super::{Dialog, Icon, icon};
use crate::house::{House, http::moderation};
use leptos::{ev, prelude::*, task::spawn_local};
use parlor_wire::{
    ChatLine, MAX_CHAT, Person, TableCode,
    http::{NewReport, Reason, Reported},
};

/// What is to be reported.
#[derive(Clone, PartialEq, Debug)]
pub struct Grievance {
    /// About whom.
    name: String,
    /// Where, if it was at a table.
    table: Option<TableCode>,
    about: Reported,
    /// What they said, if it is about that.
    said: Option<String>,
}

impl Grievance {
    /// Something that was said at a table.
    pub fn line(table: TableCode, line: ChatLine) -> Self {
        Self { name: line.name, table: Some(table), about: Reported::Line(line.id), said: Some(line.text) }
    }

    /// A person, wherever they are.
    pub fn person(person: &Person) -> Self {
        Self { name: person.name.clone(), table: None, about: Reported::Person(person.id), said: None }
    }
}

/// What can be done about a person one would rather not hear.
#[component]
pub fn Peace(
    /// Whom.
    person: Person,
) -> impl IntoView {
    let house = House::expect();
    let (id, grievance) = (person.id, Grievance::person(&person));
    let muted = Memo::new(move |_| house.mutes.has(id));
    let reported = RwSignal::new(None);
    view! {
        <button
            type="button"
            class="button"
            title="Neither their invitations nor what they say will reach you"
            data-test="mute"
            on:click=move |_| if muted.get_untracked() { house.unmute(id) } else { house.mute(person.clone()) }
        >
            {move || if muted.get() { "Unmute" } else { "Mute" }}
        </button>
        <button type="button" class="button" data-test="report" on:click=move |_| reported.set(Some(grievance.clone()))>
            {icon(Icon::Flag)}
            "Report…"
        </button>
        <ReportDialog reported />
    }
}

/// What a reason is called.
const fn words_of(reason: Reason) -> &'static str {
    match reason {
        Reason::Abuse => "Insults or threats",
        Reason::Spam => "Spam",
        Reason::Cheating => "Cheating",
        Reason::Name => "Their name",
        Reason::Other => "Something else",
    }
}

/// Asks for a reason while there is something to report.
#[component]
pub fn ReportDialog(
    /// What, until it is reported or let be.
    reported: RwSignal<Option<Grievance>>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    Effect::new(move |_| {
        if reported.with(Option::is_some) {
            open.set(true);
        }
    });
    Effect::new(move |_| {
        if !open.get() && reported.with_untracked(Option::is_some) {
            reported.set(None);
        }
    });
    let title = Signal::derive(move || {
        let name = reported.with(|what| what.as_ref().map(|what| what.name.clone()));
        format!("Report {}", name.unwrap_or_default())
    });
    view! {
        <Dialog open title test="report-dialog">
            {move || reported.get().map(|what| view! { <Form what open /> })}
        </Dialog>
    }
}

#[component]
fn Form(what: Grievance, open: RwSignal<bool>) -> impl IntoView {
    let house = House::expect();
    let Grievance { name, table, about, said } = what;
    let (reason, note) = (RwSignal::new(Reason::Abuse), RwSignal::new(String::new()));
    let (trouble, busy) = (RwSignal::new(None::<String>), RwSignal::new(false));
    let send = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        let report = NewReport { table, about, reason: reason.get_untracked(), note: note.get_untracked() };
        spawn_local(async move {
            match moderation::report(&report).await {
                Ok(()) => {
                    house.toast.say("Thank you. The keeper of this house will look at it.");
                    open.set(false);
                }
                // The dialog may be closed by now.
                Err(problem) => {
                    if !house.doubts(&problem) {
                        trouble.try_set(Some(problem.detail));
                    }
                    busy.try_set(false);
                }
            }
        });
    };
    let choices = Reason::ALL.map(|choice| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="reason"
                    prop:checked=move || reason.get() == choice
                    on:change=move |_| {
                        reason.set(choice);
                        trouble.set(None);
                    }
                    data-test=format!("reason-{}", choice.word())
                />
                <span>{words_of(choice)}</span>
            </label>
        }
    });
    view! {
        <form class="stack" on:submit=send>
            {said.map(|said| view! { <blockquote class="said-quote"><bdi>{name}</bdi>": "<bdi>{said}</bdi></blockquote> })}
            <fieldset class="setting">
                <legend>"What is wrong?"</legend>
                <div class="segments">{choices.into_iter().collect_view()}</div>
            </fieldset>
            <div class="labelled">
                <label for="report-note">"Anything else to know?"</label>
                <textarea
                    id="report-note"
                    class="field"
                    rows="3"
                    maxlength=MAX_CHAT
                    data-test="report-note"
                    bind:value=note
                    on:input=move |_| trouble.set(None)
                ></textarea>
            </div>
            <p class="muted small">
                {match table {
                    Some(_) => "It goes to the keeper of this house, with the last lines you can read here. The others are not told.",
                    None => "It goes to the keeper of this house. They are not told.",
                }}
            </p>
            <p class="trouble" role="alert" data-test="report-trouble">{trouble}</p>
            <div class="row end">
                <button
                    type="submit"
                    class="button primary"
                    aria-busy=move || busy.get().then_some("true")
                    data-test="report-send"
                >
                    "Send the report"
                </button>
            </div>
        </form>
    }
}
