//! The ledger in every database: what is written stays, and statements tell it. How gold is booked is in `rules`.

use crate::common::{ada, add, bea, bed::Bed, over_every_store};
use parlor_store::{
    Counterparty, Grant, GrantKind, Leg, Secret, Store, StoreError, Till, Transfer, TrustRow, User, Why, Write,
};
use parlor_wire::{EscrowId, Kind, TableCode, UserId};
use std::sync::Arc;

over_every_store!(
    a_transfer_that_fails_takes_the_table_back_with_it,
    statements_tell_what_came_and_went,
    held_bets_are_counted_once,
    what_is_written_stays_and_forgery_is_found
);

const BET: EscrowId = EscrowId(u64::MAX);

fn code() -> TableCode {
    "K7QX2M".parse().unwrap()
}

fn account(of: &User) -> Write {
    Write::AddAccount { user: of.id, password: Secret("$argon2id$".into()), email: None }
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

async fn audited(store: &dyn Store) {
    let audit = store.audit().await.unwrap();
    assert!(audit.faults.is_empty(), "{audit:?}");
}

/// Ada and Bea, with a thousand each.
async fn rich(bed: &Bed) -> Arc<dyn Store> {
    let store = bed.open().await;
    let mut writes = Vec::new();
    for user in [ada(), bea()] {
        let grant = Grant { user: user.id, kind: GrantKind::Welcome, amount: 1_000, at: 5 };
        writes.extend([add(user.clone()), account(&user), Write::Grant(grant)]);
    }
    store.write(writes).await.unwrap();
    store
}

async fn a_transfer_that_fails_takes_the_table_back_with_it(bed: &Bed) {
    let store = rich(bed).await;
    let save = Write::SaveTable { code: code(), state: "{}".into() };
    let job = vec![save, deposit("one", ada().id, 1_000), deposit("two", ada().id, 1)];
    assert!(matches!(store.write(job).await, Err(StoreError::Overdrawn)));
    assert!(store.table(code()).await.unwrap().is_none(), "the whole job is undone");
}

async fn statements_tell_what_came_and_went(bed: &Bed) {
    let store = rich(bed).await;
    store.write(vec![deposit("1", ada().id, 50), deposit("2", bea().id, 50)]).await.unwrap();
    let escrows = store.escrows().await.unwrap();
    assert_eq!((escrows.len(), escrows[0].bet, escrows[0].balance), (1, BET, 100));
    store.write(vec![pay("3", Why::Payout, &[(bea().id, 100)])]).await.unwrap();
    assert!(store.escrows().await.unwrap().is_empty());
    let lines = store.statement(bea().id, None, 10).await.unwrap();
    let told: Vec<_> = lines.iter().map(|line| (line.why, line.amount, line.balance, line.at)).collect();
    let expected = [(Why::Payout, 100, 1_050, 7), (Why::Deposit, -50, 950, 6), (Why::Welcome, 1_000, 1_000, 5)];
    assert_eq!(told, expected);
    let with = vec![User { kind: Kind::Account, ..ada() }];
    assert_eq!(lines[0].counterparty, Counterparty::Bet { id: BET, table: code(), open: false, with });
    assert_eq!(lines[2].counterparty, Counterparty::Bank);
    let page = store.statement(bea().id, Some(lines[0].id), 1).await.unwrap();
    assert_eq!(page, lines[1..2]);
    assert!(store.statement(bea().id, Some(lines[2].id), 9).await.unwrap().is_empty());
    assert_eq!(store.statement(ada().id, None, 10).await.unwrap().len(), 2);
    store.write(vec![Write::DeleteUser { user: ada().id, at: 9 }]).await.unwrap();
    let lines = store.statement(bea().id, None, 10).await.unwrap();
    let Counterparty::Bet { with, .. } = &lines[0].counterparty else { panic!("a bet: {lines:?}") };
    assert!(with.is_empty() && store.statement(ada().id, None, 10).await.unwrap().is_empty());
}

async fn held_bets_are_counted_once(bed: &Bed) {
    let store = rich(bed).await;
    let held = |bet, overturned| Write::Held { bet: EscrowId(bet), holder: ada().id, disputed: overturned, overturned };
    store.write(vec![held(1, false), held(1, true), held(2, true)]).await.unwrap();
    let gone = Write::Held { bet: EscrowId(3), holder: UserId(404), disputed: false, overturned: false };
    store.write(vec![held(2, true), gone]).await.unwrap();
    assert_eq!(store.trust(ada().id).await.unwrap(), TrustRow { held: 2, disputed: 1, overturned: 1 });
    store.write(vec![Write::DeleteUser { user: ada().id, at: 9 }]).await.unwrap();
    assert_eq!(store.trust(ada().id).await.unwrap(), TrustRow::default());
}

async fn what_is_written_stays_and_forgery_is_found(bed: &Bed) {
    let store = rich(bed).await;
    store.write(vec![deposit("1", ada().id, 100)]).await.unwrap();
    for forgery in [
        "UPDATE ledger_postings SET amount = 1",
        "DELETE FROM ledger_postings",
        "UPDATE ledger_transfers SET why = 'daily'",
        "DELETE FROM ledger_transfers",
        "DELETE FROM ledger_accounts",
        "UPDATE ledger_accounts SET balance = -1 WHERE kind = 'purse'",
    ] {
        assert!(bed.execute(forgery).await.is_err(), "{forgery}");
    }
    audited(&*store).await;
    bed.execute("UPDATE ledger_accounts SET balance = balance + 1 WHERE kind = 'purse'").await.unwrap();
    let faults = store.audit().await.unwrap().faults;
    assert!(faults.iter().any(|fault| fault.starts_with("a balance is not the sum")), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.starts_with("the whole")), "{faults:?}");
    bed.execute("UPDATE ledger_accounts SET balance = balance - 1 WHERE kind = 'purse'").await.unwrap();
    audited(&*store).await;
    bed.execute("INSERT INTO ledger_transfers VALUES (99, 'forged', 'daily', 1)").await.unwrap();
    bed.execute("INSERT INTO ledger_postings VALUES (99, 0, 2, 7, 7)").await.unwrap();
    let faults = store.audit().await.unwrap().faults;
    assert!(faults.iter().any(|fault| fault == "the sides of a transfer do not add up to zero (99)"), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.starts_with("a posting does not follow")), "{faults:?}");
}
