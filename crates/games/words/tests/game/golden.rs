//! Matches that must replay under the rules version they were recorded with, and read as people saw them.

use crate::shelf;

use parlor_kernel::{Game, GameConfig, Input, Record, Rng, Viewer};
use parlor_testkit::{Recorder, golden::golden};
use parlor_words::{Action, Challenge, Config, Words};
use std::path::Path;

/// A match between two bots that think for a minute. One of them swaps once, and one challenges where that can be done.
fn play(config: Config) -> Record {
    let rules = shelf::rules(config);
    let mut recorder = Recorder::<Words>::new(&rules, 1, 1);
    let mut bots = ["easy", "medium"].map(|level| Words::bot(level).unwrap());
    let mut rng = Rng::new(1);
    for step in 1.. {
        let Some(seat) = recorder.table().game().awaiting().first() else { break };
        let now = recorder.table().now() + 60_000;
        let view = recorder.table().view(Viewer::Seat(seat));
        let chosen = bots[seat.index()].choose(&rules, &view, seat, &mut rng).unwrap();
        let action = match step {
            3 => Action::Swap { tiles: view.rack().iter().take(2).collect() },
            2 if view.common.open => Action::Challenge,
            _ => chosen,
        };
        recorder.apply(now, Input::Act { seat, action }).unwrap();
    }
    recorder.record().unwrap()
}

#[test]
fn every_preset_has_a_match_that_replays() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays");
    let presets = Config::preset_ids().map(|name| (name, Config::preset(name).unwrap()));
    let double = Config { challenge: Challenge::Double, ..Config::preset("hope").unwrap() };
    for (name, config) in presets.chain([("double", double)]) {
        let log = folder.join(format!("{name}-{}.log", Words::SPEC.rules));
        golden::<Words>(&log, &shelf::library(), || play(config)).unwrap_or_else(|error| panic!("{error}"));
    }
}
