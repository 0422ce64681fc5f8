//! Matches that must replay under the rules version they were recorded with, and read as people saw them.

use parlor_arcade::PauseBy;
use parlor_kernel::{Game, GameConfig, Input, Library, Predict, Record, Rng, Rules, Seat, Tick, Viewer};
use parlor_pong::{Action, Config, Phase, Pong};
use parlor_testkit::{Recorder, golden::golden};
use std::{path::Path, sync::Arc};

/// Two bots play; after ten seconds they want a pause and go on three seconds later.
fn play(preset: &str) -> Record {
    let config: Arc<Config> = Config { points_to_win: 2, ..Config::preset(preset).unwrap() }.into();
    let rules = Rules::plain(Arc::clone(&config));
    let mut recorder = Recorder::<Pong>::new(&rules, 1, Pong::SPEC.digest_every);
    let mut rng = Rng::new(1);
    let mut bots: Vec<_> = ["easy", "hard"].iter().take(config.seats().into()).map(|l| Pong::bot(l).unwrap()).collect();
    let act = |recorder: &mut Recorder<Pong>, seat, action| {
        let now = recorder.table().now();
        recorder.apply(now, Input::Act { seat, action }).unwrap();
    };
    for tick in (0u64..).step_by(Pong::BOT_EVERY as usize).map(Tick) {
        // The house logs what people hear; what they can work out is implied.
        while let Some(due) = recorder.table().game().next_wake().filter(|due| *due <= tick) {
            let mut probe = recorder.table().clone();
            let mut heard = Vec::new();
            probe.advance(due, &mut heard);
            if heard.is_empty() { drop(recorder.pass(due)) } else { drop(recorder.apply(due, Input::Wake).unwrap()) }
        }
        if recorder.table().game().outcome().is_some() {
            break;
        }
        recorder.pass(tick);
        for seat in Seat::all(config.seats()) {
            let view = recorder.table().view(Viewer::Seat(seat));
            if let Some(action) = bots[seat.index()].choose(&rules, &view, seat, &mut rng) {
                act(&mut recorder, seat, action);
            }
            let pauses = tick == Tick(600) && config.challenge.is_none();
            if pauses && (config.pause.by == PauseBy::Everyone || seat == Seat(0)) {
                act(&mut recorder, seat, Action::Pause);
            }
        }
        if tick == Tick(780) && recorder.table().game().position().phase == Phase::Paused {
            act(&mut recorder, Seat(0), Action::Resume);
        }
    }
    recorder.record().unwrap()
}

#[test]
fn every_preset_has_a_match_that_replays_in_every_format() {
    let library = Library::default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays");
    for preset in Config::preset_ids() {
        let name = format!("{preset}-{}.log", Pong::SPEC.rules);
        let first = folder.join(&name);
        golden::<Pong>(&first, &library, || panic!("{}: no such logs are made any more", first.display()))
            .unwrap_or_else(|error| panic!("{error}"));
        golden::<Pong>(&folder.join("format-2").join(name), &library, || play(preset))
            .unwrap_or_else(|error| panic!("{error}"));
    }
    // The logs above are of challenges that were over once they were decided. This one was played to the end by both.
    golden::<Pong>(&folder.join("format-2/challenge-whole-2.log"), &library, || play("challenge"))
        .unwrap_or_else(|error| panic!("{error}"));
}
