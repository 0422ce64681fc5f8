//! Both directions of a WebSocket: what waits for a client is sent while it is listened to.

use crate::{
    doors::{
        door::{End, Said},
        silence::Sending,
        websocket::{Fault, Message, WebSocket},
    },
    tables::{Delivery, Parcel, Queue, Weight},
};
use std::{
    future::poll_fn,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::{Instant, Sleep, sleep, timeout},
};

/// How long a client may take to hear that its connection ends.
pub const GOODBYE: Duration = Duration::from_secs(1);

/// A WebSocket and what is on its way to the client.
#[derive(Debug)]
pub struct Talk<S> {
    socket: WebSocket<S>,
    /// Of what is being sent.
    weight: Option<Weight>,
    sending: Sending,
    /// Runs while the client does not take in what it is sent.
    stalled: Option<Stalled>,
    stall: Duration,
}

/// How long a client has taken in nothing.
#[derive(Debug)]
struct Stalled {
    alarm: Pin<Box<Sleep>>,
    /// How much it had taken in before.
    written: usize,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Talk<S> {
    /// A talk with a client, which is over if the client takes in nothing for `stall`.
    pub const fn new(socket: WebSocket<S>, stall: Duration, sending: Sending) -> Self {
        Self { socket, weight: None, sending, stalled: None, stall }
    }

    /// Asks whether the client is there.
    pub fn ping(&mut self) {
        self.socket.ping();
    }

    /// Says something, once it is [flushed](Self::flush), that no queue holds.
    pub fn say(&mut self, text: &str) {
        self.socket.say(text);
    }

    /// What the client says next. Meanwhile it is sent what waits in `queue`; nothing once that is all there will ever be.
    pub fn poll_next(&mut self, queue: &mut Queue, cx: &mut Context<'_>) -> Poll<Option<Said>> {
        match self.poll_send(queue, cx) {
            Poll::Ready(end) => Poll::Ready(end.map(Said::Over)),
            Poll::Pending => self.poll_hear(cx).map(Some),
        }
    }

    /// What the client says next.
    pub async fn hear(&mut self) -> Said {
        poll_fn(|cx| self.poll_hear(cx)).await
    }

    fn poll_hear(&mut self, cx: &mut Context<'_>) -> Poll<Said> {
        self.socket.poll_message(cx).map(|message| match message {
            Ok(Message::Text(text)) => Said::Text(text),
            Ok(Message::Bytes) => Said::Bytes,
            Ok(Message::Alive) => Said::Alive,
            Ok(Message::Close) => Said::Over(End::Left),
            Err(Fault::TooLong) => Said::Over(End::TooLong),
            Err(Fault::Broken) => Said::Over(End::Broken),
            Err(Fault::Gone) => Said::Over(End::Gone),
        })
    }

    /// Sends what waits, until that ends the talk; without a reason if nothing will wait any more.
    fn poll_send(&mut self, queue: &mut Queue, cx: &mut Context<'_>) -> Poll<Option<End>> {
        loop {
            match self.poll_flush(cx) {
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(end)) => return Poll::Ready(Some(end)),
                Poll::Pending => return Poll::Pending,
            }
            match queue.poll_next(cx) {
                Poll::Ready(Some(delivery)) => self.weight = Some(self.deliver(delivery)),
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Pending => return Poll::Pending,
            }
        }
    }

    /// Says all of a delivery, once it is flushed; what it weighs is to be kept until then.
    fn deliver(&mut self, delivery: Delivery) -> Weight {
        self.socket.say_all(delivery.parcels().map(Parcel::text));
        delivery.into_weight()
    }

    /// Sends what has been said. A client that does not take it in is not waited for.
    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), End>> {
        match self.socket.poll_flush(cx) {
            Poll::Ready(sent) => {
                (self.weight, self.stalled) = (None, None);
                self.sending.set(false);
                Poll::Ready(sent.map_err(|_| End::Gone))
            }
            Poll::Pending => {
                self.sending.set(true);
                let (written, stall) = (self.socket.written(), self.stall);
                let stalled = self.stalled.get_or_insert_with(|| Stalled { alarm: Box::pin(sleep(stall)), written });
                // One that is slow and steady is waited for.
                if stalled.written != written {
                    stalled.alarm.as_mut().reset(Instant::now() + stall);
                    stalled.written = written;
                }
                stalled.alarm.as_mut().poll(cx).map(|()| Err(End::Slow))
            }
        }
    }

    /// Sends what has been said.
    ///
    /// # Errors
    /// If the client does not take it in.
    pub async fn flush(&mut self) -> Result<(), End> {
        poll_fn(|cx| self.poll_flush(cx)).await
    }

    /// Ends the talk: the client is told what still waits for it, and why.
    pub async fn say_goodbye(&mut self, queue: &mut Queue, end: End) {
        // A client that has not taken in what it was sent before will not take in more.
        while end != End::Slow
            && let Some(delivery) = queue.next_now()
        {
            self.deliver(delivery);
        }
        self.socket.close(end.code(), end.sentence());
        let _ = timeout(GOODBYE, self.flush()).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Outlet;
    use tokio::io::{AsyncReadExt, duplex};
    use tokio_util::sync::CancellationToken;

    #[tokio::test]
    async fn a_client_that_does_not_take_in_what_it_is_sent_is_not_waited_for() {
        let (_client, house) = duplex(16);
        let mut talk = Talk::new(WebSocket::new(house, Vec::new()), Duration::from_millis(10), Sending::default());
        let (outlet, mut queue) = Outlet::alone(CancellationToken::new());
        outlet.send_text("x".repeat(100));
        let said = timeout(Duration::from_secs(20), poll_fn(|cx| talk.poll_next(&mut queue, cx))).await;
        assert_eq!(said, Ok(Some(Said::Over(End::Slow))));
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_in_little_at_a_time_is_waited_for() {
        let (mut client, house) = duplex(16);
        let stall = Duration::from_secs(20);
        let mut talk = Talk::new(WebSocket::new(house, Vec::new()), stall, Sending::default());
        let (outlet, mut queue) = Outlet::alone(CancellationToken::new());
        outlet.send_text("x".repeat(100));
        let reading = async {
            let mut taken = 0;
            while taken < 100 {
                tokio::time::sleep(stall * 3 / 4).await;
                taken += client.read(&mut [0; 16]).await.unwrap();
            }
            client
        };
        let said = tokio::select! {
            said = poll_fn(|cx| talk.poll_next(&mut queue, cx)) => Some(said),
            _ = reading => None,
        };
        assert_eq!(said, None);
    }
}
