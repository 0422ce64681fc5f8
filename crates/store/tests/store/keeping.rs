//! Roles, bans, the audit log and tables to close, against every database.

use crate::common::{ada, add, bea, bed::Bed, over_every_store, user};
use parlor_store::{Action, Ban, Closing, Find, NewAudit, Role, Secret, Store, Write};
use parlor_wire::{Kind, TableCode, UserId};

over_every_store!(
    roles_and_bans_are_kept_until_they_are_taken_back,
    the_audit_log_is_only_added_to,
    tables_to_close_wait_until_they_are_closed
);

async fn names(store: &dyn Store, find: Find<'_>) -> Vec<String> {
    store.find_users(find, 10).await.unwrap().into_iter().map(|kept| kept.row.user.name).collect()
}

async fn roles_and_bans_are_kept_until_they_are_taken_back(bed: &Bed) {
    let store = bed.open().await;
    let account = |user: UserId| Write::AddAccount { user, password: Secret("x".into()), email: None };
    let (adele, guest) = (user(7, "ADELE", Kind::Guest), user(9, "Adam", Kind::Guest));
    store.write(vec![add(ada()), add(bea()), add(adele.clone()), add(guest)]).await.unwrap();
    store.write(vec![account(ada().id), account(adele.id)]).await.unwrap();
    assert_eq!((store.role(ada().id).await.unwrap(), store.ban(bea().id).await.unwrap()), (None, None));

    let ban = Ban { reason: "rude".into(), at: 5, until: Some(9) };
    let set = |role| Write::SetRole { user: ada().id, role };
    store
        .write(vec![set(Some(Role::Moderator)), Write::SetBan { user: bea().id, ban: Some(ban.clone()) }])
        .await
        .unwrap();
    assert_eq!(store.role(ada().id).await.unwrap(), Some(Role::Moderator));
    assert_eq!(store.ban(bea().id).await.unwrap(), Some(ban.clone()));
    assert!(ban.holds(8) && !ban.holds(9) && Ban { until: None, ..ban.clone() }.holds(u64::MAX));
    store.write(vec![set(Some(Role::Admin))]).await.unwrap();

    assert_eq!(names(&*store, Find::Named("ad")).await, ["Ada", "ADELE"], "in order, and no guest");
    assert_eq!(names(&*store, Find::Named("adE")).await, ["ADELE"]);
    assert!(names(&*store, Find::Named("a%")).await.is_empty());
    assert_eq!(names(&*store, Find::Staff).await, ["Ada"]);
    let banned = store.find_users(Find::Banned, 10).await.unwrap();
    assert_eq!((banned.len(), banned[0].ban.as_ref(), banned[0].role), (1, Some(&ban), None));
    assert_eq!(names(&*store, Find::Id(UserId(9))).await, ["Adam"]);

    let forever = Ban { until: None, ..ban };
    store.write(vec![Write::SetBan { user: bea().id, ban: Some(forever.clone()) }, set(None)]).await.unwrap();
    assert_eq!(store.ban(bea().id).await.unwrap(), Some(forever));
    assert_eq!(store.role(ada().id).await.unwrap(), None);
    store.write(vec![Write::SetBan { user: bea().id, ban: None }]).await.unwrap();
    assert!(names(&*store, Find::Banned).await.is_empty() && names(&*store, Find::Staff).await.is_empty());
    // Who is gone has neither.
    store.write(vec![set(Some(Role::Admin)), Write::DeleteUser { user: ada().id, at: 9 }]).await.unwrap();
    assert!(names(&*store, Find::Staff).await.is_empty());
    store.close().await;
}

async fn the_audit_log_is_only_added_to(bed: &Bed) {
    let store = bed.open().await;
    let line = |number: u64| NewAudit {
        at: number,
        actor: (number > 1).then_some(ada().id),
        actor_name: "Ada".into(),
        action: Action::CloseTable,
        subject: "ABC234".into(),
        subject_name: String::new(),
        note: format!("{number}"),
    };
    for number in 1..=3 {
        store.write(vec![Write::Audit(Box::new(line(number)))]).await.unwrap();
    }
    let told = store.audit_log(None, 2).await.unwrap();
    assert_eq!(told.iter().map(|row| row.line.clone()).collect::<Vec<_>>(), [line(3), line(2)], "the latest first");
    let rest = store.audit_log(Some(told[1].id), 2).await.unwrap();
    assert_eq!(rest.iter().map(|row| row.line.clone()).collect::<Vec<_>>(), [line(1)]);
    bed.execute("UPDATE audit SET note = 'nothing happened'").await.expect_err("what is written stays written");
    assert_eq!(store.audit_log(None, 9).await.unwrap().len(), 3);
    store.close().await;
}

async fn tables_to_close_wait_until_they_are_closed(bed: &Bed) {
    let store = bed.open().await;
    let code: TableCode = "ABC234".parse().unwrap();
    let order = |reason: &str, at| Write::OrderClosing { closing: Closing { code, reason: reason.into() }, at };
    store.write(vec![order("late", 1), order("later", 2)]).await.unwrap();
    assert_eq!(store.closings().await.unwrap(), [Closing { code, reason: "late".into() }], "once is enough");
    store.write(vec![Write::HasClosed { code }]).await.unwrap();
    assert!(store.closings().await.unwrap().is_empty());
    store.close().await;
}
