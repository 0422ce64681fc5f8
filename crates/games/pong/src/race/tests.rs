use crate::{Action, Config, Event, Phase, Pong, Steer, What};
use parlor_arcade::{Challenge, PauseRefused};
use parlor_kernel::{
    Audience, FastDice, Game, GameConfig, Outcome, Predict, Reason, Rejected, Seat, SeatSet, Table, Tick, Verdict,
    Viewer,
};

type Heard = Vec<(Audience, Event)>;

fn challenge(seed: u64) -> Table<Pong, FastDice> {
    Table::new(Config::preset("challenge").unwrap().into(), FastDice(seed))
}

fn steer(table: &mut Table<Pong, FastDice>, tick: u64, seat: u8, steer: Steer) {
    table.act(Tick(tick), Seat(seat), Action::Steer(steer), &mut ()).unwrap();
}

/// The slopes of the serves on a court, after the first.
fn serves(heard: &Heard, court: u8) -> Vec<i8> {
    let of = |event: &Event| match event.what {
        What::Point { serve, .. } if event.court == court => serve,
        _ => None,
    };
    heard.iter().filter_map(|(_, event)| of(event)).collect()
}

#[test]
fn both_courts_have_the_same_serves() {
    let mut table = challenge(3);
    let mut heard: Heard = Vec::new();
    steer(&mut table, 0, 0, Steer::Up);
    steer(&mut table, 0, 1, Steer::Down);
    table.advance(Tick(60 * 600), &mut heard);
    let (one, other) = (serves(&heard, 0), serves(&heard, 1));
    let both = one.len().min(other.len());
    assert!(both >= 2, "{one:?} {other:?}");
    assert_eq!(one[..both], other[..both]);
}

#[test]
fn equal_play_is_a_draw() {
    let mut table = challenge(1);
    for seat in [0, 1] {
        steer(&mut table, 10, seat, Steer::Up);
    }
    table.advance(Tick(60 * 700), &mut ());
    let view = table.view(Viewer::Spectator);
    assert_eq!(view.position.points, view.race.as_ref().unwrap().court.points);
    assert_eq!(table.game().outcome().unwrap().verdict, Verdict::Draw);
}

#[test]
fn each_seat_steers_only_its_own_court() {
    let mut table = challenge(1);
    steer(&mut table, 5, 1, Steer::Up);
    table.advance(Tick(60), &mut ());
    let place = |seat| table.game().court(Seat(seat)).paddles[0].at(Tick(60)) / crate::PIXEL;
    assert_eq!([place(0), place(1)], [150, 30]);
}

#[test]
fn more_points_win_when_both_have_played_to_the_end() {
    for seed in 0..30 {
        let mut table = challenge(seed);
        let mut bot = Pong::bot("hard").unwrap();
        let (rules, mut rng) = (table.rules().clone(), parlor_kernel::Rng::new(seed));
        steer(&mut table, 0, 1, Steer::Up);
        while table.game().outcome().is_none() {
            let now = table.now() + Pong::BOT_EVERY;
            table.advance(now, &mut ());
            let view = table.view(Viewer::Seat(Seat(0)));
            if table.game().outcome().is_none()
                && let Some(action) = bot.choose(&rules, &view, Seat(0), &mut rng)
            {
                table.act(now, Seat(0), action, &mut ()).unwrap();
            }
        }
        let game = table.game();
        let (one, other) = (game.score(Seat(0)), game.score(Seat(1)));
        assert_eq!(game.outcome(), Some(Outcome::won(Seat(0), Reason::Completed)), "{seed}: {one} to {other}");
        assert!(game.race.as_ref().unwrap().finished.iter().all(Option::is_some), "{seed}: {one} to {other}");
    }
}

/// A challenge in which the second seat has finished without a point, and the first plays on and leads.
fn settled(whole: SeatSet) -> Table<Pong, FastDice> {
    let mut config = Config::preset("challenge").unwrap();
    config.challenge = Some(Challenge { whole, ..Challenge::USUAL });
    let mut table = Table::<Pong, _>::new(config.into(), FastDice(3));
    let mut bot = Pong::bot("hard").unwrap();
    let (rules, mut rng) = (table.rules().clone(), parlor_kernel::Rng::new(3));
    steer(&mut table, 0, 1, Steer::Up);
    while !(table.game().has_finished(Seat(1)) && table.game().score(Seat(0)) > table.game().score(Seat(1))) {
        let now = table.now() + Pong::BOT_EVERY;
        table.advance(now, &mut ());
        let view = table.view(Viewer::Seat(Seat(0)));
        if table.game().outcome().is_none()
            && let Some(action) = bot.choose(&rules, &view, Seat(0), &mut rng)
        {
            table.act(now, Seat(0), action, &mut ()).unwrap();
        }
    }
    assert!(!table.game().has_finished(Seat(0)));
    table
}

#[test]
fn a_court_is_played_to_its_end_once_the_result_is_settled() {
    let won = Some(Outcome::won(Seat(0), Reason::Completed));
    assert_eq!(settled(SeatSet::EMPTY).game().outcome(), won, "nothing can change it");
    let mut table = settled(SeatSet::all(2));
    assert_eq!(table.game().outcome(), None, "the rest is the player's own record");
    let mut leaves = settled(SeatSet::all(2));
    leaves.leave(leaves.now(), Seat(0), &mut ()).unwrap();
    assert_eq!(leaves.game().outcome(), won, "a settled result stands");
    table.act(table.now(), Seat(0), Action::Surrender, &mut ()).unwrap();
    assert_eq!(table.game().outcome(), won);
}

#[test]
fn whoever_gives_up_or_leaves_loses_though_they_lead() {
    let mut table = challenge(2);
    table.act(Tick(500), Seat(0), Action::Surrender, &mut ()).unwrap();
    assert_eq!(table.game().outcome(), Some(Outcome::won(Seat(1), Reason::Surrender(Seat(0)))));
    let mut table = challenge(2);
    table.leave(Tick(500), Seat(1), &mut ()).unwrap();
    assert_eq!(table.game().outcome(), Some(Outcome::won(Seat(0), Reason::Abandoned(Seat(1)))));
    assert_eq!(table.game().next_wake(), None);
}

#[test]
fn a_challenge_is_not_paused() {
    let mut table = challenge(2);
    let refused = table.act(Tick(5), Seat(0), Action::Pause, &mut ());
    assert!(matches!(refused, Err(Rejected::Rule(crate::Illegal::Pause(PauseRefused::NoPauses)))), "{refused:?}");
}

/// A player who has finished waits for a sign of life, and not for ever.
#[test]
fn the_clock_ends_what_the_players_do_not() {
    let mut config = Config::preset("challenge").unwrap();
    config.paddle.height = config.court.height;
    let mut table = Table::<Pong, _>::new(config.into(), FastDice(1));
    table.advance(Tick(60 * 600 - 1), &mut ());
    assert_eq!(table.game().outcome(), None, "such paddles let nothing through");
    table.advance(Tick(60 * 600), &mut ());
    assert_eq!(
        table.game().outcome().map(|outcome| (outcome.verdict, outcome.reason)),
        Some((Verdict::Draw, Reason::Timeout(Seat(0))))
    );

    let mut table = challenge(4);
    let (race, first) = (table.game().race.as_ref().unwrap(), table.game().position());
    assert_eq!(race.due(Challenge::USUAL, first), Tick(60 * 600));
    let mut waiting = race.clone();
    (waiting.finished, waiting.alive) = ([Some(Tick(3_000)), None], [Tick(2_900), Tick(4_000)]);
    assert_eq!(waiting.due(Challenge::USUAL, first), Tick(4_000 + 60 * 120));
    table.advance(Tick(100), &mut ());
    assert_eq!(table.game().position().phase, Phase::Countdown);
}

/// A challenge in which the second seat has finished, without a point; the first may still do better.
fn half_finished() -> Table<Pong, FastDice> {
    let played = |seed| {
        let mut table = challenge(seed);
        steer(&mut table, 5, 1, Steer::Up);
        while !table.game().has_finished(Seat(1)) {
            let now = table.now() + 30;
            let there = if now.0.is_multiple_of(60) { Steer::Up } else { Steer::Down };
            table.act(now, Seat(0), Action::Steer(there), &mut ()).ok()?;
        }
        table.game().outcome().is_none().then_some(table)
    };
    (0..100).find_map(played).expect("one of these")
}

#[test]
fn whoever_has_finished_may_leave() {
    let mut table = half_finished();
    assert!(!table.game().has_finished(Seat(0)));
    let before = table.game().clone();
    table.leave(table.now(), Seat(1), &mut ()).unwrap();
    assert_eq!(*table.game(), before, "its points stand");
    table.leave(table.now(), Seat(0), &mut ()).unwrap();
    assert_eq!(table.game().outcome(), Some(Outcome::won(Seat(1), Reason::Abandoned(Seat(0)))));
}
