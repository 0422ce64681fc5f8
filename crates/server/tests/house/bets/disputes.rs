//! Holders: who may be one, and how they decide.

use crate::{
    bets::kit::{audited, both_deposit, held, lose, settings, settling, take_the_holders_seat},
    common::{Open, Player, api::Asker, gated::Moment},
};
use parlor_death_roll::Action;
use parlor_kernel::Seat;
use parlor_wire::{
    BetState, EscrowStep, TableCommand, TrustRecord,
    bet::{BetHolder, Ruling},
};
use serde_json::json;

#[tokio::test]
async fn the_house_decides_at_once_by_checking_the_log() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = settling(&open).await;
    for reason in ["", "\u{200b}\u{200b}", "bell\u{7}", &"x".repeat(201)] {
        assert_eq!(ada.bet_refused(EscrowStep::Dispute { reason: reason.into() }).await, "bad_reason");
    }
    assert_eq!(bea.bet_refused(EscrowStep::Refund).await, "not_holder");
    ada.dispute().await;
    let bet = bea.until_bet(BetState::Paid).await;
    assert_eq!((bet.ruling, bet.paid_to), (Some(Ruling::Verified), vec![Seat(1)]));
    assert_eq!(bet.dispute.map(|dispute| (dispute.by, dispute.reason)), Some((Seat(0), "The die looked odd".into())));
    assert_eq!(ada.bet_refused(EscrowStep::Dispute { reason: "again".into() }).await, "bet_over");
    assert_eq!((ada.gold().await, bea.gold().await, audited(&open).await.in_escrow), (900, 1_100, 0));
}

#[tokio::test]
async fn a_person_holds_the_bet_watches_and_awards_it() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea, mut cid) = held(&open).await;
    let Some(BetHolder::Person { person, record }) = ada.bet().holder else { panic!("{:?}", ada.bet()) };
    assert_eq!((person.name.as_str(), record), ("Cid", TrustRecord::default()));
    let table = ada.code();
    let (mut eve, mut dan) = (open.player("Eve").await, open.member("Dan").await);
    eve.follow(table).await;
    dan.follow(table).await;
    assert_eq!(eve.bet_refused(EscrowStep::Hold).await, "bet_needs_account");
    assert_eq!(dan.bet_refused(EscrowStep::Hold).await, "holder_taken");
    assert_eq!(cid.refused(TableCommand::Sit { seat: None }.at(table)).await, "holder_plays");
    both_deposit(&mut ada, &mut bea).await;
    cid.begun().await;
    let roll = cid.act_command(&Action::Roll);
    assert_eq!(cid.refused(roll).await, "not_seated", "the holder sees all rolls and cannot roll");
    ada.roll().await;
    let seen = cid.until_view_of::<parlor_death_roll::DeathRoll, _>(|view| view.rolls.first().copied()).await;
    assert_eq!(seen.seat, Seat(0));
    ada.surrender().await;
    bea.until_bet(BetState::Settling).await;
    assert_eq!(cid.bet_refused(EscrowStep::Award { seat: Seat(0) }).await, "not_disputed");
    ada.dispute().await;
    let bet = cid.until_bet(BetState::Disputed).await;
    assert!(bet.deadline_ms.is_some_and(|ms| ms > 60_000));
    assert_eq!(dan.bet_refused(EscrowStep::Refund).await, "not_holder");
    assert_eq!(cid.bet_refused(EscrowStep::Award { seat: Seat(7) }).await, "no_such_seat");
    cid.escrow(EscrowStep::Award { seat: Seat(1) }).await;
    let bet = bea.until_bet(BetState::Paid).await;
    assert_eq!(bet.ruling, Some(Ruling::Awarded { seat: Seat(1) }));
    assert_eq!((ada.gold().await, bea.gold().await), (900, 1_100));
    assert_eq!(cid.profile().await.trust, TrustRecord { held: 1, disputed: 1, overturned: 0 });
    assert_eq!(audited(&open).await.in_escrow, 0);
}

#[tokio::test]
async fn no_log_is_read_for_a_ruling_that_nobody_needs() {
    let (open, store) = Open::gated(settings()).await;
    let (mut ada, mut bea, mut cid) = held(&open).await;
    both_deposit(&mut ada, &mut bea).await;
    store.fail(|moment| matches!(moment, Moment::LogRead));
    for step in [EscrowStep::Award { seat: Seat(0) }, EscrowStep::Refund] {
        assert_eq!(cid.bet_refused(step).await, "not_disputed");
    }
    lose(&mut ada, &mut bea).await;
    ada.dispute().await;
    cid.until_bet(BetState::Disputed).await;
    assert_eq!(cid.bet_refused(EscrowStep::Award { seat: Seat(7) }).await, "no_such_seat");
    assert!(store.is_armed(), "nothing has been read so far");
    assert_eq!(cid.bet_refused(EscrowStep::Award { seat: Seat(1) }).await, "storage", "now it is");
}

#[tokio::test]
async fn whoever_holds_a_bet_or_has_put_it_in_is_called_what_they_are_called_now() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea, cid) = held(&open).await;
    let code = ada.code();
    let rename = async |who: &Player, name: &str| {
        let asker = Asker::stranger(&open).with(who.visitor.token());
        asker.patch("/api/me", json!({ "name": name })).await.is(200);
    };
    rename(&cid, "Dora").await;
    let holder = ada.until(|session| match &session.table(code)?.info.bet.as_ref()?.holder {
        Some(BetHolder::Person { person, .. }) if person.name != "Cid" => Some(person.name.clone()),
        _ => None,
    });
    assert_eq!(holder.await, "Dora", "the name is free now, but its next owner does not hold this bet");
    both_deposit(&mut ada, &mut bea).await;
    lose(&mut ada, &mut bea).await;
    ada.stand().await;
    rename(&ada, "Eda").await;
    let payer = bea.until(|session| {
        let payer = session.table(code)?.info.bet.as_ref()?.players[0].as_ref()?;
        (payer.name != "Ada").then(|| payer.name.clone())
    });
    assert_eq!(payer.await, "Eda");
}

#[tokio::test]
async fn an_award_that_the_log_proves_wrong_is_overturned_and_remembered() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea, mut cid) = held(&open).await;
    both_deposit(&mut ada, &mut bea).await;
    lose(&mut ada, &mut bea).await;
    ada.dispute().await;
    cid.until_bet(BetState::Disputed).await;
    cid.escrow(EscrowStep::Award { seat: Seat(0) }).await;
    let bet = bea.until_bet(BetState::Paid).await;
    assert_eq!((bet.ruling, bet.paid_to), (Some(Ruling::Overturned { seat: Seat(0) }), vec![Seat(1)]));
    assert_eq!((ada.gold().await, bea.gold().await), (900, 1_100));
    assert_eq!(cid.profile().await.trust, TrustRecord { held: 1, disputed: 1, overturned: 1 });
    // Everyone sees it at once, and before they bet again.
    let overturned = |holder: Option<BetHolder>| match holder {
        Some(BetHolder::Person { record, .. }) => record.overturned,
        other => panic!("{other:?}"),
    };
    assert_eq!(overturned(bet.holder), 1);
    ada.escrow(EscrowStep::Deposit).await;
    assert_eq!(overturned(bea.until_bet(BetState::Depositing).await.holder), 1);
}

#[tokio::test]
async fn a_holder_may_refund() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea, mut cid) = held(&open).await;
    both_deposit(&mut ada, &mut bea).await;
    lose(&mut ada, &mut bea).await;
    // A player who has stood up can dispute all the same: it is their gold.
    ada.stand().await;
    ada.dispute().await;
    cid.until_bet(BetState::Disputed).await;
    cid.escrow(EscrowStep::Refund).await;
    let bet = bea.until_bet(BetState::Refunded).await;
    assert_eq!(bet.ruling, Some(Ruling::Refunded));
    assert_eq!((ada.gold().await, bea.gold().await), (1_000, 1_000));
    let against_the_log = TrustRecord { held: 1, disputed: 1, overturned: 1 };
    assert_eq!(cid.profile().await.trust, against_the_log, "the log proves who has won");
}

#[tokio::test]
async fn whoever_walks_away_from_a_dispute_is_remembered_for_it() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea, mut cid) = held(&open).await;
    both_deposit(&mut ada, &mut bea).await;
    lose(&mut ada, &mut bea).await;
    ada.escrow(EscrowStep::Dispute { reason: "The\u{202e} die\nlooked odd".into() }).await;
    assert_eq!(cid.until_bet(BetState::Disputed).await.dispute.unwrap().reason, "The die looked odd");
    cid.escrow(EscrowStep::Unhold).await;
    assert_eq!(bea.until_bet(BetState::Paid).await.ruling, Some(Ruling::Verified));
    assert_eq!(cid.profile().await.trust, TrustRecord { held: 1, disputed: 1, overturned: 0 });
    assert_eq!(audited(&open).await.in_escrow, 0);
}

#[tokio::test]
async fn the_host_may_send_the_holder_away_before_the_bet_is_funded() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea, mut cid) = held(&open).await;
    let code = ada.code();
    ada.escrow(EscrowStep::Deposit).await;
    for player in [&mut bea, &mut cid] {
        assert_eq!(player.bet_refused(EscrowStep::Dismiss).await, "not_host");
    }
    ada.escrow(EscrowStep::Dismiss).await;
    let bet = bea.until_bet(BetState::Invited).await;
    assert_eq!((bet.holder, bet.in_escrow, bet.players, ada.gold().await), (None, 0, vec![None, None], 1_000));
    assert_eq!(cid.bet_refused(EscrowStep::Hold).await, "kicked", "and they do not come back");
    assert_eq!(ada.bet_refused(EscrowStep::Dismiss).await, "no_holder");
    let mut dan = open.member("Dan").await;
    take_the_holders_seat(&mut dan, code).await;
    ada.until_bet(BetState::Depositing).await;
    both_deposit(&mut ada, &mut bea).await;
    assert_eq!(ada.bet_refused(EscrowStep::Dismiss).await, "match_running");
    lose(&mut ada, &mut bea).await;
    assert_eq!(ada.bet_refused(EscrowStep::Dismiss).await, "holder_stays");
    ada.escrow(EscrowStep::Accept).await;
    bea.until_bet(BetState::Paid).await;
    ada.escrow(EscrowStep::Dismiss).await;
    assert_eq!(dan.bet_refused(EscrowStep::Unhold).await, "not_holder");
    assert_eq!(audited(&open).await.in_escrow, 0);
}

#[tokio::test]
async fn a_silent_holder_does_not_stop_the_payout() {
    let mut quick = settings();
    quick.times.ruling_ms = 100;
    let open = Open::new(quick).await;
    let (mut ada, mut bea, _cid) = held(&open).await;
    both_deposit(&mut ada, &mut bea).await;
    lose(&mut ada, &mut bea).await;
    ada.dispute().await;
    let bet = bea.until_bet(BetState::Paid).await;
    assert_eq!((bet.ruling, bet.paid_to), (Some(Ruling::Silence), vec![Seat(1)]));
    assert_eq!((ada.gold().await, bea.gold().await), (900, 1_100));
}

#[tokio::test]
async fn a_holder_who_leaves_is_replaced_by_the_house_or_frees_the_gold() {
    let mut quick = settings();
    quick.times.grace_ms = 200;
    let open = Open::new(quick).await;
    let (mut ada, mut bea, mut cid) = held(&open).await;
    ada.escrow(EscrowStep::Deposit).await;
    assert_eq!(bea.bet_refused(EscrowStep::Unhold).await, "not_holder");
    cid.escrow(EscrowStep::Unhold).await;
    let bet = ada.until_bet(BetState::Invited).await;
    assert_eq!((bet.holder, bet.in_escrow, ada.gold().await), (None, 0, 1_000));
    assert_eq!(ada.bet_refused(EscrowStep::Deposit).await, "not_depositing");
    let code = ada.code();
    take_the_holders_seat(&mut cid, code).await;
    ada.until_bet(BetState::Depositing).await;
    both_deposit(&mut ada, &mut bea).await;
    // Not by word, but by a dropped connection: after the grace the house takes over.
    cid.connection.drop_connection();
    ada.until(|session| {
        let bet = session.table(code)?.info.bet.as_ref()?;
        (bet.holder == Some(BetHolder::House)).then_some(())
    })
    .await;
    lose(&mut ada, &mut bea).await;
    ada.dispute().await;
    assert_eq!(bea.until_bet(BetState::Paid).await.ruling, Some(Ruling::Verified));
    assert_eq!(cid.profile().await.trust, TrustRecord::default(), "what the house finished is not theirs");
    // The next bet needs a person as holder again, and everyone can see that none has come yet.
    assert_eq!(bea.bet().holder, None);
    assert_eq!(bea.bet_refused(EscrowStep::Deposit).await, "not_depositing");
    let mut dan = open.member("Dan").await;
    take_the_holders_seat(&mut dan, code).await;
    ada.until_bet(BetState::Depositing).await;
    both_deposit(&mut ada, &mut bea).await;
    ada.escrow(EscrowStep::Cancel).await;
    bea.until_bet(BetState::Refunded).await;
    assert_eq!(audited(&open).await.in_escrow, 0);
}
