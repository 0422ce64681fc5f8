//! A match that stands still, as the screen tells it.

use super::TableCtx;
use leptos::prelude::*;
use parlor_client::{TableModel, words::awaited};

/// A match that stands still.
#[derive(Clone, PartialEq, Debug)]
pub struct Hold {
    /// The players it waits for.
    awaited: Option<String>,
    /// When it goes on, on the screen's clock; `None` while none of its players is there.
    until_ms: Option<f64>,
}

impl Hold {
    /// How a match in real time stands still, if it does. Of a match in turns only the clock stands still, and the game goes
    /// on.
    pub fn of(model: &TableModel) -> Option<Self> {
        let held = model.info.held.filter(|_| model.game.as_ref().is_some_and(|game| game.ahead.is_some()))?;
        let until_ms = held.goes_on_ms.map(|left| model.told_ms + left as f64);
        Some(Self { awaited: awaited(&model.info), until_ms })
    }

    /// How many seconds are left.
    fn seconds(&self, now_ms: f64) -> Option<u32> {
        self.until_ms.map(|until| ((until - now_ms).max(0.0) / 1000.0).ceil() as u32)
    }

    /// What it waits for, in words that do not change every second.
    pub fn words(&self) -> String {
        match (&self.awaited, self.until_ms) {
            (_, None) => "The match waits until a player is back.".into(),
            (Some(names), Some(_)) => format!("The match waits for {names}."),
            (None, Some(_)) => "The match goes on in a moment.".into(),
        }
    }
}

/// How many seconds are left until the match goes on. They are not read out: no player wants to hear each of them.
#[component]
pub fn HoldSeconds(ctx: TableCtx, hold: Hold) -> impl IntoView {
    let seconds = Memo::new(move |_| hold.seconds(ctx.now_ms().get()));
    let words = move || seconds.get().map(|seconds| format!("{seconds} s"));
    view! { <span class="figures" aria-hidden="true">{words}</span> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hold_says_what_it_waits_for_and_how_long() {
        let hold = |awaited: Option<&str>, until_ms| Hold { awaited: awaited.map(str::to_owned), until_ms };
        let waits = hold(Some("Ben"), Some(60_000.0));
        assert_eq!((waits.words().as_str(), waits.seconds(17_900.0)), ("The match waits for Ben.", Some(43)));
        let soon = hold(None, Some(3_000.0));
        assert_eq!((soon.words().as_str(), soon.seconds(4_000.0)), ("The match goes on in a moment.", Some(0)));
        let left = hold(Some("Ben"), None);
        assert_eq!((left.words().as_str(), left.seconds(0.0)), ("The match waits until a player is back.", None));
    }
}
