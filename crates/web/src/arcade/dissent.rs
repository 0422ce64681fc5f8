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
    /// again. While it may not say anything, they go on disagreeing.
    pub fn lasts(&mut self, differs: bool, may_say: bool, now_ms: f64) -> bool {
        let since = self.since_ms.take().unwrap_or(now_ms);
        let lasts = differs && may_say && now_ms - since >= MOMENT_MS;
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
        assert!(!dissent.lasts(true, true, 1_000.0), "what was just done may take a moment to show");
        assert!(!dissent.lasts(true, true, 1_000.0 + MOMENT_MS / 2.0));
        assert!(dissent.lasts(true, true, 1_000.0 + MOMENT_MS));
        assert!(!dissent.lasts(true, true, 1_010.0 + MOMENT_MS), "and again after a while at the earliest");
        assert!(!dissent.lasts(false, true, 1_020.0 + MOMENT_MS));
        assert!(!dissent.lasts(true, true, 9_000.0), "they agreed in between");
    }

    #[test]
    fn what_could_not_be_said_is_said_as_soon_as_it_can() {
        let mut dissent = Dissent::default();
        for now_ms in [1_000.0, 1_000.0 + MOMENT_MS, 9_000.0] {
            assert!(!dissent.lasts(true, false, now_ms), "the match stands still");
        }
        assert!(dissent.lasts(true, true, 9_016.0), "the first picture after that");
        assert!(!dissent.lasts(true, true, 9_032.0));
    }
}
