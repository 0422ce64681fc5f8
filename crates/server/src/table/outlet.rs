//! Where what one connection is told waits to be sent.

use super::text;
use axum::extract::ws::Utf8Bytes;
use parlor_kernel::Refusal;
use parlor_wire::{CommandId, ServerFrame};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// How many frames may wait for a slow client before it is cut off,
pub const QUEUE: usize = 512;
/// and how many bytes of them: a frame may be as long as a table's rules and chat.
pub const QUEUE_BYTES: usize = 1024 * 1024;

/// Where frames for one connection go. It never blocks a table: a connection that cannot keep up is cut off and
/// resumes when it comes back.
#[derive(Clone, Debug)]
pub struct Outlet {
    frames: mpsc::Sender<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    cut: CancellationToken,
}

/// What waits to be sent to one connection.
#[derive(Debug)]
pub struct Queue {
    frames: mpsc::Receiver<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
}

impl Outlet {
    /// An outlet and what waits in it; `cut` ends the connection.
    pub fn new(cut: CancellationToken) -> (Self, Queue) {
        let (sender, receiver) = mpsc::channel(QUEUE);
        let waiting = Arc::new(AtomicUsize::new(0));
        (Self { frames: sender, waiting: Arc::clone(&waiting), cut }, Queue { frames: receiver, waiting })
    }

    /// Whether the connection has ended, or is about to.
    pub fn is_cut(&self) -> bool {
        self.cut.is_cancelled()
    }

    /// Sends a frame's text.
    pub fn send_text(&self, text: Utf8Bytes) {
        let waiting = self.waiting.fetch_add(text.len(), Ordering::Relaxed) + text.len();
        if waiting > QUEUE_BYTES || self.frames.try_send(text).is_err() {
            self.cut.cancel();
        }
    }

    /// Sends a frame.
    pub fn send(&self, frame: &ServerFrame) {
        self.send_text(text(frame));
    }

    /// Answers a command: it was done, or why it was not.
    pub fn answer(&self, id: CommandId, result: Result<(), Refusal>) {
        match result {
            Ok(()) => self.send(&ServerFrame::Done { id }),
            Err(refusal) => self.refuse(Some(id), refusal),
        }
    }

    /// Refuses a command, or whatever cannot even be called one, and counts it.
    pub fn refuse(&self, id: Option<CommandId>, Refusal { code, message }: Refusal) {
        count_refusal(code);
        self.send(&ServerFrame::Refused { id, code: code.into(), message });
    }
}

/// Counts a refusal that is told in other words than a frame's; [`Outlet::refuse`] counts its own.
pub fn count_refusal(code: &'static str) {
    metrics::counter!("parlor_refusals_total", "code" => code).increment(1);
}

impl Queue {
    /// The next frame's text; `None` when nobody can send any more.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        let text = self.frames.recv().await?;
        self.waiting.fetch_sub(text.len(), Ordering::Relaxed);
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_lets_too_many_frames_wait_is_cut_off() {
        let (outlet, _queue) = Outlet::new(CancellationToken::new());
        for _ in 0..QUEUE {
            outlet.send_text("a".into());
            assert!(!outlet.is_cut());
        }
        outlet.send_text("b".into());
        assert!(outlet.is_cut());
    }

    #[tokio::test]
    async fn whoever_lets_too_many_bytes_wait_is_cut_off_and_who_reads_is_not() {
        let (outlet, mut queue) = Outlet::new(CancellationToken::new());
        let long = "x".repeat(QUEUE_BYTES / 4);
        for _ in 0..100 {
            outlet.send_text(long.clone().into());
            assert_eq!(queue.next().await.as_deref(), Some(long.as_str()));
        }
        for _ in 0..4 {
            outlet.send_text(long.clone().into());
            assert!(!outlet.is_cut());
        }
        outlet.send_text("b".into());
        assert!(outlet.is_cut());
    }
}
