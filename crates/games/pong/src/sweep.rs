//! One tick of a ball, with whatever it meets on the way. Contacts are found by when they happen, not by looking where the
//! ball ends up, so that it flies through nothing however fast it is.

use crate::{
    Config,
    motion::{Ball, Paddle},
    units::{Lines, TICK, cosine, half, per_tick, sine},
};
use parlor_kernel::Tick;

/// What a ball touches.
#[derive(Clone, Copy)]
enum Touch {
    Wall,
    /// The front of a paddle, with its middle there.
    Front(i32),
    /// The end of a paddle that comes too late to be in front of the ball, with its middle there.
    End(i32),
}

/// Moves `ball` from where it is to where it will be a tick later; gives back how often it was hit by a paddle.
pub(crate) fn fly(config: &Config, lines: &Lines, ball: &mut Ball, paddles: &[Paddle; 2]) -> u32 {
    let start = ball.since;
    ball.since = start + 1;
    let (mut passed, mut hits) = (0, 0);
    loop {
        let paddle = Moving::new(&paddles[ball.toward().index()], start, passed);
        let Some((moments, touch)) = first_touch(lines, ball, paddle).filter(|(at, _)| passed + at < TICK) else {
            move_by(ball, TICK - passed);
            return hits;
        };
        move_by(ball, moments);
        passed += moments;
        match touch {
            Touch::Wall => {
                ball.y = if ball.vy < 0 { lines.radius } else { lines.bottom };
                ball.vy = -ball.vy;
            }
            Touch::Front(paddle) => {
                ball.x = if ball.vx < 0 { lines.left } else { lines.right };
                hit(config, ball, paddle);
                hits += 1;
            }
            Touch::End(paddle) => {
                // Away from the paddle, or it would be inside it.
                let (above, speed) = (ball.y < paddle, ball.vy.abs());
                ball.vy = if above { -speed } else { speed };
                hit(config, ball, paddle);
                hits += 1;
            }
        }
    }
}

fn move_by(ball: &mut Ball, moments: i64) {
    ball.x += (i64::from(ball.vx) * moments / TICK) as i32;
    ball.y += (i64::from(ball.vy) * moments / TICK) as i32;
}

/// A paddle during a tick.
#[derive(Clone, Copy)]
struct Moving {
    y: i64,
    /// How far it moves in a whole tick.
    vy: i64,
}

impl Moving {
    /// As it is when so many moments of the tick have passed.
    fn new(paddle: &Paddle, start: Tick, passed: i64) -> Self {
        let (from, to) = (i64::from(paddle.at(start)), i64::from(paddle.at(start + 1)));
        Self { y: from + (to - from) * passed / TICK, vy: to - from }
    }

    fn after(self, moments: i64) -> i64 {
        self.y + self.vy * moments / TICK
    }
}

/// What the ball touches first, and in how many moments.
fn first_touch(lines: &Lines, ball: &Ball, paddle: Moving) -> Option<(i64, Touch)> {
    let wall =
        (ball.vy != 0).then(|| (i64::from(ball.before_wall(lines)) * TICK / i64::from(ball.vy.abs()), Touch::Wall));
    let paddle = paddle_touch(lines, ball, paddle);
    match (wall, paddle) {
        // In a corner the wall comes first, so that the paddle meets the ball as it flies then.
        (Some(wall), Some(paddle)) => Some(if wall.0 <= paddle.0 { wall } else { paddle }),
        (wall, paddle) => wall.or(paddle),
    }
}

/// When the ball touches the paddle it flies to, if nothing else comes before.
fn paddle_touch(lines: &Lines, ball: &Ball, paddle: Moving) -> Option<(i64, Touch)> {
    let (speed, ahead) = (i64::from(ball.vx.abs()), i64::from(ball.before_paddle(lines)));
    let (reach, depth) = (i64::from(lines.reach), i64::from(lines.depth));
    // When it reaches the front, and when it is all behind the paddle.
    let (front, behind) = (ahead * TICK / speed, (ahead + depth) * TICK / speed);
    if ahead + depth <= 0 {
        return None;
    }
    let (ball_y, ball_vy) = (i64::from(ball.y), i64::from(ball.vy));
    if ahead >= 0 {
        let middle = paddle.after(front);
        if (ball_y + ball_vy * front / TICK - middle).abs() <= reach {
            return Some((front, Touch::Front(middle as i32)));
        }
    }
    // Not in front of it; but they may come together while the ball passes.
    let apart = ball_y - paddle.y;
    let gap = apart.abs() - reach;
    let closing = (paddle.vy - ball_vy) * apart.signum();
    let end = if gap <= 0 && ahead < 0 {
        0
    } else if gap > 0 && closing > 0 {
        gap * TICK / closing
    } else {
        return None;
    };
    (end >= front && end < behind).then(|| (end, Touch::End(paddle.after(end) as i32)))
}

/// A paddle with its middle at `paddle` sends the ball back.
fn hit(config: &Config, ball: &mut Ball, paddle: i32) {
    let rules = &config.ball;
    // Ruling: from the middle (nothing) to the end (all of it), and no more for a ball that hangs over.
    let end = i64::from(half(config.paddle.height));
    let off = i64::from(ball.y - paddle).clamp(-end, end);
    let spin = i64::from(per_tick(rules.spin.into())) * off / end;
    ball.speed = ball.speed.saturating_add(rules.speed_up).min(rules.top_speed);
    let (vx, vy) = (-i64::from(ball.vx), i64::from(ball.vy) + spin);
    (ball.vx, ball.vy) = at_speed(vx, vy, ball.speed, rules.steepest_degrees);
}

/// The same direction at that speed, but not steeper than allowed.
fn at_speed(vx: i64, vy: i64, speed: u16, steepest: u8) -> (i32, i32) {
    let speed = i64::from(per_tick(speed.into()));
    let now = (vx * vx + vy * vy).isqrt().max(1);
    let across = vy * speed / now;
    let most = speed * sine(steepest) / TICK;
    if across.abs() > most {
        return ((speed * cosine(steepest) / TICK * vx.signum()) as i32, (most * vy.signum()) as i32);
    }
    ((vx * speed / now) as i32, across as i32)
}

#[cfg(test)]
mod tests;
