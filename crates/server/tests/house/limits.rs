//! What one person, or one address, can use up: others are served all the same.

use crate::common::{Open, Player, api::Asker, bot, eventually, settings, wish};
use parlor_battleship::Action;
use parlor_kernel::Record;
use parlor_pong::Steer;
use parlor_server::Settings;
use parlor_wire::{TableCommand, http::SeatWish};
use serde::Serialize;

/// A finished match against a bot with more than five hundred lines in its log; its address there.
async fn long_log(open: &Open) -> String {
    let mut ada = open.player("Ada").await;
    ada.open(&wish("battleship", "voxel", vec![SeatWish::Person, bot("easy")])).await;
    ada.begun().await;
    for _ in 0..11 {
        // As many as the table lets wait.
        for _ in 1..50 {
            let lay = ada.act_command(&Action::AutoPlace);
            ada.session().command(lay);
        }
        ada.act(&Action::AutoPlace).await.unwrap();
    }
    ada.act(&Action::Surrender).await.unwrap();
    format!("/api/matches/{}/log", ada.info().match_id.unwrap())
}

#[tokio::test]
async fn a_long_log_is_given_out_whole() {
    let open = Open::new(settings()).await;
    let path = long_log(&open).await;
    let text = Asker::stranger(&open).get(&path).await.is(200).text;
    let record = Record::from_text(&text).unwrap();
    assert!(record.entries.len() > 550 && record.footer.is_some());
    crate::common::registry().game("battleship").unwrap().verify(record).unwrap();
}

#[tokio::test]
async fn logs_are_not_read_without_end_from_one_address() {
    let mut few = settings();
    few.limits.logs_per_minute = 2;
    let open = Open::new(few).await;
    let asker = Asker::stranger(&open);
    for _ in 0..2 {
        asker.get("/api/matches/0123456789abcdef/log").await.is(404);
    }
    let refused = asker.get("/api/matches/0123456789abcdef/log").await;
    assert_eq!(refused.refusal(), (429, "too_fast".into()));
    assert!(refused.headers.contains_key("retry-after"));
}

/// A house that keeps little of what people do.
fn forgetful() -> Settings {
    let mut forgetful = settings();
    forgetful.limits.log_kib_per_hour = 4;
    forgetful
}

/// Plays against a bot until the house keeps no more of it; the match can be ended all the same.
async fn play_too_much(player: &mut Player, game: &str, action: &impl Serialize, end: &impl Serialize) {
    let preset = if game == "pong" { "hope" } else { "voxel" };
    player.open(&wish(game, preset, vec![SeatWish::Person, bot("easy")])).await;
    player.begun().await;
    let refused = loop {
        if let Err(error) = player.act(action).await {
            break error;
        }
    };
    assert_eq!(refused.code(), Some("too_much_kept"));
    player.act(end).await.unwrap();
    let table = player.code();
    assert_eq!(player.refused(TableCommand::Ready { ready: true }.at(table)).await, "too_much_kept");
}

#[tokio::test]
async fn nobody_fills_the_disk_by_playing_on_and_on() {
    let open = Open::new(forgetful()).await;
    let (mut ada, mut bea) = (open.player("Ada").await, open.player("Bea").await);
    play_too_much(&mut ada, "battleship", &Action::AutoPlace, &Action::Surrender).await;
    let steer = parlor_pong::Action::Steer(Steer::Stop);
    play_too_much(&mut bea, "pong", &steer, &parlor_pong::Action::Surrender).await;
    // Nor by coming again and again under another name.
    let mut guests = 0;
    loop {
        let guest = open.player("Guest").await;
        if let Err(error) = guest.visitor.open_table(&wish("battleship", "voxel", vec![])).await {
            assert_eq!(error.code(), Some("too_much_kept"));
            break;
        }
        guests += 1;
        assert!(guests < 16, "four times as much as one person, and every table takes something");
    }
    assert!(guests > 1, "others are served meanwhile");
}

#[tokio::test]
async fn one_address_does_not_fill_the_house() {
    let mut small = settings();
    small.limits.tables_per_address = 2;
    small.times.linger_ms = 50;
    let open = Open::new(small).await;
    let alone = wish("battleship", "hope", vec![SeatWish::Person, bot("easy")]);
    let (mut ada, mut bea) = (open.player("Ada").await, open.player("Bea").await);
    let table = ada.open(&alone).await;
    ada.begun().await;
    // A match against a bot stays, whether its only player is there or not.
    bea.open(&alone).await;
    bea.begun().await;
    bea.connection.drop_connection();
    let cy = open.visitor("Cy").await;
    assert_eq!(cy.open_table(&alone).await.unwrap_err().code(), Some("too_many_tables_here"));
    ada.command(TableCommand::Stand.at(table)).await.unwrap();
    eventually(async || cy.open_table(&alone).await.is_ok()).await;
    assert_eq!(cy.open_table(&alone).await.unwrap_err().code(), Some("too_many_tables_here"));
}
