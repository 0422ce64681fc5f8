//! Gold against a real SQLite file: what is written balances, stays, and happens once.

mod common;

use common::{ada, add, bea, store};
use parlor_store::{Grant, GrantKind, Leg, Secret, SqliteStore, Store, StoreError, Till, Transfer, User, Write};
use parlor_wire::{
    EscrowId, Kind, Person, TableCode, TrustRecord, UserId,
    http::{Counterparty, Why},
};
use sqlx::SqlitePool;
use tempfile::TempDir;

const BET: EscrowId = EscrowId(u64::MAX);

fn code() -> TableCode {
    "K7QX2M".parse().unwrap()
}

fn account(of: &User) -> Write {
    Write::AddAccount { user: of.id, password: Secret("$argon2id$".into()), email: None }
}

fn grant(user: UserId, kind: GrantKind, amount: u64) -> Write {
    Write::Grant(Grant { user, kind, amount, at: 5 })
}

fn leg(till: Till, amount: i64) -> Leg {
    Leg { till, amount }
}

const fn box_of(bet: EscrowId, table: TableCode) -> Till {
    Till::Box { bet, table }
}

fn deposit(key: &str, user: UserId, amount: i64) -> Write {
    let legs = vec![leg(Till::Purse(user), -amount), leg(box_of(BET, code()), amount)];
    Write::Transfer(Transfer { key: key.into(), why: Why::Deposit, at: 6, legs })
}

fn pay(key: &str, why: Why, to: &[(UserId, i64)]) -> Write {
    let mut legs = vec![leg(box_of(BET, code()), -to.iter().map(|(_, amount)| amount).sum::<i64>())];
    legs.extend(to.iter().map(|&(user, amount)| leg(Till::Purse(user), amount)));
    Write::Transfer(Transfer { key: key.into(), why, at: 7, legs })
}

async fn balance(store: &SqliteStore, user: UserId) -> u64 {
    store.purse(user, 0).await.unwrap().balance
}

/// Looks through the ledger, which must hold, and tells how much gold is out and in boxes.
async fn audited(store: &SqliteStore) -> (i64, i64) {
    let audit = store.audit().await.unwrap();
    assert!(audit.faults.is_empty(), "{audit:?}");
    (audit.out, audit.in_boxes)
}

/// Ada and Bea, with a thousand each.
async fn rich() -> (TempDir, SqliteStore) {
    let (dir, store) = store().await;
    let mut writes = Vec::new();
    for user in [ada(), bea()] {
        writes.extend([add(user.clone()), account(&user), grant(user.id, GrantKind::Welcome, 1_000)]);
    }
    store.write(writes).await.unwrap();
    (dir, store)
}

#[tokio::test]
async fn presents_are_given_once_and_to_accounts_only() {
    let (_dir, store) = rich().await;
    let daily = |day| grant(ada().id, GrantKind::Daily { day, ceiling: 1_050 }, 100);
    store.write(vec![grant(ada().id, GrantKind::Welcome, 1_000), daily(3), daily(3)]).await.unwrap();
    assert_eq!(balance(&store, ada().id).await, 1_050, "up to the ceiling");
    // What lies in a box may come back: it counts.
    store.write(vec![daily(4), deposit("a", ada().id, 500), daily(4)]).await.unwrap();
    let purse = store.purse(ada().id, 4).await.unwrap();
    assert_eq!((purse.balance, purse.in_boxes, purse.given_today), (550, 500, false));
    store.write(vec![pay("b", Why::Payout, &[(bea().id, 500)]), daily(4), daily(4), daily(5)]).await.unwrap();
    assert_eq!(balance(&store, ada().id).await, 750);
    let purse = store.purse(ada().id, 5).await.unwrap();
    assert_eq!(purse.in_boxes, 0, "it is lost");
    assert!(purse.welcomed && purse.given_today && !store.purse(ada().id, 6).await.unwrap().given_today);
    let guest = User { id: UserId(77), name: "Cid".into(), kind: Kind::Guest };
    store.write(vec![add(guest), grant(UserId(77), GrantKind::Welcome, 1_000)]).await.unwrap();
    store.write(vec![grant(UserId(78), GrantKind::Welcome, 1_000)]).await.unwrap();
    assert_eq!(balance(&store, UserId(77)).await, 0);
    assert_eq!(audited(&store).await, (2_250, 0));
}

#[tokio::test]
async fn a_repeated_transfer_is_made_once_and_another_under_its_name_never() {
    let (_dir, store) = rich().await;
    for _ in 0..3 {
        store.write(vec![deposit("bet:1", ada().id, 100)]).await.unwrap();
    }
    assert_eq!(balance(&store, ada().id).await, 900);
    for other in [deposit("bet:1", ada().id, 99), deposit("bet:1", bea().id, 100), pay("bet:1", Why::Refund, &[])] {
        assert!(matches!(store.write(vec![other]).await, Err(StoreError::OtherTransfer)));
    }
    let uneven = Transfer { key: "u".into(), why: Why::Payout, at: 1, legs: vec![leg(Till::Purse(ada().id), 5)] };
    assert!(matches!(store.write(vec![Write::Transfer(uneven)]).await, Err(StoreError::Unbalanced)));
    assert_eq!(audited(&store).await, (2_000, 100));
}

#[tokio::test]
async fn what_is_not_there_cannot_be_spent_and_takes_everything_back_with_it() {
    let (_dir, store) = rich().await;
    let save = Write::SaveTable { code: code(), state: "{}".into() };
    let job = vec![save, deposit("one", ada().id, 1_000), deposit("two", ada().id, 1)];
    assert!(matches!(store.write(job).await, Err(StoreError::Overdrawn)));
    assert!(store.table(code()).await.unwrap().is_none(), "the whole job is undone");
    assert_eq!(balance(&store, ada().id).await, 1_000);
    let too_much = store.write(vec![deposit("three", ada().id, 10), pay("four", Why::Payout, &[(bea().id, 11)])]);
    assert!(matches!(too_much.await, Err(StoreError::Overdrawn)), "nor can a box give what it does not have");
    assert_eq!(audited(&store).await, (2_000, 0));
}

#[tokio::test]
async fn statements_tell_what_came_and_went() {
    let (_dir, store) = rich().await;
    store.write(vec![deposit("1", ada().id, 50), deposit("2", bea().id, 50)]).await.unwrap();
    store.write(vec![pay("3", Why::Payout, &[(bea().id, 100)])]).await.unwrap();
    let lines = store.statement(bea().id, None, 10).await.unwrap();
    let told: Vec<_> = lines.iter().map(|line| (line.why, line.amount, line.balance, line.at)).collect();
    let expected = [(Why::Payout, 100, 1_050, 7), (Why::Deposit, -50, 950, 6), (Why::Welcome, 1_000, 1_000, 5)];
    assert_eq!(told, expected);
    let with = vec![Person { id: ada().id, name: "Ada".into(), kind: Kind::Account }];
    assert_eq!(lines[0].counterparty, Counterparty::Bet { id: BET, table: code(), open: false, with });
    assert_eq!(lines[2].counterparty, Counterparty::Bank);
    let page = store.statement(bea().id, Some(lines[0].id), 1).await.unwrap();
    assert_eq!(page, lines[1..2]);
    assert!(store.statement(bea().id, Some(lines[2].id), 9).await.unwrap().is_empty());
    assert_eq!(store.statement(ada().id, None, 10).await.unwrap().len(), 2);
}

#[tokio::test]
async fn deleted_people_leave_their_gold_to_the_bank() {
    let (_dir, store) = rich().await;
    store.write(vec![deposit("1", ada().id, 100), deposit("2", bea().id, 100)]).await.unwrap();
    store.write(vec![Write::DeleteUser { user: ada().id, at: 9 }]).await.unwrap();
    assert_eq!(audited(&store).await, (1_100, 200), "what was in her purse is back; what she bet is not");
    assert!(matches!(store.write(vec![deposit("3", ada().id, 1)]).await, Err(StoreError::Overdrawn)));
    for _ in 0..2 {
        store.write(vec![pay("4", Why::Refund, &[(ada().id, 100), (bea().id, 100)])]).await.unwrap();
    }
    assert_eq!((audited(&store).await, balance(&store, bea().id).await), ((1_000, 0), 1_000));
    let lines = store.statement(bea().id, None, 10).await.unwrap();
    let Counterparty::Bet { with, .. } = &lines[0].counterparty else { panic!("a bet: {lines:?}") };
    assert!(with.is_empty() && store.statement(ada().id, None, 10).await.unwrap().is_empty());
    store.write(vec![Write::DeleteUser { user: bea().id, at: 9 }]).await.unwrap();
    assert_eq!(audited(&store).await, (0, 0));
}

#[tokio::test]
async fn boxes_that_nobody_looks_after_are_given_back() {
    let (_dir, store) = rich().await;
    store.write(vec![deposit("1", ada().id, 100), deposit("2", bea().id, 100)]).await.unwrap();
    store.write(vec![Write::DeleteUser { user: ada().id, at: 9 }]).await.unwrap();
    // Once round, so that something has been put in twice.
    store.write(vec![pay("3", Why::Refund, &[(ada().id, 100), (bea().id, 100)])]).await.unwrap();
    store.write(vec![deposit("4", bea().id, 70)]).await.unwrap();
    let boxes = store.boxes().await.unwrap();
    assert_eq!((boxes.len(), boxes[0].bet, boxes[0].balance), (1, BET, 70));
    for _ in 0..2 {
        store.write(vec![Write::ReturnBox { bet: BET, at: 10 }]).await.unwrap();
        assert_eq!((balance(&store, bea().id).await, audited(&store).await), (1_000, (1_000, 0)));
    }
    assert!(store.boxes().await.unwrap().is_empty());
}

#[tokio::test]
async fn held_bets_are_counted_once() {
    let (_dir, store) = rich().await;
    let held = |bet, overturned| Write::Held { bet: EscrowId(bet), holder: ada().id, disputed: overturned, overturned };
    store.write(vec![held(1, false), held(1, true), held(2, true)]).await.unwrap();
    let gone = Write::Held { bet: EscrowId(3), holder: UserId(404), disputed: false, overturned: false };
    store.write(vec![held(2, true), gone]).await.unwrap();
    assert_eq!(store.trust(ada().id).await.unwrap(), TrustRecord { held: 2, disputed: 1, overturned: 1 });
    store.write(vec![Write::DeleteUser { user: ada().id, at: 9 }]).await.unwrap();
    assert_eq!(store.trust(ada().id).await.unwrap(), TrustRecord::default());
}

#[tokio::test]
async fn what_is_written_stays_and_forgery_is_found() {
    let (dir, store) = rich().await;
    store.write(vec![deposit("1", ada().id, 100)]).await.unwrap();
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(dir.path().join("house.db"));
    let forger = SqlitePool::connect_with(options).await.unwrap();
    for forgery in [
        "UPDATE ledger_postings SET amount = 1",
        "DELETE FROM ledger_postings",
        "UPDATE ledger_transfers SET why = 'daily'",
        "DELETE FROM ledger_transfers",
        "DELETE FROM ledger_accounts",
        "UPDATE ledger_accounts SET balance = -1 WHERE kind = 'purse'",
    ] {
        assert!(sqlx::query(forgery).execute(&forger).await.is_err(), "{forgery}");
    }
    audited(&store).await;
    sqlx::query("UPDATE ledger_accounts SET balance = balance + 1 WHERE kind = 'purse'")
        .execute(&forger)
        .await
        .unwrap();
    let faults = store.audit().await.unwrap().faults;
    assert!(faults.iter().any(|fault| fault.starts_with("a balance is not the sum")), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.starts_with("the whole")), "{faults:?}");
    sqlx::query("UPDATE ledger_accounts SET balance = balance - 1 WHERE kind = 'purse'")
        .execute(&forger)
        .await
        .unwrap();
    audited(&store).await;
    sqlx::query("INSERT INTO ledger_transfers VALUES (99, 'forged', 'daily', 1)").execute(&forger).await.unwrap();
    sqlx::query("INSERT INTO ledger_postings VALUES (99, 0, 2, 7, 7)").execute(&forger).await.unwrap();
    let faults = store.audit().await.unwrap().faults;
    assert!(faults.iter().any(|fault| fault == "the sides of a transfer do not add up to zero (99)"), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.starts_with("a posting does not follow")), "{faults:?}");
}
