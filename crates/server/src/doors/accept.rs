//! Accepting connections: how many there may be, how long they may take to say what they want, and to take in the answer.

use crate::{
    app,
    doors::tls::Tls,
    guard::networks::Networks,
    house::House,
    people::{
        auth::network,
        presence::{Addresses, ConnectError},
    },
    tables,
};
use axum::{
    Router,
    extract::{ConnectInfo, Request},
    serve::{Listener, ListenerExt},
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use parlor_kernel::Code;
use std::{
    net::{IpAddr, SocketAddr},
    pin::{Pin, pin},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    time::timeout,
};
use tokio_io_timeout::TimeoutStream;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::Service;

/// How many bytes of one connection's requests are kept while they are read.
const BUFFER: usize = 64 * 1024;
/// How many lines one address may have for every WebSocket it may have: browsers open several to fetch a page.
const LINES_PER_CONNECTION: usize = 4;

/// A connection that is not encrypted.
pub type Plain = Pin<Box<TimeoutStream<TcpStream>>>;

/// Serves connections until the house closes, and then until the last request is answered.
pub async fn accept(house: &Arc<House>, listener: TcpListener, tls: Option<Arc<Tls>>) {
    // Frames are small and wait for answers: collecting them into larger packets would cost 40 ms a move.
    let mut listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection stays slow");
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).max_buf_size(BUFFER);
    http.header_read_timeout(Duration::from_millis(house.settings.times.header_ms));
    // Made ready once: otherwise every request would be served by layers of its own, and no Socket.IO session be found
    // again.
    let app = app(Arc::clone(house)).with_state(());
    let lines = Arc::new(Lines::new(house));
    let times = &house.settings.times;
    let (stall, greeting) = (Duration::from_millis(times.stall_ms), Duration::from_millis(times.header_ms));
    let tasks = TaskTracker::new();
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => accepted,
            () = house.closing.cancelled() => break,
        };
        let Some(line) = Line::take(&lines, peer.ip()) else {
            tables::count_refusal(ConnectError::TooManyFromAddress.code());
            continue;
        };
        let (http, app, closing) = (http.clone(), app.clone(), house.closing.clone());
        // Also after it has become a WebSocket: what lies in buffers below the doors is lost to a client that is gone.
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(stall));
        let stream: Plain = Box::pin(stream);
        let acceptor = tls.as_ref().map(|tls| tls.acceptor());
        tasks.spawn(async move {
            match acceptor {
                None => serve(&http, stream, peer, app, closing).await,
                // Greeting takes no longer than the head of a request may: until then nothing is known of the caller.
                Some(acceptor) => match timeout(greeting, acceptor.accept(stream)).await {
                    Ok(Ok(stream)) => serve(&http, stream, peer, app, closing).await,
                    Ok(Err(error)) => tracing::debug!(%error, "a connection was not encrypted"),
                    Err(_) => tracing::debug!("a connection took too long to be encrypted"),
                },
            }
            // Or it has become a WebSocket: those are counted when they say who they are.
            drop(line);
        });
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

/// Answers requests on one connection until it ends, or becomes a WebSocket.
async fn serve(
    http: &http1::Builder,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: SocketAddr,
    app: Router,
    closing: CancellationToken,
) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        app.clone().call(request)
    });
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection has failed");
    }
}

/// All connections that are no WebSockets.
struct Lines {
    most: usize,
    most_per_address: usize,
    /// All their visitors come from their addresses.
    proxies: Networks,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    addresses: Addresses,
}

impl Lines {
    fn new(house: &House) -> Self {
        let limits = &house.settings.limits;
        Self {
            most: limits.connections,
            most_per_address: limits.connections_per_address.saturating_mul(LINES_PER_CONNECTION),
            proxies: house.settings.trusted_proxies.clone(),
            taken: Mutex::default(),
        }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        // Every change below is complete before anything can panic.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of them, until it is dropped.
struct Line {
    lines: Arc<Lines>,
    from: IpAddr,
}

impl Line {
    /// One more, unless there are too many.
    fn take(lines: &Arc<Lines>, peer: IpAddr) -> Option<Self> {
        let from = network(peer);
        let mut taken = lines.taken();
        let is_much = taken.addresses.of(from) >= lines.most_per_address && !lines.proxies.include(peer);
        if taken.all >= lines.most || is_much {
            return None;
        }
        taken.all += 1;
        taken.addresses.add(from);
        drop(taken);
        Some(Self { lines: Arc::clone(lines), from })
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let mut taken = self.lines.taken();
        taken.all -= 1;
        taken.addresses.remove(self.from);
    }
}
