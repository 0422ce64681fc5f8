//! How well inputs reach the house.

use crate::table::TableCtx;
use leptos::prelude::*;

/// A delay that is felt, in milliseconds.
const SLOW_MS: f64 = 150.0;

/// How long inputs take to the house and back, and how many came too late to count for the moment they were made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Trip {
    /// In milliseconds, rounded so that it does not flicker.
    delay: Option<u32>,
    late: u64,
}

/// The delay, with a mark that differs by shape as well as by colour.
#[component]
pub fn Network(ctx: TableCtx) -> impl IntoView {
    let now = ctx.now_ms();
    let trip = Memo::new(move |_| {
        now.track();
        let read = ctx.with_untracked(|model| {
            let ahead = model.game.as_ref()?.ahead.as_ref()?;
            let delay = ahead.delay_ms().map(|ms| (ms / 5.0).round() as u32 * 5);
            Some(Trip { delay, late: ahead.moved() })
        });
        read.flatten().unwrap_or_default()
    });
    let is_slow = move || trip.with(|trip| trip.delay.is_some_and(|ms| f64::from(ms) > SLOW_MS));
    let words = move || {
        let Trip { delay, late } = trip.get();
        let delay = delay.map(|ms| format!("Your inputs take {ms} ms to the house and back."));
        let late = match late {
            0 => "None came too late.".to_owned(),
            1 => "One came too late.".to_owned(),
            late => format!("{late} came too late."),
        };
        delay.map_or_else(|| "Nothing has been sent yet.".to_owned(), |delay| format!("{delay} {late}"))
    };
    view! {
        <span class="net" class:slow=is_slow title=words data-test="net">
            <span aria-hidden="true">{move || if is_slow() { "▲" } else { "●" }}</span>
            {move || trip.with(|trip| trip.delay.map_or_else(|| "–".to_owned(), |ms| format!("{ms} ms")))}
            {move || trip.with(|trip| (trip.late > 0).then(|| format!(" · {} late", trip.late)))}
            <span class="for-ears">{words}</span>
        </span>
    }
}
