//! The Socket.IO door: Voxel Battleship's events, and two generic ones that carry any game (see docs/protocol.md).
//!
//! [`pipe`] moves packets, by polling or WebSocket; [`handshake`] lets a client in; [`connection`] serves it; and its room
//! outlives it for a while in [`stays`], so that a client that drops comes back to its seat. What the events mean is
//! `parlor-voxel`'s. Why the protocol is spoken here and not by a library: docs/adr/0014.

mod answer;
mod connection;
mod handshake;
mod packet;
mod pipe;
mod requests;
mod stay;
mod stays;

use crate::{
    chance,
    doors::websocket::Upgrade,
    house::House,
    people::{auth, presence::Transport},
    problem::{HouseError, Refused},
};
use axum::{
    Router,
    body::Body,
    extract::{FromRequestParts, Query, Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    middleware,
    response::{IntoResponse, Response},
    routing::any,
};
use parlor_wire::MAX_FRAME;
use pipe::{Line, Pipe};
pub use requests::RoomError;
use serde::Deserialize;
use stays::Stays;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The version of Engine.IO that is spoken here.
const PROTOCOL: &str = "4";

/// What all connections at this door share.
struct Door {
    house: Arc<House>,
    pipes: Mutex<HashMap<String, Arc<Pipe>>>,
    stays: Arc<Stays>,
}

/// The door's routes.
pub fn routes(house: &Arc<House>) -> Router {
    let door = Arc::new(Door { house: Arc::clone(house), pipes: Mutex::default(), stays: Arc::default() });
    let open = any(answer);
    Router::new()
        .route("/socket.io", open.clone())
        .route("/socket.io/", open)
        .layer(middleware::map_response(for_everyone))
        .with_state(door)
}

/// What follows the question mark.
#[derive(Deserialize)]
struct EngineQuery {
    #[serde(rename = "EIO")]
    protocol: Option<String>,
    transport: Option<String>,
    sid: Option<String>,
}

/// Why a request is refused, in Engine.IO's own numbers.
#[derive(Clone, Copy, Debug)]
enum Misuse {
    Transport = 0,
    Sid = 1,
    Method = 2,
    Request = 3,
    Protocol = 5,
}

impl IntoResponse for Misuse {
    fn into_response(self) -> Response {
        let message = match self {
            Self::Transport => "Transport unknown",
            Self::Sid => "Session ID unknown",
            Self::Method => "Bad handshake method",
            Self::Request => "Bad request",
            Self::Protocol => "Unsupported protocol version",
        };
        let body = serde_json::json!({"code": self as u8, "message": message});
        (StatusCode::BAD_REQUEST, axum::Json(body)).into_response()
    }
}

/// Why a request is not served.
enum Denied {
    /// It breaks the protocol.
    Misuse(Misuse),
    /// The house does not want it.
    Refused(Refused),
}

impl From<Misuse> for Denied {
    fn from(misuse: Misuse) -> Self {
        Self::Misuse(misuse)
    }
}

impl From<pipe::BadPoll> for Denied {
    fn from(_: pipe::BadPoll) -> Self {
        Self::Misuse(Misuse::Request)
    }
}

impl From<Refused> for Denied {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl IntoResponse for Denied {
    fn into_response(self) -> Response {
        match self {
            Self::Misuse(misuse) => misuse.into_response(),
            Self::Refused(refused) => refused.into_response(),
        }
    }
}

/// Pages of other sites may use this door: only a token counts here, which they would have to know.
async fn for_everyone(mut response: Response) -> Response {
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

/// What a browser asks before it sends a page's request with headers of its own.
fn preflight() -> Response {
    let allowed = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "*"),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, allowed).into_response()
}

async fn answer(State(door): State<Arc<Door>>, request: Request) -> Result<Response, Denied> {
    if request.method() == Method::OPTIONS {
        return Ok(preflight());
    }
    let Query(wanted) = Query::<EngineQuery>::try_from_uri(request.uri()).map_err(|_| Misuse::Request)?;
    if wanted.protocol.as_deref() != Some(PROTOCOL) {
        return Err(Misuse::Protocol.into());
    }
    match (wanted.transport.as_deref(), wanted.sid) {
        (Some("polling"), None) => door.open_polling(&request),
        (Some("polling"), Some(sid)) => door.polled(&sid, request).await,
        (Some("websocket"), sid) => door.open_websocket(sid, request).await,
        _ => Err(Misuse::Transport.into()),
    }
}

impl Door {
    fn pipes(&self) -> MutexGuard<'_, HashMap<String, Arc<Pipe>>> {
        // Every change below is complete before anything can panic.
        self.pipes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pipe(&self, sid: &str) -> Result<Arc<Pipe>, Misuse> {
        self.pipes().get(sid).cloned().ok_or(Misuse::Sid)
    }

    fn address_of(&self, request: &Request) -> IpAddr {
        auth::network(auth::address(&self.house, request.headers(), request.extensions()))
    }

    /// A new connection may not come too fast, and counts from the start: it need not say who it is yet.
    fn count(&self, address: IpAddr) -> Result<Transport, Refused> {
        self.house.rates.request(address).map_err(HouseError::TooFast)?;
        Ok(self.house.knock(address)?)
    }

    /// Serves a new connection, in a task that closing the house waits for.
    fn begin(
        self: &Arc<Self>,
        (pipe, line): (Pipe, Line),
        address: IpAddr,
        transport: Transport,
    ) -> (String, Arc<Pipe>) {
        let sid = format!("{:016x}{:016x}", chance::word(), chance::word());
        let pipe = Arc::new(pipe);
        self.pipes().insert(sid.clone(), Arc::clone(&pipe));
        let (door, name) = (Arc::clone(self), sid.clone());
        self.house.tasks.spawn(async move {
            Arc::clone(&door).serve(&name, line, address, transport).await;
            door.pipes().remove(&name);
        });
        (sid, pipe)
    }

    fn open_polling(self: &Arc<Self>, request: &Request) -> Result<Response, Denied> {
        if request.method() != Method::GET {
            return Err(Misuse::Method.into());
        }
        let address = self.address_of(request);
        let transport = self.count(address)?;
        let times = &self.house.settings.times;
        let (sid, _) =
            self.begin(Pipe::polling(self.house.clock.clone(), times, self.house.backlog(address)), address, transport);
        Ok(text(pipe::greeting(&sid, true, times).into()))
    }

    async fn polled(&self, sid: &str, request: Request) -> Result<Response, Denied> {
        let pipe = self.pipe(sid)?;
        match *request.method() {
            Method::GET => Ok(text(pipe.poll().await?)),
            Method::POST => {
                let body = axum::body::to_bytes(request.into_body(), MAX_FRAME).await.ok();
                let body = body.as_deref().and_then(|body| std::str::from_utf8(body).ok()).unwrap_or_default();
                pipe.post(body).await?;
                Ok(text("ok".into()))
            }
            _ => Err(Misuse::Method.into()),
        }
    }

    async fn open_websocket(self: &Arc<Self>, sid: Option<String>, request: Request) -> Result<Response, Denied> {
        let address = self.address_of(&request);
        let (mut parts, _) = request.into_parts();
        let upgrade = Upgrade::from_request_parts(&mut parts, &()).await.map_err(|_| Misuse::Request)?;
        if let Some(sid) = sid {
            let pipe = self.pipe(&sid)?;
            if !pipe.may_upgrade() {
                return Err(Misuse::Request.into());
            }
            return Ok(upgrade.serve(move |socket| async move { pipe.run(socket, None).await }));
        }
        let transport = self.count(address)?;
        let times = &self.house.settings.times;
        let (sid, pipe) = self.begin(
            Pipe::websocket(self.house.clock.clone(), times, self.house.backlog(address)),
            address,
            transport,
        );
        let greeting = pipe::greeting(&sid, false, times);
        Ok(upgrade.serve(move |socket| async move { pipe.run(socket, Some(greeting)).await }))
    }
}

fn text(body: Body) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=UTF-8")], body).into_response()
}
