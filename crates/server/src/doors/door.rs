//! The life of a connection, the same at every door.
//!
//! A [`Visit`] is what a door does with one client, an [`Ear`] is how it hears the client. [`serve`] runs a visit until
//! something ends it; [`over_websocket`] does so over a WebSocket.

use crate::{
    doors::{
        gateway::Client,
        silence::{Sending, Silence},
    },
    people::presence::Connected,
    settings::Times,
    tables::{Parcel, Queue, Weight},
};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::{Sink, SinkExt, StreamExt, stream::SplitStream};
use parlor_wire::{Frame, frame::SIGNED_OUT};
use std::{
    future::{Future, pending, ready},
    ops::ControlFlow,
    time::Duration,
};
use tokio::{
    sync::oneshot,
    time::{Instant, interval_at, timeout},
};
use tokio_tungstenite::tungstenite::{Error, error::ProtocolError};
use tokio_util::sync::CancellationToken;

/// Small buffers: the default ones cost more than the game (see docs/adr/0004). Hardly a client says more at a time than this,
pub const READ_BUFFER: usize = 1024;
/// nor is it told more.
pub const WRITE_BUFFER: usize = 4096;
/// How long a client may take to hear that its connection ends.
pub const GOODBYE: Duration = Duration::from_secs(1);
/// How many frames are sent before it is made sure that they have left.
const BATCH: usize = 32;

/// Why a connection ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The client has said goodbye.
    Left,
    /// The client is silent for too long, or its connection is gone.
    Gone,
    /// The client does not take in what it is sent.
    Slow,
    /// The house closes.
    Closing,
    /// The session has ended.
    SignedOut,
    /// Another connection of the same person goes on in its place.
    Replaced,
    /// The client has sent too much that makes no sense, or too fast.
    Unruly,
    /// The client has sent a message that is longer than any may be.
    TooLong,
    /// The client has broken the protocol below.
    Broken,
    /// Something has gone wrong in the house.
    Failed,
}

impl End {
    /// The code that a WebSocket is closed with. After 1001, 1011 and 1013 a client may come back at once, and resume.
    const fn code(self) -> u16 {
        match self {
            Self::Left => close_code::NORMAL,
            Self::Gone | Self::Closing => close_code::AWAY,
            Self::Slow => close_code::AGAIN,
            Self::SignedOut => SIGNED_OUT,
            Self::Replaced | Self::Unruly => close_code::POLICY,
            Self::TooLong => close_code::SIZE,
            Self::Broken => close_code::PROTOCOL,
            Self::Failed => close_code::ERROR,
        }
    }

    /// What the client is told.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Left => "Goodbye.",
            Self::Gone => "Nothing was heard of you for too long: come back and resume.",
            Self::Slow => "Too much was waiting to be read: come back and resume.",
            Self::Closing => "The house closes: come back and resume.",
            Self::SignedOut => "This session has ended. Please sign in again.",
            Self::Replaced => "You went on in another window.",
            Self::Unruly => "Too much was sent that makes no sense here, or too fast.",
            Self::TooLong => "A message was too long: 16 KiB is the most.",
            Self::Broken => "A message was not of the protocol that is spoken here.",
            Self::Failed => "Something went wrong here: come back and resume.",
        }
    }

    /// What it says when a WebSocket is closed.
    pub fn frame(self) -> Message {
        Message::Close(Some(CloseFrame { code: self.code(), reason: self.sentence().into() }))
    }
}

/// What is heard from a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// A message.
    Text(Utf8Bytes),
    /// Bytes, which mean nothing here.
    Bytes,
    /// Only that it is there.
    Alive,
    /// Nothing more.
    Over(End),
}

/// How a client is heard.
pub trait Ear: Send {
    /// What it says next. May be dropped while it waits.
    fn next(&mut self) -> impl Future<Output = Said> + Send;
}

/// What a door does with one client.
pub trait Visit: Send {
    /// The client's way into the house.
    fn client(&mut self) -> &mut Client;

    /// Takes in a message of the client.
    fn said(&mut self, text: &str) -> impl Future<Output = ControlFlow<End>> + Send;

    /// Refuses a message of bytes.
    fn said_bytes(&mut self);

    /// Takes in a frame of the house, at a door that translates them.
    fn told(&mut self, _frame: &Frame) -> impl Future<Output = ControlFlow<End>> + Send {
        ready(ControlFlow::Continue(()))
    }

    /// Waits until there is something to do that neither the client nor the house has asked for. Dropped when one of them
    /// speaks first.
    fn due(&mut self) -> impl Future<Output = ControlFlow<End>> + Send {
        pending()
    }

    /// Does what is due.
    fn work(&mut self) -> impl Future<Output = ()> + Send {
        ready(())
    }

    /// Does what is left to do after anything that happened.
    fn settle(&mut self) -> impl Future<Output = ()> + Send {
        ready(())
    }
}

/// Serves a client until something ends that, and says what. `told` is what the house tells, at a door that translates it.
pub async fn serve(visit: &mut impl Visit, ear: &mut impl Ear, mut told: Option<Queue>, connected: &Connected) -> End {
    let mut over = std::pin::pin!(connected.over().cancelled());
    loop {
        visit.settle().await;
        if visit.client().is_out_of_patience() {
            return End::Unruly;
        }
        let flow = tokio::select! {
            // What ends the connection comes first: nothing is heard from a session that has ended.
            biased;
            () = over.as_mut() => return connected.end(),
            due = visit.due() => match due {
                ControlFlow::Continue(()) => {
                    visit.work().await;
                    due
                }
                ControlFlow::Break(_) => due,
            },
            parcel = next(&mut told) => match parcel.frame() {
                Some(frame) => visit.told(frame).await,
                None => ControlFlow::Continue(()),
            },
            said = ear.next() => match said {
                Said::Text(text) => visit.said(&text).await,
                Said::Bytes => {
                    visit.said_bytes();
                    ControlFlow::Continue(())
                }
                Said::Alive => ControlFlow::Continue(()),
                Said::Over(end) => ControlFlow::Break(end),
            },
        };
        if let ControlFlow::Break(end) = flow {
            return end;
        }
    }
}

async fn next(told: &mut Option<Queue>) -> Parcel {
    if let Some(queue) = told
        && let Some((parcel, _weight)) = queue.next().await
    {
        return parcel;
    }
    pending().await
}

/// Serves a client over a WebSocket, to which the frames in `queue` are sent. Not an `async fn`: every connection would keep
/// what it was given beside what was made of it.
pub fn over_websocket<V: Visit>(
    socket: WebSocket,
    times: &Times,
    connected: Connected,
    (queue, told): (Queue, Option<Queue>),
    mut visit: V,
) -> impl Future<Output = ()> + Send + use<V> {
    let (sink, stream) = socket.split();
    let (goodbye, ended) = oneshot::channel();
    let pace = Pace::of(times);
    let silence = Silence::new(connected.clock().clone(), times.silence(), pace.sending.clone());
    let mut writer = tokio::spawn(speak(sink, queue, pace, connected.over().clone(), ended));
    let mut ear = WebSocketEar { stream, silence };
    async move {
        let end = serve(&mut visit, &mut ear, told, &connected).await;
        visit.client().leave().await;
        // A client that does not listen any more is not waited for.
        let _ = goodbye.send(end);
        if timeout(GOODBYE, &mut writer).await.is_err() {
            writer.abort();
        }
    }
}

/// How often a client is asked whether it is there, and how long it may take in nothing.
#[derive(Clone, Debug)]
struct Pace {
    ping: Duration,
    stall: Duration,
    sending: Sending,
}

impl Pace {
    fn of(times: &Times) -> Self {
        let [ping, stall] = [times.ping_ms, times.stall_ms].map(Duration::from_millis);
        Self { ping, stall, sending: Sending::default() }
    }
}

/// Sends what is queued, and asks now and then whether the client is there, until `goodbye` says why the connection ends.
/// A client that does not take in what it is sent is over.
async fn speak(
    mut sink: impl Sink<Message> + Unpin,
    mut queue: Queue,
    pace: Pace,
    over: CancellationToken,
    mut goodbye: oneshot::Receiver<End>,
) {
    let mut pings = interval_at(Instant::now() + pace.ping, pace.ping);
    let mut weights = Vec::new();
    let end = loop {
        let first = tokio::select! {
            biased;
            end = &mut goodbye => break end.unwrap_or(End::Gone),
            _ = pings.tick() => Message::Ping(Default::default()),
            Some((parcel, weight)) = queue.next() => {
                weights.push(weight);
                Message::Text(parcel.into())
            }
        };
        let sending = send_all(&mut sink, first, &mut queue, &mut weights);
        if !matches!(pace.sending.during(timeout(pace.stall, sending)).await, Ok(Ok(()))) {
            return over.cancel();
        }
        weights.clear();
    };
    let _ = sink.send(end.frame()).await;
}

/// Sends a message and what waits behind it, all in one go. What that weighs is added to `weights`, to be kept until it is
/// sent.
pub async fn send_all<S: Sink<Message> + Unpin>(
    sink: &mut S,
    first: Message,
    queue: &mut Queue,
    weights: &mut Vec<Weight>,
) -> Result<(), S::Error> {
    sink.feed(first).await?;
    while weights.len() < BATCH
        && let Some((parcel, weight)) = queue.next_now()
    {
        weights.push(weight);
        sink.feed(Message::Text(parcel.into())).await?;
    }
    sink.flush().await
}

/// Hears a client over a WebSocket.
struct WebSocketEar {
    stream: SplitStream<WebSocket>,
    silence: Silence,
}

impl Ear for WebSocketEar {
    async fn next(&mut self) -> Said {
        let message = tokio::select! {
            // A client that has said something is not silent.
            biased;
            message = self.stream.next() => message,
            () = self.silence.too_long() => return Said::Over(End::Gone),
        };
        self.silence.heard();
        heard(message)
    }
}

/// What a client says with a message of a WebSocket, or by breaking it off.
pub fn heard(message: Option<Result<Message, axum::Error>>) -> Said {
    match message {
        Some(Ok(Message::Text(text))) => Said::Text(text),
        Some(Ok(Message::Binary(_))) => Said::Bytes,
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Said::Alive,
        Some(Ok(Message::Close(_))) => Said::Over(End::Left),
        Some(Err(error)) => Said::Over(fault(error)),
        None => Said::Over(End::Gone),
    }
}

/// Whose fault it is that a WebSocket cannot be read any further.
fn fault(error: axum::Error) -> End {
    let error = error.into_inner();
    match error.downcast_ref() {
        Some(Error::Capacity(_)) => End::TooLong,
        Some(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => End::Gone,
        Some(Error::Protocol(_) | Error::Utf8(_)) => End::Broken,
        _ => End::Gone,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Outlet;
    use futures_util::sink;

    #[tokio::test]
    async fn a_client_that_does_not_take_in_what_it_is_sent_is_not_waited_for() {
        let never_ready = sink::unfold((), |(), _: Message| pending::<Result<(), ()>>());
        let over = CancellationToken::new();
        let (outlet, queue) = Outlet::alone(over.clone());
        outlet.send_text("a".into());
        let (ping, stall) = (Duration::from_secs(3600), Duration::from_millis(10));
        let pace = Pace { ping, stall, sending: Sending::default() };
        let (_goodbye, ended) = oneshot::channel();
        let speaking = speak(Box::pin(never_ready), queue, pace, over.clone(), ended);
        timeout(Duration::from_secs(20), speaking).await.expect("speaking ends");
        assert!(over.is_cancelled());
    }

    #[test]
    fn only_ends_that_are_no_fault_of_the_client_ask_it_to_come_back() {
        let come_back = [End::Gone, End::Slow, End::Closing, End::Failed];
        let all = [End::Left, End::SignedOut, End::Replaced, End::Unruly, End::TooLong, End::Broken];
        for end in all.into_iter().chain(come_back) {
            assert_eq!(end.sentence().contains("come back"), come_back.contains(&end), "{end:?}");
            let asks = [close_code::AWAY, close_code::ERROR, close_code::AGAIN].contains(&end.code());
            assert_eq!(asks, come_back.contains(&end), "{end:?}");
            assert!(end.sentence().len() <= 123, "a close frame holds no more");
        }
    }
}
