//! What is counted while they play, and the report of it.

use super::Run;
use parlor_gauge::Trips;
use serde::Serialize;
use std::{
    fmt,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

/// What all players have counted together.
#[derive(Default)]
pub struct Figures {
    counting: AtomicBool,
    /// From giving an action to its answer.
    trips: Trips,
    /// Every action that was answered, whenever that was.
    answered: AtomicU64,
    actions: AtomicU64,
    matches: AtomicU64,
    refused: AtomicU64,
    reconnects: AtomicU64,
    /// What went wrong first.
    first_error: Mutex<Option<String>>,
}

impl Figures {
    /// From now on everything counts.
    pub fn start(&self) {
        self.counting.store(true, Relaxed);
    }

    /// From now on nothing counts.
    pub fn stop(&self) {
        self.counting.store(false, Relaxed);
    }

    /// How many actions were acknowledged since the start.
    pub fn actions(&self) -> u64 {
        self.actions.load(Relaxed)
    }

    /// How many actions were acknowledged so far, before the start too.
    pub fn answered(&self) -> u64 {
        self.answered.load(Relaxed)
    }

    /// An action was acknowledged after this time.
    pub fn acknowledged(&self, after: Duration) {
        self.answered.fetch_add(1, Relaxed);
        if self.count(&self.actions) {
            self.trips.add(after);
        }
    }

    /// A match has ended.
    pub fn ended(&self) {
        self.count(&self.matches);
    }

    /// An action was refused.
    pub fn refused(&self, why: String) {
        self.count(&self.refused);
        self.note(why);
    }

    /// A connection was lost.
    pub fn lost(&self, why: String) {
        self.count(&self.reconnects);
        self.note(why);
    }

    fn count(&self, what: &AtomicU64) -> bool {
        let counting = self.counting.load(Relaxed);
        what.fetch_add(counting.into(), Relaxed);
        counting
    }

    fn note(&self, why: String) {
        self.first_error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
    }

    /// What was counted in so many seconds.
    pub fn report(&self, run: &Run, tables: u32, seconds: f64, cost: &Cost) -> Report {
        let actions = self.actions();
        Report {
            game: run.wish.game.clone(),
            preset: run.wish.preset.clone().unwrap_or_default(),
            bot: run.level.clone(),
            tables,
            clients: tables * u32::from(run.seats),
            seconds,
            actions,
            actions_per_s: actions as f64 / seconds,
            p50_ms: self.trips.quantile_ms(0.5),
            p99_ms: self.trips.quantile_ms(0.99),
            p999_ms: self.trips.quantile_ms(0.999),
            matches: self.matches.load(Relaxed),
            refused: self.refused.load(Relaxed),
            reconnects: self.reconnects.load(Relaxed),
            first_error: self.first_error.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            server: cost.server(actions, seconds),
        }
    }
}

/// What the house's process used while actions were counted.
pub struct Cost {
    /// Processor time.
    pub cpu_seconds: Option<f64>,
    /// Resident memory at the end, and before there were tables.
    pub memory: Option<(u64, u64)>,
    /// How many tables there were.
    pub tables: u32,
}

impl Cost {
    fn server(&self, actions: u64, seconds: f64) -> Option<Server> {
        let (cpu_seconds, (memory, empty)) = (self.cpu_seconds?, self.memory?);
        Some(Server {
            cpu_seconds,
            cores: cpu_seconds / seconds,
            cpu_s_per_1000: (actions > 0).then(|| cpu_seconds * 1000.0 / actions as f64),
            memory_mib: memory as f64 / f64::from(1 << 20),
            kib_per_table: memory.saturating_sub(empty) as f64 / 1024.0 / f64::from(self.tables),
        })
    }
}

/// What is printed.
#[derive(Debug, Serialize)]
pub struct Report {
    game: String,
    preset: String,
    bot: String,
    tables: u32,
    clients: u32,
    seconds: f64,
    actions: u64,
    actions_per_s: f64,
    p50_ms: f64,
    p99_ms: f64,
    p999_ms: f64,
    matches: u64,
    refused: u64,
    reconnects: u64,
    first_error: Option<String>,
    server: Option<Server>,
}

/// What the house's process used.
#[derive(Debug, Serialize)]
struct Server {
    cpu_seconds: f64,
    /// Processor time for each second.
    cores: f64,
    /// Processor seconds for a thousand actions, if there were any.
    cpu_s_per_1000: Option<f64>,
    memory_mib: f64,
    /// What a table added to the memory of the empty house, its clients' connections included.
    kib_per_table: f64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, preset, bot, tables, clients, seconds, actions, actions_per_s, .. } = self;
        writeln!(f, "{game} ({preset}), {bot} bots: {tables} tables, {clients} clients, {seconds:.1} s")?;
        writeln!(
            f,
            "  actions     {actions} acknowledged, {actions_per_s:.0} a second; {} matches ended",
            self.matches
        )?;
        let Self { p50_ms, p99_ms, p999_ms, .. } = self;
        write!(f, "  round trip  p50 {p50_ms:.2} ms, p99 {p99_ms:.2} ms, p99.9 {p999_ms:.2} ms")?;
        if let Some(server) = &self.server {
            let Server { cpu_seconds, cores, memory_mib, kib_per_table, .. } = server;
            write!(f, "\n  processor   {cpu_seconds:.2} s, {cores:.2} cores")?;
            if let Some(cost) = server.cpu_s_per_1000 {
                write!(f, ", {cost:.3} s for 1,000 actions")?;
            }
            write!(f, "\n  memory      {memory_mib:.1} MiB, {kib_per_table:.1} KiB for each table")?;
        }
        write!(f, "\n  refused {}, reconnects {}", self.refused, self.reconnects)?;
        self.first_error.as_ref().map_or(Ok(()), |error| write!(f, "; first: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_happens_in_the_window_counts() {
        let figures = Figures::default();
        figures.acknowledged(Duration::from_millis(1));
        figures.start();
        (1..=100).for_each(|ms| figures.acknowledged(Duration::from_millis(ms)));
        figures.refused("no".into());
        figures.stop();
        figures.ended();
        figures.lost("gone".into());
        assert_eq!((figures.actions(), figures.refused.load(Relaxed)), (100, 1));
        assert_eq!((figures.matches.load(Relaxed), figures.reconnects.load(Relaxed)), (0, 0));
        assert_eq!(figures.first_error.lock().unwrap().as_deref(), Some("no"));
        assert_eq!(figures.trips.count(), 100);
    }

    #[test]
    fn what_a_thousand_actions_cost() {
        let cost = Cost { cpu_seconds: Some(2.0), memory: Some((30 << 20, 20 << 20)), tables: 10 };
        let server = cost.server(4000, 4.0).unwrap();
        assert_eq!((server.cores, server.cpu_s_per_1000), (0.5, Some(0.5)));
        assert_eq!((server.memory_mib, server.kib_per_table), (30.0, 1024.0));
        assert_eq!(cost.server(0, 4.0).unwrap().cpu_s_per_1000, None);
    }
}
