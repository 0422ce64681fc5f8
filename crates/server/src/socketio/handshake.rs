//! Who may come in.

use super::{Asked, Door, QUEUE};
use crate::{
    admission::{Arrival, Guest, Papers},
    auth,
    gateway::TOO_FAST,
    problem::Refused,
    table::count_refusal,
};
use serde_json::Value;
use socketioxide::extract::SocketRef;
use std::{
    future::ready,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Somebody who was let in and is about to be served.
pub struct Admitted {
    /// Who they are.
    pub arrival: Arrival,
    /// From where.
    pub address: IpAddr,
    /// The last event they have had, if they say so.
    pub offset: Option<String>,
    /// What they ask, in order.
    pub asked: mpsc::Receiver<Asked>,
    /// Cancelled once the connection is gone.
    pub gone: CancellationToken,
}

/// Extensions must be cloned, and who comes in cannot be.
#[derive(Clone)]
struct Waiting(Arc<Mutex<Option<Admitted>>>);

impl Admitted {
    /// Whoever was let in over this socket.
    pub fn take(socket: &SocketRef) -> Option<Self> {
        let Waiting(place) = socket.extensions.remove()?;
        place.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Door {
    /// Lets somebody in or says why not. Only a token counts, never a cookie: a page of another site may open this
    /// door in somebody's browser.
    pub async fn admit(&self, socket: &SocketRef, auth: Value) -> Result<(), String> {
        let text = |key: &str| auth.get(key).and_then(Value::as_str);
        let parts = socket.req_parts();
        let address = auth::network(auth::address(&self.house, &parts.headers, &parts.extensions));
        let guest = Guest { name: text("name").unwrap_or_default().to_owned(), agent: "Socket.IO client" };
        let papers = Papers {
            token: text("token").map(str::to_owned),
            guest: self.house.settings.socketio.guests.then_some(guest),
        };
        let arrival = self.house.admit(address, papers).await.map_err(Refused::into_detail)?;
        let (inbox, asked) = mpsc::channel(QUEUE);
        let gone = CancellationToken::new();
        // Before the client hears that it is connected: whatever it sends then is heard.
        socket.on_fallback(move |asked: Asked| {
            // In the order of arrival: tasks of their own would overtake each other.
            if let Err(mpsc::error::TrySendError::Full(asked)) = inbox.try_send(asked) {
                count_refusal("too_fast");
                let _ = asked.answer.refused("too_fast", TOO_FAST);
            }
            ready(())
        });
        let leave = gone.clone();
        socket.on_disconnect(move || {
            leave.cancel();
            ready(())
        });
        let offset = text("offset").map(str::to_owned);
        let admitted = Admitted { arrival, address, offset, asked, gone };
        socket.extensions.insert(Waiting(Arc::new(Mutex::new(Some(admitted)))));
        Ok(())
    }
}
