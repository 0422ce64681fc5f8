//! Whole bets from the invitation to the payout.

use crate::{
    bets::kit::{audited, both_deposit, for_gold, lose, playing, seated, settings},
    common::{Open, api::account, bot, wish},
};
use parlor_death_roll::Action;
use parlor_kernel::Seat;
use parlor_wire::{
    BetState, BetWish, Command, EscrowStep, HolderWish, Status, TableCommand,
    bet::{BetHolder, RefundReason},
    http::{Counterparty, OpenTable, Scope, SeatWish, Why},
};
use serde_json::json;

#[tokio::test]
async fn the_winner_is_paid_by_the_log() {
    let mut quick = settings();
    quick.times.dispute_ms = 1;
    let open = Open::new(quick).await;
    let (mut ada, mut bea) = seated(&open).await;
    let bet = ada.bet();
    assert_eq!((bet.amount, bet.in_escrow, bet.deposits.clone()), (100, 0, vec![false, false]));
    assert_eq!(bet.holder, Some(BetHolder::House));
    assert!(bet.deadline_ms.is_some_and(|ms| ms <= 120_000));
    ada.escrow(EscrowStep::Deposit).await;
    let bet = bea.until_bet(BetState::Depositing).await;
    assert_eq!((ada.gold().await, audited(&open).await.in_escrow), (900, 100), "{bet:?}");
    assert_eq!(ada.bet_refused(EscrowStep::Deposit).await, "already_deposited");
    let early = ada.act_command(&Action::Roll);
    assert_eq!(ada.refused(early).await, "no_match", "not before everyone has put it in");
    assert_eq!(ada.info().status, Status::Waiting);
    bea.escrow(EscrowStep::Deposit).await;
    let bet = ada.until_bet(BetState::Playing).await;
    assert_eq!((bet.in_escrow, bet.deposits, bet.deadline_ms), (200, vec![true, true], None));
    ada.begun().await;
    ada.roll().await;
    bea.until_view_of::<parlor_death_roll::DeathRoll, _>(|view| (view.turn == Seat(1)).then_some(())).await;
    bea.surrender().await;
    let bet = bea.until_bet(BetState::Paid).await;
    assert_eq!((bet.in_escrow, bet.winners, bet.paid_to), (0, vec![Seat(0)], vec![Seat(0)]));
    assert_eq!((ada.gold().await, bea.gold().await), (1_100, 900));
    let audit = audited(&open).await;
    assert_eq!((audit.out, audit.in_escrow), (2_000, 0));
    let lines = ada.statement().await.lines;
    let told: Vec<_> = lines.iter().map(|line| (line.why, line.amount, line.balance)).collect();
    assert_eq!(told, [(Why::Payout, 200, 1_100), (Why::Deposit, -100, 900), (Why::Welcome, 1_000, 1_000)]);
    let Counterparty::Bet { id, table, open: there, with } = &lines[0].counterparty else { panic!("{lines:?}") };
    assert_eq!((*id, *table, *there, with[0].name.as_str()), (bet.id, ada.code(), true, "Bea"));
}

#[tokio::test]
async fn a_rematch_is_a_new_bet() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = playing(&open).await;
    let first = ada.bet().id;
    lose(&mut ada, &mut bea).await;
    assert_eq!(bea.bet_refused(EscrowStep::Deposit).await, "already_deposited", "the last one is not settled yet");
    // The winner has nothing to accept; the loser accepts at once.
    bea.escrow(EscrowStep::Accept).await;
    assert_eq!(bea.bet().state, BetState::Settling);
    ada.escrow(EscrowStep::Accept).await;
    bea.until_bet(BetState::Paid).await;
    assert_eq!((ada.gold().await, bea.gold().await), (900, 1_100));
    let table = ada.code();
    for player in [&mut ada, &mut bea] {
        player.command(TableCommand::Ready { ready: true }.at(table)).await.unwrap();
    }
    assert_eq!(ada.info().status, Status::Ended, "being ready is not enough");
    both_deposit(&mut ada, &mut bea).await;
    assert_ne!(ada.bet().id, first);
    bea.surrender().await;
    ada.until_bet(BetState::Settling).await;
    bea.escrow(EscrowStep::Accept).await;
    ada.until_bet(BetState::Paid).await;
    assert_eq!((ada.gold().await, bea.gold().await, audited(&open).await.in_escrow), (1_000, 1_000, 0));
}

#[tokio::test]
async fn what_one_does_not_have_cannot_be_bet() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = (open.member("Ada").await, open.member("Bea").await);
    let code = ada.open(&for_gold(1_001, HolderWish::House)).await;
    bea.sit(code).await;
    ada.until_bet(BetState::Depositing).await;
    assert_eq!(ada.bet_refused(EscrowStep::Deposit).await, "not_enough_gold");
    assert_eq!(ada.bet().deposits, [false, false]);
    assert_eq!((ada.gold().await, audited(&open).await.in_escrow), (1_000, 0));
}

#[tokio::test]
async fn nobody_fills_the_ledger_by_coming_and_going() {
    let mut strict = settings();
    strict.limits.bets_per_minute = 4;
    let open = Open::new(strict).await;
    let (mut ada, mut bea) = seated(&open).await;
    for _ in 0..2 {
        ada.escrow(EscrowStep::Deposit).await;
        ada.escrow(EscrowStep::Cancel).await;
    }
    assert_eq!(ada.bet_refused(EscrowStep::Deposit).await, "too_fast");
    bea.escrow(EscrowStep::Deposit).await;
    assert_eq!((ada.gold().await, bea.gold().await), (1_000, 900));
}

#[tokio::test]
async fn bets_are_for_accounts_in_games_that_allow_them() {
    let open = Open::new(settings()).await;
    let (mut ada, mut eve) = (open.member("Ada").await, open.player("Eve").await);
    let good = for_gold(100, HolderWish::House);
    let amount = |amount| OpenTable { bet: Some(BetWish { amount, holder: HolderWish::House }), ..good.clone() };
    for (wish, code) in [
        (amount(0), "bad_bet"),
        (amount(1_000_001), "bad_bet"),
        (OpenTable { bet: good.bet, ..wish("battleship", "voxel", vec![]) }, "no_bets_here"),
        (OpenTable { rated: true, options: json!(null), ..good.clone() }, "bet_not_rated"),
        (OpenTable { seats: vec![SeatWish::Person, bot("easy")], ..good.clone() }, "bet_without_bots"),
        (OpenTable { options: json!({ "roll_seconds": null }), ..good.clone() }, "bet_needs_clock"),
    ] {
        let refused = ada.visitor.open_table(&wish).await.unwrap_err();
        assert_eq!(refused.code(), Some(code), "{wish:?}");
    }
    let refused = eve.visitor.open_table(&good).await.unwrap_err();
    assert_eq!(refused.code(), Some("bet_needs_account"));
    let code = ada.open(&good).await;
    eve.follow(code).await;
    assert_eq!(eve.refused(TableCommand::Sit { seat: None }.at(code)).await, "bet_needs_account");
    assert_eq!(eve.bet_refused(EscrowStep::Deposit).await, "not_seated");
    let seat_bot = TableCommand::SeatBot { seat: Seat(1), level: Some("easy".into()) }.at(code);
    assert_eq!(ada.refused(seat_bot).await, "bet_without_bots");
    assert_eq!(ada.bet_refused(EscrowStep::Deposit).await, "not_depositing", "no opponent yet");
    assert_eq!(ada.bet_refused(EscrowStep::Hold).await, "holder_plays");
    let owner = account(&open, "Owner").await;
    let robot = owner.bot("Robot").await;
    let robot = owner.with(owner.bot_token(&robot, &Scope::ALL).await.token);
    let mut robot = robot.player(&open).await;
    robot.follow(code).await;
    assert_eq!(robot.refused(TableCommand::Sit { seat: None }.at(code)).await, "bet_for_people");
    assert_eq!(audited(&open).await.in_escrow, 0);
}

#[tokio::test]
async fn whoever_waits_too_long_gets_their_gold_back() {
    let mut quick = settings();
    quick.times.deposit_ms = 4_000;
    let open = Open::new(quick).await;
    let (mut ada, mut bea) = seated(&open).await;
    ada.escrow(EscrowStep::Deposit).await;
    let bet = bea.until_bet(BetState::Refunded).await;
    assert_eq!((bet.refunded, bet.in_escrow), (Some(RefundReason::Late), 0));
    assert_eq!((ada.gold().await, bea.gold().await), (1_000, 1_000));
    // The next deposit begins anew. This time both put it in, but one of them is not ready after all.
    let table = ada.code();
    ada.escrow(EscrowStep::Deposit).await;
    ada.command(TableCommand::Ready { ready: false }.at(table)).await.unwrap();
    bea.escrow(EscrowStep::Deposit).await;
    let again = bea.until_bet(BetState::Refunded).await;
    assert_eq!(again.refunded, Some(RefundReason::NotBegun));
    assert_ne!(again.id, bet.id);
    assert_eq!((ada.gold().await, bea.gold().await, audited(&open).await.in_escrow), (1_000, 1_000, 0));
}

#[tokio::test]
async fn a_bet_is_called_off_before_the_first_roll_only() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = seated(&open).await;
    ada.escrow(EscrowStep::Deposit).await;
    bea.escrow(EscrowStep::Cancel).await;
    let bet = ada.until_bet(BetState::Refunded).await;
    assert_eq!((bet.refunded, ada.gold().await), (Some(RefundReason::Cancelled), 1_000));
    both_deposit(&mut ada, &mut bea).await;
    ada.act(&Action::Salt { salt: 1 }).await.unwrap();
    bea.command(Command::Ping).await.unwrap();
    assert!(!bea.bet().begun, "salt is no roll");
    bea.escrow(EscrowStep::Cancel).await;
    let bet = ada.until_bet(BetState::Refunded).await;
    assert_eq!((bet.refunded, ada.info().status), (Some(RefundReason::Cancelled), Status::Ended));
    assert_eq!((ada.gold().await, bea.gold().await), (1_000, 1_000));
    both_deposit(&mut ada, &mut bea).await;
    assert!(!bea.bet().begun, "the roll of the match before does not count");
    ada.roll().await;
    assert!(ada.bet().begun, "a player who rolls knows it when that is answered");
    assert_eq!(bea.bet_refused(EscrowStep::Cancel).await, "bet_stands");
    assert!(bea.bet().begun);
    assert_eq!(ada.info().status, Status::Playing);
    assert_eq!(audited(&open).await.in_escrow, 200);
}
