//! One table of everything that was measured, with the goal beside each figure.

use anyhow::{Context, Result, ensure};
use parlor_gauge::MeasuredServer;
use serde_json::{Value, json};
use std::{
    ffi::OsStr,
    fmt, fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};
use tokio::{runtime::Runtime, time::sleep};

/// What a figure should be.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// At most this, in that unit.
    Most(f64, &'static str),
    /// At least this, in that unit.
    Least(f64, &'static str),
    /// It is there to be compared with.
    None,
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Most(value, unit) => format!("≤ {value} {unit}"),
            Self::Least(value, unit) => format!("≥ {value} {unit}"),
            Self::None => String::new(),
        };
        f.pad(text.trim_end())
    }
}

enum Line {
    Section(String),
    Row { what: String, figure: String, goal: Goal },
}

/// What was measured, in order.
#[derive(Default)]
pub struct Report(Vec<Line>);

/// An engine, how many of its own steps bots make in a second, and the goal.
struct Engine {
    game: &'static str,
    bots: &'static str,
    games: u32,
    /// The field of `parlor sim --json` that counts, and what it counts.
    field: &'static str,
    unit: &'static str,
    least: f64,
}

const ENGINES: [Engine; 7] = [
    Engine::new("battleship", "random,random", 20_000, "plies_per_s", "plies/s", 1e6),
    Engine::new("tetris", "random,random", 50, "ticks", "ticks/s", 1e6),
    Engine::new("pong", "random,random", 500, "ticks", "ticks/s", 1e6),
    Engine::new("death-roll", "random,random", 100_000, "plies_per_s", "plies/s", 1e6),
    Engine::new("words", "easy,easy", 50, "plies_per_s", "plies/s", 1e3),
    Engine::new("mahjong", "easy,easy,easy,easy", 100, "plies_per_s", "plies/s", 1e4),
    Engine::new("codenames", "easy,easy,easy,easy", 50, "plies_per_s", "plies/s", 1e3),
];

impl Engine {
    const fn new(
        game: &'static str,
        bots: &'static str,
        games: u32,
        field: &'static str,
        unit: &'static str,
        least: f64,
    ) -> Self {
        Self { game, bots, games, field, unit, least }
    }
}

/// How many tables are opened to see what one takes.
const TABLES: u32 = 500;
/// How long a house is left alone before its memory is read.
const SETTLES: Duration = Duration::from_millis(500);
const MIB: f64 = (1 << 20) as f64;

impl Report {
    /// The figures that follow belong together.
    pub fn section(&mut self, title: impl Into<String>) {
        self.0.push(Line::Section(title.into()));
    }

    /// A figure with its goal.
    pub fn row(&mut self, what: impl Into<String>, figure: String, goal: Goal) {
        self.0.push(Line::Row { what: what.into(), figure, goal });
    }

    /// How fast the engines are, with bots that hardly think.
    ///
    /// # Errors
    /// If the binary does not simulate.
    pub fn engines(&mut self, parlor: &Path) -> Result<()> {
        self.section("Engines: bots play each other on one core");
        for Engine { game, bots, games, field, unit, least } in ENGINES {
            let games = games.to_string();
            let output =
                Command::new(parlor).args(["sim", game, "--bots", bots, "--games", &games, "--json"]).output()?;
            ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let report: Value = serde_json::from_slice(&output.stdout)?;
            let number = |name: &str| report[name].as_f64().with_context(|| format!("no {name} in {report}"));
            let speed = if field == "ticks" { number("ticks")? / number("seconds")? } else { number(field)? };
            self.row(
                format!("{game}, {}", bots.split(',').next().unwrap_or(bots)),
                format!("{} {unit}", thousands(speed)),
                Goal::Least(least, unit),
            );
        }
        Ok(())
    }

    /// What the binary and a house weigh.
    ///
    /// # Errors
    /// If a house does not open.
    pub fn sizes(&mut self, parlor: &Path, client: &Path) -> Result<()> {
        self.section("Sizes and starts");
        let size = fs::metadata(parlor).with_context(|| format!("cannot read {}", parlor.display()))?.len();
        self.row(
            "the binary, with the browser client in it",
            format!("{:.1} MiB", size as f64 / MIB),
            Goal::Most(64.0, "MiB"),
        );
        match first_load(client) {
            Some(bytes) => {
                let figure = format!("{:.0} kB", bytes as f64 / 1000.0);
                self.row("the browser client's WASM, by brotli", figure, Goal::Most(400.0, "kB"));
            }
            None => self.row("the browser client's WASM", "not built: make web".into(), Goal::None),
        }
        Runtime::new().context("cannot start the runtime")?.block_on(self.houses(parlor))
    }

    async fn houses(&mut self, parlor: &Path) -> Result<()> {
        let program: [&OsStr; 1] = [parlor.as_os_str()];
        let mut starts = Vec::new();
        for _ in 0..3 {
            let started = Instant::now();
            drop(MeasuredServer::house(&program).await?);
            starts.push(started.elapsed().as_secs_f64() * 1000.0);
        }
        starts.sort_by(f64::total_cmp);
        self.row("from the command until it is open, no data", format!("{:.0} ms", starts[1]), Goal::Most(200.0, "ms"));
        let house = MeasuredServer::house(&program).await?;
        sleep(SETTLES).await;
        let memory = || house.process().memory().context("a process's memory is not told here");
        let empty = memory()?;
        self.row("an empty house", format!("{:.1} MiB", empty as f64 / MIB), Goal::Most(40.0, "MiB"));
        let http = reqwest::Client::new();
        let base = house.base();
        for _ in 0..TABLES {
            let guest = http.post(format!("{base}/api/guest")).json(&json!({})).send().await?;
            let guest: Value = guest.error_for_status()?.json().await?;
            let token = guest["token"].as_str().context("a guest has a token")?;
            let wish = http.post(format!("{base}/api/tables")).bearer_auth(token).json(&json!({"game": "battleship"}));
            wish.send().await?.error_for_status()?;
        }
        sleep(SETTLES).await;
        let idle = memory()?.saturating_sub(empty) as f64 / 1024.0 / f64::from(TABLES);
        self.row(
            format!("an idle table, of {TABLES} where no player is"),
            format!("{idle:.1} KiB"),
            Goal::Most(16.0, "KiB"),
        );
        Ok(())
    }

    /// What a live table takes, by `parlor load`.
    ///
    /// # Errors
    /// If the binary does not play.
    pub fn live(&mut self, parlor: &Path) -> Result<()> {
        self.section(format!("Live tables: parlor load --tables {TABLES} --seconds 5"));
        for (game, kib) in [("battleship", 48.0), ("pong", 48.0)] {
            let tables = TABLES.to_string();
            let args = ["load", "--tables", &tables, "--seconds", "5", "--game", game, "--json"];
            let output = Command::new(parlor).args(args).output()?;
            ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let report: Value = serde_json::from_slice(&output.stdout)?;
            let number = |name: &str| {
                report.pointer(name).and_then(Value::as_f64).with_context(|| format!("no {name} in {report}"))
            };
            let figure = format!("{:.1} KiB", number("/server/kib_per_table")?);
            self.row(format!("{game}: a table with both its players"), figure, Goal::Most(kib, "KiB"));
            if game == "pong" {
                self.row(
                    "pong: processor",
                    format!("{:.2} cores", number("/server/cores")?),
                    Goal::Most(0.25, "cores"),
                );
            }
        }
        Ok(())
    }
}

/// The bytes of WASM that a browser fetches first, compressed. They lie in a folder that is named by what is in it.
fn first_load(client: &Path) -> Option<u64> {
    let mut builds = fs::read_dir(client.join("pkg")).ok()?.flatten();
    builds.find_map(|build| Some(fs::metadata(build.path().join("web_bg.wasm.br")).ok()?.len()))
}

/// A large number that can be read.
fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widest = |column: fn(&Line) -> usize| self.0.iter().map(column).max().unwrap_or_default();
        let first = widest(|line| if let Line::Row { what, .. } = line { what.chars().count() } else { 0 });
        let second = widest(|line| if let Line::Row { figure, .. } = line { figure.chars().count() } else { 0 });
        for line in &self.0 {
            match line {
                Line::Section(title) => writeln!(f, "\n{title}")?,
                Line::Row { what, figure, goal } => {
                    writeln!(f, "{}", format!("  {what:<first$}  {figure:>second$}  {goal}").trim_end())?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_goals_stand_beside() {
        let mut report = Report::default();
        report.section("Things");
        report.row("short", "1 µs".into(), Goal::Most(2.5, "µs"));
        report.row("much longer", format!("{} plies/s", thousands(1_234_567.0)), Goal::None);
        let text = report.to_string();
        assert_eq!(text, "\nThings\n  short                     1 µs  ≤ 2.5 µs\n  much longer  1,234,567 plies/s\n");
    }
}
