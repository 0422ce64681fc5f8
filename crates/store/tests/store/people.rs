//! Accounts and sessions against every database.

use crate::common::{ada, add, bea, bed::Bed, footer, line, over_every_store, row, session, user};
use parlor_kernel::{Outcome, Reason, Seat};
use parlor_store::{Counts, Ending, Find, NewResult, Old, Player, Scopes, Secret, SessionId, StoreError, Write};
use parlor_wire::{Kind, MatchId, Room, Scope, TableCode, UserId};

over_every_store!(
    a_guest_becomes_an_account_and_stays_who_they_are,
    names_and_addresses_belong_to_one,
    names_that_look_like_an_account_s_are_taken,
    what_no_name_can_hold_finds_nothing,
    sessions_end_one_by_one_or_together,
    only_so_many_sessions_are_kept,
    who_is_deleted_leaves_only_matches_without_a_name,
    expired_sessions_and_guests_go_a_few_at_a_time
);

fn account(of: UserId, email: Option<&str>) -> Write {
    Write::AddAccount { user: of, password: Secret("$argon2id$".into()), email: email.map(Into::into) }
}

async fn a_guest_becomes_an_account_and_stays_who_they_are(bed: &Bed) {
    let store = bed.open().await;
    store
        .write(vec![
            add(ada()),
            Write::BeginMatch { row: row(1).into(), players: vec![Player::user(ada().id), Player::BOT] },
            account(ada().id, Some("Ada@Example.org")),
        ])
        .await
        .unwrap();
    let by_name = store.account_by_login("aDA").await.unwrap().unwrap();
    let by_email = store.account_by_login("ada@example.ORG").await.unwrap().unwrap();
    assert_eq!(by_name, by_email);
    assert_eq!((by_name.user.id, by_name.user.kind, by_name.show_email), (ada().id, Kind::Account, false));
    assert_eq!(by_name.email.as_deref(), Some("Ada@Example.org"));
    assert!(!format!("{by_name:?}").contains("argon2"), "what proves an account is not printed");
    assert_eq!(store.matches_of(ada().id, None, None, 9).await.unwrap().len(), 1);
    assert_eq!(store.account_by_login("bea").await.unwrap(), None);
    assert_eq!(store.account(ada().id).await.unwrap(), Some(by_name));
}

async fn names_and_addresses_belong_to_one(bed: &Bed) {
    let store = bed.open().await;
    store.write(vec![add(ada()), add(bea()), account(ada().id, Some("a@b"))]).await.unwrap();
    let taken = |write| async { matches!(store.write(vec![write]).await, Err(StoreError::NameTaken)) };
    assert!(taken(add(user(9, "ADA", Kind::Guest))).await, "not even a guest may be called like an account");
    assert!(taken(Write::Rename { user: bea().id, name: "ada".into() }).await);
    assert!(taken(add(user(9, "Ada", Kind::Bot))).await);
    let taken = store.write(vec![account(bea().id, Some("A@B"))]).await;
    assert!(matches!(taken, Err(StoreError::EmailTaken)));
    assert_eq!(store.user(bea().id).await.unwrap().unwrap().user.kind, Kind::Guest, "nothing was half done");
    let again = Write::Rename { user: ada().id, name: "ADA".into() };
    store.write(vec![again, add(user(10, "Bea", Kind::Guest))]).await.unwrap();
    store.write(vec![Write::Rename { user: ada().id, name: "Countess".into() }]).await.unwrap();
    assert!(store.user_by_name("ada").await.unwrap().is_none());
    assert_eq!(store.user_by_name("COUNTESS").await.unwrap().unwrap().user.id, ada().id);
    let show = Write::SetEmail { user: ada().id, email: None, show: true };
    store.write(vec![show, account(bea().id, Some("a@b"))]).await.unwrap();
    assert_eq!(store.account_by_login("a@b").await.unwrap().unwrap().user.id, bea().id);
}

async fn names_that_look_like_an_account_s_are_taken(bed: &Bed) {
    let store = bed.open().await;
    let accounts = ["Tom", "B0b", "Ida"].into_iter().zip(1..);
    for (name, id) in accounts {
        store.write(vec![add(user(id, name, Kind::Guest)), account(UserId(id), None)]).await.unwrap();
    }
    store.write(vec![add(user(8, "Eve", Kind::Guest))]).await.unwrap();
    for alike in ["T0m", "Torn", "Bob", "BOB", "lda", "IDA", "ida"] {
        let writes = [
            add(user(9, alike, Kind::Guest)),
            add(user(9, alike, Kind::Bot)),
            Write::Rename { user: UserId(8), name: alike.into() },
        ];
        for write in writes {
            assert!(matches!(store.write(vec![write]).await, Err(StoreError::NameTaken)), "{alike}");
        }
    }
    // An owner may write it another way, and gives up the old look with the name.
    store.write(vec![Write::Rename { user: UserId(1), name: "T0M".into() }]).await.unwrap();
    store.write(vec![Write::Rename { user: UserId(1), name: "Tim".into() }]).await.unwrap();
    store.write(vec![Write::Rename { user: UserId(8), name: "Tom".into() }]).await.unwrap();
}

/// Names come as they were typed. One database cannot even be asked for a NUL.
async fn what_no_name_can_hold_finds_nothing(bed: &Bed) {
    let store = bed.open().await;
    let played = Write::BeginMatch { row: row(1).into(), players: vec![Player::user(ada().id), Player::BOT] };
    store.write(vec![add(ada()), account(ada().id, Some("ada@example.org")), played]).await.unwrap();
    for name in ["Ada\0", "\0", "\0Ada"] {
        assert_eq!(store.user_by_name(name).await.unwrap(), None);
        assert_eq!(store.account_by_login(name).await.unwrap(), None);
        assert_eq!(store.account_by_login(&format!("{name}@example.org")).await.unwrap(), None);
        assert_eq!(store.matches_of(ada().id, Some(name), None, 9).await.unwrap(), []);
        assert!(store.find_users(Find::Named(name), 9).await.unwrap().is_empty());
    }
    assert_eq!(store.matches_of(ada().id, Some("toy"), None, 9).await.unwrap().len(), 1);
}

async fn sessions_end_one_by_one_or_together(bed: &Bed) {
    let store = bed.open().await;
    let begin = |id: u8, scopes| Write::AddSession { user: ada().id, session: session(id.into(), [id; 32], scopes) };
    let read: Scopes = [Scope::Read].into_iter().collect();
    let writes = vec![add(ada()), begin(1, Scopes::OWNER), begin(2, Scopes::OWNER), begin(3, read)];
    store.write(writes).await.unwrap();
    let alive = || async {
        let mut alive = Vec::new();
        for id in 1..=4 {
            alive.push(store.session([id; 32], 2).await.unwrap().is_some());
        }
        alive
    };
    assert_eq!(alive().await, [false, true, true, false], "the first has grown too old");
    let scopes = store.session([3; 32], 9).await.unwrap().expect("scoped tokens do not age").scopes;
    assert!(scopes.allow(Scope::Read) && !scopes.allow(Scope::Play) && !scopes.is_owner());
    assert_eq!(scopes.to_list(), [Scope::Read]);
    let ids: Vec<_> = store.sessions(ada().id).await.unwrap().iter().map(|row| row.id.0).collect();
    assert_eq!(ids, [3, 2, 1]);
    let mut of_some = store.sessions_of(&[bea().id, ada().id]).await.unwrap();
    of_some.sort_unstable_by_key(|id| id.0);
    assert_eq!(of_some, [1, 2, 3].map(SessionId));
    assert_eq!(store.sessions_of(&[]).await.unwrap(), []);
    let end = |ending| Write::EndSessions { user: ada().id, ending };
    store.write(vec![end(Ending::One(SessionId(2)))]).await.unwrap();
    assert_eq!(alive().await, [false, false, true, false]);
    store.write(vec![begin(4, Scopes::OWNER), end(Ending::AllBut(SessionId(4)))]).await.unwrap();
    assert_eq!(alive().await, [false, false, false, true]);
    store.write(vec![end(Ending::All)]).await.unwrap();
    assert!(store.sessions(ada().id).await.unwrap().is_empty());
}

async fn only_so_many_sessions_are_kept(bed: &Bed) {
    let store = bed.open().await;
    store.write(vec![add(ada())]).await.unwrap();
    for id in 1..=60u8 {
        let session = session(id.into(), [id; 32], Scopes::OWNER);
        store.write(vec![Write::AddSession { user: ada().id, session }]).await.unwrap();
    }
    let kept: Vec<_> = store.sessions(ada().id).await.unwrap().iter().map(|row| row.id.0).collect();
    assert_eq!((kept.len(), kept[0], kept[49]), (50, 60, 11), "the oldest give way");
}

async fn who_is_deleted_leaves_only_matches_without_a_name(bed: &Bed) {
    let store = bed.open().await;
    let robot = user(5, "Robot", Kind::Bot);
    let code: TableCode = "ABC234".parse().unwrap();
    let line = |user: &parlor_store::User| line(1, user, Room::Table, "hi");
    store
        .write(vec![
            add(ada()),
            add(bea()),
            account(ada().id, None),
            Write::AddUser { user: robot.clone(), owner: Some(ada().id), at: 2 },
            Write::AddSession { user: robot.id, session: session(1, [5; 32], Scopes::OWNER) },
            Write::BeginMatch { row: row(1).into(), players: vec![Player::user(ada().id), Player::user(bea().id)] },
            Write::EndMatch {
                id: MatchId(1),
                footer: footer(&row(1), Outcome::won(Seat(0), Reason::Completed)),
                at: 3,
                turns: 1,
                results: vec![NewResult::default(); 2],
                counts: Counts::Record,
            },
            Write::SaveTable { code, state: "{}".into() },
            Write::Chat { code, line: line(&ada()) },
            Write::Chat { code, line: line(&bea()) },
        ])
        .await
        .unwrap();
    let elsewhere: TableCode = "XYZ789".parse().unwrap();
    let said = |code| Write::Chat { code, line: line(&ada()) };
    store.write(vec![Write::SaveTable { code: elsewhere, state: "{}".into() }, said(elsewhere)]).await.unwrap();
    store.write(vec![Write::ForgetChat { code: elsewhere, user: ada().id }]).await.unwrap();
    assert!(store.chat(elsewhere, 9).await.unwrap().is_empty());
    assert_eq!(store.chat(code, 9).await.unwrap().len(), 2, "only at that table");
    assert_eq!(store.bots_of(ada().id).await.unwrap(), std::slice::from_ref(&robot));
    assert_eq!(store.user(robot.id).await.unwrap().unwrap().owner, Some(ada().id));
    assert_eq!(store.said(ada().id).await.unwrap(), [line(&ada())]);
    store.write(vec![Write::DeleteUser { user: ada().id, at: 9 }]).await.unwrap();
    let record = store.match_record(MatchId(1)).await.unwrap().unwrap();
    let names: Vec<_> = record.row.header.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["Deleted player", "Bea"]);
    assert_eq!((record.seats[0].user.clone(), record.seats[1].user.clone()), (None, Some(bea())));
    assert_eq!(store.chat(code, 9).await.unwrap(), [line(&bea())]);
    assert!(store.session([5; 32], 0).await.unwrap().is_none(), "bots go with their owner");
    assert!(store.user(ada().id).await.unwrap().is_none() && store.account_by_login("ada").await.unwrap().is_none());
}

async fn expired_sessions_and_guests_go_a_few_at_a_time(bed: &Bed) {
    let store = bed.open().await;
    let begun = |id: u64, at: u64| {
        let mut session = session(id, [id as u8; 32], Scopes::OWNER);
        session.row.created_at = at;
        session
    };
    let guest = |id| user(id, &format!("Guest{id}"), Kind::Guest);
    let enter = |id: u64, at| {
        let add = Write::AddUser { user: guest(id), owner: None, at };
        [add, Write::AddSession { user: UserId(id), session: begun(id, at) }]
    };
    // Five old guests, one of whom has been here since; a new one; an account with an old session and a bot with an old token.
    store.write((1..=5).chain([9]).flat_map(|id| enter(id, if id == 9 { 500 } else { id })).collect()).await.unwrap();
    store.write(vec![Write::AddSession { user: UserId(5), session: begun(50, 400) }]).await.unwrap();
    let account = Write::AddAccount { user: UserId(6), password: Secret("x".into()), email: None };
    let robot = Write::AddUser { user: user(7, "Robot", Kind::Bot), owner: Some(UserId(6)), at: 1 };
    let mut token = begun(70, 1);
    token.row.scopes = Scopes::from_iter([Scope::Play]);
    store.write(enter(6, 1).into_iter().chain([account, robot]).collect()).await.unwrap();
    store.write(vec![Write::AddSession { user: UserId(7), session: token }]).await.unwrap();
    let played = Write::BeginMatch { row: row(1).into(), players: vec![Player::user(UserId(1)), Player::BOT] };
    store.write(vec![played]).await.unwrap();

    let left = async || {
        let mut left = Vec::new();
        for id in 1..=9 {
            if store.user(UserId(id)).await.unwrap().is_some() {
                left.push(id);
            }
        }
        left
    };
    let prune = || vec![Write::Prune { since: 300, at: 600, most: 2, old: Old::default() }];
    store.write(prune()).await.unwrap();
    assert_eq!(left().await.len(), 7, "two at a time, the oldest first");
    for _ in 0..3 {
        store.write(prune()).await.unwrap();
    }
    assert_eq!(left().await, [5, 6, 7, 9], "who can still come back, or has a password");
    assert_eq!(store.sessions(UserId(5)).await.unwrap().len(), 1, "the old session has gone");
    assert!(store.sessions(UserId(6)).await.unwrap().is_empty());
    assert_eq!(store.sessions(UserId(7)).await.unwrap().len(), 1, "tokens do not age");
    let record = store.match_record(MatchId(1)).await.unwrap().unwrap();
    assert_eq!((record.row.header.seats[0].name.as_str(), record.seats[0].user.as_ref()), ("Ada", None));
}
