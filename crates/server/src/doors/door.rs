//! The life of a connection, the same at every door.
//!
//! A [`Visit`] is what a door does with one client, an [`Ear`] is how it hears the client. [`serve`] runs a visit until
//! something ends it; [`over_websocket`] does so over a WebSocket.

use crate::{
    doors::{
        gateway::Client,
        silence::{Due, Sending, Silence},
        talk::Talk,
        websocket::{Io, WebSocket},
    },
    people::presence::Connected,
    settings::Times,
    tables::{Delivery, Parcel, Queue},
};
use parlor_wire::{Frame, frame::SIGNED_OUT};
use std::{
    future::{Future, pending, poll_fn, ready},
    ops::ControlFlow,
    task::{Poll, ready},
    time::Duration,
};
use tungstenite::protocol::frame::coding::CloseCode;

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
    pub fn code(self) -> u16 {
        let code = match self {
            Self::Left => CloseCode::Normal,
            Self::Gone | Self::Closing => CloseCode::Away,
            Self::Slow => CloseCode::Again,
            Self::SignedOut => return SIGNED_OUT,
            Self::Replaced | Self::Unruly => CloseCode::Policy,
            Self::TooLong => CloseCode::Size,
            Self::Broken => CloseCode::Protocol,
            Self::Failed => CloseCode::Error,
        };
        code.into()
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
}

/// What is heard from a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// A message.
    Text(String),
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
            delivery = next(&mut told) => tell(visit, delivery).await,
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

async fn next(told: &mut Option<Queue>) -> Delivery {
    if let Some(queue) = told
        && let Some(delivery) = queue.next().await
    {
        return delivery;
    }
    pending().await
}

async fn tell(visit: &mut impl Visit, delivery: Delivery) -> ControlFlow<End> {
    for frame in delivery.parcels().filter_map(Parcel::frame) {
        visit.told(frame).await?;
        visit.settle().await;
    }
    ControlFlow::Continue(())
}

/// Serves a client over a WebSocket, to which the frames in `queue` are sent. Not an `async fn`: every connection would keep
/// what it was given beside what was made of it.
pub fn over_websocket<V: Visit>(
    socket: WebSocket<Io>,
    times: &Times,
    connected: Connected,
    (queue, told): (Queue, Option<Queue>),
    mut visit: V,
) -> impl Future<Output = ()> + Send + use<V> {
    let sending = Sending::default();
    let silence = Silence::new(connected.clock().clone(), times, sending.clone());
    let talk = Talk::new(socket, Duration::from_millis(times.stall_ms), sending);
    let mut ear = WebSocketEar { talk, queue, silence };
    async move {
        let end = serve(&mut visit, &mut ear, told, &connected).await;
        visit.client().leave().await;
        ear.talk.say_goodbye(&mut ear.queue, end).await;
    }
}

/// Hears a client over a WebSocket, and meanwhile sends what waits for it. Now and then it is asked whether it is there.
struct WebSocketEar {
    talk: Talk<Io>,
    queue: Queue,
    silence: Silence,
}

impl Ear for WebSocketEar {
    async fn next(&mut self) -> Said {
        let Self { talk, queue, silence } = self;
        let said = poll_fn(|cx| {
            loop {
                // A client that has said something is not silent.
                if let Poll::Ready(said) = talk.poll_next(queue, cx) {
                    return Poll::Ready(said.unwrap_or(Said::Over(End::Closing)));
                }
                match ready!(silence.poll_due(cx)) {
                    Due::Ping => talk.ping(),
                    Due::Gone => return Poll::Ready(Said::Over(End::Gone)),
                }
            }
        });
        let said = said.await;
        silence.heard();
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ends_that_are_no_fault_of_the_client_ask_it_to_come_back() {
        let come_back = [End::Gone, End::Slow, End::Closing, End::Failed];
        let all = [End::Left, End::SignedOut, End::Replaced, End::Unruly, End::TooLong, End::Broken];
        for end in all.into_iter().chain(come_back) {
            assert_eq!(end.sentence().contains("come back"), come_back.contains(&end), "{end:?}");
            let asks = [CloseCode::Away, CloseCode::Error, CloseCode::Again].map(u16::from).contains(&end.code());
            assert_eq!(asks, come_back.contains(&end), "{end:?}");
            assert!(end.sentence().len() <= 123, "a close frame holds no more");
        }
    }
}
