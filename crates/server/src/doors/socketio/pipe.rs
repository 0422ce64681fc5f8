//! One Engine.IO connection: packets there and back, by polling or by WebSocket.
//!
//! Whichever transport is in use takes the packets from one queue, which is bounded in bytes until they are sent; so an
//! upgrade from polling to WebSocket is only a change of who takes them.

use super::packet::{self, CLOSE, NOOP, PING, Packet, SEPARATOR};
use crate::{
    clock::HouseClock,
    doors::{
        door::{Ear, End, Said},
        silence::{Due, Sending, Silence},
        talk::Talk,
        websocket::{Io, WebSocket},
    },
    settings::Times,
    tables::{Backlog, Delivery, Outlet, Queue, Weight},
};
use axum::body::{Body, Bytes};
use std::{
    future::poll_fn,
    pin::{Pin, pin},
    sync::{Arc, OnceLock},
    time::Duration,
};
use tokio::{
    sync::{
        Mutex,
        mpsc::{self, error::TrySendError},
        watch,
    },
    time::{sleep, timeout},
};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

/// How many packets of a client may wait to be read. Beyond that the client waits.
const INBOX: usize = 32;
/// How long a poll waits for something to be said.
const HOLD: Duration = Duration::from_secs(20);
/// How long an upgrade to WebSocket may take.
const UPGRADE: Duration = Duration::from_secs(10);

/// How packets travel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Transport {
    Polling,
    /// By polling, while a WebSocket is being tried.
    Trying,
    /// By WebSocket in a moment: the client waits for its last poll to be answered.
    Upgrading,
    WebSocket,
}

impl Transport {
    const fn polls(self) -> bool {
        matches!(self, Self::Polling | Self::Trying)
    }
}

/// A request that does not fit the state of the connection, or makes no sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadPoll;

/// The client's side of a connection.
pub struct Pipe {
    queue: Mutex<Queue>,
    said: mpsc::Sender<Packet>,
    transport: watch::Sender<Transport>,
    /// Ends the connection; what waits is lost.
    cut: CancellationToken,
    /// Everything has been sent, and nothing more will be.
    sent: CancellationToken,
    /// Why the house ends the connection.
    end: Arc<OnceLock<End>>,
    /// How long a client may take in nothing of what it is sent.
    stall: Duration,
    sending: Sending,
}

/// The house's side of a connection.
pub struct Line {
    said: mpsc::Receiver<Packet>,
    outlet: Outlet,
    silence: Silence,
    cut: CancellationToken,
    /// Waits for that, from the beginning: to begin anew with every packet would take a lock each time.
    is_cut: Pin<Box<WaitForCancellationFutureOwned>>,
    sent: CancellationToken,
    end: Arc<OnceLock<End>>,
}

impl Pipe {
    /// A connection by polling.
    pub fn polling(clock: HouseClock, times: &Times, backlog: Arc<Backlog>) -> (Self, Line) {
        Self::new(clock, times, backlog, Transport::Polling)
    }

    /// A connection by WebSocket.
    pub fn websocket(clock: HouseClock, times: &Times, backlog: Arc<Backlog>) -> (Self, Line) {
        Self::new(clock, times, backlog, Transport::WebSocket)
    }

    fn new(clock: HouseClock, times: &Times, backlog: Arc<Backlog>, transport: Transport) -> (Self, Line) {
        let (cut, sent) = (CancellationToken::new(), CancellationToken::new());
        let end = Arc::new(OnceLock::new());
        let (outlet, queue) = Outlet::new(backlog, cut.clone());
        let (said, asked) = mpsc::channel(INBOX);
        let stall = Duration::from_millis(times.stall_ms);
        let sending = Sending::default();
        let line = Line {
            said: asked,
            outlet,
            silence: Silence::new(clock, times, sending.clone()),
            is_cut: Box::pin(cut.clone().cancelled_owned()),
            cut: cut.clone(),
            sent: sent.clone(),
            end: Arc::clone(&end),
        };
        let (transport, _) = watch::channel(transport);
        (Self { queue: Mutex::new(queue), said, transport, cut, sent, end, stall, sending }, line)
    }

    /// Answers a poll, as soon as there is something to say.
    ///
    /// # Errors
    /// If another poll waits already, or the connection has become a WebSocket.
    pub async fn poll(&self) -> Result<Body, BadPoll> {
        let mut transport = self.transport.subscribe();
        match *transport.borrow_and_update() {
            Transport::Polling | Transport::Trying => {}
            Transport::Upgrading => return Ok(NOOP.into()),
            Transport::WebSocket => return Err(BadPoll),
        }
        let Ok(mut queue) = self.queue.try_lock() else {
            self.cut.cancel();
            return Err(BadPoll);
        };
        let delivery = tokio::select! {
            biased;
            () = self.cut.cancelled() => None,
            delivery = queue.next() => delivery,
            _ = transport.wait_for(|transport| !transport.polls()) => return Ok(NOOP.into()),
            () = sleep(HOLD) => return Ok(NOOP.into()),
        };
        let Some(delivery) = delivery else {
            self.sent.cancel();
            return Ok(CLOSE.into());
        };
        Ok(Body::from(Bytes::from_owner(Batch::from(delivery))))
    }

    /// Takes in what a client posts.
    ///
    /// # Errors
    /// If it makes no sense, or the connection is over or has become a WebSocket.
    pub async fn post(&self, body: &str) -> Result<(), BadPoll> {
        if *self.transport.borrow() == Transport::WebSocket {
            return Err(BadPoll);
        }
        for packet in body.split(SEPARATOR) {
            self.say(packet).await?;
        }
        Ok(())
    }

    /// Passes a packet on. A connection on which something else is sent is over.
    async fn say(&self, packet: &str) -> Result<(), BadPoll> {
        let packet = packet.parse().map_err(|_| {
            self.cut.cancel();
            BadPoll
        })?;
        let packet = match self.said.try_send(packet) {
            Err(TrySendError::Full(packet)) => packet,
            said => return said.map_err(|_| BadPoll),
        };
        tokio::select! {
            said = self.said.send(packet) => said.map_err(|_| BadPoll),
            () = self.cut.cancelled() => Err(BadPoll),
        }
    }

    /// Whether a WebSocket may take over from polling; then no other may.
    pub fn may_upgrade(&self) -> bool {
        self.transport.send_if_modified(|transport| {
            let polls = *transport == Transport::Polling;
            if polls {
                *transport = Transport::Trying;
            }
            polls
        })
    }

    /// Moves packets over a WebSocket, after a first one, until either side ends the connection.
    pub async fn run(&self, socket: WebSocket<Io>, first: Option<String>) {
        let mut talk = Talk::new(socket, self.stall, self.sending.clone());
        first.iter().for_each(|packet| talk.say(packet));
        if *self.transport.borrow() == Transport::Trying {
            let upgraded = matches!(timeout(UPGRADE, self.upgrade(&mut talk)).await, Ok(Some(())));
            self.transport.send_replace(if upgraded { Transport::WebSocket } else { Transport::Polling });
            if !upgraded {
                return;
            }
        }
        let mut queue = tokio::select! {
            queue = self.queue.lock() => queue,
            () = self.cut.cancelled() => return,
        };
        let end = self.talk(&mut talk, &mut queue).await;
        talk.say_goodbye(&mut queue, end).await;
        self.sent.cancel();
        let _ = self.said.send(Packet::Close).await;
    }

    /// Takes over from polling: the client tries the WebSocket, lets its last poll be answered, and says so.
    async fn upgrade(&self, talk: &mut Talk<Io>) -> Option<()> {
        loop {
            match talk.hear().await {
                Said::Text(text) if text == "2probe" => {
                    talk.say("3probe");
                    talk.flush().await.ok()?;
                    self.transport.send_replace(Transport::Upgrading);
                }
                Said::Text(text) if text == "5" => return Some(()),
                Said::Alive => talk.flush().await.ok()?,
                Said::Text(_) | Said::Bytes | Said::Over(_) => return None,
            }
        }
    }

    /// Moves packets there and back. A client that does not take in what waits for it is not waited for.
    async fn talk(&self, talk: &mut Talk<Io>, queue: &mut Queue) -> End {
        let mut cut = pin!(self.cut.cancelled());
        loop {
            let said = tokio::select! {
                biased;
                () = cut.as_mut() => return End::Slow,
                said = poll_fn(|cx| talk.poll_next(queue, cx)) => said,
            };
            let said = match said {
                Some(Said::Text(text)) => self.say(&text).await,
                // Attachments: nothing here has any.
                Some(Said::Bytes) => Err(BadPoll),
                Some(Said::Alive) => Ok(()),
                Some(Said::Over(end)) => {
                    if end == End::Slow {
                        self.cut.cancel();
                    }
                    return end;
                }
                None => return self.end.get().copied().unwrap_or(End::Closing),
            };
            if said.is_err() {
                return End::Broken;
            }
        }
    }
}

/// The body of an answer to a poll. Its packets wait until it is sent.
struct Batch {
    text: String,
    _weight: Weight,
}

impl From<Delivery> for Batch {
    fn from(delivery: Delivery) -> Self {
        let mut text = String::new();
        for parcel in delivery.parcels() {
            if !text.is_empty() {
                text.push(SEPARATOR);
            }
            text.push_str(parcel.text());
        }
        Self { text, _weight: delivery.into_weight() }
    }
}

impl AsRef<[u8]> for Batch {
    fn as_ref(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

impl Ear for Line {
    async fn next(&mut self) -> Said {
        let packet = tokio::select! {
            // A client that has said something is not silent.
            biased;
            packet = self.said.recv() => packet,
            due = self.silence.due() => {
                match due {
                    Due::Ping => self.outlet.send_text(PING),
                    Due::Gone => return Said::Over(End::Gone),
                }
                return Said::Alive;
            }
            () = self.is_cut.as_mut() => return Said::Over(End::Slow),
        };
        self.silence.heard();
        match packet {
            Some(Packet::Message(text)) => Said::Text(text),
            Some(Packet::Alive) => Said::Alive,
            Some(Packet::Close) | None => Said::Over(End::Gone),
        }
    }
}

impl Line {
    /// Where packets for the client go.
    pub const fn outlet(&self) -> &Outlet {
        &self.outlet
    }

    /// Ends the connection, and says why, once everything is sent or after `patience`.
    pub async fn close(self, why: End, patience: Duration) {
        let Self { outlet, cut, sent, end, .. } = self;
        let _ = end.set(why);
        // Then the next poll is told that it is over, or the WebSocket is closed. Never together with the last packets:
        // a client that reads both at once forgets the packets.
        drop(outlet);
        tokio::select! {
            () = sent.cancelled() => {}
            () = cut.cancelled() => {}
            () = sleep(patience) => {}
        }
        cut.cancel();
    }
}

/// The first packet of a connection.
pub fn greeting(sid: &str, polls: bool, times: &Times) -> String {
    let upgrades: &[&str] = if polls { &["websocket"] } else { &[] };
    let (ping, pong) = (Duration::from_millis(times.ping_ms), Duration::from_millis(times.pong_ms));
    packet::open(sid, upgrades, (ping, pong), parlor_wire::MAX_FRAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polling() -> (Pipe, Line) {
        Pipe::polling(HouseClock::resume(0), &Times::default(), Arc::new(Backlog::new(usize::MAX)))
    }

    #[tokio::test]
    async fn an_answer_to_a_poll_waits_until_it_is_read() {
        let (pipe, line) = polling();
        line.outlet().send_text("x".repeat(900 * 1024));
        let answer = pipe.poll().await.unwrap();
        line.outlet().send_text("x".repeat(100 * 1024));
        assert!(!line.cut.is_cancelled());
        line.outlet().send_text("x".repeat(100 * 1024));
        assert!(line.cut.is_cancelled(), "as much as if it had not been asked for");
        drop(answer);
    }

    #[tokio::test]
    async fn a_client_polls_once_at_a_time() {
        let (pipe, line) = polling();
        let (first, second) = tokio::join!(pipe.poll(), pipe.poll());
        assert!(first.is_ok() && second.is_err());
        assert!(line.cut.is_cancelled());
    }

    #[tokio::test]
    async fn what_was_said_last_is_sent_before_the_end() {
        let (pipe, line) = polling();
        line.outlet().send_text("41");
        let polls = async {
            let texts = [pipe.poll().await, pipe.poll().await].map(Result::unwrap);
            futures_util::future::join_all(texts.map(|body| axum::body::to_bytes(body, 100))).await
        };
        let ((), polls) = tokio::join!(line.close(End::Left, Duration::from_secs(20)), polls);
        assert_eq!(polls.into_iter().map(Result::unwrap).collect::<Vec<_>>(), ["41", CLOSE]);
    }

    #[tokio::test]
    async fn only_packets_are_taken_in() {
        let (pipe, mut line) = polling();
        assert_eq!(pipe.post("3\u{1e}42[\"a\"]").await, Ok(()));
        assert_eq!((line.next().await, line.next().await), (Said::Alive, Said::Text("2[\"a\"]".into())));
        assert_eq!(pipe.post("hello").await, Err(BadPoll));
        assert_eq!(line.next().await, Said::Over(End::Slow));
    }
}
