//! Whoever leaves, however they do: no gold is left behind.

use crate::{
    common::{
        Open,
        api::{PASSWORD, account},
        eventually,
    },
    kit::{audited, both_deposit, for_gold, playing, seated, settings, settling, take_the_holders_seat},
};
use parlor_kernel::Seat;
use parlor_store::Write;
use parlor_wire::{Command, EscrowStep, HolderWish, StakeState, stake::RefundReason};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn standing_up_before_the_match_refunds_everyone() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = seated(&open).await;
    ada.bet(EscrowStep::Deposit).await;
    bea.stand().await;
    let stake = ada.until_stake(StakeState::Invited).await;
    assert_eq!((stake.pot, ada.gold().await), (0, 1_000));
    let code = ada.code();
    bea.sit(code).await;
    ada.until_stake(StakeState::Depositing).await;
    bea.bet(EscrowStep::Deposit).await;
    ada.command(Command::Kick { table: code, seat: Seat(1) }).await.unwrap();
    ada.until_stake(StakeState::Invited).await;
    assert_eq!((bea.gold().await, audited(&open).await.in_boxes), (1_000, 0));
}

#[tokio::test]
async fn leaving_a_match_calls_it_off_before_the_first_roll_and_forfeits_after_it() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = playing(&open).await;
    bea.stand().await;
    let stake = ada.until_stake(StakeState::Refunded).await;
    assert_eq!((stake.refunded, ada.gold().await), (Some(RefundReason::Cancelled), 1_000));
    let code = ada.code();
    bea.sit(code).await;
    both_deposit(&mut ada, &mut bea).await;
    ada.roll().await;
    bea.stand().await;
    let stake = ada.until_stake(StakeState::Settling).await;
    assert_eq!((stake.winners, stake.pot), (vec![Seat(0)], 200));
    // Somebody else may sit down there: it is still Bea's bet that was lost, and hers to accept.
    let mut dan = open.member("Dan").await;
    dan.sit(code).await;
    assert_eq!(dan.bet_refused(EscrowStep::Accept).await, "not_seated");
    bea.bet(EscrowStep::Accept).await;
    ada.until_stake(StakeState::Paid).await;
    assert_eq!((ada.gold().await, bea.gold().await, dan.gold().await), (1_100, 900, 1_000));
    assert_eq!(audited(&open).await.in_boxes, 0);
}

#[tokio::test]
async fn a_table_that_everyone_has_left_pays_before_it_goes() {
    let mut quick = settings();
    (quick.times.linger_ms, quick.times.dispute_ms) = (1, 300);
    let open = Open::new(quick).await;
    let (mut ada, mut bea) = settling(&open).await;
    let code = ada.code();
    ada.connection.drop_connection();
    bea.connection.drop_connection();
    eventually(async || open.house.store.table(code).await.unwrap().is_none()).await;
    assert_eq!((ada.gold().await, bea.gold().await, audited(&open).await.in_boxes), (900, 1_100, 0));
}

#[tokio::test]
async fn everyone_gone_means_nobody_wins() {
    let mut quick = settings();
    quick.times.grace_ms = 1_000;
    let open = Open::new(quick).await;
    let (mut ada, mut bea) = playing(&open).await;
    ada.roll().await;
    ada.connection.drop_connection();
    bea.connection.drop_connection();
    eventually(async || audited(&open).await.in_boxes == 0).await;
    assert_eq!((ada.gold().await, bea.gold().await), (1_000, 1_000), "the match was called off");
}

#[tokio::test]
async fn deleted_people_take_nothing_with_them() {
    let open = Open::new(settings()).await;
    let (mut ada, bea) = settling(&open).await;
    // Her account has no password to show: it is deleted as the house itself would.
    open.house.store.write(vec![Write::DeleteUser { user: bea.visitor.me().id, at: 1 }]).await.unwrap();
    ada.bet(EscrowStep::Accept).await;
    ada.until_stake(StakeState::Paid).await;
    let audit = audited(&open).await;
    assert_eq!((audit.out, audit.in_boxes, ada.gold().await), (900, 0, 900), "what she won went back to the bank");
}

#[tokio::test]
async fn deleting_an_account_leaves_its_bets_first() {
    let mut quick = settings();
    quick.times.dispute_ms = 1;
    let open = Open::new(quick).await;
    let mut ada = open.member("Ada").await;
    let (bea, cid) = (account(&open, "Bea").await, account(&open, "Cid").await);
    let code = ada.open(&for_gold(100, HolderWish::Person)).await;
    let (mut player, mut holder) = (bea.player(&open).await, cid.player(&open).await);
    player.sit(code).await;
    take_the_holders_seat(&mut holder, code).await;
    ada.until_stake(StakeState::Depositing).await;
    ada.bet(EscrowStep::Deposit).await;
    let goodbye = || Some(json!({ "password": PASSWORD }));
    cid.ask(Method::DELETE, "/api/me", goodbye()).await.is(204);
    let stake = ada.until_stake(StakeState::Invited).await;
    assert_eq!((stake.holder, ada.gold().await), (None, 1_000), "without a holder everyone has theirs back");
    let mut dan = open.member("Dan").await;
    take_the_holders_seat(&mut dan, code).await;
    ada.until_stake(StakeState::Depositing).await;
    both_deposit(&mut ada, &mut player).await;
    ada.roll().await;
    bea.ask(Method::DELETE, "/api/me", goodbye()).await.is(204);
    let stake = ada.until_stake(StakeState::Paid).await;
    assert_eq!((stake.paid_to, ada.gold().await), (vec![Seat(0)], 1_100), "whoever leaves in a match loses it");
    let audit = audited(&open).await;
    assert_eq!((audit.out, audit.in_boxes), (2_100, 0), "Ada's and Dan's; the rest went back to the bank");
}

#[tokio::test]
async fn a_table_that_cannot_be_recovered_gives_its_gold_back() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = playing(&open).await;
    ada.roll().await;
    let code = ada.code();
    let state = open.house.store.table(code).await.unwrap().unwrap();
    let broken = Write::SaveTable {
        code,
        state: state.replace("\"death-roll\"", "\"forgotten\"").replace("match_id\":\"", "match_id\":\"0"),
    };
    open.house.store.write(vec![broken]).await.unwrap();
    let open = open.restart(settings()).await;
    assert!(open.house.store.boxes().await.unwrap().is_empty());
    for player in [&mut ada, &mut bea] {
        player.visitor = player.visitor.at(&open.base);
        assert_eq!(player.gold().await, 1_000);
    }
    // The table is mended, and comes back without its bet: it must not pay what it does not have.
    open.house.store.write(vec![Write::SaveTable { code, state }]).await.unwrap();
    let open = open.restart(settings()).await;
    let mut ada = open.connect(ada.visitor.at(&open.base), "again").await;
    ada.follow(code).await;
    assert_eq!(ada.stake().refunded, Some(RefundReason::Closed));
    let mut bea = open.connect(bea.visitor.at(&open.base), "too").await;
    bea.follow(code).await;
    bea.surrender().await;
    let code = bea.code();
    bea.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    assert_eq!((ada.gold().await, audited(&open).await.in_boxes), (1_000, 0));
}

#[tokio::test]
async fn a_bet_goes_on_after_a_restart() {
    let open = Open::new(settings()).await;
    let (mut ada, bea) = seated(&open).await;
    ada.bet(EscrowStep::Deposit).await;
    let before = ada.stake();
    let open = open.restart(settings()).await;
    let mut ada = open.connect(ada.visitor.at(&open.base), "a2").await;
    let mut bea = open.connect(bea.visitor.at(&open.base), "b2").await;
    ada.follow(before_code(&open).await).await;
    bea.follow(ada.code()).await;
    let after = ada.stake();
    assert_eq!((after.id, after.state, after.deposits), (before.id, StakeState::Depositing, vec![true, false]));
    assert!(after.deadline_ms <= before.deadline_ms);
    bea.bet(EscrowStep::Deposit).await;
    ada.begun().await;
    ada.surrender().await;
    ada.bet(EscrowStep::Accept).await;
    bea.until_stake(StakeState::Paid).await;
    assert_eq!((ada.gold().await, bea.gold().await, audited(&open).await.in_boxes), (900, 1_100, 0));
}

/// The only table there is.
async fn before_code(open: &Open) -> parlor_wire::TableCode {
    open.house.store.tables().await.unwrap()[0].0
}
