//! Pong obeys the laws of the house, at the presets and at some odd courts.

use parlor_arcade::{Challenge, PauseBy, PauseRules};
use parlor_kernel::{Game, GameConfig, Input, Library, Predict, Replay, Rng, Rules, Seat, Tick, Viewer};
use parlor_pong::{Action, BallRules, Config, Court, PaddleRules, Pong, Skill, Steer, What};
use parlor_testkit::{LawSuite, Recorder, laws};
use std::sync::Arc;

/// What a careless or hostile client might send; legal often enough.
fn candidate(game: &Pong, _: Seat, rng: &mut Rng) -> Action {
    let height = u32::from(game.config().court.height);
    match rng.below(10) {
        0 | 1 => Action::Pause,
        2 | 3 => Action::Resume,
        4 => Action::Surrender,
        5 => Action::Steer(Steer::Stop),
        6 => Action::Steer(if rng.percent(50) { Steer::Up } else { Steer::Down }),
        _ => Action::Steer(Steer::Follow { to: rng.below(height + 3) as u16, pace: rng.below(102) as u8 }),
    }
}

/// In a challenge, time tells how the other stands.
fn reveals(game: &Pong, _: Viewer, input: &Input<Action>) -> bool {
    game.config().is_veiled() && *input == Input::Wake
}

fn obeys_the_laws(config: Config, states: u64) {
    obeys(LawSuite { states, prefix: 300, reveals, ..LawSuite::new(config, candidate) });
}

fn obeys(suite: LawSuite<Pong>) {
    let mut reports = laws::all::<Pong>(&suite).unwrap_or_else(|violation| panic!("{violation}"));
    reports.push(laws::conservation(&suite, in_the_court).unwrap_or_else(|violation| panic!("{violation}")));
    for report in reports {
        // Where nothing is hidden there are no other worlds to compare with.
        let hides = report.law != "non-interference" || suite.rules.config.is_veiled();
        // Who sits where is the same in every position of a match.
        let looked = report.law == "seating" || report.states >= suite.states;
        assert!(looked && (report.checks > 0 || !hides), "{report}");
    }
}

/// Nothing ever leaves the court but the ball through a goal, and no side gets more points than it takes.
fn in_the_court(game: &Pong) -> bool {
    let (config, position) = (game.config(), game.position());
    let pixel = parlor_pong::PIXEL;
    let (height, ball) = (i32::from(config.court.height) * pixel, i32::from(config.ball.size) * pixel / 2);
    let paddle = i32::from(config.paddle.height) * pixel / 2;
    (ball..=height - ball).contains(&position.ball.y)
        && position.paddles.iter().all(|p| (paddle..=height - paddle).contains(&p.y))
        && position.ball.speed <= config.ball.top_speed
        && position.points.iter().all(|&points| points <= config.points_to_win)
}

/// Random play seldom pauses, since few of the many things a seat may do are about pauses. Here both are nervous:
/// thousands of ticks of steering, asking, agreeing and going on, heard by a spectator who rarely looks.
#[test]
fn nervous_players_keep_to_the_laws() {
    for (seed, by) in (0..40).zip([PauseBy::Everyone, PauseBy::Anyone].into_iter().cycle()) {
        let pause = PauseRules { by, seconds: 10, ..PauseRules::AGREED };
        let config = Arc::new(Config { pause, points_to_win: 99, ..preset("hope") });
        let mut recorder = Recorder::<Pong>::new(&Rules::plain(Arc::clone(&config)), seed, 1);
        let mut rng = Rng::new(seed);
        let mut told = recorder.table().view(Viewer::Spectator);
        let mut pauses = 0;
        while recorder.table().game().outcome().is_none() {
            let seat = Seat(rng.below(2) as u8);
            let tick = recorder.table().now() + u64::from(rng.below(120));
            let action = match candidate(recorder.table().game(), seat, &mut rng) {
                Action::Surrender if tick < Tick(20_000) => Action::Steer(Steer::Stop),
                action => action,
            };
            let mut heard = recorder.pass(tick);
            heard.extend(recorder.apply(tick, Input::Act { seat, action }).unwrap_or_default());
            heard.iter().for_each(|(_, event)| Pong::fold(&mut told, event));
            let mut seen = told.clone();
            Pong::elapse(&mut seen, tick);
            assert_eq!(seen, recorder.table().view(Viewer::Spectator), "seed {seed}, {tick:?}");
            pauses += u32::from(heard.iter().any(|(_, event)| event.what == What::Paused));
        }
        assert!(pauses >= 3, "{pauses} pauses");
        let mut replay = Replay::<Pong>::new(recorder.record().unwrap(), &Library::default()).unwrap();
        replay.verify().unwrap();
        assert_eq!(replay.game(), recorder.table().game());
    }
}

/// Frozen: a change here means that matches recorded before would replay differently, or that this machine reckons
/// differently from others.
#[test]
fn matches_are_the_same_on_every_machine() {
    let print = |name| laws::fingerprint::<Pong>(&preset(name).into(), 1, 20, 1_000).to_string();
    let prints = ["hope", "blitz", "solo", "challenge", "guideline"].map(print);
    let frozen = [
        "0af733f271e728f0a25f7caa23244290",
        "18dc0bc29a0c9c9f008b9531ddb607f8",
        "2a7475f5fe9e3c33b4bdf9c8f03b5589",
        "2dfdabac57e5bb8e89eb0289570ae022",
        "b8681f066702d6d9700677c5fd55b8fe",
    ];
    assert_eq!(prints, frozen);
}

fn preset(name: &str) -> Config {
    Config::preset(name).unwrap()
}

#[test]
fn hope_obeys_the_laws() {
    obeys_the_laws(preset("hope"), 20_000);
}

#[test]
fn faster_presets_obey_the_laws() {
    obeys_the_laws(preset("guideline"), 5_000);
    obeys_the_laws(preset("blitz"), 10_000);
}

#[test]
fn solo_obeys_the_laws_against_every_machine() {
    for skill in [Skill::Easy, Skill::Medium, Skill::Hard] {
        obeys_the_laws(Config { machine: Some(skill), ..preset("solo") }, 6_000);
    }
}

#[test]
fn challenges_obey_the_laws() {
    obeys_the_laws(preset("challenge"), 10_000);
    let challenge = Some(Challenge { seconds: 60, wait_seconds: 10, ..Challenge::USUAL });
    obeys_the_laws(Config { challenge, points_to_win: 2, machine: Some(Skill::Hard), ..preset("blitz") }, 10_000);
}

#[test]
fn a_table_where_anyone_pauses_obeys_the_laws() {
    let pause = PauseRules { seconds: 10, ..PauseRules::ALONE };
    obeys_the_laws(Config { pause, points_to_win: 2, ..preset("hope") }, 20_000);
}

/// So small that every action is listed, and so fast that the ball crosses it in two ticks.
#[test]
fn a_tiny_and_furious_court_obeys_the_laws() {
    let config = Config {
        court: Court { width: 100, height: 60 },
        paddle: PaddleRules { width: 1, height: 20, margin: 0, speed: 3000 },
        ball: BallRules {
            size: 4,
            speed: 2000,
            top_speed: 3000,
            spin: 1000,
            steepest_degrees: 75,
            ..preset("hope").ball
        },
        countdown_seconds: 1,
        ..preset("hope")
    };
    obeys(LawSuite { states: 1_500, prefix: 6_200, ..LawSuite::new(config, candidate) });
}

#[test]
fn a_slow_and_wide_court_obeys_the_laws() {
    let config = Config {
        court: Court { width: 2000, height: 2000 },
        paddle: PaddleRules { width: 50, height: 2, margin: 0, speed: 3000 },
        ball: BallRules { size: 50, speed: 30, speed_up: 0, spin: 0, serve_degrees: 0, ..preset("hope").ball },
        ..preset("hope")
    };
    obeys_the_laws(config, 5_000);
}
