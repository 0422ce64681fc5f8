//! Time that only this thread has used, since other programs come in between.

use std::{fs, time::Instant};

/// Measures processor time where the system tells it, else the time of day.
pub struct Clock {
    wall: Instant,
    processor: Option<f64>,
}

impl Clock {
    pub fn start() -> Self {
        Self { wall: Instant::now(), processor: processor_seconds() }
    }

    pub fn seconds(&self) -> f64 {
        match (self.processor, processor_seconds()) {
            (Some(then), Some(now)) => now - then,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// Processor time of this thread so far, on Linux.
fn processor_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
