//! What belongs to no place on the screen.

use leptos::prelude::*;
use std::time::Duration;

/// How long a sentence stays.
const STAYS: Duration = Duration::from_secs(5);

/// A sentence that was said, with its number: one that is said twice is two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Counts them.
    pub n: u64,
    /// The sentence.
    pub sentence: String,
}

/// The last sentence of a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Last {
    count: u64,
    said: Option<Said>,
}

impl Last {
    /// Says something; gives back its number.
    fn say(&mut self, sentence: String) -> u64 {
        self.count += 1;
        self.said = Some(Said { n: self.count, sentence });
        self.count
    }

    /// The time of a sentence is over. One that was said after it stays.
    fn forget(&mut self, n: u64) -> bool {
        self.said.take_if(|said| said.n == n).is_some()
    }
}

/// A place where sentences stand for a while. Copy it freely.
#[derive(Clone, Copy)]
pub struct Passing(RwSignal<Last>);

impl Passing {
    /// Nothing has been said.
    pub fn new() -> Self {
        Self(RwSignal::default())
    }

    /// Says something that `stays` for so long, unless something else is said meanwhile.
    pub fn say(self, sentence: String, stays: Duration) {
        let mut n = 0;
        self.0.update(|last| n = last.say(sentence));
        let forget = move || _ = self.0.try_maybe_update(|last| (last.forget(n), ()));
        set_timeout(forget, stays);
    }

    /// What was said last, while it stands.
    pub fn said(self) -> Signal<Option<Said>> {
        Signal::derive(move || self.0.with(|last| last.said.clone()))
    }

    /// The same, for those who do not mind whether it is said again.
    pub fn sentence(self) -> Signal<Option<String>> {
        Signal::derive(move || self.0.with(|last| last.said.as_ref().map(|said| said.sentence.clone())))
    }
}

/// A sentence that belongs to no place on the screen, for a few seconds. Copy it freely.
#[derive(Clone, Copy)]
pub struct Toast {
    passing: Passing,
    /// The last one that a screen reader has had time to read out.
    heard: StoredValue<u64>,
}

impl Toast {
    pub(super) fn new() -> Self {
        Self { passing: Passing::new(), heard: StoredValue::new(0) }
    }

    /// What was said last, while it stands.
    pub fn said(&self) -> Signal<Option<Said>> {
        self.passing.said()
    }

    /// Says something.
    pub fn say(&self, sentence: impl Into<String>) {
        self.passing.say(sentence.into(), STAYS);
    }

    /// Whether it was read out before, so that it must not be again.
    pub fn is_heard(&self, n: u64) -> bool {
        self.heard.get_value() >= n
    }

    /// It is on the screen, and read out by now.
    pub fn hear(&self, n: u64) {
        self.heard.set_value(n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_is_said_twice_stays_as_long_as_the_second() {
        let mut last = Last::default();
        let first = last.say("Not your turn.".into());
        let second = last.say("Not your turn.".into());
        assert!(!last.forget(first), "its time is over, but the second stands");
        assert_eq!(last.said, Some(Said { n: second, sentence: "Not your turn.".into() }));
        assert!(last.forget(second));
        assert_eq!(last.said, None);
    }
}
