//! Who may come in.

use super::{Asked, Door, QUEUE};
use crate::{
    auth,
    presence::Connected,
    problem::{Refused, storage_failed},
};
use parlor_store::{Session, User};
use parlor_wire::{display_name, http::Welcome};
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
    /// Through which session.
    pub session: Session,
    /// From where.
    pub address: IpAddr,
    /// Counts the connection for as long as it is kept.
    pub connected: Connected,
    /// What a new guest is told.
    pub welcome: Option<Welcome>,
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
        // Also with a token: a client may come and go over one transport without end.
        self.house.rates.request(address).map_err(too_fast)?;
        let (session, welcome) = match text("token").filter(|token| !token.is_empty()) {
            Some(token) => (self.recognise(token).await?, None),
            None => {
                let (user, token) = self.guest(address, text("name")).await?;
                (self.recognise(&token).await?, Some(Welcome { me: user.into(), token }))
            }
        };
        let connected = self.house.connect(&session, address).await.map_err(|refusal| refusal.message)?;
        let (inbox, asked) = mpsc::channel(QUEUE);
        let gone = CancellationToken::new();
        // Before the client hears that it is connected: whatever it sends then is heard.
        socket.on_fallback(move |asked: Asked| {
            // In the order of arrival: tasks of their own would overtake each other.
            if let Err(mpsc::error::TrySendError::Full(asked)) = inbox.try_send(asked) {
                let _ = asked.answer.refused(Some("too_fast"), crate::gateway::TOO_FAST);
            }
            ready(())
        });
        let leave = gone.clone();
        socket.on_disconnect(move || {
            leave.cancel();
            ready(())
        });
        let offset = text("offset").map(str::to_owned);
        let admitted = Admitted { session, address, connected, welcome, offset, asked, gone };
        socket.extensions.insert(Waiting(Arc::new(Mutex::new(Some(admitted)))));
        Ok(())
    }

    async fn recognise(&self, token: &str) -> Result<Session, String> {
        let found = self.house.recognise(token).await.map_err(|error| {
            tracing::error!(%error, "the store failed");
            storage_failed().message
        })?;
        found.ok_or_else(|| "That token is not known here. Sign in again, or connect without one as a guest.".into())
    }

    async fn guest(&self, address: IpAddr, name: Option<&str>) -> Result<(User, String), String> {
        if !self.house.settings.socketio.guests {
            return Err("Sign in first: connect with auth: { token }.".into());
        }
        let name = name.map(display_name).transpose().map_err(|error| error.to_string())?;
        self.house.rates.guest(address).map_err(too_fast)?;
        let welcome = self.house.welcome(name, "Socket.IO client".into()).await;
        welcome.map_err(|error| Refused::from(error).into_detail())
    }
}

fn too_fast(seconds: u64) -> String {
    Refused::too_fast(seconds).into_detail()
}
