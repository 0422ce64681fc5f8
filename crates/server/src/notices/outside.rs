//! Calling addresses outside the house: bounded in time, following nothing, and never into a private network.

use super::destination::{Destination, Reach};
use axum::{
    body::Bytes,
    http::{Request, StatusCode, header},
};
use http_body_util::Full;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{
        Client,
        connect::{HttpConnector, dns::Name},
    },
    rt::TokioExecutor,
};
use std::{
    future::Future,
    io,
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
    vec,
};
use thiserror::Error;
use tokio::time::timeout;
use tower::Service;

/// How long a call may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why nothing was answered.
#[derive(Debug, Error)]
pub enum NoAnswer {
    /// It could not be called.
    #[error("it cannot be reached: {0}")]
    Line(#[from] hyper_util::client::legacy::Error),
    /// It took too long.
    #[error("it took too long")]
    Late,
    /// The machine knows no authority that it trusts.
    #[error("this machine trusts no authority: {0}")]
    NoTrust(io::Error),
}

/// Calls addresses outside the house.
#[derive(Clone, Debug)]
pub struct Outside(Client<HttpsConnector<HttpConnector<Resolver>>, Full<Bytes>>);

impl Outside {
    /// Ready to call.
    ///
    /// # Errors
    /// If the machine knows no authorities that it trusts.
    pub fn new(reach: Reach) -> io::Result<Self> {
        let mut connector = HttpConnector::new_with_resolver(Resolver(reach));
        connector.enforce_http(false);
        connector.set_connect_timeout(Some(PATIENCE));
        let provider = rustls::crypto::ring::default_provider();
        let builder = HttpsConnectorBuilder::new().with_provider_and_native_roots(provider)?;
        let connector = builder.https_or_http().enable_http1().wrap_connector(connector);
        // Calls are rare: no connection waits for the next one.
        Ok(Self(Client::builder(TokioExecutor::new()).pool_max_idle_per_host(0).build(connector)))
    }

    /// Sends a request and gives back the status of the answer. What else it says is not read.
    ///
    /// # Errors
    /// If there is none.
    pub async fn call(&self, to: &Destination, mut request: Request<Vec<u8>>) -> Result<StatusCode, NoAnswer> {
        *request.uri_mut() = to.uri().clone();
        let agent = concat!("Parlor/", env!("CARGO_PKG_VERSION"));
        request.headers_mut().insert(header::USER_AGENT, header::HeaderValue::from_static(agent));
        let answer = self.0.request(request.map(|body| Full::new(Bytes::from(body))));
        let answer = timeout(PATIENCE, answer).await.map_err(|_| NoAnswer::Late)??;
        Ok(answer.status())
    }
}

/// Where names lead, as far as the house may go there. The address that was looked at is the one that is called.
#[derive(Clone, Debug)]
struct Resolver(Reach);

impl Service<Name> for Resolver {
    type Response = vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Response>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let Self(reach) = *self;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let allowed: Vec<_> = found.filter(|address| reach.allows(address.ip())).collect();
            if allowed.is_empty() {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the name leads to no public address"));
            }
            Ok(allowed.into_iter())
        })
    }
}
