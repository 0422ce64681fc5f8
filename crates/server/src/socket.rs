//! The native door: one WebSocket per client, any number of tables over it.

use crate::{
    admission::{Arrival, Papers},
    auth::{self, From},
    gateway::Client,
    house::House,
    problem::Refused,
    tables::{Outlet, Queue},
};
use axum::{
    extract::{
        State,
        ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code},
    },
    http::HeaderMap,
    response::Response,
};
use futures_util::{Sink, SinkExt, StreamExt};
use parlor_store::Session;
use parlor_wire::{MAX_FRAME, ServerFrame, frame::SIGNED_OUT};
use std::{net::IpAddr, sync::Arc, time::Duration};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

/// Small buffers: the default ones cost more than the game (see docs/adr/0004).
pub const BUFFER: usize = 4096;

/// Opens a WebSocket for whoever is signed in.
pub async fn upgrade(
    State(house): State<Arc<House>>,
    From(address): From,
    headers: HeaderMap,
    socket: WebSocketUpgrade,
) -> Result<Response, Refused> {
    auth::same_origin(&headers)?;
    let papers = Papers { token: auth::token(&house, &headers).map(str::to_owned), guest: None };
    let arrival = house.admit(address, papers).await?;
    let socket =
        socket.max_message_size(MAX_FRAME).max_frame_size(MAX_FRAME).read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    Ok(socket.on_upgrade(move |socket| async move {
        let tasks = house.tasks.clone();
        // Tracked, so that closing the house waits until everyone has been told.
        let _ = tasks.spawn(serve(house, arrival, address, socket)).await;
    }))
}

async fn serve(house: Arc<House>, arrival: Arrival, address: IpAddr, socket: WebSocket) {
    let Arrival { session: Session { user, scopes, .. }, connected, .. } = arrival;
    let revoked = connected.revoked().clone();
    let (sink, mut stream) = socket.split();
    let cut = CancellationToken::new();
    let (outlet, queue) = Outlet::new(house.backlog(address), cut.clone());
    outlet.send(ServerFrame::Hello { you: user.clone().into(), version: env!("CARGO_PKG_VERSION").into() });
    let times = &house.settings.times;
    let (silence, ping) = (times.silence(), Duration::from_millis(times.ping_ms));
    let pong = Duration::from_millis(times.pong_ms);
    let mut client = Client::new(Arc::clone(&house), user, scopes, outlet);
    // Only now: whoever reads that they are known here can be reached.
    let mut writer =
        tokio::spawn(write(sink, queue, (ping, pong), cut.clone(), revoked.clone(), house.closing.clone()));
    let mut heard = Instant::now();
    loop {
        let message = tokio::select! {
            // What ends the connection comes first: nothing is heard from a session that has ended.
            biased;
            () = revoked.cancelled() => None,
            () = cut.cancelled() => None,
            () = client.house().closing.cancelled() => None,
            message = stream.next() => message,
            () = tokio::time::sleep_until(heard + silence) => None,
        };
        heard = Instant::now();
        match message {
            Some(Ok(Message::Text(text))) => client.frame(&text),
            Some(Ok(Message::Binary(_))) => client.object(None, "text_only", "Frames are text here."),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Close(_)) | Err(_)) | None => break,
        }
        if client.is_out_of_patience() {
            break;
        }
    }
    cut.cancel();
    client.leave().await;
    // The writer says goodbye; a client that does not listen any more is not waited for.
    if timeout(Duration::from_secs(1), &mut writer).await.is_err() {
        writer.abort();
    }
    drop(connected);
}

/// Sends what is queued, and asks every `ping` whether anyone is there. Whoever does not take in what they are sent within
/// `pong` is not.
pub async fn write(
    mut sink: impl Sink<Message> + Unpin,
    mut queue: Queue,
    (ping, pong): (Duration, Duration),
    cut: CancellationToken,
    revoked: CancellationToken,
    closing: CancellationToken,
) {
    let mut pings = tokio::time::interval_at(Instant::now() + ping, ping);
    loop {
        let (message, _weight) = tokio::select! {
            frame = queue.next() => match frame {
                Some((parcel, weight)) => (Message::Text(parcel.into()), Some(weight)),
                None => break,
            },
            _ = pings.tick() => (Message::Ping(Default::default()), None),
            () = cut.cancelled() => break,
            () = revoked.cancelled() => break,
            () = closing.cancelled() => break,
        };
        if !matches!(timeout(pong, sink.send(message)).await, Ok(Ok(()))) {
            cut.cancel();
            return;
        }
    }
    let (code, reason) =
        if revoked.is_cancelled() { (SIGNED_OUT, "signed out") } else { (close_code::AWAY, "come back and resume") };
    let frame = CloseFrame { code, reason: reason.into() };
    let _ = sink.send(Message::Close(Some(frame))).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::sink;

    #[tokio::test]
    async fn nobody_is_waited_for_who_does_not_take_in_what_they_are_sent() {
        let never_ready = sink::unfold((), |(), _: Message| std::future::pending::<Result<(), ()>>());
        let (cut, forever) = (CancellationToken::new(), CancellationToken::new());
        let (outlet, queue) = Outlet::alone(cut.clone());
        outlet.send_text("a".into());
        let (ping, pong) = (Duration::from_secs(3600), Duration::from_millis(10));
        let never_ready = Box::pin(never_ready);
        let writing = write(never_ready, queue, (ping, pong), cut.clone(), forever.clone(), forever);
        timeout(Duration::from_secs(20), writing).await.expect("writing ends");
        assert!(cut.is_cancelled());
    }
}
