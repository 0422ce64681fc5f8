//! How gold is booked.

use crate::{
    common::{ada, bea},
    rules::bench::Bench,
    rules::over_every_database,
};
use parlor_store::{Grant, GrantKind, Leg, StoreError, Till, Transfer, User, Why, Write};
use parlor_wire::{EscrowId, Kind, TableCode, UserId};

const BET: EscrowId = EscrowId(u64::MAX);

over_every_database!(
    presents_are_given_once_and_to_accounts_only,
    a_repeated_transfer_is_made_once_and_another_under_its_key_never,
    what_is_not_there_cannot_be_spent_and_takes_everything_back_with_it,
    deleted_users_leave_their_gold_to_the_bank,
    escrows_that_no_table_looks_after_are_given_back,
    amounts_that_no_ledger_holds_are_refused,
);

fn code() -> TableCode {
    "K7QX2M".parse().unwrap()
}

fn grant(user: UserId, kind: GrantKind, amount: u64) -> Write {
    Write::Grant(Grant { user, kind, amount, at: 5 })
}

fn leg(till: Till, amount: i64) -> Leg {
    Leg { till, amount }
}

fn escrow() -> Till {
    Till::Escrow { bet: BET, table: code() }
}

fn deposit(key: &str, user: UserId, amount: i64) -> Write {
    let legs = vec![leg(Till::Purse(user), -amount), leg(escrow(), amount)];
    Write::Transfer(Transfer { key: key.into(), why: Why::Deposit, at: 6, legs })
}

fn pay(key: &str, why: Why, to: &[(UserId, i64)]) -> Write {
    let mut legs = vec![leg(escrow(), -to.iter().map(|(_, amount)| amount).sum::<i64>())];
    legs.extend(to.iter().map(|&(user, amount)| leg(Till::Purse(user), amount)));
    Write::Transfer(Transfer { key: key.into(), why, at: 7, legs })
}

async fn balance(store: &impl Bench, user: UserId) -> u64 {
    store.purse(user, 0).await.balance
}

/// Ada and Bea get a thousand each.
async fn enrich(store: &impl Bench) {
    for user in [ada(), bea()] {
        store.add_account(&user).await;
        store.write(vec![grant(user.id, GrantKind::Welcome, 1_000)]).await.unwrap();
    }
}

async fn presents_are_given_once_and_to_accounts_only(store: &impl Bench) {
    enrich(store).await;
    let daily = |day| grant(ada().id, GrantKind::Daily { day, ceiling: 1_050 }, 100);
    store.write(vec![grant(ada().id, GrantKind::Welcome, 1_000), daily(3), daily(3)]).await.unwrap();
    assert_eq!(balance(store, ada().id).await, 1_050, "up to the ceiling");
    // What lies in escrow may come back: it counts.
    store.write(vec![daily(4), deposit("a", ada().id, 500), daily(4)]).await.unwrap();
    let purse = store.purse(ada().id, 4).await;
    assert_eq!((purse.balance, purse.in_escrow, purse.given_today), (550, 500, false));
    store.write(vec![pay("b", Why::Payout, &[(bea().id, 500)]), daily(4), daily(4), daily(5)]).await.unwrap();
    assert_eq!(balance(store, ada().id).await, 750);
    let purse = store.purse(ada().id, 5).await;
    assert_eq!(purse.in_escrow, 0, "it is lost");
    assert!(purse.welcomed && purse.given_today && !store.purse(ada().id, 6).await.given_today);
    let guest = User { id: UserId(77), name: "Cid".into(), kind: Kind::Guest };
    let add = Write::AddUser { user: guest, owner: None, at: 1 };
    store.write(vec![add, grant(UserId(77), GrantKind::Welcome, 1_000)]).await.unwrap();
    store.write(vec![grant(UserId(78), GrantKind::Welcome, 1_000)]).await.unwrap();
    assert_eq!(balance(store, UserId(77)).await, 0);
    assert_eq!(store.audited().await, (2_250, 0));
}

async fn a_repeated_transfer_is_made_once_and_another_under_its_key_never(store: &impl Bench) {
    enrich(store).await;
    for _ in 0..3 {
        store.write(vec![deposit("bet:1", ada().id, 100)]).await.unwrap();
    }
    assert_eq!(balance(store, ada().id).await, 900);
    for other in [deposit("bet:1", ada().id, 99), deposit("bet:1", bea().id, 100), pay("bet:1", Why::Refund, &[])] {
        assert!(matches!(store.write(vec![other]).await, Err(StoreError::OtherTransfer)));
    }
    let uneven = Transfer { key: "u".into(), why: Why::Payout, at: 1, legs: vec![leg(Till::Purse(ada().id), 5)] };
    assert!(matches!(store.write(vec![Write::Transfer(uneven)]).await, Err(StoreError::Unbalanced)));
    assert_eq!(store.audited().await, (2_000, 100));
}

async fn what_is_not_there_cannot_be_spent_and_takes_everything_back_with_it(store: &impl Bench) {
    enrich(store).await;
    let job = vec![deposit("one", ada().id, 1_000), deposit("two", ada().id, 1)];
    assert!(matches!(store.write(job).await, Err(StoreError::Overdrawn)));
    assert_eq!(balance(store, ada().id).await, 1_000, "the whole job is undone");
    let too_much = store.write(vec![deposit("three", ada().id, 10), pay("four", Why::Payout, &[(bea().id, 11)])]);
    assert!(matches!(too_much.await, Err(StoreError::Overdrawn)), "nor can an escrow give what it does not have");
    assert_eq!(store.audited().await, (2_000, 0));
}

async fn deleted_users_leave_their_gold_to_the_bank(store: &impl Bench) {
    enrich(store).await;
    store.write(vec![deposit("1", ada().id, 100), deposit("2", bea().id, 100)]).await.unwrap();
    store.write(vec![Write::DeleteUser { user: ada().id, at: 9 }]).await.unwrap();
    assert_eq!(store.audited().await, (1_100, 200), "what was in her purse is back; what she bet is not");
    assert!(matches!(store.write(vec![deposit("3", ada().id, 1)]).await, Err(StoreError::Overdrawn)));
    for _ in 0..2 {
        store.write(vec![pay("4", Why::Refund, &[(ada().id, 100), (bea().id, 100)])]).await.unwrap();
    }
    assert_eq!((store.audited().await, balance(store, bea().id).await), ((1_000, 0), 1_000));
    store.write(vec![Write::DeleteUser { user: bea().id, at: 9 }]).await.unwrap();
    assert_eq!(store.audited().await, (0, 0));
}

async fn escrows_that_no_table_looks_after_are_given_back(store: &impl Bench) {
    enrich(store).await;
    store.write(vec![deposit("1", ada().id, 100), deposit("2", bea().id, 100)]).await.unwrap();
    store.write(vec![Write::DeleteUser { user: ada().id, at: 9 }]).await.unwrap();
    // Once round, so that something has been put in twice.
    store.write(vec![pay("3", Why::Refund, &[(ada().id, 100), (bea().id, 100)])]).await.unwrap();
    store.write(vec![deposit("4", bea().id, 70)]).await.unwrap();
    assert_eq!(store.audited().await, (1_000, 70));
    for _ in 0..2 {
        store.write(vec![Write::ReturnEscrow { bet: BET, at: 10 }]).await.unwrap();
        assert_eq!((balance(store, bea().id).await, store.audited().await), (1_000, (1_000, 0)));
    }
    // A table that was not gone after all goes on with its bet, and then is.
    store.write(vec![deposit("5", bea().id, 30)]).await.unwrap();
    store.write(vec![Write::ReturnEscrow { bet: BET, at: 11 }]).await.expect("it is given back once more");
    assert_eq!((balance(store, bea().id).await, store.audited().await), (1_000, (1_000, 0)));
    store.write(vec![Write::ReturnEscrow { bet: EscrowId(404), at: 10 }]).await.expect("there is nothing to give back");
}

async fn amounts_that_no_ledger_holds_are_refused(store: &impl Bench) {
    enrich(store).await;
    let legs = vec![leg(Till::Purse(ada().id), i64::MAX), leg(Till::Purse(bea().id), i64::MAX), leg(escrow(), 2)];
    let wraps = Transfer { key: "wraps".into(), why: Why::Payout, at: 1, legs };
    assert!(matches!(store.write(vec![Write::Transfer(wraps)]).await, Err(StoreError::Unbalanced)));
    assert_eq!(store.audited().await, (2_000, 0));
}
