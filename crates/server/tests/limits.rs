//! What one person, or one address, can use up: others are served all the same.

mod common;

use common::{Open, api::Asker, bot, settings, wish};
use parlor_battleship::Action;
use parlor_kernel::Record;
use parlor_wire::http::SeatWish;

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
    let text = Asker::nobody(&open).get(&path).await.is(200).text;
    let record = Record::from_text(&text).unwrap();
    assert!(record.entries.len() > 550 && record.footer.is_some());
    common::registry().game("battleship").unwrap().verify(record).unwrap();
}

#[tokio::test]
async fn logs_are_not_read_without_end_from_one_address() {
    let mut few = settings();
    few.limits.logs_per_minute = 2;
    let open = Open::new(few).await;
    let asker = Asker::nobody(&open);
    for _ in 0..2 {
        asker.get("/api/matches/0123456789abcdef/log").await.is(404);
    }
    let refused = asker.get("/api/matches/0123456789abcdef/log").await;
    assert_eq!(refused.refusal(), (429, "too_fast".into()));
    assert!(refused.headers.contains_key("retry-after"));
}
