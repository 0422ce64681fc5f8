//! What holds in every court, however fast the ball.

use parlor_kernel::{FastDice, GameConfig, Rng, Rules, Seat, Table, Tick};
use parlor_pong::{Action, Ball, BallRules, Config, Court, PIXEL, PaddleRules, Phase, Pong, Side, Steer};
use proptest::prelude::*;
use std::sync::Arc;

/// Any court that can be played in, often a small one with a furious ball.
fn court(rng: &mut Rng) -> Config {
    let hope = Config::preset("hope").unwrap();
    loop {
        let mut between = |low: u32, high: u32| (low + rng.below(high - low + 1)) as u16;
        let speed = between(30, 3000);
        let steepest = between(0, 75);
        let config = Config {
            court: Court { width: between(100, 600), height: between(60, 400) },
            paddle: PaddleRules {
                width: between(1, 20),
                height: between(2, 120),
                margin: between(0, 40),
                speed: between(30, 3000),
            },
            ball: BallRules {
                size: between(2, 20),
                speed,
                top_speed: between(speed.into(), 3000),
                speed_up: between(0, 3000),
                spin: between(0, 1000),
                serve_degrees: between(0, steepest.into()) as u8,
                steepest_degrees: steepest as u8,
            },
            points_to_win: 99,
            countdown_seconds: 1,
            ..hope.clone()
        };
        if config.validate().is_ok() {
            return config;
        }
    }
}

fn any_steer(config: &Config, rng: &mut Rng) -> Action {
    Action::Steer(match rng.below(5) {
        0 => Steer::Up,
        1 => Steer::Down,
        2 => Steer::Stop,
        _ => Steer::Follow { to: rng.below(u32::from(config.court.height) + 1) as u16, pace: 1 + rng.below(100) as u8 },
    })
}

/// Plays at random, tick by tick; `look` sees the position before and after each.
fn play(config: &Arc<Config>, rng: &mut Rng, ticks: u64, mut look: impl FnMut(&Pong, &Pong, Tick)) -> Pong {
    let mut table = Table::<Pong, _>::new(Rules::plain(Arc::clone(config)), FastDice(rng.next_word()));
    for tick in 1..=ticks {
        for seat in [Seat(0), Seat(1)] {
            if rng.percent(20) {
                let action = any_steer(config, rng);
                let _ = table.act(Tick(tick - 1), seat, action, &mut ());
            }
        }
        let before = table.game().clone();
        table.advance(Tick(tick), &mut ());
        look(&before, table.game(), Tick(tick));
    }
    table.game().clone()
}

fn pixels(part: i32) -> f64 {
    f64::from(part) / f64::from(PIXEL)
}

/// In pixels per second.
fn speed(ball: &Ball) -> f64 {
    pixels(ball.vx).hypot(pixels(ball.vy)) * 60.0
}

/// How far the ball is in front of the paddle on `side`.
fn ahead(config: &Config, side: Side, x: i32) -> f64 {
    let front = f64::from(config.paddle.margin + config.paddle.width) + f64::from(config.ball.size) / 2.0;
    match side {
        Side::Left => pixels(x) - front,
        Side::Right => f64::from(config.court.width) - front - pixels(x),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Paddles from wall to wall let nothing through, at any speed.
    #[test]
    fn no_ball_flies_through_a_wall_of_paddle(seed: u64) {
        let mut rng = Rng::new(seed);
        let mut config = court(&mut rng);
        config.paddle.height = config.court.height;
        let end = play(&config.into(), &mut rng, 2_000, |_, _, _| ());
        prop_assert_eq!(end.position().points, [0, 0]);
        prop_assert!(end.position().longest_rally > 0);
    }

    /// A ball that passes the front of a paddle was beyond its ends at that very moment.
    #[test]
    fn no_ball_flies_through_a_moving_paddle(seed: u64) {
        let mut rng = Rng::new(seed);
        let config = Arc::new(court(&mut rng));
        play(&config, &mut rng, 3_000, |before, after, now| {
            let (from, to) = (before.position(), after.position());
            let side = from.ball.toward();
            if from.phase != Phase::Rally || to.phase != Phase::Rally || from.rally != to.rally {
                return;
            }
            let start = Tick(now.0 - 1);
            let ((x, y), (later, _)) = (from.ball.at(start), to.ball.at(now));
            let (near, far) = (ahead(&config, side, x), ahead(&config, side, later));
            if near < 0.0 || far >= 0.0 {
                return;
            }
            let part = near / (near - far);
            let paddle = &from.paddles[side.index()];
            let (first, last) = (pixels(paddle.at(start)), pixels(paddle.at(now)));
            let radius = f64::from(config.ball.size) / 2.0;
            let (top, bottom) = (radius, f64::from(config.court.height) - radius);
            let mut y = pixels(y) + pixels(from.ball.vy) * part;
            while y < top || y > bottom {
                y = if y < top { 2.0 * top - y } else { 2.0 * bottom - y };
            }
            let apart = (y - (first + (last - first) * part)).abs();
            let reach = f64::from(config.paddle.height) / 2.0 + radius;
            assert!(apart > reach - 0.02, "{apart} apart, but the paddle reaches {reach}: {from:?}");
        });
    }

    /// The ball stays between the walls, keeps its speed and never gets too steep or too fast.
    #[test]
    fn a_ball_keeps_to_its_rules(seed: u64) {
        let mut rng = Rng::new(seed);
        let config = Arc::new(court(&mut rng));
        play(&config, &mut rng, 2_000, |_, after, now| {
            let (ball, rules) = (&after.position().ball, &config.ball);
            if after.position().phase != Phase::Rally {
                return;
            }
            let radius = f64::from(rules.size) / 2.0;
            let y = pixels(ball.at(now).1);
            assert!((radius..=f64::from(config.court.height) - radius).contains(&y), "{ball:?}");
            assert!((speed(ball) - f64::from(ball.speed)).abs() < 0.05, "{} {ball:?}", speed(ball));
            assert!(ball.speed <= rules.top_speed);
            let angle = f64::from(ball.vy.abs()).atan2(f64::from(ball.vx.abs())).to_degrees();
            assert!(angle < f64::from(rules.steepest_degrees) + 0.05, "{angle} {ball:?}");
        });
    }

    /// Sleeping until something is due and looking at every tick lead to the same match.
    #[test]
    fn how_often_somebody_looks_makes_no_difference(seed: u64) {
        let mut rng = Rng::new(seed);
        let config = Arc::new(court(&mut rng));
        let [mut often, mut rarely] = [seed; 2].map(|dice| Table::<Pong, _>::new(Rules::plain(Arc::clone(&config)), FastDice(dice)));
        let mut tick = 0;
        for _ in 0..100 {
            let pause = u64::from(rng.below(60));
            for step in 1..=pause {
                often.advance(Tick(tick + step), &mut ());
            }
            tick += pause;
            let (seat, action) = (Seat(rng.below(2) as u8), any_steer(&config, &mut rng));
            let done = [&mut often, &mut rarely].map(|table| table.act(Tick(tick), seat, action, &mut ()).is_ok());
            prop_assert_eq!(done[0], done[1]);
            prop_assert_eq!(often.game(), rarely.game());
        }
    }
}
