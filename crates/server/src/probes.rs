//! Health, readiness and metrics.

use crate::{house::House, people::auth::Address};
use axum::{Router, extract::State, http::StatusCode, routing::get};
use metrics::{Counter, Histogram};
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
        let buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0];
        let seconds = metrics_exporter_prometheus::Matcher::Suffix("_seconds".into());
        let handle = PrometheusBuilder::new().set_buckets_for_metric(seconds, &buckets)?.install_recorder()?;
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

/// What is measured.
enum Measure {
    Gauge,
    Counter,
    Histogram,
}

/// Everything that is measured, by name.
const MEASURED: [(&str, Measure, &str); 17] = [
    ("parlor_tables", Measure::Gauge, "Open tables that are awake"),
    ("parlor_tables_asleep", Measure::Gauge, "Tables over days that sleep"),
    ("parlor_matches_running", Measure::Gauge, "Matches being played at tables that are awake"),
    ("parlor_seats", Measure::Gauge, "Seats that people have taken at tables that are awake"),
    ("parlor_connections", Measure::Gauge, "Open connections of people, by any door"),
    ("parlor_store_queue", Measure::Gauge, "Jobs that wait for the next commit"),
    ("parlor_matches_total", Measure::Counter, "Matches begun"),
    ("parlor_invitations_total", Measure::Counter, "Invitations sent"),
    ("parlor_actions_total", Measure::Counter, "Actions done in games"),
    ("parlor_refusals_total", Measure::Counter, "Commands refused, by code"),
    ("parlor_resyncs_total", Measure::Counter, "Clients that came back and were shown everything anew"),
    ("parlor_shown_hot_total", Measure::Counter, "Tables of other nodes that were shown without asking these"),
    ("parlor_reports_total", Measure::Counter, "Reports that came in"),
    ("parlor_notices_total", Measure::Counter, "Messages to people who are away"),
    ("parlor_notices_dropped_total", Measure::Counter, "Messages dropped because too many waited"),
    ("parlor_command_seconds", Measure::Histogram, "Time from a command at a table to its answer"),
    ("parlor_commit_seconds", Measure::Histogram, "Time to make a change durable"),
];

/// The names of everything that is measured.
pub fn measured() -> impl Iterator<Item = &'static str> {
    MEASURED.iter().map(|(name, ..)| *name)
}

/// Says what everything is. Counters are there from the beginning, so that the first increase shows.
fn describe() {
    for (name, measure, what) in MEASURED {
        match measure {
            Measure::Gauge => metrics::describe_gauge!(name, what),
            Measure::Counter => {
                metrics::describe_counter!(name, what);
                if !["parlor_refusals_total", "parlor_notices_total"].contains(&name) {
                    metrics::counter!(name).absolute(0);
                }
            }
            Measure::Histogram => metrics::describe_histogram!(name, what),
        }
    }
}

/// What every command is counted by: to find a meter by its name takes longer than to count.
pub struct Meters {
    /// Actions done in games.
    pub actions: Counter,
    /// From a command to its answer.
    pub command: Histogram,
    /// To make a change durable.
    pub commit: Histogram,
}

impl Default for Meters {
    fn default() -> Self {
        Self {
            actions: metrics::counter!("parlor_actions_total"),
            command: metrics::histogram!("parlor_command_seconds"),
            commit: metrics::histogram!("parlor_commit_seconds"),
        }
    }
}

/// `/healthz`, `/readyz` and `/metrics`.
pub fn routes() -> Router<Arc<House>> {
    Router::new().route("/healthz", get(async || "ok")).route("/readyz", get(ready)).route("/metrics", get(metrics))
}

/// The metrics, for those whom the keeper of the house shows them: they count what happens at tables that only some may see, and
/// sealed moves, so that a player who read them could tell whether the others have moved.
async fn metrics(State(house): State<Arc<House>>, Address(from): Address) -> Result<String, StatusCode> {
    let shown = METRICS.get().filter(|_| house.settings.metrics_from.include(from)).ok_or(StatusCode::NOT_FOUND)?;
    if let Ok(asleep) = house.store.asleep().await {
        metrics::gauge!("parlor_tables_asleep").set(asleep as f64);
    }
    metrics::gauge!("parlor_tables").set(house.directory.len() as f64);
    metrics::gauge!("parlor_matches_running").set(house.directory.playing() as f64);
    metrics::gauge!("parlor_seats").set(house.directory.seats() as f64);
    metrics::gauge!("parlor_connections").set(house.presence.connections() as f64);
    metrics::gauge!("parlor_store_queue").set(house.store.waiting() as f64);
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
