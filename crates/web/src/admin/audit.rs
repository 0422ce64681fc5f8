//! What has been done to people and tables, and by whom.

use super::Desk;
use crate::{
    house::{Pages, http::admin},
    ui::when,
};
use leptos::prelude::*;
use parlor_wire::http::AuditLine;

/// The audit log, the latest first.
#[component]
pub fn Audit() -> impl IntoView {
    let desk = Desk::expect();
    let lines = Pages::new(|before| async move { admin::audit(before).await.map(|page| (page.lines, page.next)) });
    Effect::new(move |_| {
        desk.changed.track();
        lines.begin();
    });
    let row = |line: AuditLine| {
        let AuditLine { at, actor_name, action, subject, subject_name, note, .. } = line;
        view! {
            <tr data-test="audit-line">
                <td>{when(at)}</td>
                <td>{actor_name}</td>
                <td>{action.replace('_', " ")}</td>
                <td>{if subject_name.is_empty() { subject } else { subject_name }}</td>
                <td>{note}</td>
            </tr>
        }
    };
    view! {
        <section class="sheet admin-audit" aria-label="Audit log" data-test="admin-audit-list">
            <table class="stats">
                <thead>
                    <tr><th scope="col">"When"</th><th scope="col">"Who"</th><th scope="col">"What"</th><th scope="col">"To whom"</th><th scope="col">"Note"</th></tr>
                </thead>
                <tbody>{move || lines.rows().unwrap_or_default().into_iter().map(row).collect_view()}</tbody>
            </table>
            {lines.foot("Older lines", "audit-more")}
        </section>
    }
}
