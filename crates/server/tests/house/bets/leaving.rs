//! Players leave in every way there is: no gold is left behind.

use crate::{
    bets::kit::{audited, both_deposit, for_gold, playing, seated, settings, settling, take_the_holders_seat},
    common::{
        Open,
        api::{PASSWORD, account},
        eventually,
    },
};
use parlor_kernel::{Header, Outcome, Reason, Seat, Verdict};
use parlor_store::{Counts, MatchRow, NewResult, Player, Write};
use parlor_wire::{
    BetState, EscrowStep, HolderWish, MatchId, Status, TableCode, TableCommand, bet::RefundReason, http::Purse,
};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn standing_up_before_the_match_refunds_everyone() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = seated(&open).await;
    ada.escrow(EscrowStep::Deposit).await;
    bea.stand().await;
    let bet = ada.until_bet(BetState::Invited).await;
    assert_eq!((bet.in_escrow, ada.gold().await), (0, 1_000));
    let code = ada.code();
    bea.sit(code).await;
    ada.until_bet(BetState::Depositing).await;
    bea.escrow(EscrowStep::Deposit).await;
    ada.command(TableCommand::Kick { seat: Seat(1) }.at(code)).await.unwrap();
    ada.until_bet(BetState::Invited).await;
    assert_eq!((bea.gold().await, audited(&open).await.in_escrow), (1_000, 0));
}

#[tokio::test]
async fn leaving_a_match_calls_it_off_before_the_first_roll_and_forfeits_after_it() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = playing(&open).await;
    bea.stand().await;
    let bet = ada.until_bet(BetState::Refunded).await;
    assert_eq!((bet.refunded, ada.gold().await), (Some(RefundReason::Cancelled), 1_000));
    assert_eq!(bet.called_off_by, Some(Seat(1)), "everyone knows who it was");
    let code = ada.code();
    bea.sit(code).await;
    both_deposit(&mut ada, &mut bea).await;
    ada.roll().await;
    bea.stand().await;
    let bet = ada.until_bet(BetState::Settling).await;
    assert_eq!((bet.winners, bet.in_escrow, bet.called_off_by), (vec![Seat(0)], 200, None));
    // Another player may sit down there: it is still Bea's bet that was lost, and hers to accept.
    let mut dan = open.member("Dan").await;
    dan.sit(code).await;
    for (step, code) in [
        (EscrowStep::Accept, "not_your_bet"),
        (EscrowStep::Dispute { reason: "It is mine".into() }, "not_your_bet"),
        (EscrowStep::Cancel, "not_your_bet"),
        (EscrowStep::Deposit, "bet_unsettled"),
    ] {
        assert_eq!(dan.bet_refused(step).await, code);
    }
    let named: Vec<_> = dan.bet().players.into_iter().map(|player| player.map(|player| player.name)).collect();
    assert_eq!(named, [Some("Ada".into()), Some("Bea".into())], "everyone knows whose bet it is");
    bea.escrow(EscrowStep::Accept).await;
    ada.until_bet(BetState::Paid).await;
    assert_eq!((ada.gold().await, bea.gold().await, dan.gold().await), (1_100, 900, 1_000));
    assert_eq!(audited(&open).await.in_escrow, 0);
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
    assert_eq!((ada.gold().await, bea.gold().await, audited(&open).await.in_escrow), (900, 1_100, 0));
}

#[tokio::test]
async fn a_line_that_drops_before_the_first_roll_costs_nothing() {
    let mut quick = settings();
    quick.times.grace_ms = 50;
    let open = Open::new(quick).await;
    let (mut ada, mut bea) = (open.member("Ada").await, open.member("Bea").await);
    // A clock too long to roll by.
    let mut wish = for_gold(100, HolderWish::House);
    wish.options["roll_seconds"] = json!(300);
    let code = ada.open(&wish).await;
    bea.sit(code).await;
    ada.until_bet(BetState::Depositing).await;
    both_deposit(&mut ada, &mut bea).await;
    ada.connection.drop_connection();
    let bet = bea.until_bet(BetState::Refunded).await;
    assert_eq!((bet.refunded, bea.info().status), (Some(RefundReason::Cancelled), Status::Ended));
    assert_eq!((ada.gold().await, bea.gold().await, audited(&open).await.in_escrow), (1_000, 1_000, 0));
    // After it the seat forfeits.
    ada = open.connect(ada.visitor.clone(), "again").await;
    ada.follow(code).await;
    both_deposit(&mut ada, &mut bea).await;
    ada.roll().await;
    bea.until_view_of::<parlor_death_roll::DeathRoll, _>(|view| view.rolls.first().copied()).await;
    ada.connection.drop_connection();
    assert_eq!(bea.until_bet(BetState::Settling).await.winners, [Seat(1)]);
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
    eventually(async || audited(&open).await.in_escrow == 0).await;
    assert_eq!((ada.gold().await, bea.gold().await), (1_000, 1_000), "the match was called off");
}

#[tokio::test]
async fn deleted_people_take_nothing_with_them() {
    let open = Open::new(settings()).await;
    let (mut ada, bea) = settling(&open).await;
    // Her account has no password to show: it is deleted as the house itself would.
    open.house.store.write(vec![Write::DeleteUser { user: bea.visitor.me().id, at: 1 }]).await.unwrap();
    ada.escrow(EscrowStep::Accept).await;
    ada.until_bet(BetState::Paid).await;
    let audit = audited(&open).await;
    assert_eq!((audit.out, audit.in_escrow, ada.gold().await), (900, 0, 900), "what she won went back to the bank");
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
    ada.until_bet(BetState::Depositing).await;
    ada.escrow(EscrowStep::Deposit).await;
    let goodbye = || Some(json!({ "password": PASSWORD }));
    cid.ask(Method::DELETE, "/api/me", goodbye()).await.is(204);
    let bet = ada.until_bet(BetState::Invited).await;
    assert_eq!((bet.holder, ada.gold().await), (None, 1_000), "without a holder everyone has theirs back");
    let mut dan = open.member("Dan").await;
    take_the_holders_seat(&mut dan, code).await;
    ada.until_bet(BetState::Depositing).await;
    both_deposit(&mut ada, &mut player).await;
    ada.roll().await;
    bea.ask(Method::DELETE, "/api/me", goodbye()).await.is(204);
    let bet = ada.until_bet(BetState::Paid).await;
    assert_eq!((bet.paid_to, ada.gold().await), (vec![Seat(0)], 1_100), "leaving in a match loses it");
    ada.until(|session| {
        let players = &session.table(code)?.info.bet.as_ref()?.players;
        players.iter().flatten().all(|player| player.name != "Bea").then_some(())
    })
    .await;
    let audit = audited(&open).await;
    assert_eq!((audit.out, audit.in_escrow), (2_100, 0), "Ada's and Dan's; the rest went back to the bank");
}

/// Makes the match of a table one that was played by rules which the house does not know. Gives back its id.
async fn by_forgotten_rules(open: &Open, code: TableCode) -> MatchId {
    let store = &open.house.store;
    let state = store.table(code).await.unwrap().unwrap();
    let id: MatchId = open.house.directory.find(code).unwrap().info().await.unwrap().0.match_id.unwrap();
    let row = store.match_row(id).await.unwrap().unwrap();
    let (other, footer) = (MatchId(id.0 ^ 1), row.footer.clone());
    let header = Header { rules: row.header.rules + 1, ..row.header };
    let row = MatchRow { id: other, header, footer: None, ended_at: None, ..row };
    let mut writes = vec![Write::BeginMatch { row: Box::new(row), players: vec![Player::BOT; 2] }];
    writes.extend(footer.map(|footer| {
        let result = NewResult::default();
        Write::EndMatch {
            id: other,
            footer,
            at: 1,
            turns: 0,
            results: vec![result.clone(), result],
            counts: Counts::Result,
        }
    }));
    writes.push(Write::SaveTable { code, state: state.replace(&id.to_string(), &other.to_string()) });
    store.write(writes).await.unwrap();
    other
}

#[tokio::test]
async fn new_rules_change_nothing_about_a_match_that_was_decided() {
    let mut quick = settings();
    quick.times.dispute_ms = 2_000;
    let open = Open::new(quick.clone()).await;
    let (ada, bea) = settling(&open).await;
    let code = ada.code();
    by_forgotten_rules(&open, code).await;
    let open = open.restart(quick).await;
    let mut bea = open.connect(bea.visitor.at(&open.base), "again").await;
    bea.follow(code).await;
    assert_eq!(bea.info().status, Status::Ended, "the table is still there");
    let bet = bea.until_bet(BetState::Paid).await;
    assert_eq!((bet.paid_to, bea.gold().await), (vec![Seat(1)], 1_100));
    // And they play on, by the rules of today.
    let mut ada = open.connect(ada.visitor.at(&open.base), "too").await;
    ada.follow(code).await;
    both_deposit(&mut ada, &mut bea).await;
    ada.roll().await;
    assert_eq!(audited(&open).await.in_escrow, 200);
}

#[tokio::test]
async fn a_table_that_cannot_be_recovered_gives_its_gold_back_and_is_closed() {
    let open = Open::new(settings()).await;
    let (mut ada, bea) = playing(&open).await;
    ada.roll().await;
    let code = ada.code();
    let id = by_forgotten_rules(&open, code).await;
    let open = open.restart(settings()).await;
    for player in [&ada, &bea] {
        let visitor = player.visitor.at(&open.base);
        assert_eq!(visitor.get::<Purse>("/api/me/purse").await.unwrap().balance, 1_000);
    }
    assert_eq!(audited(&open).await.in_escrow, 0);
    assert_eq!(open.house.store.table(code).await.unwrap(), None, "it is not tried again");
    let ended = open.house.store.match_row(id).await.unwrap().unwrap().footer.unwrap();
    assert_eq!(ended.outcome, Outcome { verdict: Verdict::Void, reason: Reason::Void });
}

#[tokio::test]
async fn what_cannot_be_read_at_all_closes_one_table_only() {
    let open = Open::new(settings()).await;
    let (mut ada, bea) = playing(&open).await;
    let code = ada.code();
    let mut cid = open.member("Cid").await;
    let other = cid.open(&for_gold(100, HolderWish::House)).await;
    let state = open.house.store.table(code).await.unwrap().unwrap();
    for state in ["\"scribbled over\"".to_owned(), state.replace("\"seats\"", "\"chairs\"")] {
        open.house.store.write(vec![Write::SaveTable { code, state }]).await.unwrap();
    }
    let open = open.restart(settings()).await;
    assert_eq!(open.house.store.table(code).await.unwrap(), None);
    assert!(open.house.directory.find(other).is_some());
    for player in [&mut ada, &mut { bea }] {
        player.visitor = player.visitor.at(&open.base);
        assert_eq!(player.gold().await, 1_000);
    }
    open.house.store.write(vec![Write::SaveTable { code, state: "[]".into() }]).await.unwrap();
    let open = open.restart(settings()).await;
    assert_eq!((open.house.store.table(code).await.unwrap(), audited(&open).await.in_escrow), (None, 0));
}

#[tokio::test]
async fn a_table_never_pays_what_it_does_not_have() {
    let open = Open::new(settings()).await;
    let (mut ada, bea) = playing(&open).await;
    ada.roll().await;
    let (code, bet) = (ada.code(), ada.bet().id);
    open.house.store.write(vec![Write::ReturnEscrow { bet, at: 1 }]).await.unwrap();
    let open = open.restart(settings()).await;
    let mut ada = open.connect(ada.visitor.at(&open.base), "again").await;
    ada.follow(code).await;
    assert_eq!(ada.bet().refunded, Some(RefundReason::Closed));
    let mut bea = open.connect(bea.visitor.at(&open.base), "too").await;
    bea.follow(code).await;
    bea.surrender().await;
    bea.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    assert_eq!((ada.gold().await, audited(&open).await.in_escrow), (1_000, 0));
}

#[tokio::test]
async fn a_bet_goes_on_after_a_restart() {
    let open = Open::new(settings()).await;
    let (mut ada, bea) = seated(&open).await;
    ada.escrow(EscrowStep::Deposit).await;
    let before = ada.bet();
    let open = open.restart(settings()).await;
    let mut ada = open.connect(ada.visitor.at(&open.base), "a2").await;
    let mut bea = open.connect(bea.visitor.at(&open.base), "b2").await;
    ada.follow(before_code(&open).await).await;
    bea.follow(ada.code()).await;
    let after = ada.bet();
    assert_eq!((after.id, after.state, after.deposits), (before.id, BetState::Depositing, vec![true, false]));
    assert!(after.deadline_ms <= before.deadline_ms);
    bea.escrow(EscrowStep::Deposit).await;
    ada.begun().await;
    ada.surrender().await;
    ada.escrow(EscrowStep::Accept).await;
    bea.until_bet(BetState::Paid).await;
    assert_eq!((ada.gold().await, bea.gold().await, audited(&open).await.in_escrow), (900, 1_100, 0));
}

/// The only table there is.
async fn before_code(open: &Open) -> parlor_wire::TableCode {
    open.house.store.tables().await.unwrap()[0].0
}
