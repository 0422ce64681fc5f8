//! People and bots at real tables.

use crate::common::{Open, bot, duel, eventually, settings, wish};
use parlor_battleship::Action;
use parlor_kernel::{Reason, Record, Seat};
use parlor_testkit::toy::{self, Pebbles};
use parlor_wire::{
    Command, Occupant, Status, TableCommand,
    http::{MatchPage, SeatWish},
};

#[tokio::test]
async fn two_people_play_a_whole_game_while_somebody_watches() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = duel(&open).await;
    let mut eve = open.player("Eve").await;
    eve.follow(ada.code()).await;
    assert_eq!(eve.seat(), None);
    tokio::join!(ada.play_to_the_end(), bea.play_to_the_end());
    let code = ada.code();
    eve.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    let outcome = ada.view().outcome.expect("a result");
    assert_eq!(outcome.reason, Reason::Completed);
    assert_eq!(Some(outcome), bea.view().outcome);
    assert_eq!(eve.view().outcome, Some(outcome));
    // What a spectator has folded together is what the house would tell a new one.
    let folded = eve.view();
    let mut late = open.player("Late").await;
    late.follow(code).await;
    assert_eq!(late.view(), folded);
    // The log proves it all.
    let id = ada.info().match_id.expect("a match");
    let text = bea.visitor.get_text(&format!("/api/matches/{id}/log")).await.unwrap();
    let record = Record::from_text(&text).unwrap();
    let game = crate::common::registry().game("battleship").unwrap().clone();
    game.verify(record).unwrap();
}

/// A ruling of Battleship, and the opponent does not hear of it.
#[tokio::test]
async fn a_refused_plan_lets_go_of_the_one_before_it() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = (open.player("Ada").await, open.player("Bea").await);
    let code = ada.open(&wish("battleship", "armada", vec![])).await;
    bea.sit(code).await;
    ada.deploy().await;
    bea.deploy().await;
    assert!(ada.my_turn().await, "the host begins");
    let plan = |at: &str| Action::Plan { at: at.parse().unwrap(), pattern: 0 };
    ada.act(&plan("B2")).await.unwrap();
    ada.until_view(|view| view.plan.map(drop)).await;
    assert_eq!(ada.act(&plan("Z9")).await.unwrap_err().code(), Some("invalid_position"));
    ada.until_view(|view| view.plan.is_none().then_some(())).await;
    assert_eq!(ada.act(&Action::Confirm).await.unwrap_err().code(), Some("no_attack_planned"));
    bea.command(Command::Ping).await.unwrap();
    assert!(!bea.frames.iter().any(|frame| frame.contains("planned")), "plans are private");
    // It is an entry like any other: the log replays.
    ada.act(&plan("B2")).await.unwrap();
    ada.act(&Action::Confirm).await.unwrap();
    ada.act(&Action::Surrender).await.unwrap();
    let id = ada.info().match_id.expect("a match");
    let record = Record::from_text(&bea.visitor.get_text(&format!("/api/matches/{id}/log")).await.unwrap()).unwrap();
    crate::common::registry().game("battleship").unwrap().verify(record).unwrap();
}

#[tokio::test]
async fn every_level_of_bot_can_be_played_in_every_preset() {
    let open = Open::new(settings()).await;
    for preset in ["voxel", "hope"] {
        for level in ["easy", "medium", "hard"] {
            let mut ada = open.player("Ada").await;
            ada.open(&wish("battleship", preset, vec![SeatWish::Person, bot(level)])).await;
            ada.deploy().await;
            ada.play_to_the_end().await;
            assert_eq!(ada.view().outcome.expect("a result").reason, Reason::Completed);
        }
    }
}

#[tokio::test]
async fn rematch_keeps_the_seats() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = duel(&open).await;
    let code = ada.code();
    ada.act(&Action::Surrender).await.unwrap();
    bea.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    let first = ada
        .until(|session| session.table(code).filter(|table| table.info.status == Status::Ended)?.info.match_id)
        .await;
    ada.command(TableCommand::Ready { ready: true }.at(code)).await.unwrap();
    bea.until(|session| session.table(code)?.info.seats[0].ready.then_some(())).await;
    bea.command(TableCommand::Ready { ready: true }.at(code)).await.unwrap();
    bea.begun().await;
    ada.begun().await;
    let info = bea
        .until(|session| {
            session.table(code).map(|table| table.info.clone()).filter(|info| info.status == Status::Playing)
        })
        .await;
    assert_ne!(info.match_id, Some(first));
    assert_eq!((ada.seat(), bea.seat()), (Some(Seat(0)), Some(Seat(1))));
}

#[tokio::test]
async fn the_host_seats_bots_and_sends_people_away_before_the_start() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let mut bea = open.player("Bea").await;
    let mut cat = open.player("Cat").await;
    let code = ada.open(&wish("pebbles", "party", vec![])).await;
    bea.sit(code).await;
    cat.follow(code).await;
    assert_eq!(bea.refused(TableCommand::Kick { seat: Seat(0) }.at(code)).await, "not_host");
    assert_eq!(
        cat.refused(TableCommand::SeatBot { seat: Seat(2), level: Some("easy".into()) }.at(code)).await,
        "not_host"
    );
    assert_eq!(ada.refused(TableCommand::Kick { seat: Seat(0) }.at(code)).await, "not_yourself");
    assert_eq!(ada.refused(TableCommand::Kick { seat: Seat(3) }.at(code)).await, "nobody_there");
    assert_eq!(
        ada.refused(TableCommand::SeatBot { seat: Seat(1), level: Some("easy".into()) }.at(code)).await,
        "no_free_seat"
    );
    assert_eq!(ada.refused(TableCommand::SeatBot { seat: Seat(9), level: None }.at(code)).await, "no_such_seat");
    assert_eq!(
        ada.refused(TableCommand::SeatBot { seat: Seat(2), level: Some("genius".into()) }.at(code)).await,
        "unknown_bot"
    );
    ada.command(TableCommand::Kick { seat: Seat(1) }.at(code)).await.unwrap();
    bea.until(|session| session.table(code)?.seat.is_none().then_some(())).await;
    assert_eq!(bea.refused(TableCommand::Sit { seat: None }.at(code)).await, "kicked");
    cat.sit(code).await;
    assert_eq!(cat.refused(TableCommand::Sit { seat: None }.at(code)).await, "already_seated");
    ada.command(TableCommand::SeatBot { seat: Seat(2), level: Some("easy".into()) }.at(code)).await.unwrap();
    ada.command(TableCommand::SeatBot { seat: Seat(2), level: None }.at(code)).await.unwrap();
    for seat in [Seat(2), Seat(3)] {
        ada.command(TableCommand::SeatBot { seat, level: Some("hard".into()) }.at(code)).await.unwrap();
    }
    ada.command(TableCommand::Begin { bots: None }.at(code)).await.unwrap();
    ada.begun().await;
    assert_eq!(ada.refused(TableCommand::Kick { seat: Seat(1) }.at(code)).await, "match_running");
    // The host leaves: a bot plays on, and the player who has sat longest becomes host.
    ada.command(TableCommand::Stand.at(code)).await.unwrap();
    let host = cat.visitor.me().id;
    let info =
        cat.until(|session| session.table(code).map(|table| table.info.clone()).filter(|info| info.host == host)).await;
    assert!(matches!(info.seats[0].occupant, Occupant::Bot { .. }));
    assert_eq!(info.status, Status::Playing);
}

#[tokio::test]
async fn a_bot_plays_for_whoever_is_gone_and_gives_the_seat_back() {
    let mut settings = settings();
    settings.times.grace_ms = 200;
    let open = Open::new(settings).await;
    let mut ada = open.player("Ada").await;
    let mut bea = open.player("Bea").await;
    let four = wish("pebbles", "party", vec![SeatWish::Person, SeatWish::Person, bot("easy"), bot("easy")]);
    let code = ada.open(&four).await;
    bea.sit(code).await;
    ada.command(TableCommand::Begin { bots: None }.at(code)).await.unwrap();
    ada.begun().await;
    bea.begun().await;
    bea.connection.drop_connection();
    let substitute = ada.until(|session| session.table(code)?.info.seats[1].substitute.clone()).await;
    assert!(!substitute.is_empty());
    bea.connection.reconnect().await.unwrap();
    let back = ada.until(|session| {
        let seat = &session.table(code)?.info.seats[1];
        (seat.connected && seat.substitute.is_none()).then_some(seat.occupant.person())
    });
    assert_eq!(back.await, Some(bea.visitor.me().id));
    // And the match can be played to its end.
    ada.act(&toy::Action::Hide { pebbles: 1 }).await.unwrap();
    let _ = bea.act(&toy::Action::Hide { pebbles: 1 }).await;
    for player in [&mut ada, &mut bea] {
        player
            .until(|session| {
                let game = session.table(code)?.game.as_ref()?;
                game.view_of::<Pebbles>()?;
                Some(())
            })
            .await;
    }
}

#[tokio::test]
async fn leaving_a_duel_loses_it() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = duel(&open).await;
    let code = ada.code();
    ada.command(TableCommand::Stand.at(code)).await.unwrap();
    let ended = bea.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    assert_eq!(ended.outcome.reason, Reason::Abandoned(Seat(0)));
    assert!(ended.outcome.winners().contains(Seat(1)));
    let info = bea
        .until(|session| {
            session
                .table(code)
                .map(|table| table.info.clone())
                .filter(|info| info.seats[0].occupant == Occupant::Nobody)
        })
        .await;
    assert_eq!(info.status, Status::Ended);
}

#[tokio::test]
async fn whoever_stays_away_too_long_loses_and_the_table_is_cleared() {
    let mut settings = settings();
    settings.times.grace_ms = 150;
    settings.times.linger_ms = 150;
    let open = Open::new(settings).await;
    let (mut ada, mut bea) = duel(&open).await;
    let code = ada.code();
    ada.connection.drop_connection();
    let grace = bea.until(|session| session.table(code)?.info.seats[0].grace_ms).await;
    assert!(grace <= 150);
    let ended = bea.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    assert_eq!(ended.outcome.reason, Reason::Abandoned(Seat(0)));
    bea.connection.drop_connection();
    eventually(async || open.house.directory.find(code).is_none()).await;
    // The table is gone; the result is not.
    let mine: MatchPage = bea.visitor.get("/api/me/matches").await.unwrap();
    assert_eq!(mine.matches.len(), 1);
    assert_eq!(mine.matches[0].outcome, Some(ended.outcome));
}

#[tokio::test]
async fn nobody_is_forced_to_hurry_against_a_bot() {
    let mut settings = settings();
    settings.times.grace_ms = 50;
    let open = Open::new(settings).await;
    let mut ada = open.player("Ada").await;
    let code = ada.open(&wish("battleship", "voxel", vec![SeatWish::Person, bot("easy")])).await;
    ada.deploy().await;
    ada.connection.drop_connection();
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    ada.connection.reconnect().await.unwrap();
    assert!(ada.my_turn().await);
    let mine: parlor_wire::http::MyTables = ada.visitor.get("/api/me/tables").await.unwrap();
    assert!(mine.tables[0].my_turn);
    ada.fire().await.unwrap();
    assert!(ada.session().table(code).unwrap().game.as_ref().unwrap().ended.is_none());
}
