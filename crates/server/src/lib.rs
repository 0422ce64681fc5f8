//! The house itself.
//!
//! [`House`] is what everything shares; [`app`] is its HTTP face; each open table is a task of its own (see
//! `table`). Time comes from here: games, tables and clients are told it.

pub mod admin;
mod api;
mod chance;
mod clock;
mod cluster;
mod doors;
mod guard;
mod house;
mod lobby;
mod notices;
mod packing;
mod people;
mod probes;
mod problem;
mod public_url;
mod rows;
mod runs;
mod settings;
mod tables;

pub use cluster::Membership;
pub use house::{House, OpenError};
pub use lobby::nearby;
pub use probes::{install_metrics, measured};
pub use problem::codes;
pub use public_url::{BadPublicUrl, PublicUrl};
pub use settings::{Addon, Gold, Limits, Notices, Retention, Settings, SocketIo, StoreUrl, Times};

pub use doors::tls::{Tls, TlsError};
pub use guard::networks::Networks;

use doors::{accept, addon, assets, requests, socket, socketio};
use guard::{host, place};

use axum::{
    Router,
    http::{HeaderValue, StatusCode, header},
    middleware,
    routing::get,
};
use std::{io, sync::Arc, time::Duration};
use tokio::net::TcpListener;
use tower_http::{set_header::SetResponseHeaderLayer, timeout::TimeoutLayer};

/// Only the house's own code runs on its pages.
const CONTENT_SECURITY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/// How long connections may take to end when the house closes.
const GOODBYE: Duration = Duration::from_secs(5);

/// The house's HTTP face: the API, the WebSocket, probes, and the web client.
pub fn app(house: Arc<House>) -> Router {
    let header = |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    let patience = Duration::from_millis(house.settings.times.request_ms);
    let (guarded, settings, trace) = (Arc::clone(&house), &house.settings, requests::trace(&house));
    let probes = probes::routes().with_state(Arc::clone(&house));
    let inside = Router::new()
        .route("/ws", get(socket::upgrade))
        .route("/addon", get(addon::upgrade))
        .with_state(Arc::clone(&house))
        .merge(probes.clone())
        .merge(socketio::routes(&house))
        .merge(api::router(Arc::clone(&house)))
        .fallback(get(assets::serve).with_state(assets::Client::below(settings.base())));
    place::below(settings.base(), inside, probes)
        .layer(middleware::from_fn_with_state(guarded, host::guard))
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, patience))
        .layer(header(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "same-origin"))
        // Answers are for the caller, and of the moment. Files say themselves how long they may be kept.
        .layer(header(header::CACHE_CONTROL, "no-store"))
        .layer(trace)
}

/// Serves the house on `listener`, encrypted if there is something to encrypt with, until `stop` resolves, then closes it: tables
/// go on next time.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    house: Arc<House>,
    listener: TcpListener,
    tls: Option<Arc<Tls>>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    house.tasks.spawn(nearby::run(Arc::clone(&house), listener.local_addr()?));
    let closing = house.closing.clone();
    tokio::spawn(async move {
        stop.await;
        tracing::info!("closing; every table goes on next time");
        closing.cancel();
    });
    let too_long = async {
        house.closing.cancelled().await;
        tokio::time::sleep(GOODBYE).await;
    };
    tokio::select! {
        () = accept::accept(&house, listener, tls) => {}
        () = too_long => tracing::warn!("some connections would not end; closing without them"),
    }
    house.close().await;
    Ok(())
}
