//! What is traced of requests, for those who look for something.

use crate::{guard::networks::Networks, house::House};
use axum::{
    extract::{ConnectInfo, MatchedPath},
    http::{HeaderMap, HeaderName, Request, Response},
};
use opentelemetry::{global, propagation::Extractor};
use std::{net::SocketAddr, time::Duration};
use tower_http::{
    classify::{ServerErrorsAsFailures, SharedClassifier},
    trace::{DefaultOnFailure, DefaultOnRequest, DefaultOnResponse, MakeSpan, OnResponse, TraceLayer},
};
use tracing::{Level, Span, field::Empty};
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// Traces requests. What goes wrong in the house is logged where it does: a house that is full answers so to everyone who
/// comes, and must not fill its log with it.
pub fn trace(house: &House) -> TraceLayer<SharedClassifier<ServerErrorsAsFailures>, Spans, DefaultOnRequest, Answers> {
    TraceLayer::new_for_http()
        .make_span_with(Spans { proxies: house.settings.trusted_proxies.clone() })
        .on_response(Answers)
        .on_failure(DefaultOnFailure::new().level(Level::DEBUG))
}

/// Makes a span for a request.
#[derive(Clone, Debug)]
pub struct Spans {
    /// Those who are believed when they say which trace a request belongs to: any visitor could choose one.
    proxies: Networks,
}

impl<B> MakeSpan<B> for Spans {
    fn make_span(&mut self, request: &Request<B>) -> Span {
        // Pages have no route of their own.
        let route = || request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str);
        // Paths only: queries and headers may hold what must not be told.
        let span = tracing::debug_span!(
            "request",
            http.request.method = %request.method(),
            url.path = request.uri().path(),
            http.route = route(),
            http.response.status_code = Empty,
            otel.name = %format_args!("{} {}", request.method(), route()),
            otel.kind = "server",
            otel.status_code = Empty,
        );
        if !span.is_disabled() {
            let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
            if peer.is_some_and(|peer| self.proxies.include(peer.0.ip())) {
                let told = global::get_text_map_propagator(|trace| trace.extract(&Headers(request.headers())));
                // Whoever only logs has no traces, and then there is nothing to belong to.
                let _ = span.set_parent(told);
            }
        }
        span
    }
}

/// What came of a request.
#[derive(Clone, Copy, Debug)]
pub struct Answers;

impl<B> OnResponse<B> for Answers {
    fn on_response(self, response: &Response<B>, latency: Duration, span: &Span) {
        if !span.is_disabled() {
            span.record("http.response.status_code", response.status().as_u16());
            if response.status().is_server_error() {
                span.record("otel.status_code", "ERROR");
            }
        }
        DefaultOnResponse::new().on_response(response, latency, span);
    }
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(HeaderName::as_str).collect()
    }
}
