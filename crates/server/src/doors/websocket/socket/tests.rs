use super::*;
use futures_util::{SinkExt, StreamExt};
use proptest::prelude::*;
use std::future::poll_fn;
use tokio::io::{AsyncWriteExt, DuplexStream, duplex};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Message as Theirs, protocol::Role},
};

/// Another implementation's client, and the house's end of the line between them.
async fn pair() -> (WebSocketStream<DuplexStream>, WebSocket<DuplexStream>) {
    let (client, house) = duplex(256 * 1024);
    (WebSocketStream::from_raw_socket(client, Role::Client, None).await, WebSocket::new(house, Vec::new()))
}

async fn heard(socket: &mut WebSocket<DuplexStream>) -> Result<Message, Fault> {
    poll_fn(|cx| socket.poll_message(cx)).await
}

async fn flush(socket: &mut WebSocket<DuplexStream>) {
    poll_fn(|cx| socket.poll_flush(cx)).await.unwrap();
}

/// A frame as a client sends it, byte by byte.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mask = [0x12, 0x34, 0x56, 0x78];
    let mut bytes = vec![first];
    match payload.len() {
        length @ ..126 => bytes.push(0x80 | length as u8),
        length => {
            bytes.push(0x80 | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
    }
    bytes.extend(mask);
    bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

/// What is heard when a client sends these bytes and goes.
async fn said(bytes: &[u8]) -> Vec<Result<Message, Fault>> {
    let (mut client, house) = duplex(256 * 1024);
    client.write_all(bytes).await.unwrap();
    drop(client);
    let mut socket = WebSocket::new(house, Vec::new());
    let mut said = Vec::new();
    loop {
        said.push(heard(&mut socket).await);
        if matches!(said.last(), Some(Err(_))) {
            return said;
        }
    }
}

#[tokio::test]
async fn messages_of_every_length_go_there_and_back() {
    let (mut client, mut house) = pair().await;
    for length in [0, 1, 125, 126, 127, 2047, 2048, 2049, MAX_FRAME] {
        let text = "ü".repeat(length / 2) + &"x".repeat(length % 2);
        client.send(Theirs::text(&text)).await.unwrap();
        assert_eq!(heard(&mut house).await, Ok(Message::Text(text.clone())));
        house.say(&text);
        flush(&mut house).await;
        assert_eq!(client.next().await.unwrap().unwrap(), Theirs::text(text));
    }
    assert_eq!((house.read.capacity(), house.unsent.capacity()), (0, 0), "nothing is kept between messages");
}

#[tokio::test]
async fn what_is_said_together_arrives_in_order() {
    let (mut client, mut house) = pair().await;
    house.say("a");
    house.ping();
    house.say("b");
    house.close(1001, "goodbye");
    flush(&mut house).await;
    let mut told = Vec::new();
    let last = loop {
        match client.next().await.unwrap().unwrap() {
            Theirs::Close(last) => break last.unwrap(),
            message => told.push(message),
        }
    };
    assert_eq!((u16::from(last.code), last.reason.as_str()), (1001, "goodbye"));
    assert_eq!(told, [Theirs::text("a"), Theirs::Ping(Default::default()), Theirs::text("b")]);
}

#[tokio::test]
async fn the_latest_ping_is_answered() {
    let (mut client, mut house) = pair().await;
    for ping in ["one", "two"] {
        client.send(Theirs::Ping(ping.into())).await.unwrap();
        assert_eq!(heard(&mut house).await, Ok(Message::Alive));
    }
    flush(&mut house).await;
    assert_eq!(client.next().await.unwrap().unwrap(), Theirs::Pong("two".into()));
}

#[tokio::test]
async fn pings_of_a_client_that_does_not_read_are_not_collected() {
    let (client, house) = duplex(16);
    let (mut client, mut house) = (client, WebSocket::new(house, Vec::new()));
    house.say("a message that does not fit");
    for _ in 0..1000 {
        client.write_all(&frame(0x89, b"ping")).await.unwrap();
        assert_eq!(heard(&mut house).await, Ok(Message::Alive));
        assert!(poll_fn(|cx| Poll::Ready(house.poll_flush(cx))).await.is_pending());
    }
    assert!(house.unsent.len() < 100 && house.read.is_empty());
}

#[tokio::test]
async fn a_message_may_come_in_parts() {
    let parts =
        [frame(0x01, b"one "), frame(0x89, b""), frame(0x00, b"two "), frame(0x8a, b"x"), frame(0x80, b"three")];
    let text = Message::Text("one two three".into());
    assert_eq!(said(&parts.concat()).await, [Ok(Message::Alive), Ok(Message::Alive), Ok(text), Err(Fault::Gone)]);
}

#[tokio::test]
async fn what_is_not_of_the_protocol_is_no_message() {
    let unmasked = vec![0x81, 1, b'a'];
    let long_ping = frame(0x89, &[0; CONTROL + 1]);
    let half_letter = frame(0x81, &[0xc3]);
    let interrupted = [frame(0x01, b"a"), frame(0x81, b"b")].concat();
    for broken in [unmasked, long_ping, half_letter, interrupted] {
        assert_eq!(said(&broken).await, [Err(Fault::Broken)]);
    }
    // Extensions that were not agreed on, codes that mean nothing, control frames in parts, the end of no message.
    for first in [0xc1, 0xa1, 0x91, 0x83, 0x8b, 0x09, 0x80] {
        assert_eq!(said(&frame(first, b"")).await, [Err(Fault::Broken)], "{first:x}");
    }
}

#[tokio::test]
async fn a_message_may_not_be_too_long() {
    let half = [b'x'; MAX_FRAME / 2];
    let parts = [frame(0x01, &half), frame(0x00, &half), frame(0x00, b"x")];
    assert_eq!(said(&parts.concat()).await, [Err(Fault::TooLong)]);
    // Known from its head: what follows is not waited for.
    assert_eq!(said(&frame(0x81, &[b'x'; MAX_FRAME + 1])[..8]).await, [Err(Fault::TooLong)]);
    let announced = [&[0x81, 0xff][..], &u64::MAX.to_be_bytes(), &[0; 4]].concat();
    assert_eq!(said(&announced).await, [Err(Fault::TooLong)]);
}

#[tokio::test]
async fn a_client_that_says_goodbye_is_heard_before_it_is_gone() {
    assert_eq!(said(&frame(0x88, &1000u16.to_be_bytes())).await, [Ok(Message::Close), Err(Fault::Gone)]);
}

proptest! {
    /// However the network cuts it up.
    #[test]
    fn messages_arrive_in_whatever_pieces(
        texts in prop::collection::vec("\\PC{0,300}", 1..8),
        cuts in prop::collection::vec(1usize..200, 1..20),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let heard = runtime.block_on(async {
            let (mut client, house) = duplex(1024);
            let bytes = texts.iter().map(|text| frame(0x81, text.as_bytes())).collect::<Vec<_>>().concat();
            let sending = tokio::spawn(async move {
                let (mut rest, mut cuts) = (&bytes[..], cuts.iter().cycle());
                while !rest.is_empty() {
                    let (piece, others) = rest.split_at(rest.len().min(*cuts.next().unwrap()));
                    client.write_all(piece).await.unwrap();
                    tokio::task::yield_now().await;
                    rest = others;
                }
            });
            let mut socket = WebSocket::new(house, Vec::new());
            let mut texts = Vec::new();
            while let Ok(Message::Text(text)) = heard(&mut socket).await {
                texts.push(text);
            }
            sending.await.unwrap();
            texts
        });
        prop_assert_eq!(heard, texts);
    }
}
