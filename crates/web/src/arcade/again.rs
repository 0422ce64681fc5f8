//! When to say anew what is held.

/// As often as that at most, in milliseconds: the house is not pestered while it cannot be reached, and the picture
/// shows what was said last.
const EVERY_MS: f64 = 250.0;

/// Whether what is held must be said anew, because something that was done may have come to nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Again {
    /// What had been lost when it was said last.
    lost: u64,
    said_ms: f64,
}

impl Again {
    /// Whether it is time, now that so much has been [lost](super::Runner::lost).
    pub fn is_due(&mut self, lost: u64, now_ms: f64) -> bool {
        let is_due = lost != self.lost && now_ms - self.said_ms >= EVERY_MS;
        if is_due {
            *self = Self { lost, said_ms: now_ms };
        }
        is_due
    }
}
