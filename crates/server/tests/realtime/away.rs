//! Matches whose people are gone: their clock stands still.

use crate::{
    common::{Open, Player, bot, registry, settings, wish},
    house::{come_back, log_of, pair, until_settled},
};
use parlor_kernel::{Outcome, Reason, Seat, Tick, Verdict};
use parlor_pong::{Action, Pong, Steer};
use parlor_wire::{Held, TableInfo, http::SeatWish};
use std::time::{Duration, Instant};

/// How long people stay away: longer than it takes to do whatever else these tests do.
const AWAY: Duration = Duration::from_secs(2);

/// What somebody knows of the match's time: what it was when the house last told.
fn told(player: &mut Player) -> Tick {
    let code = player.code();
    player.session().table(code).unwrap().game.as_ref().unwrap().told.0
}

/// Waits until a match stands still or goes on.
async fn until_held<T>(player: &mut Player, look: impl Fn(Option<Held>) -> Option<T>) -> T {
    let code = player.code();
    player.until(|session| look(session.table(code)?.info.held)).await
}

async fn until_it_stands(player: &mut Player) -> Tick {
    until_held(player, |held| held).await;
    told(player)
}

async fn until_it_goes_on(player: &mut Player) -> Tick {
    until_held(player, |held| held.is_none().then_some(())).await;
    told(player)
}

/// How it ended, with a log that holds.
async fn outcome(player: &mut Player) -> Outcome {
    let code = player.code();
    player.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    let record = log_of(player).await;
    registry().game("pong").unwrap().verify(record.clone()).unwrap();
    record.footer.unwrap().outcome
}

/// Ada against a bot, with Eve looking on, and Ada is gone.
async fn left_alone(open: &Open) -> (Player, Player) {
    let (mut ada, mut eve) = (open.player("Ada").await, open.player("Eve").await);
    let code = ada.open(&wish("pong", "hope", vec![SeatWish::Person, bot("easy")])).await;
    ada.begun().await;
    ada.act(&Action::Steer(Steer::Follow { to: 50, pace: 100 })).await.unwrap();
    eve.follow(code).await;
    ada.connection.drop_connection();
    (ada, eve)
}

#[tokio::test]
async fn a_match_against_a_bot_stands_still_until_its_player_is_back() {
    let open = Open::new(settings()).await;
    let (mut ada, mut eve) = left_alone(&open).await;
    let stood = until_it_stands(&mut eve).await;
    let since = Instant::now();
    assert_eq!(eve.info().held, Some(Held { goes_on_ms: None }), "nobody knows when");
    let (code, now_ms) = (eve.code(), eve.connection.now_ms());
    let shown = eve.session().table(code).unwrap().game.as_ref().unwrap().picture::<Pong>(now_ms + 60_000.0).unwrap().1;
    assert_eq!(shown as u64, stood.0, "whoever looks on is not shown what has not happened");
    tokio::time::sleep(AWAY).await;
    ada.connection.reconnect().await.unwrap();
    until_held(&mut eve, |held| held?.goes_on_ms).await;
    assert_eq!(told(&mut eve), stood, "and then they have a moment to find their keys");
    // What is done meanwhile counts as soon as it goes on.
    ada.act(&Action::Steer(Steer::Stop)).await.unwrap();
    let goes_on = until_it_goes_on(&mut eve).await;
    let passed = Duration::from_millis((goes_on - stood) * 1000 / 60);
    assert!(passed + AWAY < since.elapsed() + Duration::from_millis(100), "{passed:?} passed in it");
    until_settled(&mut ada, goes_on + 30).await;
    assert!(ada.info().held.is_none());
    ada.act(&Action::Surrender).await.unwrap();
    assert_eq!(outcome(&mut ada).await, Outcome::won(Seat(1), Reason::Surrender(Seat(0))));
}

#[tokio::test]
async fn a_match_that_stands_still_does_so_after_the_house_fell() {
    let open = Open::new(settings()).await;
    let (mut ada, mut eve) = left_alone(&open).await;
    let stood = until_it_stands(&mut eve).await;
    tokio::time::sleep(AWAY / 2).await;
    let open = open.fall(settings()).await;
    come_back(&mut eve, &open).await;
    let code = eve.code();
    let epoch = eve.session().table(code).unwrap().seen.epoch;
    eve.until(|session| (session.table(code)?.seen.epoch != epoch).then_some(())).await;
    assert_eq!((until_it_stands(&mut eve).await, told(&mut eve)), (stood, stood));
    come_back(&mut ada, &open).await;
    let goes_on = until_it_goes_on(&mut eve).await;
    until_settled(&mut ada, goes_on + 30).await;
    ada.act(&Action::Surrender).await.unwrap();
    assert_eq!(outcome(&mut ada).await, Outcome::won(Seat(1), Reason::Surrender(Seat(0))));
}

/// Two who play, in a house that is opened again.
async fn opened_again(grace_ms: u64) -> (Open, Player, Player) {
    let mut times = settings();
    times.times.grace_ms = grace_ms;
    let open = Open::new(times.clone()).await;
    let (mut ada, bea) = pair(&open, &wish("pong", "hope", vec![])).await;
    until_settled(&mut ada, Tick(30)).await;
    (open.restart(times).await, ada, bea)
}

#[tokio::test]
async fn a_match_to_which_nobody_comes_back_is_called_off() {
    let (open, ada, _bea) = opened_again(5_000).await;
    let mut eve = open.player("Eve").await;
    eve.follow(ada.code()).await;
    let stood = until_it_stands(&mut eve).await;
    let outcome = outcome(&mut eve).await;
    assert_eq!(outcome, Outcome { verdict: Verdict::Void, reason: Reason::Void });
    assert!(told(&mut eve) <= stood, "nothing has happened in it meanwhile");
    until_it_goes_on(&mut eve).await;
}

#[tokio::test]
async fn whoever_is_back_first_waits_for_the_other_but_not_for_ever() {
    let (open, mut ada, mut bea) = opened_again(60_000).await;
    let id = ada.info().match_id;
    come_back(&mut ada, &open).await;
    let goes_on_ms = until_held(&mut ada, |held| held?.goes_on_ms).await;
    assert!(goes_on_ms > settings().times.return_ms, "it is longer than when everyone is back: {goes_on_ms} ms");
    let gone = |info: &TableInfo| info.seats.iter().filter(|seat| !seat.connected).count();
    let goes_on = until_it_goes_on(&mut ada).await;
    assert_eq!(gone(&ada.info()), 1);
    until_settled(&mut ada, goes_on + 30).await;
    // It goes on for Bea as well, when she comes.
    come_back(&mut bea, &open).await;
    until_settled(&mut bea, goes_on + 60).await;
    assert_eq!((bea.info().match_id, gone(&bea.info())), (id, 0));
    bea.act(&Action::Surrender).await.unwrap();
    assert_eq!(outcome(&mut ada).await, Outcome::won(Seat(0), Reason::Surrender(Seat(1))));
}
