//! Every rule set that is accepted can be played, the strangest included. Tests run with overflow checks.

use parlor_arcade::{Challenge, PauseBy, PauseRules};
use parlor_kernel::{FastDice, Game, GameConfig, Hired, Predict, Rng, Rules, Seat, Table, Tick, Viewer};
use parlor_pong::{Action, BallRules, Config, Court, PaddleRules, Pong, Skill, Steer};
use proptest::prelude::*;
use std::sync::Arc;

/// How long is played.
const TICKS: u64 = 10_000;

/// A day, in ticks: longer than any match of the house.
const DAY: u64 = 24 * 3600 * 60;

/// A number from anywhere, most often an extreme one.
fn number(rng: &mut Rng, extremes: [u16; 2]) -> u16 {
    match rng.below(16) {
        0 => rng.next_word() as u16,
        1..4 => extremes[0] + rng.below(u32::from(extremes[1] - extremes[0]) + 1) as u16,
        pick => extremes[usize::from(pick % 2 == 0)],
    }
}

/// Any rule set that is accepted, often at the limits of what is.
fn any_rules(rng: &mut Rng) -> Config {
    loop {
        let court = Court { width: number(rng, [100, 2000]), height: number(rng, [60, 2000]) };
        let config = Config {
            court,
            paddle: PaddleRules {
                width: number(rng, [1, 50]),
                height: number(rng, [2, (court.height / 3).max(2)]),
                margin: number(rng, [0, court.width / 4]),
                speed: number(rng, [30, 3000]),
            },
            ball: BallRules {
                size: number(rng, [2, 50]),
                speed: number(rng, [30, 3000]),
                top_speed: number(rng, [30, 3000]),
                speed_up: number(rng, [0, 3000]),
                spin: number(rng, [0, 1000]),
                serve_degrees: number(rng, [0, 75]) as u8,
                steepest_degrees: number(rng, [0, 75]) as u8,
            },
            points_to_win: number(rng, [1, 99]) as u8,
            countdown_seconds: number(rng, [1, 10]) as u8,
            pause: PauseRules {
                by: if rng.percent(50) { PauseBy::Everyone } else { PauseBy::Anyone },
                seconds: number(rng, [10, 3600]),
                notice: number(rng, [0, 255]) as u8,
            },
            machine: [None, Some(Skill::Easy), Some(Skill::Medium), Some(Skill::Hard)][rng.below(4) as usize],
            challenge: rng.percent(30).then(|| Challenge {
                seconds: number(rng, [60, 3600]),
                wait_seconds: number(rng, [10, 3600]),
                whole: Seat::all(2).filter(|_| rng.percent(50)).collect(),
            }),
        };
        if config.validate().is_ok() {
            return config;
        }
    }
}

/// Plays with every bot against one that does anything, and hears of it as a spectator.
fn is_playable(config: &Arc<Config>, seed: u64) {
    let mut rng = Rng::new(seed);
    for level in Pong::LEVELS.iter().map(|level| level.id).chain(["random"]) {
        let mut players = [Hired::<Pong>::of(level).unwrap(), Hired::Random];
        let mut table = Table::<Pong, _>::new(Rules::plain(Arc::clone(config)), FastDice(seed));
        let mut told = table.view(Viewer::Spectator);
        for tick in (0..TICKS).step_by(Pong::BOT_EVERY as usize).map(Tick) {
            let mut heard = Vec::new();
            table.advance(tick, &mut heard);
            for seat in Seat::all(config.seats()) {
                let action = match rng.below(500) {
                    0 => Some(Action::Pause),
                    1..10 => Some(Action::Resume),
                    _ => players[seat.index()].ask(table.game(), table.rules(), seat, tick, [], &mut rng),
                };
                if let Some(action) = action {
                    // It may be refused: nothing but a panic is wrong here.
                    let _ = table.act(tick, seat, action, &mut heard);
                }
            }
            heard.iter().for_each(|(_, event)| Pong::fold(&mut told, event));
            Pong::elapse(&mut told, tick);
            if table.outcome().is_some() {
                break;
            }
        }
        assert_eq!(told, table.view(Viewer::Spectator), "{level}");
    }
}

/// Paddles that stand anywhere, most often in a corner, let a ball pass: none is so long or thick that it cannot. How long
/// players who reach every ball keep it up is their own affair.
fn can_be_lost(config: &Arc<Config>, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut table = Table::<Pong, _>::new(Rules::plain(Arc::clone(config)), FastDice(seed));
    for tick in (0..DAY).step_by(600).map(Tick) {
        table.advance(tick, &mut ());
        if table.game().position().points != [0; 2] || table.outcome().is_some() {
            return;
        }
        for seat in Seat::all(config.seats()) {
            let to = number(&mut rng, [0, config.court.height]).min(config.court.height);
            table.act(tick, seat, Action::Steer(Steer::Follow { to, pace: 100 }), &mut ()).unwrap();
        }
    }
    panic!("no ball was lost in a day: {config:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_rule_set_that_is_accepted_can_be_played(seed: u64) {
        is_playable(&any_rules(&mut Rng::new(seed)).into(), seed);
    }

    #[test]
    fn every_rule_set_that_is_accepted_can_be_lost(seed: u64) {
        can_be_lost(&any_rules(&mut Rng::new(seed)).into(), seed);
    }
}

/// A ball a hundred times as fast as its serve, before the longest paddle of the highest court: no bot can be further off.
#[test]
fn a_ball_much_faster_than_its_serve_can_be_played() {
    let hope = Config::preset("hope").unwrap();
    let config = Config {
        court: Court { width: 2000, height: 2000 },
        paddle: PaddleRules { height: 666, ..hope.paddle },
        ball: BallRules { speed: 30, top_speed: 3000, speed_up: 3000, ..hope.ball },
        countdown_seconds: 1,
        machine: Some(Skill::Easy),
        ..hope
    };
    assert_eq!(config.validate(), Ok(()));
    is_playable(&config.into(), 1);
}
