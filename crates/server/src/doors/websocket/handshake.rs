//! How a request becomes a WebSocket.

use super::WebSocket;
use crate::doors::accept::Plain;
use axum::{
    body::Body,
    extract::FromRequestParts,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use hyper::upgrade::{OnUpgrade, Parts as UpgradedParts, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_util::either::Either;
use tungstenite::handshake::derive_accept_key;

/// The stream below a WebSocket: what was accepted, without what HTTP had around it, unless it is encrypted.
pub type Io = Either<Plain, TokioIo<Upgraded>>;

/// A request to become a WebSocket.
pub struct Upgrade {
    /// What shows the client that its request was understood.
    accept: HeaderValue,
    upgraded: OnUpgrade,
}

/// Whether one of the words of a header is that one.
fn says(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let mut values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.any(|value| value.split(',').any(|said| said.trim().eq_ignore_ascii_case(word)))
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, StatusCode> {
        let headers = &parts.headers;
        let asks = parts.method == Method::GET
            && says(headers, header::CONNECTION, "upgrade")
            && says(headers, header::UPGRADE, "websocket")
            && says(headers, header::SEC_WEBSOCKET_VERSION, "13");
        let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| asks).ok_or(StatusCode::BAD_REQUEST)?;
        let accept = HeaderValue::try_from(derive_accept_key(key.as_bytes())).map_err(|_| StatusCode::BAD_REQUEST)?;
        let upgraded = parts.extensions.remove().ok_or(StatusCode::UPGRADE_REQUIRED)?;
        Ok(Self { accept, upgraded })
    }
}

impl Upgrade {
    /// Agrees, and serves the WebSocket in a task of its own.
    pub fn serve<F>(self, serve: impl FnOnce(WebSocket<Io>) -> F + Send + 'static) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let Self { accept, upgraded } = self;
        tokio::spawn(async move {
            match upgraded.await {
                Ok(upgraded) => serve(unwrap(upgraded)).await,
                Err(error) => tracing::debug!(%error, "a connection did not become a WebSocket"),
            }
        });
        let headers = [
            (header::CONNECTION, HeaderValue::from_static("upgrade")),
            (header::UPGRADE, HeaderValue::from_static("websocket")),
            (header::SEC_WEBSOCKET_ACCEPT, accept),
        ];
        (StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response()
    }
}

/// A WebSocket on what HTTP has done with.
fn unwrap(upgraded: Upgraded) -> WebSocket<Io> {
    match upgraded.downcast::<TokioIo<Plain>>() {
        Ok(UpgradedParts { io, read_buf, .. }) => WebSocket::new(Either::Left(io.into_inner()), read_buf.into()),
        Err(encrypted) => WebSocket::new(Either::Right(TokioIo::new(encrypted)), Vec::new()),
    }
}
