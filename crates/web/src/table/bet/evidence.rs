//! What is known about a disputed match: what was said against it, and what its log proves.

use super::{role::BetView, words};
use crate::{
    house::{House, ask, http::NoAnswer},
    replay,
    ui::{Icon, icon},
};
use leptos::prelude::*;
use parlor_kernel::Commitment;
use parlor_wire::MatchId;

/// The complaint against the result, and how it was decided.
pub fn said(bet: &BetView) -> Option<impl IntoView + use<>> {
    let dispute = bet.info.dispute.as_ref()?;
    let (by, reason, ruling) = (bet.name(dispute.by).to_owned(), dispute.reason.clone(), words::ruling(bet));
    Some(view! {
        <div class="table-bet-dispute notice" data-test="dispute-said">
            <p>{format!("{by} disputes the result: “{reason}”")}</p>
            {ruling.map(|ruling| view! { <p>{ruling}</p> })}
        </div>
    })
}

/// The log of the match, checked here in the browser and told move by move.
#[component]
pub fn Evidence(id: MatchId, promised: Commitment) -> impl IntoView {
    let house = House::expect();
    let log = ask(move || async move { replay::fetch(id).await.map_err(|why| NoAnswer::NoLog(why).into()) });
    let told = move || {
        match log.reply().get() {
        None => view! { <p class="muted small">"Checking the log…"</p> }.into_any(),
        Some(Err(problem)) => view! { <p class="trouble small">{problem.detail}</p> }.into_any(),
        Some(Ok(record)) => match house.catalog.examine(record, promised) {
            Ok(story) => view! {
                <p class="small evidence-holds" data-test="evidence-verdict">
                    {icon(Icon::Shield)}
                    "Verified: every move, every roll of the dice and the result replay exactly as recorded, with the promised dice."
                </p>
                <pre class="evidence-story" tabindex="0" aria-label="The match">{story.trim().to_owned()}</pre>
            }
            .into_any(),
            Err(why) => view! {
                <p class="trouble small" data-test="evidence-verdict">"The log does not hold. " {why}</p>
            }
            .into_any(),
        },
    }
    };
    view! { <section class="evidence" aria-label="What the log proves" data-test="evidence">{told}</section> }
}
