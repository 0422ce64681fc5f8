//! Restarts, bots, spectators, and inputs that no client should send.

use crate::common::{Open, Player, bot, settings, wish};
use parlor_kernel::{Game, Outcome, Reason, Record, Rng, Rules, Seat, Tick, Verdict, Viewer};
use parlor_pong::{Action, Phase, Pong, Steer};
use parlor_wire::{
    Command, ServerFrame, TableCode, TableCommand,
    frame::{Heard, TableEvent},
    http::{OpenTable, SeatWish},
};
use serde_json::{json, value::to_raw_value};
use std::time::{Duration, Instant};

/// Two people at a new table, the match under way.
pub async fn pair(open: &Open, wish: &OpenTable) -> (Player, Player) {
    let (mut ada, mut bea) = (open.player("Ada").await, open.player("Bea").await);
    let code = ada.open(wish).await;
    bea.sit(code).await;
    ada.begun().await;
    bea.begun().await;
    (ada, bea)
}

pub fn steer(steer: Steer) -> Action {
    Action::Steer(steer)
}

/// An input for a tick that the player says they saw.
pub fn stamped(code: TableCode, action: Action, at: Option<Tick>) -> Command {
    TableCommand::Act { action: to_raw_value(&action).unwrap(), at }.at(code)
}

/// The inputs that a player has been told of.
pub fn heard(player: &Player) -> Vec<Heard> {
    let inputs = player.frames.iter().filter_map(|text| match serde_json::from_str(text) {
        Ok(ServerFrame::Event { event: TableEvent::Heard(heard), .. }) => Some(heard),
        _ => None,
    });
    inputs.collect()
}

/// How far a player knows the match to be settled.
pub fn settled(player: &mut Player) -> Tick {
    let code = player.code();
    player.session().table(code).unwrap().game.as_ref().unwrap().ahead.as_ref().unwrap().settled()
}

pub async fn until_settled(player: &mut Player, tick: Tick) {
    let code = player.code();
    player.until(|session| (session.table(code)?.game.as_ref()?.ahead.as_ref()?.settled() >= tick).then_some(())).await;
}

pub async fn log_of(player: &mut Player) -> Record {
    let id = player.info().match_id.unwrap();
    Record::from_text(&player.visitor.get_text(&format!("/api/matches/{id}/log")).await.unwrap()).unwrap()
}

/// A player comes back to a house that was opened again.
pub async fn come_back(player: &mut Player, open: &Open) {
    player.visitor = player.visitor.at(&open.base);
    player.connection.moved(&open.base);
    player.connection.reconnect().await.unwrap();
}

#[tokio::test]
async fn a_match_survives_a_restart_of_the_house() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = pair(&open, &wish("pong", "hope", vec![])).await;
    ada.act(&steer(Steer::Follow { to: 50, pace: 100 })).await.unwrap();
    until_settled(&mut ada, Tick(60)).await;
    // Done means that it is settled and on the disk.
    let (before, known) = (ada.view_of::<Pong>(), settled(&mut ada));
    assert_eq!(before.position.paddles[0].goal, 50 * parlor_pong::PIXEL);
    let id = ada.info().match_id;

    let open = open.restart(settings()).await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    for player in [&mut ada, &mut bea] {
        come_back(player, &open).await;
    }
    until_settled(&mut ada, known + 60).await;
    assert_eq!(ada.info().match_id, id, "the same match goes on");
    assert_eq!(ada.view_of::<Pong>().position.paddles[0].at(known + 60), 50 * parlor_pong::PIXEL);
    bea.act(&Action::Surrender).await.unwrap();
    let code = ada.code();
    ada.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    let record = log_of(&mut ada).await;
    crate::common::registry().game("pong").unwrap().verify(record.clone()).unwrap();
    let footer = record.footer.unwrap();
    assert_eq!(footer.outcome, Outcome::won(Seat(0), Reason::Surrender(Seat(1))));
    assert!(footer.tick < known + 600, "the clock stood still while the house was closed: {:?}", footer.tick);
}

/// Plays with the eyes of a bot of the game until the match is over; gives back how many inputs it took.
async fn play_on(player: &mut Player) -> usize {
    let (code, seat) = (player.code(), player.seat().unwrap());
    let (mut rng, mut eyes) = (Rng::new(1), Pong::bot("medium").unwrap());
    let (started, mut inputs) = (Instant::now(), 0);
    loop {
        // Whatever has arrived until the next look.
        let pause = tokio::time::sleep(Duration::from_millis(100));
        tokio::pin!(pause);
        loop {
            tokio::select! {
                () = &mut pause => break,
                frame = player.next() => frame.unwrap(),
            }
        }
        assert!(started.elapsed() < Duration::from_secs(60), "the match ends");
        let now_ms = player.connection.now_ms();
        let game = player.session().table(code).unwrap().game.as_ref().unwrap();
        if game.ended.is_some() {
            return inputs;
        }
        let (view, _) = game.picture::<Pong>(now_ms).unwrap();
        if let Some(action) = eyes.choose(&Rules::plain(view.config.clone()), &view, seat, &mut rng) {
            let id = player.session().input((), code, to_raw_value(&action).unwrap(), now_ms);
            inputs += usize::from(id.is_some());
        }
    }
}

#[tokio::test]
async fn bots_of_every_level_play_to_the_end() {
    let open = Open::new(settings()).await;
    let levels = ["easy", "medium", "hard", "random"];
    let matches = levels.map(|level| {
        let open = &open;
        async move {
            let mut ada = open.player(level).await;
            let options = json!({"points_to_win": 1, "countdown_seconds": 4});
            let seats = vec![SeatWish::Person, bot(level)];
            ada.open(&OpenTable { options, ..wish("pong", "blitz", seats) }).await;
            ada.begun().await;
            assert!(play_on(&mut ada).await > 0);
            let moved = heard(&ada).iter().filter(|input| input.seat == Seat(1)).count();
            assert!(moved > 0, "{level} plays");
            let record = log_of(&mut ada).await;
            crate::common::registry().game("pong").unwrap().verify(record.clone()).unwrap();
            let footer = record.footer.unwrap();
            assert!(matches!(footer.outcome.verdict, Verdict::Won(_)), "{level}: {footer:?}");
            assert_eq!(footer.outcome.reason, Reason::Completed);
        }
    });
    futures_util::future::join_all(matches).await;
}

#[tokio::test]
async fn inputs_count_for_a_tick_that_can_be_had() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = pair(&open, &wish("pong", "hope", vec![])).await;
    let code = ada.code();
    until_settled(&mut ada, Tick(60)).await;
    ada.frames.clear();
    // Far in the future: the house puts each at the nearest tick that can be had.
    for (at, to) in [(9_999_999, 10), (u64::MAX, 30)] {
        ada.session().command(stamped(code, steer(Steer::Follow { to, pace: 100 }), Some(Tick(at))));
    }
    ada.session().command(stamped(code, steer(Steer::Stop), None));
    let until = settled(&mut ada) + 60;
    until_settled(&mut ada, until).await;
    let told = heard(&ada);
    assert_eq!(told.len(), 3);
    let (soon, last, now) = (told[0].at, told[1].at, told[2].at);
    assert!(now < soon && soon <= last, "{told:?}");
    assert!(now > Tick(60) && last <= until, "{told:?}");
    // Long gone: the match looks otherwise now.
    assert_eq!(ada.refused(stamped(code, steer(Steer::Up), Some(Tick(1)))).await, "too_late");
    assert_eq!(heard(&ada).len(), 3, "and no other client hears of it");
    // Everyone hears of the same inputs at the same ticks.
    until_settled(&mut bea, until).await;
    let others: Vec<_> = heard(&bea).iter().map(|input| (input.seat, input.at)).collect();
    assert_eq!(others, told.iter().map(|input| (input.seat, input.at)).collect::<Vec<_>>());
}

#[tokio::test]
async fn too_many_inputs_are_refused() {
    let open = Open::new(settings()).await;
    let (mut ada, _bea) = pair(&open, &wish("pong", "hope", vec![])).await;
    let code = ada.code();
    ada.frames.clear();
    // As fast as the line carries them: more than may wait for their tick.
    for _ in 0..600 {
        ada.session().command(stamped(code, steer(Steer::Up), Some(Tick(u64::MAX))));
    }
    let until = settled(&mut ada) + 60;
    until_settled(&mut ada, until).await;
    let refusals = ["\"too_fast\"", "\"busy\""];
    let refused = ada.frames.iter().filter(|text| refusals.iter().any(|code| text.contains(code))).count();
    assert!(refused > 0 && heard(&ada).len() + refused == 600, "{refused} refused, {} heard", heard(&ada).len());
    // And the match goes on.
    let until = settled(&mut ada) + 30;
    until_settled(&mut ada, until).await;
}

#[tokio::test]
async fn nobody_hears_of_what_was_refused() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = pair(&open, &wish("pong", "hope", vec![])).await;
    let code = ada.code();
    let mut eve = open.player("Eve").await;
    eve.follow(code).await;
    bea.frames.clear();
    assert_eq!(eve.refused(stamped(code, steer(Steer::Up), Some(Tick(1)))).await, "not_seated");
    let nonsense = TableCommand::Act { action: to_raw_value("fly").unwrap(), at: None }.at(code);
    assert_eq!(ada.refused(nonsense).await, "malformed_action");
    let until = settled(&mut bea) + 60;
    until_settled(&mut bea, until).await;
    assert!(heard(&bea).is_empty(), "{:?}", heard(&bea));
    // What is an action but against the rules is told, and comes to nothing when its tick comes.
    assert_eq!(ada.refused(stamped(code, Action::Resume, None)).await, "not_paused");
    let until = settled(&mut bea) + 60;
    until_settled(&mut bea, until).await;
    assert_ne!(bea.view_of::<Pong>().position.phase, Phase::Paused);
}

#[tokio::test]
async fn every_input_is_answered_even_if_the_match_ends_before_it_counts() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = pair(&open, &wish("pong", "hope", vec![])).await;
    let code = ada.code();
    bea.session().command(stamped(code, steer(Steer::Up), Some(Tick(u64::MAX))));
    bea.until(|session| session.table(code).map(drop)).await;
    // Something comes back, so it has been sent; then Ada leaves for good.
    bea.next().await.unwrap();
    ada.command(TableCommand::Stand.at(code)).await.unwrap();
    bea.until(|session| (!session.is_waiting()).then_some(())).await;
    bea.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
}

#[tokio::test]
async fn spectators_see_what_players_see() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = pair(&open, &wish("pong", "hope", vec![])).await;
    let mut eve = open.player("Eve").await;
    eve.follow(ada.code()).await;
    ada.act(&steer(Steer::Up)).await.unwrap();
    bea.act(&steer(Steer::Down)).await.unwrap();
    let until = settled(&mut bea) + 30;
    for player in [&mut ada, &mut bea, &mut eve] {
        until_settled(player, until).await;
    }
    let least = [settled(&mut ada), settled(&mut bea), settled(&mut eve)].into_iter().max().unwrap();
    for player in [&mut ada, &mut bea, &mut eve] {
        until_settled(player, least).await;
    }
    let [one, two, three] = [&mut ada, &mut bea, &mut eve].map(|player| player.view_of::<Pong>());
    assert_eq!(one.position, two.position);
    assert_eq!(one.position, three.position);
    assert_eq!(one.scene(100.0, Viewer::Spectator), three.scene(100.0, Viewer::Seat(Seat(0))));
}
