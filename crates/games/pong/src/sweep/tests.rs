use super::*;
use crate::{PIXEL, Side};
use parlor_kernel::GameConfig;

/// The court is 400 × 300, the ball 10 wide, the left paddle 60 high with its front at 30: contact at x = 35.
fn hope() -> Config {
    Config::preset("hope").unwrap()
}

fn at(x: f64, y: f64, vx: f64, vy: f64) -> Ball {
    let [x, y, vx, vy] = [x, y, vx, vy].map(|pixels| (pixels * f64::from(PIXEL)) as i32);
    Ball { since: Tick(10), x, y, vx, vy, speed: 200 }
}

fn still(y: i32) -> Paddle {
    Paddle { since: Tick(0), y: y * PIXEL, goal: y * PIXEL, pace: 0 }
}

fn falling(y: i32, pace: i32) -> Paddle {
    Paddle { since: Tick(10), y: y * PIXEL, goal: 270 * PIXEL, pace: pace * PIXEL }
}

/// The ball a tick later, with so many hits.
fn tick(mut ball: Ball, paddles: [Paddle; 2]) -> (Ball, u32) {
    let hits = fly(&hope(), &Lines::of(&hope()), &mut ball, &paddles);
    assert_eq!(ball.since, Tick(11));
    (ball, hits)
}

/// Where the ball is, to a thousandth of a pixel.
fn place(ball: &Ball) -> (f64, f64) {
    let pixels = |part: i32| (f64::from(part) * 1e3 / f64::from(PIXEL)).round() / 1e3;
    (pixels(ball.x), pixels(ball.y))
}

/// In pixels per second.
fn speed(ball: &Ball) -> f64 {
    f64::from(ball.vx).hypot(f64::from(ball.vy)) * 60.0 / f64::from(PIXEL)
}

fn degrees(ball: &Ball) -> f64 {
    f64::from(ball.vy).atan2(f64::from(ball.vx.abs())).to_degrees()
}

#[test]
fn nothing_in_the_way() {
    let (ball, hits) = tick(at(200.0, 150.0, -4.0, 3.0), [still(150); 2]);
    assert_eq!((place(&ball), hits), ((196.0, 153.0), 0));
}

#[test]
fn walls_turn_it_around_where_it_touches_them() {
    // Two pixels above the lower wall: two down, one up.
    let (ball, _) = tick(at(200.0, 293.0, 4.0, 3.0), [still(150); 2]);
    assert_eq!((place(&ball), ball.vy), ((204.0, 294.0), -3 * PIXEL));
    let (ball, _) = tick(at(200.0, 7.0, 4.0, -3.0), [still(150); 2]);
    assert_eq!((place(&ball), ball.vy), ((204.0, 6.0), 3 * PIXEL));
    // Just touching it at the end of the tick is a matter of the next one.
    let (ball, _) = tick(at(200.0, 292.0, 4.0, 3.0), [still(150); 2]);
    assert_eq!((place(&ball), ball.vy), ((204.0, 295.0), 3 * PIXEL));
    let (ball, _) = tick(Ball { since: Tick(10), ..ball }, [still(150); 2]);
    assert_eq!((place(&ball), ball.vy), ((208.0, 292.0), -3 * PIXEL));
}

#[test]
fn the_middle_of_a_paddle_sends_it_straight_back_and_faster() {
    let (ball, hits) = tick(at(37.0, 150.0, -200.0 / 60.0, 0.0), [still(150); 2]);
    assert_eq!((hits, ball.vy, ball.speed), (1, 0, 210));
    // 0.6 of the tick to get there, 0.4 to get away at 210 px/s.
    let (x, _) = place(&ball);
    assert_eq!(x, 35.0 + 0.4 * 3.5);
    let (right, hits) = tick(at(363.0, 150.0, 200.0 / 60.0, 0.0), [still(150); 2]);
    assert_eq!((hits, right.vx), (1, -ball.vx));
}

#[test]
fn the_end_of_a_paddle_adds_all_its_spin_and_no_more() {
    let spun = |off: f64| tick(at(36.0, 150.0 + off, -200.0 / 60.0, 0.0), [still(150); 2]);
    let (half_way, _) = spun(15.0);
    let (end, _) = spun(30.0);
    let (hanging_over, hits) = spun(34.9);
    assert!((degrees(&half_way) - (50f64).atan2(200.0).to_degrees()).abs() < 0.01, "{half_way:?}");
    assert!((degrees(&end) - (100f64).atan2(200.0).to_degrees()).abs() < 0.01, "{end:?}");
    assert_eq!((hits, hanging_over.vy), (1, end.vy), "HopeAddon's defect: up to 117 % at the overhang");
    for ball in [half_way, end] {
        assert!((speed(&ball) - 210.0).abs() < 0.01, "the speed is the speed, whatever the spin: {ball:?}");
    }
    let (up, _) = spun(-30.0);
    assert_eq!((up.vx, up.vy), (end.vx, -end.vy));
}

#[test]
fn just_past_the_end_is_a_miss() {
    let (ball, hits) = tick(at(36.0, 185.01, -4.0, 0.0), [still(150); 2]);
    assert_eq!((hits, place(&ball).0), (0, 32.0));
    let (_, hits) = tick(at(36.0, 184.99, -4.0, 0.0), [still(150); 2]);
    assert_eq!(hits, 1);
}

#[test]
fn no_hit_is_steeper_than_sixty_degrees() {
    let (ball, _) = tick(at(36.0, 178.0, -2.0, 3.4), [still(150); 2]);
    assert!((degrees(&ball) - 60.0).abs() < 0.01 && (speed(&ball) - 210.0).abs() < 0.01, "{ball:?}");
}

#[test]
fn it_never_gets_faster_than_its_top_speed() {
    let fast = Ball { speed: 395, ..at(36.0, 150.0, -395.0 / 60.0, 0.0) };
    let (ball, _) = tick(fast, [still(150); 2]);
    assert_eq!(ball.speed, 400);
    let (ball, _) = tick(Ball { speed: 400, ..fast }, [still(150); 2]);
    assert_eq!(ball.speed, 400);
    assert!((speed(&ball) - 400.0).abs() < 0.01);
}

#[test]
fn in_a_corner_the_wall_comes_first() {
    // Reaches the wall (y = 5) and the paddle (x = 35) in the same moment.
    let (ball, hits) = tick(at(37.0, 7.0, -4.0, -4.0), [still(30); 2]);
    assert_eq!(hits, 1);
    assert!(ball.vx > 0, "{ball:?}");
    // Turned down by the wall, then up a little by the upper half of the paddle.
    assert!(degrees(&ball) > 0.0 && degrees(&ball) < 45.0, "{ball:?}");
    let (x, y) = place(&ball);
    assert!(x > 35.0 && y > 5.0);
}

#[test]
fn a_wall_before_the_paddle_changes_where_it_is_met() {
    // Without the wall it would pass above the court.
    let (ball, hits) = tick(at(38.0, 6.0, -4.0, -4.0), [still(30); 2]);
    assert_eq!(hits, 1);
    assert!(place(&ball).1 > 5.0);
}

#[test]
fn a_paddle_may_come_just_in_time() {
    // The ball passes the front below the paddle; the paddle falls five pixels in a tick and reaches it in the middle.
    let ball = at(35.5, 187.0, -4.0, 0.0);
    let (missed, hits) = tick(ball, [still(150); 2]);
    assert_eq!((hits, place(&missed).0), (0, 31.5));
    let (saved, hits) = tick(ball, [falling(150, 5), still(150)]);
    assert_eq!(hits, 1);
    assert!(saved.vx > 0 && saved.vy > 0, "away from the paddle: {saved:?}");
}

#[test]
fn the_end_of_a_paddle_throws_back_what_falls_onto_it() {
    // Beside the paddle, falling onto its upper end.
    let (ball, hits) = tick(at(28.0, 113.0, -3.0, 4.0), [still(150); 2]);
    assert_eq!(hits, 1);
    assert!(ball.vx > 0 && ball.vy < 0, "{ball:?}");
    // All behind it: too late.
    let (ball, hits) = tick(at(14.0, 113.0, -3.0, 4.0), [still(150); 2]);
    assert_eq!(hits, 0);
    assert!(ball.vx < 0);
}

#[test]
fn a_ball_that_flies_away_is_not_hit_again() {
    let (ball, hits) = tick(at(30.0, 150.0, 4.0, 0.0), [still(150); 2]);
    assert_eq!((hits, place(&ball)), (0, (34.0, 150.0)));
}

#[test]
fn free_ticks_are_free_and_the_next_is_not_sure_to_be() {
    let lines = Lines::of(&hope());
    for ball in [at(200.0, 150.0, -4.0, 0.5), at(200.0, 150.0, 3.3, -6.1), at(14.0, 150.0, -3.0, 0.5)] {
        let free = ball.free_ticks(&lines);
        let (x, y) = ball.at(ball.since + free);
        let on = |x, y| Ball { since: Tick(10), x, y, ..ball };
        let mut next = on(x, y);
        fly(&hope(), &lines, &mut next, &[still(150); 2]);
        let straight = on(x + ball.vx, y + ball.vy);
        let changed = (next.x, next.y) != (straight.x, straight.y) || next.is_out(&lines);
        assert!(changed, "{ball:?} flies on after {free} ticks");
        for ticks in 0..free {
            let (x, y) = ball.at(ball.since + ticks);
            let mut next = on(x, y);
            assert_eq!(fly(&hope(), &lines, &mut next, &[still(150); 2]), 0);
            assert_eq!((next.x, next.y), (x + ball.vx, y + ball.vy));
            assert!(!next.is_out(&lines));
        }
    }
    assert_eq!(at(25.0, 250.0, -4.0, 0.0).free_ticks(&lines), 0, "beside a paddle anything may happen");
    assert_eq!(at(25.0, 250.0, -4.0, 0.0).toward(), Side::Left);
}
