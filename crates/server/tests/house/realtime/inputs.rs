//! Inputs that are repeated, held up, or too many.

use crate::{
    common::{Open, Player, settings, wish},
    realtime::house::{heard, log_of, pair, settled, stamped, steer, until_settled},
};
use parlor_kernel::{Input, Tick};
use parlor_pong::{Action, PIXEL, Pong, Steer};
use parlor_store::Write;
use parlor_tetris::{Action as Stroke, Key, Phase, Tetris};
use parlor_wire::{Command, CommandId, ServerFrame};
use tokio_tungstenite::tungstenite::Message;

/// A command as it goes over the line, so that it can be sent again.
async fn send(player: &mut Player, command: Command) -> (CommandId, Message) {
    let id = player.session().command(command);
    let frame = Message::text(player.session().outgoing().pop().expect("a frame").text());
    player.connection.send_raw(frame.clone()).await.unwrap();
    (id, frame)
}

/// The answers that a player has got to a command: `None` for done, or the code of a refusal.
fn answers(player: &Player, to: &CommandId) -> Vec<Option<String>> {
    let answer = |text: &String| match serde_json::from_str(text) {
        Ok(ServerFrame::Done { id }) if id == *to => Some(None),
        Ok(ServerFrame::Refused { id: Some(id), code, .. }) if id == *to => Some(Some(code)),
        _ => None,
    };
    player.frames.iter().filter_map(answer).collect()
}

/// The next answer to a command.
async fn answer(player: &mut Player, to: &CommandId) -> Option<String> {
    player.frames.clear();
    loop {
        player.next().await.expect("the connection lives");
        if let Some(answer) = answers(player, to).pop() {
            return answer;
        }
    }
}

fn follow(to: u16) -> Action {
    steer(Steer::Follow { to, pace: 100 })
}

#[tokio::test]
async fn a_repeated_input_is_answered_when_it_counts_and_not_before() {
    let open = Open::new(settings()).await;
    let (mut ada, _bea) = pair(&open, &wish("pong", "hope", vec![])).await;
    let code = ada.code();
    until_settled(&mut ada, Tick(60)).await;
    let (id, frame) = send(&mut ada, stamped(code, follow(50), Some(Tick(u64::MAX)))).await;
    ada.connection.send_raw(frame.clone()).await.unwrap();
    assert_eq!(answer(&mut ada, &id).await, None);
    let told = heard(&ada);
    assert_eq!(told.len(), 1, "it is one input");
    assert!(settled(&mut ada) >= told[0].at, "done, and settled only up to {:?}", settled(&mut ada));
    // Once it counts, a player who repeats it is told so at once.
    ada.connection.send_raw(frame).await.unwrap();
    assert_eq!(answer(&mut ada, &id).await, None);
    assert!(heard(&ada).is_empty());
    // What is against the rules is never done, and tried anew if it is asked anew.
    let (id, frame) = send(&mut ada, stamped(code, Action::Resume, None)).await;
    ada.connection.send_raw(frame.clone()).await.unwrap();
    assert_eq!(answer(&mut ada, &id).await.as_deref(), Some("not_paused"));
    ada.connection.send_raw(frame).await.unwrap();
    assert_eq!(answer(&mut ada, &id).await.as_deref(), Some("not_paused"));
    ada.command(Command::Ping).await.unwrap();
    assert_eq!(answers(&ada, &id).len(), 1, "it is answered once");
}

#[tokio::test]
async fn an_answer_follows_its_player_to_a_new_connection() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = pair(&open, &wish("pong", "hope", vec![])).await;
    let code = ada.code();
    until_settled(&mut ada, Tick(60)).await;
    ada.frames.clear();
    bea.frames.clear();
    let (id, _) = send(&mut ada, stamped(code, follow(50), Some(Tick(u64::MAX)))).await;
    while heard(&ada).is_empty() {
        ada.next().await.unwrap();
    }
    let at = heard(&ada)[0].at;
    ada.connection.drop_connection();
    ada.connection.reconnect().await.unwrap();
    assert_eq!(answer(&mut ada, &id).await, None);
    assert!(settled(&mut ada) >= at, "done, and settled only up to {:?}", settled(&mut ada));
    until_settled(&mut bea, at + 60).await;
    assert_eq!(heard(&bea).len(), 1, "it is one input");
}

#[tokio::test]
async fn an_input_that_could_not_be_saved_may_be_repeated() {
    let (open, store) = Open::gated(settings()).await;
    let (mut ada, _bea) = pair(&open, &wish("pong", "hope", vec![])).await;
    let code = ada.code();
    until_settled(&mut ada, Tick(30)).await;
    store.fail(|moment| moment.writes(|write| matches!(write, Write::Append { .. })));
    let (id, frame) = send(&mut ada, stamped(code, follow(50), None)).await;
    assert!(answer(&mut ada, &id).await.is_some(), "it was not saved");
    assert_ne!(ada.view_of::<Pong>().position.paddles[0].goal, 50 * PIXEL);
    ada.connection.send_raw(frame).await.unwrap();
    assert_eq!(answer(&mut ada, &id).await, None);
    assert_eq!(ada.view_of::<Pong>().position.paddles[0].goal, 50 * PIXEL, "done means that it counts");
}

#[tokio::test]
async fn a_spectator_who_comes_back_does_not_hear_of_an_input_that_was_never_saved() {
    let (open, store) = Open::gated(settings()).await;
    let (mut ada, _bea) = pair(&open, &wish("pong", "hope", vec![])).await;
    let code = ada.code();
    let mut eve = open.player("Eve").await;
    eve.follow(code).await;
    until_settled(&mut ada, Tick(30)).await;
    until_settled(&mut eve, Tick(30)).await;
    eve.connection.drop_connection();
    eve.frames.clear();
    store.fail(|moment| moment.writes(|write| matches!(write, Write::Append { .. })));
    let (id, _) = send(&mut ada, stamped(code, follow(50), None)).await;
    assert_eq!(answer(&mut ada, &id).await.as_deref(), Some("storage"));
    eve.connection.reconnect().await.unwrap();
    let until = settled(&mut ada) + 30;
    until_settled(&mut eve, until).await;
    assert!(heard(&eve).is_empty(), "{:?}", heard(&eve));
}

/// How many pieces a player has dropped, once everything that was sent counts.
async fn dropped(player: &mut Player) -> u32 {
    let until = settled(player) + 60;
    until_settled(player, until).await;
    let seat = player.seat().unwrap();
    player.view_of::<Tetris>().position.well(seat).pieces
}

#[tokio::test]
async fn an_input_is_done_once_whatever_others_do_and_across_a_crash() {
    let (open, store) = Open::gated(settings()).await;
    let (mut ada, mut bea) = pair(&open, &wish("tetris", "hope", vec![])).await;
    let seat = ada.seat().unwrap();
    ada.until_view_of::<Tetris, _>(|view| {
        let falls = view.position.phase == Phase::Playing && view.position.well(seat).active.is_some();
        falls.then_some(())
    })
    .await;
    let drop = ada.act_command(&Stroke::Tap(Key::Hard));
    let (id, frame) = send(&mut ada, drop).await;
    assert_eq!(answer(&mut ada, &id).await, None);
    assert_eq!(dropped(&mut ada).await, 1);
    // More than a table remembers of other commands.
    for _ in 0..10 {
        for side in [Key::Left, Key::Right].into_iter().cycle().take(20) {
            let tap = bea.act_command(&Stroke::Tap(side));
            bea.session().command(tap);
        }
        bea.until(|session| (!session.is_waiting()).then_some(())).await;
    }
    ada.connection.send_raw(frame.clone()).await.unwrap();
    assert_eq!(answer(&mut ada, &id).await, None);
    assert_eq!(dropped(&mut ada).await, 1);

    store.die().await;
    let open = open.fall(settings()).await;
    for player in [&mut ada, &mut bea] {
        player.visitor = player.visitor.at(&open.base);
        player.connection.moved(&open.base);
        player.connection.reconnect().await.unwrap();
    }
    ada.connection.send_raw(frame).await.unwrap();
    assert_eq!(answer(&mut ada, &id).await, None);
    assert_eq!(dropped(&mut ada).await, 1);
    bea.act(&Stroke::Surrender).await.unwrap();
    let code = ada.code();
    ada.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    let record = log_of(&mut ada).await;
    crate::common::registry().game("tetris").unwrap().verify(record.clone()).unwrap();
    let drops =
        record.entries.iter().filter(|entry| matches!(&entry.input, Input::Act { seat: who, .. } if *who == seat));
    assert_eq!(drops.count(), 1);
}

#[tokio::test]
async fn nobody_crowds_another_out() {
    let mut as_installed = settings();
    as_installed.limits.commands_per_second = parlor_server::Settings::default().limits.commands_per_second;
    let open = Open::new(as_installed).await;
    let (ada, mut bea) = pair(&open, &wish("pong", "hope", vec![])).await;
    let code = ada.code();
    until_settled(&mut bea, Tick(30)).await;
    // Ada has a dozen windows, and in each she steers as if mad, as far ahead as she may.
    let mut windows = Vec::new();
    for name in 0..12 {
        windows.push(open.connect(ada.visitor.clone(), &format!("w{name}")).await);
    }
    let mut last = None;
    for window in &mut windows {
        for _ in 0..40 {
            last = Some(send(window, stamped(code, steer(Steer::Up), Some(Tick(u64::MAX)))).await);
        }
    }
    let (id, _) = last.unwrap();
    assert_eq!(answer(windows.last_mut().unwrap(), &id).await.as_deref(), Some("too_fast"));
    // Bea plays on.
    let inputs: Vec<_> = (0..24).map(|to| bea.session().command(stamped(code, follow(to), None))).collect();
    bea.frames.clear();
    bea.until(|session| (!session.is_waiting()).then_some(())).await;
    for id in inputs {
        assert_eq!(answers(&bea, &id), [None]);
    }
}

#[tokio::test]
async fn what_is_done_offline_does_not_count_later() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = pair(&open, &wish("pong", "hope", vec![])).await;
    let code = ada.code();
    until_settled(&mut ada, Tick(60)).await;
    bea.frames.clear();
    ada.connection.drop_connection();
    let press = |player: &mut Player, action: &Action| {
        let now_ms = player.connection.now_ms();
        player.session().input((), code, serde_json::value::to_raw_value(action).unwrap(), now_ms)
    };
    for to in 0..200 {
        assert!(press(&mut ada, &follow(to)).is_none(), "the house is not there to see it");
    }
    ada.connection.reconnect().await.unwrap();
    let until = settled(&mut ada) + 30;
    until_settled(&mut ada, until).await;
    let id = press(&mut ada, &follow(50)).expect("the house is there again");
    assert_eq!(answer(&mut ada, &id).await, None);
    let until = settled(&mut ada);
    until_settled(&mut bea, until).await;
    assert_eq!(heard(&bea).len(), 1, "only what was done when it could be seen");
}
