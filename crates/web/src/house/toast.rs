//! What belongs to no place on the screen.

use leptos::prelude::*;
use std::time::Duration;

/// How long a sentence stays.
const STAYS: Duration = Duration::from_secs(5);

/// A sentence that belongs to no place on the screen, for a few seconds. Copy it freely.
#[derive(Clone, Copy)]
pub struct Toast(RwSignal<Option<String>>);

impl Toast {
    pub(super) fn new() -> Self {
        Self(RwSignal::new(None))
    }

    /// The sentence, while there is one.
    pub fn sentence(&self) -> Signal<Option<String>> {
        self.0.into()
    }

    /// Says something.
    pub fn say(&self, sentence: impl Into<String>) {
        let (toast, sentence) = (self.0, sentence.into());
        toast.set(Some(sentence.clone()));
        let forget = move || {
            if toast.with_untracked(|now| now.as_ref() == Some(&sentence)) {
                toast.set(None);
            }
        };
        set_timeout(forget, STAYS);
    }
}
