//! The queue of what one connection is told.

use futures_util::task::AtomicWaker;
use parlor_kernel::Refusal;
use parlor_wire::{CommandId, Frame, ServerFrame};
use smallvec::SmallVec;
use std::{
    future::poll_fn,
    slice,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
};
use tokio_util::sync::CancellationToken;

/// How many frames may wait for a slow client before it is cut off,
const QUEUE: usize = 512;
/// and how many bytes of them: a frame may be as long as a table's rules and chat.
const QUEUE_BYTES: usize = 1024 * 1024;
/// How many bytes are taken from a queue at a time, if they are more than one parcel.
const BATCH: usize = 64 * 1024;

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

/// Something that waits to be sent.
#[derive(Clone, Debug)]
pub enum Parcel {
    /// A frame of the house: a value, whose text is shared by all connections that it goes to.
    Frame(Arc<Frame>),
    /// A text that a door has made itself.
    Text(Arc<str>),
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

/// Most of the time no more waits than what a shot leads to and the answer to it: nothing is allocated for that.
type Parcels = SmallVec<[Parcel; 2]>;

/// What waits for one connection.
#[derive(Debug, Default)]
struct Waiting {
    parcels: Parcels,
    /// The bytes of these and of those that are being sent.
    bytes: usize,
    /// Whether nothing more comes, or nothing more is sent.
    is_over: bool,
}

/// What an outlet and its queue share.
#[derive(Debug)]
struct Mailbox {
    waiting: Mutex<Waiting>,
    reader: AtomicWaker,
    backlog: Arc<Backlog>,
}

impl Mailbox {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // Every change below is complete before anything can panic.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a parcel to what waits; tells whether that is not too much.
    fn add(&self, parcel: Parcel) -> bool {
        let bytes = parcel.text().len();
        let mut waiting = self.waiting();
        let mine = waiting.bytes + bytes;
        if waiting.is_over || mine > QUEUE_BYTES || waiting.parcels.len() == QUEUE {
            return false;
        }
        if self.backlog.waiting.fetch_add(bytes, Ordering::Relaxed) + bytes > self.backlog.most {
            self.backlog.waiting.fetch_sub(bytes, Ordering::Relaxed);
            return false;
        }
        waiting.bytes = mine;
        waiting.parcels.push(parcel);
        drop(waiting);
        self.reader.wake();
        true
    }

    /// So many bytes wait no more.
    fn remove(&self, bytes: usize) {
        self.waiting().bytes -= bytes;
        self.backlog.waiting.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Nothing more comes.
    fn end(&self) {
        self.waiting().is_over = true;
        self.reader.wake();
    }

    /// Takes out what waits, as much as is sent at a time; nothing if nothing more comes.
    fn take(self: &Arc<Self>) -> Poll<Option<Delivery>> {
        let mut waiting = self.waiting();
        let (mut count, mut bytes) = (0, 0);
        for parcel in &waiting.parcels {
            let length = parcel.text().len();
            if count > 0 && bytes + length > BATCH {
                break;
            }
            (count, bytes) = (count + 1, bytes + length);
        }
        if count == 0 {
            return if waiting.is_over { Poll::Ready(None) } else { Poll::Pending };
        }
        let parcels = if count == waiting.parcels.len() {
            std::mem::take(&mut waiting.parcels)
        } else {
            waiting.parcels.drain(..count).collect()
        };
        drop(waiting);
        Poll::Ready(Some(Delivery { parcels, weight: Weight { bytes, mailbox: Arc::clone(self) } }))
    }
}

/// The bytes of what is being sent. They count as waiting until this is dropped.
#[derive(Debug)]
pub struct Weight {
    bytes: usize,
    mailbox: Arc<Mailbox>,
}

impl Drop for Weight {
    fn drop(&mut self) {
        self.mailbox.remove(self.bytes);
    }
}

/// What is taken from a queue in one go.
#[derive(Debug)]
pub struct Delivery {
    parcels: Parcels,
    weight: Weight,
}

impl Delivery {
    /// The parcels, in order.
    pub fn parcels(&self) -> slice::Iter<'_, Parcel> {
        self.parcels.iter()
    }

    /// What they weigh, to be kept until they are sent.
    pub fn into_weight(self) -> Weight {
        self.weight
    }
}

/// Where frames for one connection go. It never blocks a table: a connection that cannot keep up is cut off and
/// resumes when it comes back.
#[derive(Clone, Debug)]
pub struct Outlet(Arc<Mouth>);

/// What all copies of an outlet share: there is one for each command that is on its way.
#[derive(Debug)]
struct Mouth {
    mailbox: Arc<Mailbox>,
    cut: CancellationToken,
}

/// No outlet is left.
impl Drop for Mouth {
    fn drop(&mut self) {
        self.mailbox.end();
    }
}

impl Outlet {
    /// An outlet and its queue, which counts towards `backlog`; `cut` ends the connection.
    pub fn new(backlog: Arc<Backlog>, cut: CancellationToken) -> (Self, Queue) {
        let mailbox = Arc::new(Mailbox { waiting: Mutex::default(), reader: AtomicWaker::new(), backlog });
        (Self(Arc::new(Mouth { mailbox: Arc::clone(&mailbox), cut })), Queue(mailbox))
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
        if !self.0.mailbox.add(parcel) {
            self.0.cut.cancel();
        }
    }

    /// Sends a text that a door has made itself.
    pub fn send_text(&self, text: impl Into<Arc<str>>) {
        self.put(Parcel::Text(text.into()));
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

/// The frames that wait for one connection.
#[derive(Debug)]
pub struct Queue(Arc<Mailbox>);

impl Queue {
    /// What waits, once something does; `None` when no outlet is left.
    pub async fn next(&mut self) -> Option<Delivery> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    /// The same, for those who wait for more than that.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Delivery>> {
        // First, so that what comes in the next moment is heard of.
        self.0.reader.register(cx.waker());
        self.0.take()
    }

    /// What waits now.
    pub fn next_now(&mut self) -> Option<Delivery> {
        match self.0.take() {
            Poll::Ready(delivery) => delivery,
            Poll::Pending => None,
        }
    }
}

/// What never will be sent waits no more.
impl Drop for Queue {
    fn drop(&mut self) {
        self.0.waiting().is_over = true;
        while self.next_now().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The only parcel of a delivery.
    fn only(delivery: Option<Delivery>) -> Parcel {
        let delivery = delivery.expect("an outlet");
        assert_eq!(delivery.parcels().len(), 1);
        delivery.parcels().next().expect("a parcel").clone()
    }

    #[tokio::test]
    async fn connections_share_the_text_of_a_frame() {
        let (outlets, mut queues): (Vec<_>, Vec<_>) =
            [(), ()].map(|()| Outlet::alone(CancellationToken::new())).into_iter().unzip();
        let frame = Arc::new(Frame::done("a1".parse().unwrap()));
        outlets.iter().for_each(|outlet| outlet.send_frame(Arc::clone(&frame)));
        for queue in &mut queues {
            assert!(std::ptr::eq(only(queue.next().await).text(), frame.text()));
        }
    }

    #[tokio::test]
    async fn a_client_that_lets_too_many_frames_wait_is_cut_off() {
        let (outlet, _queue) = Outlet::alone(CancellationToken::new());
        for _ in 0..QUEUE {
            outlet.send_text("a");
            assert!(!outlet.is_cut());
        }
        outlet.send_text("b");
        assert!(outlet.is_cut());
    }

    #[tokio::test]
    async fn a_client_that_lets_too_many_bytes_wait_is_cut_off_and_one_that_reads_is_not() {
        let (outlet, mut queue) = Outlet::alone(CancellationToken::new());
        let long = "x".repeat(QUEUE_BYTES / 4);
        for _ in 0..100 {
            outlet.send_text(long.clone());
            assert_eq!(only(queue.next().await).text(), long);
        }
        for _ in 0..4 {
            outlet.send_text(long.clone());
            assert!(!outlet.is_cut());
        }
        outlet.send_text("b");
        assert!(outlet.is_cut());
    }

    #[tokio::test]
    async fn a_frame_waits_until_it_is_sent() {
        let (outlet, mut queue) = Outlet::alone(CancellationToken::new());
        outlet.send_text("x".repeat(QUEUE_BYTES));
        let being_sent = queue.next().await;
        outlet.send_text("b");
        assert!(outlet.is_cut(), "taken from the queue, and not sent yet");
        drop((being_sent, queue));
        assert_eq!(outlet.0.mailbox.waiting().bytes, 0);
    }

    #[tokio::test]
    async fn the_connections_of_one_address_share_a_backlog() {
        let backlog = Arc::new(Backlog::new(1000));
        let connection = || Outlet::new(Arc::clone(&backlog), CancellationToken::new());
        let (one, two, three) = (connection(), connection(), connection());
        one.0.send_text("x".repeat(600));
        two.0.send_text("x".repeat(600));
        assert_eq!((one.0.is_cut(), two.0.is_cut()), (false, true));
        drop(one);
        three.0.send_text("x".repeat(600));
        assert!(!three.0.is_cut(), "what never will be sent waits no more");
    }

    #[tokio::test]
    async fn what_waits_is_taken_in_one_go_as_far_as_it_is_not_too_long() {
        let (outlet, mut queue) = Outlet::alone(CancellationToken::new());
        let long = "x".repeat(BATCH);
        for text in ["a", "b", &long, "c"] {
            outlet.send_text(text);
        }
        drop(outlet);
        let mut taken = Vec::new();
        while let Some(delivery) = queue.next().await {
            taken.push(delivery.parcels().map(|parcel| parcel.text().len()).collect::<Vec<_>>());
        }
        assert_eq!(taken, [vec![1, 1], vec![BATCH], vec![1]]);
    }

    #[tokio::test]
    async fn a_queue_is_heard_by_those_who_wait_for_it() {
        let (outlet, mut queue) = Outlet::alone(CancellationToken::new());
        let reading = tokio::spawn(async move { only(queue.next().await).text().to_owned() });
        tokio::task::yield_now().await;
        outlet.send_text("a");
        assert_eq!(reading.await.unwrap(), "a");
    }
}
