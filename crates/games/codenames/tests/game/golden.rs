//! Matches that must replay under the rules version they were recorded with, and read as people saw them.

use parlor_codenames::{Codenames, Config, library};
use parlor_kernel::{Game, GameConfig, Input, Record, Rng, Seat, Viewer};
use parlor_testkit::{Recorder, golden::golden, tamper};
use std::path::{Path, PathBuf};

fn log(preset: &str) -> PathBuf {
    let name = format!("{preset}-{}.log", Codenames::SPEC.rules);
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays").join(name)
}

/// Bots play; now and then the clock runs out, and in `interception` the others look at each hint.
fn play(preset: &str) -> Record {
    let config = Config { turn_seconds: Some(120), ..Config::preset(preset).unwrap() };
    let seats = config.seats();
    let rules = config.rules().unwrap();
    let mut recorder = Recorder::<Codenames>::new(&rules, 3, Codenames::SPEC.digest_every);
    let levels = ["hard", "medium", "hard", "easy"];
    let mut bots: Vec<_> = Seat::all(seats).map(|seat| Codenames::bot(levels[seat.index()]).unwrap()).collect();
    let mut rng = Rng::new(3);
    while recorder.table().outcome().is_none() {
        let game = recorder.table().game();
        let now = recorder.table().now() + 4_000;
        let mut ask = |seat: Seat, rng: &mut Rng| {
            let view = game.view(Viewer::Seat(seat));
            bots[seat.index()].choose(&rules, &view, seat, rng)
        };
        let awaited = game.awaiting().first().expect("the match waits for a seat");
        // Those who are not awaited may intercept.
        let others =
            Seat::all(seats).filter(|seat| !game.awaiting().contains(*seat) && !rules.config.is_spymaster(*seat));
        let eager = others.filter(|_| preset == "interception").find_map(|seat| {
            let action = ask(seat, &mut rng)?;
            game.check(seat, &action).is_ok().then_some((seat, action))
        });
        let chosen = eager.or_else(|| Some((awaited, ask(awaited, &mut rng)?)));
        let due = game.next_wake().filter(|_| rng.percent(4));
        match (due, chosen) {
            (Some(deadline), _) => recorder.apply(deadline, Input::Wake),
            (None, Some((seat, action))) => recorder.apply(now, Input::Act { seat, action }),
            (None, None) => panic!("an awaited bot has something to do"),
        }
        .unwrap();
    }
    recorder.record().unwrap()
}

#[test]
fn every_preset_has_a_match_that_replays() {
    for preset in Config::preset_ids() {
        golden::<Codenames>(&log(preset), &library(), || play(preset)).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn every_change_of_a_log_is_found_where_it_is() {
    let record = Record::from_text(&std::fs::read_to_string(log("duet")).unwrap()).unwrap();
    let tally = tamper::<Codenames>(&record, &library()).unwrap_or_else(|error| panic!("{error}"));
    assert!(tally["action"] > 2 && tally["later"] >= tally["action"], "{tally:?}");
}
