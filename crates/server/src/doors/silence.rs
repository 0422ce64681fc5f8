//! How long a client has been silent.

use crate::{clock::HouseClock, settings::Times};
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

/// What is due while a client says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// To ask it whether it is there.
    Ping,
    /// To give it up: it has been silent for too long.
    Gone,
}

/// How long a client has been silent, by the house's clock: a house that was stopped has not listened. Now and then it is to be
/// asked whether it is there. One alarm serves both: there are thousands of clients, and alarms are looked at with every frame.
#[derive(Debug)]
pub struct Silence {
    clock: HouseClock,
    heard_ms: u64,
    most: Duration,
    ping_every: Duration,
    ping_at: Instant,
    sending: Sending,
    alarm: Pin<Box<Sleep>>,
}

impl Silence {
    /// A client that is silent from now on. It may be for a while, and while it is sent something.
    pub fn new(clock: HouseClock, times: &Times, sending: Sending) -> Self {
        let (most, ping_every) = (times.silence(), Duration::from_millis(times.ping_ms));
        let ping_at = Instant::now() + ping_every;
        let alarm = Box::pin(sleep(most.min(ping_every)));
        Self { heard_ms: clock.now_ms(), clock, most, ping_every, ping_at, sending, alarm }
    }

    /// Something is heard.
    pub fn heard(&mut self) {
        self.heard_ms = self.clock.now_ms();
    }

    /// Waits until something is due. May be dropped while it waits.
    pub async fn due(&mut self) -> Due {
        poll_fn(|cx| self.poll_due(cx)).await
    }

    /// The same, for those who wait for more than that.
    pub fn poll_due(&mut self, cx: &mut Context<'_>) -> Poll<Due> {
        loop {
            ready!(self.alarm.as_mut().poll(cx));
            if self.sending.0.load(Ordering::Relaxed) {
                self.heard();
            }
            let silent = Duration::from_millis(self.clock.now_ms() - self.heard_ms);
            if silent >= self.most {
                return Poll::Ready(Due::Gone);
            }
            let now = Instant::now();
            let asks = now >= self.ping_at;
            if asks {
                self.ping_at = now + self.ping_every;
            }
            self.alarm.as_mut().reset(self.ping_at.min(now + (self.most - silent)));
            if asks {
                return Poll::Ready(Due::Ping);
            }
        }
    }
}
