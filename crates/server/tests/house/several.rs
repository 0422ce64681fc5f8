//! Matches of more than two who play for themselves: those who give up are out, and a bot plays on for those who drop.

use crate::common::{Open, Player, settings, wish};
use parlor_wire::{TableCode, TableCommand, http::OpenTable};
use parlor_words::Action;
use serde_json::json;
use std::time::Duration;

/// How long a player has to come back here.
const GRACE: Duration = Duration::from_millis(200);

/// Ada, Bea and Cleo play Words.
async fn three() -> (Open, [Player; 3], TableCode) {
    let mut brief = settings();
    brief.times.grace_ms = GRACE.as_millis() as u64;
    let open = Open::new(brief).await;
    let mut ada = open.player("Ada").await;
    let code = ada.open(&OpenTable { options: json!({"seats": 3}), ..wish("words", "hope", vec![]) }).await;
    let (mut bea, mut cleo) = (open.player("Bea").await, open.player("Cleo").await);
    for player in [&mut bea, &mut cleo] {
        player.follow(code).await;
        player.command(TableCommand::Sit { seat: None }.at(code)).await.unwrap();
    }
    let mut all = [ada, bea, cleo];
    for player in &mut all {
        player.begun().await;
    }
    (open, all, code)
}

#[tokio::test]
async fn a_player_who_has_given_up_and_gone_is_out_once() {
    let (open, [mut ada, mut bea, _cleo], code) = three().await;
    bea.act(&Action::Surrender).await.unwrap();
    let id = ada.info().match_id.expect("a match");
    let before = open.house.store.entries(id).await.unwrap().len();
    bea.connection.leave().await;
    ada.until(|session| (!session.table(code)?.info.seats[1].connected).then_some(())).await;
    tokio::time::sleep(GRACE * 3).await;
    assert_eq!(open.house.store.entries(id).await.unwrap().len(), before, "the match goes on without her");
    let seat = &ada.info().seats[1];
    assert_eq!((seat.substitute.as_deref(), seat.grace_ms), (None, None), "nothing is waited for there");
}

#[tokio::test]
async fn a_bot_plays_on_for_one_of_three_who_does_not_come_back() {
    let (_open, [mut ada, _bea, cleo], code) = three().await;
    cleo.connection.leave().await;
    let level = ada.until(|session| session.table(code)?.info.seats[2].substitute.clone()).await;
    assert!(!level.is_empty());
}
