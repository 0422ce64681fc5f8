//! Abuse of the real binary, at default limits and from one address: slow readers at every door, logins, idle sockets,
//! frames that make no sense, and wins that are farmed. Meanwhile others play from elsewhere.
//!
//! It takes long, so it runs only when asked:
//!
//! ```sh
//! ABUSE_MINUTES=20 cargo test --release -p parlor --test abuse -- --ignored --nocapture
//! ```

mod attacks;
#[path = "../binary/mod.rs"]
mod binary;
mod caller;
mod honest;

use binary::House;
use caller::Caller;
use std::{
    env, fs,
    net::Ipv4Addr,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::time::sleep;

const MIB: u64 = 1024 * 1024;
/// What the house may hold more than when it is idle.
const MOST_HELD: u64 = 150 * MIB;
/// How long others may wait for their turns to be taken, but for one in a hundred.
const MOST_WAITED: Duration = Duration::from_millis(50);
/// How many others play, by two.
const PAIRS: usize = 10;
/// All abuse comes from here,
const ABUSER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 1);
/// and the others from here.
const OTHERS: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// The memory that the house holds now.
fn resident(house: &House) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", house.process.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() * 1024
}

/// The longest of that many in a hundred.
fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times.get(times.len() * percent / 100).copied().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes as many minutes as ABUSE_MINUTES says, twenty if it does not"]
async fn abuse_from_one_address_costs_the_house_little_and_others_nothing() {
    let minutes = env::var("ABUSE_MINUTES").ok().and_then(|text| text.parse::<f64>().ok()).unwrap_or(20.0);
    let data = tempfile::tempdir().unwrap();
    let house = House::open(data.path(), &[]);
    sleep(Duration::from_secs(2)).await;
    let idle = resident(&house);
    let others = Caller::new(house.address, OTHERS);
    let pairs = honest::sit_down(&others, PAIRS).await;

    // First in peace, to compare.
    let quiet = Duration::from_secs(20);
    let (pairs, mut before) = honest::play(pairs, Instant::now() + quiet).await;
    let playing = resident(&house);

    let until = Instant::now() + Duration::from_secs_f64(minutes * 60.0);
    let abuser = Arc::new(Caller::new(house.address, ABUSER));
    let abuse = attacks::all(&abuser, until);
    let watching = async {
        let mut most = 0;
        while Instant::now() < until {
            most = resident(&house).max(most);
            sleep(Duration::from_millis(200)).await;
        }
        most
    };
    let ((_, mut during), counts, most) = tokio::join!(honest::play(pairs, until), abuse, watching);
    sleep(Duration::from_secs(10)).await;
    let after = resident(&house);

    let waited = percentile(&mut during, 99);
    let mib = |bytes: u64| bytes as f64 / MIB as f64;
    println!("{minutes} minutes of abuse: {counts}");
    println!("resident: {:.1} MiB idle, {:.1} while {PAIRS} pairs play", mib(idle), mib(playing));
    println!("          {:.1} MiB at most, {:.1} ten seconds later", mib(most), mib(after));
    println!("          {:.1} MiB above idle at most", mib(most.saturating_sub(idle)));
    for (when, times) in [("in peace", &mut before), ("under abuse", &mut during)] {
        let (half, most) = (percentile(times, 50), percentile(times, 99));
        println!("turns of others {when}: {}, p50 {half:.1?}, p99 {most:.1?}", times.len());
    }
    assert!(!during.is_empty(), "others play on");
    assert!(most.saturating_sub(idle) <= MOST_HELD, "{:.1} MiB above idle", mib(most.saturating_sub(idle)));
    assert!(waited <= MOST_WAITED, "others wait {waited:?} for their turns");
}
