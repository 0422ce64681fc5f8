//! What the house tells its keeper while it is open: a log, and traces for those who run a collector.
//!
//! The house traces requests, commands, commits and tables that wake as spans of the level `debug`. Unless a collector or the
//! log wants them there are none: they cost the look at a number.

use anyhow::{Context, Result, bail};
use async_trait::async_trait;
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{ConfigBuilderExt, HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use opentelemetry::{KeyValue, global, trace::TracerProvider};
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{
    Resource,
    error::OTelSdkResult,
    propagation::TraceContextPropagator,
    trace::{Sampler, SdkTracerProvider, SpanData, SpanExporter},
};
use parlor_server::Settings;
use rustls::RootCertStore;
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{runtime::Handle, time::timeout};
use tracing::{Subscriber, level_filters::LevelFilter};
use tracing_subscriber::{
    EnvFilter, Layer, filter::filter_fn, fmt, layer::SubscriberExt, registry, util::SubscriberInitExt,
};

/// Where a collector takes traces.
const TRACES: &str = "/v1/traces";
/// How long it may take to take some.
const PATIENCE: Duration = Duration::from_secs(5);
/// How much it may answer, in bytes.
const LONGEST_ANSWER: usize = 64 * 1024;
/// How long the last ones may take when the house closes: a collector that is not there is tried for a second.
const GOODBYE: Duration = Duration::from_secs(2);

/// What is told while this lives.
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
}

impl Telemetry {
    /// Logs to standard error, and sends traces if the settings say where to. `runtime` does the sending.
    ///
    /// # Errors
    /// If the settings make no sense.
    pub fn start(settings: &Settings, runtime: &Handle) -> Result<Self> {
        let traces = match &settings.otlp {
            Some(url) => Some(traces(settings, url, runtime).context("traces cannot be sent")?),
            None => None,
        };
        subscriber(settings, traces.as_ref())?.init();
        Ok(Self { traces })
    }

    /// Sends what has not been sent.
    pub fn close(self) {
        if let Some(traces) = self.traces
            && let Err(error) = traces.shutdown_with_timeout(GOODBYE)
        {
            tracing::warn!(%error, "the last traces could not be sent");
        }
    }
}

/// What hears of everything in the house that is logged or traced.
fn subscriber(settings: &Settings, traces: Option<&SdkTracerProvider>) -> Result<impl Subscriber + Send + Sync> {
    let filter = EnvFilter::try_new(&settings.log).context("the `log` setting is no filter")?;
    let log = fmt::layer().with_writer(io::stderr);
    let log = if settings.log_json { log.json().boxed() } else { log.with_target(false).boxed() };
    // What is logged stays in the log.
    let spans_alone = filter_fn(|it| it.is_span() && it.target().starts_with("parlor"));
    let spans = traces.map(|traces| {
        tracing_opentelemetry::layer()
            .with_tracer(traces.tracer("parlor"))
            .with_location(false)
            .with_threads(false)
            .with_tracked_inactivity(false)
            .with_context_activation(false)
            .with_filter(spans_alone.with_max_level_hint(LevelFilter::DEBUG))
    });
    Ok(registry().with(log.with_filter(filter)).with(spans))
}

/// What makes spans into traces and sends those. They wait in a queue that has an end, for a thread of its own.
fn traces(settings: &Settings, url: &str, runtime: &Handle) -> Result<SdkTracerProvider> {
    let exporter = opentelemetry_otlp::SpanExporter::builder()
        .with_http()
        .with_http_client(Caller::new(url, runtime)?)
        .with_endpoint(endpoint(url)?)
        .with_timeout(PATIENCE)
        .build()?;
    let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let service = Resource::builder().with_service_name(settings.otlp_service.clone()).with_attribute(version).build();
    let share = Sampler::TraceIdRatioBased(1.0 / f64::from(settings.otlp_one_in.get()));
    global::set_text_map_propagator(TraceContextPropagator::new());
    Ok(SdkTracerProvider::builder()
        .with_resource(service)
        // A proxy that has begun a trace has decided about it.
        .with_sampler(Sampler::ParentBased(Box::new(share)))
        .with_batch_exporter(Tolerant { exporter, lost: AtomicU64::new(0) })
        .build())
}

/// Where traces go, at the collector that a setting names.
fn endpoint(url: &str) -> Result<String> {
    let place = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
    match place {
        Some(place) if !place.is_empty() && !place.contains(['@', '?', '#', ' ']) => {
            let url = url.trim_end_matches('/');
            Ok(if url.ends_with(TRACES) { url.to_owned() } else { format!("{url}{TRACES}") })
        }
        // It is not quoted: it may hold a password.
        _ => bail!(
            "a collector is http://host:port or https://host:port; what it wants to be told besides goes into \
             OTEL_EXPORTER_OTLP_HEADERS"
        ),
    }
}

/// Calls a collector from a runtime, whatever thread it is asked by.
#[derive(Debug)]
struct Caller {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    runtime: Handle,
}

impl Caller {
    fn new(url: &str, runtime: &Handle) -> Result<Self> {
        let mut connector = HttpConnector::new();
        connector.enforce_http(false);
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        let tls = match url.starts_with("https://") {
            true => tls.with_native_roots().context("this machine trusts no authority")?,
            // Trust is not needed, and a machine may have none.
            false => tls.with_root_certificates(RootCertStore::empty()),
        };
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(tls.with_no_client_auth())
            .https_or_http()
            .enable_http1()
            .wrap_connector(connector);
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Ok(Self { client, runtime: runtime.clone() })
    }
}

#[async_trait]
impl HttpClient for Caller {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        let calling = async move {
            let (head, body) = client.request(request.map(Full::new)).await?.into_parts();
            let body = Limited::new(body, LONGEST_ANSWER).collect().await?.to_bytes();
            Ok(Response::from_parts(head, body))
        };
        // Only there can it be told that time has passed.
        self.runtime.spawn(async move { timeout(PATIENCE, calling).await }).await??
    }
}

/// Sends what a collector takes. What it does not take is counted, and the log says so once, until it takes some again.
#[derive(Debug)]
struct Tolerant<E> {
    exporter: E,
    lost: AtomicU64,
}

impl<E: SpanExporter> SpanExporter for Tolerant<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len() as u64;
        match self.exporter.export(batch).await {
            Ok(()) => {
                let lost = self.lost.swap(0, Ordering::Relaxed);
                if lost > 0 {
                    tracing::info!(lost, "the collector takes traces again");
                }
            }
            Err(error) => {
                if self.lost.fetch_add(spans, Ordering::Relaxed) == 0 {
                    tracing::warn!(%error, "the collector takes no traces; the house goes on without them");
                }
            }
        }
        Ok(())
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        let lost = self.lost.load(Ordering::Relaxed);
        if lost > 0 {
            tracing::warn!(lost, "spans were lost: the collector did not take them");
        }
        self.exporter.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracing::subscriber::with_default;

    /// What is not told costs nothing: no span is made.
    #[test]
    fn there_are_spans_only_for_a_collector_and_no_events() {
        let settings = Settings { log: "info".into(), ..Settings::default() };
        let spans = || tracing::debug_span!("table.command", parlor.command = "act");
        let events = || tracing::enabled!(tracing::Level::DEBUG);
        with_default(subscriber(&settings, None).unwrap(), || assert!(spans().is_disabled() && !events()));
        let traces = SdkTracerProvider::builder().build();
        with_default(subscriber(&settings, Some(&traces)).unwrap(), || {
            assert!(!spans().is_disabled() && !events());
            let others = tracing::debug_span!(target: "sqlx", "query");
            assert!(others.is_disabled());
        });
    }

    #[test]
    fn a_collector_is_named_with_or_without_a_path() {
        for (url, sent_to) in [
            ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
            ("http://127.0.0.1:4318/", "http://127.0.0.1:4318/v1/traces"),
            ("https://collector.example/otlp", "https://collector.example/otlp/v1/traces"),
            ("https://collector.example/v1/traces", "https://collector.example/v1/traces"),
        ] {
            assert_eq!(endpoint(url).unwrap(), sent_to);
        }
        for url in ["127.0.0.1:4318", "http://", "grpc://127.0.0.1:4317", "http://ada:hunter2@127.0.0.1:4318"] {
            let error = endpoint(url).unwrap_err().to_string();
            assert!(error.contains("http://host:port") && !error.contains("hunter2"), "{error}");
        }
    }
}
