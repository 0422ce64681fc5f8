use super::*;
use crate::{Ball, motion::NEVER};
use parlor_kernel::{GameConfig, Rules, SeatSet, Tick};

fn rally(ball: (i32, i32, i32, i32)) -> (Config, Position) {
    let config = Config::preset("hope").unwrap();
    let mut position = Position::opening(&config, 10);
    let (x, y, vx, vy) = ball;
    position.ball =
        Ball { since: Tick(0), x: x * PIXEL, y: y * PIXEL, vx: vx * PIXEL, vy: vy * PIXEL, speed: config.ball.speed };
    position.phase = Phase::Rally;
    (config, position)
}

#[test]
fn a_bot_drifts_to_the_middle_unless_the_ball_comes() {
    let (config, position) = rally((200, 100, -4, 1));
    for skill in [Skill::Easy, Skill::Medium, Skill::Hard] {
        assert_eq!(aim(&config, &position, Side::Right, skill), (150, DRIFT));
        assert_ne!(aim(&config, &position, Side::Left, skill), (150, DRIFT));
    }
    assert_eq!(aim(&config, &position, Side::Left, Skill::Easy).1, 85);
}

#[test]
fn forecasts_see_as_many_bounces_as_they_may() {
    // 165 ahead at 4 a tick, 8 up for each: 330 up from 100 means off the upper wall (5) to 240, still below the lower.
    let (config, position) = rally((200, 100, -4, -8));
    let pixels = |bounces| forecast(&config, &position, bounces) / PIXEL;
    assert_eq!([pixels(0), pixels(1), pixels(u32::MAX)], [5, 240, 240]);
    // 660 up: to 570, and back off the lower wall (295) to 20.
    let (config, position) = rally((200, 100, -4, -16));
    let pixels = |bounces| forecast(&config, &position, bounces) / PIXEL;
    assert_eq!([pixels(0), pixels(1), pixels(2), pixels(u32::MAX)], [5, 295, 20, 20]);
}

#[test]
fn a_guess_stays_the_same_until_the_next_hit() {
    let (_, position) = rally((200, 100, -4, -8));
    let mut bounced = position.clone();
    (bounced.ball.vy, bounced.ball.y) = (-bounced.ball.vy, 7 * PIXEL);
    assert_eq!(guess(&position, 1000), guess(&bounced, 1000));
    let guesses: Vec<_> = (0..500).map(|rally| guess(&Position { rally, ..position.clone() }, 1000)).collect();
    assert!(guesses.iter().all(|guess| (-1000..=1000).contains(guess)));
    assert!(guesses.iter().any(|guess| *guess < -900) && guesses.iter().any(|guess| *guess > 900));
}

#[test]
fn hard_plays_away_from_the_other_paddle() {
    let (config, mut position) = rally((200, 150, -4, 0));
    let aimed = |position: &Position| i32::from(aim(&config, position, Side::Left, Skill::Hard).0);
    position.paddles[1].y = 50 * PIXEL;
    let down = aimed(&position);
    position.paddles[1] = Paddle { y: 250 * PIXEL, since: NEVER, ..position.paddles[1] };
    assert!(aimed(&position) > down, "a ball met above the middle of the paddle goes up");
}

#[test]
fn a_bot_says_nothing_when_its_paddle_is_on_its_way() {
    let (config, position) = rally((200, 100, -4, 1));
    let mut view = View { config: config.clone(), position, race: None, veiled: SeatSet::EMPTY };
    let mut rng = Rng::new(1);
    for level in LEVELS {
        let mut bot = bot(level.id).unwrap();
        let action = bot.choose(&Rules::plain(config.clone()), &view, Seat(0), &mut rng).unwrap();
        view.expect(Tick(3), Seat(0), &action);
        assert_eq!(bot.choose(&Rules::plain(config.clone()), &view, Seat(0), &mut rng), None);
    }
    let (_, waiting) = rally((200, 150, 0, 0));
    view.position = Position { phase: Phase::Countdown, ..waiting };
    let drift = Action::Steer(Steer::Follow { to: 150, pace: DRIFT });
    assert_eq!(
        bot("hard").unwrap().choose(&Rules::plain(config.clone()), &view, Seat(0), &mut rng),
        Some(drift),
        "to be ready"
    );
    view.position.phase = Phase::Paused;
    assert_eq!(bot("hard").unwrap().choose(&Rules::plain(config.clone()), &view, Seat(0), &mut rng), None);
    assert!(bot("elo").is_none());
}
