//! Where two play for points with the same dice, what one does is the house's secret until it is over: the slower
//! could otherwise learn what is to come. The rules see to the events; here it is about inputs that are on their way.

use crate::{
    common::{Open, Player, bot, settings, wish},
    realtime::house::{heard, pair, settled, until_settled},
};
use parlor_kernel::Tick;
use parlor_pong::{Action as Steering, Steer};
use parlor_tetris::{Action as Stroke, Handling, Key, Tetris};
use parlor_wire::{
    ServerFrame, TableCommand,
    frame::Heard,
    http::{OpenTable, SeatWish},
};
use serde::Serialize;
use serde_json::value::to_raw_value;

/// The inputs on their way that a player was shown on coming to the table.
fn shown(player: &Player) -> Vec<Heard> {
    let inputs = player.frames.iter().filter_map(|text| match serde_json::from_str(text) {
        Ok(ServerFrame::Snapshot(snapshot)) => snapshot.game,
        _ => None,
    });
    inputs.flat_map(|game| game.heard).collect()
}

/// Does something that will wait as long as anything may before it counts.
fn do_late(player: &mut Player, action: &impl Serialize) {
    let (table, action) = (player.code(), to_raw_value(action).unwrap());
    player.session().command(TableCommand::Act { action, at: Some(Tick(u64::MAX)) }.at(table));
}

/// Waits until everyone has heard whatever the house has to say by now.
async fn catch_up(players: &mut [&mut Player]) {
    let until = players.iter_mut().map(|player| settled(player)).max().unwrap() + 60;
    for player in players {
        until_settled(player, until).await;
    }
}

/// Bea does all that. Neither Ada nor Eve, who looks on, is told of it, nor are they shown it if they come anew.
async fn nobody_else_is_told<A: Serialize>(wish: &OpenTable, actions: &[A]) {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = pair(&open, wish).await;
    let code = ada.code();
    let mut eve = open.player("Eve").await;
    eve.follow(code).await;
    for action in actions {
        do_late(&mut bea, action);
    }
    bea.until(|session| (!session.is_waiting()).then_some(())).await;
    catch_up(&mut [&mut ada, &mut bea, &mut eve]).await;
    assert_eq!(heard(&bea).len(), actions.len(), "she is told when each of hers counts");
    for other in [&ada, &eve] {
        assert!(heard(other).is_empty(), "{:?}", heard(other));
    }
    for round in 0.. {
        let mut windows = Vec::new();
        for (name, person) in [("ada", &ada), ("eve", &eve), ("bea", &bea)] {
            windows.push(open.connect(person.visitor.clone(), &format!("{name}{round}")).await);
        }
        let before = heard(&bea).len();
        do_late(&mut bea, &actions[0]);
        while heard(&bea).len() == before {
            bea.next().await.unwrap();
        }
        for window in &mut windows {
            window.follow(code).await;
        }
        let [others @ .., own] = &windows[..] else { unreachable!() };
        assert!(others.iter().all(|window| shown(window).is_empty()));
        // She looked last, so it was on its way when the others looked. Otherwise this machine was too slow.
        if !shown(own).is_empty() {
            break;
        }
    }
}

#[tokio::test]
async fn keys_in_a_veiled_field_are_nobody_else_s() {
    let strokes = [
        Stroke::Press(Key::Left),
        Stroke::Release(Key::Left),
        Stroke::Tap(Key::Soft),
        Stroke::Handle(Handling { delay: 9, repeat: 1, soft: 1 }),
    ];
    for preset in ["challenge", "blitz"] {
        nobody_else_is_told(&wish("tetris", preset, vec![]), &strokes).await;
    }
}

#[tokio::test]
async fn a_paddle_on_a_veiled_court_is_nobody_else_s() {
    let steering = [Steering::Steer(Steer::Up), Steering::Steer(Steer::Follow { to: 40, pace: 50 })];
    nobody_else_is_told(&wish("pong", "challenge", vec![]), &steering).await;
}

#[tokio::test]
async fn what_a_bot_does_in_a_veiled_field_is_not_told_either() {
    let open = Open::new(settings()).await;
    for (game, level) in [("tetris", "easy"), ("pong", "easy")] {
        let mut ada = open.player(game).await;
        ada.open(&wish(game, "challenge", vec![SeatWish::Person, bot(level)])).await;
        ada.begun().await;
        // Past the countdown: by then it has something to do.
        until_settled(&mut ada, Tick(400)).await;
        assert!(heard(&ada).is_empty(), "{:?}", heard(&ada));
    }
}

/// An opponent who has to agree to a pause must hear at once that one is asked for.
#[tokio::test]
async fn a_pause_in_a_veiled_match_is_everyone_s() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = pair(&open, &wish("tetris", "blitz", vec![])).await;
    let (code, seat) = (ada.code(), bea.seat().unwrap());
    let mut eve = open.player("Eve").await;
    eve.follow(code).await;
    for action in [Stroke::Press(Key::Right), Stroke::Pause] {
        do_late(&mut bea, &action);
    }
    bea.until(|session| (!session.is_waiting()).then_some(())).await;
    catch_up(&mut [&mut ada, &mut bea, &mut eve]).await;
    for other in [&mut ada, &mut eve] {
        let told: Vec<_> = heard(other).iter().map(|input| (input.seat, input.action.get().to_owned())).collect();
        assert_eq!(told, [(seat, "\"pause\"".to_owned())]);
        assert!(other.view_of::<Tetris>().position.asking.contains(seat));
    }
    ada.act(&Stroke::Pause).await.unwrap();
    bea.until_view_of::<Tetris, _>(|view| view.position.is_paused().then_some(())).await;
}
