//! What a client sends, and how it is answered.

use serde_json::{Value, json};
use socketioxide::{
    adapter::LocalAdapter,
    extract::AckSender,
    handler::{FromMessageParts, Value as Packet},
    socket::Socket,
};
use std::{convert::Infallible, sync::Arc};

/// One event from a client.
pub struct Asked {
    /// Its name.
    pub event: String,
    /// What came with it.
    pub arguments: Vec<Value>,
    /// How to answer it.
    pub answer: Answer,
}

impl FromMessageParts<LocalAdapter> for Asked {
    type Error = Infallible;

    fn from_message_parts(
        socket: &Arc<Socket<LocalAdapter>>,
        packet: &mut Packet,
        ack_id: &Option<i64>,
    ) -> Result<Self, Infallible> {
        // An event that cannot be read has no name, and is refused like any unknown one.
        let parts: Vec<Value> =
            packet.as_str().and_then(|text| serde_json::from_str(text.as_str()).ok()).unwrap_or_default();
        let mut parts = parts.into_iter();
        let event = parts.next().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default();
        let ack = AckSender::from_message_parts(socket, packet, ack_id)?;
        Ok(Self { event, arguments: parts.collect(), answer: Answer { ack, wanted: ack_id.is_some() } })
    }
}

/// The way to answer one event: as an acknowledgement, if the client asked for one.
pub struct Answer {
    ack: AckSender,
    wanted: bool,
}

impl Answer {
    /// It was done.
    pub fn done(self, result: Option<Value>) {
        let body = match result {
            Some(result) => json!({"success": true, "result": result}),
            None => json!({"success": true}),
        };
        // A connection that is gone hears of it when it comes back.
        let _ = self.ack.send(&body);
    }

    /// It was refused. Without an acknowledgement somebody else has to say so: returns whether that is so.
    #[must_use]
    pub fn refused(self, code: &str, error: &str) -> bool {
        let _ = self.ack.send(&json!({"success": false, "error": error, "code": code}));
        !self.wanted
    }
}
