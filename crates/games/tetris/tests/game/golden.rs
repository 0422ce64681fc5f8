//! Matches that must replay under the rules version they were recorded with, and read as people saw them.

use parlor_kernel::{Bot, Game, GameConfig, Input, Library, Predict, Record, Rng, Seat, Tick, Viewer};
use parlor_testkit::{Recorder, golden::golden};
use parlor_tetris::{Action, Config, Key, Tetris};
use std::path::Path;

const ADA: Seat = Seat(0);
const BEN: Seat = Seat(1);

/// For twenty seconds the first seat plays well. The other drops whatever comes, asks for a pause in vain, and in the
/// end so does the first.
fn play(preset: &str) -> Record {
    let config = Config::preset(preset).unwrap().into();
    let mut recorder = Recorder::<Tetris>::new(&config, 1, Tetris::SPEC.digest_every);
    let mut bot = Tetris::bot("hard").unwrap();
    let mut rng = Rng::new(1);
    let mut now = Tick::ZERO;
    while recorder.table().game().outcome().is_none() {
        now = now + Tetris::BOT_EVERY;
        recorder.pass(now);
        let dropped = now.0 % 40 < Tetris::BOT_EVERY;
        let first = if now < Tick(180 + 20 * 60) { chosen(&recorder, &mut bot, &mut rng) } else { drop_if(dropped) };
        let second = match now.0 {
            300 => Some(Action::Pause),
            360 => Some(Action::Resume),
            _ => drop_if(dropped),
        };
        for (seat, action) in [(ADA, first), (BEN, second)] {
            if let Some(action) = action.filter(|action| recorder.table().check(seat, action).is_ok()) {
                recorder.apply(now, Input::Act { seat, action }).unwrap();
            }
        }
    }
    recorder.record().unwrap()
}

fn chosen(recorder: &Recorder<Tetris>, bot: &mut Box<dyn Bot<Tetris>>, rng: &mut Rng) -> Option<Action> {
    let table = recorder.table();
    bot.choose(table.rules(), &table.view(Viewer::Seat(ADA)), ADA, rng)
}

fn drop_if(now: bool) -> Option<Action> {
    now.then_some(Action::Tap(Key::Hard))
}

#[test]
fn every_preset_has_a_match_that_replays_in_every_format() {
    let library = Library::default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays");
    for preset in Config::preset_ids() {
        let name = format!("{preset}-{}.log", Tetris::SPEC.rules);
        let first = folder.join(&name);
        golden::<Tetris>(&first, &library, || panic!("{}: no such logs are made any more", first.display()))
            .unwrap_or_else(|error| panic!("{error}"));
        golden::<Tetris>(&folder.join("format-2").join(name), &library, || play(preset))
            .unwrap_or_else(|error| panic!("{error}"));
    }
    // The logs above are of challenges that were over once they were decided. This one was played to the end by both.
    golden::<Tetris>(&folder.join("format-2/challenge-whole-2.log"), &library, || play("challenge"))
        .unwrap_or_else(|error| panic!("{error}"));
}
