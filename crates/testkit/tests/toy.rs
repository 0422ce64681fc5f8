//! Pebbles obeys every law: the shape of any game's `tests/laws.rs`, `tests/perft.rs` and `tests/golden.rs`.

use parlor_kernel::{FastDice, Game, GameConfig, Library, Rules, Seat, Viewer};
use parlor_testkit::{
    LawSuite, Perft, golden, laws, perft, record_random_game,
    toy::{Action, Call, Config, Pebbles, candidate},
};
use std::{path::Path, sync::Arc};

fn obeys_the_laws(preset: &str) {
    let config = Config::preset(preset).unwrap();
    let suite = LawSuite { sealed: true, ..LawSuite::new(config, candidate) };
    let mut reports = laws::all::<Pebbles>(&suite).unwrap();
    reports.push(laws::conservation(&suite, no_total_is_guessed_twice).unwrap());
    for report in reports {
        assert!(report.states >= 10_000 && report.checks >= 1_000, "{report}");
    }
}

fn no_total_is_guessed_twice(game: &Pebbles) -> bool {
    let calls = game.view(Viewer::Spectator).calls;
    let guesses = || calls.iter().filter(|call| matches!(call, Some(Call::Guess(_))));
    guesses().all(|guess| guesses().filter(|other| *other == guess).count() == 1)
}

#[test]
fn duel_obeys_the_laws() {
    obeys_the_laws("duel");
}

#[test]
fn party_obeys_the_laws() {
    obeys_the_laws("party");
}

#[test]
fn perft_counts_are_known() {
    let count = |seats, pebbles, depth| {
        let config = Arc::new(Config { seats, pebbles, turn_seconds: None });
        perft(&Pebbles::new(&Rules::plain(Arc::clone(&config)), &FastDice(1)), &FastDice(1), depth, |_, _, _| true)
    };
    // Two fists of 0 or 1, then 3 totals for the first guess and 2 for the second.
    assert_eq!(count(2, 1, 2), Perft { nodes: 4, terminals: 0 });
    assert_eq!(count(2, 1, 3), Perft { nodes: 12, terminals: 0 });
    assert_eq!(count(2, 1, 4), Perft { nodes: 24, terminals: 24 });
    assert_eq!(count(2, 1, 5), Perft { nodes: 0, terminals: 24 });
    // 4³ fists, then 10 · 9 · 8 guesses.
    assert_eq!(count(3, 3, 6), Perft { nodes: 46_080, terminals: 46_080 });
}

#[test]
fn perft_follows_only_what_it_is_told_to() {
    let config = Arc::new(Config { seats: 2, pebbles: 3, turn_seconds: None });
    let game = Pebbles::new(&Rules::plain(Arc::clone(&config)), &FastDice(1));
    let count =
        perft(&game, &FastDice(1), 2, |_, seat, action| seat == Seat(0) || *action == Action::Hide { pebbles: 0 });
    assert_eq!(count, Perft { nodes: 4, terminals: 0 });
}

#[test]
fn golden_replays_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays");
    for (name, _) in Config::PRESETS {
        let config = Arc::new(Config::preset(name).unwrap());
        let log = folder.join(format!("pebbles-2-{name}.log"));
        golden::golden::<Pebbles>(&log, &Library::default(), || {
            record_random_game::<Pebbles>(&Rules::plain(Arc::clone(&config)), 7, 100).unwrap()
        })
        .unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn golden_replays_notice_every_change() {
    let config = Arc::new(Config::preset("party").unwrap());
    let record = record_random_game::<Pebbles>(&Rules::plain(Arc::clone(&config)), 3, 100).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("golden");
    let (log, text) = (folder.join("match.log"), folder.join("match.txt"));
    let _ = std::fs::remove_dir_all(&folder);
    let failure = || golden::check::<Pebbles>(&log, &Library::default()).unwrap_err().to_string();

    assert!(failure().contains("PARLOR_BLESS=1"), "a missing log says how to record it");
    golden::bless::<Pebbles>(&log, &Library::default(), || record.clone()).unwrap();
    golden::check::<Pebbles>(&log, &Library::default()).unwrap();

    let narration = std::fs::read_to_string(&text).unwrap();
    std::fs::write(&text, narration.replacen("fist", "fish", 1)).unwrap();
    assert!(failure().contains("fish"), "the line that differs is shown");
    std::fs::write(&text, narration + "and so on\n").unwrap();
    assert!(failure().contains("(the end)"), "a longer narration differs too");

    let mut forged = record.clone();
    forged.entries.pop();
    std::fs::write(&log, forged.to_text()).unwrap();
    golden::check::<Pebbles>(&log, &Library::default()).unwrap_err();
    golden::bless::<Pebbles>(&log, &Library::default(), || record.clone()).unwrap_err();
}

#[test]
fn fingerprints_name_what_was_played() {
    let config = Arc::new(Config::preset("party").unwrap());
    let print = |seed, games| laws::fingerprint::<Pebbles>(&Rules::plain(Arc::clone(&config)), seed, games, 1_000);
    assert_eq!(print(1, 20), print(1, 20));
    assert_ne!(print(1, 20), print(2, 20));
    assert_ne!(print(1, 20), print(1, 21));
    // Frozen: a change here means that matches recorded before would replay differently.
    assert_eq!(print(1, 100).to_string(), "2a5453509331f2fd32e644efed0cf0a9");
}
