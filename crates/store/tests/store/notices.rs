//! Where users are told while they are away.

use crate::common::{ada, add, bea, bed::Bed, over_every_store, session};
use parlor_store::{Ending, PushRow, Scopes, Secret, SessionId, Store, WebhookRow, Write};

over_every_store!(a_session_has_one_browser_which_goes_with_it, addresses_go_with_their_users_and_the_first_key_stays);

fn push(session: u64, endpoint: &str) -> PushRow {
    let (session, endpoint) = (SessionId(session), endpoint.to_owned());
    PushRow { session, endpoint, p256dh: vec![4; 65], auth: [7; 16], created_at: 9 }
}

async fn endpoints(store: &dyn Store) -> Vec<String> {
    store.pushes(ada().id).await.unwrap().into_iter().map(|push| push.endpoint).collect()
}

async fn a_session_has_one_browser_which_goes_with_it(bed: &Bed) {
    let store = bed.open().await;
    let user = ada().id;
    let enter = |id: u64| Write::AddSession { user, session: session(id, [id as u8; 32], Scopes::OWNER) };
    store.write(vec![add(ada()), add(bea()), enter(1), enter(2)]).await.unwrap();
    let set = |push: PushRow| Write::SetPush { user, push };
    store.write(vec![set(push(1, "a")), set(push(2, "b")), set(push(1, "c"))]).await.unwrap();
    assert_eq!(store.pushes(user).await.unwrap(), [push(1, "c"), push(2, "b")]);
    assert!(store.pushes(bea().id).await.unwrap().is_empty());
    // Neither for a session that is not there, nor for another user's.
    let stolen = Write::SetPush { user: bea().id, push: push(1, "d") };
    store.write(vec![set(push(3, "e")), stolen]).await.unwrap();
    assert_eq!(endpoints(&*store).await, ["c", "b"]);
    // The browser has got another address meanwhile.
    let gone = |endpoint: Option<&str>| Write::DropPush { session: SessionId(1), endpoint: endpoint.map(Into::into) };
    store.write(vec![gone(Some("a"))]).await.unwrap();
    assert_eq!(endpoints(&*store).await, ["c", "b"]);
    store.write(vec![gone(None)]).await.unwrap();
    assert_eq!(endpoints(&*store).await, ["b"]);
    store.write(vec![Write::EndSessions { user, ending: Ending::All }]).await.unwrap();
    assert!(endpoints(&*store).await.is_empty());
}

async fn addresses_go_with_their_users_and_the_first_key_stays(bed: &Bed) {
    let store = bed.open().await;
    let user = ada().id;
    let enter = Write::AddSession { user, session: session(1, [1; 32], Scopes::OWNER) };
    let webhook = |url: &str| Some(WebhookRow { url: url.into(), secret: "s".into() });
    let set = |webhook| Write::SetWebhook { user, webhook };
    store.write(vec![set(webhook("no user"))]).await.unwrap();
    assert_eq!(store.webhook(user).await.unwrap(), None);
    store.write(vec![add(ada()), enter, set(webhook("one")), set(webhook("two"))]).await.unwrap();
    assert_eq!(store.webhook(user).await.unwrap(), webhook("two"));
    store.write(vec![Write::SetPush { user, push: push(1, "a") }]).await.unwrap();
    assert_eq!(store.push_key().await.unwrap(), None);
    let key = |text: &str| Write::SetPushKey(Secret(text.into()));
    store.write(vec![key("first"), key("second")]).await.unwrap();
    assert_eq!(store.push_key().await.unwrap(), Some(Secret("first".into())));
    store.write(vec![Write::DeleteUser { user, at: 10 }]).await.unwrap();
    assert_eq!(store.webhook(user).await.unwrap(), None);
    assert!(endpoints(&*store).await.is_empty());
}
