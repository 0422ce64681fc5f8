//! Matches that must replay under the rules version they were recorded with, and read as people saw them.

use parlor_battleship::{Action, Battleship, Config};
use parlor_kernel::{Game, GameConfig, Input, Library, Record, Rng, Viewer};
use parlor_testkit::{Recorder, golden::golden};
use std::path::Path;

/// A match between two bots that think for a second and a half. Where there is a clock, one of them falls asleep once;
/// where plans are made, one is dropped.
fn play(preset: &str) -> Record {
    let config = Config::preset(preset).unwrap().into();
    let mut recorder = Recorder::<Battleship>::new(&config, 1, 1);
    let mut bots = ["easy", "medium"].map(|level| Battleship::bot(level).unwrap());
    let mut rng = Rng::new(1);
    for step in 1.. {
        let Some(seat) = recorder.table().game().awaiting().first() else {
            break;
        };
        let now = recorder.table().now() + 1500;
        let view = recorder.table().view(Viewer::Seat(seat));
        let action = bots[seat.index()].choose(&config, &view, seat, &mut rng).unwrap();
        let input = match (step, view.deadline) {
            (10, Some(deadline)) => (deadline, Input::Wake),
            _ if view.plan.is_some() && step == 6 => (now, Input::Act { seat, action: Action::Cancel }),
            _ => (now, Input::Act { seat, action }),
        };
        recorder.apply(input.0, input.1).unwrap();
    }
    recorder.record().unwrap()
}

#[test]
fn every_preset_has_a_match_that_replays_in_every_format() {
    let library = Library::default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays");
    for preset in Config::preset_ids() {
        let name = format!("{preset}.log");
        let first = folder.join(&name);
        golden::<Battleship>(&first, &library, || panic!("{}: no such logs are made any more", first.display()))
            .unwrap_or_else(|error| panic!("{error}"));
        golden::<Battleship>(&folder.join("format-2").join(name), &library, || play(preset))
            .unwrap_or_else(|error| panic!("{error}"));
    }
}
