//! Score challenges at a table of the house: the player says what they did, and the house says what it was worth.

use crate::{
    common::{Open, Player, registry, settings, wish},
    realtime::house::{come_back, log_of, pair},
};
use parlor_client::{Session, native::NativeError};
use parlor_kernel::{Game, Library, Outcome, Reason, Replay, Seat};
use parlor_server::Settings;
use parlor_testkit::tamper;
use parlor_tetris::{Action, Key, Tetris};
use parlor_wire::{TableCommand, http::MatchInfo};
use serde_json::json;
use std::time::Duration;

/// Taps the keys, and lets the house refuse those that come when no piece is there.
async fn tap(player: &mut Player, keys: &[Key]) {
    for &key in keys {
        match player.act(&Action::Tap(key)).await {
            Ok(()) | Err(NativeError::Refused { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

fn is_out(player: &mut Player, seat: Seat) -> bool {
    player.view_of::<Tetris>().position.well(seat).topped_out.is_some()
}

#[tokio::test]
async fn the_house_reckons_and_both_play_a_challenge_to_the_end() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = pair(&open, &wish("tetris", "challenge", vec![])).await;
    let (first, second) = (ada.seat().unwrap(), bea.seat().unwrap());
    // There is no way to say how many points one has, or that one has finished.
    for claim in [json!({"score": 999_999}), json!({"topped_out": 7}), json!({"tap": "hard", "points": 800})] {
        let claim = ada.act_command(&claim);
        assert_eq!(ada.refused(claim).await, "malformed_action");
    }
    let pause = ada.act_command(&Action::Pause);
    assert_eq!(ada.refused(pause).await, "no_pauses");
    // Ada stacks in the middle until there is no room. Bea has dropped nothing yet.
    while !is_out(&mut ada, first) {
        tap(&mut ada, &[Key::Hard]).await;
    }
    let code = ada.code();
    assert!(ada.session().table(code).unwrap().game.as_ref().unwrap().ended.is_none(), "Bea may still do better");
    // Bea uses all of the field until she is past Ada. That decides it, but the rest of her run is her own record.
    let points = |player: &mut Player, seat| player.view_of::<Tetris>().position.well(seat).score;
    let behind = points(&mut ada, first);
    for side in [Key::Left, Key::Right].into_iter().cycle() {
        if points(&mut bea, second) > behind {
            break;
        }
        tap(&mut bea, &[side, side, side, Key::Hard]).await;
    }
    let decided = points(&mut bea, second);
    while !is_out(&mut bea, second) {
        assert!(bea.session().table(code).unwrap().game.as_ref().unwrap().ended.is_none(), "Bea still has room");
        tap(&mut bea, &[Key::Hard]).await;
    }
    bea.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    let record = log_of(&mut bea).await;
    registry().game("tetris").unwrap().verify(record.clone()).unwrap();
    let outcome = record.footer.as_ref().unwrap().outcome;
    assert_eq!(outcome, Outcome::won(second, Reason::Completed));
    // What people are told is what the inputs come to.
    let mut replay = Replay::<Tetris>::new(record.clone(), &Library::default()).unwrap();
    replay.seek(replay.len()).unwrap();
    let points = [first, second].map(|seat| replay.game().score(seat));
    assert!(points[1] > decided as i64 && points[0] == behind as i64, "{points:?}");
    let id = bea.info().match_id.unwrap();
    let info: MatchInfo = bea.visitor.get(&format!("/api/matches/{id}")).await.unwrap();
    assert_eq!(info.outcome, Some(outcome));
    assert_eq!([first, second].map(|seat| info.seats[seat.index()].score), points.map(Some));
    tamper::<Tetris>(&record, &Library::default()).unwrap();
}

/// A house that is soon out of patience.
fn hasty() -> Settings {
    let mut hasty = settings();
    hasty.times.grace_ms = 200;
    hasty
}

/// A challenge in which Ada has finished.
async fn ada_has_finished(settings: Settings) -> (Open, Player, Player) {
    let open = Open::new(settings).await;
    let (mut ada, bea) = pair(&open, &wish("tetris", "challenge", vec![])).await;
    let first = ada.seat().unwrap();
    while !is_out(&mut ada, first) {
        tap(&mut ada, &[Key::Hard]).await;
    }
    (open, ada, bea)
}

async fn outcome(player: &mut Player) -> Outcome {
    let code = player.code();
    player.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    let record = log_of(player).await;
    registry().game("tetris").unwrap().verify(record.clone()).unwrap();
    record.footer.unwrap().outcome
}

#[tokio::test]
async fn whoever_has_finished_may_go() {
    let (_open, mut ada, mut bea) = ada_has_finished(hasty()).await;
    let (first, second, code) = (ada.seat().unwrap(), bea.seat().unwrap(), bea.code());
    ada.connection.drop_connection();
    bea.until(|session| (!session.table(code)?.info.seats[first.index()].connected).then_some(())).await;
    assert_eq!(bea.info().seats[first.index()].grace_ms, None, "she keeps no one waiting");
    tokio::time::sleep(Duration::from_millis(600)).await;
    // Bea does exactly as Ada did, only later.
    while !is_out(&mut bea, second) {
        tap(&mut bea, &[Key::Hard]).await;
    }
    assert_eq!(outcome(&mut bea).await, Outcome::won(first, Reason::Completed));
}

#[tokio::test]
async fn whoever_has_finished_and_left_is_not_robbed_of_it() {
    let (open, mut ada, mut bea) = ada_has_finished(hasty()).await;
    let (first, code) = (ada.seat().unwrap(), ada.code());
    ada.command(TableCommand::Stand.at(code)).await.unwrap();
    let mut eve = open.player("Eve").await;
    eve.follow(code).await;
    assert!(eve.session().table(code).unwrap().game.as_ref().unwrap().ended.is_none());
    // Bea would only have to go away as well.
    bea.connection.drop_connection();
    assert_eq!(outcome(&mut eve).await, Outcome::won(first, Reason::Abandoned(bea.seat().unwrap())));
}

/// Waits until a second of the match has passed from now on.
async fn until_it_has_moved(eve: &mut Player) {
    let code = eve.code();
    let told = |session: &Session| session.table(code)?.game.as_ref().map(|game| game.told.0);
    let from = told(eve.session()).unwrap();
    eve.until(|session| (told(session)? > from + 60).then_some(())).await;
}

#[tokio::test]
async fn whoever_plays_on_alone_cannot_stop_the_clock_by_going_away() {
    let (open, mut ada, mut bea) = ada_has_finished(settings()).await;
    let code = ada.code();
    let mut eve = open.player("Eve").await;
    eve.follow(code).await;
    for player in [&mut ada, &mut bea] {
        player.connection.drop_connection();
    }
    let second = bea.seat().unwrap();
    eve.until(|session| (!session.table(code)?.info.seats[second.index()].connected).then_some(())).await;
    until_it_has_moved(&mut eve).await;
    assert!(!eve.frames.iter().any(|frame| frame.contains("goes_on_ms")), "it has not stood still for a moment");
    // A house that fell is another thing: it waits for her, but only once.
    let open = open.fall(settings()).await;
    come_back(&mut eve, &open).await;
    eve.until(|session| session.table(code)?.info.held).await;
    come_back(&mut bea, &open).await;
    eve.until(|session| session.table(code)?.info.held?.goes_on_ms).await;
    bea.connection.drop_connection();
    eve.until(|session| session.table(code)?.info.held.is_none().then_some(())).await;
    until_it_has_moved(&mut eve).await;
    assert_eq!(eve.info().held, None);
}
