//! What people have reported.

use super::{Deed, Desk};
use crate::{
    house::{House, ask, http::admin},
    ui::{person_name, when},
};
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::http::{ReportInfo, ReportedLine};

/// Reports that wait to be read.
#[component]
pub fn Reports() -> impl IntoView {
    let desk = Desk::expect();
    let reports = ask(move || {
        desk.changed.track();
        admin::reports()
    });
    let list = move || match reports.reply().get() {
        None => view! { <p class="muted">"One moment…"</p> }.into_any(),
        Some(Err(problem)) => view! { <p class="trouble" role="alert">{problem.detail}</p> }.into_any(),
        Some(Ok(reports)) if reports.is_empty() => {
            view! { <p class="muted" data-test="no-reports">"Nothing waits to be read."</p> }.into_any()
        }
        Some(Ok(reports)) => view! {
            <ul>{reports.into_iter().map(|report| view! { <Report report /> }).collect_view()}</ul>
        }
        .into_any(),
    };
    view! { <section class="sheet" aria-label="Reports" data-test="admin-reports-list">{list}</section> }
}

#[component]
fn Report(report: ReportInfo) -> impl IntoView {
    let (house, desk) = (House::expect(), Desk::expect());
    let ReportInfo { id, at, by, about, about_name, table, reason, note, lines, .. } = report;
    let then = (about.name != about_name).then(|| format!(", then called {about_name}"));
    let name = person_name(&about);
    let close = move |_| {
        spawn_local(async move {
            match admin::close_report(id).await {
                Ok(()) => desk.done(house, format!("Report {id} is closed.")),
                Err(problem) => house.complain(problem),
            }
        });
    };
    let line = |line: ReportedLine| {
        view! { <li class:this-one=line.this><strong>{line.name}</strong> ": " {line.text}</li> }
    };
    view! {
        <li class="admin-report" data-test="report">
            <p>
                <strong>{reason.word()}</strong> " about " {name} {then}
                {table.map(|code| format!(" at table {code}"))}
            </p>
            <p class="muted small">{when(at)} ", by " {by.map_or_else(|| "a person who is gone".to_owned(), |by| by.name)}</p>
            {(!note.is_empty()).then(|| view! { <p>"“" {note} "”"</p> })}
            <ul class="admin-lines">{lines.into_iter().map(line).collect_view()}</ul>
            <div class="row end">
                <button type="button" class="button" data-test="ban" on:click=move |_| desk.deed.set(Some(Deed::Ban(about.clone())))>
                    "Ban"
                </button>
                <button type="button" class="button" data-test="close-report" on:click=close>"Close the report"</button>
            </div>
        </li>
    }
}
