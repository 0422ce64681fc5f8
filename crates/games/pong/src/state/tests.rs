use super::*;
use crate::{Illegal, Phase, Skill, Steer};
use parlor_arcade::{PauseRefused, PauseRules};
use parlor_kernel::{Audience, FastDice, Game, GameConfig, Rejected, Table, Viewer};

type Heard = Vec<(Audience, Event)>;

fn preset(name: &str) -> Config {
    Config::preset(name).unwrap()
}

fn table(config: Config) -> Table<Pong, FastDice> {
    Table::new(config.into(), FastDice(1))
}

/// Both paddles go away: whatever is served makes a point.
fn open_goals(mut config: Config) -> Table<Pong, FastDice> {
    config.ball.serve_degrees = 0;
    let mut table = table(config);
    for seat in [Seat(0), Seat(1)] {
        table.act(Tick(0), seat, Action::Steer(Steer::Up), &mut ()).unwrap();
    }
    table
}

fn seconds(seconds: u64) -> Tick {
    Tick(60 * seconds)
}

fn whats(heard: &Heard) -> Vec<What> {
    heard.iter().map(|(_, event)| event.what.clone()).collect()
}

#[test]
fn the_first_seat_serves_after_three_seconds() {
    let mut table = table(preset("hope"));
    let mut heard: Heard = Vec::new();
    table.advance(Tick(179), &mut heard);
    assert_eq!((heard.len(), table.game().position().phase), (0, Phase::Countdown));
    table.advance(Tick(180), &mut heard);
    let ball = &table.game().position().ball;
    assert!(heard.is_empty(), "nothing is announced");
    assert_eq!((ball.toward(), ball.speed, ball.since), (Side::Right, 200, Tick(180)));
}

#[test]
fn serves_are_within_45_degrees_and_reach_both_extremes() {
    let serves: Vec<i8> = (0..2_000)
        .map(|seed| {
            let mut table = Table::<Pong, _>::new(preset("hope").into(), FastDice(seed));
            let degrees = table.game().position().serve;
            table.advance(Tick(180), &mut ());
            let ball = &table.game().position().ball;
            let angle = f64::from(ball.vy).atan2(f64::from(ball.vx)).to_degrees();
            assert!((angle - f64::from(degrees)).abs() < 0.01, "{angle} is not {degrees}");
            degrees
        })
        .collect();
    for degrees in -45..=45 {
        assert_eq!(serves.contains(&degrees), degrees != 0, "{degrees}");
    }
}

#[test]
fn a_match_that_nobody_plays_ends() {
    for seed in 0..300 {
        let mut table = Table::<Pong, _>::new(preset("hope").into(), FastDice(seed));
        table.advance(seconds(3600), &mut ());
        assert!(table.game().outcome().is_some(), "{seed}: {:?}", table.game().position());
    }
}

#[test]
fn a_point_is_made_when_all_of_the_ball_is_past_the_line() {
    let mut table = open_goals(preset("hope"));
    let mut heard: Heard = Vec::new();
    table.advance(seconds(5), &mut heard);
    // From 200 to 405 at 200 px/s.
    let point = Event { at: Tick(180 + 62), court: 0, what: What::Point { side: Side::Left, serve: Some(0) } };
    assert_eq!(heard[0].1, point);
    let position = table.game().position();
    assert_eq!((position.points, position.phase), ([1, 0], Phase::Countdown));
    assert!(position.ball.is_at_rest());
}

#[test]
fn whoever_conceded_serves_toward_the_scorer() {
    let mut table = open_goals(preset("hope"));
    let mut heard: Heard = Vec::new();
    table.advance(seconds(60), &mut heard);
    let scorers: Vec<_> = heard
        .iter()
        .filter_map(|(_, event)| match event.what {
            What::Point { side, .. } => Some(side),
            _ => None,
        })
        .collect();
    // Neither defends, so every serve scores against the side it flies to: they take turns.
    assert_eq!(&scorers[..4], [Side::Left, Side::Right, Side::Left, Side::Right]);
}

#[test]
fn five_points_win() {
    let mut table = open_goals(preset("hope"));
    let mut heard: Heard = Vec::new();
    table.advance(seconds(120), &mut heard);
    let game = table.game();
    assert_eq!(game.position().points, [5, 4]);
    assert_eq!(game.outcome(), Some(Outcome::won(Seat(0), Reason::Completed)));
    assert_eq!((game.score(Seat(0)), game.score(Seat(1))), (5, 4));
    assert_eq!(game.next_wake(), None);
    let last = whats(&heard);
    assert!(
        matches!(last[last.len() - 2..], [What::Point { side: Side::Left, serve: None }, What::Over { .. }]),
        "{last:?}"
    );
}

#[test]
fn paddles_keep_their_place_and_move_while_everyone_gets_ready() {
    let mut table = open_goals(preset("hope"));
    let y = |table: &Table<Pong, FastDice>| table.game().position().paddles[0].at(table.now()) / crate::PIXEL;
    table.advance(Tick(10), &mut ());
    assert_eq!(y(&table), 150 - 50, "a key that is held works at once");
    table.advance(Tick(242), &mut ());
    assert_eq!((y(&table), table.game().position().phase), (30, Phase::Countdown), "a point moves no paddle");
    table.act(Tick(250), Seat(0), Action::Steer(Steer::Down), &mut ()).unwrap();
    table.advance(Tick(260), &mut ());
    assert_eq!((y(&table), table.game().position().phase), (30 + 50, Phase::Countdown));
}

#[test]
fn nothing_moves_in_a_pause_and_until_the_countdown_after_it_is_over() {
    let mut table = table(preset("solo"));
    let y = |table: &Table<Pong, FastDice>| table.game().position().paddles[0].at(table.now()) / crate::PIXEL;
    table.act(Tick(10), Seat(0), Action::Pause, &mut ()).unwrap();
    table.act(Tick(20), Seat(0), Action::Steer(Steer::Up), &mut ()).unwrap();
    table.act(Tick(30), Seat(0), Action::Resume, &mut ()).unwrap();
    table.advance(Tick(209), &mut ());
    assert_eq!((y(&table), table.game().position().phase), (150, Phase::Countdown));
    table.advance(Tick(220), &mut ());
    assert_eq!((y(&table), table.game().position().phase), (150 - 50, Phase::Rally), "the ball is served, too");
}

#[test]
fn a_paddle_goes_where_it_is_sent_and_stops_there_or_when_told() {
    let mut table = table(preset("hope"));
    table.advance(Tick(180), &mut ());
    let y = |table: &Table<Pong, FastDice>, tick| table.game().position().paddles[0].at(Tick(tick)) / crate::PIXEL;
    let steer = |table: &mut Table<Pong, FastDice>, tick, steer| {
        table.act(Tick(tick), Seat(0), Action::Steer(steer), &mut ()).unwrap();
    };
    steer(&mut table, 180, Steer::Follow { to: 163, pace: 100 });
    assert_eq!([y(&table, 182), y(&table, 183), y(&table, 200)], [160, 163, 163]);
    steer(&mut table, 183, Steer::Follow { to: 300, pace: 50 });
    assert_eq!([y(&table, 187), y(&table, 300)], [173, 270], "half as fast, and not into the wall");
    steer(&mut table, 187, Steer::Stop);
    assert_eq!(y(&table, 300), 173);
    steer(&mut table, 190, Steer::Up);
    assert_eq!([y(&table, 191), y(&table, 300)], [168, 30]);
}

#[test]
fn a_pause_needs_everyone() {
    let mut table = table(preset("hope"));
    let mut heard: Heard = Vec::new();
    table.advance(Tick(200), &mut heard);
    table.act(Tick(200), Seat(0), Action::Pause, &mut heard).unwrap();
    assert_eq!(table.game().position().phase, Phase::Rally);
    let again = table.act(Tick(200), Seat(0), Action::Pause, &mut ());
    assert_eq!(again, Err(Rejected::Rule(Illegal::Pause(PauseRefused::AlreadyAsked))));
    table.act(Tick(201), Seat(0), Action::Resume, &mut heard).unwrap();
    let nothing = table.act(Tick(201), Seat(0), Action::Resume, &mut ());
    assert_eq!(nothing, Err(Rejected::Rule(Illegal::Pause(PauseRefused::NotPaused))));
    table.act(Tick(202), Seat(0), Action::Pause, &mut heard).unwrap();
    table.act(Tick(203), Seat(1), Action::Pause, &mut heard).unwrap();
    let seat = Seat(0);
    let asked = What::PauseAsked { seat };
    assert_eq!(whats(&heard), [asked.clone(), What::PauseDropped { seat }, asked, What::Paused]);
    assert_eq!(
        table.act(Tick(204), Seat(1), Action::Pause, &mut ()),
        Err(Rejected::Rule(Illegal::Pause(PauseRefused::Paused)))
    );
}

fn ball(table: &Table<Pong, FastDice>, tick: u64) -> (i32, i32) {
    table.game().position().ball.at(Tick(tick))
}

#[test]
fn everyone_has_notice_of_a_pause() {
    let agreed = || {
        let mut table = table(preset("hope"));
        for seat in [0, 1] {
            table.act(Tick(200), Seat(seat), Action::Pause, &mut ()).unwrap();
        }
        table
    };
    let mut table = agreed();
    assert_eq!(table.game().position().phase, Phase::Rally);
    let meant = ball(&table, 230);
    table.advance(Tick(230), &mut ());
    assert_eq!(table.game().position().phase, Phase::Paused);
    table.advance(Tick(900), &mut ());
    assert_eq!(ball(&table, 900), meant, "half a second was played, and no more");
    // A player who thinks better of it in time is not paused at all.
    let mut table = agreed();
    table.act(Tick(229), Seat(1), Action::Resume, &mut ()).unwrap();
    table.advance(Tick(240), &mut ());
    assert_eq!(table.game().position().phase, Phase::Rally);
    let mut table = agreed();
    table.act(Tick(210), Seat(1), Action::Surrender, &mut ()).unwrap();
    assert_eq!(table.game().next_wake(), None, "no pause is left over");
}

/// HopeAddon's defect: Escape paused, but could not end the pause.
#[test]
fn where_anyone_pauses_anyone_goes_on_after_a_countdown() {
    let pause = PauseRules { seconds: 60, ..PauseRules::ALONE };
    let mut table = table(Config { pause, ..preset("hope") });
    table.advance(Tick(200), &mut ());
    let before = ball(&table, 200);
    table.act(Tick(200), Seat(1), Action::Pause, &mut ()).unwrap();
    table.advance(Tick(1_000), &mut ());
    assert_eq!((ball(&table, 1_000), table.game().position().phase), (before, Phase::Paused));
    table.act(Tick(1_000), Seat(0), Action::Resume, &mut ()).unwrap();
    table.advance(Tick(1_179), &mut ());
    assert_eq!((ball(&table, 1_179), table.game().position().phase), (before, Phase::Countdown));
    let mut heard: Heard = Vec::new();
    table.advance(Tick(1_180), &mut heard);
    assert!(heard.is_empty(), "the ball flies on; there is no serve");
    let Position { ball: flying, phase, .. } = table.game().position();
    assert_eq!((*phase, flying.at(Tick(1_181))), (Phase::Rally, (before.0 + flying.vx, before.1 + flying.vy)));
}

#[test]
fn a_forgotten_pause_ends_by_itself() {
    let mut table = table(preset("solo"));
    table.act(Tick(10), Seat(0), Action::Pause, &mut ()).unwrap();
    let mut heard: Heard = Vec::new();
    table.advance(seconds(3600) + 9, &mut heard);
    assert!(heard.is_empty());
    table.advance(seconds(3600) + 10, &mut heard);
    assert_eq!(whats(&heard), [What::Resumed]);
    assert_eq!(table.game().next_wake(), Some(seconds(3603) + 10));
}

/// Ruling: a match begins in earnest after three seconds of play; a pause is none.
#[test]
fn a_pause_is_no_play() {
    let pause = PauseRules { seconds: 60, ..PauseRules::ALONE };
    let leaves = |acts: &[(u64, Action)], at: u64| {
        let mut table = table(Config { pause, ..preset("hope") });
        for (tick, action) in acts {
            table.act(Tick(*tick), Seat(0), *action, &mut ()).unwrap();
        }
        table.leave(Tick(at), Seat(1), &mut ()).unwrap();
        table.game().has_begun()
    };
    // The first ball is served at 180: by then nothing has been played.
    assert_eq!([359, 360].map(|at| leaves(&[], at)), [false, true]);
    let mid_rally = [(200, Action::Pause), (1_000, Action::Resume)];
    assert!(!leaves(&mid_rally[..1], 1_000), "it stands still");
    // From 200 until the countdown is over at 1,180 it stood still.
    assert_eq!([1_179, 1_339, 1_340].map(|at| leaves(&mid_rally, at)), [false, false, true]);
    let twice = [mid_rally[0], mid_rally[1], (1_200, Action::Pause), (2_000, Action::Resume)];
    assert_eq!([2_319, 2_320].map(|at| leaves(&twice, at)), [false, true]);
    let before_the_serve = [(10, Action::Pause), (1_000, Action::Resume)];
    assert_eq!([1_359, 1_360].map(|at| leaves(&before_the_serve, at)), [false, true]);
    assert!(leaves(&[(400, Action::Pause)], 500), "what has begun stays begun");
    assert_eq!([3_980, 4_140].map(|at| leaves(&mid_rally[..1], at)), [false, true], "a forgotten pause ends by itself");
}

#[test]
fn giving_up_and_leaving_lose() {
    let mut first = table(preset("hope"));
    first.act(Tick(5), Seat(1), Action::Surrender, &mut ()).unwrap();
    assert_eq!(first.game().outcome(), Some(Outcome::won(Seat(0), Reason::Surrender(Seat(1)))));
    let mut second = table(preset("hope"));
    second.leave(Tick(500), Seat(0), &mut ()).unwrap();
    assert_eq!(second.game().outcome(), Some(Outcome::won(Seat(1), Reason::Abandoned(Seat(0)))));
}

#[test]
fn nobody_wins_when_the_machine_does() {
    let mut table = table(Config { machine: Some(Skill::Hard), ..preset("solo") });
    table.act(Tick(0), Seat(0), Action::Steer(Steer::Up), &mut ()).unwrap();
    table.advance(seconds(7_200), &mut ());
    let outcome = table.game().outcome().unwrap();
    assert_eq!(outcome, Outcome::won_by(SeatSet::EMPTY, Reason::Completed));
    assert_eq!(table.game().position().points[1], 5);
}

/// What a score challenge needs: equal dice give both players the same serves, and the same machine.
#[test]
fn equal_dice_and_equal_inputs_give_equal_solo_matches() {
    let play = |wait: u64| {
        let mut table = table(preset("solo"));
        let mut heard: Heard = Vec::new();
        table.act(Tick(wait), Seat(0), Action::Steer(Steer::Up), &mut heard).unwrap();
        table.advance(seconds(600), &mut heard);
        let serves = heard.iter().filter_map(|(_, event)| match event.what {
            What::Point { serve, .. } => serve,
            _ => None,
        });
        (parlor_kernel::Digest::of(table.game()), serves.collect::<Vec<_>>())
    };
    assert_eq!(play(0), play(0));
    let ((_, one), (_, other)) = (play(0), play(300));
    let both = one.len().min(other.len());
    assert_eq!(one[..both], other[..both], "serves are numbered, whatever happened between them");
}

#[test]
fn a_position_sleeps_from_contact_to_contact() {
    let mut table = table(preset("hope"));
    let (mut wakes, mut heard): (u32, Heard) = (0, Vec::new());
    while let Some(due) = table.game().next_wake().filter(|due| *due < seconds(60)) {
        table.advance(due, &mut heard);
        wakes += 1;
    }
    assert!(wakes < 400 && heard.len() < 40, "{wakes} wakes in 3600 ticks, {} of them heard", heard.len());
    assert_eq!(table.view(Viewer::Spectator).position, *table.game().position());
}
