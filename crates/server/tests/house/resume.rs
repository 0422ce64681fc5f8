//! Dropped connections, other tabs, and a house that closes or falls.

use crate::common::{Open, Player, duel, settings, wish};
use parlor_battleship::{Action, Cell, Phase};
use parlor_kernel::Seat;
use parlor_wire::{Status, TableCommand};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;
use tokio_util::sync::CancellationToken;

/// The player on turn shoots, then the other.
async fn by_turn(mut ada: Player, mut bea: Player) -> (Player, Player) {
    let turn = ada.until_view(|view| view.turn).await;
    bea.until_view(|view| view.turn).await;
    if turn == Seat(0) { (ada, bea) } else { (bea, ada) }
}

#[tokio::test]
async fn a_dropped_player_resumes_from_where_they_were() {
    let open = Open::new(settings()).await;
    let (ada, bea) = duel(&open).await;
    let (mut first, mut second) = by_turn(ada, bea).await;
    second.connection.drop_connection();
    first.fire().await.unwrap();
    second.frames.clear();
    second.connection.reconnect().await.unwrap();
    assert!(second.my_turn().await);
    assert!(
        !second.frames.iter().any(|frame| frame.contains("snapshot")),
        "only what was missed is sent: {:?}",
        second.frames
    );
    assert_eq!(second.view().waters[second.seat().unwrap().index()].shots.len(), 1);
    second.fire().await.unwrap();
    assert!(first.my_turn().await);
}

#[tokio::test]
async fn another_tab_shows_the_same() {
    let open = Open::new(settings()).await;
    let (ada, bea) = duel(&open).await;
    let (mut first, mut second) = by_turn(ada, bea).await;
    let connection = first.visitor.connect(crate::common::registry(), "tab2").await.unwrap();
    let code = first.code();
    let mut tab = open.player("unused").await;
    tab.connection = connection;
    tab.follow(code).await;
    assert_eq!(tab.view(), first.view());
    tab.fire().await.unwrap();
    assert!(second.my_turn().await);
    first
        .until_view(|view| {
            (view.turn != Some(Seat(9)) && view.tallies.iter().any(|tally| tally.attacks == 1)).then_some(())
        })
        .await;
    assert_eq!(tab.view(), first.view());
}

#[tokio::test]
async fn a_repeated_command_is_answered_again_but_done_once() {
    let open = Open::new(settings()).await;
    let (ada, bea) = duel(&open).await;
    let (mut first, _second) = by_turn(ada, bea).await;
    let at = first.fresh_cell();
    let command = first.act_command(&Action::Fire { at, pattern: 0 });
    let id = first.session().command(command);
    let twice = Message::text(first.session().outgoing().pop().expect("a frame").text());
    first.connection.send_raw(twice.clone()).await.unwrap();
    first.connection.send_raw(twice).await.unwrap();
    let mut answers = 0;
    while answers < 2 {
        first.next().await.unwrap();
        answers += usize::from(
            first.frames.last().unwrap().contains("\"done\"") && first.frames.last().unwrap().contains(id.as_str()),
        );
    }
    let attacks: u32 = first.view().tallies.iter().map(|tally| tally.attacks).sum();
    assert_eq!(attacks, 1);
}

#[tokio::test]
async fn a_repeated_line_of_chat_is_said_once() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let code = ada.open(&wish("battleship", "voxel", vec![])).await;
    ada.session().command(TableCommand::Chat { text: "once".into(), room: None }.at(code));
    let frame = Message::text(ada.session().outgoing().pop().expect("a frame").text());
    ada.connection.send_raw(frame.clone()).await.unwrap();
    ada.connection.send_raw(frame).await.unwrap();
    ada.command(TableCommand::Chat { text: "twice".into(), room: None }.at(code)).await.unwrap();
    let said = ada.until(|session| {
        let chat = &session.table(code)?.chat;
        chat.last().filter(|line| line.text == "twice")?;
        Some(chat.iter().map(|line| line.text.clone()).collect::<Vec<_>>())
    });
    assert_eq!(said.await, ["once", "twice"]);
}

#[tokio::test]
async fn an_unanswered_shot_is_sent_again_after_a_drop() {
    let open = Open::new(settings()).await;
    let (ada, bea) = duel(&open).await;
    let (mut first, mut second) = by_turn(ada, bea).await;
    let at = first.fresh_cell();
    let command = first.act_command(&Action::Fire { at, pattern: 0 });
    // The connection dies before the frame is on its way.
    first.session().command(command);
    first.connection.drop_connection();
    assert!(first.session().is_waiting());
    first.connection.reconnect().await.unwrap();
    first.until(|session| (!session.is_waiting()).then_some(())).await;
    assert!(second.my_turn().await);
}

#[tokio::test]
async fn a_closed_house_goes_on_when_it_opens_again() {
    let open = Open::new(settings()).await;
    let (ada, bea) = duel(&open).await;
    let (mut first, mut second) = by_turn(ada, bea).await;
    first.fire().await.unwrap();
    assert!(second.my_turn().await);
    let before = second.view();
    let code = first.code();
    second.command(TableCommand::Chat { text: "brb".into(), room: None }.at(code)).await.unwrap();
    let open = open.restart(settings()).await;
    for player in [&mut first, &mut second] {
        while player.next().await.is_ok() {}
        player.connection.moved(&open.base);
        player.connection.reconnect().await.unwrap();
        player.frames.clear();
        player.until(|session| session.table(code)?.chat.last().filter(|line| line.text == "brb").map(drop)).await;
    }
    let after = second.view();
    assert_eq!((after.phase, after.turn, &after.waters), (Phase::Firing, before.turn, &before.waters));
    assert_eq!(after.deadline, before.deadline, "the clock stood still while the house was closed");
    second.fire().await.unwrap();
    tokio::join!(first.play_to_the_end(), second.play_to_the_end());
    assert_eq!(first.view().outcome, second.view().outcome);
}

#[tokio::test]
async fn waiting_tables_and_results_survive_too() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let code = ada.open(&wish("battleship", "hope", vec![])).await;
    let (mut cat, dog) = duel(&open).await;
    let ended = cat.code();
    cat.act(&Action::Surrender).await.unwrap();
    let open = open.restart(settings()).await;
    let mut eve = open.player("Eve").await;
    eve.follow(code).await;
    assert_eq!(eve.info().status, Status::Waiting);
    assert_eq!(eve.info().host, ada.visitor.me().id);
    eve.follow(ended).await;
    assert_eq!(eve.info().status, Status::Ended);
    assert!(eve.view().outcome.is_some());
    drop(dog);
}

#[tokio::test]
async fn a_match_against_a_bot_waits_for_its_player_after_a_restart() {
    let mut impatient = settings();
    impatient.times.idle_ms = 300;
    impatient.times.grace_ms = 300;
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let seats = vec![parlor_wire::http::SeatWish::Person, crate::common::bot("easy")];
    let code = ada.open(&wish("battleship", "voxel", seats)).await;
    ada.deploy().await;
    let open = open.restart(impatient).await;
    tokio::time::sleep(Duration::from_millis(900)).await;
    while ada.next().await.is_ok() {}
    ada.connection.moved(&open.base);
    ada.connection.reconnect().await.unwrap();
    assert!(ada.my_turn().await);
    ada.fire().await.unwrap();
    assert!(ada.session().table(code).unwrap().closed.is_none());
}

#[tokio::test]
async fn the_clock_goes_on_from_the_beginning_of_a_match() {
    let open = Open::new(settings()).await;
    // No match is played, so the clock is not stored; then one begins, and the file alone must tell when.
    tokio::time::sleep(Duration::from_millis(700)).await;
    let (_ada, _bea) = duel(&open).await;
    let other = parlor_store::SqliteStore::open(&open.database()).await.unwrap();
    let written = parlor_store::Tables::clock(&other).await.unwrap();
    assert!(written >= 700, "{written} ms");
}

#[tokio::test]
async fn turns_time_out_by_themselves() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let mut bea = open.player("Bea").await;
    let mut quick = wish("battleship", "voxel", vec![]);
    quick.options = serde_json::json!({"timers": {"placement": null, "turn": 5, "missed_turns": 1}});
    let code = ada.open(&quick).await;
    bea.sit(code).await;
    ada.deploy().await;
    bea.deploy().await;
    let deadline = ada.until_view(|view| view.deadline).await;
    assert!(deadline.0 >= 5_000);
    let ended = tokio::time::timeout(
        Duration::from_secs(15),
        ada.until(|session| session.table(code)?.game.as_ref()?.ended.clone()),
    );
    let ended = ended.await.expect("the turn times out");
    assert!(matches!(ended.outcome.reason, parlor_kernel::Reason::Timeout(_)));
    // A refused shot after the end changes nothing.
    assert!(ada.act(&Action::Fire { at: Cell::new(0, 0), pattern: 0 }).await.is_err());
}

/// A line to the house that can be cut without either end noticing: from then on it swallows whatever it is given.
async fn line_to(base: &str) -> (String, CancellationToken) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let line = format!("http://{}", listener.local_addr().unwrap());
    let house = base.trim_start_matches("http://").to_owned();
    let cut = CancellationToken::new();
    let is_cut = cut.clone();
    tokio::spawn(async move {
        while let Ok((mut near, _)) = listener.accept().await {
            let mut far = tokio::net::TcpStream::connect(&house).await.unwrap();
            let is_cut = is_cut.clone();
            tokio::spawn(async move {
                tokio::select! {
                    _ = tokio::io::copy_bidirectional(&mut near, &mut far) => {}
                    () = is_cut.cancelled() => std::future::pending().await,
                }
            });
        }
    });
    (line, cut)
}

#[tokio::test]
async fn whoever_falls_silent_is_soon_known_to_be_gone() {
    let mut alert = settings();
    (alert.times.ping_ms, alert.times.pong_ms) = (1_000, 4_000);
    let open = Open::new(alert).await;
    let (mut ada, mut bea) = duel(&open).await;
    let (code, seat) = (bea.code(), ada.seat().unwrap());
    let (line, cut) = line_to(&open.base).await;
    ada.connection.drop_connection();
    bea.until(|session| (!session.table(code)?.info.seats[seat.index()].connected).then_some(())).await;
    ada.connection.moved(&line);
    ada.connection.reconnect().await.unwrap();
    bea.until(|session| session.table(code)?.info.seats[seat.index()].connected.then_some(())).await;
    cut.cancel();
    // Both ends of the line are still open, and neither has said goodbye.
    let seat = bea
        .until(|session| session.table(code)?.info.seats.get(seat.index()).filter(|seat| !seat.connected).cloned())
        .await;
    assert!(seat.grace_ms.is_some(), "and from then on she has the grace to come back");
}
