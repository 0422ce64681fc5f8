use super::*;
use crate::{Ball, Phase, Steer};
use parlor_arcade::PauseRules;
use parlor_kernel::{FastDice, Game, GameConfig, Predict, Table};

fn served() -> (Table<Pong, FastDice>, View) {
    let mut table = Table::<Pong, _>::new(Config::preset("hope").unwrap().into(), FastDice(7));
    table.advance(Tick(180), &mut ());
    let view = table.view(Viewer::Spectator);
    (table, view)
}

#[test]
fn serves_by_itself_and_waits_for_the_house_to_count_points() {
    let table = Table::<Pong, FastDice>::new(Config::preset("hope").unwrap().into(), FastDice(7));
    let (mut table, mut view) = (table.clone(), table.view(Viewer::Spectator));
    table.advance(Tick(180), &mut ());
    Pong::elapse(&mut view, Tick(180));
    assert_eq!(view, table.view(Viewer::Spectator), "the ball flies where the house will say it did");

    for seat in [Seat(0), Seat(1)] {
        table.act(Tick(180), seat, Action::Steer(Steer::Up), &mut ()).unwrap();
        view.expect(Tick(180), seat, &Action::Steer(Steer::Up));
    }
    Pong::elapse(&mut view, Tick(100_000));
    table.advance(Tick(100_000), &mut ());
    assert_eq!(view.position.points, [0, 0]);
    assert_ne!(table.game().position().points, [0, 0]);
}

#[test]
fn a_paddle_that_obeys_need_not_be_told_again() {
    for preset in ["hope", "challenge"] {
        let table = Table::<Pong, FastDice>::new(Config::preset(preset).unwrap().into(), FastDice(7));
        for seat in [Seat(0), Seat(1)] {
            let mut view = table.view(Viewer::Seat(seat));
            let mut tick = Tick(180);
            for steer in [Steer::Up, Steer::Stop, Steer::Follow { to: 200, pace: 100 }, Steer::Down, Steer::Stop] {
                assert!(!view.obeys(tick, seat, steer), "{preset}: {steer:?}");
                view.expect(tick, seat, &Action::Steer(steer));
                tick = tick + 10;
                Pong::elapse(&mut view, tick);
                assert!(view.obeys(tick, seat, steer), "{preset}: {steer:?}");
            }
        }
    }
}

#[test]
fn going_back_in_time_does_nothing() {
    let (_, mut view) = served();
    Pong::elapse(&mut view, Tick(260));
    let then = view.clone();
    Pong::elapse(&mut view, Tick(200));
    assert_eq!(view, then);
}

/// A client that predicts sees its own paddle at once, and the house agrees when it hears of it.
#[test]
fn expects_what_the_house_will_confirm() {
    let (mut table, confirmed) = served();
    let action = Action::Steer(Steer::Follow { to: 40, pace: 100 });
    let mut predicted = confirmed.clone();
    predicted.expect(Tick(200), Seat(0), &action);
    Pong::elapse(&mut predicted, Tick(230));

    let mut heard = Vec::new();
    table.act(Tick(200), Seat(0), action, &mut heard).unwrap();
    table.advance(Tick(230), &mut heard);
    let mut told = confirmed;
    heard.iter().for_each(|(_, event)| Pong::fold(&mut told, event));
    Pong::elapse(&mut told, Tick(230));
    assert_eq!(predicted, told);
    assert_eq!(told, table.view(Viewer::Seat(Seat(0))));
}

/// A player who presses Escape sees the pause at once, and a request without the other's consent changes nothing.
#[test]
fn expects_pauses_as_the_rules_have_them() {
    let (mut table, mut view) = served();
    view.expect(Tick(200), Seat(0), &Action::Pause);
    assert_eq!((view.position.phase, view.position.asking.len()), (Phase::Rally, 1));
    view.expect(Tick(201), Seat(0), &Action::Pause);
    view.expect(Tick(205), Seat(1), &Action::Pause);
    view.expect(Tick(400), Seat(1), &Action::Resume);
    for (tick, seat, action) in [(200, 0, Action::Pause), (205, 1, Action::Pause), (400, 1, Action::Resume)] {
        table.act(Tick(tick), Seat(seat), action, &mut ()).unwrap();
    }
    assert_eq!(view, table.view(Viewer::Spectator));
    view.config.pause = PauseRules::ALONE;
    view.expect(Tick(600), Seat(1), &Action::Pause);
    assert_eq!(view.position.phase, Phase::Paused);
    view.expect(Tick(610), Seat(1), &Action::Surrender);
    assert_eq!(view.position.outcome, None, "that is for the house to say");
}

#[test]
fn a_rollback_is_a_copy_thrown_away() {
    let (mut table, mut confirmed) = served();
    // The client shows tick 230 before it hears that the other paddle moved at 190.
    let mut shown = confirmed.clone();
    Pong::elapse(&mut shown, Tick(230));
    let mut heard = Vec::new();
    table.act(Tick(190), Seat(1), Action::Steer(Steer::Down), &mut heard).unwrap();
    table.advance(Tick(230), &mut heard);
    heard.iter().for_each(|(_, event)| Pong::fold(&mut confirmed, event));
    let mut corrected = confirmed.clone();
    Pong::elapse(&mut corrected, Tick(230));
    assert_ne!(shown, corrected);
    assert_eq!(corrected, table.view(Viewer::Spectator));
}

#[test]
fn every_player_sees_their_own_paddle_on_the_left() {
    let (_, mut view) = served();
    view.expect(Tick(180), Seat(0), &Action::Steer(Steer::Up));
    let [one, other] = [Seat(0), Seat(1)].map(|seat| view.scene(190.5, Viewer::Seat(seat)));
    assert_eq!((one.left, one.right), (150.0 - 52.5, 150.0));
    assert_eq!((other.left, other.right), (one.right, one.left));
    assert_eq!((other.ball.0, other.ball.1), (400.0 - one.ball.0, one.ball.1));
    assert_eq!(view.scene(190.5, Viewer::Spectator), one);
}

#[test]
fn a_picture_between_ticks_never_shows_a_ball_in_the_wall() {
    let (_, mut view) = served();
    view.position.ball = Ball::served(&view.config, Tick(180), Side::Left, 45);
    for moment in 1800..4000 {
        let (x, y) = view.scene(f64::from(moment) / 10.0, Viewer::Spectator).ball;
        // Behind a goal line it flies on, out of sight, until the house counts the point.
        assert!((5.0..=295.0).contains(&y) || !(-5.0..=405.0).contains(&x), "{x} {y} at {moment}");
    }
}
