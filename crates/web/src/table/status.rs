//! The one line that says whose turn it is and what to do.

use super::TableCtx;
use leptos::prelude::*;
use parlor_client::{LineStatus, TableModel};
use parlor_wire::Status;

/// A line that is back sooner than this after the house was last heard, in milliseconds, is not worth a word.
const HICCUP_MS: f64 = 1_500.0;

/// Whether the line to the house is lost: at once if the browser has no network, after a moment if it only broke.
/// Until it is back, what the page shows is how things stood.
pub fn line_lost(ctx: TableCtx) -> Memo<bool> {
    let (line, online, now) = (ctx.house().line(), ctx.house().online(), ctx.now_ms());
    let since = Memo::new(move |before: Option<&Option<f64>>| {
        (line.get() == LineStatus::Lost).then(|| before.copied().flatten().unwrap_or_else(|| ctx.house().heard_ms()))
    });
    Memo::new(move |_| since.get().is_some_and(|since| !online.get() || now.get() - since >= HICCUP_MS))
}

/// The status line, and refusals: where the eyes are anyway.
#[component]
pub fn StatusLine(ctx: TableCtx) -> impl IntoView {
    let (status, refusal) = (ctx.status(), ctx.refusal());
    let lost = line_lost(ctx);
    let online = ctx.house().online();
    let acts = ctx.memo(Acts::of);
    // A real-time match that stands still, and when it goes on, on the screen's clock: that comes before what the game
    // says. In a match played in turns only the clock does.
    let held = ctx.memo(|model| {
        let held = model.info.held.filter(|_| model.game.as_ref().is_some_and(|game| game.ahead.is_some()))?;
        Some(held.goes_on_ms.map(|left| model.told_ms + left as f64))
    });
    let line = move || match held.get() {
        _ if lost.get() => format!("{} {}", cause(online.get()), acts.get().consequence()).into_any(),
        None => view! { {status} }.into_any(),
        Some(None) => "The match waits until somebody is back.".into_any(),
        Some(Some(at)) => view! { <GoesOn ctx at /> }.into_any(),
    };
    view! {
        <div class="status-line">
            <p class="status" role="status" aria-live="polite" data-test="status">{line}</p>
            <p class="refusal" role="alert" data-test="refusal">{refusal}</p>
        </div>
    }
}

/// What a viewer can do at a table, and so what a lost line means to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Acts {
    /// Nothing: they look on.
    #[default]
    Watches,
    /// Whatever they do waits for the line.
    InTurns,
    /// Whatever they do is lost.
    InRealTime,
}

impl Acts {
    fn of(model: &TableModel) -> Self {
        let real_time = model.game.as_ref().is_some_and(|game| game.ahead.is_some());
        match (model.seat, model.info.status, real_time) {
            (None, ..) => Self::Watches,
            (Some(_), Status::Playing, true) => Self::InRealTime,
            (Some(_), ..) => Self::InTurns,
        }
    }

    const fn consequence(self) -> &'static str {
        match self {
            Self::Watches => "This is how things stood.",
            Self::InTurns => "What you do now is sent when you are back.",
            Self::InRealTime => "What you do now does not count.",
        }
    }
}

const fn cause(online: bool) -> &'static str {
    if online { "The house does not answer." } else { "You are offline." }
}

/// A match goes on soon. The seconds are not read out: nobody wants to hear each of them.
#[component]
fn GoesOn(ctx: TableCtx, at: f64) -> impl IntoView {
    let seconds = Memo::new(move |_| ((at - ctx.now_ms().get()).max(0.0) / 1000.0).ceil() as u32);
    view! {
        <span class="for-ears">"The match goes on in a moment."</span>
        <span class="figures" aria-hidden="true">{move || format!("The match goes on in {} s", seconds.get())}</span>
    }
}
