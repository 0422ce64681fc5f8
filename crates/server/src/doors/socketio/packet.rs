//! Packets as text: Engine.IO 4 below, Socket.IO 5 inside its messages.
//!
//! Only what this door needs: one namespace, no attachments, and acknowledgements of what a client sends.

use parlor_kernel::Refusal;
use serde::Serialize;
use serde_json::{Value, json};
use std::{str::FromStr, time::Duration};
use thiserror::Error;

/// Stands between the packets in one body of the polling transport.
pub const SEPARATOR: char = '\u{1e}';
/// Ends a connection.
pub const CLOSE: &str = "1";
/// Asks whether the client is there.
pub const PING: &str = "2";
/// Answers a poll when there is nothing to say.
pub const NOOP: &str = "6";
/// Leaves the namespace.
pub const DISCONNECT: &str = "41";

/// A packet that makes no sense here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadPacket {
    /// Not a packet of this protocol.
    #[error("That is not a Socket.IO packet.")]
    Nonsense,
    /// Attachments of bytes.
    #[error("Send events without binary attachments: everything is JSON here.")]
    Binary,
}

/// An Engine.IO packet from a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Packet {
    /// It goes.
    Close,
    /// It is there.
    Alive,
    /// It says something: a Socket.IO packet.
    Message(String),
}

impl FromStr for Packet {
    type Err = BadPacket;

    fn from_str(text: &str) -> Result<Self, BadPacket> {
        match text.as_bytes().first() {
            Some(b'1') => Ok(Self::Close),
            Some(b'2' | b'3') => Ok(Self::Alive),
            Some(b'4') => Ok(Self::Message(text[1..].to_owned())),
            Some(b'b') => Err(BadPacket::Binary),
            _ => Err(BadPacket::Nonsense),
        }
    }
}

/// A Socket.IO packet from a client.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// To come in, with what it shows.
    Connect(Value),
    /// To come into a namespace that is not here.
    ConnectTo(String),
    /// To go.
    Disconnect,
    /// An event.
    Event(Event),
}

/// An event from a client.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// What came with it.
    pub arguments: Vec<Value>,
    /// The number to acknowledge it with, if the client wants that.
    pub ack: Option<u64>,
}

impl FromStr for Message {
    type Err = BadPacket;

    fn from_str(text: &str) -> Result<Self, BadPacket> {
        let kind = text.bytes().next().filter(u8::is_ascii_digit).ok_or(BadPacket::Nonsense)?;
        let rest = &text[1..];
        let (namespace, rest) = match rest.strip_prefix('/') {
            Some(named) => named.split_once(',').unwrap_or((named, "")),
            None => ("", rest),
        };
        match kind {
            b'0' if !namespace.is_empty() => Ok(Self::ConnectTo(format!("/{namespace}"))),
            b'0' if rest.is_empty() => Ok(Self::Connect(Value::Null)),
            b'0' => serde_json::from_str(rest).map(Self::Connect).map_err(|_| BadPacket::Nonsense),
            b'1' if namespace.is_empty() => Ok(Self::Disconnect),
            b'2' if namespace.is_empty() => Event::read(rest).map(Self::Event),
            b'5' | b'6' => Err(BadPacket::Binary),
            _ => Err(BadPacket::Nonsense),
        }
    }
}

impl Event {
    fn read(text: &str) -> Result<Self, BadPacket> {
        let (number, body) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
        let ack = if number.is_empty() { None } else { Some(number.parse().map_err(|_| BadPacket::Nonsense)?) };
        let mut parts = serde_json::from_str::<Vec<Value>>(body).map_err(|_| BadPacket::Nonsense)?.into_iter();
        let Some(Value::String(name)) = parts.next() else { return Err(BadPacket::Nonsense) };
        Ok(Self { name, arguments: parts.collect(), ack })
    }
}

/// The first packet of all: what the connection is called and how it is kept alive.
pub fn open(sid: &str, upgrades: &[&str], (ping, pong): (Duration, Duration), longest: usize) -> String {
    let body = json!({
        "sid": sid,
        "upgrades": upgrades,
        "pingInterval": ping.as_millis() as u64,
        "pingTimeout": pong.as_millis() as u64,
        "maxPayload": longest,
    });
    format!("0{body}")
}

/// The client has come in.
pub fn connected(sid: &str) -> String {
    format!("40{}", json!({ "sid": sid }))
}

/// The client has not come in, and why; clients have it as the message and the `data` of their `connect_error`.
pub fn connect_error(namespace: &str, refusal: &Refusal) -> String {
    let separator = if namespace.is_empty() { "" } else { "," };
    format!("44{namespace}{separator}{}", json!({"data": {"code": refusal.code}, "message": refusal.message}))
}

/// As long as nearly all events: their text grows in one piece.
const EVENT: usize = 256;

/// An event: its name and its arguments.
pub fn event(parts: &impl Serialize) -> String {
    let mut text = Vec::with_capacity(EVENT);
    text.extend_from_slice(b"42");
    serde_json::to_writer(&mut text, parts).expect("arguments are JSON");
    text.shrink_to_fit();
    String::from_utf8(text).expect("JSON is text")
}

/// A native frame, as the event that carries those.
pub fn native(frame: &str) -> String {
    format!("42[\"event\",{frame}]")
}

/// The answer to an event.
pub fn acknowledgement(ack: u64, answer: &Value) -> String {
    format!("43{ack}[{answer}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_packets_are_read() {
        assert_eq!("1".parse(), Ok(Packet::Close));
        assert_eq!("3".parse(), Ok(Packet::Alive));
        assert_eq!("42[\"a\"]".parse(), Ok(Packet::Message("2[\"a\"]".into())));
        assert_eq!("bAAAA".parse::<Packet>(), Err(BadPacket::Binary));
        for nonsense in ["", "x", "ä", "9", "0", "5"] {
            assert_eq!(nonsense.parse::<Packet>(), Err(BadPacket::Nonsense), "{nonsense}");
        }
    }

    #[test]
    fn messages_are_read() {
        assert_eq!("0".parse(), Ok(Message::Connect(Value::Null)));
        assert_eq!("0{\"token\":\"t\"}".parse(), Ok(Message::Connect(json!({"token": "t"}))));
        assert_eq!("0/admin,{}".parse(), Ok(Message::ConnectTo("/admin".into())));
        assert_eq!("0/admin".parse(), Ok(Message::ConnectTo("/admin".into())));
        assert_eq!("1".parse(), Ok(Message::Disconnect));
        let event = |name: &str, arguments, ack| Ok(Message::Event(Event { name: name.into(), arguments, ack }));
        assert_eq!("2[\"fire\",{\"x\":1},2]".parse(), event("fire", vec![json!({"x": 1}), json!(2)], None));
        assert_eq!("217[\"fire\"]".parse(), event("fire", vec![], Some(17)));
        assert_eq!("2/,[\"fire\"]".parse(), event("fire", vec![], None));
        assert_eq!("51-[\"a\",{\"_placeholder\":true,\"num\":0}]".parse::<Message>(), Err(BadPacket::Binary));
        let deep = format!("2[\"a\",{}", "[".repeat(10_000));
        let long = format!("2{}[\"a\"]", "9".repeat(40));
        for nonsense in ["", "2", "2[]", "2[1]", "2{}", "2/x,[\"a\"]", "1/x", "3[1]", "4", "0{", "ä", "7", &deep, &long]
        {
            assert_eq!(nonsense.parse::<Message>(), Err(BadPacket::Nonsense), "{nonsense}");
        }
    }

    #[test]
    fn packets_are_written() {
        assert_eq!(connected("s"), "40{\"sid\":\"s\"}");
        assert_eq!(event(&("a\"b", 1, "x")), "42[\"a\\\"b\",1,\"x\"]");
        assert_eq!(native("{\"done\":{}}"), "42[\"event\",{\"done\":{}}]");
        assert_eq!(acknowledgement(7, &json!({"success": true})), "437[{\"success\":true}]");
        let refused = connect_error("/admin", &Refusal { code: "not_here", message: "Not here.".into() });
        assert_eq!(refused, "44/admin,{\"data\":{\"code\":\"not_here\"},\"message\":\"Not here.\"}");
    }
}
