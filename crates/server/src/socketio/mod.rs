//! The Socket.IO door: Voxel Battleship's events, and two generic ones that carry any game (see docs/protocol.md).
//!
//! A connection is let in by [`handshake`], served by [`connection`], and its room outlives it for a while in
//! [`stays`], so that whoever drops out comes back to their seat. What the events mean is `parlor-voxel`'s.

mod answer;
mod connection;
mod handshake;
mod requests;
mod stay;
mod stays;

use crate::{auth, house::House, problem::Refused, table::QUEUE};
use answer::Asked;
use axum::{
    extract::{Request, State},
    http::{HeaderValue, header},
    middleware::Next,
    response::Response,
};
use connection::Connection;
use handshake::Admitted;
use parlor_wire::MAX_FRAME;
use serde_json::Value;
use socketioxide::{
    ParserConfig, SocketIo,
    extract::{SocketRef, TryData},
    handler::ConnectHandler,
    layer::SocketIoLayer,
};
use stays::Stays;
use std::{sync::Arc, time::Duration};

/// Where the door is.
const PATH: &str = "/socket.io";
/// How long somebody may stand in the door without saying who they are.
const CONNECT: Duration = Duration::from_secs(10);
/// Small buffers: the default ones cost more than the game (see docs/adr/0004).
const BUFFER: usize = 4096;

/// What all connections at this door share.
struct Door {
    house: Arc<House>,
    stays: Arc<Stays>,
}

/// Opens the door: a layer that answers below `/socket.io` and passes everything else on.
pub fn open(house: &Arc<House>) -> SocketIoLayer {
    let times = &house.settings.times;
    let (layer, io) = SocketIo::builder()
        .req_path(PATH)
        .ping_interval(Duration::from_millis(times.ping_ms))
        .ping_timeout(Duration::from_millis(times.pong_ms))
        .connect_timeout(CONNECT)
        .max_buffer_size(QUEUE)
        .max_payload(MAX_FRAME as u64)
        .ws_max_message_size(MAX_FRAME)
        .ws_max_frame_size(MAX_FRAME)
        .ws_read_buffer_size(BUFFER)
        .with_parser(ParserConfig::common().max_incoming_binaries(0).max_incoming_binary_buf_size(0))
        .build_layer();
    let door = Arc::new(Door { house: Arc::clone(house), stays: Arc::default() });
    let entrance = Arc::clone(&door);
    let serve = move |socket: SocketRef| async move {
        if let Some(admitted) = Admitted::take(&socket) {
            // Tracked, so that closing the house waits until every table knows.
            let tasks = door.house.tasks.clone();
            tasks.spawn(Connection::serve(door, socket, admitted));
        }
    };
    io.ns(
        "/",
        serve.with(move |socket: SocketRef, TryData(auth): TryData<Value>| async move {
            entrance.admit(&socket, auth.unwrap_or_default()).await
        }),
    );
    let closing = house.closing.clone();
    house.tasks.spawn(async move {
        closing.cancelled().await;
        // Ends the connections below, not only what runs over them: clients know then that they should come back.
        io.close().await;
    });
    layer
}

/// Nobody may knock too fast or too often. Only new transports count: a client without WebSockets polls all the time.
///
/// Pages of other sites may knock too: here only a token counts, which they would have to know.
pub async fn guard(
    State(house): State<Arc<House>>,
    auth::From(address): auth::From,
    mut request: Request,
    next: Next,
) -> Result<Response, Refused> {
    let uri = request.uri();
    if !uri.path().starts_with(PATH) {
        return Ok(next.run(request).await);
    }
    let known = uri.query().is_some_and(|query| query.split('&').any(|pair| pair.starts_with("sid=")));
    if !known {
        house.rates.request(address).map_err(Refused::too_fast)?;
        let transport = house.knock(address)?;
        request.extensions_mut().insert(transport);
    }
    let mut response = next.run(request).await;
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    Ok(response)
}
