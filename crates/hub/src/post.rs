//! Mail between nodes that is complete and in order, or known to be broken.

use crate::{
    Hub, HubError, Inbox,
    link::{Envelope, Heard, Kind, Link},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::mpsc,
    time::{MissedTickBehavior, interval, sleep},
};

/// How many messages may wait to be sent, and how many to be read.
const WAITING: usize = 16 * 1024;
/// How many are sent together at most.
const BATCH: usize = 256;
/// How often the other nodes hear how many messages there were.
const BEAT: Duration = Duration::from_millis(500);

/// How long it takes to see whether everything has been sent, and how often that is looked at.
const PAUSE: Duration = Duration::from_millis(50);
const FLUSHES: u32 = 40;

/// What comes from other nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mail {
    /// A message.
    Message {
        /// Which node sent it.
        from: u64,
        /// What it says.
        message: Vec<u8>,
    },
    /// Something between that node and this one was lost. It hears the same, and both begin anew.
    Broken {
        /// The other node.
        with: u64,
    },
}

/// What waits to be sent.
enum Out {
    Message(u64, Vec<u8>),
    /// Something of a session of that node was lost.
    Lost(u64, u64),
}

/// This node's mail to others.
#[derive(Clone)]
pub struct Post(Arc<Shared>);

struct Shared {
    me: u64,
    links: Mutex<HashMap<u64, Link>>,
    /// The nodes that are kept in touch with.
    others: Mutex<Vec<u64>>,
    out: mpsc::Sender<Out>,
    mail: mpsc::Sender<Mail>,
    /// Apart, and without bound: it must never be missed. It holds one for each link that breaks.
    broken: mpsc::UnboundedSender<u64>,
}

/// What comes from other nodes, in order.
pub struct Letters {
    mail: mpsc::Receiver<Mail>,
    broken: mpsc::UnboundedReceiver<u64>,
}

impl Letters {
    /// The next piece of mail. What is broken comes first.
    pub async fn next(&mut self) -> Option<Mail> {
        tokio::select! {
            biased;
            with = self.broken.recv() => with.map(|with| Mail::Broken { with }),
            mail = self.mail.recv() => mail,
        }
    }
}

impl Post {
    /// Opens the mail of a node, which goes on until it is dropped.
    ///
    /// # Errors
    /// If the hub cannot be reached.
    pub async fn open(hub: Arc<dyn Hub>, me: u64) -> Result<(Self, Letters), HubError> {
        let inbox = hub.open_inbox(me).await?;
        let (out, queue) = mpsc::channel(WAITING);
        let (mail, letters) = mpsc::channel(WAITING);
        let (broken, breaks) = mpsc::unbounded_channel();
        let (links, others) = (Mutex::default(), Mutex::default());
        let shared = Arc::new(Shared { me, links, others, out, mail, broken });
        let post = Self(Arc::clone(&shared));
        tokio::spawn(send(hub, Arc::downgrade(&shared), queue));
        tokio::spawn(receive(Arc::downgrade(&shared), inbox));
        Ok((post, Letters { mail: letters, broken: breaks }))
    }

    /// The nodes to keep in touch with: with them a loss is noticed though nothing more is sent.
    pub fn keep_in_touch(&self, others: Vec<u64>) {
        *self.0.others.lock().unwrap_or_else(PoisonError::into_inner) = others;
    }

    /// Waits until everything has been handed to the hub, but not for ever.
    pub async fn flush(&self) {
        for _ in 0..FLUSHES {
            if self.0.out.capacity() == WAITING {
                break;
            }
            sleep(PAUSE).await;
        }
        // The last batch may be on its way.
        sleep(PAUSE).await;
    }

    /// Sends a message without waiting. If it is lost, the mail with that node breaks.
    pub fn send(&self, to: u64, message: Vec<u8>) {
        if self.0.out.try_send(Out::Message(to, message)).is_err() {
            self.0.lose(to);
        }
    }
}

impl Shared {
    fn links(&self) -> MutexGuard<'_, HashMap<u64, Link>> {
        // Every change below is complete before anything can panic.
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something for a node could not be sent.
    fn lose(&self, to: u64) {
        if self.links().entry(to).or_default().renew() {
            self.break_with(to);
        }
    }

    fn break_with(&self, other: u64) {
        // Nobody reads mail any more when the house closes.
        let _ = self.broken.send(other);
    }

    fn put_into_envelopes(&self, batch: &mut Vec<Out>) -> Vec<(u64, Vec<u8>)> {
        let mut links = self.links();
        let in_envelopes = batch.drain(..).map(|out| match out {
            Out::Message(to, message) => (to, links.entry(to).or_default().message(self.me).around(&message)),
            Out::Lost(to, session) => {
                (to, Envelope { kind: Kind::Lost, from: self.me, session, number: 0 }.around(&[]))
            }
        });
        in_envelopes.collect()
    }

    fn beats(&self) -> Vec<(u64, Vec<u8>)> {
        let mut links = self.links();
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.iter().map(|to| (*to, links.entry(*to).or_default().beat(self.me).around(&[]))).collect()
    }

    /// Takes in what has arrived; none if no one reads it any more.
    async fn hear(&self, bytes: &[u8]) -> Option<()> {
        let Some((envelope, message)) = Envelope::open(bytes) else {
            tracing::warn!("something came to a node's inbox that no node sends");
            return Some(());
        };
        let from = envelope.from;
        let Heard { broken, deliver, tell } = self.links().entry(from).or_default().hear(envelope);
        if broken {
            self.break_with(from);
        }
        if tell {
            let _ = self.out.try_send(Out::Lost(from, envelope.session));
        }
        if deliver {
            self.mail.send(Mail::Message { from, message: message.to_vec() }).await.ok()?;
        }
        Some(())
    }
}

async fn send(hub: Arc<dyn Hub>, shared: std::sync::Weak<Shared>, mut queue: mpsc::Receiver<Out>) {
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        let is_beat = tokio::select! {
            biased;
            sent = queue.recv_many(&mut batch, BATCH) => if sent == 0 { return } else { false },
            _ = beats.tick() => true,
        };
        let Some(shared) = shared.upgrade() else { return };
        let messages = if is_beat { shared.beats() } else { shared.put_into_envelopes(&mut batch) };
        if messages.is_empty() {
            continue;
        }
        let heard = hub.send(&messages).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "other nodes cannot be reached");
            vec![false; messages.len()]
        });
        let unheard = messages.iter().zip(heard).filter(|(_, heard)| !heard);
        unheard.for_each(|((to, _), _)| shared.lose(*to));
    }
}

async fn receive(shared: std::sync::Weak<Shared>, mut inbox: Inbox) {
    while let Some(bytes) = inbox.recv().await {
        let Some(shared) = shared.upgrade() else { return };
        if shared.hear(&bytes).await.is_none() {
            return;
        }
    }
}
