//! The life of a connection: it says who it is, is let in or not, and is served.

use super::{
    Door,
    connection::Connection,
    packet::{self, Message},
    pipe::Line,
    requests::RoomError,
};
use crate::{
    doors::{
        door::{Ear, End, Said},
        talk::GOODBYE,
    },
    guard::admission::{Arrival, Guest, Papers},
    people::presence::Transport,
    problem::Refused,
    tables::count_refusal,
};
use parlor_kernel::Refusal;
use serde_json::Value;
use std::{net::IpAddr, sync::Arc, time::Duration};

/// How long a client may take to say who it is.
const CONNECT: Duration = Duration::from_secs(10);

impl Door {
    /// Serves a connection from its first packet to its last.
    pub async fn serve(self: Arc<Self>, sid: &str, mut line: Line, address: IpAddr, transport: Transport) {
        let end = loop {
            let auth = match self.knock(&mut line).await {
                Ok(auth) => auth,
                Err(end) => break end,
            };
            match self.admit(address, &auth).await {
                Err(refused) => line.outlet().send_text(packet::connect_error("", refused.refusal())),
                Ok(arrival) => {
                    line.outlet().send_text(packet::connected(sid));
                    let offset = auth.get("offset").and_then(Value::as_str).and_then(|offset| offset.parse().ok());
                    match Connection::serve(&self, &mut line, arrival, address, offset).await {
                        // A client that has only left the namespace may come in again.
                        End::Left => {}
                        end => break end,
                    }
                }
            }
        };
        line.close(end, GOODBYE).await;
        drop(transport);
    }

    /// Waits for a client to say who it is.
    ///
    /// # Errors
    /// Why it cannot be waited for any longer.
    async fn knock(&self, line: &mut Line) -> Result<Value, End> {
        let knocking = async {
            loop {
                let said = match line.next().await {
                    Said::Text(text) => text,
                    Said::Bytes | Said::Alive => continue,
                    Said::Over(end) => return Err(end),
                };
                match said.parse() {
                    Ok(Message::Connect(auth)) => return Ok(auth),
                    Ok(Message::ConnectTo(namespace)) => {
                        let refusal = Refusal::from(RoomError::UnknownNamespace);
                        count_refusal(refusal.code);
                        line.outlet().send_text(packet::connect_error(&namespace, &refusal));
                    }
                    Ok(Message::Disconnect | Message::Event(_)) | Err(_) => {}
                }
            }
        };
        tokio::select! {
            auth = tokio::time::timeout(CONNECT, knocking) => auth.unwrap_or(Err(End::Gone)),
            () = self.house.closing.cancelled() => Err(End::Closing),
        }
    }

    /// Lets a client in. Only a token counts, never a cookie: a page of another site may open this door in a visitor's
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
