//! The queue of what one connection is told.

use axum::extract::ws::Utf8Bytes;
use parlor_kernel::Refusal;
use parlor_wire::{CommandId, Frame, ServerFrame};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// How many frames may wait for a slow client before it is cut off,
const QUEUE: usize = 512;
/// and how many bytes of them: a frame may be as long as a table's rules and chat.
const QUEUE_BYTES: usize = 1024 * 1024;

/// The bytes that wait for all connections of one address.
#[derive(Debug)]
pub struct Backlog {
    waiting: AtomicUsize,
    most: usize,
}

impl Backlog {
    /// An empty backlog of at most so many bytes.
    pub const fn new(most: usize) -> Self {
        Self { waiting: AtomicUsize::new(0), most }
    }
}

/// What waits for one connection, and for its address.
#[derive(Debug)]
struct Gauge {
    waiting: AtomicUsize,
    backlog: Arc<Backlog>,
}

impl Gauge {
    /// Adds a frame to what waits; tells whether that is not too much.
    fn add(&self, bytes: usize) -> bool {
        let mine = self.waiting.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let all = self.backlog.waiting.fetch_add(bytes, Ordering::Relaxed) + bytes;
        mine <= QUEUE_BYTES && all <= self.backlog.most
    }

    /// A frame waits no more.
    fn remove(&self, bytes: usize) {
        self.waiting.fetch_sub(bytes, Ordering::Relaxed);
        self.backlog.waiting.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// The bytes of a frame that is being sent. They count as waiting until this is dropped.
#[derive(Debug)]
pub struct Weight {
    bytes: usize,
    gauge: Arc<Gauge>,
}

impl Drop for Weight {
    fn drop(&mut self) {
        self.gauge.remove(self.bytes);
    }
}

/// Something that waits to be sent.
#[derive(Clone, Debug)]
pub enum Parcel {
    /// A frame of the house: a value, whose text is shared by all connections that it goes to.
    Frame(Arc<Frame>),
    /// A text that a door has made itself. In a box, because every connection has room for some parcels that wait.
    Text(Box<Utf8Bytes>),
}

impl Parcel {
    /// The frame, unless a door has made the text itself.
    pub fn frame(&self) -> Option<&Frame> {
        match self {
            Self::Frame(frame) => Some(frame),
            Self::Text(_) => None,
        }
    }

    /// Its text.
    pub fn text(&self) -> &str {
        match self {
            Self::Frame(frame) => frame.text(),
            Self::Text(text) => text,
        }
    }
}

impl From<Parcel> for Utf8Bytes {
    fn from(parcel: Parcel) -> Self {
        match parcel {
            // Most frames go to one connection: their text is not copied.
            Parcel::Frame(frame) => match Arc::try_unwrap(frame) {
                Ok(frame) => frame.into_text().into(),
                Err(shared) => shared.text().into(),
            },
            Parcel::Text(text) => *text,
        }
    }
}

/// Where frames for one connection go. It never blocks a table: a connection that cannot keep up is cut off and
/// resumes when it comes back.
#[derive(Clone, Debug)]
pub struct Outlet(Arc<Mouth>);

/// What all copies of an outlet share: there is one for each command that is on its way.
#[derive(Debug)]
struct Mouth {
    parcels: mpsc::Sender<Parcel>,
    gauge: Arc<Gauge>,
    cut: CancellationToken,
}

/// The frames that wait for one connection.
#[derive(Debug)]
pub struct Queue {
    parcels: mpsc::Receiver<Parcel>,
    gauge: Arc<Gauge>,
}

impl Outlet {
    /// An outlet and its queue, which counts towards `backlog`; `cut` ends the connection.
    pub fn new(backlog: Arc<Backlog>, cut: CancellationToken) -> (Self, Queue) {
        let (sender, receiver) = mpsc::channel(QUEUE);
        let gauge = Arc::new(Gauge { waiting: AtomicUsize::new(0), backlog });
        let mouth = Mouth { parcels: sender, gauge: Arc::clone(&gauge), cut };
        (Self(Arc::new(mouth)), Queue { parcels: receiver, gauge })
    }

    /// An outlet of a connection that is alone in the world.
    #[cfg(test)]
    pub fn alone(cut: CancellationToken) -> (Self, Queue) {
        Self::new(Arc::new(Backlog::new(usize::MAX)), cut)
    }

    /// Whether it is the same as another.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether the connection has ended, or is about to.
    pub fn is_cut(&self) -> bool {
        self.0.cut.is_cancelled()
    }

    /// Ends the connection: it comes back and resumes.
    pub fn cut(&self) {
        self.0.cut.cancel();
    }

    fn put(&self, parcel: Parcel) {
        let bytes = parcel.text().len();
        if !self.0.gauge.add(bytes) || self.0.parcels.try_send(parcel).is_err() {
            self.0.gauge.remove(bytes);
            self.0.cut.cancel();
        }
    }

    /// Sends a text that a door has made itself.
    pub fn send_text(&self, text: Utf8Bytes) {
        self.put(Parcel::Text(Box::new(text)));
    }

    /// Sends a frame that others may be sent as well.
    pub fn send_frame(&self, frame: Arc<Frame>) {
        self.put(Parcel::Frame(frame));
    }

    /// Sends a frame.
    pub fn send(&self, frame: ServerFrame) {
        self.send_frame(Arc::new(frame.into()));
    }

    /// Answers a command: it was done, or why it was not.
    pub fn answer(&self, id: CommandId, result: Result<(), Refusal>) {
        match result {
            Ok(()) => self.send_frame(Arc::new(Frame::done(id))),
            Err(refusal) => self.refuse(Some(id), refusal),
        }
    }

    /// Refuses a command, or a message that is none, and counts it.
    pub fn refuse(&self, id: Option<CommandId>, Refusal { code, message }: Refusal) {
        count_refusal(code);
        self.send(ServerFrame::Refused { id, code: code.into(), message });
    }
}

/// Counts a refusal that is told in other words than a frame's; [`Outlet::refuse`] counts its own.
pub fn count_refusal(code: &'static str) {
    metrics::counter!("parlor_refusals_total", "code" => code).increment(1);
}

impl Queue {
    /// The next parcel and its weight, to be kept until it is sent; `None` when no outlet is left.
    pub async fn next(&mut self) -> Option<(Parcel, Weight)> {
        let parcel = self.parcels.recv().await?;
        Some(self.weighed(parcel))
    }

    /// The next parcel if one waits.
    pub fn next_now(&mut self) -> Option<(Parcel, Weight)> {
        let parcel = self.parcels.try_recv().ok()?;
        Some(self.weighed(parcel))
    }

    fn weighed(&self, parcel: Parcel) -> (Parcel, Weight) {
        let weight = Weight { bytes: parcel.text().len(), gauge: Arc::clone(&self.gauge) };
        (parcel, weight)
    }
}

/// What never will be sent waits no more.
impl Drop for Queue {
    fn drop(&mut self) {
        self.parcels.close();
        while self.next_now().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn connections_share_the_text_of_a_frame() {
        let (outlets, mut queues): (Vec<_>, Vec<_>) =
            [(), ()].map(|()| Outlet::alone(CancellationToken::new())).into_iter().unzip();
        let frame = Arc::new(Frame::done("a1".parse().unwrap()));
        outlets.iter().for_each(|outlet| outlet.send_frame(Arc::clone(&frame)));
        for queue in &mut queues {
            assert!(std::ptr::eq(queue.next().await.unwrap().0.text(), frame.text()));
        }
    }

    #[tokio::test]
    async fn a_client_that_lets_too_many_frames_wait_is_cut_off() {
        let (outlet, _queue) = Outlet::alone(CancellationToken::new());
        for _ in 0..QUEUE {
            outlet.send_text("a".into());
            assert!(!outlet.is_cut());
        }
        outlet.send_text("b".into());
        assert!(outlet.is_cut());
    }

    #[tokio::test]
    async fn a_client_that_lets_too_many_bytes_wait_is_cut_off_and_one_that_reads_is_not() {
        let (outlet, mut queue) = Outlet::alone(CancellationToken::new());
        let long = "x".repeat(QUEUE_BYTES / 4);
        for _ in 0..100 {
            outlet.send_text(long.clone().into());
            assert_eq!(queue.next().await.unwrap().0.text(), long);
        }
        for _ in 0..4 {
            outlet.send_text(long.clone().into());
            assert!(!outlet.is_cut());
        }
        outlet.send_text("b".into());
        assert!(outlet.is_cut());
    }

    #[tokio::test]
    async fn a_frame_waits_until_it_is_sent() {
        let (outlet, mut queue) = Outlet::alone(CancellationToken::new());
        outlet.send_text("x".repeat(QUEUE_BYTES).into());
        let being_sent = queue.next().await;
        outlet.send_text("b".into());
        assert!(outlet.is_cut(), "taken from the queue, and not sent yet");
        drop((being_sent, queue));
        assert_eq!(outlet.0.gauge.waiting.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn the_connections_of_one_address_share_a_backlog() {
        let backlog = Arc::new(Backlog::new(1000));
        let connection = || Outlet::new(Arc::clone(&backlog), CancellationToken::new());
        let (one, two, three) = (connection(), connection(), connection());
        one.0.send_text("x".repeat(600).into());
        two.0.send_text("x".repeat(600).into());
        assert_eq!((one.0.is_cut(), two.0.is_cut()), (false, true));
        drop(one);
        three.0.send_text("x".repeat(600).into());
        assert!(!three.0.is_cut(), "what never will be sent waits no more");
    }
}
