//! Matches that must replay under the rules version they were recorded with, and read as people saw them.

use parlor_death_roll::{Action, Config, DeathRoll};
use parlor_kernel::{Game, GameConfig, Input, Library, Record, Seat};
use parlor_testkit::{Recorder, golden::golden};
use std::path::Path;

/// One adds salt, one falls asleep at the second roll, and then they roll to the end.
fn play(preset: &str) -> Record {
    let config = Config::preset(preset).unwrap().into();
    let mut recorder = Recorder::<DeathRoll>::new(&config, 1, 1);
    let act = |recorder: &mut Recorder<DeathRoll>, seat, action| {
        let now = recorder.table().now() + 2_000;
        recorder.apply(now, Input::Act { seat, action }).unwrap();
    };
    act(&mut recorder, Seat(1), Action::Salt { salt: 7 });
    act(&mut recorder, Seat(0), Action::Roll);
    if let Some(deadline) = recorder.table().game().next_wake() {
        recorder.apply(deadline, Input::Wake).unwrap();
    }
    while let Some(seat) = recorder.table().game().awaiting().first() {
        act(&mut recorder, seat, Action::Roll);
    }
    recorder.record().unwrap()
}

#[test]
fn every_preset_has_a_match_that_replays_in_every_format() {
    let library = Library::default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays");
    for preset in Config::preset_ids() {
        let name = format!("{preset}-{}.log", DeathRoll::SPEC.rules);
        let first = folder.join(&name);
        golden::<DeathRoll>(&first, &library, || panic!("{}: no such logs are made any more", first.display()))
            .unwrap_or_else(|error| panic!("{error}"));
        golden::<DeathRoll>(&folder.join("format-2").join(name), &library, || play(preset))
            .unwrap_or_else(|error| panic!("{error}"));
    }
}
