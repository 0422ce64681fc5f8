//! Matches that must replay under the rules version they were recorded with, and read as people saw them.

use parlor_kernel::{Game, GameConfig, Input, Record, Rng, Viewer};
use parlor_mahjong::{Config, Mahjong, library};
use parlor_testkit::{Recorder, golden::golden, tamper};
use std::path::{Path, PathBuf};

fn log(preset: &str) -> PathBuf {
    let name = format!("{preset}-{}.log", Mahjong::SPEC.rules);
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays").join(name)
}

/// Three bots play; the fourth seat lets the clock run, where there is one.
fn play(preset: &str) -> Record {
    let rules = Config::preset(preset).unwrap().rules().unwrap();
    let mut recorder = Recorder::<Mahjong>::new(&rules, 1, Mahjong::SPEC.digest_every);
    let mut bots = ["hard", "medium", "easy", "hard"].map(|level| Mahjong::bot(level).unwrap());
    let mut rng = Rng::new(1);
    while let Some(seat) = recorder.table().game().awaiting().first() {
        let now = recorder.table().now() + 700;
        match recorder.table().game().next_wake() {
            Some(deadline) if rng.percent(5) => recorder.apply(deadline, Input::Wake),
            _ => {
                let view = recorder.table().view(Viewer::Seat(seat));
                let action = bots[seat.index()].choose(&rules, &view, seat, &mut rng).unwrap();
                recorder.apply(now, Input::Act { seat, action })
            }
        }
        .unwrap();
    }
    recorder.record().unwrap()
}

#[test]
fn every_preset_has_a_match_that_replays() {
    for preset in Config::preset_ids() {
        golden::<Mahjong>(&log(preset), &library(), || play(preset)).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn every_change_of_a_log_is_found_where_it_is() {
    let record = Record::from_text(&std::fs::read_to_string(log("training")).unwrap()).unwrap();
    let tally = tamper::<Mahjong>(&record, &library()).unwrap_or_else(|error| panic!("{error}"));
    assert!(tally["action"] > 2 && tally["later"] >= tally["action"], "{tally:?}");
}
