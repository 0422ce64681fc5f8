//! The two servers in turn, each in a process of its own and fresh each time.

use crate::{
    Flags,
    report::{Goal, Report},
    room::{Counted, Room, Server},
};
use anyhow::{Context, Result, bail};
use parlor_gauge::{MeasuredServer, Pace, Process, Trips, check_open_files};
use serde::Serialize;
use std::{
    ffi::{OsStr, OsString},
    path::Path,
    process::{self, Command, Stdio},
    sync::{Arc, PoisonError, atomic::Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};
use tokio::{
    runtime::Builder,
    task::JoinSet,
    time::{sleep, timeout},
};

/// How long rooms play before anything is counted.
const WARM_UP: Duration = Duration::from_millis(1500);
/// Turns a second when latency is measured.
const RATE: u32 = 1000;
/// A room opens within this time.
const OPENS_WITHIN: Duration = Duration::from_secs(30);

/// What one server took in one round.
#[derive(Clone, Debug, Serialize)]
struct Measured {
    server: &'static str,
    round: u32,
    rooms: u32,
    turns: u64,
    turns_per_s: f64,
    /// Processor seconds of the server for a million turns.
    cpu_per_1m: f64,
    bytes_per_turn: f64,
    memory_mib: f64,
    open_ms: f64,
    p50_ms: f64,
    p99_ms: f64,
    paced_p50_ms: f64,
    paced_p99_ms: f64,
}

/// Measures both servers in each round, the other one first each time, and adds the medians to the report.
pub fn measure(flags: &Flags, parlor: &Path, report: &mut Report) -> Result<()> {
    check_open_files(u64::from(flags.rooms) * 2 + 64)?;
    let pins = pins();
    let peer = Flags::beside("peer")?;
    let (mut of_peer, mut of_parlor) = (Vec::new(), Vec::new());
    for round in 0..flags.rounds {
        let mut order = [Server::Peer, Server::Parlor];
        order.rotate_left(round as usize % 2);
        for server in order {
            let program = if server == Server::Peer { &peer } else { parlor };
            let pinned: Vec<OsString> = pins.iter().map(OsString::from).chain([program.into()]).collect();
            // As much of the machine as one core: the driver has the other.
            let runtime = Builder::new_current_thread().enable_all().build().context("cannot start the runtime")?;
            let measured = runtime.block_on(one(server, &pinned, flags, round))?;
            if flags.json {
                println!("{}", serde_json::to_string(&measured)?);
            }
            if server == Server::Peer { &mut of_peer } else { &mut of_parlor }.push(measured);
        }
    }
    tabulate(flags, &of_peer, &of_parlor, report);
    Ok(())
}

/// Gives the driver the second core, and says what gives a server the first; nothing where that cannot be done.
fn pins() -> Vec<&'static str> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let own = process::id().to_string();
    let mut pin = Command::new("taskset");
    let pinned = pin.args(["-cp", "1", &own]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if cores > 1 && pinned.is_ok_and(|status| status.success()) { vec!["taskset", "-c", "0"] } else { Vec::new() }
}

async fn one(server: Server, program: &[OsString], flags: &Flags, round: u32) -> Result<Measured> {
    let program: Vec<&OsStr> = program.iter().map(OsString::as_os_str).collect();
    let open = match server {
        Server::Peer => MeasuredServer::open(&program, &[], "The peer is open: ").await?,
        Server::Parlor => MeasuredServer::house(&program).await?,
    };
    let process = open.process();
    let (http, opened) = (reqwest::Client::new(), Trips::default());
    let counted = Arc::new(Counted::default());
    let mut rooms = Vec::with_capacity(flags.rooms as usize);
    for number in 0..flags.rooms as usize {
        let started = Instant::now();
        let room = timeout(OPENS_WITHIN, Room::open(server, open.base(), &http, number)).await;
        rooms.push(room.context("a room does not open")??);
        opened.add(started.elapsed());
    }
    let mut playing = JoinSet::new();
    for room in rooms {
        let counted = Arc::clone(&counted);
        playing.spawn(async move { room.play(&counted).await });
    }
    let full = window(&counted, &mut playing, flags.seconds, process).await?;
    let (p50_ms, p99_ms) = (counted.trips.quantile_ms(0.5), counted.trips.quantile_ms(0.99));
    let memory = process.memory().context("the server's memory is not told here")?;
    *counted.pace.lock().unwrap_or_else(PoisonError::into_inner) = Some(Pace::new(RATE));
    window(&counted, &mut playing, flags.seconds, process).await?;
    playing.shutdown().await;
    Ok(Measured {
        server: if server == Server::Peer { "peer" } else { "parlor" },
        round,
        rooms: flags.rooms,
        turns: full.turns,
        turns_per_s: full.turns as f64 / full.seconds,
        cpu_per_1m: full.cpu_seconds * 1e6 / full.turns as f64,
        bytes_per_turn: full.bytes as f64 / full.turns as f64,
        memory_mib: memory as f64 / f64::from(1 << 20),
        open_ms: opened.quantile_ms(0.5),
        p50_ms,
        p99_ms,
        paced_p50_ms: counted.trips.quantile_ms(0.5),
        paced_p99_ms: counted.trips.quantile_ms(0.99),
    })
}

/// What was counted in some seconds.
struct Window {
    turns: u64,
    bytes: u64,
    seconds: f64,
    cpu_seconds: f64,
}

/// Lets them play, first without counting.
async fn window(
    counted: &Counted,
    playing: &mut JoinSet<Result<()>>,
    seconds: u32,
    process: Process,
) -> Result<Window> {
    sleep(WARM_UP).await;
    let cpu = || process.cpu_seconds().context("the server's processor time is not told here");
    let read = || (counted.turns.load(Relaxed), counted.bytes.load(Relaxed));
    counted.trips.clear();
    let (started, before, (turns, bytes)) = (Instant::now(), cpu()?, read());
    sleep(Duration::from_secs(seconds.into())).await;
    let ((more_turns, more_bytes), after) = (read(), cpu()?);
    let (turns, bytes) = (more_turns - turns, more_bytes - bytes);
    if let Some(Ok(Err(error))) = playing.try_join_next() {
        return Err(error.context("a room has failed"));
    }
    if turns == 0 {
        bail!("nothing was played: the rooms stand still");
    }
    Ok(Window { turns, bytes, seconds: started.elapsed().as_secs_f64(), cpu_seconds: after - before })
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn tabulate(flags: &Flags, of_peer: &[Measured], of_parlor: &[Measured], report: &mut Report) {
    let rooms = flags.rooms;
    let peer = |what: fn(&Measured) -> f64| median(of_peer.iter().map(what).collect());
    let house = |what: fn(&Measured) -> f64| median(of_parlor.iter().map(what).collect());
    // Each ratio within one round: a slow spell of the machine hits both.
    let ratio = |what: fn(&Measured) -> f64| {
        median(of_parlor.iter().zip(of_peer).map(|(house, peer)| what(house) / what(peer)).collect())
    };
    report.section(format!(
        "A house beside a minimal peer: {rooms} rooms, {} sockets, rounds: {}",
        2 * rooms,
        flags.rounds
    ));
    let cpu: fn(&Measured) -> f64 = |measured| measured.cpu_per_1m;
    report.row("processor time for a million turns, peer", format!("{:.1} s", peer(cpu)), Goal::None);
    report.row("processor time for a million turns, house", format!("{:.1} s", house(cpu)), Goal::None);
    report.row("ratio of the two", format!("{:.2}", ratio(cpu)), Goal::Most(3.0, ""));
    report.row("bytes to both players for a turn, peer", format!("{:.0} B", peer(|m| m.bytes_per_turn)), Goal::None);
    report.row(
        "bytes to both players for a turn, house",
        format!("{:.0} B", house(|m| m.bytes_per_turn)),
        Goal::Most(250.0, "B"),
    );
    report.row("resident memory, peer", format!("{:.1} MiB", peer(|m| m.memory_mib)), Goal::None);
    report.row("resident memory, house", format!("{:.1} MiB", house(|m| m.memory_mib)), Goal::Most(60.0, "MiB"));
    report.row("open and join a room, peer", format!("{:.2} ms", peer(|m| m.open_ms)), Goal::None);
    report.row(
        "open and join a table, with two new guests",
        format!("{:.2} ms", house(|m| m.open_ms)),
        Goal::Most(0.6, "ms"),
    );
    report.row("turns a second, peer", format!("{:.0}", peer(|m| m.turns_per_s)), Goal::None);
    report.row("turns a second, house", format!("{:.0}", house(|m| m.turns_per_s)), Goal::None);
    report.row("round trip at 1,000 turns/s, p50, peer", format!("{:.2} ms", peer(|m| m.paced_p50_ms)), Goal::None);
    report.row(
        "round trip at 1,000 turns/s, p50, house",
        format!("{:.2} ms", house(|m| m.paced_p50_ms)),
        Goal::Most(0.3, "ms"),
    );
    report.row("round trip at 1,000 turns/s, p99, peer", format!("{:.2} ms", peer(|m| m.paced_p99_ms)), Goal::None);
    report.row(
        "round trip at 1,000 turns/s, p99, house",
        format!("{:.2} ms", house(|m| m.paced_p99_ms)),
        Goal::Most(2.0, "ms"),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![5.0]), 5.0);
    }
}
