//! Health, readiness and metrics.

use crate::house::House;
use axum::{Router, extract::State, http::StatusCode, routing::get};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use parlor_store::Store;
use std::{
    sync::{Arc, Mutex as Lock, OnceLock, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::Mutex;

static METRICS: OnceLock<PrometheusHandle> = OnceLock::new();
/// Held while they are installed: a process has one recorder.
static INSTALLING: Lock<()> = Lock::new(());

/// Starts to collect metrics for this process. More than once is fine.
///
/// # Errors
/// If another recorder is installed already.
pub fn install_metrics() -> Result<(), metrics_exporter_prometheus::BuildError> {
    let _installing = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    if METRICS.get().is_none() {
        let commit = metrics_exporter_prometheus::Matcher::Full("parlor_commit_seconds".into());
        let buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0];
        let handle = PrometheusBuilder::new().set_buckets_for_metric(commit, &buckets)?.install_recorder()?;
        describe();
        let _ = METRICS.set(handle);
    }
    Ok(())
}

/// Sums up what was measured since: single measurements are kept until then, whether anyone asks for them or not.
pub fn sum_up_metrics() {
    if let Some(metrics) = METRICS.get() {
        metrics.run_upkeep();
    }
}

fn describe() {
    metrics::describe_gauge!("parlor_tables", "Open tables that are awake");
    metrics::describe_gauge!("parlor_tables_asleep", "Tables over days that sleep");
    metrics::describe_gauge!("parlor_connections", "Open connections of people, by any door");
    metrics::describe_counter!("parlor_matches_total", "Matches begun");
    metrics::describe_counter!("parlor_actions_total", "Actions done in games");
    metrics::describe_counter!("parlor_refusals_total", "Commands refused, by code");
    metrics::describe_histogram!("parlor_commit_seconds", "Time to make a change durable");
}

/// `/healthz`, `/readyz` and `/metrics`.
pub fn routes() -> Router<Arc<House>> {
    Router::new().route("/healthz", get(async || "ok")).route("/readyz", get(ready)).route("/metrics", get(metrics))
}

/// The metrics, if the keeper of the house shows them: they count what happens at tables that only some may see.
async fn metrics(State(house): State<Arc<House>>) -> Result<String, StatusCode> {
    let shown = METRICS.get().filter(|_| house.settings.metrics).ok_or(StatusCode::NOT_FOUND)?;
    if let Ok(asleep) = house.store.asleep().await {
        metrics::gauge!("parlor_tables_asleep").set(asleep as f64);
    }
    Ok(shown.render())
}

/// How long an answer of the store holds: `/readyz` is open to everyone, and each answer costs a commit.
const ANSWER_HOLDS: Duration = Duration::from_secs(1);

/// What the store said when it was last asked to write, and when.
#[derive(Debug, Default)]
pub struct Readiness(Mutex<Option<(Instant, bool)>>);

impl Readiness {
    /// Whether the store takes a write. Those who ask at the same time share one.
    async fn writes(&self, store: &dyn Store) -> bool {
        let mut last = self.0.lock().await;
        if let Some((at, answer)) = *last
            && at.elapsed() < ANSWER_HOLDS
        {
            return answer;
        }
        let result = store.ping().await;
        if let Err(error) = &result {
            tracing::error!(%error, "the store does not take a write");
        }
        *last = Some((Instant::now(), result.is_ok()));
        result.is_ok()
    }
}

/// Ready means: not closing, and the store takes a write.
async fn ready(State(house): State<Arc<House>>) -> (StatusCode, &'static str) {
    if !house.is_ready() {
        (StatusCode::SERVICE_UNAVAILABLE, "closing")
    } else if house.readiness.writes(house.store.as_ref()).await {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the store does not take a write")
    }
}
