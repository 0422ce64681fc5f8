//! Asking whoever keeps the house to look at something that was said.

use super::TableCtx;
use crate::{house::http::moderation, ui::Dialog};
use leptos::{ev, prelude::*, task::spawn_local};
use parlor_wire::{
    ChatLine, MAX_CHAT,
    http::{NewReport, Reason, Reported},
};

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

/// Asks for a reason while there is a line to report.
#[component]
pub fn ReportDialog(ctx: TableCtx, reported: RwSignal<Option<ChatLine>>) -> impl IntoView {
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
        let name = reported.with(|line| line.as_ref().map(|line| line.name.clone()));
        format!("Report {}", name.unwrap_or_default())
    });
    view! {
        <Dialog open title test="report-dialog">
            {move || reported.get().map(|line| view! { <Form ctx line open /> })}
        </Dialog>
    }
}

#[component]
fn Form(ctx: TableCtx, line: ChatLine, open: RwSignal<bool>) -> impl IntoView {
    let house = ctx.house();
    let (reason, note) = (RwSignal::new(Reason::Abuse), RwSignal::new(String::new()));
    let (trouble, busy) = (RwSignal::new(None::<String>), RwSignal::new(false));
    let about = Reported::Line(line.id);
    let send = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        let report = NewReport { table: ctx.code(), about, reason: reason.get_untracked(), note: note.get_untracked() };
        spawn_local(async move {
            match moderation::report(&report).await {
                Ok(()) => {
                    house.say("Thank you. Whoever keeps this house will look at it.");
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
            <blockquote class="said-quote"><bdi>{line.name}</bdi>": "<bdi>{line.text}</bdi></blockquote>
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
                "It goes to whoever keeps this house, with the last lines you can read here. The others are not told."
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
