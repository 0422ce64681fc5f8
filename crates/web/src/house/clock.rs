//! The screen's clock.

use crate::browser::{is_visible, now_ms};
use leptos::prelude::*;
use std::time::Duration;

/// How often it moves.
const EVERY: Duration = Duration::from_millis(250);

/// The screen's clock, for what is counted down on the page. Copy it freely.
#[derive(Clone, Copy)]
pub struct Clock(RwSignal<f64>);

impl Clock {
    pub(super) fn new() -> Self {
        Self(RwSignal::new(now_ms()))
    }

    /// The time, in milliseconds.
    pub fn now_ms(&self) -> Signal<f64> {
        self.0.into()
    }

    /// Keeps it going, and calls `also` each time. It stands still while the page cannot be seen.
    pub(super) fn run(self, also: impl Fn() + 'static) {
        let tick = move || {
            if is_visible() {
                self.0.set(now_ms());
            }
            also();
        };
        set_interval(tick, EVERY);
    }
}
