//! `parlor load` with the real binary: bots at many tables, each a client of its own.

use crate::binary::parlor;
use serde_json::Value;

/// Plays and gives back what was measured.
fn load(args: &str) -> Value {
    let output = parlor().arg("load").args(args.split(' ')).arg("--json").output().unwrap();
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[track_caller]
fn number(report: &Value, field: &str) -> f64 {
    report.pointer(field).and_then(Value::as_f64).unwrap_or_else(|| panic!("{field} in {report}"))
}

/// How busy the machine is makes no difference to these.
#[track_caller]
fn makes_sense(report: &Value, tables: f64, seats: f64) {
    let of = |field| number(report, field);
    assert_eq!((of("/tables"), of("/clients")), (tables, tables * seats), "{report}");
    assert!(of("/actions") > 0.0, "{report}");
    assert!((of("/actions_per_s") * of("/seconds") - of("/actions")).abs() < 1.0, "{report}");
    assert!(of("/p50_ms") > 0.0 && of("/p50_ms") <= of("/p99_ms") && of("/p99_ms") <= of("/p999_ms"), "{report}");
    assert_eq!(of("/reconnects"), 0.0, "{report}");
    if cfg!(target_os = "linux") {
        assert!(of("/server/cpu_seconds") > 0.0 && of("/server/memory_mib") > 1.0, "{report}");
        assert!(of("/server/kib_per_table") > 0.0, "{report}");
    }
}

#[test]
fn battleship_is_measured() {
    let report = load("--tables 4 --game battleship --seconds 2");
    makes_sense(&report, 4.0, 2.0);
    assert_eq!((number(&report, "/refused"), report["first_error"].as_str()), (0.0, None), "{report}");
    assert_eq!((&report["preset"], &report["bot"]), (&"voxel".into(), &"easy".into()));
}

#[test]
fn every_game_of_turns_is_played() {
    for (game, seats) in [("death-roll", 2.0), ("words", 2.0), ("mahjong", 4.0), ("codenames", 4.0)] {
        let report = load(&format!("--tables 2 --game {game} --seconds 2"));
        makes_sense(&report, 2.0, seats);
        assert_eq!((number(&report, "/refused"), report["first_error"].as_str()), (0.0, None), "{report}");
    }
}

/// On a machine that is too busy an input may come too late and be refused.
#[test]
fn every_game_in_real_time_is_played() {
    makes_sense(&load("--tables 4 --game tetris --seconds 2"), 4.0, 2.0);
    // A paddle is steered when the ball turns, which takes seconds.
    makes_sense(&load("--tables 6 --game pong --seconds 6"), 6.0, 2.0);
}

#[test]
fn a_rate_is_kept() {
    let report = load("--tables 4 --seconds 2 --rate 20");
    makes_sense(&report, 4.0, 2.0);
    // Each of the eight clients may have one action under way when the window begins.
    assert!(number(&report, "/actions") <= 20.0 * number(&report, "/seconds") + 9.0, "{report}");
}

#[test]
fn mistakes_are_named() {
    for (args, words) in [
        ("--game chess", "choose one of: "),
        ("--bot grandmaster", "choose one of: easy"),
        ("--tables 5001", "5001"),
        ("--url http://127.0.0.1:1", "cannot enter http://127.0.0.1:1"),
        ("--pid 1", "--url"),
        ("--url http://127.0.0.1:1 --url http://127.0.0.1:2 --pid 1", "once for each --url"),
    ] {
        let output = parlor().arg("load").args(args.split(' ')).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(words), "{args}: {said}");
    }
}
