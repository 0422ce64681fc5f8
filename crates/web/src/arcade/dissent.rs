//! When hands and match disagree.

/// What was just done takes less than this to show, in milliseconds.
const MOMENT_MS: f64 = 250.0;

/// Whether a hand and the match disagree about what is held, and for how long they have.
#[derive(Clone, Copy, Default, Debug)]
pub struct Dissent {
    since_ms: Option<f64>,
}

impl Dissent {
    /// Whether it has lasted for so long that the hand should say anew what it holds. After that it may take a moment
    /// again.
    pub fn lasts(&mut self, differs: bool, now_ms: f64) -> bool {
        let since = self.since_ms.take().unwrap_or(now_ms);
        let lasts = differs && now_ms - since >= MOMENT_MS;
        self.since_ms = (differs && !lasts).then_some(since);
        lasts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_for_a_while_is_said_once_in_a_while() {
        let mut dissent = Dissent::default();
        assert!(!dissent.lasts(true, 1_000.0), "what was just done may take a moment to show");
        assert!(!dissent.lasts(true, 1_000.0 + MOMENT_MS / 2.0));
        assert!(dissent.lasts(true, 1_000.0 + MOMENT_MS));
        assert!(!dissent.lasts(true, 1_010.0 + MOMENT_MS), "and again after a while at the earliest");
        assert!(!dissent.lasts(false, 1_020.0 + MOMENT_MS));
        assert!(!dissent.lasts(true, 9_000.0), "they agreed in between");
    }
}
