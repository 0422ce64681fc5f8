//! Random people at a table, with drops, crashes and writes that fail: whatever happens, the table keeps what it promises.
//!
//! All of it runs in one thread, without a socket and without a real clock. A violation names its seed.

mod days;
mod oracle;
mod people;
mod rows;
mod scene;
mod shadow;
mod steps;
mod subject;
mod world;

use people::Crowd;
use std::collections::BTreeMap;
use subject::{BUGS, Bug};

/// How many things happen in one world.
const STEPS: u64 = 2_000;
/// What must happen now and then, or the worlds are not worth much.
const NOTABLE: [&str; 21] = [
    "a bet is paid",
    "a bet is put in",
    "a bot acts",
    "a bot stands in for a player",
    "a dispute is decided, or left undecided",
    "a line is said",
    "a match begins",
    "a match ends",
    "a match is called off",
    "a match stands still",
    "a player acts",
    "a seat leaves a match",
    "a table closes",
    "a table sleeps",
    "a write fails",
    "an event is told to a connection that comes back",
    "an input is heard of",
    "bets are given back",
    "the clock does something",
    "the process dies",
    "what a user said is forgotten",
];

/// The first violation in a row of worlds; and what has happened in them.
fn violation(bug: Bug, seeds: std::ops::Range<u64>) -> (Option<String>, BTreeMap<&'static str, u64>) {
    let mut seen = BTreeMap::new();
    let found = seeds.into_iter().find_map(|seed| {
        let mut crowd = Crowd::new(seed, bug);
        let result = crowd.live(STEPS);
        for (what, count) in &crowd.world.oracle.seen {
            *seen.entry(*what).or_default() += count;
        }
        result.err().map(|what| format!("seed {seed}, step {}: {what}", crowd.world.steps))
    });
    (found, seen)
}

#[test]
fn whatever_happens_a_table_keeps_what_it_promises() {
    let (found, seen) = violation(Bug::None, 0..300);
    assert_eq!(found, None);
    for what in NOTABLE {
        assert!(seen.get(what).is_some_and(|count| *count >= 5), "hardly ever happens that {what}: {seen:#?}");
    }
}

#[test]
fn every_planted_bug_is_found() {
    for (bug, words) in BUGS {
        let found = violation(bug, 0..60).0.unwrap_or_else(|| panic!("{bug:?} is not found"));
        assert!(words.iter().any(|words| found.contains(words)), "{bug:?}: {found}");
    }
}

#[test]
fn equal_seeds_make_equal_worlds() {
    let transcript = |seed| {
        let mut crowd = Crowd::new(seed, Bug::None);
        crowd.world.transcript = Some(String::new());
        crowd.live(500).unwrap();
        crowd.world.transcript.unwrap()
    };
    for seed in 0..9 {
        let told = transcript(seed);
        assert!(told.len() > 10_000 && told == transcript(seed), "seed {seed}");
    }
}
