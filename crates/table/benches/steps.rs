//! How many steps a table makes in a second, with everything checked that the property test checks.
//!
//! `cargo bench -p parlor-table --bench steps -- 500` runs 500 worlds.

#[path = "../tests/table/oracle.rs"]
mod oracle;
#[path = "../tests/table/people.rs"]
mod people;
#[path = "../tests/table/rows.rs"]
mod rows;
#[path = "../tests/table/shadow.rs"]
mod shadow;
#[expect(dead_code, reason = "no bug is planted here")]
#[path = "../tests/table/subject.rs"]
mod subject;
#[path = "../tests/table/world.rs"]
mod world;

use people::Crowd;
use std::{env, fs, time::Instant};
use subject::Bug;

const STEPS: u64 = 2_000;

fn main() {
    // Cargo adds arguments of its own.
    let worlds = env::args().find_map(|arg| arg.parse().ok()).unwrap_or(500);
    let (start, processor) = (Instant::now(), processor_seconds());
    let (mut steps, mut matches, mut crashes) = (0, 0, 0);
    for seed in 0..worlds {
        let mut crowd = Crowd::new(seed, Bug::None);
        crowd.live(STEPS).unwrap_or_else(|what| panic!("seed {seed}: {what}"));
        steps += crowd.world.steps;
        matches += crowd.world.rows.matches.len();
        crashes += crowd.world.crashes;
    }
    // Processor time where the system tells it, since other programs come in between.
    let seconds = match (processor, processor_seconds()) {
        (Some(then), Some(now)) => now - then,
        _ => start.elapsed().as_secs_f64(),
    };
    println!("{worlds} worlds: {steps} steps, {matches} matches and {crashes} crashes in {seconds:.2} s");
    println!("{:.0} steps/s", steps as f64 / seconds);
}

/// Processor time of this thread so far, on Linux.
fn processor_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
