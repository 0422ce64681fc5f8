//! Matches whose players are gone: their clock stands still.

use crate::{
    common::{Open, Player, bot, registry, settings, wish},
    realtime::house::{come_back, log_of, pair, until_settled},
};
use parlor_kernel::{Outcome, Reason, Seat, Tick, Verdict};
use parlor_pong::{Action, Pong, Steer};
use parlor_wire::{Held, TableInfo, http::SeatWish};
use std::time::{Duration, Instant};

/// How long people stay away: longer than it takes to do whatever else these tests do.
const AWAY: Duration = Duration::from_secs(2);

/// What a player knows of the match's time: what it was when the house last told.
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
    assert_eq!(eve.info().held, Some(Held { goes_on_ms: None }), "it is not known when");
    let (code, now_ms) = (eve.code(), eve.connection.now_ms());
    let shown = eve.session().table(code).unwrap().game.as_ref().unwrap().picture::<Pong>(now_ms + 60_000.0).unwrap().1;
    assert_eq!(shown as u64, stood.0, "a spectator is not shown what has not happened");
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
async fn the_first_who_is_back_waits_for_the_other() {
    let (open, mut ada, mut bea) = opened_again(60_000).await;
    let id = ada.info().match_id;
    come_back(&mut ada, &open).await;
    // That is longer than she would have to find her keys.
    until_held(&mut ada, |held| held?.goes_on_ms.filter(|&ms| ms > settings().times.return_ms)).await;
    let stood = told(&mut ada);
    come_back(&mut bea, &open).await;
    assert_eq!(until_it_goes_on(&mut ada).await, stood);
    until_settled(&mut bea, stood + 60).await;
    assert_eq!((bea.info().match_id, gone(&bea.info())), (id, 0));
    bea.act(&Action::Surrender).await.unwrap();
    assert_eq!(outcome(&mut ada).await, Outcome::won(Seat(0), Reason::Surrender(Seat(1))));
}

/// How many players are gone.
fn gone(info: &TableInfo) -> usize {
    info.seats.iter().filter(|seat| !seat.connected).count()
}

/// Ada and Bea play in a house that gives a player `grace_ms` to come back.
async fn playing(grace_ms: u64) -> (Open, Player, Player) {
    let mut patient = settings();
    patient.times.grace_ms = grace_ms;
    let open = Open::new(patient).await;
    let (mut ada, bea) = pair(&open, &wish("pong", "hope", vec![])).await;
    until_settled(&mut ada, Tick(30)).await;
    (open, ada, bea)
}

#[tokio::test]
async fn a_match_stands_still_for_a_player_who_drops_and_goes_on_when_they_are_back() {
    let (_open, mut ada, mut bea) = playing(60_000).await;
    // The third time is the last.
    for _ in 0..3 {
        bea.connection.drop_connection();
        let stood = until_it_stands(&mut ada).await;
        let goes_on_ms = ada.info().held.and_then(|held| held.goes_on_ms).unwrap();
        assert!(goes_on_ms > settings().times.return_ms, "Ada sees how long Bea is waited for: {goes_on_ms} ms");
        assert_eq!(gone(&ada.info()), 1, "and for whom");
        bea.connection.reconnect().await.unwrap();
        until_held(&mut bea, |held| held?.goes_on_ms.filter(|&ms| ms <= settings().times.return_ms)).await;
        assert_eq!(until_it_goes_on(&mut ada).await, stood, "nothing has happened meanwhile");
        until_it_goes_on(&mut bea).await;
        until_settled(&mut ada, stood + 30).await;
        until_settled(&mut bea, stood + 30).await;
    }
    bea.connection.drop_connection();
    let code = ada.code();
    ada.until(|session| (gone(&session.table(code)?.info) == 1).then_some(())).await;
    let dropped = told(&mut ada);
    until_settled(&mut ada, dropped + 60).await;
    assert_eq!((ada.info().held, gone(&ada.info())), (None, 1), "it goes on without Bea");
    bea.connection.reconnect().await.unwrap();
    until_settled(&mut bea, dropped + 60).await;
    bea.act(&Action::Surrender).await.unwrap();
    assert_eq!(outcome(&mut ada).await, Outcome::won(Seat(0), Reason::Surrender(Seat(1))));
}

#[tokio::test]
async fn a_player_who_stays_away_loses_the_match_as_it_stood() {
    let (_open, mut ada, mut bea) = playing(500).await;
    bea.connection.drop_connection();
    let stood = until_it_stands(&mut ada).await;
    assert_eq!(outcome(&mut ada).await, Outcome::won(Seat(0), Reason::Abandoned(Seat(1))));
    let ended = log_of(&mut ada).await.footer.unwrap().tick;
    assert!(ended <= stood, "it ended at {ended:?}, and stood at {stood:?}");
}
