//! The life of a connection: it says who it is, is let in or not, and is served.

use super::{
    Door,
    connection::{Connection, End},
    packet::{self, Message},
    pipe::Line,
};
use crate::{
    admission::{Arrival, Guest, Papers},
    presence::Transport,
    problem::Refused,
    tables::count_refusal,
};
use serde_json::Value;
use std::{net::IpAddr, sync::Arc, time::Duration};

/// How long a client may take to say who it is.
const CONNECT: Duration = Duration::from_secs(10);
/// How long a client may take to hear that its connection ends.
const GOODBYE: Duration = Duration::from_secs(1);

impl Door {
    /// Serves a connection from its first packet to its last.
    pub async fn serve(self: Arc<Self>, sid: &str, mut line: Line, address: IpAddr, transport: Transport) {
        while let Some(auth) = self.knock(&mut line).await {
            match self.admit(address, &auth).await {
                Err(refused) => {
                    line.outlet().send_text(packet::connect_error("", refused.code(), refused.detail()).into())
                }
                Ok(arrival) => {
                    line.outlet().send_text(packet::connected(sid).into());
                    let offset = auth.get("offset").and_then(Value::as_str).and_then(|offset| offset.parse().ok());
                    if Connection::serve(&self, &mut line, arrival, address, offset).await == End::Closed {
                        break;
                    }
                }
            }
        }
        line.close(GOODBYE).await;
        drop(transport);
    }

    /// Waits for a client to say who it is; `None` if it does not.
    async fn knock(&self, line: &mut Line) -> Option<Value> {
        let knocking = async {
            loop {
                match line.next().await?.parse() {
                    Ok(Message::Connect(auth)) => return Some(auth),
                    Ok(Message::ConnectTo(namespace)) => {
                        let sentence = "There is only one namespace here: connect to /.";
                        count_refusal("unknown_namespace");
                        line.outlet()
                            .send_text(packet::connect_error(&namespace, "unknown_namespace", sentence).into());
                    }
                    Ok(Message::Disconnect | Message::Event(_)) | Err(_) => {}
                }
            }
        };
        tokio::select! {
            auth = tokio::time::timeout(CONNECT, knocking) => auth.ok().flatten(),
            () = self.house.closing.cancelled() => None,
        }
    }

    /// Lets a client in. Only a token counts, never a cookie: a page of another site may open this door in somebody's
    /// browser.
    async fn admit(&self, address: IpAddr, auth: &Value) -> Result<Arrival, Refused> {
        let text = |key: &str| auth.get(key).and_then(Value::as_str);
        let guest = Guest { name: text("name").unwrap_or_default().to_owned(), agent: "Socket.IO client" };
        let papers = Papers {
            token: text("token").map(str::to_owned),
            guest: self.house.settings.socketio.guests.then_some(guest),
        };
        self.house.admit(address, papers).await
    }
}
