//! Tetris obeys the laws of the house.

use parlor_arcade::{Challenge, PauseRules};
use parlor_kernel::{GameConfig, Input, Rng, Seat, Viewer};
use parlor_testkit::{LawSuite, laws};
use parlor_tetris::{Action, Config, Contest, Gap, GarbageRules, Handling, Key, Tetris};

fn candidate(_: &Tetris, _: Seat, rng: &mut Rng) -> Action {
    let key = Key::ALL[rng.below(7) as usize];
    match rng.below(24) {
        0 => Action::Surrender,
        1 => Action::Pause,
        2 => Action::Resume,
        3 => Action::Handle(Handling {
            delay: rng.below(80) as u8,
            repeat: rng.below(40) as u8,
            soft: rng.below(5) as u8,
        }),
        4..=9 => Action::Press(key),
        10..=14 => Action::Release(key),
        _ => Action::Tap(key),
    }
}

/// In a match for points, time tells how the other stands, and so does a piece from the hold that finds no room.
fn reveals(game: &Tetris, _: Viewer, input: &Input<Action>) -> bool {
    let held = |action: &Action| matches!(action, Action::Press(Key::Hold) | Action::Tap(Key::Hold));
    game.config().is_veiled()
        && match input {
            Input::Wake => true,
            Input::Act { action, .. } => held(action),
            _ => false,
        }
}

fn obeys_the_laws(config: Config) {
    let suite = LawSuite { states: 1_500, reveals, ..LawSuite::new(config, candidate) };
    let reports = laws::all::<Tetris>(&suite).unwrap();
    // In a match for points fields are hidden, and what anyone is told is compared with other worlds.
    let compared = reports.iter().any(|report| report.law == "non-interference" && report.checks > 1_000);
    assert!(compared || !suite.rules.config.is_veiled());
    // Without garbage, every cell came with a piece, and ten leave with every line.
    if !suite.rules.config.has_garbage() {
        laws::conservation(&suite, |game: &Tetris| {
            let wells = &game.position().wells;
            wells.iter().map(|well| well.board.cells() + 10 * well.lines - 4 * well.pieces).sum::<u32>()
        })
        .unwrap();
    }
}

fn preset(name: &str) -> Config {
    Config::preset(name).unwrap()
}

#[test]
fn at_the_presets() {
    for name in Config::preset_ids() {
        obeys_the_laws(preset(name));
    }
}

#[test]
fn alone() {
    obeys_the_laws(Config { seats: 1, next: 1, ..preset("guideline") });
    obeys_the_laws(Config { seats: 1, ..preset("blitz") });
}

/// So short that many of them end for lack of a sign of life.
#[test]
fn in_short_challenges() {
    let challenge = Some(Challenge { seconds: 60, wait_seconds: 10, ..Challenge::USUAL });
    obeys_the_laws(Config { challenge, start_level: 20, ..preset("challenge") });
}

#[test]
fn at_the_extremes() {
    let rise = GarbageRules { gap: Gap::PerAttack, at_once: 1, flight: 1 };
    let pause = PauseRules { seconds: 10, ..PauseRules::ALONE };
    obeys_the_laws(Config {
        next: 3,
        start_level: 30,
        garbage: rise,
        time_limit: Some(10),
        pause,
        ..preset("guideline")
    });
    obeys_the_laws(Config {
        contest: Contest::Score,
        hold: true,
        next: 6,
        lines_per_level: 1,
        pause,
        ..preset("hope")
    });
}
