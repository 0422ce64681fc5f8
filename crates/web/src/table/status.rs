//! The one line that says whose turn it is and what to do.

use super::{
    TableCtx,
    hold::{Hold, HoldSeconds},
};
use leptos::prelude::*;
use parlor_client::{LineStatus, TableModel};
use parlor_wire::Status;

/// A line that is back sooner than this after the house was last heard, in milliseconds, is not worth a word.
const HICCUP_MS: f64 = 1_500.0;

/// Whether the line to the house is lost: at once if the browser has no network, after a moment if it only broke.
/// Until it is back, what the page shows is how things stood.
pub fn line_lost(ctx: TableCtx) -> Memo<bool> {
    let (line, online, now) = (ctx.house().line.status(), ctx.house().line.online(), ctx.now_ms());
    let since = Memo::new(move |before: Option<&Option<f64>>| {
        (line.get() == LineStatus::Lost)
            .then(|| before.copied().flatten().unwrap_or_else(|| ctx.house().line.heard_ms()))
    });
    Memo::new(move |_| since.get().is_some_and(|since| !online.get() || now.get() - since >= HICCUP_MS))
}

/// The status line, and refusals: where the eyes are anyway.
#[component]
pub fn StatusLine(ctx: TableCtx) -> impl IntoView {
    let (status, refused) = (ctx.status(), ctx.refused());
    let lost = line_lost(ctx);
    let online = ctx.house().line.online();
    let acts = ctx.memo(Acts::of);
    // That the match stands still comes before what the game says.
    let hold = ctx.memo(Hold::of);
    let line = move || match hold.get() {
        _ if lost.get() => format!("{} {}", cause(online.get()), acts.get().consequence()).into_any(),
        None => view! { {status} }.into_any(),
        Some(hold) => view! { {hold.words()} " " <HoldSeconds ctx hold /> }.into_any(),
    };
    view! {
        <div class="status-line">
            <p class="status" role="status" aria-live="polite" data-test="status">{line}</p>
            <p class="refusal" role="alert" data-test="refusal">
                <For each=move || refused.get() key=|said| said.n let:said>{said.sentence}</For>
            </p>
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
