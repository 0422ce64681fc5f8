//! How long a client has been silent.

use crate::clock::HouseClock;
use std::{
    future::poll_fn,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::time::{Instant, Sleep, sleep};

/// Whether a client is being sent something that it has not taken in yet. It may be silent meanwhile: what asks it whether
/// it is there waits behind that.
#[derive(Clone, Debug, Default)]
pub struct Sending(Arc<AtomicBool>);

impl Sending {
    /// Whether that is so now.
    pub fn set(&self, is_sent: bool) {
        self.0.store(is_sent, Ordering::Relaxed);
    }
}

/// How long a client has been silent, by the house's clock: a house that was stopped has not listened.
#[derive(Debug)]
pub struct Silence {
    clock: HouseClock,
    heard_ms: u64,
    most: Duration,
    sending: Sending,
    sleep: Pin<Box<Sleep>>,
}

impl Silence {
    /// A client may be silent for `most`, and while it is sent something.
    pub fn new(clock: HouseClock, most: Duration, sending: Sending) -> Self {
        Self { heard_ms: clock.now_ms(), sleep: Box::pin(sleep(most)), clock, most, sending }
    }

    /// Something is heard.
    pub fn heard(&mut self) {
        self.heard_ms = self.clock.now_ms();
    }

    /// Waits until the client has been silent for too long. May be dropped while it waits.
    pub async fn too_long(&mut self) {
        poll_fn(|cx| self.poll_too_long(cx)).await;
    }

    /// The same, for those who wait for more than that.
    pub fn poll_too_long(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            ready!(self.sleep.as_mut().poll(cx));
            if self.sending.0.load(Ordering::Relaxed) {
                self.heard();
            }
            let silent = Duration::from_millis(self.clock.now_ms() - self.heard_ms);
            if silent >= self.most {
                return Poll::Ready(());
            }
            self.sleep.as_mut().reset(Instant::now() + (self.most - silent));
        }
    }
}
